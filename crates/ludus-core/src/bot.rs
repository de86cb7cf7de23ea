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
    /// Makes sure that the bot can be asked, before anything is played: that an external server is there.
    ///
    /// # Errors
    /// If it cannot.
    fn check(&mut self) -> Result<(), BotError> {
        Ok(())
    }

    /// Who plays in the match that is about to begin, for bots that tell others about it. What it decides must
    /// not depend on it.
    fn introduce(&mut self, _company: &Company<'_>) {}

    /// A match begins. The bot forgets everything of the match before: it must play the same whether
    /// it was made for this match or has played a thousand others.
    ///
    /// # Errors
    /// If it cannot play, an external program that does not start for example: the seat is forfeit.
    fn start(&mut self, _game: &G, _seat: Seat) -> Result<(), BotError> {
        Ok(())
    }

    /// What the seat does now.
    ///
    /// With the same game, seat, budget and seed the decision is the same, unless time limits it.
    ///
    /// # Errors
    /// If it has no answer: the seat is forfeit, or does what the game's rules say.
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        ctx: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError>;

    /// The match is over.
    fn end(&mut self, _game: &G, _seat: Seat, _outcome: &Outcome) {}

    /// Whether deciding means waiting for somebody else, an external program or a person: all such
    /// seats of a turn are asked at the same time.
    fn waits(&self) -> bool {
        false
    }

    /// What people who let the bot play should know about how it answers, if there is something: that its server
    /// is slower than it needs to be, for example.
    fn remark(&self) -> Option<&'static str> {
        None
    }
}

impl<G: Game, B: Bot<G> + ?Sized> Bot<G> for Box<B> {
    fn check(&mut self) -> Result<(), BotError> {
        (**self).check()
    }

    fn introduce(&mut self, company: &Company<'_>) {
        (**self).introduce(company);
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

/// What a bot is given beside the position.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// What the decision may spend.
    pub budget: Budget,
    /// When the time of the budget is over.
    pub deadline: Option<Instant>,
    /// Set when the decision is no longer wanted: the bot answers at once with what it has.
    pub stop: &'a AtomicBool,
    /// The bot's own randomness, different for every match, seat and turn, and without any relation
    /// to the chance of the match.
    pub seed: Seed,
    /// How many threads the bot may use.
    pub threads: usize,
    /// Whether somebody looks at the terms and the expected line of the decision.
    pub insight: bool,
}

impl Context<'_> {
    /// Whether the decision has to end now: it was stopped, or its time is over.
    #[must_use]
    pub fn expired(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// Who plays a match, as it is told to the outside.
#[derive(Clone, Copy, Debug)]
pub struct Company<'a> {
    /// The identity of the match, another one for every match that is played.
    pub id: &'a str,
    /// What the bots are called, by seat.
    pub labels: &'a [String],
}

/// Why a bot has no answer: a reason in one line, and what its program said on standard error.
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

    /// An external program or server has not answered in time.
    pub fn timeout(text: impl Into<String>) -> Self {
        Self { timeout: true, ..Self::new(text) }
    }

    /// The error with the last lines that the bot's program wrote to its standard error. They are not part of
    /// the text, which stays one line: a report shows them below it.
    #[must_use]
    pub fn with_stderr(self, lines: Vec<String>) -> Self {
        Self { stderr: lines, ..self }
    }

    /// Whether an external program or server has not answered in time.
    #[must_use]
    pub const fn is_timeout(&self) -> bool {
        self.timeout
    }

    /// The last lines of the program's standard error, the oldest first; empty for bots that are no programs.
    #[must_use]
    pub fn stderr(&self) -> &[String] {
        &self.stderr
    }
}
