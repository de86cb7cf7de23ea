//! Which moves are searched, and in which order.

use crate::bitboard::{Bitboard, CellIndex};
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::geometry::Direction;
use crate::settings::SnakeSettings;
use crate::terrain::{OUTSIDE, Terrain};
use crate::turn::JointMove;

/// Up to four directions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveList {
    list: [Direction; 4],
    count: usize,
}

impl MoveList {
    /// The directions in order.
    pub(crate) fn as_slice(&self) -> &[Direction] {
        &self.list[..self.count]
    }

    /// Sorts by a key, smallest first; equal ones keep their order.
    pub(crate) fn sort_by_key(&mut self, key: impl FnMut(&Direction) -> i64) {
        self.list[..self.count].sort_by_key(key);
    }
}

/// The moves that do not lead into a wall or a body; `blocked` is [`SnakeBoard::blocked`].
#[inline]
pub(crate) fn safe<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seat: usize,
    blocked: B,
) -> MoveList {
    let head = board.snakes[seat].head;
    let mut few = MoveList { list: Direction::ALL, count: 0 };
    for direction in Direction::ALL {
        let cell = terrain.next(head, direction);
        if cell != OUTSIDE && !blocked.has(cell) {
            few.list[few.count] = direction;
            few.count += 1;
        }
    }
    few
}

/// The safe moves, or straight ahead if there is none.
#[inline]
pub(crate) fn safe_or_straight<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seat: usize,
    blocked: B,
) -> MoveList {
    let few = safe(terrain, board, seat, blocked);
    if few.count > 0 {
        return few;
    }
    MoveList { list: [board.straight(seat); 4], count: 1 }
}

/// The move of a snake that is not looked at: straight ahead if that is safe, else any safe move.
#[inline]
pub(crate) fn usual_move<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    seat: usize,
    blocked: B,
) -> Direction {
    let moves = safe_or_straight(terrain, board, seat, blocked);
    let straight = board.straight(seat);
    if moves.as_slice().contains(&straight) { straight } else { moves.as_slice()[0] }
}

/// The history heuristic: which moves from which cells led to cut-offs.
#[derive(Clone)]
pub(crate) struct MoveHistory(Vec<[u32; 4]>);

impl MoveHistory {
    /// An empty history for boards of this size.
    pub(crate) fn new<B: Bitboard>() -> Self {
        Self(vec![[0; 4]; 2 * B::SIDE * B::SIDE])
    }

    /// The history score of a move. `ours` separates our moves from the opponents'.
    pub(crate) fn get(&self, ours: bool, head: CellIndex, direction: Direction) -> u32 {
        self.0[usize::from(head) * 2 + usize::from(ours)][direction.index()]
    }

    /// Records that the move led to a cut-off at this remaining depth.
    pub(crate) fn add(&mut self, ours: bool, head: CellIndex, direction: Direction, depth: u32) {
        let slot = &mut self.0[usize::from(head) * 2 + usize::from(ours)][direction.index()];
        *slot = slot.saturating_add(depth * depth);
    }
}

