//! The root node: its moves in order, one iteration at a time.

use cozy_chess::Move;
use ludus_core::Seed;

use super::features::Feature;
use super::negamax::NodeParams;
use super::score::{INFINITY, is_mate};
use super::search_position::SearchPosition;
use super::thread::{SearchThread, SharedState};
use crate::position::is_capture;

/// Aspiration windows are used from this depth on, in plies: before that the score changes too much.
const ASPIRATION_MIN_DEPTH: i32 = 5;
/// The first distance of the window's bounds from the last score, in centipawns. It grows by half of itself
/// each time that the score is outside.
const ASPIRATION_DELTA: i32 = 18;
/// Beyond this distance the window is opened completely, in centipawns.
const ASPIRATION_MAX_DELTA: i32 = 600;
/// By how many plies an iteration that fails high again and again is made shallower at most.
const ASPIRATION_MAX_REDUCTION: i32 = 2;

/// Root moves are reduced from this depth on, in plies, ...
const ROOT_LMR_MIN_DEPTH: i32 = 3;
/// ... and from this place in their order on, counted from 0, ...
const ROOT_LMR_MIN_ORDER: usize = 3;
/// ... by this many plies less than other moves.
const ROOT_LMR_LESS: i32 = 1;

/// A root move and what the iterations found about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// Its score in the last iteration in which it was the best; `-INFINITY` if it never was.
    pub(super) score: i32,
    /// Its principal variation, which begins with the move itself.
    pub(super) pv: Vec<Move>,
}

/// The root position and its moves, best first.
#[derive(Clone, Debug)]
pub(super) struct RootNode {
    pub(super) pos: SearchPosition,
    pub(super) moves: Vec<RootMove>,
    /// The index of the first move that is searched: those before it have their lines already.
    pub(super) first: usize,
    /// The source of randomness between equal moves.
    seed: Seed,
}

impl RootNode {
    /// A root with these moves, or with all legal moves if the list is empty.
    pub(super) fn new(pos: SearchPosition, root_moves: &[Move], seed: Seed) -> Self {
        let is_wanted = |mv: &Move| root_moves.is_empty() || root_moves.contains(mv);
        let mut moves = Vec::new();
        pos.board.generate_moves(|list| {
            moves.extend(list.into_iter().filter(is_wanted));
            false
        });
        let entry = |mv| RootMove { mv, score: -INFINITY, pv: vec![mv] };
        Self { moves: moves.into_iter().map(entry).collect(), first: 0, pos, seed }
    }

    /// Moves the best of the moves that are searched before them and leaves the others in order.
    fn promote(&mut self, index: usize) {
        self.moves[self.first..=index].rotate_right(1);
    }
}

