//! Why a match refuses what a person wants.

use ludus_core::{ParseError, RulesError, Seat};
use thiserror::Error;

/// An action of a person that does not count.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SubmitError {
    /// A bot plays this seat, or there is no such seat.
    #[error("seat {0} is not played by a person")]
    NotAPerson(Seat),
    /// The seat is not to act now.
    #[error("it is not your turn")]
    NotToAct,
    /// The text names no action.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The rules do not allow it now.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// Turns that cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UndoError {
    /// A replay holds them already.
    #[error("a match that is recorded cannot be taken back")]
    Recorded,
    /// Time that has passed does not come back.
    #[error("a match with clocks cannot be taken back")]
    Clocks,
    /// Ticks are not kept.
    #[error("live play cannot be taken back")]
    Live,
    /// No person has acted yet.
    #[error("there is nothing to take back")]
    Nothing,
    /// The first position cannot be made again.
    #[error(transparent)]
    Rules(#[from] RulesError),
}
