//! The seven pieces, their rotations and their shapes.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many cells every piece has.
pub const CELLS: usize = 4;

/// One of the seven pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Piece {
    /// Four in a row.
    I,
    /// The square.
    O,
    /// Three in a row with one in the middle.
    T,
    /// The step that rises to the right.
    S,
    /// The step that rises to the left.
    Z,
    /// Three in a row with one at the left end.
    J,
    /// Three in a row with one at the right end.
    L,
}

impl Piece {
    /// All pieces, in the order in which chance numbers them.
    pub const ALL: [Self; 7] = [Self::I, Self::O, Self::T, Self::S, Self::Z, Self::J, Self::L];

    /// The piece's number in [`Piece::ALL`].
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The piece's letter.
    #[must_use]
    pub const fn letter(self) -> char {
        ['I', 'O', 'T', 'S', 'Z', 'J', 'L'][self as usize]
    }

    /// The piece with this letter.
    ///
    /// ```
    /// use ludus_tetris::Piece;
    /// assert_eq!(Piece::from_letter("T"), Some(Piece::T));
    /// assert_eq!(Piece::from_letter("t"), None);
    /// ```
    #[must_use]
    pub fn from_letter(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let letter = letters.next().filter(|_| letters.next().is_none())?;
        Self::ALL.into_iter().find(|piece| piece.letter() == letter)
    }

    /// The rotations that give different cells, in order. Of rotations with the same cells only the
    /// lowest is here.
    ///
    /// ```
    /// use ludus_tetris::{Piece, Rotation};
    /// assert_eq!(Piece::O.rotations(), [Rotation::R0]);
    /// assert_eq!(Piece::S.rotations(), [Rotation::R0, Rotation::R1]);
    /// assert_eq!(Piece::T.rotations().len(), 4);
    /// ```
    #[must_use]
    #[inline]
    pub fn rotations(self) -> &'static [Rotation] {
        match self {
            Self::O => &Rotation::ALL[..1],
            Self::I | Self::S | Self::Z => &Rotation::ALL[..2],
            Self::T | Self::J | Self::L => &Rotation::ALL,
        }
    }

    /// The lowest rotation with the same cells as this one: its name in actions.
    ///
    /// ```
    /// use ludus_tetris::{Piece, Rotation};
    /// assert_eq!(Piece::I.canonical(Rotation::R3), Rotation::R1);
    /// assert_eq!(Piece::L.canonical(Rotation::R3), Rotation::R3);
    /// ```
    #[must_use]
    pub fn canonical(self, rotation: Rotation) -> Rotation {
        self.rotations()[rotation.index() % self.rotations().len()]
    }

    /// The cells of the piece in this rotation.
    #[must_use]
    pub fn shape(self, rotation: Rotation) -> &'static Shape {
        &SHAPES[self.index()][rotation.index()]
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// How far a piece is turned clockwise from its spawn shape, in quarter turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotation {
    /// The spawn shape.
    R0,
    /// A quarter turn clockwise.
    R1,
    /// A half turn.
    R2,
    /// Three quarter turns clockwise.
    R3,
}

impl Rotation {
    /// All rotations in order.
    pub const ALL: [Self; 4] = [Self::R0, Self::R1, Self::R2, Self::R3];

    /// The number of quarter turns.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.index())
    }
}

/// A piece in one rotation, as the columns that it covers.
///
/// In every column of every piece the cells are without a gap, so a column is its lowest cell and
/// the number of its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    width: u8,
    height: u8,
    bottoms: [u8; 4],
    counts: [u8; 4],
    /// The rows that have one, two, three and four cells, as bits.
    rows: [u8; CELLS],
}

impl Shape {
    /// How many columns the shape covers.
    #[must_use]
    pub const fn width(&self) -> usize {
        self.width as usize
    }

    /// How many rows the shape covers.
    #[must_use]
    pub const fn height(&self) -> usize {
        self.height as usize
    }

    /// The row of the lowest cell in one of its columns, counted from the shape's lowest row.
    #[must_use]
    pub const fn bottom(&self, column: usize) -> usize {
        self.bottoms[column] as usize
    }

    /// How many cells one of its columns has.
    #[must_use]
    pub const fn count(&self, column: usize) -> usize {
        self.counts[column] as usize
    }

    /// The cells of one of its columns as bits, bit 0 for the shape's lowest row.
    #[must_use]
    pub const fn bits(&self, column: usize) -> u64 {
        ((1 << self.counts[column]) - 1) << self.bottoms[column]
    }

    /// The rows that have this many cells, 1 to [`CELLS`], as bits.
    #[must_use]
    pub(crate) const fn rows_with(&self, cells: usize) -> u64 {
        self.rows[cells - 1] as u64
    }

