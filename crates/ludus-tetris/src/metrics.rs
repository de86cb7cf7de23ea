//! The fourteen metrics: what a board looks like after a placement.

use std::fmt;

use crate::board::{Board, height_of};
use crate::landing::Landing;
use crate::piece::Shape;

/// One of the numbers that describe a board after a placement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// The sum of the column heights.
    Height,
    /// Empty cells with a filled cell above them in the column.
    Holes,
    /// The sum of the absolute differences of neighbouring heights.
    Bumpiness,
    /// Rows cleared by the placement.
    Lines,
    /// The tallest column.
    MaxHeight,
    /// How much lower each column is than both its neighbours, in sum; a wall is as high as the board.
    Wells,
    /// Changes between filled and empty along every row; both edges count as filled.
    RowTransitions,
    /// Changes between filled and empty along every column; above is empty, the floor is filled.
    ColumnTransitions,
    /// The height of the middle of the piece where it locked.
    LandingHeight,
    /// Rows cleared times cells of the piece in them.
    ErodedCells,
    /// For every empty cell between two filled ones (walls are filled): the empty cells from it
    /// straight down to the first filled one.
    CumulativeWells,
    /// Filled cells that have a hole somewhere below them in their column.
    HoleDepth,
    /// Rows with at least one hole.
    RowsWithHoles,
    /// How many different values of −2 to 2 occur among the differences of neighbouring heights.
    Diversity,
}

impl Metric {
    /// All metrics, in the order in which scores add them up: the eight that trained weights use,
    /// then the six of the literature (Dellacherie; Thiery & Scherrer; Scherrer et al. 2015).
    pub const ALL: [Self; 14] = [
        Self::Height,
        Self::Holes,
        Self::Bumpiness,
        Self::Lines,
        Self::MaxHeight,
        Self::Wells,
        Self::RowTransitions,
        Self::ColumnTransitions,
        Self::LandingHeight,
        Self::ErodedCells,
        Self::CumulativeWells,
        Self::HoleDepth,
        Self::RowsWithHoles,
        Self::Diversity,
    ];

    /// How many of [`Metric::ALL`], from the first on, trained weights use.
    pub const TRAINED: usize = 8;

    /// The metric's name in files, on the command line and on screens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Height => "height",
            Self::Holes => "holes",
            Self::Bumpiness => "bumpiness",
            Self::Lines => "lines",
            Self::MaxHeight => "max_height",
            Self::Wells => "wells",
            Self::RowTransitions => "row_transitions",
            Self::ColumnTransitions => "column_transitions",
            Self::LandingHeight => "landing_height",
            Self::ErodedCells => "eroded_cells",
            Self::CumulativeWells => "cumulative_wells",
            Self::HoleDepth => "hole_depth",
            Self::RowsWithHoles => "rows_with_holes",
            Self::Diversity => "diversity",
        }
    }

    /// What it counts, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        match self {
            Self::Height => "the sum of the column heights",
            Self::Holes => "empty cells below a filled one",
            Self::Bumpiness => "differences of neighbouring heights",
            Self::Lines => "rows that the placement clears",
            Self::MaxHeight => "the tallest column",
            Self::Wells => "how much lower columns are than both neighbours",
            Self::RowTransitions => "changes between filled and empty along rows",
            Self::ColumnTransitions => "changes between filled and empty along columns",
            Self::LandingHeight => "how high the piece locks",
            Self::ErodedCells => "rows cleared times the piece's cells in them",
            Self::CumulativeWells => "depths of wells, added up from top to bottom",
            Self::HoleDepth => "filled cells above holes",
            Self::RowsWithHoles => "rows with at least one hole",
            Self::Diversity => "different steps between neighbouring heights",
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The metrics of a board after one placement.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Metrics(pub(crate) [f64; Metric::ALL.len()]);

