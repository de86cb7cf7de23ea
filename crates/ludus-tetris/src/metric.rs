//! The metrics by name: the numbers that describe a board after a placement.

use std::fmt;

/// One of the numbers that describe a board after a placement.
///
/// A step is the difference of two neighbouring heights, right minus left. A piece fits where it leaves no hole below
/// it. Rows are counted from 1 at the bottom.
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
    /// How many different values of −2 to 2 occur among the steps.
    Diversity,
    /// By how much the tallest column reaches into the five highest rows, squared.
    NearTop,
    /// The sum of the squared column heights.
    SquaredHeights,
    /// Steps of 0.
    FlatSteps,
    /// Steps of 2, up or down.
    DoubleSteps,
    /// Steps of 3 and more, up or down.
    SteepSteps,
    /// 1 if there is a step of 1 up and another down.
    BothSteps,
    /// 1 if two neighbouring columns are equally high.
    FlatPair,
    /// 1 if three columns side by side are equally high.
    FlatTriple,
    /// How many of S and Z fit lying.
    LyingSAndZ,
    /// 1 if a T fits point down.
    TSlot,
    /// How many of L and J fit hooked over a step of 2.
    Hooks,
    /// How much lower the columns at the walls are than their neighbours, in sum.
    WallWells,
    /// Columns that are lower than both their neighbours by 3 and more.
    DeepWells,
    /// By how much the deepest well is lower than both its neighbours.
    DeepestWell,
    /// The row of the highest hole; 0 without holes.
    HighestHole,
    /// How many of the seven pieces fit.
    FittingPieces,
    /// Rows with a single empty cell, which is not covered.
    ReadyRows,
    /// The sum of the row numbers of rows with holes.
    HoleRowSum,
    /// The heights of the two middle columns minus those of the two columns at the walls. The middle column of an odd
    /// width counts twice.
    MiddleHeight,
    /// In how many ways S and Z fit, up to three each.
    SAndZFits,
}

/// Name and summary of each metric, in the order in which scores add them up: the eight that trained weights use, then
/// the six of the literature (Dellacherie; Thiery & Scherrer; Scherrer et al. 2015), then those of `master`.
const TABLE: [(Metric, &str, &str); 34] = [
    (Metric::Height, "height", "the sum of the column heights"),
    (Metric::Holes, "holes", "empty cells below a filled one"),
    (Metric::Bumpiness, "bumpiness", "differences of neighbouring heights"),
    (Metric::Lines, "lines", "rows that the placement clears"),
    (Metric::MaxHeight, "max_height", "the tallest column"),
    (Metric::Wells, "wells", "how much lower columns are than both neighbours"),
    (Metric::RowTransitions, "row_transitions", "changes between filled and empty along rows"),
    (
        Metric::ColumnTransitions,
        "column_transitions",
        "changes between filled and empty along columns",
    ),
    (Metric::LandingHeight, "landing_height", "how high the piece locks"),
    (Metric::ErodedCells, "eroded_cells", "rows cleared times the piece's cells in them"),
    (Metric::CumulativeWells, "cumulative_wells", "depths of wells, added up from top to bottom"),
    (Metric::HoleDepth, "hole_depth", "filled cells above holes"),
    (Metric::RowsWithHoles, "rows_with_holes", "rows with at least one hole"),
    (Metric::Diversity, "diversity", "different steps between neighbouring heights"),
    (Metric::NearTop, "near_top", "how far the stack reaches into the five highest rows, squared"),
    (Metric::SquaredHeights, "squared_heights", "the sum of the squared column heights"),
    (Metric::FlatSteps, "flat_steps", "neighbouring columns of equal height"),
    (Metric::DoubleSteps, "double_steps", "steps of 2 between neighbouring heights"),
    (Metric::SteepSteps, "steep_steps", "steps of 3 and more between neighbouring heights"),
    (Metric::BothSteps, "both_steps", "1 if there are steps of 1 both up and down"),
    (Metric::FlatPair, "flat_pair", "1 if two columns side by side are equally high"),
    (Metric::FlatTriple, "flat_triple", "1 if three columns side by side are equally high"),
    (Metric::LyingSAndZ, "lying_s_and_z", "how many of S and Z fit lying"),
    (Metric::TSlot, "t_slot", "1 if a T fits point down"),
    (Metric::Hooks, "hooks", "how many of L and J fit hooked over a step of 2"),
    (Metric::WallWells, "wall_wells", "how much lower the wall columns are than their neighbours"),
    (Metric::DeepWells, "deep_wells", "wells 3 deep and deeper"),
    (Metric::DeepestWell, "deepest_well", "the depth of the deepest well"),
    (Metric::HighestHole, "highest_hole", "the row of the highest hole"),
    (Metric::FittingPieces, "fitting_pieces", "how many of the seven pieces fit without a hole"),
    (Metric::ReadyRows, "ready_rows", "rows with a single empty cell, which is not covered"),
    (Metric::HoleRowSum, "hole_row_sum", "the sum of the row numbers of rows with holes"),
    (Metric::MiddleHeight, "middle_height", "heights in the middle minus heights at the walls"),
    (Metric::SAndZFits, "s_and_z_fits", "in how many ways S and Z fit, up to three each"),
];

