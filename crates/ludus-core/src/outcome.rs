//! Outcomes: how a match ended.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// A seat's place in the final order: 1 is first. Equal seats share a rank; after two seats of rank 1 the next rank
/// is 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Rank(u8);

impl Rank {
    /// The winner's rank.
    pub const FIRST: Self = Self(1);

    /// The rank as a number, 1 for the first.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How a match ended: the rank of each seat, and why it ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    ranks: Vec<Rank>,
    reason: String,
}

impl Outcome {
    /// An outcome from one value per seat. A greater value gets a better rank; equal values share a rank.
    ///
    /// ```
    /// use ludus_core::Outcome;
    /// let outcome = Outcome::by_merit(&[10, 30, 30, 5], "last one standing");
    /// let ranks: Vec<_> = outcome.ranks().iter().map(|r| r.number()).collect();
    /// assert_eq!(ranks, [3, 1, 1, 4]);
    /// ```
    pub fn by_merit<M: PartialOrd>(merits: &[M], reason: impl Into<String>) -> Self {
        let better = |merit: &M| merits.iter().filter(|other| *other > merit).count();
        let ranks = merits.iter().map(|merit| Rank(better(merit) as u8 + 1)).collect();
        Self { ranks, reason: reason.into() }
    }

    /// The outcome of a match of `seats` seats that this seat won. The others share rank 2.
    pub fn win(seat: Seat, seats: usize, reason: impl Into<String>) -> Self {
        let merits: Vec<bool> = Seat::first(seats).map(|s| s == seat).collect();
        Self::by_merit(&merits, reason)
    }

    /// The outcome of a match of `seats` seats that this seat lost. The others share rank 1: with two seats, the other
    /// one has won.
    pub fn loss(seat: Seat, seats: usize, reason: impl Into<String>) -> Self {
        let merits: Vec<bool> = Seat::first(seats).map(|s| s != seat).collect();
        Self::by_merit(&merits, reason)
    }

    /// The outcome of a match in which all seats are equal.
    pub fn draw(seats: usize, reason: impl Into<String>) -> Self {
        Self::by_merit(&vec![(); seats], reason)
    }

    /// The ranks by seat.
    #[must_use]
    pub fn ranks(&self) -> &[Rank] {
        &self.ranks
    }

    /// The rank of one seat.
    #[must_use]
    pub fn rank(&self, seat: Seat) -> Rank {
        self.ranks[seat.index()]
    }

    /// The seat that is alone in the first place, if there is one.
    #[must_use]
    pub fn winner(&self) -> Option<Seat> {
        let mut first = Seat::first(self.ranks.len()).filter(|&s| self.rank(s) == Rank::FIRST);
        first.next().filter(|_| first.next().is_none())
    }

    /// The share of the other seats that this seat beat, 0 to 1; a shared rank counts half. With two
    /// seats it is the usual 1, ½, 0; a seat without opponents has ½.
    #[must_use]
    pub fn score(&self, seat: Seat) -> f64 {
        let others = self.ranks.len() - 1;
        if others == 0 {
            return 0.5;
        }
        let own = self.rank(seat);
        let twice: usize = Seat::first(self.ranks.len())
            .filter(|&s| s != seat)
            .map(|s| match self.rank(s).cmp(&own) {
                std::cmp::Ordering::Greater => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Less => 0,
            })
            .sum();
        twice as f64 / (2 * others) as f64
    }

    /// Why the match ended, in words.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    #[test]
    fn the_score_is_the_share_of_opponents_beaten() {
        let outcome = Outcome::by_merit(&[4, 2, 2, 1], "x");
        assert_eq!(outcome.score(seat(0)), 1.0);
        assert_eq!(outcome.score(seat(1)), 0.5);
        assert_eq!(outcome.score(seat(3)), 0.0);
        assert_eq!(outcome.winner(), Some(seat(0)));
    }

    #[test]
    fn a_draw_has_no_winner() {
        let outcome = Outcome::draw(2, "stalemate");
        assert_eq!(outcome.winner(), None);
        assert_eq!(outcome.score(seat(0)), 0.5);
        assert_eq!(Outcome::win(seat(1), 2, "mate").winner(), Some(seat(1)));
        assert_eq!(Outcome::loss(seat(1), 2, "late").winner(), Some(seat(0)));
        assert_eq!(Outcome::loss(seat(1), 3, "late").winner(), None);
    }

    #[test]
    fn scores_of_a_match_add_up_to_half_of_the_seats() {
        for merits in [[1, 1, 1], [3, 2, 1], [2, 2, 1], [1, 2, 2]] {
            let outcome = Outcome::by_merit(&merits, "x");
            let sum: f64 = Seat::first(3).map(|s| outcome.score(s)).sum();
            assert!((sum - 1.5).abs() < 1e-12, "{merits:?}");
        }
    }
}
