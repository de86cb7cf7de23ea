//! The moves of a node: tried one by one, the first with the whole window, later ones to show that
//! they are no better, reduced first; the only good one deeper.

use cozy_chess::{Move, Piece};

use super::features::Feature;
use super::history::{Before, HISTORY_MAX};
use super::node::{Known, Spot};
use super::picker::{Hints, Picker};
use super::prune::Skip;
use super::state::State;
use super::table::{Bound, Entry};
use super::values::{DRAW, INFINITE, MATE, MAX_PLY, is_mate};
use super::worker::{Shared, Worker};
use crate::position::is_capture;

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

/// How deep a move is searched, or that the node is decided already.
enum Extend {
    By(i32),
    Cut(i32),
}

impl Worker {
    /// Tries the moves one by one.
    pub(super) fn moves<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: &Spot,
        known: &Known,
    ) -> i32 {
        let &Spot { beta, ply, .. } = spot;
        let mut alpha = spot.alpha;
        let best_known = known.entry.and_then(|e| e.best).filter(|&mv| state.board.is_legal(mv));
        let hints = Hints {
            best: best_known,
            killers: self.plies[ply].killers,
            before: self.before(&state.board, ply, true),
        };
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
                match self.skip(state, spot, known, mv, quiet, number) {
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
                &hints,
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
                        self.learn(state, spot, mv, quiet, &tried, hints.before);
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
        if let Some(eval) = self.plies[spot.ply].eval
            && self.on(Feature::Correction)
            && quiet
            && !is_mate(best)
            && !(bound == Bound::Lower && best <= eval)
            && !(bound == Bound::Upper && best >= eval)
        {
            self.correction.learn(&state.board, best - eval, spot.depth);
        }
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
        hints: &Hints,
    ) -> i32 {
        let &Spot { alpha, beta, depth, ply, cut } = spot;
        let merit = if quiet { self.history.quiet(&state.board, mv, hints.before) } else { 0 };
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
    fn learn(
        &mut self,
        state: &State,
        spot: &Spot,
        mv: Move,
        quiet: bool,
        tried: &Tried,
        before: Before,
    ) {
        let bonus = (160 * spot.depth - 60).clamp(20, 2000);
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
