//! Wells: where pieces fall, and where they can move and turn.

use crate::board::Board;
use crate::live::falling::FallingPiece;
use crate::live::kicks::{QuarterTurn, turn};

/// The filled cells around a falling piece, with the rules by which it moves and turns. Each game has its own kind of
/// board; the keys, gravity and lock delay of [`ActivePiece`](crate::live::ActivePiece) are the same for all.
pub trait PieceWell {
    /// A falling piece: which one it is, how it is turned, and where.
    type Piece: Copy;

    /// The piece moved by some columns and rows, if it fits there.
    fn moved(&self, piece: Self::Piece, right: i8, up: i8) -> Option<Self::Piece>;

    /// The piece after a quarter turn, if one is possible.
    fn turned(&self, piece: Self::Piece, way: QuarterTurn) -> Option<Self::Piece>;

    /// The piece after a half turn, if the game has half turns and one is possible.
    fn half_turned(&self, _piece: Self::Piece) -> Option<Self::Piece> {
        None
    }

    /// The row of the piece's lowest cell, 0 at the bottom.
    fn row(&self, piece: Self::Piece) -> i8;

    /// The piece as far down as it can go: the ghost that is shown, and where a hard drop takes it.
    fn dropped(&self, piece: Self::Piece) -> Self::Piece {
        std::iter::successors(Some(piece), |piece| self.moved(*piece, 0, -1))
            .last()
            .unwrap_or(piece)
    }
}

impl PieceWell for Board {
    type Piece = FallingPiece;

    fn moved(&self, piece: FallingPiece, right: i8, up: i8) -> Option<FallingPiece> {
        piece.moved_on(self, right, up)
    }

    fn turned(&self, piece: FallingPiece, way: QuarterTurn) -> Option<FallingPiece> {
        turn(piece, self, way)
    }

    fn row(&self, piece: FallingPiece) -> i8 {
        piece.row()
    }
}
