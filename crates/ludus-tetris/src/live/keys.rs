//! Keys: what a seat presses in live play.

use std::fmt;

use ludus_core::{ParseError, Seat};

/// Bits of one key in [`LiveKeys`]: 32 codes, of which 0 is no key.
const CODE_BITS: usize = 5;

/// The code of the first seat as a target.
const FIRST_TARGET: u128 = 16;

/// A key of live play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiveKey {
    /// One column to the left.
    MoveLeft,
    /// One column to the right.
    MoveRight,
    /// A quarter turn clockwise.
    Rotate,
    /// A quarter turn counter-clockwise.
    RotateBack,
    /// One row down.
    SoftDrop,
    /// Straight down, and lock.
    HardDrop,
    /// Keeps the piece for later, and brings the one that was kept.
    Hold,
    /// A half turn.
    HalfTurn,
    /// From now on this seat gets the garbage.
    Target(Seat),
}

impl LiveKey {
    /// The keys that do not name a seat. Which of them a game has is up to its rules.
    pub const PLAIN: [Self; 8] = [
        Self::MoveLeft,
        Self::MoveRight,
        Self::Rotate,
        Self::RotateBack,
        Self::SoftDrop,
        Self::HardDrop,
        Self::Hold,
        Self::HalfTurn,
    ];

    /// The key's name in messages. The text of a target also has the seat.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::MoveLeft => "move_left",
            Self::MoveRight => "move_right",
            Self::Rotate => "rotate",
            Self::RotateBack => "rotate_back",
            Self::SoftDrop => "soft_drop",
            Self::HardDrop => "hard_drop",
            Self::Hold => "hold",
            Self::HalfTurn => "half_turn",
            Self::Target(_) => "target",
        }
    }

    /// The key of this text, in a game that has these keys and targets.
    ///
    /// # Errors
    /// If there is none.
    pub fn parse_among(text: &str, plain: &[Self]) -> Result<Self, ParseError> {
        let target = || {
            let number: u8 = text.strip_prefix("target_")?.parse().ok()?;
            // Every key has exactly one text.
            Seat::new(number.into()).map(Self::Target).filter(|key| key.to_string() == text)
        };
        let known = plain.iter().copied().find(|key| key.name() == text);
        known.or_else(target).ok_or_else(|| {
            let names: Vec<_> = plain.iter().map(|key| key.name()).collect();
            let names = names.join(", ");
            ParseError::new(text, format!("keys are {names}, target_0 to target_7"))
        })
    }

    /// The key as five bits; 0 is none.
    const fn code(self) -> u128 {
        match self {
            Self::MoveLeft => 1,
            Self::MoveRight => 2,
            Self::Rotate => 3,
            Self::RotateBack => 4,
            Self::SoftDrop => 5,
            Self::HardDrop => 6,
            Self::Hold => 7,
            Self::HalfTurn => 8,
            Self::Target(seat) => FIRST_TARGET + seat.index() as u128,
        }
    }

    fn from_code(code: u128) -> Option<Self> {
        match code {
            1..=8 => Some(Self::PLAIN[code as usize - 1]),
            FIRST_TARGET.. => Seat::new((code - FIRST_TARGET) as usize).map(Self::Target),
            _ => None,
        }
    }
}

impl fmt::Display for LiveKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Target(seat) => write!(f, "target_{seat}"),
            key => f.write_str(key.name()),
        }
    }
}

/// The keys that a seat pressed in one tick, in order; at most sixteen.
///
/// ```
/// use ludus_tetris::live::{LiveKey, LiveKeys};
/// let keys: LiveKeys = [LiveKey::Rotate, LiveKey::MoveLeft, LiveKey::HardDrop].into_iter().collect();
/// assert_eq!(keys.to_string(), "rotate+move_left+hard_drop");
/// assert_eq!(LiveKeys::parse("rotate+move_left+hard_drop")?, keys);
/// assert_eq!(LiveKeys::NONE.to_string(), "-");
/// # Ok::<(), ludus_core::ParseError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct LiveKeys(u128);

