//! Seats: the places of the players in one match.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// A player's place in one match, `0..n`.
///
/// A seat is not a bot: in the next match of a series the same bot has another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Seat(u8);

impl Seat {
    /// The largest number of seats that a match can have.
    pub const MAX: usize = 8;

    /// The first seat.
    pub const FIRST: Self = Self(0);

    /// The second seat.
    pub const SECOND: Self = Self(1);

    /// The seat with this number; `None` if no match has such a seat.
    ///
    /// ```
    /// use ludus_core::Seat;
    /// assert_eq!(Seat::new(3).map(Seat::index), Some(3));
    /// assert_eq!(Seat::new(8), None);
    /// ```
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::MAX { Some(Self(index as u8)) } else { None }
    }

    /// The seat's number, for indexing.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The seat whose turn it is after this many turns, where `seats` seats act one after the other.
    ///
    /// ```
    /// use ludus_core::Seat;
    /// assert_eq!(Seat::in_turn(0, 2), Seat::FIRST);
    /// assert_eq!(Seat::in_turn(3, 2), Seat::SECOND);
    /// ```
    #[must_use]
    pub const fn in_turn(turns: u32, seats: usize) -> Self {
        let seats = if seats < Self::MAX { seats } else { Self::MAX };
        Self((turns as usize % seats) as u8)
    }

    /// The first `n` seats in order (all of them if `n` is larger).
    pub fn first(n: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..n.min(Self::MAX) as u8).map(Self)
    }
}

/// A number that no seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is no seat {0}; allowed: 0 to {last}", last = Seat::MAX - 1)]
pub struct SeatError(u8);

impl TryFrom<u8> for Seat {
    type Error = SeatError;

    fn try_from(number: u8) -> Result<Self, SeatError> {
        Self::new(number.into()).ok_or(SeatError(number))
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A set of seats in one byte.
///
/// ```
/// use ludus_core::{Seat, SeatSet};
/// let mut alive = SeatSet::first(3);
/// alive.remove(Seat::new(1).unwrap());
/// assert_eq!(alive.len(), 2);
/// assert_eq!(alive.iter().map(Seat::index).collect::<Vec<_>>(), [0, 2]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct SeatSet(u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: Self = Self(0);

    /// The seats `0..n`.
    #[must_use]
    pub fn first(n: usize) -> Self {
        Seat::first(n).collect()
    }

    /// Only this seat.
    #[must_use]
    pub const fn only(seat: Seat) -> Self {
        Self(1 << seat.0)
    }

    /// Whether the seat is in the set.
    #[must_use]
    pub const fn has(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds a seat.
    pub const fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Removes a seat.
    pub const fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// The number of seats.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::first(Seat::MAX).filter(move |&seat| self.has(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> Self {
        let mut set = Self::EMPTY;
        for seat in seats {
            set.insert(seat);
        }
        set
    }
}

impl fmt::Debug for SeatSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_nothing_else() {
        let mut set = SeatSet::EMPTY;
        assert!(set.is_empty());
        for seat in Seat::first(Seat::MAX) {
            set.insert(seat);
            assert!(set.has(seat));
            assert_eq!(set.len(), seat.index() + 1);
        }
        for seat in Seat::first(4) {
            set.remove(seat);
        }
        assert_eq!(set.iter().map(Seat::index).collect::<Vec<_>>(), [4, 5, 6, 7]);
    }

    #[test]
    fn there_are_no_more_than_eight_seats() {
        assert_eq!(Seat::first(100).count(), 8);
        assert!(Seat::new(8).is_none());
        assert_eq!(serde_json::to_string(&Seat::new(3)).unwrap(), "3");
        assert_eq!(serde_json::from_str::<Seat>("7").unwrap().index(), 7);
        assert!(serde_json::from_str::<Seat>("8").is_err());
    }
}
