//! Piece-square tables (PSQT): the part of the evaluation that is updated move by move.

use cozy_chess::{Board, Color, Piece};

use super::tapered::{TaperedScore, phase};
use super::weights::EvalWeights;
use crate::position::{MoveDelta, PlacedPiece};

/// What a piece counts for the game phase, in quarters of a pawn, by kind: 3, 3.25, 5 and 9 pawns.
const PHASE_MATERIAL: [i32; 6] = [0, 12, 13, 20, 36, 0];

/// The piece-square sums of a position, and its game phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PsqtState {
    /// Material and squares, White's minus Black's.
    pub squares: TaperedScore,
    /// Non-pawn material of both sides, in quarters of a pawn.
    material: i32,
}

impl PsqtState {
    /// The sums of a position, computed piece by piece.
    #[must_use]
    pub fn of(board: &Board, weights: &EvalWeights) -> Self {
        let mut psqt = Self { squares: TaperedScore::ZERO, material: 0 };
        for &color in &Color::ALL {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    psqt.add(weights, (color, piece, square));
                }
            }
        }
        psqt
    }

    /// The sums after a move.
    #[must_use]
    pub(crate) fn after(mut self, delta: &MoveDelta, weights: &EvalWeights) -> Self {
        for piece in delta.removed.into_iter().flatten() {
            self.remove(weights, piece);
        }
        for piece in delta.added.into_iter().flatten() {
            self.add(weights, piece);
        }
        self
    }

    /// The game phase, from 0 in an endgame to [`super::PHASE_MAX`] with all pieces.
    #[must_use]
    pub fn phase(&self) -> i32 {
        phase(self.material)
    }

    fn add(&mut self, weights: &EvalWeights, placed: PlacedPiece) {
        self.squares += psqt_score(weights, placed);
        self.material += PHASE_MATERIAL[placed.1 as usize];
    }

    fn remove(&mut self, weights: &EvalWeights, placed: PlacedPiece) {
        self.squares -= psqt_score(weights, placed);
        self.material -= PHASE_MATERIAL[placed.1 as usize];
    }
}

/// The score of one piece, positive for White.
fn psqt_score(weights: &EvalWeights, (color, piece, square): PlacedPiece) -> TaperedScore {
    let score = weights.squares[piece as usize][square.relative_to(color) as usize];
    if color == Color::White { score } else { -score }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights::MEDIUM;
    use ludus_core::Seed;

    #[test]
    fn updated_sums_equal_sums_from_scratch() {
        let mut rng = Seed::new(3).rng();
        for _ in 0..60 {
            let mut board = Board::default();
            let mut psqt = PsqtState::of(&board, &MEDIUM);
            for _ in 0..200 {
                let mut moves = Vec::new();
                board.generate_moves(|m| {
                    moves.extend(m);
                    false
                });
                let Some(&mv) = rng.pick(&moves) else { break };
                psqt = psqt.after(&MoveDelta::of(&board, mv), &MEDIUM);
                board.play_unchecked(mv);
                assert_eq!(psqt, PsqtState::of(&board, &MEDIUM), "after {mv} in {board}");
            }
        }
    }
}
