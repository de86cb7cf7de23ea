//! Clocks: how much time the seats of a match have left.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::seat::Seat;

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

/// How many more actions a match is expected to last if nothing says so.
const EXPECTED_ACTIONS: u32 = 30;
/// The largest number of actions that the time is divided by.
const MAX_ACTIONS: u32 = 50;
/// The time between a bot's answer and the moment when its clock stops, on a busy machine.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The shortest time for an action.
const MIN_TIME: Duration = Duration::from_micros(500);

impl Clock {
    /// How long a bot should think now that has no time management of its own: a share of what is left and most of the
    /// increment, but at most two fifths of the clock, so that the machine may be slow once.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ludus_core::{Clock, Seat};
    /// let clock = Clock { left: vec![Duration::from_secs(60)], ..Clock::default() };
    /// assert!(clock.thinking_time(Seat::FIRST) < Duration::from_secs(3));
    /// ```
    #[must_use]
    pub fn thinking_time(&self, seat: Seat) -> Duration {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        // With almost no time left, the overhead cannot be reserved in full.
        let usable = left.saturating_sub(OVERHEAD).max(left / 4);
        let actions = self.moves_to_go.unwrap_or(EXPECTED_ACTIONS).clamp(1, MAX_ACTIONS);
        let most = if self.moves_to_go == Some(1) { usable * 9 / 10 } else { usable * 2 / 5 };
        (usable / actions + self.increment * 3 / 4).min(most).max(MIN_TIME)
    }
}

/// How much time each seat of a match has: `10+0.1` is ten seconds and a tenth of a second more after each action,
/// `40/10+0.1` has ten seconds for every forty actions.
///
/// ```
/// use std::time::Duration;
/// use ludus_core::TimeControl;
/// let control: TimeControl = "40/10+0.1".parse().unwrap();
/// assert_eq!(control.base, Duration::from_secs(10));
/// assert_eq!(control.increment, Duration::from_millis(100));
/// assert_eq!(control.moves, Some(40));
/// assert_eq!(control.to_string(), "40/10+0.1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// What a seat has at the start.
    pub base: Duration,
    /// What a seat gets back for each action.
    pub increment: Duration,
    /// How many actions the base has to last for before it is added again; `None` if it is for the whole match.
    pub moves: Option<u32>,
}

/// A time control that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{0:?} is no time control; allowed: BASE+INCREMENT in seconds, such as 10+0.1, or with moves in front: 40/10+0.1"
)]
pub struct TimeControlError(String);

/// The longest base or increment, in seconds: a day.
const MAX_SECONDS: f64 = 86_400.0;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let wrong = || TimeControlError(text.chars().take(40).collect());
        let seconds = |text: &str| -> Option<Duration> {
            let plain = text.chars().all(|c| c.is_ascii_digit() || c == '.');
            let seconds: f64 = text.parse().ok().filter(|_| plain)?;
            // Whole microseconds, so that the text of a time control is exact.
            (seconds <= MAX_SECONDS).then(|| Duration::from_micros((seconds * 1e6).round() as u64))
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let moves: u32 = moves.parse().map_err(|_| wrong())?;
                (Some(moves).filter(|moves| *moves > 0).ok_or_else(wrong)?.into(), rest)
            }
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let base = seconds(base).filter(|base| !base.is_zero()).ok_or_else(wrong)?;
        Ok(Self { base, increment: seconds(increment).ok_or_else(wrong)?, moves })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        match self.increment.is_zero() {
            true => Ok(()),
            false => write!(f, "+{}", self.increment.as_secs_f64()),
        }
    }
}

impl TryFrom<String> for TimeControl {
    type Error = TimeControlError;

    fn try_from(text: String) -> Result<Self, TimeControlError> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_back_from_their_text() {
        for text in ["10", "10+0.1", "40/10+0.1", "0.5+0.01", "86400", "1/3"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        for text in
            ["", "0", "+1", "-1", "1e3", "10+", "10+-1", "0/10", "x/10", "inf", "86401", "1+2+3"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_match_of_any_length_fits_into_the_clock() {
        for (moves, increment) in [(None, 0), (None, 10), (Some(5), 0), (Some(1), 0)] {
            let mut left = Duration::from_secs(1);
            for number in 0..1000 {
                let clock = Clock {
                    left: vec![left],
                    increment: Duration::from_millis(increment),
                    moves_to_go: moves,
                };
                let used = clock.thinking_time(Seat::FIRST);
                assert!(used <= left.max(MIN_TIME), "action {number}: {used:?} of {left:?}");
                left = left.saturating_sub(used) + clock.increment;
                if moves.is_some() {
                    left = Duration::from_secs(1);
                }
            }
        }
    }
}
