//! A position with what the search keeps beside it.

use cozy_chess::{Board, Move};

use super::table::Table;
use crate::eval::{Sums, Weights};
use crate::position::en_passant_target;

/// A position, its evaluation's sums and its key.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) sums: Sums,
    /// Equal for equal positions: an en-passant square counts only if a pawn can take there.
    pub(super) key: u64,
}

impl State {
    pub(super) fn new(board: Board, weights: &Weights) -> Self {
        Self { sums: Sums::of(&board, weights), key: key_of(&board), board }
    }

    /// The position after a legal move. Its entry in the table is on its way when this returns.
    pub(super) fn play(&self, mv: Move, weights: &Weights, table: &Table) -> Self {
        let mut board = self.board.clone();
        board.play_unchecked(mv);
        let key = key_of(&board);
        table.touch(key);
        Self { sums: self.sums.after(&self.board, mv, weights), key, board }
    }

    /// The position after passing; `None` in check.
    pub(super) fn pass(&self) -> Option<Self> {
        let board = self.board.null_move()?;
        Some(Self { sums: self.sums, key: key_of(&board), board })
    }
}

/// The key by which positions are told apart.
pub(super) fn key_of(board: &Board) -> u64 {
    if board.en_passant().is_some() && en_passant_target(board).is_none() {
        board.hash_without_ep()
    } else {
        board.hash()
    }
}
