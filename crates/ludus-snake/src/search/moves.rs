//! Which moves are looked at, and in which order.

use crate::bits::{Bits, Cell};
use crate::board::{Board, MAX_SNAKES};
use crate::geometry::Direction;
use crate::settings::Settings;
use crate::terrain::{OUTSIDE, Terrain};
use crate::turn::Moves;

/// Up to four directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Few {
    list: [Direction; 4],
    count: usize,
}

impl Few {
    /// The directions in order.
    pub(crate) fn as_slice(&self) -> &[Direction] {
        &self.list[..self.count]
    }

    /// Sorts by a key, smallest first; equal ones keep their order.
    pub(crate) fn sort_by_key(&mut self, key: impl FnMut(&Direction) -> i64) {
        self.list[..self.count].sort_by_key(key);
    }
}

/// The moves that do not certainly lead into a wall or a body; `blocked` is [`Board::blocked`].
#[inline]
pub(crate) fn safe<B: Bits>(
    terrain: &Terrain<B>,
    board: &Board<B>,
    seat: usize,
    blocked: B,
) -> Few {
    let head = board.worms[seat].head;
    let mut few = Few { list: Direction::ALL, count: 0 };
    for direction in Direction::ALL {
        let cell = terrain.next(head, direction);
        if cell != OUTSIDE && !blocked.has(cell) {
            few.list[few.count] = direction;
            few.count += 1;
        }
    }
    few
}

/// The safe moves, or straight on if there is none.
#[inline]
pub(crate) fn sensible<B: Bits>(
    terrain: &Terrain<B>,
    board: &Board<B>,
    seat: usize,
    blocked: B,
) -> Few {
    let few = safe(terrain, board, seat, blocked);
    if few.count > 0 {
        return few;
    }
    Few { list: [board.straight(seat); 4], count: 1 }
}

/// What moves from which cells led to cut-offs, for ordering.
#[derive(Clone)]
pub(crate) struct History(Vec<[u32; 4]>);

impl History {
    /// A history of nothing, for boards of this kind of set.
    pub(crate) fn new<B: Bits>() -> Self {
        Self(vec![[0; 4]; 2 * B::SIDE * B::SIDE])
    }

    /// How often the move led to a cut-off; `ours` tells our moves from the opponents'.
    pub(crate) fn get(&self, ours: bool, head: Cell, direction: Direction) -> u32 {
        self.0[usize::from(head) * 2 + usize::from(ours)][direction.index()]
    }

    /// The move led to a cut-off with this depth left.
    pub(crate) fn add(&mut self, ours: bool, head: Cell, direction: Direction, depth: u32) {
        let slot = &mut self.0[usize::from(head) * 2 + usize::from(ours)][direction.index()];
        *slot = slot.saturating_add(depth * depth);
    }
}

/// The opponents whose moves matter, nearest first: their heads are near enough for the depth that is
/// left, or a part of their body is.
pub(crate) fn relevant<B: Bits>(
    terrain: &Terrain<B>,
    board: &Board<B>,
    me: usize,
    depth: u32,
    settings: &Settings,
) -> ([usize; MAX_SNAKES], usize) {
    let head = board.worms[me].head;
    let reach = (settings.relevance * depth + settings.relevance_margin) as i32;
    let mut near = [(i32::MAX, 0); MAX_SNAKES];
    let mut count = 0;
    let mut around = None;
    for seat in board.living().filter(|seat| *seat != me) {
        let distance = terrain.distance(head, board.worms[seat].head);
        let close = distance <= reach || {
            let around = *around.get_or_insert_with(|| {
                (0..depth).fold(B::of(head), |cells, _| cells | terrain.spread(cells))
            });
            !(around & board.bodies[seat]).is_empty()
        };
        if close {
            near[count] = (distance, seat);
            count += 1;
        }
    }
    near[..count].sort_unstable();
    (near.map(|(_, seat)| seat), count)
}

/// Joint moves of all others.
pub(crate) struct Replies {
    list: [Moves; Replies::MOST],
    count: usize,
}

impl Replies {
    /// The most joint replies that can be looked at.
    pub(crate) const MOST: usize = 32;

    /// Starts from one joint move.
    pub(crate) fn new(first: Moves) -> Self {
        Self { list: [first; Self::MOST], count: 1 }
    }

    /// All joint moves so far, each with each of these moves of a seat, as far as `limit` allows: the
    /// first moves of the list are the ones that are kept.
    pub(crate) fn branch(&mut self, seat: usize, moves: &[Direction], limit: usize) {
        let limit = limit.clamp(1, Self::MOST);
        let kept = (limit / self.count).clamp(1, moves.len().max(1));
        let before = self.count;
        for (n, direction) in moves.iter().take(kept).enumerate().rev() {
            for i in 0..before {
                self.list[n * before + i] = self.list[i];
                self.list[n * before + i][seat] = *direction;
            }
        }
        self.count = before * kept;
    }

    /// The joint moves in order.
    pub(crate) fn as_slice(&self) -> &[Moves] {
        &self.list[..self.count]
    }
}
