//! The accumulator: the sums of the hidden layer, updated move by move.

use cozy_chess::{Board, Color, Piece};

use super::perspective::Perspective;
use super::{HIDDEN, Network, Row};
use crate::position::MoveDelta;

/// The hidden layer of a position before activation, from the perspective of each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator([Row; 2]);

impl Default for Accumulator {
    fn default() -> Self {
        Self([[0; HIDDEN]; 2])
    }
}

impl Accumulator {
    /// The accumulator of a position, computed piece by piece.
    #[must_use]
    pub fn of_board(board: &Board, network: &Network) -> Self {
        let mut accumulator = Self::default();
        for &side in &Color::ALL {
            accumulator.refresh(board, side, network);
        }
        accumulator
    }

    /// The sums from the perspective of one side.
    #[must_use]
    pub fn of(&self, side: Color) -> &Row {
        &self.0[side as usize]
    }

    /// Makes this the accumulator after a move, computed from that before it. `boards` are the positions before and
    /// after the move.
    pub(crate) fn update(
        &mut self,
        parent: &Self,
        delta: &MoveDelta,
        boards: (&Board, &Board),
        network: &Network,
    ) {
        let (before, after) = boards;
        for &side in &Color::ALL {
            let perspective = Perspective::of(after, side);
            if perspective == Perspective::of(before, side) {
                let sums = &mut self.0[side as usize];
                apply(delta, sums, &parent.0[side as usize], perspective, network);
            } else {
                // The king has crossed the middle, which mirrors every input.
                self.refresh(after, side, network);
            }
        }
    }

    fn refresh(&mut self, board: &Board, side: Color, network: &Network) {
        let perspective = Perspective::of(board, side);
        let sums = &mut self.0[side as usize];
        *sums = network.hidden_bias;
        for &color in &Color::ALL {
            for &piece in &Piece::ALL {
                for square in board.colored_pieces(color, piece) {
                    let row = &network.input_weights[perspective.input(color, piece, square)];
                    for (sum, weight) in sums.iter_mut().zip(row) {
                        *sum = sum.wrapping_add(*weight);
                    }
                }
            }
        }
    }
}

/// Computes the sums after a move from those before it, in one pass for the most frequent kinds of move.
fn apply(
    delta: &MoveDelta,
    sums: &mut Row,
    parent: &Row,
    perspective: Perspective,
    network: &Network,
) {
    let row =
        |(color, piece, square)| &network.input_weights[perspective.input(color, piece, square)];
    match (delta.removed, delta.added) {
        ([Some(from), None], [Some(to), None]) => {
            let (from, to) = (row(from), row(to));
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum = parent[index].wrapping_sub(from[index]).wrapping_add(to[index]);
            }
        }
        ([Some(from), Some(captured)], [Some(to), None]) => {
            let (from, captured, to) = (row(from), row(captured), row(to));
            for (index, sum) in sums.iter_mut().enumerate() {
                let removed = from[index].wrapping_add(captured[index]);
                *sum = parent[index].wrapping_sub(removed).wrapping_add(to[index]);
            }
        }
        (removed, added) => {
            *sums = *parent;
            for row in removed.into_iter().flatten().map(row) {
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_sub(*w));
            }
            for row in added.into_iter().flatten().map(row) {
                sums.iter_mut().zip(row).for_each(|(sum, w)| *sum = sum.wrapping_add(*w));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::Seed;

    #[test]
    fn an_updated_accumulator_equals_one_from_scratch() {
        let network = Network::shipped();
        let mut rng = Seed::new(5).rng();
        for _ in 0..60 {
            let mut board = Board::default();
            let mut accumulator = Accumulator::of_board(&board, network);
            for _ in 0..200 {
                let mut moves = Vec::new();
                board.generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                let Some(&mv) = rng.pick(&moves) else { break };
                let before = board.clone();
                board.play_unchecked(mv);
                let mut next = Accumulator::default();
                let delta = MoveDelta::of(&before, mv);
                next.update(&accumulator, &delta, (&before, &board), network);
                accumulator = next;
                let fresh = Accumulator::of_board(&board, network);
                assert_eq!(accumulator, fresh, "after {mv} in {before}");
            }
        }
    }
}
