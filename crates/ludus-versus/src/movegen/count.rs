//! The places that a piece can reach, whatever the spin, and how many there are. Perft counts with this.

use ludus_tetris::{Piece, Rotation};

use super::low::{LOW, LowRows};
use super::reach::{ReachedCentres, SPAWN, SpawnPoint, is_low};
use super::sets::{CentreSet, FilledSeen, Padded};
use crate::board::BitBoard;
use crate::kicks::TurnRules;
use crate::shape::Place;

/// How many places a piece can reach, whatever the spin.
#[must_use]
pub fn count_places(board: &BitBoard, piece: Piece, start: SpawnPoint, rules: TurnRules) -> u64 {
    let height = board.max_height();
    match is_low(height, start) {
        true if height <= LOW => count_low(LowRows::new(board), piece, start, rules),
        low => count(&Padded::new(board), piece, start, low, rules),
    }
}

/// How many places a piece can reach on a low board.
pub(crate) fn count_low(cells: LowRows, piece: Piece, start: SpawnPoint, rules: TurnRules) -> u64 {
    // Each piece has its own code, in which the distances of all shifts are constants.
    match piece {
        Piece::I => count(&cells, Piece::I, start, true, rules),
        Piece::O => count(&cells, Piece::O, start, true, rules),
        Piece::T => count(&cells, Piece::T, start, true, rules),
        Piece::S => count(&cells, Piece::S, start, true, rules),
        Piece::Z => count(&cells, Piece::Z, start, true, rules),
        Piece::J => count(&cells, Piece::J, start, true, rules),
        Piece::L => count(&cells, Piece::L, start, true, rules),
    }
}

#[inline(always)]
fn count<B: FilledSeen>(
    cells: &B,
    piece: Piece,
    start: SpawnPoint,
    low: bool,
    rules: TurnRules,
) -> u64 {
    let reach = ReachedCentres::new(cells, piece, start, low, rules);
    reach.merged_landed(piece).iter().map(|places| u64::from(places.count())).sum()
}

/// Calls `visit` for every place that a piece can reach.
pub(crate) fn for_each_place(
    board: &BitBoard,
    piece: Piece,
    start: SpawnPoint,
    rules: TurnRules,
    visit: impl FnMut(Place),
) {
    let low = is_low(board.max_height(), start);
    let reach = ReachedCentres::new(&Padded::new(board), piece, start, low, rules);
    visit_landed(&reach, piece, visit);
}

/// Calls `visit` for every place that a piece can reach on a low board.
pub(crate) fn for_each_place_low(
    cells: LowRows,
    piece: Piece,
    rules: TurnRules,
    visit: impl FnMut(Place),
) {
    let start = SpawnPoint::in_row(SPAWN.1[0]);
    let reach = match piece {
        Piece::I => ReachedCentres::new(&cells, Piece::I, start, true, rules),
        Piece::O => ReachedCentres::new(&cells, Piece::O, start, true, rules),
        Piece::T => ReachedCentres::new(&cells, Piece::T, start, true, rules),
        Piece::S => ReachedCentres::new(&cells, Piece::S, start, true, rules),
        Piece::Z => ReachedCentres::new(&cells, Piece::Z, start, true, rules),
        Piece::J => ReachedCentres::new(&cells, Piece::J, start, true, rules),
        Piece::L => ReachedCentres::new(&cells, Piece::L, start, true, rules),
    };
    visit_landed(&reach, piece, visit);
}

fn visit_landed<S: CentreSet>(
    reach: &ReachedCentres<S>,
    piece: Piece,
    mut visit: impl FnMut(Place),
) {
    for (rotation, places) in Rotation::ALL.into_iter().zip(reach.merged_landed(piece)) {
        places.for_each(|x, y| visit(Place::new(rotation, x, y)));
    }
}
