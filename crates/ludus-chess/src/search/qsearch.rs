//! Quiescence search: captures are played out before the static evaluation of a position is trusted.

use cozy_chess::{Move, Piece};

use super::history::HistoryContext;
use super::move_picker::{MovePicker, OrderingHints};
use super::negamax::NodeParams;
use super::score::{DRAW, INFINITY, MAX_PLY, mated_in};
use super::search_position::SearchPosition;
use super::see::SEE_VALUES;
use super::thread::{SearchThread, SharedState};
use super::tt::{Bound, TtEntry};

/// Delta pruning: a capture is skipped if the captured piece and this margin do not raise the score above
/// alpha, in centipawns. Two pawns are about what the placement of the pieces can change.
const DELTA_MARGIN: i32 = 200;
/// How many evasions of a check are searched once one is known that does not get mated.
const MAX_EVASIONS: usize = 3;

/// What a quiescence node knows before it searches its moves.
struct QsearchInfo {
    tt_entry: Option<TtEntry>,
    /// The static evaluation without correction, for the table; none in check.
    raw_static_eval: Option<i32>,
    /// The score without any capture; far below everything in check, where standing pat is not allowed.
    stand_pat: i32,
}

impl SearchThread {
    /// The score of a position when only captures are searched, or every move in check.
    pub(super) fn qsearch<const PV: bool>(
        &mut self,
        shared: &SharedState<'_>,
        pos: &SearchPosition,
        node: NodeParams,
    ) -> i32 {
        let NodeParams { mut alpha, beta, ply, .. } = node;
        if !self.count_node(shared, ply) {
            return DRAW;
        }
        self.pv[ply].clear();
        if self.is_draw(pos) {
            return DRAW;
        }
        let tt_entry = shared.tt.probe(pos.key, ply);
        if !PV && let Some(score) = tt_entry.and_then(|entry| entry.cutoff(alpha, beta)) {
            return score;
        }
        let in_check = !pos.board.checkers().is_empty();
        let raw_static_eval = match tt_entry.and_then(|entry| entry.static_eval) {
            _ if in_check => None,
            Some(eval) => Some(eval),
            None => Some(self.raw_static_eval(pos, ply)),
        };
        let mut stand_pat = -INFINITY;
        if let Some(raw) = raw_static_eval {
            let static_eval = self.corrected_eval(pos, raw);
            stand_pat = tt_entry.map_or(static_eval, |entry| entry.refine(static_eval));
            if stand_pat >= beta {
                return stand_pat;
            }
            alpha = alpha.max(stand_pat);
        }
        if ply >= MAX_PLY {
            return stand_pat.max(mated_in(ply));
        }
        let info = QsearchInfo { tt_entry, raw_static_eval, stand_pat };
        self.search_captures::<PV>(shared, pos, &NodeParams { alpha, ..node }, &info)
    }

    /// Searches the captures, or all moves in check.
    fn search_captures<const PV: bool>(
        &mut self,
        shared: &SharedState<'_>,
        pos: &SearchPosition,
        node: &NodeParams,
        info: &QsearchInfo,
    ) -> i32 {
        let &NodeParams { mut alpha, beta, ply, cut_node, .. } = node;
        let in_check = info.raw_static_eval.is_none();
        let (mut best_score, mut best_move) = (info.stand_pat, None);
        let mut picker = self.qsearch_picker(pos, ply, info);
        let mut move_count = 0;
        while let Some(mv) = picker.next(&mut self.lists, &pos.board, &self.history) {
            move_count += 1;
            let is_safe = best_score > mated_in(MAX_PLY);
            if is_safe && (picker.is_at_bad_captures() || in_check && move_count > MAX_EVASIONS) {
                break;
            }
            if !in_check && is_safe && mv.promotion != Some(Piece::Queen) {
                let optimistic = info.stand_pat + captured_value(pos, mv) + DELTA_MARGIN;
                if optimistic <= alpha {
                    best_score = best_score.max(optimistic);
                    continue;
                }
            }
            let child = self.make_move(shared.tt, pos, mv, ply);
            let child_node = NodeParams {
                alpha: -beta,
                beta: -alpha,
                depth: 0,
                ply: ply + 1,
                cut_node: !cut_node,
            };
            let score = -self.qsearch::<PV>(shared, &child, child_node);
            self.keys.pop();
            if self.stopped {
                break;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(ply, mv);
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
        if in_check && move_count == 0 {
            return mated_in(ply);
        }
        let bound = if best_score >= beta { Bound::Lower } else { Bound::Upper };
        let static_eval = info.raw_static_eval;
        shared.tt.store(
            pos.key,
            ply,
            TtEntry { best_move, score: best_score, static_eval, depth: 0, bound },
        );
        best_score
    }

    /// The captures of a node, or all its moves in check.
    fn qsearch_picker(&self, pos: &SearchPosition, ply: usize, info: &QsearchInfo) -> MovePicker {
        let board = &pos.board;
        let in_check = info.raw_static_eval.is_none();
        let is_wanted = |mv: &Move| in_check || board.colors(!board.side_to_move()).has(mv.to);
        let tt_move = info
            .tt_entry
            .and_then(|entry| entry.best_move)
            .filter(|&mv| board.is_legal(mv))
            .filter(is_wanted);
        let killers = [None; 2];
        if in_check {
            let context = self.history_context(board, ply);
            MovePicker::all(&self.lists, OrderingHints { tt_move, killers, context })
        } else {
            let context = HistoryContext::NONE;
            MovePicker::captures(&self.lists, OrderingHints { tt_move, killers, context })
        }
    }
}

/// The value of the piece that a capture takes, in centipawns; en passant takes a pawn.
fn captured_value(pos: &SearchPosition, mv: Move) -> i32 {
    let victim = pos.board.piece_on(mv.to).unwrap_or(Piece::Pawn);
    SEE_VALUES[victim as usize]
}
