//! Dropping a piece: where it lands, and what its lock does to the board.

use crate::action::{Column, Placement};
use crate::board::{Board, height_of};
use crate::piece::{Piece, Rotation, Shape};
use crate::rules::Spawn;

/// The result of dropping a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The board after the piece locked and full rows were cleared. Cells above the top are not kept.
    pub board: Board,
    /// How many rows were cleared.
    pub lines: usize,
    /// The row of the piece's lowest cell where it locked, 0 at the bottom.
    pub row: usize,
    /// How many cells of the piece were in the cleared rows.
    pub cells: usize,
    /// Whether the piece locked with a cell above the top: the seat is out and no row was cleared.
    pub out: bool,
}

impl Board {
    /// Drops a piece; `None` if the placement is not possible on this board.
    #[must_use]
    pub fn drop_piece(&self, piece: Piece, placement: Placement, spawn: Spawn) -> Option<Landing> {
        let shape = piece.shape(placement.rotation);
        let left = placement.column.index();
        if left + shape.width() > self.width() {
            return None;
        }
        let row = self.resting_row(shape, left, spawn)?;
        Some(self.lock(shape, left, row))
    }

    /// Whether a placement is possible on this board and is canonical: of rotations with the same cells, only the
    /// lowest is.
    #[must_use]
    pub fn accepts(&self, piece: Piece, placement: Placement, spawn: Spawn) -> bool {
        let shape = piece.shape(placement.rotation);
        let left = placement.column.index();
        piece.canonical(placement.rotation) == placement.rotation
            && left + shape.width() <= self.width()
            && self.resting_row(shape, left, spawn).is_some()
    }

    /// Whether the piece fits at its spawn: at the top, in the middle, unrotated.
    #[must_use]
    pub fn spawns(&self, piece: Piece) -> bool {
        let shape = piece.shape(Rotation::R0);
        let left = spawn_column(piece, self.width()).index();
        self.fits(shape, left, self.height() - shape.height())
    }

    /// The row where the shape's lowest cell comes to rest.
    ///
    /// With [`Spawn::Top`] the shape starts with its highest cell in the top row and must fit there. It may start,
    /// and land, below an overhang. With [`Spawn::Free`] it comes from above the board.
    pub(crate) fn resting_row(&self, shape: &Shape, left: usize, spawn: Spawn) -> Option<usize> {
        let on_top = self.row_on_top(shape, left);
        let top = self.height() - shape.height();
        // Everything above the column heights is empty, so a shape that has room there falls down to them.
        if spawn == Spawn::Free || on_top <= top {
            return Some(on_top);
        }
        if !self.fits(shape, left, top) {
            return None;
        }
        (0..top).rev().take_while(|&row| self.fits(shape, left, row)).last().or(Some(top))
    }

    /// The lowest row where the shape lies above the heights of all its columns.
    fn row_on_top(&self, shape: &Shape, left: usize) -> usize {
        (0..shape.width())
            .map(|i| height_of(self.columns[left + i]).saturating_sub(shape.bottom(i)))
            .max()
            .unwrap_or(0)
    }

    /// Whether the shape's cells are empty with its lowest cell in this row.
    pub(crate) fn fits(&self, shape: &Shape, left: usize, row: usize) -> bool {
        (0..shape.width()).all(|i| self.columns[left + i] & shape.bits(i) << row == 0)
    }

    /// Locks the shape in this row and clears the full rows.
    pub(crate) fn lock(&self, shape: &Shape, left: usize, row: usize) -> Landing {
        let mut board = *self;
        for i in 0..shape.width() {
            board.columns[left + i] |= shape.bits(i) << row & self.all_rows();
        }
        if row + shape.height() > self.height() {
            return Landing { board, lines: 0, row, cells: 0, out: true };
        }
        let full = board.full_rows();
        let in_full = |i| (shape.bits(i) << row & full).count_ones() as usize;
        let cells = (0..shape.width()).map(in_full).sum();
        board.clear(full);
        Landing { board, lines: full.count_ones() as usize, row, cells, out: false }
    }
}

