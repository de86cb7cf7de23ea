//! The inner nodes: alpha-beta with principal variation search, and all that makes it look less
//! where less matters and more where more does.

use cozy_chess::{Move, Piece};

use super::features::Feature;
use super::history::{HISTORY_MAX, PieceTo};
use super::picker::{Hints, Picker};
use super::see::exchange_wins;
use super::state::State;
use super::table::{Bound, Entry, Table};
use super::values::{DRAW, INFINITE, MATE, MAX_PLY, is_mate};
use super::worker::{Shared, Worker};
use crate::position::is_capture;

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
struct Known {
    entry: Option<Entry>,
    in_check: bool,
    /// The evaluation without correction, for the table; none in check.
    raw: Option<i32>,
    /// The evaluation, improved by the table's score.
    eval: i32,
    /// Whether the evaluation is better than two plies ago.
    improving: bool,
    excluded: Option<Move>,
}

/// The quiet moves and captures that were tried before one cut off.
#[derive(Clone, Copy, Debug)]
struct Tried {
    quiet: [Option<Move>; 32],
    quiets: usize,
    noisy: [Option<Move>; 16],
    noisies: usize,
}

impl Tried {
    const NONE: Self = Self { quiet: [None; 32], quiets: 0, noisy: [None; 16], noisies: 0 };

    fn add(&mut self, mv: Move, quiet: bool) {
        let (list, count): (&mut [Option<Move>], _) = if quiet {
            (&mut self.quiet, &mut self.quiets)
        } else {
            (&mut self.noisy, &mut self.noisies)
        };
        if let Some(slot) = list.get_mut(*count) {
            *slot = Some(mv);
            *count += 1;
        }
    }
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
            return self.evaluate(state);
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
        if self.on(Feature::InternalReduction)
            && spot.depth >= 4
            && entry.is_none_or(|e| e.best.is_none())
            && excluded.is_none()
        {
            spot.depth -= 1;
        }
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
            None => self.evaluate(state),
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

