//! The search: best-first by depth.
//!
//! Every depth has a heap of positions. In each round the best position of every depth is taken and its placements go into
//! the heap of the next depth. So a round goes from the first placement to the last known piece, and more rounds make the
//! search wider everywhere: it can end after any number of nodes. What counts is the best position at the greatest depth.
//!
//! One known piece is always left over. A line that places all of them spends the held piece where it can, and the wider the
//! search is, the more such lines it finds.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use super::seen::Seen;
use super::state::{Choice, Knowledge, SeatState};
use crate::action::VersusAction;
use crate::movegen::{Move, SpawnPoint, for_each_move};

/// A height from which on a new piece may have no room.
const HIGH: u32 = 17;

/// When a search ends.
pub struct VersusLimits<'a> {
    /// After this many nodes.
    pub nodes: u64,
    /// How many placements deep at the most.
    pub depth: usize,
    /// When this says so. It is asked in every round.
    pub expired: &'a dyn Fn() -> bool,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The first placement of the best line.
    pub action: VersusAction,
    /// The best line, its first placement included.
    pub line: Vec<VersusAction>,
    /// What its end is worth.
    pub value: f32,
    /// How many placements the line has.
    pub depth: usize,
    /// How many placements were tried and judged.
    pub nodes: u64,
}

/// The memory of a search. It is kept from one to the next, so that it need not be allocated again.
#[derive(Debug, Default)]
pub struct BestFirst {
    expanded: Vec<ExpandedNode>,
    depths: Vec<BinaryHeap<OpenNode>>,
    seen: Seen,
    nodes: u64,
}

/// A position whose placements were tried.
#[derive(Clone, Copy, Debug)]
struct ExpandedNode {
    state: SeatState,
    /// What was sent and lost on the way, with the weights.
    gained: f32,
    /// The position before, and the placement that led here; `None` for the root.
    from: Option<(u32, VersusAction)>,
}

/// A placement that was tried, and what the position after it is worth. That position is made again if its turn comes.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    value: f32,
    gained: f32,
    /// The number of the position before, in the order in which positions were expanded.
    parent: u32,
    choice: Choice,
    placed: Move,
    /// Which one of equal candidates comes first: the one that was tried first.
    number: u32,
}

impl PartialEq for OpenNode {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for OpenNode {}

impl PartialOrd for OpenNode {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for OpenNode {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.total_cmp(&other.value).then(other.number.cmp(&self.number))
    }
}

impl BestFirst {
    /// The best placement that is found within the limits; `None` if there is none.
    pub fn search(
        &mut self,
        root: SeatState,
        known: &Knowledge<'_>,
        limits: &VersusLimits<'_>,
    ) -> Option<Found> {
        self.reset(root);
        self.expand(0, 0, known, limits);
        let in_hand = known.pieces.len() + usize::from(root.hold.is_some());
        let most_depth = limits.depth.min(in_hand.saturating_sub(1));
        'rounds: loop {
            let mut worked = false;
            for depth in 0..self.depths.len().min(most_depth.saturating_sub(1)) {
                if self.nodes >= limits.nodes {
                    break 'rounds;
                }
                let Some(best) = self.depths[depth].pop() else { continue };
                worked = true;
                let parent = self.revive(best, known);
                self.expand(parent, depth + 1, known, limits);
            }
            if !worked || (limits.expired)() {
                break;
            }
        }
        self.best()
    }

    fn reset(&mut self, root: SeatState) {
        self.expanded.clear();
        self.depths.iter_mut().for_each(BinaryHeap::clear);
        self.seen.clear();
        self.nodes = 0;
        self.expanded.push(ExpandedNode { state: root, gained: 0.0, from: None });
    }

