//! How many places a piece can reach. Perft counts its last ply with this.

use ludus_tetris::Piece;

use super::reach::{ReachedCentres, SpawnPoint, merged};
use crate::board::BitBoard;
use crate::kicks::TurnRules;

/// How many places a piece can reach, whatever the spin.
#[must_use]
pub fn count_places(board: &BitBoard, piece: Piece, start: SpawnPoint, rules: TurnRules) -> u64 {
    let reach = ReachedCentres::new(board, piece, start, rules);
    let landed = merged(piece, &reach.landed());
    landed.iter().flatten().map(|column| u64::from(column.count_ones())).sum()
}
