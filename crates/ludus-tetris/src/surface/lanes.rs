//! One shape at many columns side by side.
//!
//! A lane measures a placement that clears nothing: it starts
//! from the metrics of the board and changes what the shape's own columns and their neighbours add.

use wide::{i32x16, u32x16};

use super::columns::{ColumnWindow, LaneColumns, LaneMetrics, all, signed, words};
use super::prepared::{HOLE_METRICS, PAD, PreparedColumns, WELL_METRICS, WINDOW};
use super::word::{LANES, moved_up, ones, row_sums, rows_from};
use crate::board::height_of;
use crate::metric::{Metric, MetricBits, any_of, has};
use crate::metrics::{DEEP, STEP_METRICS, TOP_ROWS, cumulative_wells};
use crate::piece::{CELLS, Shape};
use crate::steps::{SIZE_BITS, different_sizes};

/// Where the shape lies in each lane.
#[derive(Clone, Copy, Debug)]
pub(super) struct LaneLandings {
    /// The row of the shape's lowest cell.
    pub(super) rows: [i32; LANES],
    /// The rows that it fills. A lane that fills rows has no metrics.
    pub(super) full: [u32; LANES],
}

impl PreparedColumns {
    /// Measures the shape, which is `N` columns wide, at the columns from `start` on: at [`LANES`] of them, however many the
    /// board has. Metrics outside `SET` are left as they are.
    #[inline(never)]
    pub(super) fn measure_lanes<const N: usize, const SET: MetricBits>(
        &self,
        shape: &Shape,
        start: usize,
        metrics: &mut LaneMetrics,
    ) -> LaneLandings {
        let none = LaneLandings { rows: [0; LANES], full: [0; LANES] };
        // The arrays are always long enough for the columns of a shape.
        self.lanes_from(shape, start).map_or(none, |lanes| lanes.measure::<N, SET>(metrics))
    }
}

