//! What need not be looked at: nodes that are decided without their moves, and moves that are not
//! worth searching.

use cozy_chess::{Move, Piece};

use super::features::Feature;
use super::node::{Known, Spot};
use super::see::exchange_wins;
use super::state::State;
use super::values::{DRAW, is_mate};
use super::worker::{Shared, Worker};

/// Whether a move is searched.
pub(super) enum Skip {
    No,
    This,
    /// Neither this nor any other quiet move.
    Quiets,
}

impl Worker {
    /// Ways to a score without trying the moves one by one.
    pub(super) fn prune(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
    ) -> Option<i32> {
        let &Spot { beta, depth, .. } = spot;
        let eval = known.eval;
        if self.on(Feature::ReverseFutility)
            && depth <= 8
            && !is_mate(beta)
            && eval - 80 * (depth - i32::from(known.improving)) >= beta
        {
            return Some((eval + beta) / 2);
        }
        self.null_move(shared, state, spot, eval)
    }

    /// If passing is good enough, so is some move, unless all moves make things worse; with pieces
    /// on the board that is rare.
    fn null_move(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        eval: i32,
    ) -> Option<i32> {
        let &Spot { beta, depth, ply, cut, .. } = spot;
        let us = state.board.side_to_move();
        let simple = state.board.pieces(Piece::Pawn) | state.board.pieces(Piece::King);
        let passed_before = ply > 0 && self.plies[ply - 1].played.is_none();
        if !self.on(Feature::NullMove)
            || depth < 3
            || eval < beta
            || is_mate(beta)
            || passed_before
            || (state.board.colors(us) & !simple).is_empty()
        {
            return None;
        }
        let child = state.pass()?;
        let reduction = 3 + depth / 3 + ((eval - beta) / 200).min(3);
        self.follow(ply, &state.board, None, &child.board);
        self.plies[ply].played = None;
        self.keys.push(state.key);
        let inner = Spot {
            alpha: -beta,
            beta: 1 - beta,
            depth: depth - reduction,
            ply: ply + 1,
            cut: !cut,
        };
        let score = -self.node::<false>(shared, &child, inner);
        self.keys.pop();
        if self.stopped {
            return Some(DRAW);
        }
        (score >= beta).then_some(if is_mate(score) { beta } else { score })
    }

    /// Whether a move is not worth searching.
    pub(super) fn skip(
        &self,
        state: &State,
        spot: &Spot,
        known: &Known,
        mv: Move,
        quiet: bool,
        number: usize,
    ) -> Skip {
        let depth = spot.depth;
        if quiet {
            let reduced = (depth - self.reduction(depth, number)).max(1);
            let late = (3 + depth * depth) / if known.improving { 1 } else { 2 };
            if self.on(Feature::LateMoves) && depth <= 8 && number as i32 > late {
                return Skip::Quiets;
            }
            if self.on(Feature::Exchange)
                && reduced <= 8
                && !exchange_wins(&state.board, mv, -25 * reduced * reduced)
            {
                return Skip::This;
            }
        } else if self.on(Feature::Exchange)
            && depth <= 6
            && !exchange_wins(&state.board, mv, -100 * depth)
        {
            return Skip::This;
        }
        Skip::No
    }
}
