//! The network's inputs: which piece stands where, as one side sees the board.

use cozy_chess::{Board, Color, File, Piece, Square};

/// Inputs of one view: six kinds of piece of two sides on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// How a side sees the board: its own men first, its first rank at the bottom, its king on the left.
///
/// ```
/// use cozy_chess::{Color, Piece, Square};
/// use ludus_chess::network::View;
/// let board = cozy_chess::Board::default();
/// let [white, black] = [Color::White, Color::Black].map(|color| View::of(&board, color));
/// // Both sides see their own queen's pawn on the same square.
/// assert_eq!(
///     white.input(Color::White, Piece::Pawn, Square::D2),
///     black.input(Color::Black, Piece::Pawn, Square::D7),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    side: Color,
    /// What turns a square of the board into one of the view.
    turn: usize,
}

impl View {
    /// How this side sees the position.
    #[must_use]
    pub fn of(board: &Board, side: Color) -> Self {
        Self::with_king(side, board.king(side))
    }

    /// How this side sees the board with its king on this square.
    #[must_use]
    pub fn with_king(side: Color, king: Square) -> Self {
        let upright = if side == Color::White { 0 } else { 56 };
        let mirrored = if king.file() >= File::E { 7 } else { 0 };
        Self { side, turn: upright ^ mirrored }
    }

    /// The number of the input for a piece on a square.
    #[must_use]
    pub fn input(self, color: Color, piece: Piece, square: Square) -> usize {
        let whose = if color == self.side { 0 } else { 6 };
        (whose + piece as usize) * 64 + (square as usize ^ self.turn)
    }
}
