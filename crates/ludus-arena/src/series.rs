//! Series: many matches of one line-up, on all cores, with results that do not depend on them.
//!
//! Games are numbered from 0. The games of one unit, a rotation of all seats, share their chance, so
//! that every bot plays the same pieces from every seat. Threads take the next number as they become
//! free; what they bring back is counted in the order of the numbers.

mod counter;
mod games;
mod identity;
mod many;
mod matches;
mod player;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_core::{Budget, Game, Seed, TimeControl};

use self::counter::Counter;
pub use self::games::{BrokenGame, BrokenGames, GameRecord, GameReport};
use self::identity::fresh_identity;
pub use self::many::run_many;
pub(crate) use self::matches::{SeriesMatch, SetUp};
pub use self::player::AnyPlayer;
pub(crate) use self::player::SeriesPlayer;
use crate::any::AnyGame;
use crate::arbiter::ArbiterPlan;
use crate::bot_logs::LogFolder;
use crate::error::ArenaError;
use crate::line_up::LineUp;
use crate::pool::{self, PoolEnd};
use crate::pulse::Pulse;
use crate::replay::RecordFolder;
use crate::rules::AnyRules;
use crate::stats::SeriesReport;
use crate::turns::Table;

/// What is played in a series.
#[derive(Clone, Debug)]
pub struct SeriesPlan {
    /// The bots; a match has as many seats.
    pub line_up: LineUp,
    /// How many games.
    pub games: u64,
    /// Where everything random comes from.
    pub seed: Seed,
    /// The rules.
    pub rules: AnyRules,
    /// Openings: the rules of the units, one after the other and then from the start again. Where
    /// there are none, all units are played by `rules`.
    pub openings: Vec<AnyRules>,
    /// When a match of two seats is ended before its end.
    pub arbiter: ArbiterPlan,
    /// What a decision may spend.
    pub budget: Budget,
    /// The clock of each seat, which takes the place of the budget.
    pub clock: Option<TimeControl>,
    /// How much later than the budget's time an answer may come.
    pub margin: Duration,
    /// How many games are played at a time.
    pub jobs: usize,
    /// How many threads a bot may use.
    pub threads: usize,
    /// The folder where a replay of every game is written, if one is wanted.
    pub record: Option<RecordFolder>,
    /// The folder where everything goes that is said to and by external bots, if that is wanted.
    pub logs: Option<LogFolder>,
    /// Whether each game's record holds its final position.
    pub positions: bool,
    /// Whether each game's record holds its actions.
    pub actions: bool,
    /// Whether each game's record holds its transcript.
    pub transcripts: bool,
}

/// How much later than its time an answer may come when nothing is set: what a busy machine needs to wake a thread.
pub(crate) const USUAL_MARGIN: Duration = Duration::from_millis(50);

impl SeriesPlan {
    /// One game of this line-up by these rules, on one thread, of which nothing but the result is kept. Change what
    /// differs: `SeriesPlan { games: 10, ..SeriesPlan::new(line_up, rules) }`.
    #[must_use]
    pub fn new(line_up: LineUp, rules: AnyRules) -> Self {
        Self {
            line_up,
            games: 1,
            seed: Seed::new(0),
            rules,
            openings: Vec::new(),
            arbiter: ArbiterPlan::default(),
            budget: Budget::NONE,
            clock: None,
            margin: USUAL_MARGIN,
            jobs: 1,
            threads: 1,
            record: None,
            logs: None,
            positions: false,
            actions: false,
            transcripts: false,
        }
    }

    /// The rules of a game: those of its unit's opening, where there are openings.
    pub(crate) fn start(&self, number: u64) -> &AnyRules {
        if self.openings.is_empty() {
            return &self.rules;
        }
        &self.openings[(self.line_up.unit(number) % self.openings.len() as u64) as usize]
    }

    /// What a game is played with, by these rules.
    pub(crate) fn table<G: Game>(
        &self,
        number: u64,
        rules: G::Rules,
        stop: &Arc<AtomicBool>,
        pulse: &Arc<Pulse>,
    ) -> Table<G::Rules> {
        let entrants = self.line_up.entrants();
        let seating = self.line_up.seating(self.seed, number);
        Table {
            id: fresh_identity(),
            labels: seating.into_iter().map(|who| entrants[who].label.clone()).collect(),
            rules,
            seed: self.seed.derive("unit", self.line_up.unit(number)),
            bot_seed: self.seed.derive("game", number),
            budget: self.budget,
            clock: self.clock,
            margin: self.margin,
            threads: self.threads,
            insight: self.record.is_some(),
            arbiter: self.arbiter,
            stop: Arc::clone(stop),
            pulse: Arc::clone(pulse),
            logs: Vec::new(),
        }
    }
}

/// What follows a series.
pub trait SeriesWatch {
    /// A game was counted. They come in the order of their numbers. Breaking ends the series: no
    /// later game is counted, whatever else the threads had finished.
    ///
    /// # Errors
    /// If what the watcher does with the game fails; it ends the series.
    fn game(&mut self, game: &GameRecord) -> Result<ControlFlow<()>, ArenaError>;

    /// What the threads are doing, a few times a second.
    fn pulse(&mut self, _threads: &[Arc<Pulse>]) {}

    /// A game could not be played to its end, because the game itself failed. It does not count; the others
    /// are played. It comes in the order of the numbers, too.
    fn broken(&mut self, _game: &BrokenGame) {}
}

/// Plays a series and counts it. Setting `stop` ends it early with what was finished so far.
///
/// # Errors
/// If the rules or bots do not fit, or a file cannot be written.
pub fn run(
    game: &dyn AnyGame,
    plan: &SeriesPlan,
    stop: &AtomicBool,
    watch: &mut dyn SeriesWatch,
) -> Result<SeriesReport, ArenaError> {
    let began = Instant::now();
    let jobs = (plan.jobs as u64).clamp(1, plan.games.max(1)) as usize;
    let mut players: Vec<_> = (0..jobs).map(|_| game.player()).collect();
    // Every thread has bots of its own. They are made here, so that what cannot be made is said
    // before anything is played.
    players.iter_mut().try_for_each(|player| player.prepare(&plan.line_up))?;
    let mut counter = Counter::new(plan, watch);
    let ended = pool::play(players, plan, stop, &mut counter)?;
    let seconds = began.elapsed().as_secs_f64();
    Ok(SeriesReport::new(plan, &counter.tally, ended == PoolEnd::Stopped, seconds))
}
