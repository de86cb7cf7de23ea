//! The falling piece: where it is, and where it fits.

use crate::board::Board;
use crate::landing::spawn_column;
use crate::live::HIDDEN_ROWS;
use crate::piece::{Piece, Rotation, Shape};

/// A falling piece.
///
/// Its position is the lower left corner of its SRS box, in which it rotates: 4 × 4 cells for I, 2 × 2 for O, 3 × 3
/// for the others. The box may stick out of the board even if the piece does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FallingPiece {
    /// Which piece it is.
    pub piece: Piece,
    /// Its rotation.
    pub rotation: Rotation,
    left: i8,
    bottom: i8,
}

impl FallingPiece {
    /// The piece at its spawn, in the middle of the hidden rows.
    #[must_use]
    pub fn spawn(piece: Piece, board: &Board) -> Self {
        let rotation = Rotation::R0;
        let (left, bottom) = inset(piece, rotation);
        let column = spawn_column(piece, board.width()).index() as i8;
        let row = (board.height() - HIDDEN_ROWS) as i8;
        Self { piece, rotation, left: column - left, bottom: row - bottom }
    }

    /// The piece moved by some columns and rows.
    #[must_use]
    pub const fn moved(self, right: i8, up: i8) -> Self {
        Self { left: self.left + right, bottom: self.bottom + up, ..self }
    }

    /// The piece rotated in its box.
    #[must_use]
    pub const fn turned(self, rotation: Rotation) -> Self {
        Self { rotation, ..self }
    }

    fn shape(&self) -> &'static Shape {
        self.piece.shape(self.rotation)
    }

    /// The column of its leftmost cell.
    #[must_use]
    pub const fn column(&self) -> i8 {
        self.left + inset(self.piece, self.rotation).0
    }

    /// The row of its lowest cell, 0 at the bottom.
    #[must_use]
    pub const fn row(&self) -> i8 {
        self.bottom + inset(self.piece, self.rotation).1
    }

    /// Its cells, each (column, row), row 0 at the bottom.
    pub fn cells(&self) -> impl Iterator<Item = (i8, i8)> {
        let (column, row, shape) = (self.column(), self.row(), self.shape());
        (0..shape.width()).flat_map(move |i| {
            let low = row + shape.bottom(i) as i8;
            (low..low + shape.count(i) as i8).map(move |row| (column + i as i8, row))
        })
    }

    /// Its leftmost column and lowest row, if it is inside the board.
    fn corner(&self, board: &Board) -> Option<(usize, usize)> {
        let left = usize::try_from(self.column()).ok()?;
        let row = usize::try_from(self.row()).ok()?;
        let shape = self.shape();
        let inside =
            left + shape.width() <= board.width() && row + shape.height() <= board.height();
        inside.then_some((left, row))
    }

    /// Whether it is inside the board and its cells are empty.
    #[must_use]
    pub fn fits(&self, board: &Board) -> bool {
        self.corner(board).is_some_and(|(left, row)| board.fits(self.shape(), left, row))
    }

    /// The piece moved by some columns and rows, if it fits there.
    #[must_use]
    pub fn moved_on(self, board: &Board, right: i8, up: i8) -> Option<Self> {
        Some(self.moved(right, up)).filter(|moved| moved.fits(board))
    }

    /// The piece as far down as it can go: the ghost that is shown, and where a hard drop takes it.
    #[must_use]
    pub fn dropped(self, board: &Board) -> Self {
        std::iter::successors(Some(self), |piece| piece.moved_on(board, 0, -1))
            .last()
            .unwrap_or(self)
    }

    /// The result of locking the piece where it is; `None` if it is not inside the board.
    #[must_use]
    pub fn lock(&self, board: &Board) -> Option<crate::Landing> {
        self.corner(board).map(|(left, row)| board.lock(self.shape(), left, row))
    }
}

