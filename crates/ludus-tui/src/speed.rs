//! How fast a session plays.

use std::str::FromStr;
use std::time::Duration;

use ludus_core::TICKS_PER_SECOND;

use crate::error::SetupError;

/// The time from one tick of live play to the next.
pub const TICK: Duration = Duration::from_micros(1_000_000_u64.div_ceil(TICKS_PER_SECOND as u64));

/// How fast a session plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speed {
    /// As fast as the bots decide.
    Instant,
    /// Fast.
    Fast,
    /// Normal.
    Normal,
    /// Slow.
    Slow,
}

impl Speed {
    /// All speeds, in the order of their keys 1 to 4.
    pub const ALL: [Self; 4] = [Self::Instant, Self::Fast, Self::Normal, Self::Slow];

    /// What can be written, in words.
    pub const ALLOWED: &'static str = "instant, fast, normal, slow";

    /// The speed's name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Instant => "instant",
            Self::Fast => "fast",
            Self::Normal => "normal",
            Self::Slow => "slow",
        }
    }

    /// The time from one turn to the next. Where seats take turns one after the other people want more
    /// time to look than where all act at once.
    #[must_use]
    pub const fn delay(self, one_by_one: bool) -> Duration {
        Duration::from_millis(match (self, one_by_one) {
            (Self::Instant, _) => 0,
            (Self::Fast, true) | (Self::Slow, false) => 500,
            (Self::Normal, true) => 1500,
            (Self::Slow, true) => 3000,
            (Self::Fast, false) => 50,
            (Self::Normal, false) => 200,
        })
    }
}

impl FromStr for Speed {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        let speed = Self::ALL.into_iter().find(|speed| speed.name() == text);
        speed.ok_or_else(|| SetupError::Speed(text.to_owned()))
    }
}
