//! A board prepared for trying placements.
//!
//! Most placements change at most four columns and clear nothing. What the rest of the board adds to the metrics is
//! then the same for all of them: it is summed up once, and each placement then reads only its own columns and their
//! neighbours. After a placement that clears rows the columns are measured as a whole. A placement that starts below an
//! overhang at the very top is played on the board.
//!
//! The plain version that this must equal is [`Board::drop_piece`] followed by [`Metrics::of`]; the test
//! `the_surface_measures_what_the_board_would` checks that. Nothing here allocates.

use crate::action::{Column, Placement};
use crate::board::{Board, MAX_WIDTH, height_of, remove_rows};
use crate::metric::{Metric, MetricBits, any_of, has};
use crate::metrics::{
    BoardSums, Metrics, PlacementEvent, RowGaps, STEP_METRICS, column_transitions,
    cumulative_wells, hole_depth, holes, landing_height, measure, measure_columns, middle_share,
    ones,
};
use crate::piece::{CELLS, Piece, Shape};
use crate::rules::Spawn;
use crate::steps::small_step;

/// Columns of wall at the left: a placement reads two columns beyond its own.
const PAD: usize = 2;
/// The columns that a placement reads: at most four of its own, and two on either side.
const WINDOW: usize = 8;
/// The columns of the widest board with walls, so that every window is inside.
const SIZE: usize = MAX_WIDTH + PAD + WINDOW;

/// A board prepared for trying placements.
///
/// Arrays are indexed by column plus two. On both sides there are walls: filled columns as high as the board. The
/// running sum at an index covers everything to the left of it.
#[derive(Clone, Debug)]
pub struct Surface {
    board: Board,
    sums: BoardSums,
    columns: [u64; SIZE],
    heights: [i32; SIZE],
    /// Running sums over pairs of neighbours, each at its right column.
    pairs: [ColumnPair; SIZE],
    /// Running sums over columns and their two neighbours.
    wells: [WellSums; SIZE],
    /// The deepest well to the left; of this column and all to the right.
    deepest_left: [i32; SIZE],
    deepest_right: [i32; SIZE],
    /// The rows that lack exactly one cell, two, and so on.
    gaps: [u64; RowGaps::MOST],
    /// The rows that are full already, which no game leaves on a board.
    full: u64,
}

/// What pairs of neighbouring columns add to the metrics.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnPair {
    bumpiness: i32,
    row_transitions: i32,
    small_steps: u64,
}

/// What columns between their neighbours add to the metrics.
#[derive(Clone, Copy, Debug, Default)]
struct WellSums {
    wells: i32,
    cumulative: i32,
    deep: i32,
}

/// The metrics that depend on how much lower columns are than both their neighbours.
const WELL_METRICS: [Metric; 3] = [Metric::Wells, Metric::DeepWells, Metric::DeepestWell];

/// The metrics that depend on which cells are holes.
const HOLE_METRICS: [Metric; 5] = [
    Metric::HoleDepth,
    Metric::RowsWithHoles,
    Metric::HighestHole,
    Metric::HoleRowSum,
    Metric::ReadyRows,
];

/// The result of trying a placement.
#[allow(
    clippy::large_enum_variant,
    reason = "it is used up while its placement is scored, and lists of it are only made in tests"
)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TriedPlacement {
    /// The piece locks on the board, which then has these metrics.
    Locks(Metrics),
    /// The piece locks with a cell above the top.
    Out,
}

impl Surface {
    /// Prepares a board. Metrics outside `SET` are not prepared.
    #[must_use]
    pub fn new<const SET: MetricBits>(board: &Board) -> Self {
        let walls = board.all_rows();
        let mut surface = Self {
            board: *board,
            sums: BoardSums { board_height: board.height() as i32, ..BoardSums::default() },
            columns: [walls; SIZE],
            heights: [board.height() as i32; SIZE],
            pairs: [ColumnPair::default(); SIZE],
            wells: [WellSums::default(); SIZE],
            deepest_left: [0; SIZE],
            deepest_right: [0; SIZE],
            gaps: [0; RowGaps::MOST],
            full: board.full_rows(),
        };
        surface.fill_columns::<SET>();
        surface.fill_running_sums::<SET>();
        surface
    }