    /// Makes the position of a candidate.
    fn revive(&mut self, candidate: OpenNode, known: &Knowledge<'_>) -> u32 {
        let OpenNode { parent, choice, placed, gained, .. } = candidate;
        let mut state = self.expanded[parent as usize].state;
        state.place(choice, placed, known);
        let action = VersusAction { hold: choice.hold, piece: choice.piece, placed };
        self.expanded.push(ExpandedNode { state, gained, from: Some((parent, action)) });
        self.expanded.len() as u32 - 1
    }

    /// Tries all placements of a position. They go into the heap of this depth.
    fn expand(
        &mut self,
        parent: u32,
        depth: usize,
        known: &Knowledge<'_>,
        limits: &VersusLimits<'_>,
    ) {
        let ExpandedNode { state, gained, .. } = self.expanded[parent as usize];
        if self.depths.len() <= depth {
            self.depths.push(BinaryHeap::new());
        }
        let Self { depths, seen, nodes, .. } = self;
        let heap = &mut depths[depth];
        for choice in state.choices(&known.pieces) {
            let start = SpawnPoint::above(&state.board, choice.piece, state.risen.into());
            let Some(start) = start else { continue };
            for_each_move(&state.board, choice.piece, start, known.rules.moves, |placed| {
                if *nodes >= limits.nodes {
                    return;
                }
                *nodes += 1;
                let mut next = state;
                let gained = gained + next.place(choice, placed, known);
                if is_out(&next, known) {
                    return;
                }
                let value = gained + next.value(known);
                if seen.is_better(next.hash() ^ depth as u64, value) {
                    let number = *nodes as u32;
                    heap.push(OpenNode { value, gained, parent, choice, placed, number });
                }
            });
        }
    }

    /// The best candidate of the greatest depth that has one. Positions that were taken out of that heap had their
    /// placements tried, all of which end the seat.
    fn best(&self) -> Option<Found> {
        let (depth, best) = self
            .depths
            .iter()
            .enumerate()
            .rev()
            .find_map(|(depth, heap)| Some((depth, heap.peek()?)))?;
        let last =
            VersusAction { hold: best.choice.hold, piece: best.choice.piece, placed: best.placed };
        let mut line = vec![last];
        let mut at = best.parent;
        while let Some((parent, action)) = self.expanded[at as usize].from {
            line.push(action);
            at = parent;
        }
        line.reverse();
        let action = *line.first()?;
        Some(Found { action, line, value: best.value, depth: depth + 1, nodes: self.nodes })
    }
}

/// Whether the next piece has no room.
fn is_out(state: &SeatState, known: &Knowledge<'_>) -> bool {
    let risen = u32::from(state.risen);
    if state.board.max_height() + risen < HIGH {
        return false;
    }
    // Beyond the known pieces any piece will do for the test.
    let next = known.pieces.get(usize::from(state.at)).or(known.pieces.last());
    next.is_some_and(|piece| SpawnPoint::above(&state.board, *piece, risen).is_none())
}

#[cfg(test)]
mod tests {
    use ludus_tetris::Piece;

    use super::*;
    use crate::board::BitBoard;
    use crate::bots::shipped_weights;
    use crate::rules::VersusRules;

    /// How deep a search on an empty board goes.
    fn depth(hold: Option<Piece>, pieces: &[Piece]) -> usize {
        let (rules, weights) = (VersusRules::default().resolve().unwrap(), shipped_weights());
        let (rules, weights) = (&rules, &weights);
        let known = Knowledge { rules, weights, pieces: pieces.to_vec(), opponent: None };
        let limits = VersusLimits { nodes: 10_000, depth: usize::MAX, expired: &|| false };
        let root = SeatState::on(BitBoard::default(), hold);
        BestFirst::default().search(root, &known, &limits).unwrap().depth
    }

    #[test]
    fn one_known_piece_is_left_over() {
        assert_eq!(depth(Some(Piece::T), &[Piece::I, Piece::O, Piece::L]), 3);
        assert_eq!(depth(None, &[Piece::I, Piece::O, Piece::L]), 2);
        assert_eq!(depth(None, &[Piece::I]), 1);
    }
}
