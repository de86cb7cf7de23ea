//! Scores inside the search: centipawns for the side to move, and mates beyond them.

use std::fmt;

/// Larger than every score.
pub(super) const INFINITE: i32 = 32_001;
/// The score of having mated right now; a mate `n` plies away is `n` less.
pub(super) const MATE: i32 = 32_000;
/// The deepest that the search looks, in plies.
pub(super) const MAX_PLY: usize = 128;
/// Scores from here on are mates.
pub(super) const MATE_BOUND: i32 = MATE - MAX_PLY as i32;
/// A draw.
pub(super) const DRAW: i32 = 0;

/// Whether the score is a mate for one side.
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_BOUND
}

/// A score as it is shown: centipawns, or moves to mate.
///
/// ```
/// use ludus_chess::search::Value;
/// assert_eq!(Value::Centipawns(31).to_string(), "cp 31");
/// assert_eq!(Value::Mate(-2).to_string(), "mate -2");
/// assert_eq!(Value::Centipawns(31).pawns(), 0.31);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a pawn, greater is better for the side to move.
    Centipawns(i32),
    /// Moves until mate; negative if the side to move is mated.
    Mate(i32),
}

impl Value {
    pub(super) fn of(score: i32) -> Self {
        if !is_mate(score) {
            return Self::Centipawns(score);
        }
        let plies = MATE - score.abs();
        if score > 0 { Self::Mate((plies + 1) / 2) } else { Self::Mate(-(plies / 2)) }
    }

    /// The value in pawns; a mate counts as a hundred pawns and more, the sooner the more.
    #[must_use]
    pub fn pawns(self) -> f64 {
        match self {
            Self::Centipawns(score) => f64::from(score) / 100.0,
            Self::Mate(moves) if moves > 0 => 320.0 - f64::from(moves),
            Self::Mate(moves) => -320.0 - f64::from(moves),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(score) => write!(f, "cp {score}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}
