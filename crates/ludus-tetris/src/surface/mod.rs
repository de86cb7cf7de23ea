//! A board prepared for trying placements.
//!
//! Most placements change at most four columns and clear nothing. What the rest of the board adds to the metrics is
//! then the same for all of them: it is summed up once. All columns where a shape may lie are then measured side by side,
//! each in a lane of the processor's vectors. After a placement that clears rows the columns are measured as a whole. A
//! placement that starts below an overhang at the very top is played on the board, and so are all on boards of more than 31
//! rows, which no lane holds.
//!
//! The plain version that this must equal is [`Board::drop_piece`] followed by [`Metrics::of`](crate::metrics::Metrics::of); the test
//! `the_surface_measures_what_the_board_would` checks that. Nothing here allocates.

mod columns;
mod lanes;
mod prepared;
mod reader;
mod tries;
mod word;

pub(crate) use self::columns::LaneMetrics;
use self::prepared::PreparedColumns;
pub(crate) use self::reader::ScoredPlacement;
pub use self::reader::TriedPlacement;
use self::reader::{MetricsReader, PlacementReader, ScoreReader};
use self::tries::Tries;
use self::word::MOST_ROWS;
use crate::action::Placement;
use crate::battle::Threat;
use crate::board::Board;
use crate::metric::MetricBits;
use crate::piece::Piece;
use crate::rules::Spawn;
use crate::weights::PlacementEvaluator;

/// A board prepared for trying placements.
#[derive(Clone, Debug)]
pub struct Surface {
    board: Board,
    /// Nothing for boards that are too high for the lanes.
    columns: Option<PreparedColumns>,
}

impl Surface {
    /// Prepares a board. Metrics outside `SET` are not prepared.
    #[must_use]
    pub fn new<const SET: MetricBits>(board: &Board) -> Self {
        let low = board.height() <= MOST_ROWS;
        Self { board: *board, columns: low.then(|| PreparedColumns::new::<SET>(board)) }
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
        visit: impl FnMut(Placement, TriedPlacement),
    ) {
        self.read_all::<SET, _>(piece, spawn, MetricsReader::new(), visit);
    }

    /// Scores all possible placements of a piece, in order of rotation and then column.
    ///
    /// [`Surface::new`] must have been called with the same set, and metrics outside it must have no weight.
    #[inline]
    pub(crate) fn score_all<const SET: MetricBits>(
        &self,
        piece: Piece,
        spawn: Spawn,
        (evaluator, threat): (&PlacementEvaluator, &Threat),
        visit: impl FnMut(Placement, ScoredPlacement),
    ) {
        let scores = ScoreReader::<SET>::new(evaluator, threat);
        self.read_all::<SET, _>(piece, spawn, scores, visit);
    }

    #[inline(always)]
    fn read_all<const SET: MetricBits, R: PlacementReader>(
        &self,
        piece: Piece,
        spawn: Spawn,
        reader: R,
        visit: impl FnMut(Placement, R::Read),
    ) {
        let tries = Tries { board: &self.board, piece, spawn };
        match &self.columns {
            Some(columns) => tries.by_lanes::<SET, _>(columns, reader, visit),
            None => tries.one_by_one::<SET, _>(&reader, visit),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metric::{self, Metric};
    use crate::metrics::Metrics;

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

    #[test]
    fn scores_side_by_side_are_those_of_the_metrics() {
        let rows = ["........", "........", "..#.....", "#.##...#", "####.#.#", "#.##.###"];
        let board = Board::from_rows(&rows).unwrap();
        let weights = std::array::from_fn(|i| 0.1 - (i * i) as f64 / 7.0);
        let threat =
            Threat { pending: 3.0, mean_height: 0.5, has_opponents: true, ..Threat::none(6) };
        for battle in [None, Some([0.3, 0.2, 0.1, 0.07, 0.5, 0.9])] {
            let evaluator = PlacementEvaluator::new(weights, battle);
            let surface = Surface::new::<{ metric::ALL }>(&board);
            for piece in Piece::ALL {
                let (mut one, mut two) = (Vec::new(), Vec::new());
                surface.try_all::<{ metric::ALL }>(piece, Spawn::Free, |placement, tried| {
                    one.push(match tried {
                        TriedPlacement::Locks(m) => {
                            let score = evaluator.score(&m, &threat);
                            (placement, score.to_bits(), m.get(Metric::Lines) as usize)
                        }
                        TriedPlacement::Out => (placement, f64::NEG_INFINITY.to_bits(), 0),
                    });
                });
                let by = (&evaluator, &threat);
                surface.score_all::<{ metric::ALL }>(
                    piece,
                    Spawn::Free,
                    by,
                    |placement, scored| {
                        two.push((placement, scored.score.to_bits(), scored.lines));
                    },
                );
                assert_eq!(one, two, "{piece}");
            }
        }
    }
}
