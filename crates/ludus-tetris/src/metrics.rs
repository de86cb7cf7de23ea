//! The values of the metrics: what a board looks like after a placement.

use crate::board::{Board, MAX_WIDTH, height_of};
use crate::landing::Landing;
use crate::metric::{self, Metric, MetricBits, any_of, has};
use crate::piece::Shape;
use crate::steps::{HeightSteps, different_steps, small_step};

/// The metrics of a board after one placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metrics(pub(crate) [f64; Metric::ALL.len()]);

impl Default for Metrics {
    /// All 0.
    fn default() -> Self {
        Self([0.0; Metric::ALL.len()])
    }
}

impl Metrics {
    /// The metrics after a piece of this shape landed.
    #[must_use]
    pub fn of(landing: &Landing, shape: &Shape) -> Self {
        measure::<{ metric::ALL }>(&landing.board, PlacementEvent::of(landing, shape))
    }

    /// One of the metrics.
    #[must_use]
    pub const fn get(&self, metric: Metric) -> f64 {
        self.0[metric as usize]
    }

    /// All metrics with their names, in the order of [`Metric::ALL`].
    pub fn iter(&self) -> impl Iterator<Item = (Metric, f64)> + '_ {
        Metric::ALL.into_iter().zip(self.0)
    }
}

/// What metrics depend on besides the board: how the piece landed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PlacementEvent {
    pub(crate) lines: i32,
    pub(crate) landing_height: f64,
    pub(crate) eroded_cells: i32,
}

impl PlacementEvent {
    pub(crate) fn of(landing: &Landing, shape: &Shape) -> Self {
        Self {
            lines: landing.lines as i32,
            landing_height: landing_height(landing.row as i32, shape),
            eroded_cells: (landing.lines * landing.cells) as i32,
        }
    }
}

/// The height of the middle of a shape with its lowest cell in this row: a multiple of ½.
pub(crate) fn landing_height(row: i32, shape: &Shape) -> f64 {
    f64::from(2 * row + shape.height() as i32 - 1) / 2.0
}

/// Measures a whole board. Metrics outside `SET` stay 0.
pub(crate) fn measure<const SET: MetricBits>(board: &Board, event: PlacementEvent) -> Metrics {
    let (width, walls) = (board.width(), board.all_rows());
    let mut columns = [walls; MAX_WIDTH + 2];
    columns[1..=width].copy_from_slice(board.columns());
    measure_columns::<SET>(&columns[..width + 2], walls, event)
}

/// Measures a board of these columns, with a wall at either end. `walls` has a bit for each row.
#[inline(always)]
pub(crate) fn measure_columns<const SET: MetricBits>(
    columns: &[u64],
    walls: u64,
    event: PlacementEvent,
) -> Metrics {
    let width = columns.len() - 2;
    let wall_height = height_of(walls) as i32;
    let mut m = BoardSums { board_height: wall_height, ..BoardSums::default() };
    let mut empties = RowGaps::default();
    let mut left_height = wall_height;
    let mut height = height_of(columns[1]) as i32;
    for (i, neighbours) in columns.windows(3).enumerate() {
        let [left, column, right] = *neighbours else { continue };
        let right_height = height_of(right) as i32;
        m.height += height;
        m.holes += height - ones(column);
        m.bumpiness += if i > 0 { (height - left_height).abs() } else { 0 };
        m.max_height = m.max_height.max(height);
        m.row_transitions += ones(left ^ column);
        m.column_transitions += column_transitions(column);
        m.hole_rows |= holes(column);
        let depth = (left_height.min(right_height) - height).max(0);
        m.add_depth(depth);
        if has(SET, Metric::WallWells) && (i == 0 || i + 1 == width) {
            m.wall_wells += depth;
        }
        if has(SET, Metric::CumulativeWells) {
            m.cumulative_wells += cumulative_wells(left & right, !column & walls);
        }
        if has(SET, Metric::HoleDepth) {
            m.hole_depth += hole_depth(column);
        }
        if has(SET, Metric::Diversity) && i > 0 {
            m.small_steps += small_step(height - left_height);
        }
        if any_of(SET, &STEP_METRICS) && i > 0 {
            m.steps.add(i, height - left_height);
        }
        if has(SET, Metric::SquaredHeights) {
            m.squared_heights += height * height;
        }
        if has(SET, Metric::MiddleHeight) {
            m.middle_height += middle_share(i, width) * height;
        }
        if has(SET, Metric::ReadyRows) {
            empties.add(!column & walls);
        }
        (left_height, height) = (height, right_height);
    }
    m.row_transitions += ones(columns[width] ^ walls);
    m.ready = empties.exactly(1);
    m.metrics::<SET>(event)
}

