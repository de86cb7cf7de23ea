//! What fills the cells of a board, for people who look at it.

use ludus_tetris::Piece;

use crate::board::{BitBoard, HEIGHT, WIDTH};
use crate::shape::Place;

/// What fills a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    /// A piece.
    Piece(Piece),
    /// Garbage.
    Garbage,
}

impl Filling {
    /// The letter of the piece, or `G`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Piece(piece) => piece.letter(),
            Self::Garbage => 'G',
        }
    }
}

/// One row from the left.
pub type MatrixRow = [Option<Filling>; WIDTH];

/// What fills each cell. It always agrees with the [`BitBoard`] of the same seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilledCells {
    /// Rows from the bottom; those above are empty.
    rows: Vec<MatrixRow>,
}

const EMPTY: MatrixRow = [None; WIDTH];

impl FilledCells {
    /// The cells of a board, all of them garbage.
    #[must_use]
    pub fn garbage(board: &BitBoard) -> Self {
        let cell = |x, y| board.is_filled(x as i8, y as i8).then_some(Filling::Garbage);
        let row = |y| std::array::from_fn(|x| cell(x, y));
        Self { rows: (0..board.max_height() as usize).map(row).collect() }
    }

    /// The rows from the bottom, without the empty ones at the top.
    #[must_use]
    pub fn rows(&self) -> &[MatrixRow] {
        &self.rows
    }

    /// The rows as text, from the bottom: `.` is empty, `G` is garbage, other letters are pieces.
    pub fn text(&self) -> impl DoubleEndedIterator<Item = String> + ExactSizeIterator + '_ {
        let row =
            |row: &MatrixRow| row.iter().map(|cell| cell.map_or('.', Filling::letter)).collect();
        self.rows.iter().map(row)
    }

    /// Fills the cells of a piece and removes full rows.
    pub(crate) fn place(&mut self, piece: Piece, place: Place) {
        for (x, y) in place.cells(piece) {
            let (x, y) = (x as usize, y as usize);
            if y >= HEIGHT {
                continue;
            }
            if self.rows.len() <= y {
                self.rows.resize(y + 1, EMPTY);
            }
            self.rows[y][x] = Some(Filling::Piece(piece));
        }
        self.rows.retain(|row| row.iter().any(Option::is_none));
    }

    /// Pushes everything up by a row of garbage.
    pub(crate) fn rise(&mut self, hole: usize) {
        let mut row = [Some(Filling::Garbage); WIDTH];
        row[hole] = None;
        self.rows.insert(0, row);
        self.rows.truncate(HEIGHT);
    }
}
