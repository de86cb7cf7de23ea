//! Positions: read from text, checked, and what cozy-chess does not know about them.
//!
//! | file | what lives there |
//! |---|---|
//! | `fen` | [`parse_fen`]: the one way from text to a position |
//! | `validity` | [`validate`]: which positions can be |

mod fen;
mod validity;

use cozy_chess::{BitBoard, Board, Move, Piece, Rank, Square, get_pawn_attacks};

pub use fen::{FenError, FenFault, STARTPOS, parse_fen};
pub use validity::{Impossible, validate};

/// Whether neither side can ever mate: kings alone, one knight, or bishops all on one colour.
///
/// ```
/// use ludus_chess::position::{insufficient_material, parse_fen};
/// let draw = parse_fen("8/8/4k3/8/8/3K4/8/1B6 w - - 0 1").unwrap();
/// assert!(insufficient_material(&draw));
/// ```
#[must_use]
pub fn insufficient_material(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, _) => {
            bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
        }
        (1, 0) => true,
        _ => false,
    }
}

/// The square on which a pawn can be taken in passing, if a pawn stands ready to do so.
///
/// cozy-chess keeps the file after every double step, whether or not anybody could take.
#[must_use]
pub fn en_passant_target(board: &Board) -> Option<Square> {
    let color = board.side_to_move();
    let square = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let takers = get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    (!takers.is_empty()).then_some(square)
}

/// Whether the move takes something, in passing too. Castling is written as king takes own rook and
/// is no capture.
#[must_use]
pub fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to) || is_en_passant(board, mv)
}

/// Whether the move takes a pawn in passing.
#[must_use]
pub fn is_en_passant(board: &Board, mv: Move) -> bool {
    mv.from.file() != mv.to.file()
        && board.pieces(Piece::Pawn).has(mv.from)
        && !board.occupied().has(mv.to)
}

/// Whether the side to move has no legal move.
#[must_use]
pub fn has_no_moves(board: &Board) -> bool {
    !board.generate_moves(|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn material_that_cannot_mate_is_told_from_material_that_can() {
        let draw = |fen: &str| insufficient_material(&parse_fen(fen).unwrap());
        assert!(draw("8/8/4k3/8/8/3K4/8/8 w - -"));
        assert!(draw("8/8/4k3/8/2N5/3K4/8/8 w - -"));
        assert!(draw("8/5b2/4k3/8/8/3K4/8/1B6 w - -"), "bishops on one colour");
        assert!(!draw("8/6b1/4k3/8/8/3K4/8/1B6 w - -"), "bishops on both colours");
        assert!(!draw("8/8/4k3/8/2N1N3/3K4/8/8 w - -"));
        assert!(!draw("8/8/4k3/5n2/2N5/3K4/8/8 w - -"));
        assert!(!draw("8/8/4k3/8/2P5/3K4/8/8 w - -"));
    }

    #[test]
    fn an_en_passant_target_needs_a_taker() {
        let idle = parse_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(en_passant_target(&idle), None);
        let ready = parse_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(en_passant_target(&ready), Some(Square::E3));
    }
}
