//! Which centres are free for a piece, and which of them it can reach.

use ludus_tetris::{Piece, Rotation};

use super::sets::{CentreSet, FilledSeen};
use crate::board::BitBoard;
use crate::kicks::{SRS, TurnRules, turns};
use crate::shape::{Offset, Place};

/// Where a piece spawns: north, in this column, in the lower of these rows where it has room.
pub const SPAWN: (i8, [i8; 2]) = (4, [19, 20]);

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

    /// The centre as a set.
    pub(super) fn centre<S: CentreSet>(self) -> S {
        S::one(SPAWN.0, self.row)
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
pub(super) struct ReachedCentres<S> {
    pub(super) free: [S; 4],
    pub(super) reached: [S; 4],
    /// Where the piece starts; `None` on a low stack, where that is far above all places.
    pub(super) start: Option<SpawnPoint>,
    /// Whether only the canonical rotations are filled in.
    canonical_only: bool,
}

impl<S: CentreSet> ReachedCentres<S> {
    /// The centres that a piece can reach. If all free centres of a piece with equal rotations can be reached, only the
    /// canonical rotations are filled in: the others have the same cells.
    ///
    /// `low` is what [`is_low`] says.
    #[inline(always)]
    pub(super) fn new<B: FilledSeen<Set = S>>(
        cells: &B,
        piece: Piece,
        start: SpawnPoint,
        low: bool,
        rules: TurnRules,
    ) -> Self {
        let canonical = piece.rotations().len();
        let none = [S::EMPTY; 4];
        let mut reach = Self { free: none, reached: none, start: None, canonical_only: false };
        for rotation in 0..canonical {
            reach.free[rotation] = cells.free(piece, Rotation::ALL[rotation]);
        }
        if !low {
            reach.start = Some(start);
            reach.free = with_equal(piece, &reach.free);
            reach.reached[0] = reach.free[0].and(start.centre());
            reach.explore(piece, rules, 1);
            return reach;
        }
        let mut complete = true;
        for rotation in 0..canonical {
            let free = reach.free[rotation];
            reach.reached[rotation] = free.open_to_the_sky();
            // Most stacks have no room for a piece below an overhang, or it can slide there.
            if reach.reached[rotation] != free {
                reach.reached[rotation] = spread(free, reach.reached[rotation]);
                complete &= reach.reached[rotation] == free;
            }
        }
        reach.canonical_only = canonical < 4;
        if !complete && piece != Piece::O {
            reach.explore_pockets(piece, rules);
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

    /// Turns into the free centres that no move reaches until no more of them can be reached.
    fn explore_pockets(&mut self, piece: Piece, rules: TurnRules) {
        self.add_equal(piece);
        if rules != TurnRules::default() {
            while Rotation::ALL.iter().any(|to| self.enter(piece, *to, rules)) {}
            return;
        }
        match piece {
            Piece::I => self.explore_by_srs::<{ Piece::I as usize }>(),
            Piece::O => {}
            Piece::T => self.explore_by_srs::<{ Piece::T as usize }>(),
            Piece::S => self.explore_by_srs::<{ Piece::S as usize }>(),
            Piece::Z => self.explore_by_srs::<{ Piece::Z as usize }>(),
            Piece::J => self.explore_by_srs::<{ Piece::J as usize }>(),
            Piece::L => self.explore_by_srs::<{ Piece::L as usize }>(),
        }
    }

    /// Turns into this rotation by any rules. Whether something new was reached.
    fn enter(&mut self, piece: Piece, to: Rotation, rules: TurnRules) -> bool {
        if self.free[to.index()] == self.reached[to.index()] {
            return false;
        }
        let mut hits = S::EMPTY;
        for from in Rotation::ALL {
            for turn in turns(piece, from, rules).iter().filter(|turn| turn.to == to) {
                let (rest, free) = (self.reached[from.index()], self.free[to.index()]);
                hits = hits.or(turned_into(rest, free, turn.tests()));
            }
        }
        self.add(to.index(), hits)
    }

    #[inline(never)]
    fn explore_by_srs<const P: usize>(&mut self) {
        while self.enter_by_srs::<P, 0, 3, 1>()
            | self.enter_by_srs::<P, 1, 0, 2>()
            | self.enter_by_srs::<P, 2, 1, 3>()
            | self.enter_by_srs::<P, 3, 2, 0>()
        {}
    }

    /// Turns into this rotation by SRS: clockwise from `RIGHT`, counter-clockwise from `LEFT`. All offsets are constants
    /// here, which makes this several times faster than [`Self::enter`]. Whether something new was reached.
    #[inline(always)]
    fn enter_by_srs<const P: usize, const TO: usize, const RIGHT: usize, const LEFT: usize>(
        &mut self,
    ) -> bool {
        let free = self.free[TO];
        if free == self.reached[TO] {
            return false;
        }
        let right = turned_into(self.reached[RIGHT], free, const { SRS[P][RIGHT][0].five() });
        let left = turned_into(self.reached[LEFT], free, const { SRS[P][LEFT][1].five() });
        self.add(TO, right.or(left))
    }

    /// Adds centres that were reached by a turn, and those that can be reached from there. Whether some are new.
    #[inline(always)]
    fn add(&mut self, rotation: usize, hits: S) -> bool {
        let new = hits.minus(self.reached[rotation]);
        if new.is_empty() {
            return false;
        }
        self.reached[rotation] = spread(self.free[rotation], self.reached[rotation].or(new));
        true
    }

    /// The centres where the piece cannot fall further.
    #[inline]
    pub(super) fn landed(&self) -> [S; 4] {
        std::array::from_fn(|rotation| self.reached[rotation].minus(self.free[rotation].up()))
    }

    /// The places where the piece cannot fall further, by their canonical names.
    #[inline]
    pub(super) fn merged_landed(&self, piece: Piece) -> [S; 4] {
        if self.canonical_only { self.landed() } else { merged(piece, &self.landed()) }
    }

    /// Moves and turns until nothing new is reached, starting with these rotations, given as bits.
    fn explore(&mut self, piece: Piece, rules: TurnRules, mut pending: u8) {
        // A turned O has the same cells.
        if piece == Piece::O {
            self.reached[0] = spread(self.free[0], self.reached[0]);
            return;
        }
        while pending != 0 {
            let from = pending.trailing_zeros() as usize;
            pending &= pending - 1;
            self.reached[from] = spread(self.free[from], self.reached[from]);
            for turn in turns(piece, Rotation::ALL[from], rules) {
                let to = turn.to.index();
                if self.reached[to] == self.free[to] {
                    continue;
                }
                let hits = turned_into(self.reached[from], self.free[to], turn.tests());
                if self.add(to, hits) {
                    pending |= 1 << to;
                }
            }
        }
    }
}

/// The free centres that a turn ends in: each of these centres goes by its first test that has room.
#[inline(always)]
fn turned_into<S: CentreSet>(mut rest: S, free: S, tests: &[Offset]) -> S {
    let mut hits = S::EMPTY;
    for &offset in tests {
        let hit = rest.moved(offset).and(free);
        hits = hits.or(hit);
        rest = rest.minus(hit.moved((-offset.0, -offset.1)));
    }
    hits
}

/// All centres that can be reached from these by moving left, right and down.
#[inline]
fn spread<S: CentreSet>(free: S, mut reached: S) -> S {
    loop {
        let wider = reached.or(reached.steps().and(free));
        if wider == reached {
            return reached;
        }
        reached = wider;
    }
}

/// Sets of centres by rotation, with those of the rotations that have the same cells as canonical ones, moved as the
/// canonical names say.
fn with_equal<S: CentreSet>(piece: Piece, sets: &[S; 4]) -> [S; 4] {
    let [north, east, ..] = *sets;
    match piece {
        Piece::I => [north, east, north.moved((1, 0)), east.moved((0, -1))],
        Piece::S | Piece::Z => [north, east, north.moved((0, 1)), east.moved((1, 0))],
        _ => *sets,
    }
}

/// Sets of places by rotation, with all places of the same cells under their canonical name.
pub(super) fn merged<S: CentreSet>(piece: Piece, places: &[S; 4]) -> [S; 4] {
    let none = S::EMPTY;
    let [north, east, south, west] = *places;
    match piece {
        Piece::I => [north.or(south.moved((-1, 0))), east.or(west.moved((0, 1))), none, none],
        Piece::S | Piece::Z => {
            [north.or(south.moved((0, -1))), east.or(west.moved((-1, 0))), none, none]
        }
        _ => *places,
    }
}

/// Whether a stack of this height is so low that every centre above it can be reached.
#[inline]
pub(super) const fn is_low(height: u32, start: SpawnPoint) -> bool {
    height as i8 + BELOW_CENTRE <= start.row
}
