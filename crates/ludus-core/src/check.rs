//! Checks: what `ludus check` asks of a bot, and what came of it.

use crate::game::Game;
use crate::seat::Seat;

/// One check of a bot and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// What is checked, in a few words: `legal in 60 positions`.
    pub name: String,
    /// What came of it.
    pub result: CheckResult,
}

/// What came of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CheckResult {
    /// The bot does what is asked; the note has figures, and may be empty.
    Passed(String),
    /// The bot does not do it, or it could not be tried. It need not: the note says what was found.
    Noted(String),
    /// The bot does not do what it must do.
    Failed(CheckFailure),
}

/// What went wrong, for the author of the bot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckFailure {
    /// What was sent to the bot.
    pub sent: String,
    /// What came back.
    pub received: String,
    /// What to do about it.
    pub advice: String,
}

impl Check {
    /// A check that the bot passes.
    pub fn passed(name: impl Into<String>, note: impl Into<String>) -> Self {
        Self { name: name.into(), result: CheckResult::Passed(note.into()) }
    }

    /// Something that is reported, and neither good nor bad.
    pub fn noted(name: impl Into<String>, note: impl Into<String>) -> Self {
        Self { name: name.into(), result: CheckResult::Noted(note.into()) }
    }

    /// A check that the bot does not pass.
    pub fn failed(name: impl Into<String>, failure: CheckFailure) -> Self {
        Self { name: name.into(), result: CheckResult::Failed(failure) }
    }

    /// Whether the bot does not pass it.
    #[must_use]
    pub const fn is_failed(&self) -> bool {
        matches!(self.result, CheckResult::Failed(_))
    }
}

impl CheckFailure {
    /// What was sent, what came back, and what to do.
    pub fn new(
        sent: impl Into<String>,
        received: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        Self { sent: sent.into(), received: received.into(), advice: advice.into() }
    }
}

/// A position that a bot is asked about in a check.
#[derive(Clone, Debug)]
pub struct CheckPosition<G: Game> {
    /// The position.
    pub game: G,
    /// A seat that is to act.
    pub seat: Seat,
}
