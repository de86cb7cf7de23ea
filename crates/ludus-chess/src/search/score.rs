//! Scores: centipawns for the side to move, with mates beyond them.
//!
//! The search computes with plain `i32` values; [`Score`] is what leaves the search.

use std::fmt;

/// Larger than every score.
pub(super) const INFINITY: i32 = 32_001;
/// The score for having mated right now; a mate `n` plies away is `n` less.
pub(super) const MATE: i32 = 32_000;
/// The longest line that the search follows, in plies.
pub(super) const MAX_PLY: usize = 128;
/// The score of the most distant mate that the search can find. Scores at or beyond it are mates.
pub(super) const MATE_IN_MAX_PLY: i32 = MATE - MAX_PLY as i32;
/// The score of a draw.
pub(super) const DRAW: i32 = 0;

/// How many centipawns make a pawn.
const CENTIPAWNS: f64 = 100.0;
/// A mate right now, in pawns; a mate in `n` moves is `n` less. It is the search's [`MATE`].
const MATE_PAWNS: f64 = 320.0;
/// The longest mate that is reported, in moves: some engines claim mates in thousands of moves.
const LONGEST_MATE: i32 = 130;
/// The largest score that is not a mate, in pawns. It leaves a gap to the longest mate, at 190 pawns.
const MAX_PAWNS: f64 = 180.0;

/// Whether the score is a mate for one side.
pub(super) const fn is_mate(score: i32) -> bool {
    score.abs() >= MATE_IN_MAX_PLY
}

/// The score of the side to move if it is mated `ply` plies from the root.
pub(super) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// The best score that a node `ply` plies from the root can reach: to mate with the next move.
pub(super) const fn mate_in_one(ply: usize) -> i32 {
    MATE - ply as i32 - 1
}

/// Keeps a static evaluation out of the range of mates.
pub(super) fn clamp_eval(eval: i32) -> i32 {
    eval.clamp(1 - MATE_IN_MAX_PLY, MATE_IN_MAX_PLY - 1)
}

/// A score as it is shown: centipawns, or moves to mate.
///
/// ```
/// use ludus_chess::search::Score;
/// assert_eq!(Score::Centipawns(31).to_string(), "cp 31");
/// assert_eq!(Score::Mate(-2).to_string(), "mate -2");
/// assert_eq!(Score::Centipawns(31).pawns(), 0.31);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Hundredths of a pawn, greater is better for the side to move.
    Centipawns(i32),
    /// Moves until mate; negative if the side to move is mated.
    Mate(i32),
}

impl Score {
    /// The score that the search computed as this number.
    pub(super) fn from_search(score: i32) -> Self {
        if !is_mate(score) {
            return Self::Centipawns(score);
        }
        let plies = MATE - score.abs();
        if score > 0 { Self::Mate((plies + 1) / 2) } else { Self::Mate(-(plies / 2)) }
    }

    /// The score in pawns, for reports that hold one number. A mate in `n` moves is `320 - n`, so that a nearer mate
    /// is worth more. Any other score is at most 180, so that it cannot be mistaken for a mate.
    #[must_use]
    pub fn pawns(self) -> f64 {
        match self {
            Self::Centipawns(score) => (f64::from(score) / CENTIPAWNS).clamp(-MAX_PAWNS, MAX_PAWNS),
            Self::Mate(moves) if moves > 0 => MATE_PAWNS - f64::from(moves.min(LONGEST_MATE)),
            Self::Mate(moves) => -MATE_PAWNS - f64::from(moves.max(-LONGEST_MATE)),
        }
    }

    /// The score that [`Score::pawns`] reported as this number.
    ///
    /// ```
    /// use ludus_chess::search::Score;
    /// for score in [Score::Centipawns(-31), Score::Mate(3), Score::Mate(-2), Score::Mate(0)] {
    ///     assert_eq!(Score::from_pawns(score.pawns()), score);
    /// }
    /// ```
    #[must_use]
    pub fn from_pawns(pawns: f64) -> Self {
        if pawns.is_nan() || pawns.abs() < MATE_PAWNS - f64::from(LONGEST_MATE) {
            return Self::Centipawns((pawns * CENTIPAWNS).round() as i32);
        }
        let moves = (MATE_PAWNS - pawns.abs()).round().max(0.0) as i32;
        if pawns > 0.0 { Self::Mate(moves.max(1)) } else { Self::Mate(-moves) }
    }

    /// The score as people read it: `+0.31` pawns, `mate in 3`, `mated in 2`.
    #[must_use]
    pub fn words(self) -> String {
        match self {
            Self::Centipawns(score) => format!("{:+.2}", f64::from(score) / CENTIPAWNS),
            Self::Mate(0) => "mated".to_owned(),
            Self::Mate(moves) if moves > 0 => format!("mate in {moves}"),
            Self::Mate(moves) => format!("mated in {}", moves.unsigned_abs()),
        }
    }
}

impl fmt::Display for Score {
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
    fn a_score_reads_as_chess_players_say_it() {
        let table = [
            (Score::Centipawns(31), "+0.31"),
            (Score::Centipawns(-100), "-1.00"),
            (Score::Centipawns(0), "+0.00"),
            (Score::Mate(3), "mate in 3"),
            (Score::Mate(-2), "mated in 2"),
            (Score::Mate(0), "mated"),
        ];
        for (score, words) in table {
            assert_eq!(score.words(), words);
            assert_eq!(Score::from_pawns(score.pawns()), score);
        }
    }

    #[test]
    fn what_other_programs_claim_never_changes_its_side_or_kind() {
        for (score, least) in [
            (Score::Centipawns(i32::MAX), 0.0),
            (Score::Mate(9_999), 190.0),
            (Score::Mate(i32::MAX), 190.0),
        ] {
            assert!(score.pawns() >= least, "{score}");
        }
        assert!(Score::Mate(-9_999).pawns() <= -190.0);
        assert!(Score::Mate(i32::MIN).pawns() <= -190.0);
        assert!(matches!(
            Score::from_pawns(Score::Centipawns(i32::MIN).pawns()),
            Score::Centipawns(_)
        ));
        assert_eq!(Score::from_pawns(f64::NAN), Score::Centipawns(0));
    }
}
