//! What one thread of a decision works with, and the alpha-beta search.

use std::sync::atomic::{AtomicU64, Ordering};

use ludus_core::Context;

use super::moves::{Few, History, Replies, relevant, sensible};
use super::table::{Bound, Entry, Table};
use crate::bits::Bits;
use crate::board::{Board, MAX_SNAKES};
use crate::eval::Evaluator;
use crate::geometry::Direction;
use crate::turn::Moves;

/// Greater than every score.
pub(crate) const INFINITY: i32 = i32::MAX / 2;

/// After how many positions the clock is looked at.
const CLOCK_INTERVAL: u64 = 256;

/// Between which scores the exact one is asked for.
pub(crate) type Window = (i32, i32);

/// A position in which it is our turn to choose.
pub(crate) struct Node<'b, B> {
    pub(crate) board: &'b Board<B>,
    /// The cells that no head should enter.
    pub(crate) blocked: B,
    /// How many turns are left to search.
    pub(crate) depth: u32,
    /// How many turns were played since the root.
    pub(crate) ply: u32,
}

/// The search was cut: its budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cut;

/// What a decision may spend, seen by all of its threads.
pub(crate) struct Purse<'a> {
    pub(crate) ctx: &'a Context<'a>,
    /// The positions looked at by all threads, brought up to date now and then.
    pub(crate) nodes: AtomicU64,
}

/// One thread of a decision.
pub(crate) struct Worker<'a, B> {
    pub(crate) eval: &'a Evaluator<'a, B>,
    pub(crate) table: &'a Table,
    pub(crate) purse: &'a Purse<'a>,
    pub(crate) history: History,
    pub(crate) me: usize,
    /// The positions looked at and not yet told to the purse.
    untold: u64,
}

impl<'a, B: Bits> Worker<'a, B> {
    pub(crate) fn new(
        eval: &'a Evaluator<'a, B>,
        table: &'a Table,
        purse: &'a Purse<'a>,
        me: usize,
    ) -> Self {
        Self { eval, table, purse, history: History::new::<B>(), me, untold: 0 }
    }

    /// Plays a turn, and pays for it.
    pub(crate) fn after(&mut self, board: &Board<B>, moves: &Moves) -> Result<Board<B>, Cut> {
        self.untold += 1;
        let limit = self.purse.ctx.budget.nodes;
        if self.untold >= CLOCK_INTERVAL || limit.is_some() {
            let untold = std::mem::take(&mut self.untold);
            let before = self.purse.nodes.fetch_add(untold, Ordering::Relaxed);
            if limit.is_some_and(|limit| before >= limit) {
                return Err(Cut);
            }
            let crossed = before / CLOCK_INTERVAL != (before + untold) / CLOCK_INTERVAL;
            if crossed && self.purse.ctx.expired() {
                return Err(Cut);
            }
        }
        let mut next = *board;
        next.play(self.eval.terrain, moves);
        Ok(next)
    }

    /// Tells the purse about the rest, at the end.
    pub(crate) fn settle(&mut self) {
        self.purse.nodes.fetch_add(std::mem::take(&mut self.untold), Ordering::Relaxed);
    }

    /// The score of a position that is decided: we are dead, or nobody else is alive.
    pub(crate) fn decided(&self, board: &Board<B>, ply: u32) -> Option<i32> {
        let scores = &self.eval.settings.scores;
        let late = scores.survival.saturating_mul(ply.min(64) as i32);
        if !board.lives(self.me) {
            let dead = scores.dead.saturating_add(late);
            // Nobody is left: a draw, if that ends the match.
            let drawn = board.alive == 0 && self.eval.started > 1;
            return Some(if drawn { dead / 2 } else { dead });
        }
        let won = board.alive.count_ones() == 1 && self.eval.started > 1;
        won.then(|| scores.dead.saturating_add(late).saturating_neg())
    }

