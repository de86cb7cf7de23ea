//! The clocks of players who are waited for.

use std::time::{Duration, Instant};

use ludus_core::Seat;
use thiserror::Error;

use super::protocol::{ClockPlan, ClockState};

/// The longest and the shortest time for a match, and the longest for a move, in seconds.
const BASE: std::ops::RangeInclusive<u64> = 10..=10_800;
const INCREMENT: std::ops::RangeInclusive<u64> = 0..=60;

/// Clocks that cannot be played with.
#[derive(Debug, PartialEq, Eq, Error)]
pub(super) enum ClockError {
    #[error("a clock has {} to {} seconds", BASE.start(), BASE.end())]
    Base,
    #[error("a move adds {} to {} seconds", INCREMENT.start(), INCREMENT.end())]
    Increment,
}

impl ClockPlan {
    /// Whether it can be played with.
    pub(super) fn check(self) -> Result<Self, ClockError> {
        if !BASE.contains(&self.base_s) {
            return Err(ClockError::Base);
        }
        if !INCREMENT.contains(&self.increment_s) {
            return Err(ClockError::Increment);
        }
        Ok(self)
    }
}

/// The clocks of all seats, of which at most one runs.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    left: Vec<Duration>,
    increment: Duration,
    running: Option<(Seat, Instant)>,
}

impl Clocks {
    /// Clocks that stand.
    pub(super) fn new(plan: ClockPlan, seats: usize) -> Self {
        Self {
            left: vec![Duration::from_secs(plan.base_s); seats],
            increment: Duration::from_secs(plan.increment_s),
            running: None,
        }
    }

    /// What a seat has left.
    pub(super) fn left(&self, seat: Seat, now: Instant) -> Duration {
        let left = self.left[seat.index()];
        match self.running {
            Some((running, since)) if running == seat => left.saturating_sub(now - since),
            _ => left,
        }
    }

    /// What a move adds.
    pub(super) fn increment(&self) -> Duration {
        self.increment
    }

    /// The seat that is to act now is this one: the clock that ran has its increment, and the new one runs.
    pub(super) fn press(&mut self, next: Option<Seat>, now: Instant) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, now) + self.increment;
        }
        self.running = next.map(|seat| (seat, now));
    }

    /// Stands still; no increment is added.
    pub(super) fn stop(&mut self, now: Instant) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat, now);
        }
        self.running = None;
    }

    /// When the running clock runs out, and whose it is.
    pub(super) fn end(&self) -> Option<(Seat, Instant)> {
        self.running.map(|(seat, since)| (seat, since + self.left[seat.index()]))
    }

    /// The clocks as pages see them.
    pub(super) fn state(&self, now: Instant) -> ClockState {
        let left_ms = Seat::first(self.left.len())
            .map(|seat| self.left(seat, now).as_millis() as u64)
            .collect();
        ClockState { left_ms, running: self.running.map(|(seat, _)| seat) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_the_clock_of_whoever_is_to_act_runs() {
        let [white, black] = [0, 1].map(|n| Seat::new(n).unwrap());
        let start = Instant::now();
        let mut clocks = Clocks::new(ClockPlan { base_s: 60, increment_s: 2 }, 2);
        assert_eq!(clocks.end(), None);
        clocks.press(Some(white), start);
        assert_eq!(clocks.end(), Some((white, start + 60 * SECOND)));
        clocks.press(Some(black), start + 10 * SECOND);
        assert_eq!(clocks.left(white, start + 30 * SECOND), 52 * SECOND);
        assert_eq!(clocks.left(black, start + 30 * SECOND), 40 * SECOND);
        clocks.stop(start + 30 * SECOND);
        assert_eq!(clocks.left(black, start + 99 * SECOND), 40 * SECOND);
        assert_eq!(clocks.state(start).left_ms, [52_000, 40_000]);
    }

    #[test]
    fn clocks_that_make_no_sense_are_refused() {
        assert!(ClockPlan { base_s: 180, increment_s: 2 }.check().is_ok());
        assert!(ClockPlan { base_s: 9, increment_s: 0 }.check().is_err());
        assert!(ClockPlan { base_s: 60, increment_s: 61 }.check().is_err());
    }
}
