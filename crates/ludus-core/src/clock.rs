//! Clocks: how much time the seats of a match have left.

use std::time::Duration;

/// The clock of a match as its bots see it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What each seat has left, by seat.
    pub left: Vec<Duration>,
    /// What a seat gets back for each action.
    pub increment: Duration,
    /// How many actions the time has to last for; `None` if it is for the rest of the match.
    pub moves_to_go: Option<u32>,
}