impl Metric {
    /// All metrics, in the order in which scores add them up.
    pub const ALL: [Self; TABLE.len()] = {
        let mut all = [Self::Height; TABLE.len()];
        let mut i = 0;
        while i < all.len() {
            all[i] = TABLE[i].0;
            i += 1;
        }
        all
    };

    /// How many of [`Metric::ALL`], from the first on, trained weights use.
    pub const TRAINED: usize = 8;

    /// How many of [`Metric::ALL`], from the first on, were published before. Older weights files have no others.
    pub const PUBLISHED: usize = 14;

    /// The metric's name in files, on the command line and on screens.
    #[must_use]
    pub const fn name(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// What it counts, in a few words.
    #[must_use]
    pub const fn summary(self) -> &'static str {
        TABLE[self as usize].2
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of metrics as bits, the lowest for the first of [`Metric::ALL`]: which metrics are measured. It is a parameter
/// of the measuring functions at compile time, so that metrics outside the set cost nothing.
pub type MetricBits = u64;

/// The set of these metrics.
pub(crate) const fn bits_of(metrics: &[Metric]) -> MetricBits {
    let (mut bits, mut i) = (0, 0);
    while i < metrics.len() {
        bits |= 1 << metrics[i] as u32;
        i += 1;
    }
    bits
}

/// Whether the metric is in the set.
#[inline(always)]
pub(crate) const fn has(set: MetricBits, metric: Metric) -> bool {
    any_of(set, &[metric])
}

/// Whether one of these metrics is in the set.
#[inline(always)]
pub(crate) const fn any_of(set: MetricBits, metrics: &[Metric]) -> bool {
    set & bits_of(metrics) != 0
}

/// The sets that are measured by code of their own. A bot uses the first that has all its metrics.
///
/// Every set has `lines`, which also says what leading costs, and those of battle have `max_height`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricSet {
    /// The eight of trained weights.
    Trained,
    /// The six of Dellacherie.
    Dellacherie,
    /// The nine of Thiery & Scherrer's controllers.
    Controller,
    /// All.
    All,
}

/// The eight metrics of trained weights.
pub const TRAINED: MetricBits = (1 << Metric::TRAINED) - 1;
/// The six metrics of Dellacherie, and `lines`.
pub const DELLACHERIE: MetricBits = bits_of(&[
    Metric::Lines,
    Metric::LandingHeight,
    Metric::ErodedCells,
    Metric::RowTransitions,
    Metric::ColumnTransitions,
    Metric::Holes,
    Metric::CumulativeWells,
]);
/// The nine metrics of Thiery & Scherrer, and `lines`.
pub const CONTROLLER: MetricBits =
    DELLACHERIE | bits_of(&[Metric::HoleDepth, Metric::RowsWithHoles, Metric::Diversity]);
/// All metrics.
pub const ALL: MetricBits = (1 << TABLE.len()) - 1;

impl MetricSet {
    /// The first set that has all these metrics.
    pub(crate) const fn covering(used: MetricBits) -> Self {
        if used & !TRAINED == 0 {
            Self::Trained
        } else if used & !DELLACHERIE == 0 {
            Self::Dellacherie
        } else if used & !CONTROLLER == 0 {
            Self::Controller
        } else {
            Self::All
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_metrics() {
        for (number, metric) in Metric::ALL.into_iter().enumerate() {
            assert_eq!(metric as usize, number);
        }
        assert_eq!(Metric::ALL[13], Metric::Diversity);
        assert_eq!(Metric::ALL.map(Metric::name)[..2], ["height", "holes"]);
    }

    #[test]
    fn names_are_used_once() {
        let mut names = Metric::ALL.map(Metric::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Metric::ALL.len());
    }

    #[test]
    fn a_bot_uses_the_smallest_set_with_all_its_metrics() {
        let covering = |metrics: &[Metric]| MetricSet::covering(bits_of(metrics));
        assert_eq!(covering(&[]), MetricSet::Trained);
        assert_eq!(covering(&[Metric::Holes, Metric::Wells]), MetricSet::Trained);
        assert_eq!(covering(&[Metric::Holes, Metric::ErodedCells]), MetricSet::Dellacherie);
        assert_eq!(covering(&[Metric::Diversity]), MetricSet::Controller);
        assert_eq!(covering(&[Metric::Wells, Metric::Diversity]), MetricSet::All);
        assert_eq!(covering(&[Metric::NearTop]), MetricSet::All);
    }
}
