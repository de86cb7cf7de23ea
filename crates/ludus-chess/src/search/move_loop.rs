//! The move loop of a node: principal variation search with late-move reductions and singular extensions.

use cozy_chess::{Move, Piece};

use super::features::Feature;
use super::history::HISTORY_MAX;
use super::move_picker::{MovePicker, OrderingHints};
use super::negamax::{NodeInfo, NodeParams};
use super::pruning::Skip;
use super::score::{DRAW, INFINITY, MAX_PLY, is_mate, mated_in};
use super::search_position::SearchPosition;
use super::thread::{SearchThread, SharedState};
use super::tt::{Bound, TtEntry};
use crate::position::is_capture;

/// Late-move reductions are used from this depth on, in plies.
const LMR_MIN_DEPTH: i32 = 2;
/// How many plies more a move is reduced in a node that is expected to fail high.
const LMR_CUT_NODE: i32 = 2;
/// This much history makes a reduction one ply smaller, and as much below zero one ply larger.
const LMR_HISTORY_DIVISOR: i32 = HISTORY_MAX / 2;
/// By how many plies history changes a reduction at most. Three plies were measured at −19 Elo [−48, 9].
const LMR_MAX_HISTORY: i32 = 2;
/// How many of the first captures are reduced by one ply less.
const LMR_EARLY_CAPTURES: usize = 4;

/// Singular extensions are used from this depth on, in plies.
const SINGULAR_MIN_DEPTH: i32 = 6;
/// How many plies shallower than the node the table's entry may be.
const SINGULAR_TT_DEPTH: i32 = 3;
/// How far the other moves have to stay below the table's score, in centipawns for each ply of depth.
const SINGULAR_MARGIN: i32 = 2;
/// By how many centipawns more the other moves have to stay below for a double extension.
const DOUBLE_EXTENSION_MARGIN: i32 = 20;
/// How many double extensions one line may have, so that the search cannot explode.
const MAX_DOUBLE_EXTENSIONS: i32 = 8;
/// How many plies shallower a move is searched that is not singular and probably fails high.
const NEGATIVE_EXTENSION: i32 = -2;

/// Check extensions are used up to this depth, in plies.
const CHECK_EXTENSION_MAX_DEPTH: i32 = 8;

/// The history bonus for a cut-off is `HISTORY_BONUS_PER_PLY * depth - HISTORY_BONUS_OFFSET`, ...
const HISTORY_BONUS_PER_PLY: i32 = 160;
/// ... in the unit of the history tables, ...
const HISTORY_BONUS_OFFSET: i32 = 60;
/// ... and within these bounds.
const HISTORY_BONUS_RANGE: (i32, i32) = (20, 2_000);

/// How many quiet moves without a cut-off a node remembers; later ones are not punished.
const MAX_TRIED_QUIETS: usize = 32;
/// The same for captures.
const MAX_TRIED_CAPTURES: usize = 16;

/// A move of the loop that may be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) mv: Move,
    /// Whether it is neither a capture nor a promotion to a queen.
    pub(super) is_quiet: bool,
    /// How many moves the loop has looked at, this one included.
    pub(super) move_count: usize,
}

/// A list of moves with a fixed capacity; moves beyond it are ignored.
#[derive(Clone, Copy, Debug)]
struct FixedMoves<const N: usize> {
    moves: [Option<Move>; N],
    len: usize,
}

impl<const N: usize> FixedMoves<N> {
    const EMPTY: Self = Self { moves: [None; N], len: 0 };

