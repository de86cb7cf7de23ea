//! What scores mean for the match, and what a mistake is called.

use cozy_chess::{Board, Move, Piece};
use ludus_core::Mistake;

use crate::game::Chess;
use crate::search::Score;

/// How steeply the expectation rises with a score of `master`, for each pawn. Lichess fitted 0.368 to Stockfish's scores of its games
/// (`WinPercent` in scalachess); in lost games, `master`'s scores are about three quarters of Stockfish's.
const STEEPNESS: f64 = 0.368 / 0.75;

/// The share of the match that a side with this score can expect; a mate decides it.
pub(crate) fn expectation(score: f64) -> f64 {
    match Score::from_pawns(score) {
        Score::Mate(moves) => f64::from(u8::from(moves > 0)),
        Score::Centipawns(_) => 1.0 / (1.0 + (-STEEPNESS * score).exp()),
    }
}

/// What a mistake is called.
pub(crate) fn name(mistake: &Mistake<'_, Chess>) -> Option<&'static str> {
    let is_mate = |score: Option<f64>, wins: bool| match score.map(Score::from_pawns) {
        Some(Score::Mate(moves)) => (moves > 0) == wins,
        _ => false,
    };
    if is_mate(mistake.better_score, true) {
        return Some("missed a mate");
    }
    if is_mate(mistake.played_score, false) {
        return Some("walked into a mate");
    }
    if mistake.reply.is_some_and(|reply| takes_a_piece(mistake.after.board(), reply)) {
        return Some("left a piece to be taken");
    }
    takes_a_piece(mistake.before.board(), mistake.better).then_some("missed a capture")
}

/// Whether a move takes a piece that is no pawn. cozy-chess writes castling as king takes rook, which takes nothing.
fn takes_a_piece(board: &Board, mv: Move) -> bool {
    let enemy = board.colors(!board.side_to_move()).has(mv.to);
    enemy && board.piece_on(mv.to).is_some_and(|piece| piece != Piece::Pawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_position_is_half_a_match_and_a_mate_all_or_nothing() {
        assert_eq!(expectation(0.0), 0.5);
        assert_eq!(expectation(Score::Mate(3).pawns()), 1.0);
        assert_eq!(expectation(Score::Mate(-3).pawns()), 0.0);
        // By Lichess: a pawn more is 59 %, five are 86 %.
        assert!((expectation(0.75) - 0.59).abs() < 0.005);
        assert!((expectation(3.75) - 0.86).abs() < 0.005);
        assert!((expectation(9.0) - expectation(6.0)).abs() < 0.1, "won is won");
    }
}