/// The metrics that follow from where the steps between neighbouring heights are.
pub(crate) const STEP_METRICS: [Metric; 11] = [
    Metric::FlatSteps,
    Metric::DoubleSteps,
    Metric::SteepSteps,
    Metric::BothSteps,
    Metric::FlatPair,
    Metric::FlatTriple,
    Metric::LyingSAndZ,
    Metric::TSlot,
    Metric::Hooks,
    Metric::FittingPieces,
    Metric::SAndZFits,
];

/// From this depth on a well counts as deep: only an I fills it without a hole.
pub(crate) const DEEP: i32 = 3;

/// How many rows below the top are near it.
pub(crate) const TOP_ROWS: i32 = 5;

/// How often the height of a column counts in [`Metric::MiddleHeight`].
#[inline(always)]
pub(crate) const fn middle_share(column: usize, width: usize) -> i32 {
    let middle = (column == width / 2) as i32 + (column == (width - 1) / 2) as i32;
    middle - (column == 0 || column + 1 == width) as i32
}

/// Which rows lack how many cells, up to [`RowGaps::MOST`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowGaps {
    /// The rows that lack at least this many cells, from one on.
    at_least: [u64; Self::MOST + 1],
}

impl RowGaps {
    /// The greatest number of missing cells that is counted: a piece fills up to four, and one may be left.
    pub(crate) const MOST: usize = 5;

    /// Adds the empty cells of a column.
    #[inline(always)]
    pub(crate) const fn add(&mut self, empty: u64) {
        let mut i = Self::MOST;
        while i > 0 {
            self.at_least[i] |= self.at_least[i - 1] & empty;
            i -= 1;
        }
        self.at_least[0] |= empty;
    }

    /// The rows that lack exactly this many cells, 1 to [`RowGaps::MOST`].
    #[inline(always)]
    pub(crate) const fn exactly(&self, count: usize) -> u64 {
        self.at_least[count - 1] & !self.at_least[count]
    }
}

/// The metrics of the board alone, as whole numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoardSums {
    pub(crate) board_height: i32,
    pub(crate) height: i32,
    pub(crate) holes: i32,
    pub(crate) bumpiness: i32,
    pub(crate) max_height: i32,
    pub(crate) wells: i32,
    pub(crate) row_transitions: i32,
    pub(crate) column_transitions: i32,
    pub(crate) cumulative_wells: i32,
    pub(crate) hole_depth: i32,
    pub(crate) squared_heights: i32,
    pub(crate) wall_wells: i32,
    pub(crate) deep_wells: i32,
    pub(crate) deepest_well: i32,
    pub(crate) middle_height: i32,
    /// The rows with holes.
    pub(crate) hole_rows: u64,
    /// The rows that lack one cell, covered or not.
    pub(crate) ready: u64,
    /// How often each step of −2 to 2 occurs, see [`small_step`].
    pub(crate) small_steps: u32,
    pub(crate) steps: HeightSteps,
}

