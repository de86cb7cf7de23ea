//! Pruning: nodes that are decided without searching their moves, and moves that are not worth searching.

use cozy_chess::Piece;

use super::features::Feature;
use super::move_loop::Candidate;
use super::negamax::{NodeInfo, NodeParams};
use super::score::{DRAW, is_mate};
use super::search_position::SearchPosition;
use super::see::see_ge;
use super::thread::{SearchThread, SharedState};

/// Reverse futility pruning is used up to this depth, in plies.
const RFP_MAX_DEPTH: i32 = 8;
/// How far the evaluation has to be above beta for each ply of depth, in centipawns. A margin of 60 was measured
/// at 7 Elo [−34, 48] against it, which is no difference.
const RFP_MARGIN: i32 = 80;

/// Null-move pruning is used from this depth on, in plies.
const NMP_MIN_DEPTH: i32 = 3;
/// The null move is searched shallower by this many plies, ...
const NMP_BASE_REDUCTION: i32 = 3;
/// ... by one more for each of this many plies of depth, ...
const NMP_DEPTH_DIVISOR: i32 = 3;
/// ... and by one more for each of this many centipawns that the evaluation is above beta, ...
const NMP_EVAL_DIVISOR: i32 = 200;
/// ... but by no more than this many plies for the evaluation.
const NMP_MAX_EVAL_REDUCTION: i32 = 3;

/// Late-move pruning is used up to this depth, in plies.
const LMP_MAX_DEPTH: i32 = 8;
/// How many moves are searched at least; the square of the depth is added. If the evaluation is not improving,
/// half as many are searched.
const LMP_BASE: i32 = 3;

/// SEE pruning of quiet moves is used up to this reduced depth, in plies.
const SEE_QUIET_MAX_DEPTH: i32 = 8;
/// What a quiet move may lose for each ply of reduced depth squared, in centipawns.
const SEE_QUIET_MARGIN: i32 = -25;
/// SEE pruning of captures is used up to this depth, in plies.
const SEE_CAPTURE_MAX_DEPTH: i32 = 6;
/// What a capture may lose for each ply of depth, in centipawns: a pawn.
const SEE_CAPTURE_MARGIN: i32 = -100;

/// Which moves of a node are not searched.
pub(super) enum Skip {
    /// This move is searched.
    Nothing,
    /// This move is not searched.
    Move,
    /// Neither this move nor any later quiet move is searched.
    Quiets,
}

impl SearchThread {
    /// The score of a node that is cut off without a search of its moves.
    pub(super) fn prune_node(
        &mut self,
        shared: &SharedState<'_>,
        pos: &SearchPosition,
        node: &NodeParams,
        info: &NodeInfo,
    ) -> Option<i32> {
        self.reverse_futility_pruning(node, info)
            .or_else(|| self.null_move_pruning(shared, pos, node, info.eval))
    }

    /// Reverse futility pruning: an evaluation far above beta is not expected to fall below it in a few plies.
    fn reverse_futility_pruning(&self, node: &NodeParams, info: &NodeInfo) -> Option<i32> {
        let &NodeParams { beta, depth, .. } = node;
        let margin = RFP_MARGIN * (depth - i32::from(info.improving));
        let prune = self.has(Feature::ReverseFutility)
            && depth <= RFP_MAX_DEPTH
            && !is_mate(beta)
            && info.eval - margin >= beta;
        prune.then_some((info.eval + beta) / 2)
    }

    /// Null-move pruning: if passing fails high, a real move almost always does too. Only in zugzwang every move
    /// is worse than passing. That is rare while the side to move has pieces, so it needs one.
    fn null_move_pruning(
        &mut self,
        shared: &SharedState<'_>,
        pos: &SearchPosition,
        node: &NodeParams,
        eval: i32,
    ) -> Option<i32> {
        let &NodeParams { beta, depth, ply, cut_node, .. } = node;
        let us = pos.board.side_to_move();
        let pawns_and_kings = pos.board.pieces(Piece::Pawn) | pos.board.pieces(Piece::King);
        let after_null_move = ply > 0 && self.stack[ply - 1].current_move.is_none();
        if !self.has(Feature::NullMove)
            || depth < NMP_MIN_DEPTH
            || eval < beta
            || is_mate(beta)
            || after_null_move
            || (pos.board.colors(us) & !pawns_and_kings).is_empty()
        {
            return None;
        }
        let child = self.make_null_move(pos, ply)?;
        let reduction = NMP_BASE_REDUCTION
            + depth / NMP_DEPTH_DIVISOR
            + ((eval - beta) / NMP_EVAL_DIVISOR).min(NMP_MAX_EVAL_REDUCTION);
        let child_node = NodeParams {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - reduction,
            ply: ply + 1,
            cut_node: !cut_node,
        };
        let score = -self.negamax::<false>(shared, &child, child_node);
        self.keys.pop();
        if self.stopped {
            return Some(DRAW);
        }
        // A mate after a null move is not proved.
        (score >= beta).then_some(if is_mate(score) { beta } else { score })
    }

    /// Late-move pruning and SEE pruning: whether a move is not worth searching.
    pub(super) fn prune_move(
        &self,
        pos: &SearchPosition,
        node: &NodeParams,
        info: &NodeInfo,
        candidate: Candidate,
    ) -> Skip {
        let Candidate { mv, is_quiet, move_count } = candidate;
        let depth = node.depth;
        let prune_by_see = self.has(Feature::Exchange);
        if is_quiet {
            let lmr_depth = (depth - self.lmr(depth, move_count)).max(1);
            let lmp_count = (LMP_BASE + depth * depth) / if info.improving { 1 } else { 2 };
            if self.has(Feature::LateMoves)
                && depth <= LMP_MAX_DEPTH
                && move_count as i32 > lmp_count
            {
                return Skip::Quiets;
            }
            if prune_by_see
                && lmr_depth <= SEE_QUIET_MAX_DEPTH
                && !see_ge(&pos.board, mv, SEE_QUIET_MARGIN * lmr_depth * lmr_depth)
            {
                return Skip::Move;
            }
        } else if prune_by_see
            && depth <= SEE_CAPTURE_MAX_DEPTH
            && !see_ge(&pos.board, mv, SEE_CAPTURE_MARGIN * depth)
        {
            return Skip::Move;
        }
        Skip::Nothing
    }
}
