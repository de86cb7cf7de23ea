//! Tournaments: many line-ups of many bots.
//!
//! | module | what lives there |
//! |---|---|
//! | `plan` | [`TournamentPlan`]: who plays, in which [`Format`], how often |
//! | `fixtures` | who meets whom: round robin, gauntlet |
//! | `swiss` | who meets whom in a Swiss round |
//! | `run` | plays what is not played yet, on all cores |
//! | `standings` | points, cross table and ratings, from results in the order of their numbers |
//!
//! A *fixture* is a small series of some of the bots. Fixtures are numbered, their games are numbered,
//! and each game has its seed from the two numbers. So it does not matter in which order games are
//! played, on how many threads, or whether the program was ended in between.

mod fixtures;
mod plan;
mod run;
mod standings;
mod swiss;

pub use fixtures::Fixture;
pub use plan::{Format, IdentityBot, IdentityError, PlanError, TournamentIdentity, TournamentPlan};
pub use run::{GameResults, TournamentWatch, run};
pub use standings::{CrossEntry, Standing, Standings, System};

use ludus_core::{Outcome, Seat};

use crate::failure::Failure;

/// The key of a game in a tournament: the numbers of its fixture and of the game in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameKey {
    /// The fixture, from 0.
    pub fixture: u64,
    /// The game of the fixture, from 0.
    pub number: u64,
}

/// What a tournament remembers of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameResult {
    /// Who sat in each seat, as an index into the tournament's line-up.
    pub seats: Vec<usize>,
    /// Ranks and reason.
    pub outcome: Outcome,
    /// Why seats were lost without a move on the board, by seat.
    pub forfeits: Vec<Option<String>>,
    /// Why the bots failed, by seat; empty where none did, and for games of an earlier run, of which only
    /// `forfeits` is kept.
    pub failures: Vec<SeatFailures>,
    /// How many turns were played.
    pub turns: u32,
    /// How long it took.
    pub seconds: f64,
}

/// Why the bot of one seat failed in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SeatFailures {
    /// The first failures, the one that lost the seat among them.
    pub first: Vec<Failure>,
    /// How many more there were.
    pub more: u64,
}

impl GameResult {
    /// Twice the number of opponents that the seat beat; one of equal rank counts half. A whole
    /// number, so that sums do not depend on their order.
    fn half_points(&self, seat: Seat) -> u64 {
        let others = self.seats.len() as f64 - 1.0;
        (self.outcome.score(seat) * 2.0 * others).round() as u64
    }
}