    fn fill_columns<const SET: MetricBits>(&mut self) {
        let (width, walls) = (self.board.width(), self.board.all_rows());
        let mut gaps = RowGaps::default();
        for (i, &column) in self.board.columns().iter().enumerate() {
            let height = height_of(column) as i32;
            self.columns[i + PAD] = column;
            self.heights[i + PAD] = height;
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
            *rows = gaps.exactly(i + 1);
        }
    }

    fn fill_running_sums<const SET: MetricBits>(&mut self) {
        let (first, end) = (PAD, PAD + self.board.width());
        for j in first..=end {
            let (left, right) = (self.heights[j - 1], self.heights[j]);
            let inside = j > first && j < end;
            self.sums.row_transitions += ones(self.columns[j - 1] ^ self.columns[j]);
            if has(SET, Metric::Bumpiness) && inside {
                self.sums.bumpiness += (right - left).abs();
            }
            if has(SET, Metric::Diversity) && inside {
                self.sums.small_steps += small_step(right - left);
            }
            self.pairs[j + 1] = ColumnPair {
                bumpiness: self.sums.bumpiness,
                row_transitions: self.sums.row_transitions,
                small_steps: self.sums.small_steps,
            };
            if any_of(SET, &STEP_METRICS) && inside {
                self.sums.steps.add(j - PAD, right - left);
            }
            if any_of(SET, &WELL_METRICS) {
                self.sums.add_well(left, right, self.heights[j + 1]);
                self.deepest_left[j + 1] = self.sums.deepest_well;
            }
            if has(SET, Metric::CumulativeWells) {
                self.sums.cumulative_wells += self.cumulative_well(j);
            }
            self.wells[j + 1] = WellSums {
                wells: self.sums.wells,
                cumulative: self.sums.cumulative_wells,
                deep: self.sums.deep_wells,
            };
        }
        if has(SET, Metric::DeepestWell) {
            for j in (first..end).rev() {
                self.deepest_right[j] = self.deepest_right[j + 1].max(self.depth(j));
            }
        }
        if has(SET, Metric::WallWells) {
            self.sums.wall_wells = self.depth(first) + self.depth(end - 1);
        }
    }

    /// How much lower a column is than both its neighbours.
    fn depth(&self, j: usize) -> i32 {
        let h = &self.heights;
        (h[j - 1].min(h[j + 1]) - h[j]).max(0)
    }

    fn cumulative_well(&self, j: usize) -> i32 {
        let c = &self.columns;
        cumulative_wells(c[j - 1], c[j], c[j + 1], self.board.all_rows())
    }

    /// The board that was prepared.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Tries all possible placements of a piece, in order of rotation and then column.
    ///
    /// Metrics outside `SET` are 0. [`Surface::new`] must have been called with the same set.
    #[inline]
    pub fn try_all<const SET: MetricBits>(
        &self,
        piece: Piece,
        spawn: Spawn,
        mut visit: impl FnMut(Placement, TriedPlacement),
    ) {
        for &rotation in piece.rotations() {
            let shape = piece.shape(rotation);
            let visit = |column, tried| visit(Placement { rotation, column }, tried);
            match shape.width() {
                1 => self.try_columns::<1, SET>(shape, spawn, visit),
                2 => self.try_columns::<2, SET>(shape, spawn, visit),
                3 => self.try_columns::<3, SET>(shape, spawn, visit),
                _ => self.try_columns::<4, SET>(shape, spawn, visit),
            }
        }
    }

    #[inline(always)]
    fn try_columns<const N: usize, const SET: MetricBits>(
        &self,
        shape: &Shape,
        spawn: Spawn,
        mut visit: impl FnMut(Column, TriedPlacement),
    ) {
        for column in Column::first(self.board.width() + 1 - N) {
            // The compiler sees from this that all indices are inside the arrays.
            let left = column.index().min(MAX_WIDTH);
            let row = self.row_on_top::<N>(shape, left);
            let tried = if row + shape.height() as i32 > self.board.height() as i32 {
                self.try_above::<SET>(shape, left, spawn)
            } else {
                let full = self.filled_rows(shape, row);
                let metrics = match full == 0 {
                    true => self.try_quickly::<N, SET>(shape, left, row),
                    false => Some(self.try_clearing::<SET>(shape, left, row, full)),
                };
                metrics.map(TriedPlacement::Locks)
            };
            if let Some(tried) = tried {
                visit(column, tried);
            }
        }
    }

