//! Which centres are free for a piece, and which of them it can reach.

use ludus_tetris::{Piece, Rotation};

use crate::board::{BitBoard, Columns, WIDTH};
use crate::kicks::{TurnRules, turns};
use crate::shape::{Offset, Place, cells};

/// Where a piece spawns: north, in this column, in the lower of these rows where it has room.
pub const SPAWN: (i8, [i8; 2]) = (4, [19, 20]);

/// Centres above this row do not exist. Kicks can lift a piece above the board, but never this far.
const CEILING: u64 = (1 << 56) - 1;

/// How far below its centre a piece can have a cell: a turned I has. On a stack that ends this far below the spawn
/// row, a piece can turn where it spawns, and reach every centre above the stack in every rotation.
const BELOW_CENTRE: i8 = 2;

/// The centre where a piece starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpawnPoint {
    row: i8,
}

impl SpawnPoint {
    /// The start in this row, whether or not there is room.
    #[must_use]
    pub const fn in_row(row: i8) -> Self {
        Self { row }
    }

    /// Where a piece starts if this many rows of garbage push the stack up; `None` if it has no room then.
    #[must_use]
    pub fn above(board: &BitBoard, piece: Piece, risen: u32) -> Option<Self> {
        let rows = SPAWN.1.map(|row| Self::in_row(row - risen.min(i8::MAX as u32) as i8));
        rows.into_iter().find(|start| start.row >= 0 && board.fits(piece, start.place()))
    }

    /// The column of the centre, and its row as a bit.
    pub(super) const fn centre(self) -> (usize, u64) {
        (SPAWN.0 as usize, 1 << self.row)
    }

    /// The place where the piece starts.
    #[must_use]
    pub const fn place(self) -> Place {
        Place::new(Rotation::R0, SPAWN.0, self.row)
    }
}

/// Where a piece starts on this board; `None` if it has no room.
#[must_use]
pub fn spawn(board: &BitBoard, piece: Piece) -> Option<SpawnPoint> {
    SpawnPoint::above(board, piece, 0)
}

/// The free centres of a piece, and those that it can reach, by rotation.
pub(super) struct ReachedCentres {
    pub(super) free: [Columns; 4],
    pub(super) reached: [Columns; 4],
    /// Where the piece starts.
    pub(super) start: SpawnPoint,
    /// Whether only the canonical rotations are filled in.
    canonical_only: bool,
}

impl ReachedCentres {
    /// The centres that a piece can reach. If all free centres of a piece with equal rotations can be reached, only the
    /// canonical rotations are filled in: the others have the same cells.
    pub(super) fn new(board: &BitBoard, piece: Piece, start: SpawnPoint, rules: TurnRules) -> Self {
        let padded = Padded::new(board);
        let canonical = piece.rotations().len();
        let none = [[0; WIDTH]; 4];
        let mut reach = Self { free: none, reached: none, start, canonical_only: false };
        for rotation in 0..canonical {
            reach.free[rotation] = padded.free(piece, Rotation::ALL[rotation]);
        }
        if !is_low(board, start) {
            reach.free = with_equal(piece, &reach.free);
            let (x, row) = start.centre();
            reach.reached[0][x] = reach.free[0][x] & row;
            reach.explore(piece, rules, 1);
            return reach;
        }
        let mut complete = true;
        for rotation in 0..canonical {
            let free = &reach.free[rotation];
            let reached = &mut reach.reached[rotation];
            *reached = open_to_the_sky(free);
            // Most stacks have no room for a piece below an overhang, or it can slide there.
            if *reached != *free {
                spread(free, reached);
                complete &= *reached == *free;
            }
        }
        reach.canonical_only = canonical < 4;
        if !complete && piece != Piece::O {
            reach.add_equal(piece);
            while reach.turn_into_pockets(piece, rules) {}
        }
        reach
    }

    /// Fills in the rotations that have the same cells as canonical ones, if they are not.
    pub(super) fn add_equal(&mut self, piece: Piece) {
        if self.canonical_only {
            self.free = with_equal(piece, &self.free);
            self.reached = with_equal(piece, &self.reached);
            self.canonical_only = false;
        }
    }

    /// Turns into the free centres that no move reaches, one by one: on a low stack they are few. Whether it reached one.
    fn turn_into_pockets(&mut self, piece: Piece, rules: TurnRules) -> bool {
        let mut any = false;
        for to in Rotation::ALL {
            let before = self.reached[to.index()];
            for x in 0..WIDTH {
                let mut pockets = self.free[to.index()][x] & !before[x];
                while pockets != 0 {
                    let row = pockets.trailing_zeros();
                    pockets &= pockets - 1;
                    if self.is_turned_into(piece, Place::new(to, x as i8, row as i8), rules) {
                        self.reached[to.index()][x] |= 1 << row;
                    }
                }
            }
            if self.reached[to.index()] != before {
                spread(&self.free[to.index()], &mut self.reached[to.index()]);
                any = true;
            }
        }
        any
    }

    /// Whether a turn from a centre that is reached ends here: with one of its tests, if all tests before it fail.
    fn is_turned_into(&self, piece: Piece, place: Place, rules: TurnRules) -> bool {
        let to = place.rotation;
        let quarters: &[usize] = if rules.half_turns { &[1, 3, 2] } else { &[1, 3] };
        quarters.iter().any(|quarters| {
            let from = Rotation::ALL[(to.index() + quarters) % 4];
            let Some(turn) = turns(piece, from, rules).iter().find(|turn| turn.to == to) else {
                return false;
            };
            let tests = turn.tests();
            tests.iter().enumerate().any(|(last, &(dx, dy))| {
                let (x, y) = (place.x - dx, place.y - dy);
                has(&self.reached[from.index()], x, y)
                    && tests[..last]
                        .iter()
                        .all(|(dx, dy)| !has(&self.free[to.index()], x + dx, y + dy))
            })
        })
    }

