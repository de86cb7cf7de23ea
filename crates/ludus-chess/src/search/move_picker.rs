//! The order in which moves are tried: the table's move, good captures, killers, quiet moves by history, bad
//! captures.
//!
//! A promotion to a queen counts as a capture, since it wins material too.

use cozy_chess::{BitBoard, Board, Move, Piece, PieceMoves, Rank, Square};

use super::history::{HistoryContext, HistoryTables, PieceTo};
use super::see::{SEE_VALUES, see_ge};
use crate::position::en_passant_target;

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    mv: Move,
    to: PieceTo,
    score: i32,
}

/// The moves of all nodes from the root to the current one, as two stacks, so that no node allocates.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveLists {
    captures: Vec<ScoredMove>,
    quiets: Vec<ScoredMove>,
}

/// What is known about the moves of a node before it has tried any.
#[derive(Clone, Copy, Debug)]
pub(super) struct OrderingHints {
    /// The best move of the transposition table, which must be legal.
    pub(super) tt_move: Option<Move>,
    /// Quiet moves that caused a cut-off in a sibling node.
    pub(super) killers: [Option<Move>; 2],
    /// What the history of quiet moves depends on.
    pub(super) context: HistoryContext,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PickerStage {
    TtMove,
    Generate,
    GoodCaptures,
    Quiets,
    BadCaptures,
    Done,
}

/// The ordering score of the first killer. It is above every history, which is at most three times
/// [`super::history::HISTORY_MAX`].
const KILLER_SCORE: i32 = 1 << 20;
/// How much the value of the captured piece counts, for one point of half the capture history: the history
/// only decides between captures of similar value.
const VICTIM_WEIGHT: i32 = 32;
/// The capture history is divided by this.
const CAPTURE_HISTORY_DIVISOR: i32 = 2;

/// Returns the moves of one node, most promising first. Its moves are on top of the [`MoveLists`] until
/// [`MovePicker::finish`].
#[derive(Debug)]
pub(super) struct MovePicker {
    stage: PickerStage,
    hints: OrderingHints,
    /// Whether quiet moves are left out.
    captures_only: bool,
    /// Where the moves of this node begin in the list of captures and in that of quiet moves.
    base: (usize, usize),
    /// The next move to look at in the list of the current stage.
    next: usize,
    /// How many bad captures were put aside. They are the first of the node's captures.
    bad_captures: usize,
}

impl MovePicker {
    /// All moves of a node.
    pub(super) fn all(lists: &MoveLists, hints: OrderingHints) -> Self {
        Self::new(lists, hints, false)
    }

    /// Only captures and promotions to a queen; those that lose material by SEE come last.
    pub(super) fn captures(lists: &MoveLists, hints: OrderingHints) -> Self {
        Self::new(lists, hints, true)
    }

    fn new(lists: &MoveLists, hints: OrderingHints, captures_only: bool) -> Self {
        let base = (lists.captures.len(), lists.quiets.len());
        let stage =
            if hints.tt_move.is_some() { PickerStage::TtMove } else { PickerStage::Generate };
        Self { stage, hints, captures_only, base, next: base.0, bad_captures: 0 }
    }

    /// Removes the moves of this node from the lists.
    pub(super) fn finish(self, lists: &mut MoveLists) {
        lists.captures.truncate(self.base.0);
        lists.quiets.truncate(self.base.1);
    }

    /// Leaves out all quiet moves that have not been returned yet.
    pub(super) fn skip_quiets(&mut self) {
        self.captures_only = true;
        if self.stage == PickerStage::Quiets {
            (self.stage, self.next) = (PickerStage::BadCaptures, self.base.0);
        }
    }

    /// Whether only captures that lose material by SEE are left.
    pub(super) fn is_at_bad_captures(&self) -> bool {
        self.stage == PickerStage::BadCaptures
    }

    /// The next move.
    pub(super) fn next(
        &mut self,
        lists: &mut MoveLists,
        board: &Board,
        history: &HistoryTables,
    ) -> Option<Move> {
        loop {
            match self.stage {
                PickerStage::TtMove => {
                    self.stage = PickerStage::Generate;
                    return self.hints.tt_move;
                }
                PickerStage::Generate => {
                    self.generate(lists, board, history);
                    self.stage = PickerStage::GoodCaptures;
                }
                PickerStage::GoodCaptures => match self.good_capture(lists, board) {
                    Some(mv) => return Some(mv),
                    None if self.captures_only => {
                        (self.stage, self.next) = (PickerStage::BadCaptures, self.base.0);
                    }
                    None => {
                        self.score_quiets(lists, board, history);
                        (self.stage, self.next) = (PickerStage::Quiets, self.base.1);
                    }
                },
                PickerStage::Quiets => match select_best(&mut lists.quiets[self.next..]) {
                    Some(mv) => {
                        self.next += 1;
                        return Some(mv);
                    }
                    None => (self.stage, self.next) = (PickerStage::BadCaptures, self.base.0),
                },
                PickerStage::BadCaptures if self.next < self.base.0 + self.bad_captures => {
                    self.next += 1;
                    return Some(lists.captures[self.next - 1].mv);
                }
                PickerStage::BadCaptures | PickerStage::Done => {
                    self.stage = PickerStage::Done;
                    return None;
                }
            }
        }
    }