    /// The row where the shape lies on the heights of its columns.
    #[inline(always)]
    fn row_on_top<const N: usize>(&self, shape: &Shape, left: usize) -> i32 {
        let mut row = 0;
        for i in 0..N {
            row = row.max(self.heights[left + PAD + i] - shape.bottom(i) as i32);
        }
        row
    }

    /// The metrics of a placement that lies on the heights, below the top, and clears nothing.
    #[inline(always)]
    fn try_quickly<const N: usize, const SET: MetricBits>(
        &self,
        shape: &Shape,
        left: usize,
        row: i32,
    ) -> Option<Metrics> {
        // In a window the placement's own columns are PAD..PAD + N.
        let mut columns = window(&self.columns, left)?;
        let old_heights = window(&self.heights, left)?;
        let mut heights = old_heights;
        let mut m = self.sums;
        let mut gaps = 0;
        for i in 0..N {
            columns[PAD + i] |= shape.bits(i) << row;
            heights[PAD + i] = row + (shape.bottom(i) + shape.count(i)) as i32;
            let gap = row + shape.bottom(i) as i32 - old_heights[PAD + i];
            gaps += gap;
            // A gap below the piece begins and ends: two transitions.
            m.column_transitions += if gap > 0 { 2 } else { 0 };
        }
        m.holes += gaps;
        // Every column grows by its gap and its cells of the piece.
        m.height += gaps + CELLS as i32;
        m.max_height = m.max_height.max(row + shape.height() as i32);
        self.add_pairs::<N>(&mut m, left, &columns, &heights);
        self.add_wells::<N, SET>(&mut m, left, &columns, &heights);
        if any_of(SET, &HOLE_METRICS) {
            self.add_holes::<N>(&mut m, shape, left, row);
        }
        if any_of(SET, &STEP_METRICS) {
            self.add_steps::<N>(&mut m, left, &heights);
        }
        self.add_heights::<N, SET>(&mut m, left, &old_heights, &heights);
        if has(SET, Metric::ReadyRows) {
            m.ready = self.ready_rows(shape, row);
        }
        let mut event = PlacementEvent::default();
        if has(SET, Metric::LandingHeight) {
            event.landing_height = landing_height(row, shape);
        }
        Some(m.metrics::<SET>(event))
    }

    /// The rows that are full when the shape lies there: it fills those that lack as many cells as it has in them.
    #[inline(always)]
    fn filled_rows(&self, shape: &Shape, row: i32) -> u64 {
        let filled = |cells: usize| self.gaps[cells - 1] & shape.rows_with(cells) << row;
        self.full | filled(1) | filled(2) | filled(3) | filled(4)
    }

    /// The metrics of a placement that lies on the heights, below the top, and clears these rows.
    #[inline(never)]
    fn try_clearing<const SET: MetricBits>(
        &self,
        shape: &Shape,
        left: usize,
        row: i32,
        full: u64,
    ) -> Metrics {
        let (width, walls) = (self.board.width(), self.board.all_rows());
        let mut columns = [walls; MAX_WIDTH + 2];
        columns[1..=width].copy_from_slice(&self.columns[PAD..PAD + width]);
        for i in 0..shape.width() {
            columns[left + 1 + i] |= shape.bits(i) << row;
        }
        remove_rows(&mut columns[1..=width], full);
        let in_full = |cells: usize| cells as i32 * ones(shape.rows_with(cells) << row & full);
        let (lines, cells) = (ones(full), in_full(1) + in_full(2) + in_full(3) + in_full(4));
        let landing_height = landing_height(row, shape);
        let event = PlacementEvent { lines, landing_height, eroded_cells: lines * cells };
        measure_columns::<SET>(&columns[..width + 2], walls, event)
    }

    /// The rows that lack one cell when the shape lies there.
    #[inline(always)]
    fn ready_rows(&self, shape: &Shape, row: i32) -> u64 {
        let mut touched = 0;
        let mut ready = 0;
        for cells in 1..=CELLS {
            let rows = shape.rows_with(cells) << row;
            touched |= rows;
            ready |= self.gaps[cells] & rows;
        }
        ready | self.gaps[0] & !touched
    }