/// The opponents that are close enough to matter, nearest first: their head or a part of their body is within reach
/// at the remaining depth. A single opponent always matters, because a proof has to try all of its replies.
pub(crate) fn nearby_opponents<B: Bitboard>(
    terrain: &Terrain<B>,
    board: &SnakeBoard<B>,
    me: usize,
    depth: u32,
    settings: &SnakeSettings,
) -> ([usize; MAX_SNAKES], usize) {
    let head = board.snakes[me].head;
    let reach = (settings.relevance * depth + settings.relevance_margin) as i32;
    let mut near = [(i32::MAX, 0); MAX_SNAKES];
    let mut count = 0;
    let mut around = None;
    let duel = board.alive.count_ones() == 2;
    for seat in board.living().filter(|seat| *seat != me) {
        let distance = terrain.distance(head, board.snakes[seat].head);
        let close = duel || distance <= reach || {
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

/// Joint moves of all opponents.
pub(crate) struct JointReplies {
    list: [JointMove; JointReplies::MOST],
    count: usize,
    complete: bool,
}

impl JointReplies {
    /// The most joint replies that can be searched.
    pub(crate) const MOST: usize = 32;

    /// Starts from one joint move. `complete` says whether every opponent that lives will [branch](Self::branch).
    pub(crate) fn new(first: JointMove, complete: bool) -> Self {
        Self { list: [first; Self::MOST], count: 1, complete }
    }

    /// Combines all joint moves so far with each of these moves of a seat. If there would be more than `limit`, only
    /// the first moves of the list are kept.
    pub(crate) fn branch(&mut self, seat: usize, moves: &[Direction], limit: usize) {
        let limit = limit.clamp(1, Self::MOST);
        let kept = (limit / self.count).clamp(1, moves.len().max(1));
        let before = self.count;
        self.complete &= kept >= moves.len();
        for (n, direction) in moves.iter().take(kept).enumerate().rev() {
            for i in 0..before {
                self.list[n * before + i] = self.list[i];
                self.list[n * before + i][seat] = *direction;
            }
        }
        self.count = before * kept;
    }

    /// Adds a move of a seat that is not among the joint moves: each of the seat's first moves is repeated with it, as
    /// long as there is room.
    pub(crate) fn add(&mut self, seat: usize, direction: Direction) {
        if self.as_slice().iter().any(|moves| moves[seat] == direction) {
            return;
        }
        let usual = self.list[0][seat];
        for i in 0..self.count {
            if self.count < Self::MOST && self.list[i][seat] == usual {
                self.list[self.count] = self.list[i];
                self.list[self.count][seat] = direction;
                self.count += 1;
            }
        }
    }

    /// Whether these are all joint moves of all living opponents that do not die at once.
    pub(crate) fn is_complete(&self) -> bool {
        self.complete
    }

    /// The joint moves in order.
    pub(crate) fn as_slice(&self) -> &[JointMove] {
        &self.list[..self.count]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Snake;
    use crate::rules::SnakeRules;

    const FAR: &str = "
        A . . . . . . . . . .
        ^ . . . . . . . . . .
        ^ . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . > > B
    ";

    #[test]
    fn the_only_opponent_matters_however_far_it_is() {
        let game = Snake::from_drawing(&SnakeRules::default(), FAR).unwrap();
        let (terrain, board) = game.small().unwrap();
        let near = nearby_opponents(&terrain, &board, 0, 1, &SnakeSettings::default());
        assert_eq!((near.0[0], near.1), (1, 1));
        let three = FAR.replace(". > > B", "C > > B");
        let game = Snake::from_drawing(&SnakeRules::default(), &three).unwrap();
        let (terrain, board) = game.small().unwrap();
        assert_eq!(nearby_opponents(&terrain, &board, 0, 1, &SnakeSettings::default()).1, 0);
    }

    #[test]
    fn replies_that_are_left_out_are_known_and_can_be_added() {
        use Direction::{Down, Left, Right, Up};
        let mut all = JointReplies::new([Up; MAX_SNAKES], true);
        all.branch(1, &[Up, Left, Right], 12);
        assert!(all.is_complete());
        all.branch(2, &[Up, Down, Left], 3);
        assert!(!all.is_complete());
        assert_eq!(all.as_slice().len(), 3);
        all.add(2, Down);
        all.add(2, Up);
        let moves: Vec<_> = all.as_slice().iter().map(|moves| (moves[1], moves[2])).collect();
        let (up, down) =
            ([(Up, Up), (Left, Up), (Right, Up)], [(Up, Down), (Left, Down), (Right, Down)]);
        assert_eq!(moves, [up, down].concat());
        assert!(
            !JointReplies::new([Up; MAX_SNAKES], false).is_complete(),
            "one goes its usual way"
        );
    }
}
