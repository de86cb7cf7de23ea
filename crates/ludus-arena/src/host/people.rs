//! Seats of people: a bot that plays what was submitted from outside.

use std::sync::Arc;

use ludus_core::{Bot, BotError, BotErrorKind, BotSpec, Context, Decision, Game, Seat};
use parking_lot::Mutex;

/// The name that puts a person into a seat.
pub const PERSON: &str = "human";

/// Whether this names a person, not a bot.
#[must_use]
pub fn is_person(spec: &BotSpec) -> bool {
    spec.name() == PERSON
}

/// Where a person's next action lies until it is played.
pub(crate) struct Mailbox<A>(Arc<Mutex<Option<A>>>);

impl<A> Clone for Mailbox<A> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<A> Default for Mailbox<A> {
    fn default() -> Self {
        Self(Arc::new(Mutex::new(None)))
    }
}

impl<A> Mailbox<A> {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().is_none()
    }

    /// Puts an action in; one that lies there already is replaced.
    pub(crate) fn put(&self, action: A) {
        *self.0.lock() = Some(action);
    }

    /// Throws away what lies there.
    pub(crate) fn clear(&self) {
        *self.0.lock() = None;
    }

    pub(crate) fn take(&self) -> Option<A> {
        self.0.lock().take()
    }
}

impl<A: Copy> Mailbox<A> {
    /// Takes out what a person does in this position: what was submitted, if it is still legal, or what the rules say
    /// of a seat that does nothing.
    pub(crate) fn action<G: Game<Action = A>>(&self, game: &G, seat: Seat) -> Option<A> {
        let submitted = self.take().filter(|action| game.is_legal(seat, *action));
        submitted.or_else(|| game.fallback(seat))
    }
}

/// Plays what lies in its mailbox, or what the rules say of a seat that does nothing. Where they say
/// nothing, a session asks it only when something lies there or the person's clock has run out.
pub(crate) struct PersonBot<G: Game>(pub(crate) Mailbox<G::Action>);

impl<G: Game> Bot<G> for PersonBot<G> {
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        _: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        let action = self.0.action(game, seat);
        // With a clock, a person is asked without an action when the clock has run out.
        let missing = || BotError::of_kind(BotErrorKind::Time, "no action was submitted");
        action.map(Decision::bare).ok_or_else(missing)
    }
}

/// Holds the seat of a bot that is asked on another thread.
pub(crate) struct AwayBot;

impl<G: Game> Bot<G> for AwayBot {
    fn decide(&mut self, _: &G, _: Seat, _: &Context<'_>) -> Result<Decision<G::Action>, BotError> {
        Err(BotError::new("this bot is asked elsewhere"))
    }
}
