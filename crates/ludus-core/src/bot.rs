//! Bots: what decides actions.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use thiserror::Error;

use crate::budget::Budget;
use crate::decision::Decision;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::seed::Seed;

/// Something that decides actions: built in, loaded weights, or an external program.
pub trait Bot<G: Game>: Send {
    /// Checks before a match that the bot can play, for example that an external server is running.
    ///
    /// # Errors
    /// If it cannot play.
    fn check(&mut self) -> Result<(), BotError> {
        Ok(())
    }

    /// The match that is about to begin, for bots that pass this on to an external program. The bot's decisions must
    /// not depend on it.
    fn introduce(&mut self, _info: &MatchInfo<'_>) {}

    /// A match begins. The bot forgets everything about earlier matches: it must play the same whether it is new or
    /// has played a thousand matches.
    ///
    /// # Errors
    /// If it cannot play, for example because an external program does not start. The seat is then forfeit.
    fn start(&mut self, _game: &G, _seat: Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// Decides what the seat does now.
    ///
    /// With the same game, seat, budget and seed the decision is the same, unless time limits it.
    ///
    /// # Errors
    /// If it has no answer. The seat is then forfeit, or plays the game's fallback action.
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError>;

    /// The match is over.
    fn end(&mut self, _game: &G, _seat: Seat, _outcome: &Outcome) {}

    /// Whether deciding means waiting for an external program or a person. All such seats of a turn are asked at the
    /// same time.
    fn waits(&self) -> bool {
        false
    }

    /// A hint for the bot's author, if there is one: for example that its server answers more slowly than necessary.
    fn remark(&self) -> Option<&'static str> {
        None
    }
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn check(&mut self) -> Result<(), BotError> {
        (**self).check()
    }

    fn introduce(&mut self, info: &MatchInfo<'_>) {
        (**self).introduce(info);
    }

    fn start(&mut self, game: &G, seat: Seat) -> Result<(), BotError> {
        (**self).start(game, seat)
    }

    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        (**self).decide(game, seat, ctx)
    }

    fn end(&mut self, game: &G, seat: Seat, outcome: &Outcome) {
        (**self).end(game, seat, outcome);
    }

    fn waits(&self) -> bool {
        (**self).waits()
    }

    fn remark(&self) -> Option<&'static str> {
        (**self).remark()
    }
}

/// What a bot is given besides the position.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What the decision may spend.
    pub budget: Budget,
    /// When the budget's time runs out.
    pub deadline: Option<Instant>,
    /// Set when the decision is no longer needed. The bot then answers at once with the best it has.
    pub stop: &'a AtomicBool,
    /// The bot's own randomness. It differs for every match, seat and turn, and is independent of the chance of the
    /// match.
    pub seed: Seed,
    /// How many threads the bot may use.
    pub threads: usize,
    /// Whether to fill in the terms and the expected line of the decision.
    pub insight: bool,
}

impl Context<'_> {
    /// Whether the decision must end now: it was stopped, or its time ran out.
    #[must_use]
    pub fn expired(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// A match as external programs get to know it.
#[derive(Clone, Copy, Debug)]
pub struct MatchInfo<'a> {
    /// The identity of the match. Every match has a new one.
    pub id: &'a str,
    /// The labels of the bots, by seat.
    pub labels: &'a [String],
}

/// Why a bot has no answer: a reason in one line, and what its program wrote to standard error.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text}")]
pub struct BotError {
    text: String,
    timeout: bool,
    stderr: Vec<String>,
}

impl BotError {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), timeout: false, stderr: Vec::new() }
    }

    /// An external program or server did not answer in time.
    pub fn timeout(text: impl Into<String>) -> Self {
        Self { timeout: true, ..Self::new(text) }
    }

    /// The error with the last lines that the bot's program wrote to its standard error. They are not part of the
    /// text, which stays one line; a report shows them below it.
    #[must_use]
    pub fn with_stderr(self, lines: Vec<String>) -> Self {
        Self { stderr: lines, ..self }
    }

    /// Whether an external program or server did not answer in time.
    #[must_use]
    pub const fn is_timeout(&self) -> bool {
        self.timeout
    }

    /// The last lines of the program's standard error, oldest first; empty for bots that are not programs.
    #[must_use]
    pub fn stderr(&self) -> &[String] {
        &self.stderr
    }
}
