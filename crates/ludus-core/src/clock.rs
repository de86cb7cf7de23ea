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
    /// How many more actions a seat usually plays in this game, see [`Game::ACTIONS_TO_GO`](crate::Game::ACTIONS_TO_GO);
    /// `None` if that is not known.
    pub expected_actions: Option<u32>,
    /// The longest time for one decision, whatever the clock has left. A server that plays many matches sets it.
    pub longest: Option<Duration>,
}

/// How many more actions a match is expected to last if nothing says so.
pub(crate) const EXPECTED_ACTIONS: u32 = 30;
/// The largest number of actions until new time is added that the time is divided by.
const MAX_MOVES_TO_GO: u32 = 50;
/// For how many answers the overhead is kept in reserve: on a busy machine several come late, one after the other.
const RESERVED_OVERHEADS: u32 = 8;
/// The shortest time for an action.
const MIN_TIME: Duration = Duration::from_micros(500);
/// The part of the increment that an action uses, as a fraction.
const INCREMENT_SHARE: (u32, u32) = (3, 4);
/// The fraction of the clock that an action may use at most: more than half is left, whatever else the machine does.
const MAX_SHARE: (u32, u32) = (4, 10);
/// The same for the last action before new time is added.
const MAX_SHARE_LAST_ACTION: (u32, u32) = (9, 10);

/// A fraction of a time.
fn fraction(time: Duration, (numerator, denominator): (u32, u32)) -> Duration {
    time * numerator / denominator
}

/// What a seat may spend of its clock now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockShare {
    /// What an action may take on average: what is left, divided by the actions to come, and most of the increment. It may
    /// be more than `most`.
    pub usual: Duration,
    /// What this action may take at most.
    pub most: Duration,
}

impl Clock {
    /// The time between the answer of a bot of this program and the moment when its clock stops, on a busy machine.
    pub const OVERHEAD: Duration = Duration::from_millis(20);

    /// What the seat may spend now, for bots that manage their time themselves. `overhead` is the time between the answer
    /// and the moment when the clock stops.
    #[must_use]
    pub fn share(&self, seat: Seat, overhead: Duration) -> ClockShare {
        let left = self.left.get(seat.index()).copied().unwrap_or_default();
        // With almost no time left, the reserve cannot be kept in full.
        let usable = left.saturating_sub(overhead * RESERVED_OVERHEADS).max(left / 8);
        let expected = self.expected_actions.unwrap_or(EXPECTED_ACTIONS);
        let actions = self.moves_to_go.map_or(expected, |moves| moves.min(MAX_MOVES_TO_GO)).max(1);
        let last = self.moves_to_go == Some(1);
        let most = fraction(usable, if last { MAX_SHARE_LAST_ACTION } else { MAX_SHARE });
        ClockShare {
            usual: usable / actions + fraction(self.increment, INCREMENT_SHARE),
            most: self.longest.map_or(most, |longest| most.min(longest)),
        }
    }

    /// How long a bot should think now that has no time management of its own: its share of the clock, but at most two
    /// fifths of what is left, so that the machine may be slow once.
    ///
    /// ```
    /// use std::time::Duration;
    /// use ludus_core::{Clock, Seat};
    /// let clock = Clock { left: vec![Duration::from_secs(60)], ..Clock::default() };
    /// assert!(clock.thinking_time(Seat::FIRST) < Duration::from_secs(3));
    /// ```
    #[must_use]
    pub fn thinking_time(&self, seat: Seat) -> Duration {
        let share = self.share(seat, Self::OVERHEAD);
        share.usual.min(share.most).max(MIN_TIME)
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
                    ..Clock::default()
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

    #[test]
    fn a_long_game_gets_smaller_shares_and_a_server_may_bound_them() {
        let clock = Clock { left: vec![Duration::from_secs(60)], ..Clock::default() };
        let long = Clock { expected_actions: Some(120), ..clock.clone() };
        assert!(long.thinking_time(Seat::FIRST) * 3 < clock.thinking_time(Seat::FIRST));
        let longest = Some(Duration::from_millis(100));
        let bounded = Clock { longest, ..clock };
        assert_eq!(bounded.thinking_time(Seat::FIRST), Duration::from_millis(100));
    }
}