    /// The score of a position for us, `depth` turns deep, all others playing against us.
    pub(crate) fn paranoid(
        &mut self,
        board: &Board<B>,
        depth: u32,
        ply: u32,
        (mut alpha, beta): Window,
    ) -> Result<i32, Cut> {
        if let Some(score) = self.decided(board, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(self.eval.value(board, self.me));
        }
        let hash = board.hash();
        let (turns, scores) = (ply.min(64) as i32, &self.eval.settings.scores);
        let known = self.table.get(hash).map(|entry| entry.shifted(-turns, scores));
        if let Some(score) = known.and_then(|entry| entry.score_for(depth, (alpha, beta))) {
            return Ok(score);
        }
        let node = Node { board, blocked: board.blocked(), depth, ply };
        let moves = self.ordered(&node, known.map(|entry| entry.moves[self.me]));
        let mut best = Entry::none(depth);
        for (n, direction) in moves.as_slice().iter().enumerate() {
            let (score, replies) = self.reply(&node, *direction, n == 0, (alpha, beta))?;
            if score > best.score {
                best.score = score;
                best.moves = replies;
            }
            if best.score > alpha {
                alpha = best.score;
                best.bound = Bound::Exact;
            }
            if alpha >= beta {
                best.bound = Bound::Lower;
                self.history.add(true, board.worms[self.me].head, *direction, depth);
                break;
            }
        }
        self.table.put(hash, &best.shifted(turns, scores));
        Ok(best.score)
    }

    /// The score of one of our moves and the replies to it; unless it is the first, only whether it
    /// beats the best so far is asked before its exact score is.
    pub(crate) fn reply(
        &mut self,
        node: &Node<'_, B>,
        direction: Direction,
        first: bool,
        (alpha, beta): Window,
    ) -> Result<(i32, Moves), Cut> {
        if !first {
            let answer = self.replies(node, direction, (alpha, alpha + 1))?;
            if answer.0 <= alpha || answer.0 >= beta {
                return Ok(answer);
            }
        }
        self.replies(node, direction, (alpha, beta))
    }

    /// Our sensible moves, the one that is known to be best first.
    fn ordered(&self, node: &Node<'_, B>, known: Option<Direction>) -> Few {
        let head = node.board.worms[self.me].head;
        let mut moves = sensible(self.eval.terrain, node.board, self.me, node.blocked);
        moves.sort_by_key(|direction| match Some(*direction) == known {
            true => i64::MIN,
            false => -i64::from(self.history.get(true, head, *direction)),
        });
        moves
    }

    /// The score of one of our moves: the best that the others can do against it, and how.
    fn replies(
        &mut self,
        node: &Node<'_, B>,
        direction: Direction,
        (alpha, mut beta): Window,
    ) -> Result<(i32, Moves), Cut> {
        let joint = self.joint(node, direction);
        let mut worst = (INFINITY, joint.as_slice()[0]);
        for moves in joint.as_slice() {
            let next = self.after(node.board, moves)?;
            let score = self.paranoid(&next, node.depth - 1, node.ply + 1, (alpha, beta))?;
            if score < worst.0 {
                worst = (score, *moves);
                beta = beta.min(score);
            }
            if score <= alpha {
                self.credit(node.board, moves, node.depth);
                break;
            }
        }
        Ok(worst)
    }

    fn credit(&mut self, board: &Board<B>, moves: &Moves, depth: u32) {
        for seat in board.living().filter(|seat| *seat != self.me) {
            self.history.add(false, board.worms[seat].head, moves[seat], depth);
        }
    }

    /// The joint moves of the others that are looked at: those who matter branch, the rest go straight
    /// on or wherever they can.
    fn joint(&self, node: &Node<'_, B>, direction: Direction) -> Replies {
        let Node { board, blocked, depth, .. } = *node;
        let (terrain, settings) = (self.eval.terrain, self.eval.settings);
        let mut first = [direction; MAX_SNAKES];
        for seat in board.living().filter(|seat| *seat != self.me) {
            let moves = sensible(terrain, board, seat, blocked);
            let straight = board.straight(seat);
            let open = moves.as_slice().contains(&straight);
            first[seat] = if open { straight } else { moves.as_slice()[0] };
        }
        let target = terrain.next_or_same(board.worms[self.me].head, direction);
        let mut replies = Replies::new(first);
        let (near, count) = relevant(terrain, board, self.me, depth, settings);
        let duel = board.alive.count_ones() == 2;
        for seat in near.into_iter().take(count) {
            let head = board.worms[seat].head;
            let mut moves = sensible(terrain, board, seat, blocked);
            moves.sort_by_key(|m| {
                let nearer = i64::from(terrain.distance(terrain.next_or_same(head, *m), target));
                let history = i64::from(self.history.get(false, head, *m));
                if duel { nearer - 16 * history } else { nearer * 16 - history.min(64) }
            });
            replies.branch(seat, moves.as_slice(), settings.replies);
        }
        replies
    }
}
