//! Perft: counts the leaf positions of the move tree, the usual check of a move generator.

use cozy_chess::{Board, Move};

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
    if depth == 0 {
        return Vec::new();
    }
    let mut out = Vec::new();
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            out.push((mv, perft(&child, depth - 1)));
        }
        false
    });
    out
}
