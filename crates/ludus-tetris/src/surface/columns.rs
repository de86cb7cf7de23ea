//! The columns of a board and the metrics of placements, as vectors with a lane for each placement.

use wide::{i32x16, u32x16};

use super::prepared::{PAD, PreparedColumns, READ, WINDOW};
use super::word::{LANES, moved_up};
use crate::metric::{Metric, MetricBits, has};
use crate::metrics::Metrics;
use crate::piece::Shape;

/// The metrics of placements side by side.
#[derive(Clone, Debug)]
pub(crate) struct LaneMetrics(pub(super) [i32x16; Metric::ALL.len()]);

impl LaneMetrics {
    /// Zeros.
    pub(super) const NONE: Self = Self([i32x16::splat(0); Metric::ALL.len()]);

    /// One of the metrics of all lanes. The height of a shape's middle, a multiple of ½, is stored twice as large.
    #[inline(always)]
    pub(crate) const fn lanes(&self, metric: Metric) -> i32x16 {
        self.0[metric as usize]
    }

    /// All metrics of a lane.
    pub(super) fn metrics(&self, lane: usize) -> Metrics {
        Metrics(Metric::ALL.map(|metric| {
            let value = f64::from(self.lanes(metric).as_array()[lane]);
            if metric == Metric::LandingHeight { value / 2.0 } else { value }
        }))
    }

    #[inline(always)]
    pub(super) fn set<const SET: MetricBits>(&mut self, metric: Metric, values: i32x16) {
        if has(SET, metric) {
            self.0[metric as usize] = values;
        }
    }
}

/// The columns around a placement. Its own are `PAD..PAD + N`.
#[derive(Clone, Copy)]
pub(super) struct ColumnWindow {
    pub(super) columns: [u32x16; WINDOW],
    pub(super) heights: [i32x16; WINDOW],
}

impl ColumnWindow {
    /// The rows of a column that are filled on both its sides.
    #[inline(always)]
    pub(super) fn sides(&self, k: usize) -> u32x16 {
        self.columns[k - 1] & self.columns[k + 1]
    }
}

impl PreparedColumns {
    pub(super) fn lanes_from<'a>(
        &'a self,
        shape: &'a Shape,
        start: usize,
    ) -> Option<LaneColumns<'a>> {
        Some(LaneColumns {
            all: self,
            shape,
            start,
            columns: chunk(&self.columns, start)?,
            heights: chunk(&self.heights, start)?,
            transitions: chunk(&self.transitions, start)?,
            bumps: chunk(&self.bumps, start)?,
            small_steps: chunk(&self.small_steps, start)?,
            depths: chunk(&self.depths, start)?,
            deepest_left: chunk(&self.deepest_left, start)?,
            deepest_right: chunk(&self.deepest_right, start)?,
            open_wells: chunk(&self.open_wells, start)?,
            holes: chunk(&self.holes, start)?,
        })
    }
}

#[inline(always)]
fn chunk<T>(values: &[T], start: usize) -> Option<&[T; READ]> {
    values.get(start..)?.first_chunk()
}

/// The columns that [`LANES`] placements of a shape read.
#[derive(Clone, Copy)]
pub(super) struct LaneColumns<'a> {
    pub(super) all: &'a PreparedColumns,
    pub(super) shape: &'a Shape,
    /// The column of the first lane.
    pub(super) start: usize,
    pub(super) columns: &'a [u32; READ],
    pub(super) heights: &'a [i32; READ],
    pub(super) transitions: &'a [i32; READ],
    pub(super) bumps: &'a [i32; READ],
    pub(super) small_steps: &'a [u32; READ],
    pub(super) depths: &'a [i32; READ],
    pub(super) deepest_left: &'a [i32; READ],
    pub(super) deepest_right: &'a [i32; READ],
    pub(super) open_wells: &'a [i32; READ],
    pub(super) holes: &'a [u32; READ],
}

/// The values from one index on, one for each lane.
#[inline(always)]
pub(super) fn signed(values: &[i32; READ], k: usize) -> i32x16 {
    let mut lanes = [0; LANES];
    lanes.copy_from_slice(&values[k..k + LANES]);
    i32x16::new(lanes)
}

/// The same for words.
#[inline(always)]
pub(super) fn words(values: &[u32; READ], k: usize) -> u32x16 {
    let mut lanes = [0; LANES];
    lanes.copy_from_slice(&values[k..k + LANES]);
    u32x16::new(lanes)
}

#[inline(always)]
pub(super) fn all(value: i32) -> i32x16 {
    i32x16::splat(value)
}

impl LaneColumns<'_> {
    #[inline(always)]
    pub(super) fn window(&self) -> ColumnWindow {
        let mut window =
            ColumnWindow { columns: [u32x16::splat(0); WINDOW], heights: [all(0); WINDOW] };
        for k in 0..WINDOW {
            window.columns[k] = words(self.columns, k);
            window.heights[k] = signed(self.heights, k);
        }
        window
    }

    /// The row where the shape lies on the heights of its columns.
    #[inline(always)]
    pub(super) fn row_on_top<const N: usize>(&self, window: &ColumnWindow) -> i32x16 {
        let mut row = all(0);
        for i in 0..N {
            row = row.max(window.heights[PAD + i] - self.bottom(i));
        }
        row
    }

    /// The shape's lowest cell in one of its columns.
    #[inline(always)]
    pub(super) fn bottom(&self, i: usize) -> i32x16 {
        all(self.shape.bottom(i) as i32)
    }

    /// The row above the shape's highest cell in one of its columns.
    #[inline(always)]
    pub(super) fn top(&self, i: usize) -> i32x16 {
        all((self.shape.bottom(i) + self.shape.count(i)) as i32)
    }

    /// Places the shape in this row.
    #[inline(always)]
    pub(super) fn place<const N: usize>(&self, window: &mut ColumnWindow, row: i32x16) {
        for i in 0..N {
            let cells = moved_up(self.shape.bits(i) as u32, row);
            window.columns[PAD + i] |= cells;
            window.heights[PAD + i] = row + self.top(i);
        }
    }

    /// The column that lies `i` columns to the right of the one where each lane starts.
    #[inline(always)]
    pub(super) fn column(&self, i: usize) -> i32x16 {
        let mut column = [0; LANES];
        for (lane, column) in column.iter_mut().enumerate() {
            *column = lane as i32;
        }
        i32x16::new(column) + all((self.start + i) as i32)
    }

    /// How often the height of a column counts in [`Metric::MiddleHeight`].
    #[inline(always)]
    pub(super) fn middle_shares(&self, i: usize) -> i32x16 {
        let width = self.all.width;
        // What is true is −1.
        let is = |column: usize| self.column(i).simd_eq(all(column as i32));
        is(0) + is(width - 1) - is(width / 2) - is((width - 1) / 2)
    }
}
