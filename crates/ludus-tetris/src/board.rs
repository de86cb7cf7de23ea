//! The board: which cells are filled.

use std::fmt;

use thiserror::Error;

use crate::action::Column;

/// The greatest width.
pub const MAX_WIDTH: usize = 20;
/// The least width: the horizontal I must fit.
pub const MIN_WIDTH: usize = 4;
/// The greatest height.
pub const MAX_HEIGHT: usize = 40;
/// The least height: the vertical I must fit.
pub const MIN_HEIGHT: usize = 4;

/// Which cells of a board are filled.
///
/// A column is one machine word; its lowest bit is the bottom row. Cells above the top are never filled.
///
/// ```
/// use ludus_tetris::Board;
/// let board = Board::from_rows(&["....", "....", "#...", "##.#"])?;
/// assert_eq!(board.heights().collect::<Vec<_>>(), [2, 1, 0, 1]);
/// # Ok::<(), ludus_tetris::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    pub(crate) columns: [u64; MAX_WIDTH],
    width: u8,
    height: u8,
}

impl Board {
    /// An empty board.
    ///
    /// # Errors
    /// If there is no board of this size.
    pub fn new(width: usize, height: usize) -> Result<Self, BoardError> {
        if !(MIN_WIDTH..=MAX_WIDTH).contains(&width) {
            return Err(BoardError::Width(width));
        }
        if !(MIN_HEIGHT..=MAX_HEIGHT).contains(&height) {
            return Err(BoardError::Height(height));
        }
        Ok(Self { columns: [0; MAX_WIDTH], width: width as u8, height: height as u8 })
    }

    /// The board that is drawn by these rows, top to bottom: `#` filled, `.` empty.
    ///
    /// # Errors
    /// If the rows differ in length, contain other characters, or have an impossible size.
    pub fn from_rows<S: AsRef<str>>(rows: &[S]) -> Result<Self, BoardError> {
        let width = rows.first().map_or(0, |row| row.as_ref().chars().count());
        let mut board = Self::new(width, rows.len())?;
        for (number, row) in rows.iter().enumerate() {
            let given = row.as_ref().chars().count();
            if given != width {
                return Err(BoardError::Ragged { row: number, given, expected: width });
            }
            for (column, cell) in row.as_ref().chars().enumerate() {
                match cell {
                    '#' => board.columns[column] |= 1 << (rows.len() - 1 - number),
                    '.' => {}
                    cell => return Err(BoardError::Cell { row: number, column, cell }),
                }
            }
        }
        Ok(board)
    }

    /// The rows as text, top to bottom: `#` filled, `.` empty.
    pub fn rows(&self) -> impl DoubleEndedIterator<Item = String> + '_ {
        (0..self.height()).rev().map(|row| {
            self.columns().iter().map(|c| if c >> row & 1 == 1 { '#' } else { '.' }).collect()
        })
    }

    /// How many columns there are.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// How many rows there are.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The columns from left to right; bit 0 of each is its bottom row.
    #[must_use]
    pub fn columns(&self) -> &[u64] {
        &self.columns[..self.width()]
    }

    /// The heights of the columns from left to right.
    pub fn heights(&self) -> impl Iterator<Item = usize> + '_ {
        self.columns().iter().map(|&column| height_of(column))
    }

    /// The height of the tallest column.
    #[must_use]
    pub fn max_height(&self) -> usize {
        height_of(self.columns().iter().fold(0, |any, column| any | column))
    }

    /// One bit for each row of the board.
    #[must_use]
    pub const fn all_rows(&self) -> u64 {
        (1 << self.height) - 1
    }

    /// One bit for each row that is full.
    #[must_use]
    pub fn full_rows(&self) -> u64 {
        self.columns().iter().fold(u64::MAX, |all, column| all & column)
    }

    /// Removes the rows of these bits; the rows above move down.
    pub(crate) fn clear(&mut self, rows: u64) {
        remove_rows(&mut self.columns[..self.width as usize], rows);
    }

    /// Pushes everything up by one row of garbage with one hole. Returns whether a filled cell was pushed above the
    /// top, where it is lost.
    #[must_use = "a seat whose cells are pushed above the top is out"]
    pub fn rise(&mut self, hole: Column) -> bool {
        let (width, rows) = (self.width(), self.all_rows());
        let mut lost = 0;
        for (index, column) in self.columns[..width].iter_mut().enumerate() {
            let risen = *column << 1 | u64::from(index != hole.index());
            lost |= risen & !rows;
            *column = risen & rows;
        }
        lost != 0
    }
}