impl LaneColumns<'_> {
    #[inline(always)]
    fn measure<const N: usize, const SET: MetricBits>(
        self,
        metrics: &mut LaneMetrics,
    ) -> LaneLandings {
        let sums = &self.all.sums;
        let mut new = self.window();
        let row = self.row_on_top::<N>(&new);
        self.place::<N>(&mut new, row);
        let max_height = all(sums.max_height).max(row + all(self.shape.height() as i32));
        metrics.set::<SET>(Metric::MaxHeight, max_height);
        let near_top = (max_height - all(sums.board_height - TOP_ROWS)).max(all(0));
        metrics.set::<SET>(Metric::NearTop, near_top * near_top);
        let middle = row + row + all(self.shape.height() as i32 - 1);
        metrics.set::<SET>(Metric::LandingHeight, middle);
        self.set_columns::<N, SET>(row, metrics);
        self.set_pairs::<N, SET>(&new, metrics);
        if any_of(SET, &WELL_METRICS) {
            self.set_depths::<N, SET>(&new, metrics);
        }
        if any_of(SET, &HOLE_METRICS) {
            self.set_holes::<N, SET>(row, metrics);
        }
        let landings =
            LaneLandings { rows: row.to_array(), full: self.filled_rows(row).to_array() };
        if has(SET, Metric::CumulativeWells) {
            self.set_cumulative::<N>(&landings, row, &new, metrics);
        }
        if any_of(SET, &STEP_METRICS) {
            self.set_steps::<N, SET>(&landings, metrics);
        }
        landings
    }

    /// The rows that are full when the shape lies there: it fills those that lack as many cells as it has in them.
    #[inline(always)]
    fn filled_rows(&self, row: i32x16) -> u32x16 {
        let mut full = u32x16::splat(self.all.full);
        for cells in 1..CELLS + 1 {
            let rows = moved_up(self.shape.rows_with(cells) as u32, row);
            full |= rows & u32x16::splat(self.all.gaps[cells - 1]);
        }
        full
    }

    /// What the shape's columns add by themselves.
    #[inline(always)]
    fn set_columns<const N: usize, const SET: MetricBits>(
        &self,
        row: i32x16,
        metrics: &mut LaneMetrics,
    ) {
        let sums = &self.all.sums;
        let (mut gaps, mut transitions) = (all(0), all(sums.column_transitions));
        let (mut squared, mut middle) = (all(sums.squared_heights), all(sums.middle_height));
        for i in 0..N {
            let old = signed(self.heights, PAD + i);
            let (bottom, new) = (row + self.bottom(i), row + self.top(i));
            gaps += bottom - old;
            // A gap below the shape begins and ends: two transitions.
            transitions += bottom.simd_gt(old) & all(2);
            squared += new * new - old * old;
            if has(SET, Metric::MiddleHeight) {
                middle += self.middle_shares(i) * (new - old);
            }
        }
        metrics.set::<SET>(Metric::Holes, all(sums.holes) + gaps);
        // Every column grows by its gap and its cells of the shape.
        metrics.set::<SET>(Metric::Height, all(sums.height + CELLS as i32) + gaps);
        metrics.set::<SET>(Metric::ColumnTransitions, transitions);
        metrics.set::<SET>(Metric::SquaredHeights, squared);
        metrics.set::<SET>(Metric::MiddleHeight, middle);
    }

    /// What pairs of neighbours add.
    #[inline(always)]
    fn set_pairs<const N: usize, const SET: MetricBits>(
        &self,
        new: &ColumnWindow,
        metrics: &mut LaneMetrics,
    ) {
        let sums = &self.all.sums;
        let (mut transitions, mut bumpiness) = (all(sums.row_transitions), all(sums.bumpiness));
        let mut small_steps = u32x16::splat(sums.small_steps);
        for i in 0..N + 1 {
            let (k, right) = (PAD + i, self.column(i));
            transitions += ones(new.columns[k - 1] ^ new.columns[k]) - signed(self.transitions, k);
            // A wall is no neighbour.
            let inside = right.simd_gt(all(0)) & right.simd_lt(all(self.all.width as i32));
            let step = new.heights[k] - new.heights[k - 1];
            bumpiness += (step.abs() & inside) - signed(self.bumps, k);
            if has(SET, Metric::Diversity) {
                let small = inside & step.abs().simd_lt(all(3));
                let size = moved_up(1, (step + all(2)) * all(SIZE_BITS as i32));
                small_steps += (size & small.cast_unsigned()) - words(self.small_steps, k);
            }
        }
        metrics.set::<SET>(Metric::RowTransitions, transitions);
        metrics.set::<SET>(Metric::Bumpiness, bumpiness);
        metrics.set::<SET>(Metric::Diversity, ones(different_sizes(small_steps)));
    }

    /// What columns that are lower than both their neighbours add. A wall is as high as the board, so it never is.
    #[inline(always)]
    fn set_depths<const N: usize, const SET: MetricBits>(
        &self,
        new: &ColumnWindow,
        metrics: &mut LaneMetrics,
    ) {
        let sums = &self.all.sums;
        let (mut wells, mut deep) = (all(sums.wells), all(sums.deep_wells));
        let (left, right) = (PAD - 1, PAD + N + 1);
        let mut deepest = signed(self.deepest_left, left).max(signed(self.deepest_right, right));
        let mut wall_wells = all(sums.wall_wells);
        for k in left..right {
            let old = signed(self.depths, k);
            let lower = new.heights[k - 1].min(new.heights[k + 1]) - new.heights[k];
            let depth = lower.max(all(0));
            wells += depth - old;
            // What is true is −1.
            deep += old.simd_gt(all(DEEP - 1)) - depth.simd_gt(all(DEEP - 1));
            deepest = deepest.max(depth);
            let column = self.column(k) - all(PAD as i32);
            let last = all(self.all.width as i32 - 1);
            let at_wall = column.simd_eq(all(0)) | column.simd_eq(last);
            wall_wells += (depth - old) & at_wall;
        }
        metrics.set::<SET>(Metric::Wells, wells);
        metrics.set::<SET>(Metric::WallWells, wall_wells);
        metrics.set::<SET>(Metric::DeepWells, deep);
        metrics.set::<SET>(Metric::DeepestWell, deepest);
    }

    /// What wells add: those above the highest cells of columns in all lanes at once, and where holes become wells, those
    /// one by one, because they are few.
    #[inline(always)]
    fn set_cumulative<const N: usize>(
        &self,
        landings: &LaneLandings,
        row: i32x16,
        new: &ColumnWindow,
        metrics: &mut LaneMetrics,
    ) {
        let mut sum = all(self.all.sums.cumulative_wells);
        let mut closed = u32x16::splat(0);
        for k in PAD - 1..PAD + N + 1 {
            let (sides, height) = (new.sides(k), signed(self.heights, k));
            let was = words(self.columns, k - 1) & words(self.columns, k + 1);
            closed |= (sides ^ was) & words(self.holes, k);
            let cells = sides & rows_from(height);
            sum -= signed(self.open_wells, k);
            if k < PAD || k == PAD + N {
                sum += row_sums(cells) + ones(cells) * (all(1) - height);
            } else {
                // The cells below the shape have the old height below them, those above it the new one.
                let below = cells & !rows_from(row + self.bottom(k - PAD));
                let above = cells & rows_from(new.heights[k]);
                sum += row_sums(below | above)
                    + ones(below) * (all(1) - height)
                    + ones(above) * (all(1) - new.heights[k]);
            }
        }
        if closed != u32x16::splat(0) {
            let mut wells = sum.to_array();
            for (lane, wells) in wells.iter_mut().enumerate() {
                if closed.as_array()[lane] != 0 {
                    *wells += self.closed_wells::<N>(lane, landings.rows[lane]);
                }
            }
            sum = i32x16::new(wells);
        }
        metrics.0[Metric::CumulativeWells as usize] = sum;
    }

    /// By how much the wells inside columns grow in a lane.
    #[cold]
    #[inline(never)]
    fn closed_wells<const N: usize>(&self, lane: usize, row: i32) -> i32 {
        let (mut old, mut sum) = ([0_u64; WINDOW], 0);
        for (old, &column) in old.iter_mut().zip(&self.columns[lane..]) {
            *old = u64::from(column);
        }
        let mut new = old;
        for i in 0..N {
            new[PAD + i] |= self.shape.bits(i) << row;
        }
        for k in PAD - 1..PAD + N + 1 {
            let holes = u64::from(self.holes[lane + k]);
            sum += cumulative_wells(new[k - 1] & new[k + 1], holes);
            sum -= cumulative_wells(old[k - 1] & old[k + 1], holes);
        }
        sum
    }

    /// The metrics that depend on which cells are holes.
    #[inline(always)]
    fn set_holes<const N: usize, const SET: MetricBits>(
        &self,
        row: i32x16,
        metrics: &mut LaneMetrics,
    ) {
        let mut rows = u32x16::splat(self.all.sums.hole_rows as u32);
        let mut depth = all(self.all.sums.hole_depth);
        for i in 0..N {
            let below = !rows_from(row + self.bottom(i));
            let holes = below & !words(self.columns, PAD + i);
            rows |= holes;
            let some = holes.simd_ne(u32x16::splat(0)).cast_signed();
            depth += some & all(self.shape.count(i) as i32);
        }
        metrics.set::<SET>(Metric::HoleDepth, depth);
        metrics.set::<SET>(Metric::RowsWithHoles, ones(rows));
        if has(SET, Metric::HoleRowSum) {
            metrics.set::<SET>(Metric::HoleRowSum, row_sums(rows) + ones(rows));
        }
        if has(SET, Metric::HighestHole) {
            let highest = rows.to_array().map(|rows| height_of(u64::from(rows)) as i32);
            metrics.set::<SET>(Metric::HighestHole, i32x16::new(highest));
        }
        if has(SET, Metric::ReadyRows) {
            metrics.set::<SET>(Metric::ReadyRows, ones(self.ready_rows(row) & !rows));
        }
    }

    /// The rows that lack one cell when the shape lies there.
    #[inline(always)]
    fn ready_rows(&self, row: i32x16) -> u32x16 {
        let gaps = |cells: usize| u32x16::splat(self.all.gaps[cells]);
        let (mut touched, mut ready) = (u32x16::splat(0), u32x16::splat(0));
        for cells in 1..CELLS + 1 {
            let rows = moved_up(self.shape.rows_with(cells) as u32, row);
            touched |= rows;
            ready |= gaps(cells) & rows;
        }
        ready | gaps(0) & !touched
    }

    /// The metrics that follow from where the steps between neighbouring heights are, lane by lane.
    #[inline(always)]
    fn set_steps<const N: usize, const SET: MetricBits>(
        &self,
        landings: &LaneLandings,
        metrics: &mut LaneMetrics,
    ) {
        let mut values = [[0; LANES]; STEP_METRICS.len()];
        let places = self.all.width + 1 - N - self.start;
        for lane in 0..places.min(LANES) {
            let mut heights = [0; WINDOW];
            heights.copy_from_slice(&self.heights[lane..lane + WINDOW]);
            for i in 0..N {
                let top = self.shape.bottom(i) + self.shape.count(i);
                heights[PAD + i] = landings.rows[lane] + top as i32;
            }
            let left = self.start + lane;
            let mut steps = self.all.sums.steps;
            steps.remove(left, N + 1);
            for i in 0..N + 1 {
                steps.add(left + i, heights[PAD + i] - heights[PAD + i - 1]);
            }
            steps.keep_inside(self.all.width);
            for (values, metric) in values.iter_mut().zip(STEP_METRICS) {
                values[lane] = steps.get(metric);
            }
        }
        for (values, metric) in values.into_iter().zip(STEP_METRICS) {
            metrics.set::<SET>(metric, i32x16::new(values));
        }
    }
}
