//! Spins: which places a piece reaches by a turn, and what the turn counts.

use ludus_tetris::{Piece, Rotation};

use super::MoveRules;
use super::reach::{Padded, ReachedCentres, both, moved, remove};
use crate::board::{BitBoard, Columns, WIDTH};
use crate::kicks::{FIFTH_KICK, TurnRules, turns};

/// The places where a piece can land, by the spin it lands with.
pub(super) struct Spins {
    pub(super) none: [Columns; 4],
    pub(super) mini: [Columns; 4],
    pub(super) full: [Columns; 4],
}

/// The places of one rotation where a turn counts.
#[derive(Clone, Copy)]
struct JudgedTurns {
    /// A turn counts at all.
    counts: Columns,
    /// A turn is full, whichever kick it used.
    full: Columns,
}

impl Spins {
    /// The landing places by spin; `None` if no turn counts anywhere.
    pub(super) fn new(
        board: &BitBoard,
        piece: Piece,
        reach: &ReachedCentres,
        rules: MoveRules,
    ) -> Option<Self> {
        if piece != Piece::T && (!rules.all_spin || piece == Piece::O) {
            return None;
        }
        let landed = reach.landed();
        let judged = judge(board, piece, reach, &landed, rules.all_spin);
        if judged.iter().all(|judged| judged.counts == [0; WIDTH]) {
            return None;
        }
        let mut spins = Self { none: landed, mini: [[0; WIDTH]; 4], full: [[0; WIDTH]; 4] };
        for rotation in 0..4 {
            // Where turns count, a piece without a spin has to come by a move, or spawn there.
            let mut by_move = by_moves(&reach.free[rotation], &reach.reached[rotation]);
            if rotation == 0 {
                let (x, row) = reach.start.centre();
                by_move[x] |= row;
            }
            let counts = &judged[rotation].counts;
            for x in 0..WIDTH {
                spins.none[rotation][x] &= !counts[x] | by_move[x];
            }
        }
        spins.add_turns(piece, reach, &judged, rules.turns);
        Some(spins)
    }

    fn add_turns(
        &mut self,
        piece: Piece,
        reach: &ReachedCentres,
        judged: &[JudgedTurns; 4],
        rules: TurnRules,
    ) {
        for from in 0..4 {
            for turn in turns(piece, Rotation::ALL[from], rules) {
                let to = turn.to.index();
                if judged[to].counts == [0; WIDTH] {
                    continue;
                }
                let mut rest = reach.reached[from];
                for (test, &offset) in turn.tests().iter().enumerate() {
                    let hit = both(&moved(&rest, offset), &reach.free[to]);
                    for x in 0..WIDTH {
                        let spun = hit[x] & judged[to].counts[x];
                        let all = piece == Piece::T && test == FIFTH_KICK;
                        let full = if all { spun } else { spun & judged[to].full[x] };
                        self.full[to][x] |= full;
                        self.mini[to][x] |= spun & !full;
                    }
                    remove(&mut rest, &moved(&hit, (-offset.0, -offset.1)));
                }
            }
        }
    }
}

/// Where turns count and where they are full, by rotation.
fn judge(
    board: &BitBoard,
    piece: Piece,
    reach: &ReachedCentres,
    landed: &[Columns; 4],
    all_spin: bool,
) -> [JudgedTurns; 4] {
    let mut judged = [JudgedTurns { counts: [0; WIDTH], full: [0; WIDTH] }; 4];
    if piece == Piece::T {
        let padded = Padded::new(board);
        // Clockwise from the upper left. The front corners of a rotation are its own and the next one.
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)].map(|corner| padded.filled(corner));
        for rotation in 0..4 {
            let corner = |n: usize, x: usize| corners[(rotation + n) % 4][x];
            for x in 0..WIDTH {
                let (front, back) = (corner(0, x) & corner(1, x), corner(2, x) & corner(3, x));
                let any_front = corner(0, x) | corner(1, x);
                let any_back = corner(2, x) | corner(3, x);
                let three = (front & any_back) | (back & any_front);
                judged[rotation].counts[x] = three & landed[rotation][x];
                judged[rotation].full[x] = front;
            }
        }
    }
    if all_spin {
        for rotation in 0..4 {
            let stuck = stuck(&reach.free[rotation]);
            for x in 0..WIDTH {
                judged[rotation].counts[x] |= stuck[x] & landed[rotation][x];
                judged[rotation].full[x] |= stuck[x];
            }
        }
    }
    judged
}

/// The free centres from which a piece cannot move left, right, up or down.
fn stuck(free: &Columns) -> Columns {
    std::array::from_fn(|x| {
        let left = if x > 0 { free[x - 1] } else { 0 };
        let right = if x + 1 < WIDTH { free[x + 1] } else { 0 };
        free[x] & !(left | right | free[x] << 1 | free[x] >> 1)
    })
}

/// The centres that a move left, right or down ends in.
fn by_moves(free: &Columns, reached: &Columns) -> Columns {
    std::array::from_fn(|x| {
        let left = if x > 0 { reached[x - 1] } else { 0 };
        let right = if x + 1 < WIDTH { reached[x + 1] } else { 0 };
        (left | right | reached[x] >> 1) & free[x]
    })
}
