//! The squares that the enemy attacks: a quiet move away from one, or to one, is another move.

use cozy_chess::{
    BitBoard, Board, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_pawn_attacks,
    get_rook_moves,
};

/// The squares that the side not to move attacks.
pub(super) fn threats(board: &Board) -> BitBoard {
    let them = !board.side_to_move();
    let theirs = board.colors(them);
    let occupied = board.occupied();
    let queens = board.pieces(Piece::Queen);
    let mut attacked = get_king_moves(board.king(them));
    for square in theirs & board.pieces(Piece::Pawn) {
        attacked |= get_pawn_attacks(square, them);
    }
    for square in theirs & board.pieces(Piece::Knight) {
        attacked |= get_knight_moves(square);
    }
    for square in theirs & (board.pieces(Piece::Bishop) | queens) {
        attacked |= get_bishop_moves(square, occupied);
    }
    for square in theirs & (board.pieces(Piece::Rook) | queens) {
        attacked |= get_rook_moves(square, occupied);
    }
    attacked
}
