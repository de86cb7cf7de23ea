//! One search thread, and the paranoid alpha-beta search.

use std::sync::atomic::{AtomicU64, Ordering};

use ludus_core::Context;

use super::moves::{
    JointReplies, MoveHistory, MoveList, nearby_opponents, safe_or_straight, usual_move,
};
use super::table::{PositionEntry, PositionTable, ScoreBound};
use crate::bitboard::{Bitboard, CellIndex};
use crate::board::{MAX_SNAKES, SnakeBoard};
use crate::eval::BoardEvaluator;
use crate::geometry::Direction;
use crate::settings::Scores;
use crate::terrain::OUTSIDE;
use crate::turn::JointMove;

/// Greater than every score.
pub(crate) const INFINITY: i32 = i32::MAX / 2;

/// After how many positions the clock is checked.
const CLOCK_INTERVAL: u64 = 256;

/// The most turns that a score of a win or a loss counts: enough for every search, and far from overflow.
const MAX_COUNTED_TURNS: u32 = 64;

/// How much more the first of two ordering keys counts than the second. In a duel the first is history, otherwise it is
/// the distance to our target.
const FIRST_KEY_WEIGHT: i64 = 16;

/// The most points of history that count among several opponents.
const HISTORY_CAP: i64 = 64;

/// The share of a proven score that a win against only a part of the replies counts. It keeps the order of such wins, and
/// puts them between all evaluations and everything that is decided.
const UNPROVEN_SHARE: i32 = 4;

/// The greatest distance between our head and an opponent's tail at which it matters at once whether the tail stays.
const TAIL_NEAR: i32 = 3;

/// A score against only a part of the replies: it is never a proven win.
pub(crate) fn unproven(scores: &Scores, score: i32) -> i32 {
    if score > scores.decided() { score / UNPROVEN_SHARE } else { score }
}

/// The points for the turns until a win or a loss: later losses and earlier wins are better.
pub(crate) fn delay_bonus(scores: &Scores, ply: u32) -> i32 {
    scores.survival.saturating_mul(counted_turns(ply))
}

fn counted_turns(ply: u32) -> i32 {
    ply.min(MAX_COUNTED_TURNS) as i32
}

/// The alpha-beta window: scores between these two must be exact.
pub(crate) type Window = (i32, i32);

/// A position in which it is our turn to choose.
pub(crate) struct Node<'b, B> {
    pub(crate) board: &'b SnakeBoard<B>,
    /// The cells that no head should enter.
    pub(crate) blocked: B,
    /// How many turns are left to search.
    pub(crate) depth: u32,
    /// How many turns were played since the root.
    pub(crate) ply: u32,
}

/// The search ended early because its budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BudgetSpent;

/// The budget of a decision, shared by all its threads.
pub(crate) struct SharedBudget<'a> {
    pub(crate) ctx: &'a Context<'a>,
    /// The positions that all threads searched. Threads update it from time to time.
    pub(crate) nodes: AtomicU64,
}

/// One thread of a decision.
pub(crate) struct SnakeThread<'a, B> {
    pub(crate) eval: &'a BoardEvaluator<'a, B>,
    pub(crate) table: &'a PositionTable,
    pub(crate) budget: &'a SharedBudget<'a>,
    pub(crate) history: MoveHistory,
    pub(crate) me: usize,
    /// The positions searched since the last update of the shared budget.
    untold: u64,
}

impl<'a, B: Bitboard> SnakeThread<'a, B> {
    pub(crate) fn new(
        eval: &'a BoardEvaluator<'a, B>,
        table: &'a PositionTable,
        budget: &'a SharedBudget<'a>,
        me: usize,
    ) -> Self {
        Self { eval, table, budget, history: MoveHistory::new::<B>(), me, untold: 0 }
    }

    /// Plays a turn, and counts it against the budget.
    pub(crate) fn after(
        &mut self,
        board: &SnakeBoard<B>,
        moves: &JointMove,
    ) -> Result<SnakeBoard<B>, BudgetSpent> {
        self.untold += 1;
        let limit = self.budget.ctx.budget.nodes;
        if self.untold >= CLOCK_INTERVAL || limit.is_some() {
            let untold = std::mem::take(&mut self.untold);
            let before = self.budget.nodes.fetch_add(untold, Ordering::Relaxed);
            if limit.is_some_and(|limit| before >= limit) {
                return Err(BudgetSpent);
            }
            let crossed = before / CLOCK_INTERVAL != (before + untold) / CLOCK_INTERVAL;
            if crossed && self.budget.ctx.expired() {
                return Err(BudgetSpent);
            }
        }
        let mut next = *board;
        next.play(self.eval.terrain, moves);
        Ok(next)
    }

    /// Adds the remaining positions to the shared budget, at the end.
    pub(crate) fn settle(&mut self) {
        self.budget.nodes.fetch_add(std::mem::take(&mut self.untold), Ordering::Relaxed);
    }

    /// The score of a decided position: we are dead, or no other snake is alive.
    pub(crate) fn decided(&self, board: &SnakeBoard<B>, ply: u32) -> Option<i32> {
        let scores = &self.eval.settings.scores;
        let late = delay_bonus(scores, ply);
        if !board.lives(self.me) {
            let dead = scores.dead.saturating_add(late);
            // No snake is left: a draw, unless it is a solo game.
            let drawn = board.alive == 0 && self.eval.started > 1;
            return Some(if drawn { dead / 2 } else { dead });
        }
        let won = board.alive.count_ones() == 1 && self.eval.started > 1;
        won.then(|| scores.dead.saturating_add(late).saturating_neg())
    }

