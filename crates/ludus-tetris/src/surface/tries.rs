//! Trying all placements of a piece.

use super::columns::LaneMetrics;
use super::prepared::PreparedColumns;
use super::reader::PlacementReader;
use super::word::LANES;
use crate::action::{Column, Placement};
use crate::board::{Board, MAX_WIDTH, remove_rows};
use crate::metric::MetricBits;
use crate::metrics::{Metrics, PlacementEvent, landing_height, measure, measure_columns, ones};
use crate::piece::{Piece, Shape};
use crate::rules::Spawn;

/// A piece that is tried on a board.
#[derive(Clone, Copy)]
pub(super) struct Tries<'a> {
    pub(super) board: &'a Board,
    pub(super) piece: Piece,
    pub(super) spawn: Spawn,
}

impl Tries<'_> {
    /// Tries all placements, those of a shape side by side.
    #[inline(always)]
    pub(super) fn by_lanes<const SET: MetricBits, R: PlacementReader>(
        self,
        columns: &PreparedColumns,
        mut reader: R,
        mut visit: impl FnMut(Placement, R::Read),
    ) {
        let mut metrics = LaneMetrics::NONE;
        for &rotation in self.piece.rotations() {
            let shape = self.piece.shape(rotation);
            let measure = match shape.width() {
                1 => PreparedColumns::measure_lanes::<1, SET>,
                2 => PreparedColumns::measure_lanes::<2, SET>,
                3 => PreparedColumns::measure_lanes::<3, SET>,
                _ => PreparedColumns::measure_lanes::<4, SET>,
            };
            let end = self.board.width() + 1 - shape.width();
            for start in [0, LANES] {
                if start >= end {
                    break;
                }
                let landings = measure(columns, shape, start, &mut metrics);
                reader.take(&metrics);
                for (lane, column) in Column::first(end).skip(start).take(LANES).enumerate() {
                    let (row, full) = (landings.rows[lane], u64::from(landings.full[lane]));
                    let at = LanePlacement { shape, left: column.index(), row, full };
                    let read = if row + shape.height() as i32 > self.board.height() as i32 {
                        self.played::<SET, R>(shape, column, &reader)
                    } else if full == 0 {
                        Some(reader.lane(lane))
                    } else {
                        Some(reader.locked(&at.clearing::<SET>(self.board)))
                    };
                    if let Some(read) = read {
                        visit(Placement { rotation, column }, read);
                    }
                }
            }
        }
    }

    /// Tries all placements, each by itself on the board.
    #[cold]
    #[inline(never)]
    pub(super) fn one_by_one<const SET: MetricBits, R: PlacementReader>(
        self,
        reader: &R,
        mut visit: impl FnMut(Placement, R::Read),
    ) {
        for &rotation in self.piece.rotations() {
            let shape = self.piece.shape(rotation);
            for column in Column::first(self.board.width() + 1 - shape.width()) {
                if let Some(read) = self.played::<SET, R>(shape, column, reader) {
                    visit(Placement { rotation, column }, read);
                }
            }
        }
    }

    /// Plays a placement on the board and reads it; `None` if it is not possible.
    #[cold]
    #[inline(never)]
    fn played<const SET: MetricBits, R: PlacementReader>(
        self,
        shape: &Shape,
        column: Column,
        reader: &R,
    ) -> Option<R::Read> {
        let row = self.board.resting_row(shape, column.index(), self.spawn)?;
        let landing = self.board.lock(shape, column.index(), row);
        if landing.out {
            return Some(reader.out());
        }
        let event = PlacementEvent::of(&landing, shape);
        Some(reader.locked(&measure::<SET>(&landing.board, event)))
    }
}

/// A placement on the heights of its columns.
#[derive(Clone, Copy)]
struct LanePlacement<'a> {
    shape: &'a Shape,
    left: usize,
    row: i32,
    /// The rows that it fills.
    full: u64,
}

impl LanePlacement<'_> {
    /// The metrics of a placement that clears rows.
    #[inline(never)]
    fn clearing<const SET: MetricBits>(self, board: &Board) -> Metrics {
        let Self { shape, left, row, full } = self;
        let (width, walls) = (board.width(), board.all_rows());
        let mut columns = [walls; MAX_WIDTH + 2];
        columns[1..=width].copy_from_slice(board.columns());
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
}
