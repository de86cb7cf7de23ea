//! The inner nodes: principal variation search in negamax form.
//!
//! A node probes the transposition table, evaluates, tries to cut off without searching its moves (`pruning`),
//! and otherwise searches its moves (`move_loop`).

use cozy_chess::Move;

use super::move_loop::MoveLoop;
use super::score::{DRAW, INFINITY, MAX_PLY, mate_in_one, mated_in};
use super::search_position::SearchPosition;
use super::thread::{SearchThread, SharedState};
use super::tt::TtEntry;

/// From this half-move clock on, the table does not cut off: near the fifty-move draw the same position has
/// another score.
const NO_TT_CUTOFF_CLOCK: u8 = 90;

/// What the search of a node is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeParams {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The remaining depth, in plies.
    pub(super) depth: i32,
    /// The distance from the root.
    pub(super) ply: usize,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
}

/// What a node knows before it searches its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    pub(super) tt_entry: Option<TtEntry>,
    pub(super) in_check: bool,
    /// The static evaluation without correction, for the table; none in check.
    pub(super) raw_static_eval: Option<i32>,
    /// The best estimate of the score: the corrected static evaluation, refined by the table.
    pub(super) eval: i32,
    /// Whether the static evaluation is better than at this side's last move.
    pub(super) improving: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
}

impl SearchThread {
    /// The score of a position inside the tree: exact within the window, a bound outside it.
    pub(super) fn negamax<const PV: bool>(
        &mut self,
        shared: &SharedState<'_>,
        pos: &SearchPosition,
        mut node: NodeParams,
    ) -> i32 {
        if node.depth <= 0 {
            return self.qsearch::<PV>(shared, pos, node);
        }
        if !self.count_node(shared, node.ply) {
            return DRAW;
        }
        self.pv[node.ply].clear();
        if self.is_draw(pos) {
            return DRAW;
        }
        if node.ply >= MAX_PLY {
            return self.raw_static_eval(pos, node.ply);
        }
        // Mate distance pruning: no line from here beats a shorter mate that is known already.
        node.alpha = node.alpha.max(mated_in(node.ply));
        node.beta = node.beta.min(mate_in_one(node.ply));
        if node.alpha >= node.beta {
            return node.alpha;
        }
        let excluded = self.stack[node.ply].excluded;
        let tt_entry = match excluded {
            Some(_) => None,
            None => shared.tt.probe(pos.key, node.ply),
        };
        if !PV
            && let Some(entry) = tt_entry
            && entry.depth >= node.depth
            && pos.board.halfmove_clock() < NO_TT_CUTOFF_CLOCK
            && let Some(score) = entry.cutoff(node.alpha, node.beta)
        {
            return score;
        }
        let info = self.evaluate_node(pos, tt_entry, excluded, node.ply);
        if !PV
            && !info.in_check
            && excluded.is_none()
            && let Some(score) = self.prune_node(shared, pos, &node, &info)
        {
            return score;
        }
        MoveLoop::<PV>::new(self, shared, pos, &node, &info).run()
    }

    /// Evaluates a node, with the help of the transposition table.
    fn evaluate_node(
        &mut self,
        pos: &SearchPosition,
        tt_entry: Option<TtEntry>,
        excluded: Option<Move>,
        ply: usize,
    ) -> NodeInfo {
        let in_check = !pos.board.checkers().is_empty();
        let mut info = NodeInfo {
            tt_entry,
            in_check,
            raw_static_eval: None,
            eval: -INFINITY,
            improving: false,
            excluded,
        };
        self.stack[ply + 1].excluded = None;
        if in_check {
            self.stack[ply].static_eval = None;
            return info;
        }
        if excluded.is_some() {
            info.eval = self.stack[ply].static_eval.unwrap_or(DRAW);
            return info;
        }
        let raw = match tt_entry.and_then(|entry| entry.static_eval) {
            Some(eval) => eval,
            None => self.raw_static_eval(pos, ply),
        };
        let static_eval = self.corrected_eval(pos, raw);
        self.stack[ply].static_eval = Some(static_eval);
        info.raw_static_eval = Some(raw);
        info.eval = tt_entry.map_or(static_eval, |entry| entry.refine(static_eval));
        let eval_before =
            |plies: usize| ply.checked_sub(plies).and_then(|at| self.stack[at].static_eval);
        // In check two plies ago there was no evaluation; then four plies ago counts.
        info.improving =
            eval_before(2).or_else(|| eval_before(4)).is_some_and(|before| static_eval > before);
        info
    }
}
