//! Positions: parsed from text, checked, and what cozy-chess does not know about them.
//!
//! | file | what lives there |
//! |---|---|
//! | `castling` | [`ChessVariant`]: castling rights in standard chess and Chess960 |
//! | `delta` | `MoveDelta`: the pieces that a move removes and adds |
//! | `fen` | [`parse_fen`]: the only way from text to a position, and [`to_fen`] back |
//! | `validity` | [`validate`]: which positions are possible |

mod castling;
mod delta;
mod fen;
mod validity;

use cozy_chess::{BitBoard, Board, Move, Piece, Rank, Square, get_pawn_attacks};

pub use castling::ChessVariant;
pub(crate) use castling::castling_target;
pub(crate) use delta::{MoveDelta, PlacedPiece};
pub use fen::{CHESS960_PREFIX, CHESS960_STARTS, FenError, FenFault, STARTPOS, parse_fen, to_fen};
pub use validity::{Impossible, validate};

/// The fifty-move rule in half-moves: from this half-move clock on the game is drawn.
pub const FIFTY_MOVES: u8 = 100;

/// Whether neither side can ever mate: bare kings, one knight, or only bishops on squares of one colour.
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

/// The target square of an en-passant capture, if a pawn attacks it.
///
/// cozy-chess keeps the file after every double step, even if no pawn can capture.
#[must_use]
pub fn en_passant_target(board: &Board) -> Option<Square> {
    let color = board.side_to_move();
    let square = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let attackers = get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    (!attackers.is_empty()).then_some(square)
}

/// Whether the move is a capture, en passant included. Castling is not one, although cozy-chess writes it as
/// king takes own rook.
#[must_use]
pub fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to) || is_en_passant(board, mv)
}

/// Whether the move is an en-passant capture.
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

/// A hash of two bitboards by multiplication, for tables that are indexed by its upper bits. The first factor
/// is 2^64 divided by the golden ratio; the second is another odd number with evenly spread bits.
pub(crate) fn hash_bitboards(a: u64, b: u64) -> u64 {
    a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insufficient_material_is_recognised() {
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
    fn an_en_passant_target_needs_a_pawn_that_attacks_it() {
        let idle = parse_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(en_passant_target(&idle), None);
        let ready = parse_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(en_passant_target(&ready), Some(Square::E3));
    }
}
