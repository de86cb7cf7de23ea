//! Plain simulators to compare the bots with: the same play in the obvious way.
//!
//! Boards are columns as words, heights are counted with one instruction, and after every placement everything is
//! computed anew. That is the fastest of the designs that MinusKelvin's `board-repr-perft` compares. There is no game
//! around it: no seats, no rules to choose, no decisions to explain.

use ludus_core::{Seed, SeedRng};

use crate::action::Placement;
use crate::battle::Threat;
use crate::board::{Board, height_of, remove_rows};
use crate::landing::Landing;
use crate::metric;
use crate::metrics::{PlacementEvent, column_transitions, holes, measure, ones};
use crate::piece::{Piece, Shape};
use crate::rules::Spawn;
use crate::weights::PlacementEvaluator;

/// A controller that plays every placement on a copy of the board and measures the whole of it.
pub(super) struct PlainSimulator {
    evaluator: PlacementEvaluator,
    empty: Board,
    board: Board,
    rng: SeedRng,
}

impl PlainSimulator {
    /// A simulator for weights of the metrics of Thiery & Scherrer.
    pub(super) fn new(evaluator: PlacementEvaluator, empty: Board) -> Self {
        Self { evaluator, empty, board: empty, rng: Seed::new(0).rng() }
    }

    /// Places one random piece, on a new board if it has no place.
    pub(super) fn piece(&mut self) {
        let piece = draw(&mut self.rng);
        let threat = Threat::none(self.board.height());
        let mut best: Option<(f64, Landing)> = None;
        for placement in Placement::all(piece, self.board.width()) {
            let landing = self.board.drop_piece(piece, placement, Spawn::Free);
            let Some(landing) = landing.filter(|landing| !landing.out) else { continue };
            let event = PlacementEvent::of(&landing, piece.shape(placement.rotation));
            let metrics = measure::<{ metric::CONTROLLER }>(&landing.board, event);
            let score = self.evaluator.score_of::<{ metric::CONTROLLER }>(&metrics, &threat);
            if best.as_ref().is_none_or(|(most, _)| score > *most) {
                best = Some((score, landing));
            }
        }
        self.board = best.map_or(self.empty, |(_, landing)| landing.board);
    }
}

/// How many columns the board of [`DellacherieWords`] has.
const WIDTH: usize = 10;

/// Dellacherie's controller with whole numbers on ten columns of words without a top.
pub(super) struct DellacherieWords {
    columns: [u64; WIDTH],
    rng: SeedRng,
}

/// How high a column may grow before the board is emptied. A word has 64 rows.
const TOP: usize = 56;

impl DellacherieWords {
    /// An empty board.
    pub(super) fn new() -> Self {
        Self { columns: [0; WIDTH], rng: Seed::new(0).rng() }
    }

    /// Places one random piece.
    pub(super) fn piece(&mut self) {
        let piece = draw(&mut self.rng);
        let mut best: Option<(i32, [u64; WIDTH])> = None;
        for &rotation in piece.rotations() {
            let shape = piece.shape(rotation);
            for left in 0..=WIDTH - shape.width() {
                let (score, columns) = self.placed(shape, left);
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, columns));
                }
            }
        }
        let low = |columns: &[u64; WIDTH]| columns.iter().all(|&column| height_of(column) < TOP);
        self.columns = best.map(|(_, columns)| columns).filter(low).unwrap_or_default();
    }

    /// The score of a placement and the board after it. Scores are twice Dellacherie's, so that they are whole.
    fn placed(&self, shape: &Shape, left: usize) -> (i32, [u64; WIDTH]) {
        let mut columns = self.columns;
        let height = |i: usize| height_of(columns[left + i]);
        let row = (0..shape.width()).map(|i| height(i).saturating_sub(shape.bottom(i)));
        let row = row.max().unwrap_or(0);
        for i in 0..shape.width() {
            columns[left + i] |= shape.bits(i) << row;
        }
        let full = columns.iter().fold(u64::MAX, |all, column| all & column);
        let cells = (0..shape.width()).map(|i| ones(shape.bits(i) << row & full)).sum::<i32>();
        remove_rows(&mut columns, full);
        let landing = (2 * row + shape.height() - 1) as i32;
        (2 * ones(full) * cells - landing - 2 * penalties(&columns), columns)
    }
}

/// Row and column transitions, holes four times, and cumulative wells.
fn penalties(columns: &[u64; WIDTH]) -> i32 {
    let mut sum = ones(!columns[0]) + ones(!columns[WIDTH - 1]);
    for (i, &column) in columns.iter().enumerate() {
        let left = if i == 0 { u64::MAX } else { columns[i - 1] };
        let right = columns.get(i + 1).copied().unwrap_or(u64::MAX);
        sum += if i == 0 { 0 } else { ones(left ^ column) };
        sum += column_transitions(column) + 4 * ones(holes(column));
        let mut wells = left & right & !column;
        while wells != 0 {
            let row = wells.trailing_zeros();
            sum += (!column << (u64::BITS - 1 - row)).leading_ones() as i32;
            wells &= wells - 1;
        }
    }
    sum
}

fn draw(rng: &mut SeedRng) -> Piece {
    Piece::ALL[rng.below(Piece::ALL.len() as u32) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_controllers_keep_the_board_low() {
        let dt10 = crate::bots::preset_weights(&"dt10".parse().unwrap()).unwrap();
        let mut plain = PlainSimulator::new(dt10, Board::new(10, 20).unwrap());
        let mut words = DellacherieWords::new();
        for _ in 0..1_000 {
            plain.piece();
            words.piece();
        }
        assert!(plain.board.max_height() < 14, "{:?}", plain.board);
        assert!(words.columns.iter().all(|&column| height_of(column) < 14));
    }
}
