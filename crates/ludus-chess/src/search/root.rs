//! The root: its moves in order, one iteration at a time.

use cozy_chess::Move;
use ludus_core::Seed;

use super::features::Feature;
use super::node::Spot;
use super::state::State;
use super::values::{INFINITE, is_mate};
use super::worker::{Shared, Worker};

/// A move of the root and what the iterations said about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score in the last iteration; far below everything if it was not the best.
    pub(super) score: i32,
    /// The line that it begins, itself first.
    pub(super) line: Vec<Move>,
}

/// The root's moves and what its search needs.
#[derive(Clone, Debug)]
pub(super) struct Root {
    pub(super) state: State,
    pub(super) moves: Vec<RootMove>,
    /// Where the lot between equal moves comes from.
    pub(super) seed: Seed,
}

/// The first half-width of the window around the last score.
const ASPIRATION: i32 = 18;

impl Root {
    /// A root with these moves, which must be legal; all legal ones if there are none.
    pub(super) fn new(state: State, only: &[Move], seed: Seed) -> Self {
        let mut moves = Vec::new();
        state.board.generate_moves(|list| {
            moves.extend(list.into_iter().filter(|mv| only.is_empty() || only.contains(mv)));
            false
        });
        let entry = |mv| RootMove { mv, score: -INFINITE, line: vec![mv] };
        Self { moves: moves.into_iter().map(entry).collect(), state, seed }
    }

    /// Brings the best move to the front and leaves the others in order.
    fn promote(&mut self, index: usize) {
        self.moves[..=index].rotate_right(1);
    }
}

impl Worker {
    /// One iteration, with windows that widen until the score is inside. The best move is the first
    /// of the root's afterwards. Answers false if it was stopped before any move was finished; one that
    /// was above the window is the best, whether or not its score was found out.
    pub(super) fn iterate(&mut self, shared: &Shared<'_>, root: &mut Root, depth: i32) -> bool {
        let last = root.moves[0].score;
        let narrow = self.on(Feature::Aspiration) && depth >= 5 && !is_mate(last);
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        let mut width = ASPIRATION;
        if narrow {
            (alpha, beta) = (last - width, last + width);
        }
        let mut reduced = depth;
        let mut above = false;
        loop {
            let spot = Spot { alpha, beta, depth: reduced, ply: 0, cut: false };
            let finished = self.root(shared, root, spot);
            let score = root.moves[0].score;
            if self.stopped {
                return finished || above;
            }
            if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
                reduced = depth;
            } else if score >= beta && beta < INFINITE {
                beta = (score + width).min(INFINITE);
                above = true;
                reduced = (reduced - 1).max(depth - 2).max(1);
            } else {
                return true;
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Tries the root's moves once. Equal best moves are drawn by lot if the level says so: only
    /// exact scores are compared, because the window is kept open by one below the best.
    fn root(&mut self, shared: &Shared<'_>, root: &mut Root, spot: Spot) -> bool {
        self.plies[0].eval =
            root.state.board.checkers().is_empty().then(|| self.evaluate(&root.state, 0));
        self.plies[1].killers = [None; 2];
        let slack = i32::from(self.level.lot);
        let mut rng = root.seed.derive("tie", spot.depth as u64).rng();
        let mut alpha = spot.alpha;
        let (mut best, mut ties) = (-INFINITE, 0);
        for index in 0..root.moves.len() {
            let mv = root.moves[index].mv;
            let floor = if index == 0 { alpha } else { alpha - slack };
            let score = self.root_move(shared, root, &Spot { alpha: floor, ..spot }, mv, index);
            if self.stopped {
                return index > 0;
            }
            if score > best {
                (best, ties) = (score, 1);
            } else if score == best && slack == 1 {
                ties += 1;
            }
            let chosen = score == best && (ties == 1 || rng.below(ties) == 0);
            if chosen && (index == 0 || score > floor) {
                let entry = &mut root.moves[index];
                entry.score = score;
                entry.line.clear();
                entry.line.push(mv);
                entry.line.extend_from_slice(&self.lines[1]);
                root.promote(index);
                alpha = alpha.max(score);
                if alpha >= spot.beta {
                    break;
                }
            }
        }
        true
    }

    /// Searches one move of the root.
    fn root_move(
        &mut self,
        shared: &Shared<'_>,
        root: &Root,
        spot: &Spot,
        mv: Move,
        index: usize,
    ) -> i32 {
        let &Spot { alpha, beta, depth, .. } = spot;
        let child = self.enter(shared.table, &root.state, mv, 0);
        self.plies[0].extensions = 0;
        let full = Spot { alpha: -beta, beta: -alpha, depth: depth - 1, ply: 1, cut: false };
        let mut score = alpha;
        let mut open = index == 0;
        if !open {
            let narrow = Spot { alpha: -alpha - 1, cut: true, ..full };
            let reducing =
                self.on(Feature::Reductions) && !self.level.lot && depth >= 3 && index >= 3;
            let quiet = !crate::position::is_capture(&root.state.board, mv);
            let reduction = if reducing && quiet { self.reduction(depth, index) - 1 } else { 0 };
            let reduction = reduction.clamp(0, (depth - 2).max(0));
            score = -self.node::<false>(
                shared,
                &child,
                Spot { depth: full.depth - reduction, ..narrow },
            );
            if reduction > 0 && score > alpha && !self.stopped {
                score = -self.node::<false>(shared, &child, narrow);
            }
            open = score > alpha && !self.stopped;
        }
        if open {
            score = -self.node::<true>(shared, &child, full);
        }
        self.keys.pop();
        score
    }
}