    /// The shape of these cells, each (column, row), moved to the lower left corner.
    const fn of(cells: [(i8, i8); 4]) -> Self {
        let (mut left, mut low) = (i8::MAX, i8::MAX);
        let mut i = 0;
        while i < 4 {
            left = if cells[i].0 < left { cells[i].0 } else { left };
            low = if cells[i].1 < low { cells[i].1 } else { low };
            i += 1;
        }
        let mut shape =
            Self { width: 0, height: 0, bottoms: [u8::MAX; 4], counts: [0; 4], rows: [0; CELLS] };
        i = 0;
        while i < 4 {
            let (x, y) = ((cells[i].0 - left) as u8, (cells[i].1 - low) as u8);
            let column = x as usize;
            shape.width = if x + 1 > shape.width { x + 1 } else { shape.width };
            shape.height = if y + 1 > shape.height { y + 1 } else { shape.height };
            shape.counts[column] += 1;
            if y < shape.bottoms[column] {
                shape.bottoms[column] = y;
            }
            i += 1;
        }
        while (shape.width as usize) < 4 && i > shape.width as usize {
            i -= 1;
            shape.bottoms[i] = 0;
        }
        let mut row = 0;
        while row < shape.height as usize {
            let (mut cells, mut column) = (0, 0);
            while column < shape.width as usize {
                cells += (shape.bits(column) >> row & 1) as usize;
                column += 1;
            }
            shape.rows[cells - 1] |= 1 << row;
            row += 1;
        }
        shape
    }
}

/// The cells of the spawn shapes, each (column, row) with row 0 at the bottom, as in SRS.
const SPAWN: [[(i8, i8); 4]; 7] = [
    [(0, 0), (1, 0), (2, 0), (3, 0)], // I
    [(0, 0), (1, 0), (0, 1), (1, 1)], // O
    [(0, 0), (1, 0), (2, 0), (1, 1)], // T
    [(0, 0), (1, 0), (1, 1), (2, 1)], // S
    [(1, 0), (2, 0), (0, 1), (1, 1)], // Z
    [(0, 0), (1, 0), (2, 0), (0, 1)], // J
    [(0, 0), (1, 0), (2, 0), (2, 1)], // L
];

static SHAPES: [[Shape; 4]; 7] = shapes();

const fn shapes() -> [[Shape; 4]; 7] {
    let mut table = [[Shape::of(SPAWN[0]); 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut cells = SPAWN[piece];
        let mut turn = 0;
        while turn < 4 {
            table[piece][turn] = Shape::of(cells);
            let mut i = 0;
            while i < 4 {
                // A quarter turn clockwise, with rows counted upwards.
                cells[i] = (cells[i].1, -cells[i].0);
                i += 1;
            }
            turn += 1;
        }
        piece += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(piece: Piece, rotation: Rotation) -> Vec<String> {
        let shape = piece.shape(rotation);
        let cell = |column: usize, row: usize| {
            if shape.bits(column) >> row & 1 == 1 { '#' } else { '.' }
        };
        (0..shape.height())
            .rev()
            .map(|row| (0..shape.width()).map(|column| cell(column, row)).collect())
            .collect()
    }

    #[test]
    fn pieces_spawn_flat_side_down() {
        let spawn = |piece| draw(piece, Rotation::R0);
        assert_eq!(spawn(Piece::I), ["####"]);
        assert_eq!(spawn(Piece::O), ["##", "##"]);
        assert_eq!(spawn(Piece::T), [".#.", "###"]);
        assert_eq!(spawn(Piece::S), [".##", "##."]);
        assert_eq!(spawn(Piece::Z), ["##.", ".##"]);
        assert_eq!(spawn(Piece::J), ["#..", "###"]);
        assert_eq!(spawn(Piece::L), ["..#", "###"]);
    }

    #[test]
    fn rotations_are_quarter_turns_clockwise() {
        assert_eq!(draw(Piece::T, Rotation::R1), ["#.", "##", "#."]);
        assert_eq!(draw(Piece::T, Rotation::R2), ["###", ".#."]);
        assert_eq!(draw(Piece::T, Rotation::R3), [".#", "##", ".#"]);
        assert_eq!(draw(Piece::J, Rotation::R1), ["##", "#.", "#."]);
        assert_eq!(draw(Piece::L, Rotation::R1), ["#.", "#.", "##"]);
        assert_eq!(draw(Piece::S, Rotation::R1), ["#.", "##", ".#"]);
        assert_eq!(draw(Piece::Z, Rotation::R1), [".#", "##", "#."]);
        assert_eq!(draw(Piece::I, Rotation::R1), ["#", "#", "#", "#"]);
    }

    #[test]
    fn rotations_with_the_same_cells_have_the_lowest_name() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let canonical = piece.canonical(rotation);
                assert_eq!(piece.shape(rotation), piece.shape(canonical));
                assert!(canonical <= rotation);
                for other in piece.rotations().iter().filter(|r| **r != canonical) {
                    assert_ne!(piece.shape(*other), piece.shape(canonical));
                }
            }
        }
    }

    #[test]
    fn every_shape_has_four_cells_and_rests_on_its_lowest_row() {
        for piece in Piece::ALL {
            for rotation in Rotation::ALL {
                let shape = piece.shape(rotation);
                assert_eq!((0..4).map(|column| shape.count(column)).sum::<usize>(), 4);
                assert_eq!((0..shape.width()).map(|column| shape.bottom(column)).min(), Some(0));
                let in_rows = (1..=CELLS).map(|n| n as u32 * shape.rows_with(n).count_ones());
                assert_eq!(in_rows.sum::<u32>(), 4);
            }
        }
    }
}
