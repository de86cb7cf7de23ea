//! The columns of a board as arrays, with what each of them adds to the metrics.

use super::word::LANES;
use crate::board::{Board, MAX_WIDTH, height_of};
use crate::metric::{Metric, MetricBits, any_of, has};
use crate::metrics::{
    BoardSums, RowGaps, STEP_METRICS, column_transitions, cumulative_wells, hole_depth, holes,
    middle_share, ones,
};
use crate::steps::small_step;

/// Columns of wall at the left: a placement reads two columns beyond its own.
pub(super) const PAD: usize = 2;
/// The columns that a placement reads: at most four of its own, and two on either side.
pub(super) const WINDOW: usize = 8;
/// The columns that [`LANES`] placements read.
pub(super) const READ: usize = LANES + WINDOW;
/// The columns of the widest board with walls, so that every window of its lanes is inside.
const SIZE: usize = MAX_WIDTH.next_multiple_of(LANES) + WINDOW;

/// The metrics that depend on how much lower columns are than both their neighbours.
pub(super) const WELL_METRICS: [Metric; 4] =
    [Metric::Wells, Metric::WallWells, Metric::DeepWells, Metric::DeepestWell];

/// The metrics that depend on which cells are holes.
pub(super) const HOLE_METRICS: [Metric; 5] = [
    Metric::HoleDepth,
    Metric::RowsWithHoles,
    Metric::HighestHole,
    Metric::HoleRowSum,
    Metric::ReadyRows,
];

/// The columns of a board as arrays, indexed by column plus [`PAD`]. On both sides there are walls: filled columns as high as
/// the board. A pair of neighbours is at the index of its right column.
#[derive(Clone, Debug)]
pub(super) struct PreparedColumns {
    pub(super) width: usize,
    /// The metrics of the board as it is.
    pub(super) sums: BoardSums,
    pub(super) columns: [u32; SIZE],
    pub(super) heights: [i32; SIZE],
    /// The row transitions between each pair.
    pub(super) transitions: [i32; SIZE],
    /// The steps without their signs; 0 at the walls.
    pub(super) bumps: [i32; SIZE],
    /// The steps as [`small_step`] counts them; 0 at the walls.
    pub(super) small_steps: [u32; SIZE],
    /// How much lower each column is than both its neighbours.
    pub(super) depths: [i32; SIZE],
    /// The greatest depth of all columns to the left; of this column and all to the right.
    pub(super) deepest_left: [i32; SIZE],
    pub(super) deepest_right: [i32; SIZE],
    /// The cumulative wells of each column above its highest cell.
    pub(super) open_wells: [i32; SIZE],
    /// The holes of each column.
    pub(super) holes: [u32; SIZE],
    /// The rows that lack exactly one cell, two, and so on.
    pub(super) gaps: [u32; RowGaps::MOST],
    /// The rows that are full already, which no game leaves on a board.
    pub(super) full: u32,
}

impl PreparedColumns {
    /// Prepares a board. Metrics outside `SET` are not prepared.
    pub(super) fn new<const SET: MetricBits>(board: &Board) -> Self {
        let sums = BoardSums { board_height: board.height() as i32, ..BoardSums::default() };
        let mut prepared = Self {
            width: board.width(),
            sums,
            columns: [board.all_rows() as u32; SIZE],
            heights: [board.height() as i32; SIZE],
            transitions: [0; SIZE],
            bumps: [0; SIZE],
            small_steps: [0; SIZE],
            depths: [0; SIZE],
            deepest_left: [0; SIZE],
            deepest_right: [0; SIZE],
            open_wells: [0; SIZE],
            holes: [0; SIZE],
            gaps: [0; RowGaps::MOST],
            full: board.full_rows() as u32,
        };
        prepared.fill_columns::<SET>(board);
        prepared.fill_neighbours::<SET>();
        if any_of(SET, &[Metric::DeepestWell]) {
            prepared.fill_deepest();
        }
        if any_of(SET, &STEP_METRICS) {
            prepared.fill_steps();
        }
        prepared
    }

    /// What each column adds by itself.
    fn fill_columns<const SET: MetricBits>(&mut self, board: &Board) {
        let (width, walls) = (board.width(), board.all_rows());
        let mut gaps = RowGaps::default();
        for (i, &column) in board.columns().iter().enumerate() {
            self.columns[PAD + i] = column as u32;
            let height = height_of(column) as i32;
            self.heights[PAD + i] = height;
            gaps.add(!column & walls);
            self.sums.height += height;
            self.sums.holes += height - ones(column);
            self.sums.max_height = self.sums.max_height.max(height);
            self.sums.column_transitions += column_transitions(column);
            if any_of(SET, &HOLE_METRICS) {
                self.sums.hole_rows |= holes(column);
            }
            if has(SET, Metric::HoleDepth) {
                self.sums.hole_depth += hole_depth(column);
            }
            if has(SET, Metric::SquaredHeights) {
                self.sums.squared_heights += height * height;
            }
            if has(SET, Metric::MiddleHeight) {
                self.sums.middle_height += middle_share(i, width) * height;
            }
        }
        for (i, rows) in self.gaps.iter_mut().enumerate() {
            *rows = gaps.exactly(i + 1) as u32;
        }
    }

    /// What columns add with their neighbours.
    fn fill_neighbours<const SET: MetricBits>(&mut self) {
        for i in 0..=self.width {
            let k = PAD + i;
            let (left, column) = (self.columns[k - 1], self.columns[k]);
            let (left_height, height) = (self.heights[k - 1], self.heights[k]);
            self.transitions[k] = (left ^ column).count_ones() as i32;
            self.sums.row_transitions += self.transitions[k];
            let inside = i > 0 && i < self.width;
            if has(SET, Metric::Bumpiness) && inside {
                self.bumps[k] = (height - left_height).abs();
                self.sums.bumpiness += self.bumps[k];
            }
            if has(SET, Metric::Diversity) && inside {
                self.small_steps[k] = small_step(height - left_height);
                self.sums.small_steps += self.small_steps[k];
            }
            if any_of(SET, &WELL_METRICS) {
                self.depths[k] = (left_height.min(self.heights[k + 1]) - height).max(0);
                self.sums.add_depth(self.depths[k]);
                let at_wall = i == 0 || i + 1 == self.width;
                self.sums.wall_wells += if at_wall { self.depths[k] } else { 0 };
            }
            if has(SET, Metric::CumulativeWells) {
                let (sides, empty) = (u64::from(left & self.columns[k + 1]), u64::from(!column));
                let closed = empty & ((1 << height) - 1);
                self.holes[k] = closed as u32;
                self.open_wells[k] = cumulative_wells(sides, empty & !closed);
                self.sums.cumulative_wells += self.open_wells[k] + cumulative_wells(sides, closed);
            }
        }
    }

    fn fill_deepest(&mut self) {
        let (first, end) = (PAD, PAD + self.width);
        for k in first..=end {
            self.deepest_left[k + 1] = self.deepest_left[k].max(self.depths[k]);
        }
        for k in (first..end).rev() {
            self.deepest_right[k] = self.deepest_right[k + 1].max(self.depths[k]);
        }
    }

    fn fill_steps(&mut self) {
        for place in 1..self.width {
            let step = self.heights[PAD + place] - self.heights[PAD + place - 1];
            self.sums.steps.add(place, step);
        }
    }
}
