//! Endgames: showing the way when winning, and counting less what is hard to win.

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::pieces::off_centre;
use super::score::PHASE_MAX;

/// The advantage in centipawns from which the stronger side is shown the way.
const WINNING: i32 = 300;

/// The mop-up: the enemy's king far from the centre, our king near to it and to the centre.
/// `balance` is white's advantage; the answer is white's too, in centipawns.
#[must_use]
pub(super) fn mop_up(board: &Board, balance: i32, phase: i32) -> i32 {
    if 2 * phase >= PHASE_MAX || balance.abs() < WINNING {
        return 0;
    }
    let winner = if balance > 0 { Color::White } else { Color::Black };
    let (ours, theirs) = (board.king(winner), board.king(!winner));
    let apart = (ours.file() as i32 - theirs.file() as i32).abs()
        + (ours.rank() as i32 - theirs.rank() as i32).abs();
    let bonus = 10 * off_centre(theirs) + 4 * (14 - apart) - 2 * off_centre(ours);
    let late = bonus * (PHASE_MAX - 2 * phase) / PHASE_MAX;
    if winner == Color::White { late } else { -late }
}

/// How much of an endgame's advantage counts, in 64ths. `balance` says who is ahead.
#[must_use]
pub(super) fn share(board: &Board, balance: i32) -> i32 {
    let strong = if balance > 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(strong, Piece::Pawn).len() as i32;
    if pawns == 0 && pieces(board, strong) - pieces(board, !strong) <= 3 {
        // Without pawns, a minor piece more does not win.
        return if pieces(board, strong) <= 3 { 0 } else { 10 };
    }
    if opposite_bishops(board) {
        let others =
            board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        return if others.is_empty() { 24 + 4 * pawns } else { 44 + 2 * pawns }.min(64);
    }
    (48 + 4 * pawns).min(64)
}

/// A side's pieces in the usual points.
fn pieces(board: &Board, color: Color) -> i32 {
    let count = |piece| board.colored_pieces(color, piece).len() as i32;
    3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 9 * count(Piece::Queen)
}

fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let (white, black) =
        (bishops & board.colors(Color::White), bishops & board.colors(Color::Black));
    let light = !(bishops & BitBoard::LIGHT_SQUARES).is_empty();
    let dark = !(bishops & BitBoard::DARK_SQUARES).is_empty();
    white.len() == 1 && black.len() == 1 && light && dark
}