    #[inline(always)]
    fn add_pairs<const N: usize>(
        &self,
        m: &mut BoardSums,
        left: usize,
        columns: &[u64; WINDOW],
        heights: &[i32; WINDOW],
    ) {
        let (from, to) = (self.pairs[left + PAD], self.pairs[left + PAD + N + 1]);
        m.bumpiness -= to.bumpiness - from.bumpiness;
        m.row_transitions -= to.row_transitions - from.row_transitions;
        m.small_steps -= to.small_steps - from.small_steps;
        for i in PAD..PAD + N + 1 {
            m.bumpiness += (heights[i] - heights[i - 1]).abs();
            m.small_steps += small_step(heights[i] - heights[i - 1]);
            m.row_transitions += ones(columns[i - 1] ^ columns[i]);
        }
        // A wall does not count as a neighbour, so its difference is subtracted again.
        if left == 0 {
            m.bumpiness -= heights[PAD - 1] - heights[PAD];
            m.small_steps -= small_step(heights[PAD] - heights[PAD - 1]);
        }
        if left + N == self.board.width() {
            m.bumpiness -= heights[PAD + N] - heights[PAD + N - 1];
            m.small_steps -= small_step(heights[PAD + N] - heights[PAD + N - 1]);
        }
    }

    #[inline(always)]
    fn add_wells<const N: usize, const SET: MetricBits>(
        &self,
        m: &mut BoardSums,
        left: usize,
        columns: &[u64; WINDOW],
        heights: &[i32; WINDOW],
    ) {
        let (from, to) = (self.wells[left + PAD - 1], self.wells[left + PAD + N + 1]);
        m.wells -= to.wells - from.wells;
        m.cumulative_wells -= to.cumulative - from.cumulative;
        m.deep_wells -= to.deep - from.deep;
        m.deepest_well =
            self.deepest_left[left + PAD - 1].max(self.deepest_right[left + PAD + N + 1]);
        for i in PAD - 1..PAD + N + 1 {
            // A wall is as high as the board and full: it is never a well itself.
            m.add_well(heights[i - 1], heights[i], heights[i + 1]);
            if has(SET, Metric::CumulativeWells) {
                let walls = self.board.all_rows();
                m.cumulative_wells +=
                    cumulative_wells(columns[i - 1], columns[i], columns[i + 1], walls);
            }
            if has(SET, Metric::WallWells) {
                let (j, last) = (left + i, PAD + self.board.width() - 1);
                if j == PAD || j == last {
                    let depth = (heights[i - 1].min(heights[i + 1]) - heights[i]).max(0);
                    m.wall_wells += depth - self.depth(j);
                }
            }
        }
    }

    #[inline(always)]
    fn add_holes<const N: usize>(&self, m: &mut BoardSums, shape: &Shape, left: usize, row: i32) {
        for i in 0..N {
            let column = self.columns[left + PAD + i];
            let covered = (1 << (row as usize + shape.bottom(i))) - 1;
            let new_holes = !column & covered;
            m.hole_rows |= new_holes;
            m.hole_depth += if new_holes != 0 { shape.count(i) as i32 } else { 0 };
        }
    }

    #[inline(always)]
    fn add_steps<const N: usize>(&self, m: &mut BoardSums, left: usize, heights: &[i32; WINDOW]) {
        m.steps.remove(left, N + 1);
        for i in PAD..PAD + N + 1 {
            m.steps.add(left + i - PAD, heights[i] - heights[i - 1]);
        }
        m.steps.keep_inside(self.board.width());
    }

    #[inline(always)]
    fn add_heights<const N: usize, const SET: MetricBits>(
        &self,
        m: &mut BoardSums,
        left: usize,
        old: &[i32; WINDOW],
        new: &[i32; WINDOW],
    ) {
        let width = self.board.width();
        for i in 0..N {
            let (old, new) = (old[PAD + i], new[PAD + i]);
            if has(SET, Metric::SquaredHeights) {
                m.squared_heights += new * new - old * old;
            }
            if has(SET, Metric::MiddleHeight) {
                m.middle_height += middle_share(left + i, width) * (new - old);
            }
        }
    }

