//! The evaluation of `master`: a small network that is brought up to date move by move.
//!
//! | file | what lives there |
//! |---|---|
//! | `inputs` | [`View`]: which inputs are on, as one side sees the board |
//! | `sums` | [`Hidden`]: the hidden layer's sums of a position, and what a move changes in them |
//!
//! One hidden layer, seen from both sides: an input for every piece on every square, mirrored so that
//! the viewer's own king is always on the left half. The sums of the hidden layer change by a few rows
//! with every move. The output layer is chosen by the number of pieces on the board. All numbers are
//! integers, so the score is the same on every machine. `examples/fit_network.rs` makes the weights.

mod inputs;
mod sums;

use std::sync::LazyLock;

use cozy_chess::Board;

pub use inputs::{INPUTS, View};
pub use sums::Hidden;

/// Units of the hidden layer, for each of the two views.
pub const HIDDEN: usize = 256;
/// Output layers, chosen by the number of pieces.
pub const OUTPUTS: usize = 8;
/// One in the hidden layer's integers: an activation goes from 0 to this.
pub const UNIT: i32 = 255;
/// One in the output layer's integers.
pub const OUTPUT_UNIT: i32 = 64;
/// Centipawns for an output of one.
pub const SCALE: i32 = 200;

/// The rows of the hidden layer's weights, or its sums.
type Row = [i16; HIDDEN];

/// The weights of the network.
#[derive(Debug)]
pub struct Network {
    /// What each input adds to the hidden layer.
    rows: Vec<Row>,
    /// The hidden layer with all inputs off.
    start: Row,
    /// The output layers: the side to move's view, then the other's.
    outputs: [[Row; 2]; OUTPUTS],
    /// The output layers' constants.
    constants: [i16; OUTPUTS],
}

/// The shipped weights.
static SHIPPED: &[u8] = include_bytes!("../../../../weights/chess-master.bin");

impl Network {
    /// The bytes of a network: every weight as a little-endian 16-bit number, in the order rows,
    /// start, outputs, constants.
    pub const BYTES: usize = 2 * (INPUTS * HIDDEN + HIDDEN + OUTPUTS * 2 * HIDDEN + OUTPUTS);

    /// The shipped network.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::read(SHIPPED));
        &NETWORK
    }

    /// A network from its bytes; what is missing is zero.
    #[must_use]
    pub fn read(bytes: &[u8]) -> Self {
        let mut numbers =
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).fuse();
        let mut next = || numbers.next().unwrap_or(0);
        let mut row = || std::array::from_fn(|_| next());
        Self {
            rows: (0..INPUTS).map(|_| row()).collect(),
            start: row(),
            outputs: std::array::from_fn(|_| [row(), row()]),
            constants: std::array::from_fn(|_| next()),
        }
    }

    /// The worth of a position in centipawns for the side to move. `hidden` must be the position's.
    #[must_use]
    pub fn evaluate(&self, board: &Board, hidden: &Hidden) -> i32 {
        let us = board.side_to_move();
        let bucket = output_of(board);
        let [own, other] = &self.outputs[bucket];
        let sum = activate(hidden.of(us), own) + activate(hidden.of(!us), other);
        let value = sum / UNIT + i32::from(self.constants[bucket]) * UNIT / OUTPUT_UNIT;
        value * SCALE / (UNIT * OUTPUT_UNIT)
    }

    /// The same from scratch.
    #[must_use]
    pub fn score(&self, board: &Board) -> i32 {
        self.evaluate(board, &Hidden::of_board(board, self))
    }
}

/// Which output layer a position is scored by.
#[must_use]
pub fn output_of(board: &Board) -> usize {
    let pieces = board.occupied().len() as usize;
    (pieces.saturating_sub(2) / 4).min(OUTPUTS - 1)
}

/// The squares of the clipped sums, weighted.
///
/// A clipped sum is at most 255 and a weight at most 126 in size, so their product fits 16 bits: that
/// lets the compiler use one instruction for sixteen of them.
fn activate(sums: &Row, weights: &Row) -> i32 {
    let mut total = 0;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.clamp(0, UNIT as i16);
        total += i32::from(clipped) * i32::from(clipped.wrapping_mul(weight));
    }
    total
}
