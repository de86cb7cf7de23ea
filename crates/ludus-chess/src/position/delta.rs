//! What a move changes on the board, for sums over pieces that are updated move by move.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use super::is_en_passant;

/// A piece of one side on a square.
pub(crate) type PlacedPiece = (Color, Piece, Square);

/// The pieces that a move removes and adds. A castling moves two pieces, a capture removes two, every other move
/// removes one and adds one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MoveDelta {
    pub(crate) removed: [Option<PlacedPiece>; 2],
    pub(crate) added: [Option<PlacedPiece>; 2],
}

impl MoveDelta {
    /// What a legal move changes. `board` is the position before it.
    pub(crate) fn of(board: &Board, mv: Move) -> Self {
        let us = board.side_to_move();
        let mut delta = Self::default();
        let Some(piece) = board.piece_on(mv.from) else { return delta };
        delta.removed[0] = Some((us, piece, mv.from));
        // cozy-chess writes castling as king takes own rook.
        if board.colors(us).has(mv.to) {
            let rank = Rank::First.relative_to(us);
            let (king, rook) =
                if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
            delta.removed[1] = Some((us, Piece::Rook, mv.to));
            delta.added[0] = Some((us, Piece::King, Square::new(king, rank)));
            delta.added[1] = Some((us, Piece::Rook, Square::new(rook, rank)));
            return delta;
        }
        if let Some(victim) = board.piece_on(mv.to) {
            delta.removed[1] = Some((!us, victim, mv.to));
        } else if piece == Piece::Pawn && is_en_passant(board, mv) {
            let captured = Square::new(mv.to.file(), mv.from.rank());
            delta.removed[1] = Some((!us, Piece::Pawn, captured));
        }
        delta.added[0] = Some((us, mv.promotion.unwrap_or(piece), mv.to));
        delta
    }
}
