//! Plays games of series one after the other, as fast as possible, with bots that are kept from game to game.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_core::{Bot, GameKit};

use crate::error::ArenaError;
use crate::host::{Keep, Occupant};
use crate::line_up::LineUp;
use crate::pulse::Pulse;
use crate::series::{GameRecord, SeriesMatch, SeriesPlan, SetUp};

/// Plays games of series, one after the other, with bots that it keeps from game to game.
pub trait AnyPlayer: Send {
    /// Makes the bots of this line-up that are not there, and drops all others: an external
    /// program need not run on while others play.
    ///
    /// # Errors
    /// If a bot cannot be made.
    fn prepare(&mut self, line_up: &LineUp) -> Result<(), ArenaError>;

    /// Plays game `number` of the plan; `None` if `stop` was set before it was over.
    ///
    /// # Errors
    /// If the rules or bots do not fit, or a file cannot be written.
    fn play_game(
        &mut self,
        plan: &SeriesPlan,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<GameRecord>, ArenaError>;

    /// What it is doing, for others to see.
    fn pulse(&self) -> Arc<Pulse>;

    /// Drops its bots: others are made for the next game.
    fn forget_bots(&mut self);
}

/// A bot with the label that it plays under.
type Labelled<G> = (String, Box<dyn Bot<G>>);

/// A player of a game whose type is known here and nowhere above.
pub(crate) struct SeriesPlayer<'a, K: GameKit> {
    kit: &'a K,
    /// The bots of the last line-up, by label.
    bots: Vec<Labelled<K::Game>>,
    /// What it is doing.
    pulse: Arc<Pulse>,
}

impl<'a, K: GameKit> SeriesPlayer<'a, K> {
    /// A player without bots: they are made when they are needed.
    pub(crate) fn new(kit: &'a K) -> Self {
        Self { kit, bots: Vec::new(), pulse: Arc::default() }
    }

    /// Takes the bot with this label out to play.
    fn take(&mut self, label: &str) -> Option<Box<dyn Bot<K::Game>>> {
        let place = self.bots.iter().position(|(known, _)| known == label)?;
        Some(self.bots.swap_remove(place).1)
    }

    /// Keeps the bots of a game for the next one.
    fn put_back(
        &mut self,
        plan: &SeriesPlan,
        seats: &[usize],
        record: Option<&GameRecord>,
        bots: Vec<Box<dyn Bot<K::Game>>>,
    ) {
        for (seat, (&entrant, bot)) in seats.iter().zip(bots).enumerate() {
            // A bot that panicked may be half-changed: a new one takes its place.
            if !record.is_some_and(|record| record.result.seats[seat].panicked()) {
                self.bots.push((plan.line_up.entrants()[entrant].label.clone(), bot));
            }
        }
    }
}

impl<K: GameKit> AnyPlayer for SeriesPlayer<'_, K> {
    fn prepare(&mut self, line_up: &LineUp) -> Result<(), ArenaError> {
        let entrants = line_up.entrants();
        self.bots.retain(|(label, _)| entrants.iter().any(|who| who.label == *label));
        for who in entrants {
            if !self.bots.iter().any(|(label, _)| *label == who.label) {
                self.bots.push((who.label.clone(), self.kit.make_bot(&who.spec)?));
            }
        }
        Ok(())
    }

    fn play_game(
        &mut self,
        plan: &SeriesPlan,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<GameRecord>, ArenaError> {
        self.prepare(&plan.line_up)?;
        let keep = Keep { actions: plan.actions, thoughts: plan.transcripts, ..Keep::default() };
        let pulse = self.pulse();
        let set_up = SetUp { number, keep, insight: false, stop, pulse: &pulse };
        let mut game = SeriesMatch::<K>::open(plan, &set_up, |entrant| {
            let who = &plan.line_up.entrants()[entrant];
            Ok(Occupant::Bot(match self.take(&who.label) {
                Some(bot) => bot,
                None => self.kit.make_bot(&who.spec)?,
            }))
        })?;
        while game.host.play()? {}
        let seats = game.entrants.clone();
        let (record, bots) = game.finish(self.kit, plan)?;
        self.put_back(plan, &seats, record.as_ref(), bots);
        Ok(record)
    }

    fn pulse(&self) -> Arc<Pulse> {
        Arc::clone(&self.pulse)
    }

    fn forget_bots(&mut self) {
        self.bots.clear();
    }
}
