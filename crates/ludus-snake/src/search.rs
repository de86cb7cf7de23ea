//! The search: iterative deepening inside a budget.
//!
//! Two snakes are searched by alpha-beta, more by the search that the settings name. In both, a turn is our move,
//! then the others' replies to it; then all moves are played at once. This is pessimistic, because the others see our
//! move. The strongest public snakes do the same.

mod maxn;
mod moves;
mod table;
mod thread;

use std::sync::Mutex;
use std::sync::atomic::{AtomicI32, AtomicU64, Ordering};

use ludus_core::{Context, Insight, Term};
use rayon::prelude::*;

pub(crate) use moves::safe;
use table::PositionEntry;
pub(crate) use table::PositionTable;
use thread::{BudgetSpent, INFINITY, Node, SharedBudget, SnakeThread};

use crate::bitboard::Bitboard;
use crate::board::SnakeBoard;
use crate::eval::BoardEvaluator;
use crate::geometry::Direction;
use crate::settings::{SearchKind, SnakeSettings};
use crate::terrain::Terrain;

/// How many open neighbours the fear of a longer head outweighs in the first order of moves: all.
const FEARED: i32 = 8;

/// The root of a search: the position, and how to search it.
pub(crate) struct SearchRoot<'a, B> {
    pub(crate) terrain: &'a Terrain<B>,
    pub(crate) board: &'a SnakeBoard<B>,
    pub(crate) me: usize,
    pub(crate) settings: &'a SnakeSettings,
    /// The deepest iteration, in turns.
    pub(crate) depth: u32,
}

/// A move at the root, and its score in the last iteration that finished it.
#[derive(Clone, Copy, Debug)]
struct RootDirection {
    direction: Direction,
    score: i32,
}

/// What an iteration does with each move at the root.
#[derive(Clone, Copy)]
struct Iteration {
    depth: u32,
    kind: SearchKind,
}

