//! Counts the games of a series in the order of their numbers.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::error::ArenaError;
use crate::pool::{Collector, NumberedGames, PlayedGame};
use crate::pulse::Pulse;
use crate::series::{SeriesPlan, SeriesWatch};
use crate::stats::Tally;

impl NumberedGames for SeriesPlan {
    fn len(&self) -> u64 {
        self.games
    }

    fn game(&self, place: u64) -> (&SeriesPlan, u64) {
        (self, place)
    }
}

/// Counts the games without a gap before them, so that nothing depends on which thread was faster.
pub(super) struct Counter<'a> {
    /// What was counted.
    pub(super) tally: Tally,
    watch: &'a mut dyn SeriesWatch,
    /// Games that ended before an earlier one.
    early: BTreeMap<u64, PlayedGame>,
    /// The number of the game that is counted next.
    next: u64,
}

impl<'a> Counter<'a> {
    pub(super) fn new(plan: &SeriesPlan, watch: &'a mut dyn SeriesWatch) -> Self {
        Self { tally: Tally::new(&plan.line_up), watch, early: BTreeMap::new(), next: 0 }
    }

    fn count(&mut self, game: PlayedGame) -> Result<ControlFlow<()>, ArenaError> {
        match game {
            PlayedGame::Finished(game) => {
                self.tally.add(&game);
                self.watch.game(&game)
            }
            PlayedGame::Broken(game) => {
                self.watch.broken(&game);
                self.tally.broke(game);
                Ok(ControlFlow::Continue(()))
            }
        }
    }
}

impl Collector for Counter<'_> {
    fn take(&mut self, place: u64, game: PlayedGame) -> Result<ControlFlow<()>, ArenaError> {
        self.early.insert(place, game);
        while let Some(game) = self.early.remove(&self.next) {
            self.next += 1;
            if self.count(game)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn settled(&self) -> u64 {
        self.next
    }

    fn pulse(&mut self, threads: &[Arc<Pulse>]) {
        self.watch.pulse(threads);
    }
}
