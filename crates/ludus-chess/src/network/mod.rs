//! The evaluation of `master`: a small efficiently updatable neural network (NNUE).
//!
//! | file | what lives there |
//! |---|---|
//! | `perspective` | [`Perspective`]: which inputs are active, as one side sees the board |
//! | `accumulator` | [`Accumulator`]: the sums of the hidden layer, and how a move changes them |
//! | `packed` | [`PackedPosition`]: a position to train with, in 32 bytes |
//!
//! The network has one hidden layer, computed from the perspective of both sides. There is one input for every
//! piece on every square, mirrored so that the own king is always on files a to d. A move changes a few rows of
//! the accumulator. The activation is the clipped square (SCReLU), and the number of pieces on the board selects
//! one of several output layers. All numbers are integers, so the score is the same on every machine.
//! `examples/fit_network` trains the weights.

mod accumulator;
mod packed;
mod perspective;

use std::sync::LazyLock;

use cozy_chess::Board;
use wide::{i16x32, i32x16};

pub use accumulator::Accumulator;
pub(crate) use accumulator::AccumulatorStack;
pub use packed::{PackedPosition, Wdl};
pub use perspective::{INPUTS, Perspective};

/// Units of the hidden layer, for each of the two perspectives.
pub const HIDDEN: usize = 256;
/// Output layers, one for each range of the number of pieces.
pub const OUTPUT_BUCKETS: usize = 8;
/// The quantisation of the hidden layer: an activation of 1 is this integer.
pub const QA: i32 = 255;
/// The quantisation of the output layers: a weight of 1 is this integer.
pub const QB: i32 = 64;
/// Centipawns for an output of 1.
pub const SCALE: i32 = 200;

/// How many numbers of a row one vector holds.
const LANES: usize = 32;

/// The weights of one input, or the sums of one perspective, as vectors. The type asks for vector instructions, whatever the
/// compiler makes of loops at the optimisation level of the program.
type Row = [i16x32; HIDDEN / LANES];

/// A row of zeros.
const ZERO_ROW: Row = [i16x32::ZERO; HIDDEN / LANES];

/// The weights of the network.
#[derive(Debug)]
pub struct Network {
    /// What each input adds to the hidden layer.
    input_weights: Vec<Row>,
    /// The hidden layer without any active input.
    hidden_bias: Row,
    /// The output layers: the perspective of the side to move, then the other one.
    output_weights: [[Row; 2]; OUTPUT_BUCKETS],
    output_bias: [i16; OUTPUT_BUCKETS],
}

/// The shipped weights.
static SHIPPED: &[u8] = include_bytes!("../../../../weights/chess-master.bin");

impl Network {
    /// The size of a network in bytes. Each weight is a little-endian 16-bit number, in the order input weights,
    /// hidden bias, output weights, output bias.
    pub const BYTES: usize =
        2 * (INPUTS * HIDDEN + HIDDEN + OUTPUT_BUCKETS * 2 * HIDDEN + OUTPUT_BUCKETS);

    /// The shipped network.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static NETWORK: LazyLock<Network> = LazyLock::new(|| Network::from_bytes(SHIPPED));
        &NETWORK
    }

    /// A network from its bytes; missing weights are zero.
    #[must_use]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let mut numbers =
            bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).fuse();
        let mut next = || numbers.next().unwrap_or(0);
        let mut row = || -> Row {
            std::array::from_fn(|_| i16x32::from(std::array::from_fn::<i16, LANES, _>(|_| next())))
        };
        Self {
            input_weights: (0..INPUTS).map(|_| row()).collect(),
            hidden_bias: row(),
            output_weights: std::array::from_fn(|_| [row(), row()]),
            output_bias: std::array::from_fn(|_| next()),
        }
    }

    /// The score of a position in centipawns for the side to move. `accumulator` must be the position's.
    #[must_use]
    pub fn evaluate(&self, board: &Board, accumulator: &Accumulator) -> i32 {
        let us = board.side_to_move();
        let bucket = output_bucket(board);
        let [ours, theirs] = &self.output_weights[bucket];
        let sum = screlu_dot(accumulator.of(us), ours) + screlu_dot(accumulator.of(!us), theirs);
        // The sum has the quantisation QA * QA * QB, and the bias QB * QB; both become QA * QB.
        let output = sum / QA + i32::from(self.output_bias[bucket]) * QA / QB;
        output * SCALE / (QA * QB)
    }

    /// The same without an accumulator.
    #[must_use]
    pub fn evaluate_from_scratch(&self, board: &Board) -> i32 {
        self.evaluate(board, &Accumulator::of_board(board, self))
    }
}

/// How many pieces more lead to the next output layer, so that 2 to 32 pieces use all of them.
const PIECES_PER_BUCKET: usize = 4;

/// The output layer for a position, by its number of pieces.
#[must_use]
pub fn output_bucket(board: &Board) -> usize {
    let pieces = board.occupied().len() as usize;
    (pieces.saturating_sub(2) / PIECES_PER_BUCKET).min(OUTPUT_BUCKETS - 1)
}

/// The squares of the clipped sums, multiplied by the weights and added up.
///
/// A clipped sum is at most 255 and a weight at most 126 in size, so their product fits into 16 bits. One instruction
/// multiplies it by the clipped sum again and adds up pairs.
fn screlu_dot(sums: &Row, weights: &Row) -> i32 {
    let (low, high) = (i16x32::ZERO, i16x32::splat(QA as i16));
    let mut total = i32x16::ZERO;
    for (&sum, &weight) in sums.iter().zip(weights) {
        let clipped = sum.max(low).min(high);
        total += clipped.dot(clipped * weight);
    }
    total.reduce_add()
}
