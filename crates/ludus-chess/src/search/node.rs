//! The inner nodes: alpha-beta with principal variation search.
//!
//! A node looks into the table, evaluates, tries to be done without its moves (`prune`), and else
//! tries its moves (`moves`).

use cozy_chess::Move;

use super::history::PieceTo;
use super::state::State;
use super::table::{Bound, Entry, Table};
use super::values::{DRAW, INFINITE, MATE, MAX_PLY, is_mate};
use super::worker::{Shared, Worker};

/// The window and place of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// Whether it is expected to cut off.
    pub(super) cut: bool,
}

/// What a node knows before it tries its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) entry: Option<Entry>,
    pub(super) in_check: bool,
    /// The evaluation without correction, for the table; none in check.
    pub(super) raw: Option<i32>,
    /// The evaluation, improved by the table's score.
    pub(super) eval: i32,
    /// Whether the evaluation is better than two plies ago.
    pub(super) improving: bool,
    pub(super) excluded: Option<Move>,
}

impl Worker {
    /// The score of a position inside the tree, exact within the window and a bound outside it.
    pub(super) fn node<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        mut spot: Spot,
    ) -> i32 {
        if spot.depth <= 0 {
            return self.quiesce::<PV>(shared, state, spot);
        }
        if !self.visit(shared, spot.ply) {
            return DRAW;
        }
        self.lines[spot.ply].clear();
        if self.is_draw(state) {
            return DRAW;
        }
        if spot.ply >= MAX_PLY {
            return self.evaluate(state, spot.ply);
        }
        // A mate that is found already cannot be improved by one farther away.
        spot.alpha = spot.alpha.max(spot.ply as i32 - MATE);
        spot.beta = spot.beta.min(MATE - spot.ply as i32 - 1);
        if spot.alpha >= spot.beta {
            return spot.alpha;
        }
        let excluded = self.plies[spot.ply].excluded;
        let entry = match excluded {
            Some(_) => None,
            None => shared.table.get(state.key, spot.ply),
        };
        if !PV && let Some(score) = entry.and_then(|entry| cut_off(&entry, &spot, state)) {
            return score;
        }
        let known = self.know(state, entry, excluded, spot.ply);
        if !PV
            && !known.in_check
            && excluded.is_none()
            && let Some(score) = self.prune(shared, state, &spot, &known)
        {
            return score;
        }
        self.moves::<PV>(shared, state, &spot, &known)
    }

    /// Evaluates the node, with the table's help.
    fn know(
        &mut self,
        state: &State,
        entry: Option<Entry>,
        excluded: Option<Move>,
        ply: usize,
    ) -> Known {
        let in_check = !state.board.checkers().is_empty();
        let mut known =
            Known { entry, in_check, raw: None, eval: -INFINITE, improving: false, excluded };
        self.plies[ply + 1].excluded = None;
        if in_check {
            self.plies[ply].eval = None;
            return known;
        }
        if excluded.is_some() {
            known.eval = self.plies[ply].eval.unwrap_or(DRAW);
            return known;
        }
        let raw = match entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.evaluate(state, ply),
        };
        let eval = self.corrected(state, raw);
        self.plies[ply].eval = Some(eval);
        known.raw = Some(raw);
        known.eval = match entry {
            Some(Entry { bound: Bound::Exact, score, .. }) if !is_mate(score) => score,
            Some(Entry { bound: Bound::Lower, score, .. }) if score > eval && !is_mate(score) => {
                score
            }
            Some(Entry { bound: Bound::Upper, score, .. }) if score < eval && !is_mate(score) => {
                score
            }
            _ => eval,
        };
        let earlier = |back: usize| ply.checked_sub(back).and_then(|at| self.plies[at].eval);
        known.improving = earlier(2).or_else(|| earlier(4)).is_some_and(|before| eval > before);
        known
    }

    /// Plays a move: the position after it, with the worker's memory of the line brought up to date.
    pub(super) fn enter(&mut self, table: &Table, state: &State, mv: Move, ply: usize) -> State {
        self.plies[ply].played = Some(PieceTo::of(&state.board, mv));
        self.keys.push(state.key);
        let child = state.play(mv, &self.level.weights, table);
        self.follow(ply, &state.board, Some(mv), &child.board);
        child
    }
}

/// The score of a node that the table decides.
fn cut_off(entry: &Entry, spot: &Spot, state: &State) -> Option<i32> {
    // Near the fifty-move draw the same position is not worth the same.
    if entry.depth < spot.depth || state.board.halfmove_clock() >= 90 {
        return None;
    }
    let enough = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => entry.score >= spot.beta,
        Bound::Upper => entry.score <= spot.alpha,
    };
    enough.then_some(entry.score)
}
