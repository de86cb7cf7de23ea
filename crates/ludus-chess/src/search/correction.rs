//! By how much the evaluation was wrong for similar positions: those with the same pawns, with the
//! same light pieces, or with the same pieces of one side.

use cozy_chess::{Board, Color, Piece};

/// Ways in which positions are alike.
const WAYS: usize = 4;
/// Slots for each way and side to move.
const SLOTS: usize = 1 << 14;
/// How finely corrections are kept.
const GRAIN: i32 = 256;
/// The largest correction by one likeness, in centipawns.
const MAX: i32 = 64;

/// The evaluation's errors, by likeness.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    tables: [Vec<i16>; WAYS],
    /// Whether something was learned since the last time that everything was forgotten.
    learned: bool,
}

impl Correction {
    pub(super) fn new() -> Self {
        Self { tables: std::array::from_fn(|_| vec![0; 2 * SLOTS]), learned: false }
    }

    pub(super) fn clear(&mut self) {
        if std::mem::take(&mut self.learned) {
            self.tables.iter_mut().for_each(|table| table.fill(0));
        }
    }

    /// What to add to the evaluation of this position.
    pub(super) fn of(&self, board: &Board) -> i32 {
        let values = self.tables.iter().zip(slots(board)).map(|(table, slot)| table[slot]);
        values.map(i32::from).sum::<i32>() / GRAIN
    }

    /// The evaluation was still wrong by `error` after correction, as a search of this depth found.
    /// All likenesses learn the same rest, so that together they do not go beyond it.
    pub(super) fn learn(&mut self, board: &Board, error: i32, depth: i32) {
        self.learned = true;
        let change = error.clamp(-4 * MAX, 4 * MAX) * (depth + 1).min(16);
        for (table, slot) in self.tables.iter_mut().zip(slots(board)) {
            let new = i32::from(table[slot]) + change * GRAIN / 256;
            table[slot] = new.clamp(-MAX * GRAIN, MAX * GRAIN) as i16;
        }
    }
}

fn slots(board: &Board) -> [usize; WAYS] {
    let side = board.side_to_move() as usize * SLOTS;
    let both = |kinds| Color::ALL.map(|color| (board.colors(color) & kinds).0);
    let pawns = both(board.pieces(Piece::Pawn));
    let light =
        both(board.pieces(Piece::Knight) | board.pieces(Piece::Bishop) | board.pieces(Piece::King));
    let hashes = [
        mix(pawns[0], pawns[1]),
        mix(light[0], light[1]),
        pieces(board, Color::White),
        pieces(board, Color::Black),
    ];
    hashes.map(|hash| side + (hash >> (64 - SLOTS.trailing_zeros())) as usize)
}

/// One number for where the pieces of a side stand.
fn pieces(board: &Board, color: Color) -> u64 {
    let of = |piece| board.colored_pieces(color, piece).0;
    let light = mix(of(Piece::Knight), of(Piece::Bishop));
    let heavy = mix(of(Piece::Rook), of(Piece::Queen));
    mix(light.rotate_left(17) ^ of(Piece::King), heavy.rotate_left(31))
}

fn mix(a: u64, b: u64) -> u64 {
    a.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ b.wrapping_mul(0xD6E8_FEB8_6659_FD93)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    #[test]
    fn what_is_learned_again_and_again_is_the_error_not_more() {
        let board =
            parse_fen("r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - -").unwrap();
        let mut correction = Correction::new();
        for _ in 0..500 {
            correction.learn(&board, 40 - correction.of(&board), 8);
        }
        assert!((36..=40).contains(&correction.of(&board)), "{}", correction.of(&board));
        correction.clear();
        assert_eq!(correction.of(&board), 0);
    }

    #[test]
    fn positions_that_are_alike_learn_from_each_other() {
        let mut correction = Correction::new();
        let learned = parse_fen("4k3/pp4pp/8/8/8/8/PP4PP/R3K3 w - -").unwrap();
        (0..50).for_each(|_| correction.learn(&learned, 100, 8));
        // The same pawns with other pieces, and nothing in common but the side to move.
        let alike = parse_fen("4k3/pp4pp/8/5n2/8/8/PP4PP/3QK3 w - -").unwrap();
        let other = parse_fen("6k1/2p2p2/8/5n2/8/8/1P3P2/3Q2K1 w - -").unwrap();
        assert!(correction.of(&alike) > 0);
        assert_eq!(correction.of(&other), 0);
    }
}
