//! A position with what the search keeps beside it.

use cozy_chess::{Board, Move};

use super::tt::TranspositionTable;
use crate::eval::{EvalWeights, PsqtState};
use crate::position::{MoveDelta, en_passant_target};

/// A position, its piece-square sums and its hash key.
#[derive(Clone, Debug)]
pub(super) struct SearchPosition {
    pub(super) board: Board,
    /// The piece-square sums; those of an earlier position if the network evaluates, which does not need them.
    pub(super) psqt: PsqtState,
    /// Equal for equal positions: an en-passant square counts only if a pawn can capture there.
    pub(super) key: u64,
}

impl SearchPosition {
    pub(super) fn new(board: Board, weights: &EvalWeights) -> Self {
        Self { psqt: PsqtState::of(&board, weights), key: position_key(&board), board }
    }

    /// The position after a legal move, whose delta is given too; without weights, its piece-square sums stay. The
    /// processor is already fetching its entry in the transposition table.
    pub(super) fn play(
        &self,
        mv: Move,
        delta: &MoveDelta,
        weights: Option<&EvalWeights>,
        tt: &TranspositionTable,
    ) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(mv);
        let key = position_key(&board);
        tt.prefetch(key);
        let psqt = weights.map_or(self.psqt, |weights| self.psqt.after(delta, weights));
        Self { psqt, key, board }
    }

    /// The position after a null move; `None` in check.
    pub(super) fn null_move(&self) -> Option<Self> {
        let board = self.board.null_move()?;
        Some(Self { psqt: self.psqt, key: position_key(&board), board })
    }
}

/// The hash key of a position.
pub(super) fn position_key(board: &Board) -> u64 {
    if board.en_passant().is_some() && en_passant_target(board).is_none() {
        board.hash_without_ep()
    } else {
        board.hash()
    }
}
