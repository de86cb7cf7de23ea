//! Perft: counts the leaf positions of the move tree, the usual check of a move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use cozy_chess::{Board, Move};

/// From this depth on a count looks whether it is stopped, in plies: what is below takes milliseconds.
const POLL_DEPTH: u32 = 4;

/// The number of sequences of `depth` legal moves.
///
/// The last moves are counted without being played.
///
/// ```
/// use ludus_chess::perft::perft;
/// assert_eq!(perft(&Default::default(), 3), 8_902);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    let mut nodes = 0;
    match depth {
        0 => return 1,
        1 => {
            board.generate_moves(|moves| {
                nodes += moves.len() as u64;
                false
            });
        }
        _ => {
            board.generate_moves(|moves| {
                for mv in moves {
                    let mut child = board.clone();
                    child.play_unchecked(mv);
                    nodes += perft(&child, depth - 1);
                }
                false
            });
        }
    }
    nodes
}

/// The count of [`perft`] for each first move, in the order of generation.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let mut out = Vec::new();
    divide_until(board, depth, &AtomicBool::new(false), &mut |mv, nodes| out.push((mv, nodes)));
    out
}

/// Calls `on_move` with the count of [`perft`] for each first move as soon as it is known, and returns the sum; `None` if
/// `stop` was set before the end.
pub fn divide_until(
    board: &Board,
    depth: u32,
    stop: &AtomicBool,
    on_move: &mut dyn FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut sum = 0;
    for (mv, child) in children(board) {
        let nodes = perft_until(&child, depth - 1, stop)?;
        on_move(mv, nodes);
        sum += nodes;
    }
    Some(sum)
}

fn perft_until(board: &Board, depth: u32, stop: &AtomicBool) -> Option<u64> {
    if stop.load(Ordering::Relaxed) {
        return None;
    }
    if depth < POLL_DEPTH {
        return Some(perft(board, depth));
    }
    children(board).iter().map(|(_, child)| perft_until(child, depth - 1, stop)).sum()
}

/// The legal moves with the positions that they lead to.
fn children(board: &Board) -> Vec<(Move, Board)> {
    let mut out = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            out.push((mv, child));
        }
        false
    });
    out
}
