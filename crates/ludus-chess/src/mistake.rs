//! What scores mean for the match, and what a mistake is called.

use cozy_chess::{Board, Move, Piece};
use ludus_core::{Mistake, SwingMeasure};

use crate::game::Chess;
use crate::search::Score;

/// How many of Stockfish's pawns one of `master`'s is: fitted to 358 positions of 23 games of `hard` against `master`, with 100,000 nodes
/// and depth 16.
const STOCKFISH_PAWN: f64 = 1.17;

/// A move that costs 1.5 of Stockfish's pawns is a mistake. From a score of 4.5 on, 5.3 of Stockfish's pawns, a game is decided: the best of six
/// bounds from 4 to 7 in 19 games.
pub(crate) const SWINGS: SwingMeasure =
    SwingMeasure::Score { least: 1.5 / STOCKFISH_PAWN, decided: 4.5 };

/// How steeply the expectation rises with a score, for each pawn: what Lichess fitted to its games (`WinPercent` in scalachess).
const STEEPNESS: f64 = 0.368;

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
    let (before, after) = (mistake.before.board(), mistake.after.board());
    let lost = mistake.reply.and_then(|reply| taken(after, reply));
    let missed = taken(before, mistake.better);
    match (lost, missed) {
        (Some(piece), _) if piece != Piece::Pawn => Some("left a piece to be taken"),
        (_, Some(piece)) if piece != Piece::Pawn => Some("missed a capture"),
        (Some(_), _) => Some("left a pawn to be taken"),
        (_, Some(_)) => Some("missed a pawn"),
        _ if castles(before, mistake.better) => Some("did not castle"),
        _ if mistake.reply.is_some_and(|reply| checks(after, reply)) => Some("allowed a check"),
        _ => None,
    }
}

/// What a move takes. cozy-chess writes castling as king takes rook, which takes nothing.
fn taken(board: &Board, mv: Move) -> Option<Piece> {
    let enemy = board.colors(!board.side_to_move()).has(mv.to);
    board.piece_on(mv.to).filter(|_| enemy)
}

/// Whether a move castles.
fn castles(board: &Board, mv: Move) -> bool {
    board.colors(board.side_to_move()).has(mv.to)
}

/// Whether a move gives check.
fn checks(board: &Board, mv: Move) -> bool {
    let mut after = board.clone();
    after.try_play(mv).is_ok() && !after.checkers().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_costs_a_pawn_and_a_half_of_stockfishs() {
        let SwingMeasure::Score { least, decided } = SWINGS else { panic!("not in pawns") };
        assert!((least - 1.28).abs() < 0.005, "{least}");
        // From a bad position to a lost one is a mistake, though it is only a tenth of the match.
        assert!(expectation(-2.8) - expectation(-4.2) < 0.12 && 4.2 - 2.8 > least);
        assert!(4.2 < decided && decided < 9.0 - 3.0, "+9 to +6 is none");
    }

    #[test]
    fn an_even_position_is_half_a_match_and_a_mate_all_or_nothing() {
        assert_eq!(expectation(0.0), 0.5);
        assert_eq!(expectation(Score::Mate(3).pawns()), 1.0);
        assert_eq!(expectation(Score::Mate(-3).pawns()), 0.0);
        // By Lichess: a pawn more is 59 %, five are 86 %.
        assert!((expectation(1.0) - 0.59).abs() < 0.005);
        assert!((expectation(5.0) - 0.86).abs() < 0.005);
        assert!((expectation(9.0) - expectation(6.0)).abs() < 0.1, "won is won");
    }
}
