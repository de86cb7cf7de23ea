//! Sets of centres, and what all places of a rotation have in common: the moves of a set happen to all its centres at once.

use ludus_tetris::{Piece, Rotation};

use crate::board::{BitBoard, Columns, WIDTH};
use crate::shape::{Offset, cells};

/// Centres above this row do not exist. Kicks can lift a piece above the board, but never this far.
const CEILING: u64 = (1 << 56) - 1;

/// A set of centres of one rotation.
pub(super) trait CentreSet: Copy + PartialEq {
    /// The set without centres.
    const EMPTY: Self;

    /// The set of one centre.
    fn one(x: i8, y: i8) -> Self;

    /// The centres of both sets.
    fn and(self, other: Self) -> Self;

    /// The centres of either set.
    fn or(self, other: Self) -> Self;

    /// The centres that the other set does not have.
    fn minus(self, other: Self) -> Self;

    /// All centres moved by an offset. What leaves the board is dropped.
    fn moved(self, offset: Offset) -> Self;

    /// The centres to the left and right of these, and below them.
    fn steps(self) -> Self;

    /// The centres above these.
    fn up(self) -> Self;

    /// Of these free centres, those above the highest one of their column that is not free.
    fn open_to_the_sky(self) -> Self;

    /// How many centres there are.
    fn count(self) -> u32;

    /// Calls `visit` with the column and row of every centre, by column and row.
    fn for_each(self, visit: impl FnMut(i8, i8));

    /// Whether there are no centres.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
}

/// The filled cells of a board, seen from centres.
pub(super) trait FilledSeen {
    /// How centres are kept.
    type Set: CentreSet;

    /// The centres for which the cell at this offset is filled. Walls and floor are.
    fn filled(&self, offset: Offset) -> Self::Set;

    /// The centres where the piece has room.
    fn free(&self, piece: Piece, rotation: Rotation) -> Self::Set;
}

impl CentreSet for Columns {
    const EMPTY: Self = [0; WIDTH];

    #[inline]
    fn one(x: i8, y: i8) -> Self {
        let mut set = Self::EMPTY;
        set[x as usize] = 1 << y;
        set
    }

    #[inline]
    fn and(mut self, other: Self) -> Self {
        for x in 0..WIDTH {
            self[x] &= other[x];
        }
        self
    }

    #[inline]
    fn or(mut self, other: Self) -> Self {
        for x in 0..WIDTH {
            self[x] |= other[x];
        }
        self
    }

    #[inline]
    fn minus(mut self, other: Self) -> Self {
        for x in 0..WIDTH {
            self[x] &= !other[x];
        }
        self
    }

    #[inline]
    fn moved(self, (dx, dy): Offset) -> Self {
        // As many empty columns on each side as the widest kick moves a piece.
        const SIDE: usize = 4;
        let mut padded = [0; WIDTH + 2 * SIDE];
        padded[SIDE..SIDE + WIDTH].copy_from_slice(&self);
        let first = SIDE.wrapping_add_signed(-isize::from(dx));
        let mut out = [0; WIDTH];
        out.copy_from_slice(&padded[first..first + WIDTH]);
        for column in &mut out {
            *column = if dy >= 0 { *column << dy } else { *column >> -dy };
        }
        out
    }

    #[inline]
    fn steps(self) -> Self {
        // An empty column on each side.
        let mut padded = [0_u64; WIDTH + 2];
        padded[1..=WIDTH].copy_from_slice(&self);
        std::array::from_fn(|x| padded[x] | padded[x + 2] | padded[x + 1] >> 1)
    }

    #[inline]
    fn up(self) -> Self {
        self.map(|column| column << 1)
    }

    #[inline]
    fn open_to_the_sky(self) -> Self {
        self.map(|free| {
            let blocked = !free & CEILING;
            free & !u64::MAX.checked_shr(blocked.leading_zeros()).unwrap_or(0)
        })
    }

    #[inline]
    fn count(self) -> u32 {
        self.iter().map(|column| column.count_ones()).sum()
    }

    #[inline]
    fn for_each(self, mut visit: impl FnMut(i8, i8)) {
        for (x, column) in (0_i8..).zip(self) {
            let mut left = column;
            while left != 0 {
                visit(x, left.trailing_zeros() as i8);
                left &= left - 1;
            }
        }
    }
}

/// The columns of a board between walls.
pub(super) struct Padded([u64; WIDTH + 2 * Self::WALL]);

impl Padded {
    /// Columns of wall on each side: as far as a cell is from its centre.
    const WALL: usize = 2;

    pub(super) fn new(board: &BitBoard) -> Self {
        let mut padded = [u64::MAX; WIDTH + 2 * Self::WALL];
        padded[Self::WALL..Self::WALL + WIDTH].copy_from_slice(board.columns());
        Self(padded)
    }
}

impl FilledSeen for Padded {
    type Set = Columns;

    #[inline]
    fn filled(&self, (dx, dy): Offset) -> Columns {
        let first = Self::WALL.wrapping_add_signed(isize::from(dx));
        let columns = &self.0[first..first + WIDTH];
        let mut out = [0; WIDTH];
        if dy >= 0 {
            for (out, column) in out.iter_mut().zip(columns) {
                *out = column >> dy;
            }
        } else {
            let floor = (1_u64 << -dy) - 1;
            for (out, column) in out.iter_mut().zip(columns) {
                *out = (column << -dy) | floor;
            }
        }
        out
    }

    #[inline]
    fn free(&self, piece: Piece, rotation: Rotation) -> Columns {
        let mut blocked = Columns::EMPTY;
        for &offset in cells(piece, rotation) {
            blocked = blocked.or(self.filled(offset));
        }
        blocked.map(|blocked| !blocked & CEILING)
    }
}
