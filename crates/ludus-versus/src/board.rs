//! Boards as bits: one word for each column.

use ludus_tetris::Piece;
use thiserror::Error;

use crate::shape::Place;

/// How many columns a board has.
pub const WIDTH: usize = 10;

/// How many rows a board has, hidden ones included.
pub const HEIGHT: usize = 40;

/// How many rows people see.
pub const VISIBLE: usize = 20;

/// A word for each column; bit *y* belongs to row *y*, 0 at the bottom.
pub type Columns = [u64; WIDTH];

/// The rows of a board as bits of a column.
pub const ROWS: u64 = (1 << HEIGHT) - 1;

/// Which cells are filled.
///
/// ```
/// use ludus_tetris::{Piece, Rotation};
/// use ludus_versus::board::BitBoard;
/// use ludus_versus::shape::Place;
/// let mut board = BitBoard::from_rows(&["####..####"]).unwrap();
/// assert_eq!(board.place(Piece::O, Place::new(Rotation::R0, 4, 0)), 1);
/// assert_eq!(board, BitBoard::from_rows(&["....##...."]).unwrap());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct BitBoard {
    columns: Columns,
}

impl BitBoard {
    /// A board from its columns. Bits above the board are dropped.
    #[must_use]
    pub fn from_columns(columns: Columns) -> Self {
        Self { columns: columns.map(|column| column & ROWS) }
    }

    /// A board from rows of ten characters, the lowest first. `.` is empty, everything else is filled. Missing rows
    /// are empty.
    ///
    /// # Errors
    /// If there are more than 40 rows, or a row does not have ten characters.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Self, BitBoardError> {
        if rows.len() > HEIGHT {
            return Err(BitBoardError::Rows(rows.len()));
        }
        let mut board = Self::default();
        for (y, row) in rows.iter().enumerate() {
            let row = row.as_ref();
            let count = row.chars().count();
            if count != WIDTH {
                return Err(BitBoardError::Row { row: y, count });
            }
            for (column, cell) in board.columns.iter_mut().zip(row.chars()) {
                *column |= u64::from(cell != '.') << y;
            }
        }
        Ok(board)
    }

    /// The columns from the left.
    #[must_use]
    pub const fn columns(&self) -> &Columns {
        &self.columns
    }

    /// Whether a cell is filled. Walls and floor are.
    #[must_use]
    pub fn is_filled(&self, x: i8, y: i8) -> bool {
        match usize::try_from(x).ok().and_then(|x| self.columns.get(x)) {
            Some(column) => y < 0 || column.checked_shr(y as u32).unwrap_or(0) & 1 == 1,
            None => true,
        }
    }

    /// Whether a piece has room at a place.
    #[must_use]
    pub fn fits(&self, piece: Piece, place: Place) -> bool {
        place.cells(piece).iter().all(|&(x, y)| !self.is_filled(x, y))
    }

    /// Whether all cells are empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.columns.iter().all(|column| *column == 0)
    }

    /// The number of rows up to the highest filled cell.
    #[must_use]
    pub fn max_height(&self) -> u32 {
        let all = self.columns.iter().fold(0, |all, column| all | column);
        u64::BITS - all.leading_zeros()
    }

    /// The full rows as bits.
    #[must_use]
    pub fn full_rows(&self) -> u64 {
        self.columns.iter().fold(ROWS, |full, column| full & column)
    }

    /// Fills the cells of a piece and leaves full rows where they are. Cells above the board vanish.
    pub fn fill(&mut self, piece: Piece, place: Place) {
        for (x, y) in place.cells(piece) {
            if let Some(column) = self.columns.get_mut(x as usize) {
                *column |= (1_u64 << y) & ROWS;
            }
        }
    }

    /// Removes these rows, given as bits. What is above them comes down.
    pub fn remove_rows(&mut self, mut rows: u64) {
        while rows != 0 {
            let top = 63 - rows.leading_zeros();
            let below = (1_u64 << top) - 1;
            for column in &mut self.columns {
                *column = (*column & below) | ((*column >> 1) & !below);
            }
            rows &= below;
        }
    }

    /// Places a piece and clears full rows. Returns how many.
    pub fn place(&mut self, piece: Piece, place: Place) -> u32 {
        self.fill(piece, place);
        let full = self.full_rows();
        if full != 0 {
            self.remove_rows(full);
        }
        full.count_ones()
    }

    /// Pushes everything up by one row and puts a full row with one hole below. What leaves the top vanishes.
    pub fn rise(&mut self, hole: usize) {
        for (x, column) in self.columns.iter_mut().enumerate() {
            *column = ((*column << 1) | u64::from(x != hole)) & ROWS;
        }
    }
}

/// Rows that are not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BitBoardError {
    /// There are too many rows.
    #[error("a board has at most {HEIGHT} rows, not {0}")]
    Rows(usize),
    /// A row has the wrong length.
    #[error("row {row} of the board has {count} cells; expected {WIDTH}")]
    Row {
        /// The row, 0 at the bottom.
        row: usize,
        /// How many cells it has.
        count: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_tetris::Rotation;

    #[test]
    fn full_rows_vanish_and_what_is_above_comes_down() {
        let rows = ["#########.", "#.#######.", "#########.", "#########.", "##........"];
        let mut board = BitBoard::from_rows(&rows).unwrap();
        let lines = board.place(Piece::I, Place::new(Rotation::R1, 9, 2));
        assert_eq!(lines, 3);
        let left = BitBoard::from_rows(&["#.########", "##........"]).unwrap();
        assert_eq!(board, left);
    }

    #[test]
    fn a_risen_row_has_one_hole_and_pushes_the_highest_row_out() {
        let mut board = BitBoard::from_rows(&["##........"]).unwrap();
        board.rise(3);
        assert_eq!(board, BitBoard::from_rows(&["###.######", "##........"]).unwrap());
        for _ in 0..HEIGHT {
            board.rise(3);
        }
        assert_eq!(board.max_height(), HEIGHT as u32);
        assert_eq!(board.columns()[3], 0);
    }

    #[test]
    fn walls_and_floor_are_filled_and_the_sky_is_not() {
        let board = BitBoard::default();
        assert!(board.is_filled(-1, 0) && board.is_filled(10, 0) && board.is_filled(0, -1));
        assert!(!board.is_filled(0, 0) && !board.is_filled(0, 60) && !board.is_filled(0, 100));
    }

    #[test]
    fn what_is_no_board_is_named() {
        assert_eq!(
            BitBoard::from_rows(&["...", ".........."]).unwrap_err().to_string(),
            "row 0 of the board has 3 cells; expected 10"
        );
        assert!(BitBoard::from_rows(&[".........."; 41]).is_err());
    }
}