impl BoardSums {
    /// Adds a column that is lower than both its neighbours by this much, or 0.
    #[inline(always)]
    pub(crate) fn add_depth(&mut self, depth: i32) {
        self.wells += depth;
        self.deep_wells += i32::from(depth >= DEEP);
        self.deepest_well = self.deepest_well.max(depth);
    }

    /// By how much the tallest column reaches into the highest rows, squared.
    #[inline(always)]
    pub(crate) fn near_top(&self) -> i32 {
        let rows = (self.max_height - (self.board_height - TOP_ROWS)).max(0);
        rows * rows
    }

    /// All metrics of the set, in the order of [`Metric::ALL`]; the others are 0.
    #[inline(always)]
    pub(crate) fn metrics<const SET: MetricBits>(&self, event: PlacementEvent) -> Metrics {
        let mut all = [0.0; Metric::ALL.len()];
        all[Metric::LandingHeight as usize] = event.landing_height;
        let mut set = |metric: Metric, value: i32| {
            if has(SET, metric) {
                all[metric as usize] = f64::from(value);
            }
        };
        set(Metric::Height, self.height);
        set(Metric::Holes, self.holes);
        set(Metric::Bumpiness, self.bumpiness);
        set(Metric::Lines, event.lines);
        set(Metric::MaxHeight, self.max_height);
        set(Metric::Wells, self.wells);
        set(Metric::RowTransitions, self.row_transitions);
        set(Metric::ColumnTransitions, self.column_transitions);
        set(Metric::ErodedCells, event.eroded_cells);
        set(Metric::CumulativeWells, self.cumulative_wells);
        set(Metric::HoleDepth, self.hole_depth);
        set(Metric::RowsWithHoles, ones(self.hole_rows));
        set(Metric::Diversity, different_steps(self.small_steps));
        set(Metric::NearTop, self.near_top());
        set(Metric::SquaredHeights, self.squared_heights);
        set(Metric::WallWells, self.wall_wells);
        set(Metric::DeepWells, self.deep_wells);
        set(Metric::DeepestWell, self.deepest_well);
        set(Metric::HighestHole, height_of(self.hole_rows) as i32);
        set(Metric::ReadyRows, ones(self.ready & !self.hole_rows));
        set(Metric::HoleRowSum, row_sum(self.hole_rows));
        set(Metric::MiddleHeight, self.middle_height);
        for metric in STEP_METRICS {
            set(metric, self.steps.get(metric));
        }
        Metrics(all)
    }
}

/// The sum of the numbers of these rows, counted from 1: every binary digit of the numbers is added up for all rows.
#[inline(always)]
const fn row_sum(rows: u64) -> i32 {
    let numbered = rows << 1;
    ones(numbered & 0xaaaa_aaaa_aaaa_aaaa)
        + 2 * ones(numbered & 0xcccc_cccc_cccc_cccc)
        + 4 * ones(numbered & 0xf0f0_f0f0_f0f0_f0f0)
        + 8 * ones(numbered & 0xff00_ff00_ff00_ff00)
        + 16 * ones(numbered & 0xffff_0000_ffff_0000)
        + 32 * ones(numbered & 0xffff_ffff_0000_0000)
}

