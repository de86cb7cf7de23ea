//! Quiescence: captures are played out before a position is believed to be worth its evaluation.

use cozy_chess::Piece;

use super::node::Spot;
use super::picker::{Hints, Picker};
use super::see::VALUES;
use super::state::State;
use super::table::{Bound, Entry};
use super::values::{DRAW, INFINITE, MATE, MAX_PLY, is_mate};
use super::worker::{Shared, Worker};

/// What a capture may fall short of the window by its victim's value alone and still be tried.
const DELTA: i32 = 200;

impl Worker {
    /// The score of a position when only captures are tried, or every move in check.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: Spot,
    ) -> i32 {
        let Spot { mut alpha, beta, ply, .. } = spot;
        if !self.visit(shared, ply) {
            return DRAW;
        }
        self.lines[ply].clear();
        if self.is_draw(state) {
            return DRAW;
        }
        let entry = shared.table.get(state.key, ply);
        if !PV && let Some(entry) = entry {
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            };
            if enough {
                return entry.score;
            }
        }
        let in_check = !state.board.checkers().is_empty();
        let raw = match entry.and_then(|entry| entry.eval) {
            _ if in_check => None,
            Some(eval) => Some(eval),
            None => Some(self.evaluate(state, ply)),
        };
        let mut best = -INFINITE;
        if let Some(raw) = raw {
            best = self.corrected(state, raw);
            if let Some(entry) = entry
                && !is_mate(entry.score)
                && (entry.bound == Bound::Exact
                    || entry.bound == Bound::Lower && entry.score > best
                    || entry.bound == Bound::Upper && entry.score < best)
            {
                best = entry.score;
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        if ply >= MAX_PLY {
            return best.max(-MATE + ply as i32);
        }
        self.captures::<PV>(shared, state, Spot { alpha, ..spot }, (entry, raw), best)
    }

    /// Tries the captures, or all moves in check. `known` is the table's entry and the evaluation.
    fn captures<const PV: bool>(
        &mut self,
        shared: &Shared<'_>,
        state: &State,
        spot: Spot,
        known: (Option<Entry>, Option<i32>),
        stand: i32,
    ) -> i32 {
        let Spot { mut alpha, beta, ply, cut, .. } = spot;
        let (entry, raw) = known;
        let in_check = raw.is_none();
        let mut best = stand;
        let mut best_move = None;
        let noisy = |mv: &cozy_chess::Move| {
            in_check || state.board.colors(!state.board.side_to_move()).has(mv.to)
        };
        let hint = entry.and_then(|e| e.best).filter(|mv| state.board.is_legal(*mv)).filter(noisy);
        let hints = Hints {
            best: hint,
            killers: [None; 2],
            before: self.before(&state.board, ply, in_check),
        };
        let mut picker = if in_check {
            Picker::all(&self.lists, hints)
        } else {
            Picker::noisy(&self.lists, hints)
        };
        let mut number = 0;
        while let Some(mv) = picker.next(&mut self.lists, &state.board, &self.history) {
            number += 1;
            let safe = best > -MATE + MAX_PLY as i32;
            if safe && (picker.is_at_bad() || in_check && number > 3) {
                break;
            }
            if !in_check && safe && mv.promotion != Some(Piece::Queen) {
                let victim = state.board.piece_on(mv.to).map_or(VALUES[0], |p| VALUES[p as usize]);
                let reach = stand + victim + DELTA;
                if reach <= alpha {
                    best = best.max(reach);
                    continue;
                }
            }
            let child = self.enter(shared.table, state, mv, ply);
            let inner = Spot { alpha: -beta, beta: -alpha, depth: 0, ply: ply + 1, cut: !cut };
            let score = -self.quiesce::<PV>(shared, &child, inner);
            self.keys.pop();
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
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.lists);
        if self.stopped {
            return DRAW;
        }
        if in_check && number == 0 {
            return ply as i32 - MATE;
        }
        let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
        shared.table.put(
            state.key,
            ply,
            Entry { best: best_move, score: best, eval: raw, depth: 0, bound },
        );
        best
    }
}
