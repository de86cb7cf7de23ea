//! Placement perft: how many ways there are to place a sequence of pieces.
//!
//! No hold, no 180° turns, no lock-out. Pieces spawn in row 19; where that is blocked, there are no placements. A
//! placement is a set of four cells, whatever the spin. Full rows are removed between pieces.

use ludus_tetris::Piece;
use thiserror::Error;

use crate::board::BitBoard;
use crate::kicks::{KickTable, TurnRules};
use crate::movegen::{
    LOW, LowRows, Move, SPAWN, SpawnPoint, Spin, count_low, count_places, for_each_place,
    for_each_place_low,
};
use crate::shape::Place;

/// The placements of the first piece, each with the number of leaves below it. With a depth of 0 there are none.
#[must_use]
pub fn divide(board: &BitBoard, queue: &[Piece], depth: usize) -> Vec<(Move, u64)> {
    let (Some((&piece, rest)), Some(left)) = (queue.split_first(), depth.checked_sub(1)) else {
        return Vec::new();
    };
    let mut divided = Vec::new();
    if board.fits(piece, START.place()) {
        for_each_place(board, piece, START, TURNS, |place| {
            let mv = Move { place, spin: Spin::None };
            divided.push((mv, perft(&placed(board, piece, place), rest, left)));
        });
    }
    divided
}

/// The number of leaves: the ways to place the first `depth` pieces of the queue.
///
/// ```
/// use ludus_versus::board::BitBoard;
/// use ludus_versus::perft::{parse_queue, perft};
/// let queue = parse_queue("IOLJSZT").unwrap();
/// assert_eq!([1, 2, 3, 4].map(|depth| perft(&BitBoard::default(), &queue, depth)), [17, 153, 5266, 188374]);
/// ```
#[must_use]
pub fn perft(board: &BitBoard, queue: &[Piece], depth: usize) -> u64 {
    if board.max_height() <= LOW {
        return low_perft(LowRows::new(board), queue, depth);
    }
    let Some((&piece, rest)) = queue.split_first().filter(|_| depth > 0) else { return 1 };
    if !board.fits(piece, START.place()) {
        return 0;
    }
    if depth == 1 {
        return count_places(board, piece, START, TURNS);
    }
    let mut leaves = 0;
    for_each_place(board, piece, START, TURNS, |place| {
        leaves += perft(&placed(board, piece, place), rest, depth - 1);
    });
    leaves
}

/// The same on a low board, where a piece always has room to spawn.
fn low_perft(board: LowRows, queue: &[Piece], depth: usize) -> u64 {
    let Some((&piece, rest)) = queue.split_first().filter(|_| depth > 0) else { return 1 };
    if depth == 1 {
        return count_low(board, piece, START, TURNS);
    }
    let mut leaves = 0;
    for_each_place_low(board, piece, TURNS, |place| {
        let next = board.placed(piece, place);
        leaves += match next.height() <= LOW {
            true => low_perft(next, rest, depth - 1),
            false => perft(&next.board(), rest, depth - 1),
        };
    });
    leaves
}

const START: SpawnPoint = SpawnPoint::in_row(SPAWN.1[0]);

const TURNS: TurnRules = TurnRules { kicks: KickTable::Srs, half_turns: false };

fn placed(board: &BitBoard, piece: Piece, place: Place) -> BitBoard {
    let mut board = *board;
    board.place(piece, place);
    board
}

/// A queue of pieces from its letters.
///
/// # Errors
/// If a letter is not one of a piece.
pub fn parse_queue(text: &str) -> Result<Vec<Piece>, QueueError> {
    let piece = |letter: char| {
        Piece::from_letter(letter.encode_utf8(&mut [0; 4])).ok_or(QueueError { letter })
    };
    text.chars().map(piece).collect()
}

/// A queue that has something else than pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{letter:?} is not a piece; allowed: I, O, T, S, Z, J, L")]
pub struct QueueError {
    letter: char,
}