#[inline(always)]
pub(crate) const fn ones(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// The holes of a column as bits.
#[inline(always)]
pub(crate) const fn holes(column: u64) -> u64 {
    !column & ((1 << height_of(column)) - 1)
}

/// How often filled and empty change from the floor to above the top.
#[inline(always)]
pub(crate) const fn column_transitions(column: u64) -> i32 {
    ones(column ^ (column << 1 | 1))
}

/// Filled cells of a column above its lowest hole.
#[inline(always)]
pub(crate) const fn hole_depth(column: u64) -> i32 {
    let holes = holes(column);
    // A number with its negative has all bits from its lowest one on.
    ones(column & (holes | holes.wrapping_neg()))
}

/// The part of one column in the cumulative wells: `sides` are the rows that are filled on both its sides, `empty` the
/// empty ones.
///
/// Every round keeps the well cells that have one more empty cell below them, so that a cell is
/// counted once for each empty cell from itself down.
#[inline(always)]
pub(crate) const fn cumulative_wells(sides: u64, mut empty: u64) -> i32 {
    let mut cells = sides & empty;
    let mut sum = 0;
    while cells != 0 {
        sum += ones(cells);
        empty <<= 1;
        cells &= empty;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    fn metrics(rows: &[&str]) -> Metrics {
        measure::<{ metric::ALL }>(&Board::from_rows(rows).unwrap(), PlacementEvent::default())
    }

    fn metric(rows: &[&str], metric: Metric) -> f64 {
        metrics(rows).get(metric)
    }

    #[test]
    fn heights_add_up_and_differ() {
        let m = metrics(&["...#......", "...#......", ".####.....", "######..##", "#######.##"]);
        assert_eq!(m.get(Metric::Height), 23.0);
        assert_eq!(m.get(Metric::Bumpiness), 10.0);
        assert_eq!(m.get(Metric::MaxHeight), 5.0);
        assert_eq!(m.get(Metric::Holes), 0.0);
    }

    #[test]
    fn two_gaps_under_one_column_are_two_holes() {
        let rows = [".....", "..#..", ".....", ".###.", "##.##"];
        assert_eq!(metric(&rows, Metric::Holes), 2.0);
        assert_eq!(metric(&rows, Metric::RowsWithHoles), 2.0);
        assert_eq!(metric(&rows, Metric::HoleDepth), 2.0, "the two cells above the lower gap");
    }

    #[test]
    fn a_column_three_lower_than_both_neighbours_is_a_well_of_three() {
        // Columns 3 and 4 rise to the wall at the right, so that only the middle is a well.
        let rows = ["#.####", "#.####", "#.####", "######", "######"];
        assert_eq!(metric(&rows, Metric::Wells), 3.0);
        assert_eq!(metric(&rows, Metric::CumulativeWells), 6.0, "1 + 2 + 3");
    }

    #[test]
    fn a_wall_counts_as_high_as_the_board() {
        let rows = ["....", "....", ".#..", ".#.."];
        assert_eq!(
            metric(&rows, Metric::Wells),
            2.0,
            "only the left column is between two higher ones"
        );
        let rows = ["....", "....", "....", "...."];
        assert_eq!(metric(&rows, Metric::Wells), 0.0);
    }

    #[test]
    fn row_transitions_count_both_edges_as_filled() {
        let empty = "..........";
        let rows = [empty, empty, empty, "###..##.##"];
        assert_eq!(metric(&rows, Metric::RowTransitions), 2.0 * 3.0 + 4.0);
        let rows = [empty, empty, empty, "##########"];
        assert_eq!(metric(&rows, Metric::RowTransitions), 2.0 * 3.0 + 0.0);
    }

    #[test]
    fn column_transitions_go_from_the_empty_sky_to_the_filled_floor() {
        let rows = ["....", "....", "#...", "....", "#...", "#..."];
        assert_eq!(metric(&rows, Metric::ColumnTransitions), 3.0 + 3.0, "an empty column has one");
    }

    #[test]
    fn cumulative_wells_count_covered_cells_too() {
        let rows = ["....", ".#..", "#.#.", "#..."];
        // Column 1: the cell below its top is between two filled ones and has two empty cells from it
        // down. Column 3: between column 2 and the wall in the second row from below, two down.
        assert_eq!(metric(&rows, Metric::CumulativeWells), 2.0 + 1.0 + 2.0);
    }

    #[test]
    fn diversity_counts_the_small_differences_once_each() {
        let rows = ["....#.", "....#.", "....#.", ".####.", "######"];
        // Differences: 1, 0, 0, 3, −4.
        assert_eq!(metric(&rows, Metric::Diversity), 2.0);
    }
}