impl Metrics {
    /// The metrics after a piece of this shape landed.
    #[must_use]
    pub fn of(landing: &Landing, shape: &Shape) -> Self {
        measure::<true>(&landing.board, PlacementEvent::of(landing, shape))
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

/// Measures a whole board. The last six metrics stay 0 unless `WIDE` is set.
pub(crate) fn measure<const WIDE: bool>(board: &Board, event: PlacementEvent) -> Metrics {
    let (columns, walls) = (board.columns(), board.all_rows());
    let wall_height = board.height() as i32;
    let height_at = |i: usize| columns.get(i).map_or(wall_height, |&c| height_of(c) as i32);
    let mut m = BoardSums { max_height: board.max_height() as i32, ..BoardSums::default() };
    let (mut hole_rows, mut differences) = (0, 0);
    let (mut left, mut left_height) = (walls, wall_height);
    for (i, &column) in columns.iter().enumerate() {
        let right = columns.get(i + 1).copied().unwrap_or(walls);
        let (height, right_height) = (height_at(i), height_at(i + 1));
        m.height += height;
        m.holes += height - ones(column);
        m.bumpiness += if i > 0 { (height - left_height).abs() } else { 0 };
        m.wells += (left_height.min(right_height) - height).max(0);
        m.row_transitions += ones(left ^ column);
        m.column_transitions += column_transitions(column);
        if WIDE {
            m.cumulative_wells += cumulative_wells(left, column, right, walls);
            m.hole_depth += hole_depth(column);
            hole_rows |= holes(column);
            differences |= if i > 0 { difference(height - left_height) } else { 0 };
        }
        (left, left_height) = (column, height);
    }
    m.row_transitions += ones(left ^ walls);
    m.rows_with_holes = ones(hole_rows);
    m.diversity = differences.count_ones() as i32;
    m.metrics(event)
}

/// The metrics of the board alone, as whole numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BoardSums {
    pub(crate) height: i32,
    pub(crate) holes: i32,
    pub(crate) bumpiness: i32,
    pub(crate) max_height: i32,
    pub(crate) wells: i32,
    pub(crate) row_transitions: i32,
    pub(crate) column_transitions: i32,
    pub(crate) cumulative_wells: i32,
    pub(crate) hole_depth: i32,
    pub(crate) rows_with_holes: i32,
    pub(crate) diversity: i32,
}

impl BoardSums {
    #[inline(always)]
    pub(crate) fn metrics(&self, event: PlacementEvent) -> Metrics {
        Metrics([
            f64::from(self.height),
            f64::from(self.holes),
            f64::from(self.bumpiness),
            f64::from(event.lines),
            f64::from(self.max_height),
            f64::from(self.wells),
            f64::from(self.row_transitions),
            f64::from(self.column_transitions),
            event.landing_height,
            f64::from(event.eroded_cells),
            f64::from(self.cumulative_wells),
            f64::from(self.hole_depth),
            f64::from(self.rows_with_holes),
            f64::from(self.diversity),
        ])
    }
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
    match holes(column) {
        0 => 0,
        holes => ones(column >> holes.trailing_zeros()),
    }
}

/// One bit for a difference of neighbouring heights of −2 to 2, none for a greater one.
#[inline(always)]
pub(crate) const fn difference(difference: i32) -> u32 {
    if difference.abs() <= 2 { 1 << (difference + 2) } else { 0 }
}

/// The part of one column in the cumulative wells.
///
/// Every round keeps the well cells that have one more empty cell below them, so that a cell is
/// counted once for each empty cell from itself down.
#[inline(always)]
pub(crate) const fn cumulative_wells(left: u64, column: u64, right: u64, walls: u64) -> i32 {
    let mut empty = !column & walls;
    let mut cells = left & right & empty;
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
        measure::<true>(&Board::from_rows(rows).unwrap(), PlacementEvent::default())
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

    #[test]
    fn names_are_those_of_the_files() {
        let names = Metric::ALL.map(Metric::name);
        assert_eq!(names[..2], ["height", "holes"]);
        for (number, metric) in Metric::ALL.into_iter().enumerate() {
            assert_eq!(metric as usize, number);
        }
    }
}
