//! Tapered scores: one value for the middlegame and one for the endgame, mixed by the game phase.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// The phase of the first position of a game; 0 is an endgame.
///
/// The phase is linear in the non-pawn material of both sides: from 252 quarters of a pawn at the start of the
/// game down to 64 quarters, which is 16 pawns.
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
pub fn phase(material: i32) -> i32 {
    (material - PHASE_FLOOR).clamp(0, PHASE_MAX)
}

/// A middlegame and an endgame value, in centipawns.
///
/// Both are packed into one word, the endgame value in the upper half, so that a sum is one addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Zero in both phases.
    pub const ZERO: Self = Self(0);

    /// The score with these two values.
    #[must_use]
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self((endgame << 16).wrapping_add(middlegame))
    }

    /// The value in the middlegame.
    #[must_use]
    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The value in the endgame.
    #[must_use]
    pub const fn endgame(self) -> i32 {
        // A negative lower half has borrowed one from the upper half.
        (self.0.wrapping_add(0x8000) >> 16) as i16 as i32
    }

    /// The value at this phase, multiplied by [`PHASE_MAX`].
    #[must_use]
    pub const fn tapered(self, phase: i32) -> i32 {
        self.middlegame() * phase + self.endgame() * (PHASE_MAX - phase)
    }
}

impl Add for TaperedScore {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }
}

impl Sub for TaperedScore {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.wrapping_sub(other.0))
    }
}

impl Neg for TaperedScore {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.wrapping_neg())
    }
}

impl Mul<i32> for TaperedScore {
    type Output = Self;
    fn mul(self, factor: i32) -> Self {
        Self(self.0.wrapping_mul(factor))
    }
}

impl AddAssign for TaperedScore {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for TaperedScore {
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for TaperedScore {
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
                let (x, y) = (TaperedScore::new(a, b), TaperedScore::new(c, d));
                assert_eq!(((x + y).middlegame(), (x + y).endgame()), (a + c, b + d));
                assert_eq!(((x - y).middlegame(), (x - y).endgame()), (a - c, b - d));
                assert_eq!(((x * -3).middlegame(), (x * -3).endgame()), (a * -3, b * -3));
                assert_eq!(((-x).middlegame(), (-x).endgame()), (-a, -b));
            }
        }
    }

    #[test]
    fn a_score_is_linear_in_the_phase() {
        let score = TaperedScore::new(100, 0);
        assert_eq!(score.tapered(PHASE_MAX), 100 * PHASE_MAX);
        assert_eq!(score.tapered(PHASE_MAX / 2) / PHASE_MAX, 50);
        assert_eq!(score.tapered(0), 0);
    }
}