    fn generate(&self, lists: &mut MoveLists, board: &Board, history: &HistoryTables) {
        let us = board.side_to_move();
        let enemies = board.colors(!us);
        let en_passant = en_passant_target(board).map_or(BitBoard::EMPTY, Square::bitboard);
        let last_rank = Rank::Eighth.relative_to(us).bitboard();
        board.generate_moves(|moves| {
            let is_pawn = moves.piece == Piece::Pawn;
            let captures = if is_pawn { enemies | en_passant } else { enemies };
            let noisy = if is_pawn { captures | last_rank } else { captures };
            // Most moves are quiet, and quiescence search looks at none of those.
            for mv in (PieceMoves { to: moves.to & noisy, ..moves }) {
                if Some(mv) == self.hints.tt_move {
                    continue;
                }
                let to = PieceTo::new(moves.piece, mv);
                if captures.has(mv.to) || mv.promotion == Some(Piece::Queen) {
                    let score = capture_score(board, mv, to, history);
                    lists.captures.push(ScoredMove { mv, to, score });
                } else if !self.captures_only {
                    lists.quiets.push(ScoredMove { mv, to, score: 0 });
                }
            }
            if !self.captures_only {
                let quiets = PieceMoves { to: moves.to & !noisy, ..moves };
                let quiets = quiets.into_iter().filter(|&mv| Some(mv) != self.hints.tt_move);
                let unscored = |mv| ScoredMove { mv, to: PieceTo::new(moves.piece, mv), score: 0 };
                lists.quiets.extend(quiets.map(unscored));
            }
            false
        });
    }

    fn score_quiets(&self, lists: &mut MoveLists, board: &Board, history: &HistoryTables) {
        let color = board.side_to_move();
        for quiet in &mut lists.quiets[self.base.1..] {
            let killer = self.hints.killers.iter().position(|&killer| killer == Some(quiet.mv));
            quiet.score = match killer {
                Some(index) => KILLER_SCORE - index as i32,
                None => history.quiet_of(color, quiet.mv, quiet.to, self.hints.context),
            };
        }
    }

    fn good_capture(&mut self, lists: &mut MoveLists, board: &Board) -> Option<Move> {
        while let Some(mv) = select_best(&mut lists.captures[self.next..]) {
            self.next += 1;
            if see_ge(board, mv, 0) {
                return Some(mv);
            }
            lists.captures.swap(self.base.0 + self.bad_captures, self.next - 1);
            self.bad_captures += 1;
        }
        None
    }
}

/// Swaps the move with the highest score to the front.
fn select_best(moves: &mut [ScoredMove]) -> Option<Move> {
    let (mut best, mut best_score) = (0, moves.first()?.score);
    for (index, candidate) in moves.iter().enumerate().skip(1) {
        if candidate.score > best_score {
            (best, best_score) = (index, candidate.score);
        }
    }
    moves.swap(0, best);
    Some(moves[0].mv)
}

/// Most valuable victim first, then by capture history, then the least valuable attacker.
fn capture_score(board: &Board, mv: Move, to: PieceTo, history: &HistoryTables) -> i32 {
    // En passant captures a pawn; a promotion without a capture counts as if it did.
    let victim = board.piece_on(mv.to).unwrap_or(Piece::Pawn);
    let promotion = mv.promotion.map_or(0, |piece| SEE_VALUES[piece as usize]);
    let history = history.capture(board.side_to_move(), to, victim);
    (SEE_VALUES[victim as usize] + promotion) * VICTIM_WEIGHT - to.piece()
        + history / CAPTURE_HISTORY_DIVISOR
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn every_legal_move_comes_once() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
            "8/P7/8/3pP3/8/8/8/k1K5 w - d6",
            "4k3/8/8/8/8/8/4r3/4K3 w - -",
        ];
        for fen in fens {
            let board = parse_fen(fen).unwrap();
            let mut legal = Vec::new();
            board.generate_moves(|moves| {
                legal.extend(moves);
                false
            });
            let history = HistoryTables::new();
            for tt_move in [None, legal.first().copied(), legal.last().copied()] {
                let mut lists = MoveLists::default();
                let hints = OrderingHints {
                    tt_move,
                    killers: [legal.get(1).copied(), None],
                    context: HistoryContext::NONE,
                };
                let mut picker = MovePicker::all(&lists, hints);
                let mut seen = Vec::new();
                while let Some(mv) = picker.next(&mut lists, &board, &history) {
                    assert!(!seen.contains(&mv), "{mv} comes twice");
                    seen.push(mv);
                }
                assert_eq!(seen.len(), legal.len(), "{fen}");
                assert!(tt_move.is_none() || seen.first() == tt_move.as_ref());
                picker.finish(&mut lists);
                assert!(lists.captures.is_empty() && lists.quiets.is_empty());
            }
        }
    }
}
