//! Scores that differ between middlegame and endgame.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The phase of the first position of a game. Phase 0 is a pure endgame.
///
/// Non-pawn material of both sides in quarters of a pawn goes from 252 (63 pawns, the start) down to
/// 64 (16 pawns); between them the phase is linear.
pub const PHASE_MAX: i32 = 188;
/// The non-pawn material, in quarters of a pawn, at and below which the phase is 0.
const PHASE_FLOOR: i32 = 64;

/// The phase for this non-pawn material of both sides, in quarters of a pawn.
///
/// ```
/// use ludus_chess::eval::{PHASE_MAX, phase};
/// assert_eq!(phase(252), PHASE_MAX);
/// assert_eq!(phase(64), 0);
/// assert_eq!(phase(40), 0);
/// ```
#[must_use]
pub fn phase(quarters: i32) -> i32 {
    (quarters - PHASE_FLOOR).clamp(0, PHASE_MAX)
}

/// A middlegame and an endgame value in centipawns, added and scaled together.
///
/// Both live in one word, the endgame's in the upper half, so that a sum is one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score(i32);

impl Score {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// A score from its two values.
    #[must_use]
    pub const fn new(middle: i32, end: i32) -> Self {
        Self((end << 16).wrapping_add(middle))
    }

    /// The value in the middlegame.
    #[must_use]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[must_use]
    pub const fn end(self) -> i32 {
        // The lower half borrowed one from the upper half where it is negative.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// The value at this phase, times [`PHASE_MAX`].
    #[must_use]
    pub const fn tapered(self, phase: i32) -> i32 {
        self.middle() * phase + self.end() * (PHASE_MAX - phase)
    }
}

impl Add for Score {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for Score {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for Score {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Self>>(scores: I) -> Self {
        scores.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_values_survive_arithmetic() {
        for (a, b) in [(3, -7), (-120, 45), (-1, -1), (900, 1200), (0, -5)] {
            for (c, d) in [(1, 1), (-4, 9), (250, -250)] {
                let (x, y) = (Score::new(a, b), Score::new(c, d));
                assert_eq!(((x + y).middle(), (x + y).end()), (a + c, b + d));
                assert_eq!(((x - y).middle(), (x - y).end()), (a - c, b - d));
                assert_eq!(((x * -3).middle(), (x * -3).end()), (a * -3, b * -3));
                assert_eq!(((-x).middle(), (-x).end()), (-a, -b));
            }
        }
    }

    #[test]
    fn a_score_goes_linearly_from_middlegame_to_endgame() {
        let score = Score::new(100, 0);
        assert_eq!(score.tapered(PHASE_MAX), 100 * PHASE_MAX);
        assert_eq!(score.tapered(PHASE_MAX / 2) / PHASE_MAX, 50);
        assert_eq!(score.tapered(0), 0);
    }
}
