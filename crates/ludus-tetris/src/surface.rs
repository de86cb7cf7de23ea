//! A board prepared for trying placements.
//!
//! Most placements change at most four columns and clear nothing. What the rest of the board adds to the metrics is
//! then the same for all of them: it is summed up once, and each placement then reads only its own columns and their
//! neighbours. A placement that clears rows, or that starts below an overhang at the very top, is played on the
//! board, which is then measured as a whole.
//!
//! The plain version that this must equal is [`Board::drop_piece`] followed by [`Metrics::of`]; the test
//! `the_surface_measures_what_the_board_would` checks that. Nothing here allocates.

use crate::action::{Column, Placement};
use crate::board::{Board, MAX_WIDTH, height_of};
use crate::metrics::{
    BoardSums, Metrics, PlacementEvent, column_transitions, cumulative_wells, difference,
    hole_depth, holes, landing_height, measure, ones,
};
use crate::piece::{CELLS, Piece, Shape};
use crate::rules::Spawn;

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
    /// Rows that are full in all columns to the left; in this column and all to the right.
    full_left: [u64; SIZE],
    full_right: [u64; SIZE],
    /// Running sums over pairs of neighbours, each at its right column.
    pairs: [ColumnPair; SIZE],
    /// Running sums over columns and their two neighbours.
    wells: [Well; SIZE],
    /// Small height differences to the left; of this column's pair and all to the right.
    differences_left: [u32; SIZE],
    differences_right: [u32; SIZE],
    hole_rows: u64,
}

/// What pairs of neighbouring columns add to the metrics.
#[derive(Clone, Copy, Debug, Default)]
struct ColumnPair {
    bumpiness: i32,
    row_transitions: i32,
}

/// What columns between their neighbours add to the metrics.
#[derive(Clone, Copy, Debug, Default)]
struct Well {
    wells: i32,
    cumulative: i32,
}

/// The result of trying a placement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TriedPlacement {
    /// The piece locks on the board, which then has these metrics.
    Locks(Metrics),
    /// The piece locks with a cell above the top.
    Out,
}

impl Surface {
    /// Prepares a board. The last six metrics are prepared only if `WIDE` is set.
    #[must_use]
    pub fn new<const WIDE: bool>(board: &Board) -> Self {
        let walls = board.all_rows();
        let mut surface = Self {
            board: *board,
            sums: BoardSums::default(),
            columns: [walls; SIZE],
            heights: [board.height() as i32; SIZE],
            full_left: [walls; SIZE],
            full_right: [walls; SIZE],
            pairs: [ColumnPair::default(); SIZE],
            wells: [Well::default(); SIZE],
            differences_left: [0; SIZE],
            differences_right: [0; SIZE],
            hole_rows: 0,
        };
        surface.fill_columns::<WIDE>();
        surface.fill_running_sums::<WIDE>();
        surface
    }

    fn fill_columns<const WIDE: bool>(&mut self) {
        for (i, &column) in self.board.columns().iter().enumerate() {
            let height = height_of(column) as i32;
            self.columns[i + PAD] = column;
            self.heights[i + PAD] = height;
            self.sums.height += height;
            self.sums.holes += height - ones(column);
            self.sums.max_height = self.sums.max_height.max(height);
            self.sums.column_transitions += column_transitions(column);
            if WIDE {
                self.sums.hole_depth += hole_depth(column);
                self.hole_rows |= holes(column);
            }
        }
    }