    /// The score of a position for us, searched `depth` turns deep. All opponents play against us.
    pub(crate) fn paranoid(
        &mut self,
        board: &SnakeBoard<B>,
        depth: u32,
        ply: u32,
        (mut alpha, beta): Window,
    ) -> Result<i32, BudgetSpent> {
        if let Some(score) = self.decided(board, ply) {
            return Ok(score);
        }
        if depth == 0 {
            return Ok(self.eval.value(board, self.me));
        }
        let hash = board.hash();
        let (turns, scores) = (counted_turns(ply), &self.eval.settings.scores);
        let known = self.table.get(hash).map(|entry| entry.shifted(-turns, scores));
        if let Some(score) = known.and_then(|entry| entry.score_for(depth, (alpha, beta))) {
            return Ok(score);
        }
        let node = Node { board, blocked: board.blocked(), depth, ply };
        let moves = self.ordered(&node, known.map(|entry| entry.moves[self.me]));
        let mut best = PositionEntry::none(depth);
        for (n, direction) in moves.as_slice().iter().enumerate() {
            let (score, replies) = self.reply(&node, *direction, n == 0, (alpha, beta))?;
            if score > best.score {
                best.score = score;
                best.moves = replies;
            }
            if best.score > alpha {
                alpha = best.score;
                best.bound = ScoreBound::Exact;
            }
            if alpha >= beta {
                best.bound = ScoreBound::Lower;
                self.history.add(true, board.snakes[self.me].head, *direction, depth);
                break;
            }
        }
        self.table.put(hash, &best.shifted(turns, scores));
        Ok(best.score)
    }

    /// The score of one of our moves, and the replies to it. All moves but the first are searched with a null window
    /// first (principal variation search).
    pub(crate) fn reply(
        &mut self,
        node: &Node<'_, B>,
        direction: Direction,
        first: bool,
        (alpha, beta): Window,
    ) -> Result<(i32, JointMove), BudgetSpent> {
        if !first {
            let answer = self.replies(node, direction, (alpha, alpha + 1))?;
            if answer.0 <= alpha || answer.0 >= beta {
                return Ok(answer);
            }
        }
        self.replies(node, direction, (alpha, beta))
    }

    /// Our moves in search order: the move of the table first.
    fn ordered(&self, node: &Node<'_, B>, known: Option<Direction>) -> MoveList {
        let head = node.board.snakes[self.me].head;
        let mut moves = safe_or_straight(self.eval.terrain, node.board, self.me, node.blocked);
        moves.sort_by_key(|direction| match Some(*direction) == known {
            true => i64::MIN,
            false => -i64::from(self.history.get(true, head, *direction)),
        });
        moves
    }

    /// The score of one of our moves: the worst that the joint replies can do to us, and those replies.
    fn replies(
        &mut self,
        node: &Node<'_, B>,
        direction: Direction,
        (alpha, mut beta): Window,
    ) -> Result<(i32, JointMove), BudgetSpent> {
        let joint = self.joint(node, direction);
        let mut worst = (INFINITY, joint.as_slice()[0]);
        for moves in joint.as_slice() {
            let next = self.after(node.board, moves)?;
            let mut score = self.paranoid(&next, node.depth - 1, node.ply + 1, (alpha, beta))?;
            if !joint.is_complete() {
                score = unproven(&self.eval.settings.scores, score);
            }
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

    fn credit(&mut self, board: &SnakeBoard<B>, moves: &JointMove, depth: u32) {
        for seat in board.living().filter(|seat| *seat != self.me) {
            self.history.add(false, board.snakes[seat].head, moves[seat], depth);
        }
    }

    /// The joint moves of the opponents to search. Nearby opponents branch; the others move straight ahead, or to any
    /// safe cell, or eat if that keeps a tail near us.
    fn joint(&self, node: &Node<'_, B>, direction: Direction) -> JointReplies {
        let Node { board, blocked, depth, .. } = *node;
        let (terrain, settings) = (self.eval.terrain, self.eval.settings);
        let mut first = [direction; MAX_SNAKES];
        for seat in board.living().filter(|seat| *seat != self.me) {
            first[seat] = usual_move(terrain, board, seat, blocked);
        }
        let target = terrain.next_or_same(board.snakes[self.me].head, direction);
        let (near, count) = nearby_opponents(terrain, board, self.me, depth, settings);
        let others = board.alive.count_ones() as usize - 1;
        let mut replies = JointReplies::new(first, count == others);
        for seat in near.into_iter().take(count) {
            let mut moves = safe_or_straight(terrain, board, seat, blocked);
            let head = board.snakes[seat].head;
            moves.sort_by_key(|m| {
                let nearer = i64::from(terrain.distance(terrain.next_or_same(head, *m), target));
                let history = i64::from(self.history.get(false, head, *m));
                match others {
                    1 => nearer - FIRST_KEY_WEIGHT * history,
                    _ => nearer * FIRST_KEY_WEIGHT - history.min(HISTORY_CAP),
                }
            });
            replies.branch(seat, moves.as_slice(), settings.replies);
        }
        if !replies.is_complete() {
            self.add_meals(board, target, &mut replies);
        }
        replies
    }

    /// Adds the replies that keep a tail near our next cell: a snake that eats leaves its tail where it is for a turn.
    fn add_meals(&self, board: &SnakeBoard<B>, target: CellIndex, replies: &mut JointReplies) {
        let terrain = self.eval.terrain;
        for seat in board.living().filter(|seat| *seat != self.me) {
            let snake = &board.snakes[seat];
            if terrain.distance(snake.tail, target) > TAIL_NEAR {
                continue;
            }
            for direction in Direction::ALL {
                let cell = terrain.next(snake.head, direction);
                if cell != OUTSIDE && board.food.has(cell) {
                    replies.add(seat, direction);
                }
            }
        }
    }
}