    /// Ways to a score without trying the moves one by one.
    fn prune(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
    ) -> Option<i32> {
        let &Spot { alpha, beta, depth, ply, .. } = spot;
        let eval = known.eval;
        if self.on(Feature::ReverseFutility)
            && depth <= 8
            && !is_mate(beta)
            && eval - 80 * (depth - i32::from(known.improving)) >= beta
        {
            return Some((eval + beta) / 2);
        }
        if self.on(Feature::Razoring) && depth <= 3 && eval + 150 + 250 * depth <= alpha {
            let score = self.quiesce::<false>(shared, state, Spot { depth: 0, ..*spot });
            if score <= alpha {
                return Some(score);
            }
        }
        if let Some(score) = self.null_move(shared, state, spot, eval) {
            return Some(score);
        }
        self.prob_cut(shared, state, spot, known).or_else(|| {
            // A search that was stopped on the way has no score, and nobody will use this one.
            (self.stopped && ply > 0).then_some(DRAW)
        })
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

    /// If a capture is far above the window with a reduced search, it will cut off with a full one.
    fn prob_cut(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
    ) -> Option<i32> {
        let &Spot { beta, depth, ply, cut, .. } = spot;
        let goal = beta + 180;
        let hopeless = known.entry.is_some_and(|e| e.depth >= depth - 3 && e.score < goal);
        if !self.on(Feature::ProbCut) || depth < 5 || is_mate(beta) || hopeless {
            return None;
        }
        let hints = Hints { best: None, killers: [None; 2], before: [None; 2] };
        let mut picker = Picker::noisy(&self.lists, hints, goal - known.eval);
        let mut found = None;
        while let Some(mv) = picker.next(&mut self.lists, &state.board, &self.history) {
            if picker.is_at_bad() {
                break;
            }
            let child = self.enter(shared.table, state, mv, ply);
            let inner = Spot { alpha: -goal, beta: 1 - goal, depth: 0, ply: ply + 1, cut: !cut };
            let mut score = -self.quiesce::<false>(shared, &child, inner);
            if score >= goal {
                score = -self.node::<false>(shared, &child, Spot { depth: depth - 4, ..inner });
            }
            self.keys.pop();
            if self.stopped {
                break;
            }
            if score >= goal {
                let entry = Entry {
                    best: Some(mv),
                    score,
                    eval: known.raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                };
                shared.table.put(state.key, ply, entry);
                found = Some(if is_mate(score) { score } else { score - (goal - beta) });
                break;
            }
        }
        picker.finish(&mut self.lists);
        found
    }

    /// Plays a move: the position after it, with the worker's memory of the line brought up to date.
    pub(super) fn enter(&mut self, table: &Table, state: &State, mv: Move, ply: usize) -> State {
        self.plies[ply].played = Some(PieceTo::of(&state.board, mv));
        self.keys.push(state.key);
        state.play(mv, self.level.weights, table)
    }

    /// Tries the moves one by one.
    fn moves<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
    ) -> i32 {
        let &Spot { beta, ply, .. } = spot;
        let mut alpha = spot.alpha;
        let best_known = known.entry.and_then(|e| e.best).filter(|&mv| state.board.is_legal(mv));
        let hints =
            Hints { best: best_known, killers: self.plies[ply].killers, before: self.before(ply) };
        self.plies[ply + 2].killers = [None; 2];
        let mut picker = Picker::all(&self.lists, hints);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut tried = Tried::NONE;
        let mut number = 0;
        while let Some(mv) = picker.next(&mut self.lists, &state.board, &self.history) {
            if Some(mv) == known.excluded {
                continue;
            }
            let quiet = !is_capture(&state.board, mv) && mv.promotion != Some(Piece::Queen);
            number += 1;
            if best > -MATE + MAX_PLY as i32 && ply > 0 {
                match self.skip(state, spot, known, mv, quiet, number, &hints) {
                    Skip::No => {}
                    Skip::This => continue,
                    Skip::Quiets => {
                        picker.skip_quiet();
                        continue;
                    }
                }
            }
            let extension = match self.extend(shared, state, spot, known, mv) {
                Extend::By(plies) => plies,
                Extend::Cut(score) => {
                    picker.finish(&mut self.lists);
                    return score;
                }
            };
            let score = self.try_move::<PV>(
                shared,
                state,
                &Spot { alpha, ..*spot },
                known,
                mv,
                quiet,
                number,
                extension,
            );
            if self.stopped {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.set_line(ply, mv);
                    }
                    alpha = score;
                    if alpha >= beta {
                        self.learn(state, spot, mv, quiet, &tried);
                        break;
                    }
                }
            }
            tried.add(mv, quiet);
        }
        picker.finish(&mut self.lists);
        if self.stopped {
            return DRAW;
        }
        if number == 0 {
            return match known.excluded {
                Some(_) => alpha,
                None if known.in_check => ply as i32 - MATE,
                None => DRAW,
            };
        }
        if known.excluded.is_none() {
            self.remember(shared, state, spot, known, best, best_move);
        }
        best
    }

    /// Puts what was found into the table, and learns how wrong the evaluation was.
    fn remember(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
        best: i32,
        best_move: Option<Move>,
    ) {
        let bound = match best {
            score if score >= spot.beta => Bound::Lower,
            score if score > spot.alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let entry =
            Entry { best: best_move, score: best, eval: known.raw, depth: spot.depth, bound };
        shared.table.put(state.key, spot.ply, entry);
        let quiet = best_move.is_none_or(|mv| !is_capture(&state.board, mv));
        if let Some(raw) = known.raw
            && self.on(Feature::Correction)
            && quiet
            && !is_mate(best)
            && !(bound == Bound::Lower && best <= raw)
            && !(bound == Bound::Upper && best >= raw)
        {
            self.history.learn_correction(&state.board, best - raw, spot.depth);
        }
    }

    /// Whether a move is not worth searching.
    #[expect(
        clippy::too_many_arguments,
        reason = "all of it is what a decision about one move needs"
    )]
    fn skip(
        &self,
        state: &State,
        spot: &Spot,
        known: &Known,
        mv: Move,
        quiet: bool,
        number: usize,
        hints: &Hints,
    ) -> Skip {
        let depth = spot.depth;
        if quiet {
            let reduced = (depth - self.reduction(depth, number)).max(1);
            let late = (3 + depth * depth) / if known.improving { 1 } else { 2 };
            if self.on(Feature::LateMoves) && depth <= 8 && number as i32 > late {
                return Skip::Quiets;
            }
            if self.on(Feature::Futility)
                && reduced <= 7
                && !known.in_check
                && known.eval + 100 + 90 * reduced <= spot.alpha
            {
                return Skip::Quiets;
            }
            if self.on(Feature::HistoryPruning)
                && reduced <= 4
                && self.history.quiet(&state.board, mv, hints.before) < -3500 * reduced
            {
                return Skip::This;
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

    /// By how many plies a move is searched deeper.
    fn extend(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
        mv: Move,
    ) -> Extend {
        let &Spot { beta, depth, ply, cut, .. } = spot;
        let line = if ply == 0 { 0 } else { self.plies[ply - 1].extensions };
        self.plies[ply].extensions = line;
        let Some(entry) = known.entry.filter(|entry| entry.best == Some(mv)) else {
            return Extend::By(self.check_extension(known, depth));
        };
        let candidate = self.on(Feature::Singular)
            && ply > 0
            && depth >= 6
            && known.excluded.is_none()
            && entry.depth >= depth - 3
            && entry.bound != Bound::Upper
            && !is_mate(entry.score);
        if !candidate {
            return Extend::By(self.check_extension(known, depth));
        }
        let goal = entry.score - 2 * depth;
        self.plies[ply].excluded = Some(mv);
        let played = self.plies[ply].played;
        let inner = Spot { alpha: goal - 1, beta: goal, depth: (depth - 1) / 2, ply, cut };
        let score = self.node::<false>(shared, state, inner);
        self.plies[ply].excluded = None;
        self.plies[ply].played = played;
        self.plies[ply].extensions = line;
        if score < goal {
            let double = spot.beta - spot.alpha == 1 && score < goal - 20 && line < 8;
            self.plies[ply].extensions = line + i32::from(double);
            return Extend::By(1 + i32::from(double));
        }
        if goal >= beta {
            return Extend::Cut(goal);
        }
        Extend::By(if entry.score >= beta || cut { -2 } else { 0 })
    }

    fn check_extension(&self, known: &Known, depth: i32) -> i32 {
        i32::from(known.in_check && depth <= 8 && self.on(Feature::CheckExtension))
    }

    /// Searches one move: the first with the whole window, later ones to show that they are no
    /// better, reduced first.
    #[expect(
        clippy::too_many_arguments,
        reason = "all of it is what a decision about one move needs"
    )]
    fn try_move<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
        mv: Move,
        quiet: bool,
        number: usize,
        extension: i32,
    ) -> i32 {
        let &Spot { alpha, beta, depth, ply, cut } = spot;
        let merit = if quiet { self.history.quiet(&state.board, mv, self.before(ply)) } else { 0 };
        let killer = self.plies[ply].killers.contains(&Some(mv));
        let child = self.enter(shared.table, state, mv, ply);
        let full = Spot {
            alpha: -beta,
            beta: -alpha,
            depth: depth - 1 + extension,
            ply: ply + 1,
            cut: false,
        };
        let narrow = Spot { alpha: -alpha - 1, ..full };
        let mut score = alpha;
        let mut search_full = PV && number == 1;
        if !search_full {
            let checks = !child.board.checkers().is_empty();
            let mut reduction = 0;
            if self.on(Feature::Reductions) && depth >= 2 && number > 1 + usize::from(PV) {
                reduction = self.reduction(depth, number) + i32::from(cut) * 2
                    - i32::from(PV)
                    - i32::from(killer)
                    - i32::from(checks)
                    + i32::from(!known.improving && !known.in_check)
                    - (merit / (HISTORY_MAX / 2)).clamp(-2, 2);
                if !quiet {
                    reduction = reduction / 2 - i32::from(!checks && number <= 4);
                }
                reduction = reduction.clamp(0, (full.depth - 1).max(0));
            }
            let inner =
                Spot { depth: full.depth - reduction, cut: reduction > 0 || !cut, ..narrow };
            score = -self.node::<false>(shared, &child, inner);
            if reduction > 0 && score > alpha && !self.stopped {
                score = -self.node::<false>(shared, &child, Spot { cut: !cut, ..narrow });
            }
            search_full = PV && score > alpha && !self.stopped;
        }
        if search_full {
            score = -self.node::<PV>(shared, &child, full);
        }
        self.keys.pop();
        score
    }

    /// A move cut off: it gains history, and those tried before it lose some.
    fn learn(&mut self, state: &State, spot: &Spot, mv: Move, quiet: bool, tried: &Tried) {
        let bonus = (160 * spot.depth - 60).clamp(20, 2000);
        let before = self.before(spot.ply);
        if quiet {
            let killers = &mut self.plies[spot.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.learn_quiet(&state.board, mv, before, bonus);
            for earlier in tried.quiet.iter().take(tried.quiets).flatten() {
                self.history.learn_quiet(&state.board, *earlier, before, -bonus);
            }
        } else {
            self.history.learn_noisy(&state.board, mv, bonus);
        }
        for earlier in tried.noisy.iter().take(tried.noisies).flatten() {
            self.history.learn_noisy(&state.board, *earlier, -bonus);
        }
    }
}

/// Whether a move is searched.
enum Skip {
    No,
    This,
    /// Neither this nor any other quiet move.
    Quiets,
}

/// How deep a move is searched, or that the node is decided already.
enum Extend {
    By(i32),
    Cut(i32),
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