    /// The centres where the piece cannot fall further.
    pub(super) fn landed(&self) -> [Columns; 4] {
        let mut landed = self.reached;
        for rotation in 0..4 {
            for x in 0..WIDTH {
                landed[rotation][x] &= !(self.free[rotation][x] << 1);
            }
        }
        landed
    }

    /// Moves and turns until nothing new is reached, starting with these rotations, given as bits.
    fn explore(&mut self, piece: Piece, rules: TurnRules, mut pending: u8) {
        // A turned O has the same cells.
        if piece == Piece::O {
            spread(&self.free[0], &mut self.reached[0]);
            return;
        }
        while pending != 0 {
            let from = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            spread(&self.free[from], &mut self.reached[from]);
            for turn in turns(piece, Rotation::ALL[from], rules) {
                let to = turn.to.index();
                if self.reached[to] == self.free[to] {
                    continue;
                }
                let before = self.reached[to];
                let mut rest = self.reached[from];
                for &offset in turn.tests() {
                    let hit = both(&moved(&rest, offset), &self.free[to]);
                    for x in 0..WIDTH {
                        self.reached[to][x] |= hit[x];
                    }
                    remove(&mut rest, &moved(&hit, (-offset.0, -offset.1)));
                }
                if self.reached[to] != before {
                    pending |= 1 << to;
                }
            }
        }
    }
}

/// Whether a centre is in a set.
#[inline]
fn has(set: &Columns, x: i8, y: i8) -> bool {
    (0..64).contains(&y) && set.get(x as usize).is_some_and(|column| column >> y & 1 == 1)
}

/// Adds all centres that can be reached by moving left, right and down.
fn spread(free: &Columns, reached: &mut Columns) {
    // An empty column on each side.
    let mut before = [0_u64; WIDTH + 2];
    loop {
        before[1..=WIDTH].copy_from_slice(reached);
        let mut new = 0;
        for x in 0..WIDTH {
            let around = before[x] | before[x + 2] | before[x + 1] >> 1;
            let added = around & free[x] & !before[x + 1];
            reached[x] |= added;
            new |= added;
        }
        if new == 0 {
            return;
        }
    }
}

/// The centres of each column above its highest centre that is not free.
fn open_to_the_sky(free: &Columns) -> Columns {
    free.map(|free| {
        let blocked = !free & CEILING;
        free & !u64::MAX.checked_shr(blocked.leading_zeros()).unwrap_or(0)
    })
}

/// A set of centres moved by an offset. What leaves the board is dropped.
#[inline]
pub(super) fn moved(centres: &Columns, (dx, dy): Offset) -> Columns {
    // As many empty columns on each side as the widest kick moves a piece.
    const SIDE: usize = 4;
    let mut padded = [0; WIDTH + 2 * SIDE];
    padded[SIDE..SIDE + WIDTH].copy_from_slice(centres);
    let first = SIDE.wrapping_add_signed(-isize::from(dx));
    let mut out = [0; WIDTH];
    out.copy_from_slice(&padded[first..first + WIDTH]);
    for column in &mut out {
        *column = if dy >= 0 { *column << dy } else { *column >> -dy };
    }
    out
}

#[inline]
pub(super) fn both(a: &Columns, b: &Columns) -> Columns {
    let mut out = [0; WIDTH];
    for x in 0..WIDTH {
        out[x] = a[x] & b[x];
    }
    out
}

#[inline]
pub(super) fn remove(from: &mut Columns, what: &Columns) {
    for x in 0..WIDTH {
        from[x] &= !what[x];
    }
}

/// Sets of centres by rotation, with those of the rotations that have the same cells as canonical ones, moved as the
/// canonical names say.
fn with_equal(piece: Piece, sets: &[Columns; 4]) -> [Columns; 4] {
    let [north, east, ..] = *sets;
    match piece {
        Piece::I => [north, east, moved(&north, (1, 0)), moved(&east, (0, -1))],
        Piece::S | Piece::Z => [north, east, moved(&north, (0, 1)), moved(&east, (1, 0))],
        _ => *sets,
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

    /// The centres for which the cell at this offset is filled.
    #[inline]
    pub(super) fn filled(&self, (dx, dy): Offset) -> Columns {
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

    /// The centres where the piece has no room.
    #[inline]
    fn blocked(&self, piece: Piece, rotation: Rotation) -> Columns {
        let mut blocked = [0; WIDTH];
        for &offset in cells(piece, rotation) {
            let filled = self.filled(offset);
            for x in 0..WIDTH {
                blocked[x] |= filled[x];
            }
        }
        blocked
    }

    fn free(&self, piece: Piece, rotation: Rotation) -> Columns {
        self.blocked(piece, rotation).map(|blocked| !blocked & CEILING)
    }
}

/// Sets of places by rotation, with all places of the same cells under their canonical name.
pub(super) fn merged(piece: Piece, places: &[Columns; 4]) -> [Columns; 4] {
    let none = [0; WIDTH];
    let union = |a: &Columns, b: Columns| std::array::from_fn(|x| a[x] | b[x]);
    let [north, east, south, west] = places;
    match piece {
        Piece::I => {
            [union(north, moved(south, (-1, 0))), union(east, moved(west, (0, 1))), none, none]
        }
        Piece::S | Piece::Z => {
            [union(north, moved(south, (0, -1))), union(east, moved(west, (-1, 0))), none, none]
        }
        _ => *places,
    }
}

/// Whether the stack is so low that every centre above it can be reached.
pub(super) fn is_low(board: &BitBoard, start: SpawnPoint) -> bool {
    board.max_height() as i8 + BELOW_CENTRE <= start.row
}
