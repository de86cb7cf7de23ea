//! What a board is worth, apart from what was sent on the way to it.

use ludus_tetris::Piece;

use super::slots::{best_slot, heights};
use super::weights::{VersusWeights, Weight};
use crate::board::{BitBoard, WIDTH};

/// The row from which on a stack is in the upper half of what people see.
const HALF: u32 = 10;

/// The row from which on a stack is in the upper quarter.
const QUARTER: u32 = 15;

/// The most filled cells above a covered one that count.
const MOST_COVER: u32 = 6;

/// What the board is worth. `risen` rows of unknown garbage lie below it; T-slots count as if `spins` T were
/// placed in them.
#[must_use]
pub fn evaluate(board: &BitBoard, risen: u32, spins: usize, weights: &VersusWeights) -> f32 {
    let mut board = *board;
    let mut heights_of = heights(&board);
    let mut value = 0.0;
    for _ in 0..spins {
        let Some((place, lines)) = best_slot(&board, &heights_of) else { break };
        value += weights.of(match lines {
            0 => Weight::SlotEmpty,
            1 => Weight::SlotSingle,
            _ => Weight::SlotDouble,
        });
        if lines < 2 {
            break;
        }
        // The board is judged as it is when the slot is used.
        board.place(Piece::T, place);
        heights_of = heights(&board);
    }
    value + surface(&heights_of, risen, weights) + inside(&board, &heights_of, weights)
}

/// What the heights are worth: the highest column, the steps between columns, the place of the well.
fn surface(heights: &[u32; WIDTH], risen: u32, weights: &VersusWeights) -> f32 {
    let mut highest = 0;
    let (mut well, mut lowest) = (0, u32::MAX);
    for (x, &height) in heights.iter().enumerate() {
        highest = highest.max(height);
        if height < lowest {
            (well, lowest) = (x, height);
        }
    }
    highest += risen;
    let (mut steps, mut squares) = (0, 0);
    let mut before = if well == 0 { heights[1] } else { heights[0] };
    for (x, &height) in heights.iter().enumerate() {
        if x != well {
            let step = height.abs_diff(before);
            steps += step;
            squares += step * step;
            before = height;
        }
    }
    let at_wall = well == 0 || well == WIDTH - 1;
    let next_to_wall = well == 1 || well == WIDTH - 2;
    weights.of(Weight::Height) * highest as f32
        + weights.of(Weight::TopHalf) * highest.saturating_sub(HALF) as f32
        + weights.of(Weight::TopQuarter) * highest.saturating_sub(QUARTER) as f32
        + weights.of(Weight::Bumpiness) * steps as f32
        + weights.of(Weight::BumpinessSquared) * squares as f32
        + if at_wall { weights.of(Weight::WellAtWall) } else { 0.0 }
        + if next_to_wall { weights.of(Weight::WellNextToWall) } else { 0.0 }
}

/// What the cells below the surface are worth: covered cells, transitions, and how ready the well is.
fn inside(board: &BitBoard, heights: &[u32; WIDTH], weights: &VersusWeights) -> f32 {
    let columns = board.columns();
    let sky = |x: usize| u64::MAX << heights[x];
    let (mut covered, mut slidable, mut cover) = (0, 0, 0);
    for x in 0..WIDTH {
        let holes = !columns[x] & !sky(x);
        if holes == 0 {
            continue;
        }
        let left = if x > 0 { sky(x - 1) } else { 0 };
        let right = if x + 1 < WIDTH { sky(x + 1) } else { 0 };
        covered += holes.count_ones();
        slidable += (holes & (left | right)).count_ones();
        let top_hole = u64::BITS - holes.leading_zeros();
        cover += (heights[x] - top_hole).min(MOST_COVER);
    }
    let tallest = heights.iter().copied().max().unwrap_or(0);
    let rows = !(u64::MAX << tallest);
    let mut transitions =
        (!columns[0] & rows).count_ones() + (!columns[WIDTH - 1] & rows).count_ones();
    for x in 1..WIDTH {
        transitions += (columns[x - 1] ^ columns[x]).count_ones();
    }
    weights.of(Weight::Cavity) * (covered - slidable) as f32
        + weights.of(Weight::Overhang) * slidable as f32
        + weights.of(Weight::Cover) * cover as f32
        + weights.of(Weight::RowTransitions) * transitions as f32
        + weights.of(Weight::WellDepth) * well_depth(board, heights) as f32
}

/// How many rows from the bottom of the well up are full but for their cell in the well.
fn well_depth(board: &BitBoard, heights: &[u32; WIDTH]) -> u32 {
    let mut well = 0;
    for x in 1..WIDTH {
        if heights[x] < heights[well] {
            well = x;
        }
    }
    let mut others = u64::MAX;
    for (x, column) in board.columns().iter().enumerate() {
        others &= if x == well { u64::MAX } else { *column };
    }
    (others >> heights[well]).trailing_ones()
}