    /// Tries a placement that has no room on the heights, below the top; `None` if it is not possible.
    #[cold]
    #[inline(never)]
    fn try_above<const SET: MetricBits>(
        &self,
        shape: &Shape,
        left: usize,
        spawn: Spawn,
    ) -> Option<TriedPlacement> {
        let row = self.board.resting_row(shape, left, spawn)?;
        let landing = self.board.lock(shape, left, row);
        if landing.out {
            return Some(TriedPlacement::Out);
        }
        Some(TriedPlacement::Locks(measure::<SET>(
            &landing.board,
            PlacementEvent::of(&landing, shape),
        )))
    }
}

/// The values that a placement at this column reads. They always exist, because the arrays are long enough.
#[inline(always)]
fn window<T: Copy>(values: &[T; SIZE], left: usize) -> Option<[T; WINDOW]> {
    values.get(left..)?.first_chunk().copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric;

    fn tried(rows: &[&str], piece: Piece, spawn: Spawn) -> Vec<(String, TriedPlacement)> {
        let board = Board::from_rows(rows).unwrap();
        let mut all = Vec::new();
        Surface::new::<{ metric::ALL }>(&board).try_all::<{ metric::ALL }>(
            piece,
            spawn,
            |placement, t| all.push((placement.to_string(), t)),
        );
        all
    }

    #[test]
    fn placements_come_in_order_of_rotation_and_column() {
        let names: Vec<_> =
            tried(&["....."; 5], Piece::I, Spawn::Top).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["r0x0", "r0x1", "r1x0", "r1x1", "r1x2", "r1x3", "r1x4"]);
    }

    #[test]
    fn the_surface_measures_what_the_board_would() {
        let rows = ["......", "..#...", "......", "#.##..", "##.#.#", "#.##.#"];
        let board = Board::from_rows(&rows).unwrap();
        for spawn in [Spawn::Top, Spawn::Free] {
            for piece in Piece::ALL {
                let mut all = tried(&rows, piece, spawn).into_iter();
                for placement in Placement::all(piece, 6) {
                    let Some(landing) = board.drop_piece(piece, placement, spawn) else { continue };
                    let expected = match landing.out {
                        true => TriedPlacement::Out,
                        false => TriedPlacement::Locks(Metrics::of(
                            &landing,
                            piece.shape(placement.rotation),
                        )),
                    };
                    assert_eq!(all.next(), Some((placement.to_string(), expected)), "{piece}");
                }
                assert_eq!(all.next(), None);
            }
        }
    }

    #[test]
    fn a_placement_that_fills_a_row_is_measured_without_it() {
        let rows = ["....", "....", "....", ".###"];
        let all = tried(&rows, Piece::I, Spawn::Top);
        let Some((_, TriedPlacement::Locks(m))) = all.iter().find(|(name, _)| name == "r1x0")
        else {
            panic!("the standing I fits at the left")
        };
        assert_eq!(m.get(Metric::Lines), 1.0);
        assert_eq!(m.get(Metric::MaxHeight), 3.0);
        assert_eq!(m.get(Metric::ErodedCells), 1.0);
        assert_eq!(m.get(Metric::LandingHeight), 1.5);
    }

    #[test]
    fn metrics_outside_the_set_are_left_out() {
        let board = Board::from_rows(&["....", "....", "#.#.", "##.#"]).unwrap();
        let (mut all, mut few) = (Vec::new(), Vec::new());
        let (wide, narrow) =
            (Surface::new::<{ metric::ALL }>(&board), Surface::new::<{ metric::TRAINED }>(&board));
        wide.try_all::<{ metric::ALL }>(Piece::O, Spawn::Top, |_, t| all.push(t));
        narrow.try_all::<{ metric::TRAINED }>(Piece::O, Spawn::Top, |_, t| few.push(t));
        assert_eq!(all.len(), few.len());
        for (all, few) in all.into_iter().zip(few) {
            let (TriedPlacement::Locks(all), TriedPlacement::Locks(few)) = (all, few) else {
                panic!("both lock")
            };
            assert_eq!(all.0[..Metric::TRAINED], few.0[..Metric::TRAINED]);
        }
    }
}
