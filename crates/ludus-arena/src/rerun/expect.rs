//! What is expected of decisions, and whether it holds.

use ludus_core::{Game, Seat};
use serde::Serialize;
use thiserror::Error;

use crate::error::ArenaError;

/// The actions that are right in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expectation {
    /// The turn.
    pub turn: u32,
    /// The actions as text, one of which has to be chosen.
    pub actions: Vec<String>,
}

impl Expectation {
    /// Reads a list of expectations, `5:up|left,10:right`.
    ///
    /// ```
    /// use ludus_arena::rerun::Expectation;
    /// let list = Expectation::list("5:up|left,10:right").unwrap();
    /// assert_eq!((list[0].turn, list[0].actions.len(), list[1].turn), (5, 2, 10));
    /// assert!(Expectation::list("5=up").is_err());
    /// ```
    ///
    /// # Errors
    /// If the text is not of this form.
    pub fn list(text: &str) -> Result<Vec<Self>, ExpectationError> {
        let one = |part: &str| {
            let (turn, actions) = part.split_once(':')?;
            let actions: Vec<String> =
                actions.split('|').map(|action| action.trim().to_owned()).collect();
            let turn = turn.trim().parse().ok()?;
            actions.iter().all(|action| !action.is_empty()).then_some(Self { turn, actions })
        };
        text.split(',')
            .map(|part| one(part).ok_or_else(|| ExpectationError(part.to_owned())))
            .collect()
    }
}

impl Expectation {
    /// Refuses actions that are none in any position, before anything is decided.
    pub(super) fn check<G: Game>(&self) -> Result<(), ArenaError> {
        self.actions
            .iter()
            .try_for_each(|text| G::check_text(text))
            .map_err(|error| ArenaError::Asked(format!("expected in turn {}: {error}", self.turn)))
    }
}

/// Text that is not an expectation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not of the form 5:up|left")]
pub struct ExpectationError(String);

/// Whether an expectation holds.
#[derive(Clone, Debug, Serialize)]
pub struct Validation {
    /// The turn.
    pub turn: u32,
    /// The actions of which one has to be chosen.
    pub expected: Vec<String>,
    /// What was chosen, each action once.
    pub found: Vec<String>,
    /// Whether there was a decision in this turn, and each chose one of the actions.
    pub holds: bool,
}

impl Validation {
    pub(super) fn of(expected: &Expectation) -> Self {
        Self {
            turn: expected.turn,
            expected: expected.actions.clone(),
            found: Vec::new(),
            holds: false,
        }
    }

    /// The actions that are right here. One that is not possible in this position is refused: no decision
    /// could ever be it.
    pub(super) fn actions<G: Game>(
        &self,
        game: &G,
        seat: Seat,
    ) -> Result<Vec<G::Action>, ArenaError> {
        let wrong =
            |reason: String| ArenaError::Asked(format!("expected in turn {}: {reason}", self.turn));
        let one = |text: &String| {
            let action = game.parse(seat, text).map_err(|error| wrong(error.to_string()))?;
            match game.is_legal(seat, action) {
                true => Ok(action),
                false => Err(wrong(format!("{text:?} is not legal there"))),
            }
        };
        self.expected.iter().map(one).collect()
    }

    /// Takes a decision of the turn into account, given which are `right`; `None` where a bot had no answer.
    pub(super) fn decision<G: Game>(
        &mut self,
        game: &G,
        seat: Seat,
        right: &[G::Action],
        action: Option<G::Action>,
    ) {
        let first = self.found.is_empty();
        let right = action.is_some_and(|action| right.contains(&action));
        let text = action.map_or_else(|| "no answer".to_owned(), |action| game.show(seat, action));
        if !self.found.contains(&text) {
            self.found.push(text);
        }
        self.holds = right && (first || self.holds);
    }
}