/// The column of a piece's leftmost cell when it spawns: in the middle, rounded to the left.
#[must_use]
pub fn spawn_column(piece: Piece, width: usize) -> Column {
    let room = width.saturating_sub(piece.shape(Rotation::R0).width());
    Column::new(room / 2).unwrap_or(Column::FIRST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str, piece: Piece) -> Placement {
        Placement::parse(piece, text).unwrap()
    }

    fn land(rows: &[&str], piece: Piece, text: &str, spawn: Spawn) -> Option<Landing> {
        Board::from_rows(rows).unwrap().drop_piece(piece, at(text, piece), spawn)
    }

    #[test]
    fn a_piece_falls_to_the_highest_thing_below_it() {
        let rows = ["....", "....", "....", "#...", "#..."];
        let landed = land(&rows, Piece::S, "r0x1", Spawn::Top).unwrap();
        assert_eq!(landed.board.to_string(), "....\n....\n....\n#.##\n###.");
        let landed = land(&rows, Piece::O, "r0x0", Spawn::Top).unwrap();
        assert_eq!(landed.board.to_string(), "....\n##..\n##..\n#...\n#...");
        assert_eq!((landed.row, landed.lines, landed.out), (2, 0, false));
    }

    #[test]
    fn every_column_is_reachable() {
        let empty = ["..........", "..........", "..........", "..........", ".........."];
        for text in ["r1x0", "r1x9"] {
            assert!(land(&empty, Piece::I, text, Spawn::Top).is_some(), "{text}");
        }
        let left = land(&empty, Piece::T, "r1x0", Spawn::Top).unwrap().board;
        assert_eq!(left.heights().collect::<Vec<_>>(), [3, 2, 0, 0, 0, 0, 0, 0, 0, 0]);
        let right = land(&empty, Piece::T, "r3x8", Spawn::Top).unwrap().board;
        assert_eq!(right.heights().collect::<Vec<_>>(), [0, 0, 0, 0, 0, 0, 0, 0, 2, 3]);
        assert_eq!(land(&empty, Piece::T, "r3x9", Spawn::Top), None);
    }

    #[test]
    fn full_rows_are_cleared_and_the_cells_of_the_piece_counted() {
        let rows = ["....", "....", ".###", "....", ".###"];
        let landed = land(&rows, Piece::I, "r1x0", Spawn::Top).unwrap();
        assert_eq!(landed.board.to_string(), "....\n....\n....\n#...\n#...");
        assert_eq!((landed.lines, landed.cells), (2, 2));
    }

    #[test]
    fn at_the_top_a_piece_must_fit_before_it_falls() {
        let rows = ["....", "#...", "#...", "#..."];
        assert_eq!(land(&rows, Piece::O, "r0x0", Spawn::Top), None);
        let landed = land(&rows, Piece::O, "r0x0", Spawn::Free).unwrap();
        assert!(landed.out);
        assert_eq!(landed.row, 3);
    }

    #[test]
    fn a_piece_may_start_under_a_cell_that_hangs_over() {
        // The T's nose fits below the cell at the top right, and stays below it on the way down.
        let rows = ["...#", "....", "....", "....", "...."];
        let landed = land(&rows, Piece::T, "r1x2", Spawn::Top).unwrap();
        assert_eq!(landed.board.to_string(), "...#\n....\n..#.\n..##\n..#.");
        let rows = ["...#", "....", "....", "...#", "...."];
        let landed = land(&rows, Piece::T, "r1x2", Spawn::Top).unwrap();
        assert_eq!(landed.board.to_string(), "...#\n..#.\n..##\n..##\n....");
    }

    #[test]
    fn nothing_is_cleared_by_a_piece_that_sticks_out() {
        let rows = ["....", "###.", "###.", "###."];
        let landed = land(&rows, Piece::I, "r0x0", Spawn::Free).unwrap();
        assert!(!landed.out);
        let rows = ["###.", "###.", "###.", "#..."];
        let landed = land(&rows, Piece::L, "r2x1", Spawn::Free).unwrap();
        assert!(landed.out);
        assert_eq!(landed.lines, 0);
    }

    #[test]
    fn pieces_spawn_in_the_middle() {
        let columns = |width| Piece::ALL.map(|piece| spawn_column(piece, width).index());
        assert_eq!(columns(10), [3, 4, 3, 3, 3, 3, 3]);
        assert_eq!(columns(4), [0, 1, 0, 0, 0, 0, 0]);
        let rows = ["..........", "...#......", "..........", ".........."];
        let board = Board::from_rows(&rows).unwrap();
        assert!(board.spawns(Piece::I) && board.spawns(Piece::O) && board.spawns(Piece::Z));
        assert!(!board.spawns(Piece::T) && !board.spawns(Piece::S) && !board.spawns(Piece::J));
    }
}