/// The offset of the leftmost column and the lowest row of a piece in its SRS box.
const fn inset(piece: Piece, rotation: Rotation) -> (i8, i8) {
    match (piece, rotation) {
        (Piece::O, _) => (0, 0),
        (Piece::I, Rotation::R0) => (0, 2),
        (Piece::I, Rotation::R1) => (2, 0),
        (Piece::I, Rotation::R2) => (0, 1),
        (Piece::I, Rotation::R3) => (1, 0),
        (_, Rotation::R0) => (0, 1),
        (_, Rotation::R1) => (1, 0),
        (_, Rotation::R2 | Rotation::R3) => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cells of a piece as text, with its box's corner at the lower left.
    fn drawn(piece: Piece, rotation: Rotation, size: usize) -> String {
        let board = Board::new(10, 22).unwrap();
        let spawned = FallingPiece::spawn(piece, &board);
        let at_origin = spawned.moved(-spawned.left, -spawned.bottom).turned(rotation);
        let cells: Vec<_> = at_origin.cells().collect();
        let row = |y: usize| -> String {
            let cell = |x: usize| if cells.contains(&(x as i8, y as i8)) { '#' } else { '.' };
            (0..size).map(cell).collect()
        };
        (0..size).rev().map(row).collect::<Vec<_>>().join("/")
    }

    #[test]
    fn pieces_turn_in_their_boxes_as_the_guideline_draws_them() {
        let all = |piece, size| Rotation::ALL.map(|rotation| drawn(piece, rotation, size));
        assert_eq!(all(Piece::T, 3), [".#./###/...", ".#./.##/.#.", ".../###/.#.", ".#./##./.#."]);
        assert_eq!(all(Piece::J, 3), ["#../###/...", ".##/.#./.#.", ".../###/..#", ".#./.#./##."]);
        assert_eq!(all(Piece::L, 3), ["..#/###/...", ".#./.#./.##", ".../###/#..", "##./.#./.#."]);
        assert_eq!(all(Piece::S, 3), [".##/##./...", ".#./.##/..#", ".../.##/##.", "#../##./.#."]);
        assert_eq!(all(Piece::Z, 3), ["##./.##/...", "..#/.##/.#.", ".../##./.##", ".#./##./#.."]);
        assert_eq!(
            all(Piece::I, 4),
            [
                "..../####/..../....",
                "..#./..#./..#./..#.",
                "..../..../####/....",
                ".#../.#../.#../.#.."
            ]
        );
        assert_eq!(all(Piece::O, 2), ["##/##"; 4].map(str::to_owned));
    }

    #[test]
    fn pieces_come_into_the_hidden_rows_in_the_middle() {
        let board = Board::new(10, 22).unwrap();
        let place = |piece| {
            let falling = FallingPiece::spawn(piece, &board);
            assert!(falling.fits(&board));
            (falling.column(), falling.row())
        };
        assert_eq!(
            Piece::ALL.map(place),
            [(3, 20), (4, 20), (3, 20), (3, 20), (3, 20), (3, 20), (3, 20)]
        );
    }

    #[test]
    fn the_ghost_lies_on_the_highest_thing_below() {
        let mut rows = [".........."; 8];
        rows[6] = "....#.....";
        rows[7] = "....#.....";
        let board = Board::from_rows(&rows).unwrap();
        let ghost = FallingPiece::spawn(Piece::T, &board).dropped(&board);
        assert_eq!((ghost.column(), ghost.row()), (3, 2));
        let right = FallingPiece::spawn(Piece::T, &board).moved(2, 0).dropped(&board);
        assert_eq!((right.column(), right.row()), (5, 0));
    }

    #[test]
    fn a_piece_outside_the_board_does_not_fit() {
        let board = Board::new(10, 22).unwrap();
        let piece = FallingPiece::spawn(Piece::O, &board);
        assert!(piece.moved_on(&board, -4, 0).is_some());
        assert!(piece.moved_on(&board, -5, 0).is_none());
        assert!(piece.moved_on(&board, 4, 0).is_some());
        assert!(piece.moved_on(&board, 5, 0).is_none());
        assert!(piece.moved_on(&board, 0, 1).is_none());
        assert!(piece.moved(0, -21).lock(&board).is_none());
    }
}
