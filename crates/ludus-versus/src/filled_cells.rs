//! What fills the cells of a board, for people who look at it.

use std::borrow::Cow;

use ludus_core::text::shown;
use ludus_tetris::Piece;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

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

/// As its letter.
impl Serialize for Filling {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_char(self.letter())
    }
}

impl<'de> Deserialize<'de> for Filling {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        match &*text {
            "G" => Ok(Self::Garbage),
            letter => Piece::from_letter(letter).map(Self::Piece).ok_or_else(|| {
                let text = shown(&text);
                D::Error::custom(format!("unknown cell {text:?}; expected a piece or \"G\""))
            }),
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

/// A row without any filled cell.
pub(crate) const EMPTY: MatrixRow = [None; WIDTH];

impl FilledCells {
    /// The cells of a board, all of them garbage.
    #[must_use]
    pub fn garbage(board: &BitBoard) -> Self {
        let cell = |x, y| board.is_filled(x as i8, y as i8).then_some(Filling::Garbage);
        let row = |y| std::array::from_fn(|x| cell(x, y));
        Self { rows: (0..board.max_height() as usize).map(row).collect() }
    }

    /// These rows from the bottom. What is above the board is dropped.
    #[must_use]
    pub fn from_rows(mut rows: Vec<MatrixRow>) -> Self {
        rows.truncate(HEIGHT);
        let filled = rows.iter().rposition(|row| *row != EMPTY).map_or(0, |highest| highest + 1);
        rows.truncate(filled);
        Self { rows }
    }

    /// Which cells are filled.
    #[must_use]
    pub fn board(&self) -> BitBoard {
        let mut columns = [0; WIDTH];
        for (y, row) in self.rows.iter().enumerate() {
            for (column, cell) in columns.iter_mut().zip(row) {
                *column |= u64::from(cell.is_some()) << y;
            }
        }
        BitBoard::from_columns(columns)
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
