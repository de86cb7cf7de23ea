//! The accumulators: the sums of the hidden layer for each ply of a line, computed when they are needed.

use cozy_chess::{Board, Color, Piece};

use super::perspective::Perspective;
use super::{Network, Row, ZERO_ROW};
use crate::position::MoveDelta;

/// The hidden layer of a position before activation, from the perspective of each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Accumulator([Row; 2]);

impl Default for Accumulator {
    fn default() -> Self {
        Self([ZERO_ROW; 2])
    }
}

impl Accumulator {
    /// The accumulator of a position, computed piece by piece.
    #[must_use]
    pub fn of_board(board: &Board, network: &Network) -> Self {
        Self(Color::ALL.map(|side| row_of_board(board, side, network)))
    }

    /// The sums from the perspective of one side.
    #[must_use]
    pub fn of(&self, side: Color) -> &Row {
        &self.0[side as usize]
    }
}

/// The sums of a position from the perspective of one side, computed piece by piece.
fn row_of_board(board: &Board, side: Color, network: &Network) -> Row {
    let perspective = Perspective::of(board, side);
    let mut sums = network.hidden_bias;
    for &color in &Color::ALL {
        for &piece in &Piece::ALL {
            for square in board.colored_pieces(color, piece) {
                let row = &network.input_weights[perspective.input(color, piece, square)];
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += *weight);
            }
        }
    }
    sums
}

/// One ply of a line.
#[derive(Clone, Debug)]
struct PlyAccumulator {
    accumulator: Accumulator,
    /// Whether the sums of each side are those of the position.
    is_computed: [bool; 2],
    /// How each side sees the position.
    perspectives: [Perspective; 2],
    /// What the move to this position changed.
    delta: MoveDelta,
}

/// The accumulators of a line, one for each ply.
///
/// A move only records what it changes. The sums follow when the position is evaluated, which many never are: the
/// transposition table knows their score, or their side is in check.
#[derive(Clone, Debug)]
pub(crate) struct AccumulatorStack(Vec<PlyAccumulator>);

impl AccumulatorStack {
    /// Room for lines of this many plies.
    pub(crate) fn new(plies: usize) -> Self {
        let board = Board::default();
        let ply = PlyAccumulator {
            accumulator: Accumulator::default(),
            is_computed: [false; 2],
            perspectives: Color::ALL.map(|side| Perspective::of(&board, side)),
            delta: MoveDelta::default(),
        };
        Self(vec![ply; plies])
    }

    /// Begins a line at this position.
    pub(crate) fn start(&mut self, board: &Board, network: &Network) {
        self.0[0] = PlyAccumulator {
            accumulator: Accumulator::of_board(board, network),
            is_computed: [true; 2],
            perspectives: Color::ALL.map(|side| Perspective::of(board, side)),
            delta: MoveDelta::default(),
        };
    }

    /// Records the move that leads to a ply. `board` is the position after it; a null move changes nothing.
    pub(crate) fn push(&mut self, ply: usize, delta: MoveDelta, board: &Board) {
        let next = &mut self.0[ply];
        next.is_computed = [false; 2];
        next.perspectives = Color::ALL.map(|side| Perspective::of(board, side));
        next.delta = delta;
    }

    /// The accumulator of a ply, whose position is `board`.
    pub(crate) fn at(&mut self, ply: usize, board: &Board, network: &Network) -> &Accumulator {
        for &side in &Color::ALL {
            self.compute(ply, side, board, network);
        }
        &self.0[ply].accumulator
    }

    /// Computes the sums of one side at a ply, and those of the plies before it that are missing.
    fn compute(&mut self, ply: usize, side: Color, board: &Board, network: &Network) {
        let index = side as usize;
        let perspective = self.0[ply].perspectives[index];
        let mut computed = ply;
        while !self.0[computed].is_computed[index] {
            computed -= 1;
            if self.0[computed].perspectives[index] != perspective {
                // The king has crossed the middle on the way, which mirrors every input.
                self.0[ply].accumulator.0[index] = row_of_board(board, side, network);
                self.0[ply].is_computed[index] = true;
                return;
            }
        }
        for at in computed + 1..=ply {
            let (before, after) = self.0.split_at_mut(at);
            let (parent, child) = (&before[at - 1], &mut after[0]);
            let sums = &mut child.accumulator.0[index];
            apply(&child.delta, sums, &parent.accumulator.0[index], perspective, network);
            child.is_computed[index] = true;
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
                *sum = parent[index] - from[index] + to[index];
            }
        }
        ([Some(from), Some(captured)], [Some(to), None]) => {
            let (from, captured, to) = (row(from), row(captured), row(to));
            for (index, sum) in sums.iter_mut().enumerate() {
                *sum = parent[index] - from[index] - captured[index] + to[index];
            }
        }
        (removed, added) => {
            *sums = *parent;
            for row in removed.into_iter().flatten().map(row) {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum -= *weight);
            }
            for row in added.into_iter().flatten().map(row) {
                sums.iter_mut().zip(row).for_each(|(sum, weight)| *sum += *weight);
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
        const PLIES: usize = 200;
        let network = Network::shipped();
        let mut rng = Seed::new(5).rng();
        let mut stack = AccumulatorStack::new(PLIES + 1);
        for _ in 0..60 {
            let mut board = Board::default();
            stack.start(&board, network);
            for ply in 1..=PLIES {
                let mut moves = Vec::new();
                board.generate_moves(|some| {
                    moves.extend(some);
                    false
                });
                let Some(&mv) = rng.pick(&moves) else { break };
                let before = board.clone();
                board.play_unchecked(mv);
                stack.push(ply, MoveDelta::of(&before, mv), &board);
                // Some plies are not evaluated, so that several moves are made up for at once.
                if rng.below(3) == 0 {
                    let fresh = Accumulator::of_board(&board, network);
                    assert_eq!(stack.at(ply, &board, network), &fresh, "after {mv} in {before}");
                }
            }
        }
    }
}