impl SearchThread {
    /// One iteration with aspiration windows, which widen until the score is inside. Afterwards the best move is
    /// the first of those that are searched. Returns false if the search stopped before it finished any move. A move that failed high
    /// counts as finished, even if its exact score was not found.
    pub(super) fn aspiration_search(
        &mut self,
        shared: &SharedState<'_>,
        root: &mut RootNode,
        depth: i32,
    ) -> bool {
        let last_score = root.moves[root.first].score;
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut delta = ASPIRATION_DELTA;
        if self.has(Feature::Aspiration) && depth >= ASPIRATION_MIN_DEPTH && !is_mate(last_score) {
            (alpha, beta) = (last_score - delta, last_score + delta);
        }
        let mut reduced_depth = depth;
        let mut failed_high = false;
        loop {
            let node = NodeParams { alpha, beta, depth: reduced_depth, ply: 0, cut_node: false };
            let finished = self.search_root(shared, root, node);
            let score = root.moves[root.first].score;
            if self.stopped {
                return finished || failed_high;
            }
            if score <= alpha && alpha > -INFINITY {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITY);
                reduced_depth = depth;
            } else if score >= beta && beta < INFINITY {
                beta = (score + delta).min(INFINITY);
                failed_high = true;
                reduced_depth = (reduced_depth - 1).max(depth - ASPIRATION_MAX_REDUCTION).max(1);
            } else {
                return true;
            }
            delta += delta / 2;
            if delta > ASPIRATION_MAX_DELTA {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }

    /// Searches the root moves once. Returns whether at least one move was finished.
    ///
    /// If the level breaks ties at random, the window stays open one centipawn below the best score, so that
    /// equal scores are exact.
    fn search_root(
        &mut self,
        shared: &SharedState<'_>,
        root: &mut RootNode,
        node: NodeParams,
    ) -> bool {
        self.stack[0].static_eval =
            root.pos.board.checkers().is_empty().then(|| self.raw_static_eval(&root.pos, 0));
        self.stack[1].killers = [None; 2];
        let tie_margin = i32::from(self.level.random_ties);
        let mut rng = root.seed.derive("tie", node.depth as u64).rng();
        let mut alpha = node.alpha;
        let (mut best_score, mut ties) = (-INFINITY, 0);
        for index in root.first..root.moves.len() {
            let mv = root.moves[index].mv;
            let order = index - root.first;
            let move_alpha = if order == 0 { alpha } else { alpha - tie_margin };
            let move_node = NodeParams { alpha: move_alpha, ..node };
            let score = self.search_root_move(shared, root, &move_node, mv, order);
            if self.stopped {
                return order > 0;
            }
            if score > best_score {
                (best_score, ties) = (score, 1);
            } else if score == best_score && self.level.random_ties {
                ties += 1;
            }
            let is_chosen = score == best_score && (ties == 1 || rng.below(ties) == 0);
            if is_chosen && (order == 0 || score > move_alpha) {
                let entry = &mut root.moves[index];
                entry.score = score;
                entry.pv.clear();
                entry.pv.push(mv);
                entry.pv.extend_from_slice(&self.pv[1]);
                root.promote(index);
                alpha = alpha.max(score);
                if alpha >= node.beta {
                    break;
                }
            }
        }
        true
    }

    /// Searches one root move: the first with the full window, the others with a zero window first.
    fn search_root_move(
        &mut self,
        shared: &SharedState<'_>,
        root: &RootNode,
        node: &NodeParams,
        mv: Move,
        order: usize,
    ) -> i32 {
        let &NodeParams { alpha, beta, depth, .. } = node;
        let child = self.make_move(shared.tt, &root.pos, mv, 0);
        self.stack[0].double_extensions = 0;
        let full_window =
            NodeParams { alpha: -beta, beta: -alpha, depth: depth - 1, ply: 1, cut_node: false };
        let mut score = alpha;
        let mut search_full_window = order == 0;
        if !search_full_window {
            let zero_window = NodeParams { alpha: -alpha - 1, cut_node: true, ..full_window };
            let reduction = self.root_reduction(root, mv, depth, order);
            let reduced = NodeParams { depth: zero_window.depth - reduction, ..zero_window };
            score = -self.negamax::<false>(shared, &child, reduced);
            if reduction > 0 && score > alpha && !self.stopped {
                score = -self.negamax::<false>(shared, &child, zero_window);
            }
            search_full_window = score > alpha && !self.stopped;
        }
        if search_full_window {
            score = -self.negamax::<true>(shared, &child, full_window);
        }
        self.keys.pop();
        score
    }

    /// The late-move reduction of a root move, in plies. A level that breaks ties at random reduces none: its
    /// scores have to be exact.
    fn root_reduction(&self, root: &RootNode, mv: Move, depth: i32, order: usize) -> i32 {
        let reduces = self.has(Feature::Reductions)
            && !self.level.random_ties
            && depth >= ROOT_LMR_MIN_DEPTH
            && order >= ROOT_LMR_MIN_ORDER
            && !is_capture(&root.pos.board, mv);
        if !reduces {
            return 0;
        }
        (self.lmr(depth, order) - ROOT_LMR_LESS).clamp(0, (depth - 2).max(0))
    }
}
