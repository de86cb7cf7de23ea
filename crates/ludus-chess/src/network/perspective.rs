//! The inputs of the network: which piece is on which square, as one side sees the board.

use cozy_chess::{Board, Color, File, Piece, Square};

/// Inputs of one perspective: six kinds of piece of two sides on 64 squares.
pub const INPUTS: usize = 2 * 6 * 64;

/// How one side sees the board: its own pieces first, its first rank at the bottom, its king on files a to d.
///
/// ```
/// use cozy_chess::{Color, Piece, Square};
/// use ludus_chess::network::Perspective;
/// let board = cozy_chess::Board::default();
/// let [white, black] = [Color::White, Color::Black].map(|color| Perspective::of(&board, color));
/// // Both sides see their own queen's pawn on the same square.
/// assert_eq!(
///     white.input(Color::White, Piece::Pawn, Square::D2),
///     black.input(Color::Black, Piece::Pawn, Square::D7),
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perspective {
    side: Color,
    /// A square XORed with this is the square as this side sees it.
    flip: usize,
}

impl Perspective {
    /// How this side sees the position.
    #[must_use]
    pub fn of(board: &Board, side: Color) -> Self {
        Self::with_king(side, board.king(side))
    }

    /// How this side sees the board with its king on this square.
    #[must_use]
    pub fn with_king(side: Color, king: Square) -> Self {
        let flip_ranks = if side == Color::White { 0 } else { 56 };
        let flip_files = if king.file() >= File::E { 7 } else { 0 };
        Self { side, flip: flip_ranks ^ flip_files }
    }

    /// The index of the input for a piece on a square.
    #[must_use]
    pub fn input(self, color: Color, piece: Piece, square: Square) -> usize {
        let first_kind = if color == self.side { 0 } else { 6 };
        (first_kind + piece as usize) * 64 + (square as usize ^ self.flip)
    }
}