/// Removes the rows of these bits from all columns; the rows above move down.
#[inline(always)]
pub(crate) fn remove_rows(columns: &mut [u64], rows: u64) {
    let mut rows = rows;
    while rows != 0 {
        // From the highest row down, so that the bits of lower rows stay valid.
        let row = height_of(rows) - 1;
        let below = (1 << row) - 1;
        for column in &mut *columns {
            *column = *column & below | *column >> 1 & !below;
        }
        rows &= below;
    }
}

/// The height of the highest filled cell of a column; 0 for an empty column.
pub(crate) const fn height_of(column: u64) -> usize {
    (u64::BITS - column.leading_zeros()) as usize
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows().enumerate() {
            if number > 0 {
                writeln!(f)?;
            }
            f.write_str(&row)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{self}")
    }
}

/// Text or numbers that are not a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum BoardError {
    /// Too narrow or too wide.
    #[error("a board is {MIN_WIDTH} to {MAX_WIDTH} columns wide, not {0}")]
    Width(usize),
    /// Too low or too high.
    #[error("a board is {MIN_HEIGHT} to {MAX_HEIGHT} rows high, not {0}")]
    Height(usize),
    /// Rows of different lengths.
    #[error("row {row} of the board has {given} cells, the first has {expected}")]
    Ragged {
        /// The row, counted from the top.
        row: usize,
        /// Its length.
        given: usize,
        /// The length of the first row.
        expected: usize,
    },
    /// A character that is not a cell.
    #[error("cell {column} of row {row} of the board is {cell:?}; allowed: # (filled), . (empty)")]
    Cell {
        /// The row, counted from the top.
        row: usize,
        /// The column, counted from the left.
        column: usize,
        /// The character.
        cell: char,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_read_back_from_its_rows() {
        let rows = ["....", ".#..", "##.#", "#.##"];
        let board = Board::from_rows(&rows).unwrap();
        assert_eq!(board.rows().collect::<Vec<_>>(), rows);
        assert_eq!(board.to_string(), "....\n.#..\n##.#\n#.##");
        assert_eq!(board.heights().collect::<Vec<_>>(), [2, 3, 1, 2]);
        assert_eq!(board.max_height(), 3);
    }

    #[test]
    fn what_is_no_board_is_refused_with_the_reason() {
        let error = |rows: &[&str]| Board::from_rows(rows).unwrap_err().to_string();
        assert_eq!(error(&[]), "a board is 4 to 20 columns wide, not 0");
        assert_eq!(error(&["..."; 4]), "a board is 4 to 20 columns wide, not 3");
        assert_eq!(error(&["...."; 3]), "a board is 4 to 40 rows high, not 3");
        assert_eq!(error(&["...."; 41]), "a board is 4 to 40 rows high, not 41");
        assert_eq!(
            error(&["....", "....", ".....", "...."]),
            "row 2 of the board has 5 cells, the first has 4"
        );
        assert_eq!(
            error(&["....", "..x.", "....", "...."]),
            "cell 2 of row 1 of the board is 'x'; allowed: # (filled), . (empty)"
        );
    }

    #[test]
    fn cleared_rows_let_everything_above_come_down() {
        let mut board = Board::from_rows(&["#...", "####", ".#..", "####", "..#."]).unwrap();
        board.clear(board.full_rows());
        assert_eq!(board.to_string(), "....\n....\n#...\n.#..\n..#.");
    }

    #[test]
    fn garbage_rises_from_below_with_one_hole() {
        let mut board = Board::from_rows(&["....", "....", "#...", "#.##"]).unwrap();
        assert!(!board.rise(Column::new(2).unwrap()));
        assert_eq!(board.to_string(), "....\n#...\n#.##\n##.#");
        assert!(!board.rise(Column::new(0).unwrap()));
        assert!(board.rise(Column::new(0).unwrap()), "the highest cell leaves the board");
        assert_eq!(board.to_string(), "#.##\n##.#\n.###\n.###");
    }

    #[test]
    fn the_highest_board_has_room_for_every_row() {
        let board = Board::from_rows(&["####"; 40]).unwrap();
        assert_eq!(board.full_rows(), board.all_rows());
        assert_eq!(board.max_height(), 40);
    }
}
