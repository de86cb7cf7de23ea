//! Low boards in one word: rows of ten bits, the lowest first.
//!
//! Most boards that a search meets are low. A set of centres is one word there, so a step of all centres is a single shift.

use ludus_tetris::{Piece, Rotation};

use super::sets::{CentreSet, FilledSeen};
use crate::board::{BitBoard, WIDTH};
use crate::shape::{Offset, Place, cells};

/// How many rows a word has.
const ROWS: usize = 12;

/// The highest stack of a low board. A piece that lies on the stack has its centre at most two rows above, and kicks from
/// where it touches the stack lift it by two more.
pub(crate) const LOW: u32 = ROWS as u32 - 4;

/// All cells of the word.
const ALL: u128 = (1 << (ROWS * WIDTH)) - 1;

/// The lowest row.
const ROW: u128 = (1 << WIDTH) - 1;

/// The leftmost column.
const COLUMN: u128 = {
    let (mut column, mut y) = (0, 0);
    while y < ROWS {
        column |= 1 << (y * WIDTH);
        y += 1;
    }
    column
};

/// Where six rows of a column are in the word.
const SPREAD: [u64; 64] = {
    let mut spread = [0; 64];
    let mut rows = 0;
    while rows < 64 {
        let mut y = 0;
        while y < 6 {
            spread[rows] |= ((rows as u64 >> y) & 1) << (y * WIDTH);
            y += 1;
        }
        rows += 1;
    }
    spread
};

/// The centres that have a cell outside the board, by piece and rotation.
static OUTSIDE: [[u128; 4]; 7] = {
    let mut outside = [[0; 4]; 7];
    let mut piece = 0;
    while piece < 7 {
        let mut rotation = 0;
        while rotation < 4 {
            let offsets = cells(Piece::ALL[piece], Rotation::ALL[rotation]);
            let mut cell = 0;
            while cell < 4 {
                outside[piece][rotation] |= beyond(offsets[cell]);
                cell += 1;
            }
            rotation += 1;
        }
        piece += 1;
    }
    outside
};

/// The centres whose cell at this offset is beyond the walls or below the floor.
const fn beyond((dx, dy): Offset) -> u128 {
    let mut beyond = if dy < 0 { (1 << (WIDTH * -dy as usize)) - 1 } else { 0 };
    let mut x = 0;
    while x < WIDTH as i8 {
        if x + dx < 0 || x + dx >= WIDTH as i8 {
            beyond |= COLUMN << x;
        }
        x += 1;
    }
    beyond
}

/// By how many bits the word is shifted to the left to move all its cells by an offset.
const fn distance((dx, dy): Offset) -> i32 {
    dx as i32 + dy as i32 * WIDTH as i32
}

#[inline]
const fn shifted(word: u128, distance: i32) -> u128 {
    if distance >= 0 { word << distance } else { word >> -distance }
}

/// A set of centres, or the filled cells of a board, in the lowest twelve rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LowRows(u128);

impl LowRows {
    /// The cells of a board with at most [`LOW`] rows.
    #[inline]
    pub(crate) fn new(board: &BitBoard) -> Self {
        let mut word = 0;
        for (x, column) in board.columns().iter().enumerate() {
            let low = SPREAD[(column & 63) as usize];
            let high = SPREAD[(column >> 6 & 63) as usize];
            word |= (u128::from(low) | u128::from(high) << (6 * WIDTH)) << x;
        }
        Self(word)
    }

    /// The board with these cells.
    pub(crate) fn board(self) -> BitBoard {
        let mut columns = [0; WIDTH];
        self.for_each(|x, y| columns[x as usize] |= 1 << y);
        BitBoard::from_columns(columns)
    }

    /// The number of rows up to the highest filled cell.
    #[inline]
    pub(crate) const fn height(self) -> u32 {
        (u128::BITS - self.0.leading_zeros()).div_ceil(WIDTH as u32)
    }

