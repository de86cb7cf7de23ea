//! Placement perft: how many ways there are to place a sequence of pieces.
//!
//! No hold, no 180° turns, no lock-out. Pieces spawn in row 19; where that is blocked, there are no placements. A
//! placement is a set of four cells, whatever the spin. Full rows are removed between pieces.

use ludus_tetris::Piece;
use thiserror::Error;

use crate::board::BitBoard;
use crate::kicks::TurnRules;
use crate::movegen::{Move, MoveRules, SPAWN, SpawnPoint, count_places, moves};

/// The placements of the first piece, each with the number of leaves below it. With a depth of 0 there are none.
#[must_use]
pub fn divide(board: &BitBoard, queue: &[Piece], depth: usize) -> Vec<(Move, u64)> {
    let (Some((&piece, rest)), Some(left)) = (queue.split_first(), depth.checked_sub(1)) else {
        return Vec::new();
    };
    let below = |mv: Move| (mv, perft(&placed(board, piece, mv), rest, left));
    places(board, piece).into_iter().map(below).collect()
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
    let Some((&piece, rest)) = queue.split_first().filter(|_| depth > 0) else { return 1 };
    if depth == 1 {
        let start = start();
        return match board.fits(piece, start.place()) {
            true => count_places(board, piece, start, TurnRules::default()),
            false => 0,
        };
    }
    let below = |mv: &Move| perft(&placed(board, piece, *mv), rest, depth - 1);
    places(board, piece).iter().map(below).sum()
}

const fn start() -> SpawnPoint {
    SpawnPoint::in_row(SPAWN.1[0])
}

fn placed(board: &BitBoard, piece: Piece, mv: Move) -> BitBoard {
    let mut board = *board;
    board.place(piece, mv.place);
    board
}

/// The places of a piece, each once.
fn places(board: &BitBoard, piece: Piece) -> Vec<Move> {
    if !board.fits(piece, start().place()) {
        return Vec::new();
    }
    let mut places = moves(board, piece, start(), MoveRules::default());
    if piece == Piece::T {
        places.sort_unstable();
        places.dedup_by_key(|mv| mv.place);
    }
    places
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
