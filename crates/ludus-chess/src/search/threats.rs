//! The squares that the opponent attacks. The history of quiet moves depends on them: to move away from an
//! attacked square is not the same as to move from a safe one.

use cozy_chess::{
    BitBoard, Board, Piece, get_bishop_moves, get_king_moves, get_knight_moves, get_rook_moves,
};

use crate::eval::pawn_attacks;

/// The squares that the side not to move attacks.
pub(super) fn threats(board: &Board) -> BitBoard {
    let them = !board.side_to_move();
    let theirs = board.colors(them);
    let occupied = board.occupied();
    let queens = board.pieces(Piece::Queen);
    let pawns = theirs & board.pieces(Piece::Pawn);
    let mut attacked = get_king_moves(board.king(them)) | pawn_attacks(pawns, them);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    fn attacked(fen: &str) -> String {
        let squares = threats(&parse_fen(fen).unwrap());
        squares.into_iter().map(|square| square.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_kind_of_piece_attacks_as_it_captures() {
        assert_eq!(attacked("7k/8/8/8/8/8/P7/K7 b - -"), "b1 a2 b2 b3");
        assert_eq!(attacked("7k/8/8/8/8/8/8/K6N b - -"), "b1 a2 b2 f2 g3");
        // A rook attacks up to the first piece of either side, and defends its own.
        assert_eq!(attacked("7k/8/8/8/8/p7/K7/R1b5 b - -"), "a1 b1 c1 a2 b2 a3 b3");
        assert_eq!(attacked("7k/8/8/3p4/8/1B6/8/K7 b - -"), "b1 d1 a2 b2 c2 a4 c4 d5");
    }

    #[test]
    fn the_side_to_move_does_not_threaten_itself() {
        assert_eq!(attacked("7k/7p/8/8/8/8/P7/K7 w - -"), "g6 g7 h7 g8");
    }
}