    /// How many cells are filled.
    #[inline]
    pub(crate) const fn count_cells(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether pieces of four cells may fill the lowest rows, of which there are at most six: no piece reaches across two
    /// columns that have no empty cells side by side, so the empty cells left of such a border are a multiple of four.
    #[inline]
    pub(crate) fn is_fillable(self, rows: u32) -> bool {
        let empty = !(self.0 as u64) & ((1 << (rows as usize * WIDTH)) - 1);
        let pairs = empty & empty >> 1;
        let mut left = 0;
        (0..WIDTH - 1).all(|x| {
            let column = (COLUMN as u64) << x;
            left |= column;
            pairs & column != 0 || (empty & left).count_ones().is_multiple_of(4)
        })
    }

    /// A number that is the same for equal cells and keys, and most likely different for others.
    #[inline]
    pub(crate) const fn hash(self, key: u64) -> u64 {
        // The fractional bits of the golden ratio, as splitmix64 uses them.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        let mut hash = ((self.0 >> 64) as u64 ^ key).wrapping_mul(STEP);
        hash = (hash ^ hash >> 29 ^ self.0 as u64).wrapping_mul(STEP);
        hash ^ hash >> 32
    }

    /// The board after a piece was placed and full rows were cleared.
    #[inline]
    pub(crate) fn placed(self, piece: Piece, place: Place) -> Self {
        let mut word = self.0;
        let (mut lowest, mut highest) = (i8::MAX, 0);
        for (x, y) in place.cells(piece) {
            word |= 1 << distance((x, y));
            (lowest, highest) = (lowest.min(y), highest.max(y));
        }
        let mut y = highest;
        while y >= lowest {
            let below = (1_u128 << (y as usize * WIDTH)) - 1;
            if word >> (y as usize * WIDTH) & ROW == ROW {
                word = (word & below) | (word >> WIDTH & !below);
            }
            y -= 1;
        }
        Self(word)
    }
}

impl CentreSet for LowRows {
    const EMPTY: Self = Self(0);

    #[inline]
    fn one(x: i8, y: i8) -> Self {
        Self(1 << distance((x, y)))
    }

    #[inline]
    fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    #[inline]
    fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    #[inline]
    fn moved(self, (dx, dy): Offset) -> Self {
        // What would come out of the other wall stays behind.
        Self(shifted(self.0 & !beyond((dx, 0)), distance((dx, dy))) & ALL)
    }

    #[inline]
    fn steps(self) -> Self {
        let left = (self.0 & !COLUMN) >> 1;
        let right = (self.0 & !(COLUMN << (WIDTH - 1))) << 1;
        Self(left | right | self.0 >> WIDTH)
    }

    #[inline]
    fn up(self) -> Self {
        Self(self.0 << WIDTH & ALL)
    }

    #[inline]
    fn open_to_the_sky(self) -> Self {
        let mut blocked = !self.0 & ALL;
        blocked |= blocked >> WIDTH;
        blocked |= blocked >> (2 * WIDTH);
        blocked |= blocked >> (4 * WIDTH);
        blocked |= blocked >> (8 * WIDTH);
        Self(self.0 & !blocked)
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    fn for_each(self, mut visit: impl FnMut(i8, i8)) {
        if self.0 == 0 {
            return;
        }
        for x in 0..WIDTH as i8 {
            let mut column = self.0 >> x & COLUMN;
            while column != 0 {
                visit(x, (column.trailing_zeros() / WIDTH as u32) as i8);
                column &= column - 1;
            }
        }
    }
}

impl FilledSeen for LowRows {
    type Set = Self;

    #[inline]
    fn filled(&self, offset: Offset) -> Self {
        Self((shifted(self.0, -distance(offset)) | beyond(offset)) & ALL)
    }

    #[inline(always)]
    fn free(&self, piece: Piece, rotation: Rotation) -> Self {
        let mut blocked = OUTSIDE[piece.index()][rotation.index()];
        for &offset in cells(piece, rotation) {
            blocked |= shifted(self.0, -distance(offset));
        }
        Self(!blocked & ALL)
    }
}
