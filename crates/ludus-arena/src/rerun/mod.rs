//! Recorded decisions, re-run: would a bot, with the settings of today, do the same?
//!
//! [`replay()`] goes through a recorded match, [`log()`] through a debug log that a server wrote. Both ask a
//! bot about every position that is selected, tell each answer to a [`RerunWatch`], and count. With a second
//! kit every decision is taken twice, and the two answers are compared with each other. [`extract`] copies
//! the selected lines of a log.
//!
//! Nothing is held in memory but the line that is read.

mod ask;
mod expect;
mod log;
mod recorded;
mod report;

use std::collections::BTreeSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_core::{BotSpec, Budget, Seat};

pub use self::expect::{Expectation, ExpectationError, Validation};
pub use self::log::{Extracted, extract, log};
pub use self::recorded::replay;
pub use self::report::{Means, Redecision, RerunChoice, RerunReport};

/// Which recorded decisions are re-run.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Only those of these turns.
    pub turns: Option<BTreeSet<u32>>,
    /// Only those of this seat; for replays.
    pub seat: Option<Seat>,
    /// Only those of this match; for logs, which may hold several.
    pub id: Option<String>,
}

impl Selection {
    fn has_turn(&self, turn: u32) -> bool {
        self.turns.as_ref().is_none_or(|turns| turns.contains(&turn))
    }

    fn has_seat(&self, seat: Seat) -> bool {
        self.seat.is_none_or(|wanted| wanted == seat)
    }

    fn has_id(&self, id: &str) -> bool {
        self.id.as_ref().is_none_or(|wanted| wanted == id)
    }
}

/// How recorded decisions are re-run.
#[derive(Clone, Debug, Default)]
pub struct RerunPlan {
    /// The bot that decides; without one, in every seat of a replay the bot that sat there.
    pub bot: Option<BotSpec>,
    /// What a decision may spend; without it, what it could spend when it was recorded.
    pub budget: Option<Budget>,
    /// The same for the second kit.
    pub other_budget: Option<Budget>,
    /// How many threads a bot may use.
    pub threads: usize,
    /// Which decisions are re-run.
    pub selection: Selection,
    /// What is expected of them.
    pub expected: Vec<Expectation>,
    /// Whether the positions before and after each decision are reported as text.
    pub boards: bool,
    /// Set from outside to end with what was found so far.
    pub stop: Arc<AtomicBool>,
}

/// Follows decisions while they are re-run.
pub trait RerunWatch {
    /// A decision was taken.
    ///
    /// # Errors
    /// If it cannot be reported.
    fn decision(&mut self, decision: &Redecision) -> io::Result<()>;

    /// A line of a log cannot be used.
    ///
    /// # Errors
    /// If it cannot be reported.
    fn broken(&mut self, line: usize, reason: &str) -> io::Result<()>;
}
