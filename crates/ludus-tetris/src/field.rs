//! Fields: the board, the pieces and the figures of one seat.

use std::fmt;

use ludus_core::{Figures, Forfeit, Seat};

use crate::board::Board;
use crate::hunt::Hunt;
use crate::mistake::SeatStack;
use crate::piece::Piece;
use crate::rules::Spawn;

/// The points for clearing 0 to 4 lines on level 1.
pub(crate) const LINE_SCORES: [u64; 5] = [0, 100, 300, 500, 800];

/// How many lines make a level.
const LINES_PER_LEVEL: u32 = 10;

/// The board, the pieces and the figures of one seat.
#[derive(Clone, Debug)]
pub struct Field {
    /// Which cells are filled.
    pub board: Board,
    /// The piece to place now.
    pub current: Piece,
    /// The piece after it.
    pub next: Piece,
    /// Points.
    pub score: u64,
    /// Lines cleared.
    pub lines: u32,
    /// Pieces placed.
    pub pieces: u32,
    /// Rows of garbage sent.
    pub sent: u32,
    /// Rows of garbage that rose.
    pub received: u32,
    /// Rows of garbage that rise when the current piece locks.
    pub pending: u32,
    /// The seat that gets the garbage; `None` without opponents.
    pub target: Option<Seat>,
    /// What others have seen of how the seat chooses its targets.
    pub hunt: Hunt,
    /// When and why the seat was eliminated; `None` while it lives.
    pub out: Option<Elimination>,
}

impl Field {
    pub(crate) fn new(board: Board, target: Option<Seat>) -> Self {
        Self {
            board,
            current: Piece::I,
            next: Piece::I,
            score: 0,
            lines: 0,
            pieces: 0,
            sent: 0,
            received: 0,
            pending: 0,
            target,
            hunt: Hunt::default(),
            out: None,
        }
    }

    /// Whether the seat still plays.
    #[must_use]
    pub const fn is_alive(&self) -> bool {
        self.out.is_none()
    }

    /// The level: one more for every ten lines.
    #[must_use]
    pub const fn level(&self) -> u32 {
        self.lines / LINES_PER_LEVEL + 1
    }

    /// Whether the current piece has room to spawn.
    pub(crate) fn has_room(&self, spawn: Spawn) -> bool {
        spawn == Spawn::Free || self.board.spawns(self.current)
    }

    /// What mistakes show in.
    pub(crate) fn stack(&self) -> SeatStack<'_> {
        SeatStack { columns: self.board.columns(), lines: self.lines, out: self.out.is_some() }
    }

    /// Adds the figures of the seat.
    pub(crate) fn figures(&self, out: &mut Figures) {
        out.push("lines", f64::from(self.lines));
        out.push("pieces", f64::from(self.pieces));
        out.push("score", self.score as f64);
        out.push("level", f64::from(self.level()));
        out.push("sent", f64::from(self.sent));
        out.push("received", f64::from(self.received));
    }

    /// Counts a piece that cleared some lines. The level before the clear decides the points.
    pub(crate) fn count_piece(&mut self, lines: usize) {
        self.score += LINE_SCORES[lines] * u64::from(self.level());
        self.lines += lines as u32;
        self.pieces += 1;
    }
}

/// When and why a seat was eliminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Elimination {
    /// The turn, the first being 1.
    pub turn: u32,
    /// Why.
    pub cause: EliminationCause,
}

/// Why a seat was eliminated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EliminationCause {
    /// A piece locked above the top, or the next one does not fit at its spawn.
    ToppedOut,
    /// Garbage pushed filled cells above the top.
    Buried,
    /// The seat's bot forfeited.
    Forfeit(Forfeit),
}

impl fmt::Display for EliminationCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ToppedOut => f.write_str("topped out"),
            Self::Buried => f.write_str("buried by garbage"),
            Self::Forfeit(forfeit) => forfeit.fmt(f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_score_at_the_level_before_the_clear() {
        let mut field = Field::new(Board::new(10, 20).unwrap(), None);
        let mut score = |lines| {
            let before = field.score;
            field.count_piece(lines);
            field.score - before
        };
        assert_eq!([0, 1, 2, 3, 4].map(&mut score), [0, 100, 300, 500, 800]);
        assert_eq!([1, 4].map(&mut score), [200, 1600], "ten lines were cleared before");
        assert_eq!((field.lines, field.level(), field.pieces), (15, 2, 7));
    }
}
