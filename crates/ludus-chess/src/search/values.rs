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

/// A mate right now in pawns; one in `n` moves is `n` less.
const MATE_PAWNS: f64 = 320.0;
/// The longest mate that is reported, in moves: some programs claim mates in thousands.
const LONGEST_MATE: i32 = 130;
/// The most that a score which is no mate is worth, in pawns.
const MOST_PAWNS: f64 = 180.0;

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

    /// The value in pawns, for reports that know one number. A mate in `n` moves is `320 - n`, so that a nearer
    /// one is worth more; a score on the board is 180 at most, so that the two cannot be mistaken for each other.
    #[must_use]
    pub fn pawns(self) -> f64 {
        match self {
            Self::Centipawns(score) => (f64::from(score) / 100.0).clamp(-MOST_PAWNS, MOST_PAWNS),
            Self::Mate(moves) if moves > 0 => MATE_PAWNS - f64::from(moves.min(LONGEST_MATE)),
            Self::Mate(moves) => -MATE_PAWNS - f64::from(moves.max(-LONGEST_MATE)),
        }
    }

    /// The value that [`Value::pawns`] reported as this number.
    ///
    /// ```
    /// use ludus_chess::search::Value;
    /// for value in [Value::Centipawns(-31), Value::Mate(3), Value::Mate(-2), Value::Mate(0)] {
    ///     assert_eq!(Value::of_pawns(value.pawns()), value);
    /// }
    /// ```
    #[must_use]
    pub fn of_pawns(pawns: f64) -> Self {
        if pawns.is_nan() || pawns.abs() < MATE_PAWNS - f64::from(LONGEST_MATE) {
            return Self::Centipawns((pawns * 100.0).round() as i32);
        }
        let moves = (MATE_PAWNS - pawns.abs()).round().max(0.0) as i32;
        if pawns > 0.0 { Self::Mate(moves.max(1)) } else { Self::Mate(-moves) }
    }

    /// The value as people read it: `+0.31` pawns, `mate in 3`, `mated in 2`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Centipawns(score) => format!("{:+.2}", f64::from(score) / 100.0),
            Self::Mate(0) => "mated".to_owned(),
            Self::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Self::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_reads_as_chess_players_say_it() {
        let table = [
            (Value::Centipawns(31), "+0.31"),
            (Value::Centipawns(-100), "-1.00"),
            (Value::Centipawns(0), "+0.00"),
            (Value::Mate(3), "mate in 3"),
            (Value::Mate(-2), "mated in 2"),
            (Value::Mate(0), "mated"),
        ];
        for (value, words) in table {
            assert_eq!(value.words(), words);
            assert_eq!(Value::of_pawns(value.pawns()), value);
        }
    }

    #[test]
    fn what_other_programs_claim_never_changes_its_side_or_kind() {
        for (value, least) in [
            (Value::Centipawns(i32::MAX), 0.0),
            (Value::Mate(9_999), 190.0),
            (Value::Mate(i32::MAX), 190.0),
        ] {
            assert!(value.pawns() >= least, "{value}");
        }
        assert!(Value::Mate(-9_999).pawns() <= -190.0);
        assert!(Value::Mate(i32::MIN).pawns() <= -190.0);
        assert!(matches!(
            Value::of_pawns(Value::Centipawns(i32::MIN).pawns()),
            Value::Centipawns(_)
        ));
        assert_eq!(Value::of_pawns(f64::NAN), Value::Centipawns(0));
    }
}