impl<B: Bitboard> SearchRoot<'_, B> {
    /// Finds the best move within the budget. The table must be about this match and seat.
    pub(crate) fn answer(&self, table: &PositionTable, ctx: &Context<'_>) -> (Direction, Insight) {
        let started = self.board.alive.count_ones();
        let eval = BoardEvaluator::new(self.settings, self.terrain, started);
        let budget = SharedBudget { ctx, nodes: AtomicU64::new(0) };
        let mut candidates = self.candidates(&eval);
        let mut reached = self.deepen(&eval, table, &budget, self.kind(), &mut candidates);
        let lost = candidates[0].score < -self.settings.scores.decided();
        if lost && started > 2 && candidates.len() > 1 && self.kind() == SearchKind::Paranoid {
            // The others will hardly all play against us: what they would do for themselves decides.
            let likely = self.deepen(&eval, table, &budget, SearchKind::Maxn, &mut candidates);
            reached = if likely > 0 { likely } else { reached };
        }
        let best = candidates[0];
        let mut insight = Insight {
            score: Some(best.score.into()),
            depth: reached,
            nodes: budget.nodes.load(Ordering::Relaxed),
            ..Insight::default()
        };
        if ctx.insight {
            self.explain(&eval, table, best.direction, &mut insight);
        }
        (best.direction, insight)
    }

    /// The moves at the root in a first order. If there are safe moves, only those. First come moves without a
    /// dangerous head nearby, then moves with more room.
    fn candidates(&self, eval: &BoardEvaluator<'_, B>) -> Vec<RootDirection> {
        let blocked = self.board.blocked();
        let safe = safe(self.terrain, self.board, self.me, blocked);
        let all = if safe.as_slice().is_empty() { &Direction::ALL } else { safe.as_slice() };
        let mut list: Vec<RootDirection> = all
            .iter()
            .map(|direction| RootDirection {
                direction: *direction,
                score: self.first_score(eval, blocked, *direction),
            })
            .collect();
        list.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        list
    }

    fn first_score(&self, eval: &BoardEvaluator<'_, B>, blocked: B, direction: Direction) -> i32 {
        let mut moves = std::array::from_fn(|seat| self.board.straight(seat));
        moves[self.me] = direction;
        let mut next = *self.board;
        next.play(self.terrain, &moves);
        if !next.lives(self.me) {
            return eval.settings.scores.dead;
        }
        let near = self.terrain.spread(B::of(next.snakes[self.me].head));
        let feared = self.board.living().any(|seat| {
            seat != self.me
                && near.has(self.board.snakes[seat].head)
                && self.board.yields_to(self.me, seat)
        });
        let room = (near & !blocked).count() as i32;
        room - if feared { FEARED } else { 0 }
    }

    /// Searches deeper and deeper until the budget is spent: an iteration that is cut off counts, too. Afterwards the
    /// candidates are sorted, the best first. Returns the depth of the last finished iteration.
    fn deepen(
        &self,
        eval: &BoardEvaluator<'_, B>,
        table: &PositionTable,
        budget: &SharedBudget<'_>,
        kind: SearchKind,
        candidates: &mut Vec<RootDirection>,
    ) -> u32 {
        let parallel = budget.ctx.budget.time.is_some()
            && budget.ctx.budget.nodes.is_none()
            && budget.ctx.threads >= self.settings.parallel_threads.max(2);
        let mut thread = SnakeThread::new(eval, table, budget, self.me);
        let mut reached = 0;
        let last = self.depth.max(1);
        for depth in self.settings.first_depth.clamp(1, last)..=last {
            let iteration = Iteration { depth, kind };
            let finished = if parallel {
                self.iterate_in_parallel(&mut thread, iteration, candidates)
            } else {
                self.iterate(&mut thread, iteration, candidates)
            };
            thread.settle();
            if finished.is_err() {
                break;
            }
            reached = depth;
            let decided = self.settings.scores.decided();
            if candidates.len() == 1 || candidates[0].score.saturating_abs() > decided {
                break;
            }
        }
        reached
    }

    /// The kind of search for the snakes that are left.
    fn kind(&self) -> SearchKind {
        if self.board.alive.count_ones() as usize <= self.settings.duel_snakes.max(2) {
            return SearchKind::Paranoid;
        }
        self.settings.search
    }

    /// One iteration. If the budget runs out, the best of the finished moves comes first.
    fn iterate(
        &self,
        thread: &mut SnakeThread<'_, B>,
        iteration: Iteration,
        candidates: &mut Vec<RootDirection>,
    ) -> Result<(), BudgetSpent> {
        let mut done: Vec<RootDirection> = Vec::with_capacity(candidates.len());
        let mut alpha = -INFINITY;
        for candidate in candidates.iter() {
            match self.score(thread, iteration, candidate.direction, alpha, done.is_empty()) {
                Ok(score) => {
                    alpha = alpha.max(score);
                    done.push(RootDirection { score, ..*candidate });
                }
                Err(BudgetSpent) => {
                    put_first(candidates, &done, self.settings);
                    return Err(BudgetSpent);
                }
            }
        }
        done.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        *candidates = done;
        Ok(())
    }

    /// The same on several threads: first the best move so far, then the others in parallel.
    fn iterate_in_parallel(
        &self,
        thread: &mut SnakeThread<'_, B>,
        iteration: Iteration,
        candidates: &mut Vec<RootDirection>,
    ) -> Result<(), BudgetSpent> {
        let first = candidates[0];
        let score = self.score(thread, iteration, first.direction, -INFINITY, true)?;
        let alpha = AtomicI32::new(score);
        let done = Mutex::new(vec![RootDirection { score, ..first }]);
        let note = |candidate| done.lock().map(|mut done| done.push(candidate));
        let cut = candidates[1..].par_iter().map(|candidate| {
            let mut own = SnakeThread::new(thread.eval, thread.table, thread.budget, self.me);
            own.history = thread.history.clone();
            let bound = alpha.load(Ordering::Relaxed);
            let score = self.score(&mut own, iteration, candidate.direction, bound, false);
            own.settle();
            let score = score?;
            alpha.fetch_max(score, Ordering::Relaxed);
            note(RootDirection { score, ..*candidate }).map_err(|_| BudgetSpent)
        });
        let all = cut
            .collect::<Vec<Result<(), BudgetSpent>>>()
            .into_iter()
            .collect::<Result<(), BudgetSpent>>();
        let mut done = done.into_inner().map_err(|_| BudgetSpent)?;
        if all.is_err() {
            put_first(candidates, &done, self.settings);
            return Err(BudgetSpent);
        }
        // Threads finish in any order. Equal scores keep the order of the last iteration.
        done.sort_by_key(|candidate| {
            let place = candidates.iter().position(|c| c.direction == candidate.direction);
            (std::cmp::Reverse(candidate.score), place)
        });
        *candidates = done;
        Ok(())
    }

    /// The score of one move at the root.
    fn score(
        &self,
        thread: &mut SnakeThread<'_, B>,
        iteration: Iteration,
        direction: Direction,
        alpha: i32,
        first: bool,
    ) -> Result<i32, BudgetSpent> {
        let Iteration { depth, kind } = iteration;
        if kind == SearchKind::Maxn {
            return Ok(thread.maxn_reply(self.board, direction, depth, 0)?[self.me]);
        }
        let node = Node { board: self.board, blocked: self.board.blocked(), depth, ply: 0 };
        let (score, moves) = thread.reply(&node, direction, first, (alpha, INFINITY))?;
        if score > alpha {
            // The start of the expected line.
            thread.table.put(
                self.board.hash(),
                &PositionEntry { score, moves, ..PositionEntry::none(depth) },
            );
        }
        Ok(score)
    }

    /// The expected line, the terms of our score at its end, and what the search adds to them.
    fn explain(
        &self,
        eval: &BoardEvaluator<'_, B>,
        table: &PositionTable,
        direction: Direction,
        insight: &mut Insight,
    ) {
        let mut board = *self.board;
        let mut own = Some(direction);
        for _ in 0..insight.depth.max(1) {
            let known = table.get(board.hash()).map(|entry| entry.moves);
            let mut moves = known.unwrap_or_else(|| std::array::from_fn(|s| board.straight(s)));
            match (own.take(), known) {
                (Some(direction), _) => moves[self.me] = direction,
                (None, Some(_)) => {}
                (None, None) => break,
            }
            insight.line.push(moves[self.me].to_string());
            let mut next = board;
            next.play(self.terrain, &moves);
            if !next.lives(self.me) {
                break;
            }
            board = next;
        }
        insight.terms = eval.terms(&board, self.me);
        let sum: f64 = insight.terms.iter().map(|term| term.value).sum();
        let value = f64::from(eval.value(&board, self.me));
        insight.terms.push(Term::new("opponents", value - sum));
        let score = insight.score.unwrap_or(value);
        insight.terms.push(Term::new("beyond the line", score - value));
    }
}

/// Moves the best of an unfinished iteration to the front. If all that is known of it is that it loses, the moves that were
/// not finished come first.
fn put_first(
    candidates: &mut Vec<RootDirection>,
    done: &[RootDirection],
    settings: &SnakeSettings,
) {
    let best = done.iter().copied();
    let best = best.reduce(|best, other| if other.score > best.score { other } else { best });
    let Some(best) = best else { return };
    candidates.retain(|candidate| candidate.direction != best.direction);
    let lost = best.score < -settings.scores.decided();
    let open = |candidate: &RootDirection| {
        candidate.score >= best.score && done.iter().all(|d| d.direction != candidate.direction)
    };
    let place = if lost { candidates.iter().filter(|c| open(c)).count() } else { 0 };
    if lost {
        candidates.sort_by_key(|candidate| !open(candidate));
    }
    candidates.insert(place, best);
}
