//! T-slots: where a T can spin in under an overhang, found by shape.

use ludus_tetris::{Piece, Rotation};

use crate::board::{BitBoard, ROWS, WIDTH};
use crate::shape::Place;

/// The column beside the slot has a cell, a gap and a cell: floor, arm and overhang.
const OVERHANG: u64 = 0b101;

/// The heights of all columns.
#[must_use]
pub fn heights(board: &BitBoard) -> [u32; WIDTH] {
    board.columns().map(|column| u64::BITS - column.leading_zeros())
}

/// The slot for a T pointing down that clears the most lines, and how many; the leftmost of the best.
///
/// ```
/// use ludus_versus::board::BitBoard;
/// use ludus_versus::search::slots::{best_slot, heights};
/// let board = BitBoard::from_rows(&["##.#######", "#...######", "#........."]).unwrap();
/// assert!(best_slot(&board, &heights(&board)).is_none(), "no overhang");
/// let board = BitBoard::from_rows(&["##.#######", "#...######", "##........"]).unwrap();
/// assert_eq!(best_slot(&board, &heights(&board)).map(|(_, lines)| lines), Some(2));
/// ```
#[must_use]
pub fn best_slot(board: &BitBoard, heights: &[u32; WIDTH]) -> Option<(Place, u32)> {
    let columns = board.columns();
    let mut best: Option<(Place, u32)> = None;
    for x in 1..WIDTH - 1 {
        for (open, roofed) in [(x + 1, x - 1), (x - 1, x + 1)] {
            let row = heights[open];
            let fits = row >= 1
                && heights[x] < row
                && heights[roofed] > row + 1
                && columns[roofed] >> (row - 1) & 0b111 == OVERHANG;
            if !fits {
                continue;
            }
            let place = Place::new(Rotation::R2, x as i8, row as i8);
            let lines = lines(board, place);
            if best.is_none_or(|(_, most)| lines > most) {
                best = Some((place, lines));
            }
        }
    }
    best
}

/// How many lines a T clears at a place.
fn lines(board: &BitBoard, place: Place) -> u32 {
    let mut filled = *board;
    filled.fill(Piece::T, place);
    (filled.full_rows() & ROWS).count_ones()
}