impl LiveKeys {
    /// No key.
    pub const NONE: Self = Self(0);

    /// The greatest number of keys in one tick: more than a person can press in a sixtieth of a second.
    pub const MOST: usize = 16;

    /// Only this key.
    #[must_use]
    pub const fn only(key: LiveKey) -> Self {
        Self(key.code())
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> usize {
        (u128::BITS - self.0.leading_zeros()).div_ceil(CODE_BITS as u32) as usize
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Appends a key. A key too many is ignored.
    pub const fn push(&mut self, key: LiveKey) {
        if self.len() < Self::MOST {
            self.0 |= key.code() << (CODE_BITS * self.len());
        }
    }

    /// The keys in their order.
    pub fn iter(self) -> impl Iterator<Item = LiveKey> {
        (0..self.len()).filter_map(move |at| {
            LiveKey::from_code(self.0 >> (CODE_BITS * at) & ((1 << CODE_BITS) - 1))
        })
    }

    /// The keys of this text, `rotate+hard_drop`, or `-` for none.
    ///
    /// # Errors
    /// If a key is unknown, or there are too many.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::parse_among(text, &LiveKey::PLAIN)
    }

    /// The keys of this text, in a game that has these keys and targets.
    ///
    /// # Errors
    /// If a key is unknown, or there are too many.
    pub fn parse_among(text: &str, plain: &[LiveKey]) -> Result<Self, ParseError> {
        if text == "-" {
            return Ok(Self::NONE);
        }
        let mut keys = Self::NONE;
        for name in text.split('+') {
            if keys.len() == Self::MOST {
                let most = format!("at most {} keys go into one tick", Self::MOST);
                return Err(ParseError::new(text, most));
            }
            keys.push(LiveKey::parse_among(name, plain)?);
        }
        Ok(keys)
    }
}

impl FromIterator<LiveKey> for LiveKeys {
    fn from_iter<I: IntoIterator<Item = LiveKey>>(keys: I) -> Self {
        let mut all = Self::NONE;
        keys.into_iter().for_each(|key| all.push(key));
        all
    }
}

impl fmt::Display for LiveKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for (at, key) in self.iter().enumerate() {
            if at > 0 {
                f.write_str("+")?;
            }
            key.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for LiveKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LiveKeys({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<LiveKey> {
        LiveKey::PLAIN.into_iter().chain(Seat::first(Seat::MAX).map(LiveKey::Target)).collect()
    }

    #[test]
    fn keys_keep_their_order_and_are_read_back_from_their_text() {
        let keys: LiveKeys = all().into_iter().collect();
        assert_eq!(keys.len(), 16);
        assert_eq!(keys.iter().collect::<Vec<_>>(), all());
        assert_eq!(LiveKeys::parse(&keys.to_string()).unwrap(), keys);
        for key in all() {
            assert_eq!(LiveKeys::only(key).iter().collect::<Vec<_>>(), [key]);
        }
    }

    #[test]
    fn more_keys_than_a_tick_holds_are_dropped() {
        let many: LiveKeys = [LiveKey::MoveLeft; 20].into_iter().collect();
        assert_eq!(many.len(), LiveKeys::MOST);
        let text = ["move_left"; 17].join("+");
        assert!(LiveKeys::parse(&text).unwrap_err().to_string().contains("at most 16 keys"));
    }

    #[test]
    fn a_game_without_hold_does_not_read_it() {
        let error = LiveKeys::parse_among("rotate+hold", &LiveKey::PLAIN[..6]).unwrap_err();
        assert!(error.to_string().contains("keys are move_left"), "{error}");
        assert!(!error.to_string().contains("half_turn"), "{error}");
        assert_eq!(LiveKeys::parse("rotate+hold").unwrap().len(), 2);
    }

    #[test]
    fn what_is_no_key_says_what_the_keys_are() {
        for text in ["", "left", "rotate+", "+rotate", "target_8", "target_", "target_01", "-+-"] {
            let error = LiveKeys::parse(text).unwrap_err().to_string();
            assert!(error.contains("keys are move_left"), "{error}");
        }
    }
}
