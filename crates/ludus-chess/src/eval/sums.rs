//! The part of the evaluation that is kept up to date move by move: material and squares.

use cozy_chess::{Board, Color, File, Move, Piece, Rank, Square};

use super::score::{Score, phase};
use super::weights::Weights;
use crate::position::is_en_passant;

/// What a piece counts towards the phase, in quarters of a pawn.
const QUARTERS: [i32; 6] = [0, 12, 13, 20, 36, 0];

/// The sums over all pieces of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sums {
    /// Material and squares, white's minus black's.
    pub squares: Score,
    /// Non-pawn material of both sides, in quarters of a pawn.
    quarters: i32,
}

impl Sums {
    /// The sums of a position, piece by piece.
    #[must_use]
    pub fn of(board: &Board, weights: &Weights) -> Self {
        let mut sums = Self { squares: Score::ZERO, quarters: 0 };
        for &color in &Color::ALL {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    sums.add(weights, color, piece, square);
                }
            }
        }
        sums
    }

    /// The sums after a legal move, which must not have been played on `board` yet.
    #[must_use]
    pub fn after(mut self, board: &Board, mv: Move, weights: &Weights) -> Self {
        let us = board.side_to_move();
        let Some(piece) = board.piece_on(mv.from) else { return self };
        self.remove(weights, us, piece, mv.from);
        if board.colors(us).has(mv.to) {
            let rank = Rank::First.relative_to(us);
            let (king, rook) =
                if mv.from.file() < mv.to.file() { (File::G, File::F) } else { (File::C, File::D) };
            self.remove(weights, us, Piece::Rook, mv.to);
            self.add(weights, us, Piece::King, Square::new(king, rank));
            self.add(weights, us, Piece::Rook, Square::new(rook, rank));
            return self;
        }
        if let Some(victim) = board.piece_on(mv.to) {
            self.remove(weights, !us, victim, mv.to);
        } else if piece == Piece::Pawn && is_en_passant(board, mv) {
            self.remove(weights, !us, Piece::Pawn, Square::new(mv.to.file(), mv.from.rank()));
        }
        self.add(weights, us, mv.promotion.unwrap_or(piece), mv.to);
        self
    }

    /// How far the game is from an endgame, 0 to [`super::PHASE_MAX`].
    #[must_use]
    pub fn phase(&self) -> i32 {
        phase(self.quarters)
    }

    fn add(&mut self, weights: &Weights, color: Color, piece: Piece, square: Square) {
        self.squares += value(weights, color, piece, square);
        self.quarters += QUARTERS[piece as usize];
    }

    fn remove(&mut self, weights: &Weights, color: Color, piece: Piece, square: Square) {
        self.squares -= value(weights, color, piece, square);
        self.quarters -= QUARTERS[piece as usize];
    }
}

fn value(weights: &Weights, color: Color, piece: Piece, square: Square) -> Score {
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
            let mut sums = Sums::of(&board, &MEDIUM);
            for _ in 0..200 {
                let mut moves = Vec::new();
                board.generate_moves(|m| {
                    moves.extend(m);
                    false
                });
                let Some(&mv) = rng.pick(&moves) else { break };
                sums = sums.after(&board, mv, &MEDIUM);
                board.play_unchecked(mv);
                assert_eq!(sums, Sums::of(&board, &MEDIUM), "after {mv} in {board}");
            }
        }
    }
}
