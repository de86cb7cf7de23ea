//! Endgames: how to win a won one, and how much less a drawish one counts.

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::pieces::off_centre;
use super::tapered::PHASE_MAX;

/// The advantage from which the mop-up term applies, in centipawns: about a minor piece.
const MOP_UP_MIN_ADVANTAGE: i32 = 300;
/// The mop-up weights, in centipawns for each step: the distance of the losing king from the centre, ...
const LOSING_KING_OFF_CENTRE: i32 = 10;
/// ... how near the kings are to each other, ...
const KINGS_NEAR: i32 = 4;
/// ... and the distance of the winning king from the centre. The order of sizes is what counts: the first aim is
/// to drive the losing king to the edge.
const WINNING_KING_OFF_CENTRE: i32 = -2;
/// The largest distance between two kings in steps along files and ranks.
const MAX_KING_DISTANCE: i32 = 14;

/// The scale factor of an advantage that counts in full.
pub(super) const FULL_SCALE: i32 = 64;
/// A lead of this many points in pieces without any pawn does not win: a minor piece.
const NO_PAWNS_LEAD: i32 = 3;
/// The scale without pawns and with such a lead: nothing can be won with one minor piece, little with more.
const NO_PAWNS_SCALE: (i32, i32) = (0, 10);
/// The scale with bishops of opposite colours and no other pieces: a base, and more for each pawn.
const OPPOSITE_BISHOPS_SCALE: (i32, i32) = (24, 4);
/// The same with other pieces, where the attacker profits from opposite bishops.
const OPPOSITE_BISHOPS_AND_PIECES_SCALE: (i32, i32) = (44, 2);
/// The scale of every other endgame: pawns are what wins.
const USUAL_SCALE: (i32, i32) = (48, 4);

/// The mop-up term, which shows a winning side how to mate: drive the losing king to the edge and bring the own
/// king near. `balance` is White's advantage; the result is for White too, in centipawns.
#[must_use]
pub(super) fn mop_up(board: &Board, balance: i32, phase: i32) -> i32 {
    if 2 * phase >= PHASE_MAX || balance.abs() < MOP_UP_MIN_ADVANTAGE {
        return 0;
    }
    let winner = if balance > 0 { Color::White } else { Color::Black };
    let (ours, theirs) = (board.king(winner), board.king(!winner));
    let distance = (ours.file() as i32 - theirs.file() as i32).abs()
        + (ours.rank() as i32 - theirs.rank() as i32).abs();
    let bonus = LOSING_KING_OFF_CENTRE * off_centre(theirs)
        + KINGS_NEAR * (MAX_KING_DISTANCE - distance)
        + WINNING_KING_OFF_CENTRE * off_centre(ours);
    let phased = bonus * (PHASE_MAX - 2 * phase) / PHASE_MAX;
    if winner == Color::White { phased } else { -phased }
}

/// How much of an endgame advantage counts, up to [`FULL_SCALE`]. The sign of `balance` says which side is ahead.
/// The numbers were set by hand.
#[must_use]
pub(super) fn scale_factor(board: &Board, balance: i32) -> i32 {
    let strong = if balance > 0 { Color::White } else { Color::Black };
    let pawns = board.colored_pieces(strong, Piece::Pawn).len() as i32;
    let points = piece_points(board, strong);
    if pawns == 0 && points - piece_points(board, !strong) <= NO_PAWNS_LEAD {
        let (with_one_minor, with_more) = NO_PAWNS_SCALE;
        return if points <= NO_PAWNS_LEAD { with_one_minor } else { with_more };
    }
    let (base, per_pawn) = by_bishops(board);
    (base + per_pawn * pawns).min(FULL_SCALE)
}

/// The base of the scale factor, and what each pawn adds.
fn by_bishops(board: &Board) -> (i32, i32) {
    if opposite_bishops(board) {
        let others =
            board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        return if others.is_empty() {
            OPPOSITE_BISHOPS_SCALE
        } else {
            OPPOSITE_BISHOPS_AND_PIECES_SCALE
        };
    }
    USUAL_SCALE
}

/// A side's pieces without pawns in the usual points: 3 for a minor piece, 5 for a rook, 9 for a queen.
fn piece_points(board: &Board, color: Color) -> i32 {
    let count = |piece| board.colored_pieces(color, piece).len() as i32;
    3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 9 * count(Piece::Queen)
}

/// Whether each side has one bishop, on squares of different colours.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.pieces(Piece::Bishop);
    let (white, black) =
        (bishops & board.colors(Color::White), bishops & board.colors(Color::Black));
    let light = !(bishops & BitBoard::LIGHT_SQUARES).is_empty();
    let dark = !(bishops & BitBoard::DARK_SQUARES).is_empty();
    white.len() == 1 && black.len() == 1 && light && dark
}