    fn fill_running_sums<const WIDE: bool>(&mut self) {
        let (first, end) = (PAD, PAD + self.board.width());
        for j in first..=end {
            let (left, right) = (self.heights[j - 1], self.heights[j]);
            let inside = j > first && j < end;
            let before = self.pairs[j];
            self.pairs[j + 1] = ColumnPair {
                bumpiness: before.bumpiness + if inside { (right - left).abs() } else { 0 },
                row_transitions: before.row_transitions
                    + ones(self.columns[j - 1] ^ self.columns[j]),
            };
            self.full_left[j + 1] = self.full_left[j] & self.columns[j];
            let before = self.wells[j];
            self.wells[j + 1] = Well {
                wells: before.wells + (left.min(self.heights[j + 1]) - right).max(0),
                cumulative: before.cumulative + if WIDE { self.cumulative_well(j) } else { 0 },
            };
            if WIDE {
                let bit = if inside { difference(right - left) } else { 0 };
                self.differences_left[j + 1] = self.differences_left[j] | bit;
            }
        }
        for j in (first..end).rev() {
            self.full_right[j] = self.full_right[j + 1] & self.columns[j];
            if WIDE && j > first {
                let bit = difference(self.heights[j] - self.heights[j - 1]);
                self.differences_right[j] = self.differences_right[j + 1] | bit;
            }
        }
        self.sums.bumpiness = self.pairs[end + 1].bumpiness;
        self.sums.row_transitions = self.pairs[end + 1].row_transitions;
        self.sums.wells = self.wells[end + 1].wells;
        self.sums.cumulative_wells = self.wells[end + 1].cumulative;
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
    /// The last six metrics are 0 unless `WIDE` is set, both here and in [`Surface::new`].
    #[inline]
    pub fn try_all<const WIDE: bool>(
        &self,
        piece: Piece,
        spawn: Spawn,
        mut visit: impl FnMut(Placement, TriedPlacement),
    ) {
        for &rotation in piece.rotations() {
            let shape = piece.shape(rotation);
            let visit = |column, tried| visit(Placement { rotation, column }, tried);
            match shape.width() {
                1 => self.try_columns::<1, WIDE>(shape, spawn, visit),
                2 => self.try_columns::<2, WIDE>(shape, spawn, visit),
                3 => self.try_columns::<3, WIDE>(shape, spawn, visit),
                _ => self.try_columns::<4, WIDE>(shape, spawn, visit),
            }
        }
    }

    #[inline(always)]
    fn try_columns<const N: usize, const WIDE: bool>(
        &self,
        shape: &Shape,
        spawn: Spawn,
        mut visit: impl FnMut(Column, TriedPlacement),
    ) {
        for column in Column::first(self.board.width() + 1 - N) {
            let tried = match self.try_quickly::<N, WIDE>(shape, column.index()) {
                Some(metrics) => Some(TriedPlacement::Locks(metrics)),
                None => self.try_on_board::<WIDE>(shape, column.index(), spawn),
            };
            if let Some(tried) = tried {
                visit(column, tried);
            }
        }
    }

    /// The metrics of a placement that lies on the heights, below the top, and clears nothing.
    #[inline(always)]
    fn try_quickly<const N: usize, const WIDE: bool>(
        &self,
        shape: &Shape,
        left: usize,
    ) -> Option<Metrics> {
        // In a window the placement's own columns are PAD..PAD + N.
        let mut columns = window(&self.columns, left)?;
        let old_heights = window(&self.heights, left)?;
        let mut heights = old_heights;
        let mut row = 0;
        for i in 0..N {
            row = row.max(heights[PAD + i] - shape.bottom(i) as i32);
        }
        let top = row + shape.height() as i32;
        if top > self.board.height() as i32 {
            return None;
        }
        let mut full = self.full_left[left + PAD] & self.full_right[left + PAD + N];
        for i in 0..N {
            columns[PAD + i] |= shape.bits(i) << row;
            heights[PAD + i] = row + (shape.bottom(i) + shape.count(i)) as i32;
            full &= columns[PAD + i];
        }
        if full != 0 {
            return None;
        }
        let mut m = self.sums;
        let mut gaps = 0;
        for i in 0..N {
            let gap = row + shape.bottom(i) as i32 - old_heights[PAD + i];
            gaps += gap;
            // A gap below the piece begins and ends: two transitions.
            m.column_transitions += if gap > 0 { 2 } else { 0 };
        }
        m.holes += gaps;
        // Every column grows by its gap and its cells of the piece.
        m.height += gaps + CELLS as i32;
        m.max_height = m.max_height.max(top);
        self.add_pairs::<N>(&mut m, left, &columns, &heights);
        self.add_wells::<N, WIDE>(&mut m, left, &columns, &heights);
        let mut event = PlacementEvent::default();
        if WIDE {
            event.landing_height = landing_height(row, shape);
            self.add_holes::<N>(&mut m, shape, left, row);
            self.add_diversity::<N>(&mut m, left, &heights);
        }
        Some(m.metrics(event))
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
        for i in PAD..PAD + N + 1 {
            m.bumpiness += (heights[i] - heights[i - 1]).abs();
            m.row_transitions += ones(columns[i - 1] ^ columns[i]);
        }
        // A wall does not count as a neighbour, so its difference is subtracted again.
        if left == 0 {
            m.bumpiness -= heights[PAD - 1] - heights[PAD];
        }
        if left + N == self.board.width() {
            m.bumpiness -= heights[PAD + N] - heights[PAD + N - 1];
        }
    }

    #[inline(always)]
    fn add_wells<const N: usize, const WIDE: bool>(
        &self,
        m: &mut BoardSums,
        left: usize,
        columns: &[u64; WINDOW],
        heights: &[i32; WINDOW],
    ) {
        let (from, to) = (self.wells[left + PAD - 1], self.wells[left + PAD + N + 1]);
        m.wells -= to.wells - from.wells;
        m.cumulative_wells -= to.cumulative - from.cumulative;
        for i in PAD - 1..PAD + N + 1 {
            // A wall is as high as the board and full: it is never a well itself.
            m.wells += (heights[i - 1].min(heights[i + 1]) - heights[i]).max(0);
            if WIDE {
                let walls = self.board.all_rows();
                m.cumulative_wells +=
                    cumulative_wells(columns[i - 1], columns[i], columns[i + 1], walls);
            }
        }
    }

    #[inline(always)]
    fn add_holes<const N: usize>(&self, m: &mut BoardSums, shape: &Shape, left: usize, row: i32) {
        let mut hole_rows = self.hole_rows;
        for i in 0..N {
            let column = self.columns[left + PAD + i];
            let covered = (1 << (row as usize + shape.bottom(i))) - 1;
            let new_holes = !column & covered;
            hole_rows |= new_holes;
            m.hole_depth += if new_holes != 0 { shape.count(i) as i32 } else { 0 };
        }
        m.rows_with_holes = ones(hole_rows);
    }

    #[inline(always)]
    fn add_diversity<const N: usize>(
        &self,
        m: &mut BoardSums,
        left: usize,
        heights: &[i32; WINDOW],
    ) {
        let mut seen =
            self.differences_left[left + PAD] | self.differences_right[left + PAD + N + 1];
        for i in PAD..PAD + N + 1 {
            let wall = i == PAD && left == 0 || i == PAD + N && left + N == self.board.width();
            seen |= if wall { 0 } else { difference(heights[i] - heights[i - 1]) };
        }
        m.diversity = seen.count_ones() as i32;
    }

    /// Plays a placement on the board and measures the result; `None` if it is not possible.
    #[cold]
    #[inline(never)]
    fn try_on_board<const WIDE: bool>(
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
        Some(TriedPlacement::Locks(measure::<WIDE>(
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
    use crate::metrics::Metric;

    fn tried(rows: &[&str], piece: Piece, spawn: Spawn) -> Vec<(String, TriedPlacement)> {
        let board = Board::from_rows(rows).unwrap();
        let mut all = Vec::new();
        Surface::new::<true>(&board)
            .try_all::<true>(piece, spawn, |placement, t| all.push((placement.to_string(), t)));
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
    fn the_last_six_metrics_are_left_out_unless_asked_for() {
        let board = Board::from_rows(&["....", "....", "#.#.", "##.#"]).unwrap();
        let (mut all, mut few) = (Vec::new(), Vec::new());
        let (wide, narrow) = (Surface::new::<true>(&board), Surface::new::<false>(&board));
        wide.try_all::<true>(Piece::O, Spawn::Top, |_, t| all.push(t));
        narrow.try_all::<false>(Piece::O, Spawn::Top, |_, t| few.push(t));
        assert_eq!(all.len(), few.len());
        for (all, few) in all.into_iter().zip(few) {
            let (TriedPlacement::Locks(all), TriedPlacement::Locks(few)) = (all, few) else {
                panic!("both lock")
            };
            assert_eq!(all.0[..Metric::TRAINED], few.0[..Metric::TRAINED]);
        }
    }
}