    fn push(&mut self, mv: Move) {
        if let Some(slot) = self.moves.get_mut(self.len) {
            *slot = Some(mv);
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Move> {
        self.moves.iter().take(self.len).flatten().copied()
    }
}

/// What the check for an extension found.
enum Extension {
    /// Search the move deeper by this many plies.
    Plies(i32),
    /// Several moves fail high, so the node does: multi-cut, with this score.
    MultiCut(i32),
}

/// The search of the moves of one node.
pub(super) struct MoveLoop<'a, 's, const PV: bool> {
    thread: &'a mut SearchThread,
    shared: &'a SharedState<'s>,
    pos: &'a SearchPosition,
    node: &'a NodeParams,
    info: &'a NodeInfo,
    hints: OrderingHints,
    /// The lower bound of the window, which every better move raises.
    alpha: i32,
    best_score: i32,
    best_move: Option<Move>,
    /// The moves that were searched and did not cut off.
    tried_quiets: FixedMoves<MAX_TRIED_QUIETS>,
    tried_captures: FixedMoves<MAX_TRIED_CAPTURES>,
}

impl<'a, 's, const PV: bool> MoveLoop<'a, 's, PV> {
    pub(super) fn new(
        thread: &'a mut SearchThread,
        shared: &'a SharedState<'s>,
        pos: &'a SearchPosition,
        node: &'a NodeParams,
        info: &'a NodeInfo,
    ) -> Self {
        let tt_move = info.tt_entry.and_then(|entry| entry.best_move);
        let hints = OrderingHints {
            tt_move: tt_move.filter(|&mv| pos.board.is_legal(mv)),
            killers: thread.stack[node.ply].killers,
            context: thread.history_context(&pos.board, node.ply),
        };
        Self {
            thread,
            shared,
            pos,
            node,
            info,
            hints,
            alpha: node.alpha,
            best_score: -INFINITY,
            best_move: None,
            tried_quiets: FixedMoves::EMPTY,
            tried_captures: FixedMoves::EMPTY,
        }
    }

    /// Searches the moves and returns the score of the node.
    pub(super) fn run(mut self) -> i32 {
        let ply = self.node.ply;
        self.thread.stack[ply + 2].killers = [None; 2];
        let mut picker = MovePicker::all(&self.thread.lists, self.hints);
        let mut move_count = 0;
        while let Some(mv) =
            picker.next(&mut self.thread.lists, &self.pos.board, &self.thread.history)
        {
            if Some(mv) == self.info.excluded {
                continue;
            }
            move_count += 1;
            let is_quiet = !is_capture(&self.pos.board, mv) && mv.promotion != Some(Piece::Queen);
            let candidate = Candidate { mv, is_quiet, move_count };
            // Once a move is known that does not get mated, the others can be pruned.
            if self.best_score > mated_in(MAX_PLY) && ply > 0 {
                match self.thread.prune_move(self.pos, self.node, self.info, candidate) {
                    Skip::Nothing => {}
                    Skip::Move => continue,
                    Skip::Quiets => {
                        picker.skip_quiets();
                        continue;
                    }
                }
            }
            let extension = match self.extension(mv) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => {
                    picker.finish(&mut self.thread.lists);
                    return score;
                }
            };
            let score = self.search_move(candidate, extension);
            if self.thread.stopped || self.is_cutoff(candidate, score) {
                break;
            }
            if is_quiet { self.tried_quiets.push(mv) } else { self.tried_captures.push(mv) }
        }
        picker.finish(&mut self.thread.lists);
        self.finish(move_count)
    }

    /// Takes the score of a move. Returns whether the move cuts off.
    fn is_cutoff(&mut self, candidate: Candidate, score: i32) -> bool {
        if score <= self.best_score {
            return false;
        }
        self.best_score = score;
        if score <= self.alpha {
            return false;
        }
        self.best_move = Some(candidate.mv);
        if PV {
            self.thread.update_pv(self.node.ply, candidate.mv);
        }
        self.alpha = score;
        let cutoff = self.alpha >= self.node.beta;
        if cutoff {
            self.update_histories(candidate);
        }
        cutoff
    }

    /// The score of the node after all its moves.
    fn finish(mut self, move_count: usize) -> i32 {
        if self.thread.stopped {
            return DRAW;
        }
        if move_count == 0 {
            return match self.info.excluded {
                Some(_) => self.alpha,
                None if self.info.in_check => mated_in(self.node.ply),
                None => DRAW,
            };
        }
        if self.info.excluded.is_none() {
            self.store();
        }
        self.best_score
    }

    /// Stores the result in the transposition table and in the correction history.
    fn store(&mut self) {
        let &NodeParams { alpha, beta, depth, ply, .. } = self.node;
        let (score, best_move) = (self.best_score, self.best_move);
        let bound = match score {
            score if score >= beta => Bound::Lower,
            score if score > alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        let static_eval = self.info.raw_static_eval;
        self.shared.tt.store(
            self.pos.key,
            ply,
            TtEntry { best_move, score, static_eval, depth, bound },
        );
        let is_quiet = best_move.is_none_or(|mv| !is_capture(&self.pos.board, mv));
        if let Some(static_eval) = self.thread.stack[ply].static_eval
            && self.thread.has(Feature::Correction)
            && is_quiet
            && !is_mate(score)
            && !(bound == Bound::Lower && score <= static_eval)
            && !(bound == Bound::Upper && score >= static_eval)
        {
            self.thread.correction.update(&self.pos.board, score - static_eval, depth);
        }
    }

    /// By how many plies a move is searched deeper.
    ///
    /// The table's move is extended if it is singular: a shallower search without it finds no move that comes
    /// near its score.
    fn extension(&mut self, mv: Move) -> Extension {
        let &NodeParams { alpha, beta, depth, ply, cut_node } = self.node;
        let line_extensions =
            if ply == 0 { 0 } else { self.thread.stack[ply - 1].double_extensions };
        self.thread.stack[ply].double_extensions = line_extensions;
        let entry = match self.info.tt_entry {
            Some(entry) if entry.best_move == Some(mv) && self.may_be_singular(&entry) => entry,
            _ => return Extension::Plies(self.check_extension()),
        };
        let singular_beta = entry.score - SINGULAR_MARGIN * depth;
        let without_move = NodeParams {
            alpha: singular_beta - 1,
            beta: singular_beta,
            depth: (depth - 1) / 2,
            ply,
            cut_node,
        };
        let current_move = self.thread.stack[ply].current_move;
        self.thread.stack[ply].excluded = Some(mv);
        let score = self.thread.negamax::<false>(self.shared, self.pos, without_move);
        let stack = &mut self.thread.stack[ply];
        stack.excluded = None;
        stack.current_move = current_move;
        stack.double_extensions = line_extensions;
        if score < singular_beta {
            let double = beta - alpha == 1
                && score < singular_beta - DOUBLE_EXTENSION_MARGIN
                && line_extensions < MAX_DOUBLE_EXTENSIONS;
            stack.double_extensions = line_extensions + i32::from(double);
            return Extension::Plies(1 + i32::from(double));
        }
        if singular_beta >= beta {
            return Extension::MultiCut(singular_beta);
        }
        Extension::Plies(if entry.score >= beta || cut_node { NEGATIVE_EXTENSION } else { 0 })
    }

    /// Whether the table knows enough about its move for a singular search.
    fn may_be_singular(&self, entry: &TtEntry) -> bool {
        let &NodeParams { depth, ply, .. } = self.node;
        self.thread.has(Feature::Singular)
            && ply > 0
            && depth >= SINGULAR_MIN_DEPTH
            && self.info.excluded.is_none()
            && entry.depth >= depth - SINGULAR_TT_DEPTH
            && entry.bound != Bound::Upper
            && !is_mate(entry.score)
    }

    fn check_extension(&self) -> i32 {
        i32::from(
            self.info.in_check
                && self.node.depth <= CHECK_EXTENSION_MAX_DEPTH
                && self.thread.has(Feature::CheckExtension),
        )
    }

    /// Searches one move. The first one of a PV node gets the full window. The others get a zero window, at a
    /// reduced depth first; only a move that beats alpha is searched again.
    fn search_move(&mut self, candidate: Candidate, extension: i32) -> i32 {
        let Candidate { mv, is_quiet, move_count } = candidate;
        let &NodeParams { beta, depth, ply, cut_node, .. } = self.node;
        let alpha = self.alpha;
        let history = if is_quiet {
            self.thread.history.quiet(&self.pos.board, mv, self.hints.context)
        } else {
            0
        };
        let is_killer = self.thread.stack[ply].killers.contains(&Some(mv));
        let child = self.thread.make_move(self.shared.tt, self.pos, mv, ply);
        let full_window = NodeParams {
            alpha: -beta,
            beta: -alpha,
            depth: depth - 1 + extension,
            ply: ply + 1,
            cut_node: false,
        };
        let zero_window = NodeParams { alpha: -alpha - 1, cut_node: !cut_node, ..full_window };
        let mut score = alpha;
        let mut search_full_window = PV && move_count == 1;
        if !search_full_window {
            let mut reduction = 0;
            if self.thread.has(Feature::Reductions)
                && depth >= LMR_MIN_DEPTH
                && move_count > 1 + usize::from(PV)
            {
                let gives_check = !child.board.checkers().is_empty();
                reduction = self
                    .reduction(candidate, history, is_killer, gives_check)
                    .clamp(0, (full_window.depth - 1).max(0));
            }
            let reduced = NodeParams {
                depth: zero_window.depth - reduction,
                cut_node: reduction > 0 || !cut_node,
                ..zero_window
            };
            score = -self.thread.negamax::<false>(self.shared, &child, reduced);
            if reduction > 0 && score > alpha && !self.thread.stopped {
                score = -self.thread.negamax::<false>(self.shared, &child, zero_window);
            }
            search_full_window = PV && score > alpha && !self.thread.stopped;
        }
        if search_full_window {
            score = -self.thread.negamax::<PV>(self.shared, &child, full_window);
        }
        self.thread.keys.pop();
        score
    }

    /// The late-move reduction of a move, in plies, before it is bounded by the depth.
    fn reduction(
        &self,
        candidate: Candidate,
        history: i32,
        is_killer: bool,
        gives_check: bool,
    ) -> i32 {
        let Candidate { is_quiet, move_count, .. } = candidate;
        let reduction = self.thread.lmr(self.node.depth, move_count)
            + i32::from(self.node.cut_node) * LMR_CUT_NODE
            - i32::from(PV)
            - i32::from(is_killer)
            - i32::from(gives_check)
            + i32::from(!self.info.improving && !self.info.in_check)
            - (history / LMR_HISTORY_DIVISOR).clamp(-LMR_MAX_HISTORY, LMR_MAX_HISTORY);
        if is_quiet {
            return reduction;
        }
        // A capture changes more on the board than a quiet move: it is reduced half as much.
        reduction / 2 - i32::from(!gives_check && move_count <= LMR_EARLY_CAPTURES)
    }

    /// Rewards the move that cut off, and punishes those that were searched before it.
    fn update_histories(&mut self, candidate: Candidate) {
        let Candidate { mv, is_quiet, .. } = candidate;
        let (board, context) = (&self.pos.board, self.hints.context);
        let (least, most) = HISTORY_BONUS_RANGE;
        let bonus =
            (HISTORY_BONUS_PER_PLY * self.node.depth - HISTORY_BONUS_OFFSET).clamp(least, most);
        if is_quiet {
            let killers = &mut self.thread.stack[self.node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.thread.history.update_quiet(board, mv, context, bonus);
            for tried in self.tried_quiets.iter() {
                self.thread.history.update_quiet(board, tried, context, -bonus);
            }
        } else {
            self.thread.history.update_capture(board, mv, bonus);
        }
        for tried in self.tried_captures.iter() {
            self.thread.history.update_capture(board, tried, -bonus);
        }
    }
}
