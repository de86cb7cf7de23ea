//! Bitboards: sets of cells as bits. Flood fills, bodies and food are bitboards.
//!
//! The stride from row to row does not depend on the size of the board, so every shift is by a constant.
//! [`Bitboard11`] (11 × 11 in one `u128`) is the fast path of nearly every game; [`Bitboard25`] covers all boards up
//! to 25 × 25.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A cell as a number: row × stride + column.
pub(crate) type CellIndex = u16;

/// Sets of cells of boards up to 11 × 11.
pub(crate) type Bitboard11 = u128;

/// Sets of cells of boards up to 25 × 25.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Bitboard25([u64; WORDS]);

/// 25 × 25 cells fit into ten words.
const WORDS: usize = 10;

/// A set of cells.
pub(crate) trait Bitboard:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + 'static
{
    /// The stride: the greatest width and height of a board.
    const SIDE: usize;
    /// No cell.
    const EMPTY: Self;
    /// All cells except those of the first column.
    const NOT_FIRST: Self;
    /// All cells except those of the last column of the stride.
    const NOT_LAST: Self;

    /// Only this cell.
    fn of(cell: CellIndex) -> Self;
    /// Whether the cell is in the set.
    fn has(self, cell: CellIndex) -> bool;
    /// Whether the set is empty.
    fn is_empty(self) -> bool;
    /// The number of cells.
    fn count(self) -> u32;
    /// The first cell, if there is one.
    fn first(self) -> Option<CellIndex>;
    /// Every cell moved by this many places up the order.
    fn shl(self, places: usize) -> Self;
    /// Every cell moved by this many places down the order.
    fn shr(self, places: usize) -> Self;
    /// The set as words, for hashing.
    fn words(&self) -> impl Iterator<Item = u64>;

    /// The cells in order.
    fn cells(self) -> impl Iterator<Item = CellIndex> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let cell = rest.first()?;
            rest &= !Self::of(cell);
            Some(cell)
        })
    }
}

impl Bitboard for Bitboard11 {
    const SIDE: usize = 11;
    const EMPTY: Self = 0;
    const NOT_FIRST: Self = !column(0);
    const NOT_LAST: Self = !column(10);

    #[inline]
    fn of(cell: CellIndex) -> Self {
        1 << (cell & 127)
    }

    #[inline]
    fn has(self, cell: CellIndex) -> bool {
        self >> (cell & 127) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self == 0
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn first(self) -> Option<CellIndex> {
        (self != 0).then(|| self.trailing_zeros() as CellIndex)
    }

    #[inline]
    fn shl(self, places: usize) -> Self {
        self << places
    }

    #[inline]
    fn shr(self, places: usize) -> Self {
        self >> places
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        [*self as u64, (*self >> 64) as u64].into_iter()
    }
}

const fn column(x: usize) -> u128 {
    let mut cells = 0;
    let mut y = 0;
    while y < 11 {
        cells |= 1 << (y * 11 + x);
        y += 1;
    }
    cells
}

impl Bitboard for Bitboard25 {
    const SIDE: usize = 25;
    const EMPTY: Self = Self([0; WORDS]);
    const NOT_FIRST: Self = wide_without_column(0);
    const NOT_LAST: Self = wide_without_column(24);

    fn of(cell: CellIndex) -> Self {
        let mut words = [0; WORDS];
        words[cell as usize / 64 % WORDS] = 1 << (cell % 64);
        Self(words)
    }

    fn has(self, cell: CellIndex) -> bool {
        self.0[cell as usize / 64 % WORDS] >> (cell % 64) & 1 != 0
    }

    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    fn first(self) -> Option<CellIndex> {
        let word = self.0.iter().position(|word| *word != 0)?;
        Some((word * 64) as CellIndex + self.0[word].trailing_zeros() as CellIndex)
    }

    #[inline]
    fn shl(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        Self(std::array::from_fn(|i| {
            let high = if i >= words { self.0[i - words] << bits } else { 0 };
            // A shift by a whole word has nothing to carry over.
            let low = if bits > 0 && i > words { self.0[i - words - 1] >> (64 - bits) } else { 0 };
            high | low
        }))
    }

    #[inline]
    fn shr(self, places: usize) -> Self {
        let (words, bits) = (places / 64, places % 64);
        Self(std::array::from_fn(|i| {
            let low = if i + words < WORDS { self.0[i + words] >> bits } else { 0 };
            let carries = bits > 0 && i + words + 1 < WORDS;
            let high = if carries { self.0[i + words + 1] << (64 - bits) } else { 0 };
            low | high
        }))
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        self.0.into_iter()
    }
}

const fn wide_without_column(x: usize) -> Bitboard25 {
    let mut words = [u64::MAX; WORDS];
    let mut y = 0;
    while y < 25 {
        let cell = y * 25 + x;
        words[cell / 64] &= !(1 << (cell % 64));
        y += 1;
    }
    Bitboard25(words)
}

impl BitAnd for Bitboard25 {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl BitOr for Bitboard25 {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl Not for Bitboard25 {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i]))
    }
}

impl BitAndAssign for Bitboard25 {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        *self = *self & other;
    }
}

impl BitOrAssign for Bitboard25 {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shifts_move_every_cell<B: Bitboard>(cells: &[CellIndex], last: CellIndex) {
        let set = cells.iter().fold(B::EMPTY, |set, &cell| set | B::of(cell));
        assert_eq!(set.cells().collect::<Vec<_>>(), cells);
        assert_eq!(set.count() as usize, cells.len());
        for places in [1, B::SIDE, 64, 100] {
            let up: Vec<CellIndex> = set.shl(places).cells().filter(|c| *c <= last).collect();
            let down: Vec<CellIndex> = set.shr(places).cells().collect();
            let expected = |by: i32| -> Vec<CellIndex> {
                let moved = cells.iter().map(|&c| i32::from(c) + by);
                moved
                    .filter(|c| (0..=i32::from(last)).contains(c))
                    .map(|c| c as CellIndex)
                    .collect()
            };
            assert_eq!(up, expected(places as i32), "up by {places}");
            assert_eq!(down, expected(-(places as i32)), "down by {places}");
        }
    }

    #[test]
    fn a_shift_moves_every_cell_and_loses_what_leaves_the_board() {
        shifts_move_every_cell::<Bitboard11>(&[0, 1, 10, 11, 63, 64, 65, 120], 120);
        shifts_move_every_cell::<Bitboard25>(&[0, 24, 25, 63, 64, 127, 128, 300, 511, 624], 624);
    }

    #[test]
    fn the_first_and_the_last_column_are_left_out() {
        assert_eq!((!Bitboard11::NOT_FIRST).cells().collect::<Vec<_>>().len(), 11);
        assert_eq!((!Bitboard25::NOT_LAST).cells().next(), Some(24));
        assert!((!Bitboard25::NOT_FIRST).cells().all(|cell| cell % 25 == 0));
    }
}
