//! Clocks of matches: which ones a page may ask for, and how pages see them.

use std::time::Duration;

use ludus_arena::ClockFaces;
use ludus_core::{Seat, TimeControl};
use serde::Serialize;
use thiserror::Error;

/// The shortest time at the start, in seconds.
const LEAST_BASE: u64 = 1;
/// The most actions that the time at the start may be for.
const MOST_MOVES: u32 = 200;

/// How much time a page may give to a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockBounds {
    /// The most at the start, in seconds.
    base: u64,
    /// The most that an action adds, in seconds.
    increment: u64,
}

/// What people may play with.
pub(crate) const FOR_PEOPLE: ClockBounds = ClockBounds { base: 10_800, increment: 60 };

/// What bots may play with that are watched: they use the time of the server.
pub(crate) const FOR_BOTS: ClockBounds = ClockBounds { base: 60, increment: 1 };

/// Clocks that cannot be played with.
#[derive(Debug, PartialEq, Eq, Error)]
pub(crate) enum ClockError {
    #[error("a clock has {LEAST_BASE} to {0} seconds")]
    Base(u64),
    #[error("an action adds 0 to {0} seconds")]
    Increment(u64),
    #[error("a clock is for 1 to {MOST_MOVES} actions, or for the whole match")]
    Moves,
}

impl ClockBounds {
    /// The time control, if it is within these bounds.
    pub(crate) fn check(self, control: TimeControl) -> Result<TimeControl, ClockError> {
        let seconds = Duration::from_secs;
        if !(seconds(LEAST_BASE)..=seconds(self.base)).contains(&control.base) {
            return Err(ClockError::Base(self.base));
        }
        if control.increment > seconds(self.increment) {
            return Err(ClockError::Increment(self.increment));
        }
        if control.moves.is_some_and(|moves| moves > MOST_MOVES) {
            return Err(ClockError::Moves);
        }
        Ok(control)
    }
}

/// The clocks of a match as pages see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct ClockState {
    /// What every seat has left.
    left_ms: Vec<u64>,
    /// The seats whose clocks run.
    running: Vec<Seat>,
}

impl From<ClockFaces> for ClockState {
    fn from(faces: ClockFaces) -> Self {
        let ms = |left: Duration| left.as_millis() as u64;
        Self {
            left_ms: faces.left.into_iter().map(ms).collect(),
            running: faces.running.iter().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_that_make_no_sense_are_refused() {
        let check = |bounds: ClockBounds, text: &str| bounds.check(text.parse().unwrap());
        assert!(check(FOR_PEOPLE, "180+2").is_ok());
        assert!(check(FOR_PEOPLE, "40/5400+30").is_ok());
        assert_eq!(check(FOR_PEOPLE, "0.5"), Err(ClockError::Base(10_800)));
        assert_eq!(check(FOR_PEOPLE, "60+61"), Err(ClockError::Increment(60)));
        assert_eq!(check(FOR_PEOPLE, "201/60"), Err(ClockError::Moves));
        assert!(check(FOR_BOTS, "10+0.1").is_ok());
        assert_eq!(check(FOR_BOTS, "61"), Err(ClockError::Base(60)));
    }
}
