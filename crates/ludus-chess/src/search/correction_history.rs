//! Correction history: by how much the static evaluation was wrong in similar positions.
//!
//! Similar positions have the same pawns, the same minor pieces and kings, or the same pieces of one side. The
//! search compares its result with the static evaluation and stores the difference for each of these.

use cozy_chess::{Board, Color, Piece};

use crate::position::hash_bitboards;

/// How many kinds of similarity there are: pawns, minor pieces, White's pieces, Black's pieces.
const KINDS: usize = 4;
/// Slots for each kind and side to move: a power of two.
const SLOTS: usize = 1 << 14;
/// A correction is stored in this fraction of a centipawn, so that small errors add up.
const GRAIN: i32 = 256;
/// The largest correction of one kind, in centipawns.
const MAX_CORRECTION: i32 = 64;
/// The largest error that one search teaches, in centipawns: a larger one is tactics, not evaluation.
const MAX_ERROR: i32 = 4 * MAX_CORRECTION;
/// The largest weight of one search; it grows by one with each ply of depth.
const MAX_WEIGHT: i32 = 16;

// A centipawn of error moves a stored value by its weight. So the grain is also how many searches of weight one
// it takes to learn an error in full.

/// The errors of the static evaluation, by similarity.
#[derive(Clone, Debug)]
pub(super) struct CorrectionHistory {
    tables: [Vec<i16>; KINDS],
    /// Whether anything was learned since the tables were cleared.
    is_dirty: bool,
}

impl CorrectionHistory {
    pub(super) fn new() -> Self {
        Self { tables: std::array::from_fn(|_| vec![0; 2 * SLOTS]), is_dirty: false }
    }

    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.is_dirty) {
            self.tables.iter_mut().for_each(|table| table.fill(0));
        }
    }

    /// What to add to the static evaluation of this position, in centipawns.
    pub(super) fn of(&self, board: &Board) -> i32 {
        let values = self.tables.iter().zip(slots(board)).map(|(table, slot)| table[slot]);
        values.map(i32::from).sum::<i32>() / GRAIN
    }

    /// Learns that the corrected evaluation was wrong by `error`, as a search of this depth found. All kinds
    /// learn the same remaining error, so that their sum does not exceed it.
    pub(super) fn update(&mut self, board: &Board, error: i32, depth: i32) {
        self.is_dirty = true;
        let change = error.clamp(-MAX_ERROR, MAX_ERROR) * (depth + 1).min(MAX_WEIGHT);
        for (table, slot) in self.tables.iter_mut().zip(slots(board)) {
            let new = i32::from(table[slot]) + change;
            table[slot] = new.clamp(-MAX_CORRECTION * GRAIN, MAX_CORRECTION * GRAIN) as i16;
        }
    }
}

/// The slot of each kind for a position.
fn slots(board: &Board) -> [usize; KINDS] {
    let side = board.side_to_move() as usize * SLOTS;
    let by_color = |kinds| Color::ALL.map(|color| (board.colors(color) & kinds).0);
    let pawns = by_color(board.pieces(Piece::Pawn));
    let minors = by_color(
        board.pieces(Piece::Knight) | board.pieces(Piece::Bishop) | board.pieces(Piece::King),
    );
    let hashes = [
        hash_bitboards(pawns[0], pawns[1]),
        hash_bitboards(minors[0], minors[1]),
        hash_pieces(board, Color::White),
        hash_pieces(board, Color::Black),
    ];
    hashes.map(|hash| side + (hash >> (64 - SLOTS.trailing_zeros())) as usize)
}

/// A hash of where the pieces of one side stand, without its pawns.
fn hash_pieces(board: &Board, color: Color) -> u64 {
    let of = |piece| board.colored_pieces(color, piece).0;
    let minors = hash_bitboards(of(Piece::Knight), of(Piece::Bishop));
    let majors = hash_bitboards(of(Piece::Rook), of(Piece::Queen));
    // The rotations keep equal bits of the two hashes from cancelling out.
    hash_bitboards(minors.rotate_left(17) ^ of(Piece::King), majors.rotate_left(31))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn repeated_updates_converge_to_the_error() {
        let board =
            parse_fen("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - -").unwrap();
        let mut correction = CorrectionHistory::new();
        for _ in 0..500 {
            correction.update(&board, 40 - correction.of(&board), 8);
        }
        assert!((36..=40).contains(&correction.of(&board)), "{}", correction.of(&board));
        correction.clear();
        assert_eq!(correction.of(&board), 0);
    }

    #[test]
    fn similar_positions_share_their_correction() {
        let mut correction = CorrectionHistory::new();
        let learned = parse_fen("4k3/pp4pp/8/8/8/8/PP4PP/R3K3 w - -").unwrap();
        (0..50).for_each(|_| correction.update(&learned, 100, 8));
        // The first has the same pawns and other pieces, the second only the same side to move.
        let similar = parse_fen("4k3/pp4pp/8/5n2/8/8/PP4PP/3QK3 w - -").unwrap();
        let other = parse_fen("6k1/2p2p2/8/5n2/8/8/1P3P2/3Q2K1 w - -").unwrap();
        assert!(correction.of(&similar) > 0);
        assert_eq!(correction.of(&other), 0);
    }
}
