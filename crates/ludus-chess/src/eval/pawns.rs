//! Pawn structure, remembered between positions: it changes far less often than the pieces.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use super::score::Score;
use super::weights::Weights;

const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

/// The squares that these pawns of this colour attack.
#[must_use]
pub(crate) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let (left, right) = (pawns.0 & !A_FILE, pawns.0 & !H_FILE);
    BitBoard(match color {
        Color::White => (left << 7) | (right << 9),
        Color::Black => (left >> 9) | (right >> 7),
    })
}

/// The squares one step before these pawns of this colour.
#[must_use]
pub(super) fn pawn_steps(pawns: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => pawns.0 << 8,
        Color::Black => pawns.0 >> 8,
    })
}

/// All squares before these ones as this colour sees it, on the same files.
#[must_use]
pub(super) fn ahead(squares: BitBoard, color: Color) -> BitBoard {
    let mut fill = squares.0;
    for shift in [8, 16, 32] {
        fill |= if color == Color::White { fill << shift } else { fill >> shift };
    }
    pawn_steps(BitBoard(fill), color)
}

/// What is known about the pawns of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pawns {
    white: BitBoard,
    black: BitBoard,
    /// The structure's score, white's minus black's, passed pawns by rank not included.
    pub(super) structure: Score,
    /// The passed pawns' score by rank, white's minus black's.
    pub(super) advanced: Score,
    /// The passed pawns of both sides.
    pub(super) passed: BitBoard,
    /// The squares that each side's pawns attack or could attack by stepping forward.
    pub(super) spans: [BitBoard; 2],
}

impl Pawns {
    const EMPTY: Self = Self {
        white: BitBoard::EMPTY,
        black: BitBoard::EMPTY,
        structure: Score::ZERO,
        advanced: Score::ZERO,
        passed: BitBoard::EMPTY,
        spans: [BitBoard::EMPTY; 2],
    };

    fn of(white: BitBoard, black: BitBoard, weights: &Weights) -> Self {
        let mut pawns = Self { white, black, ..Self::EMPTY };
        for color in Color::ALL {
            let (ours, theirs) =
                if color == Color::White { (white, black) } else { (black, white) };
            let attacks = pawn_attacks(ours, color);
            pawns.spans[color as usize] = attacks | ahead(attacks, color);
            for square in ours {
                let (structure, passed) = pawn(square, color, ours, theirs, weights);
                let sign = if color == Color::White { 1 } else { -1 };
                pawns.structure += structure * sign;
                if passed {
                    pawns.passed |= square.bitboard();
                    pawns.advanced +=
                        weights.passed[square.relative_to(color).rank() as usize] * sign;
                }
            }
        }
        pawns
    }
}

/// One pawn's score in the structure, and whether it is passed.
fn pawn(
    square: Square,
    color: Color,
    ours: BitBoard,
    theirs: BitBoard,
    weights: &Weights,
) -> (Score, bool) {
    let bit = square.bitboard();
    let rank = square.relative_to(color).rank() as usize;
    let front = ahead(bit, color);
    let beside = square.file().adjacent();
    let mut score = Score::ZERO;

    let doubled = !(front & ours).is_empty();
    if doubled {
        score += weights.doubled;
    }
    let protected = pawn_attacks(ours, color).has(square);
    let phalanx = !(beside & square.rank().bitboard() & ours).is_empty();
    if protected || phalanx {
        score += weights.connected[rank];
    } else if (beside & ours).is_empty() {
        score += weights.isolated;
    } else {
        let helpers = beside & ours & !ahead_of_row(square, color);
        let stop_held = !(pawn_attacks(theirs, !color) & pawn_steps(bit, color)).is_empty();
        if helpers.is_empty() && stop_held {
            score += weights.backward;
        }
    }
    let stoppers = theirs & (front | (ahead_of_row(square, color) & beside));
    (score, stoppers.is_empty() && !doubled)
}

/// All ranks before the square's, as this colour sees it.
fn ahead_of_row(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    match color {
        Color::White => BitBoard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Color::Black => BitBoard((1_u64 << (8 * rank)) - 1),
    }
}

/// Remembers what is known about pawn structures, by the pawns themselves.
#[derive(Clone, Debug)]
pub(super) struct PawnCache {
    entries: Vec<Pawns>,
}

/// The number of structures remembered: a power of two.
const SLOTS: usize = 1 << 12;

impl PawnCache {
    /// A cache that knows nothing yet.
    #[must_use]
    pub(super) fn new() -> Self {
        // An empty slot equals the entry of a board without pawns, so it needs no mark of its own.
        Self { entries: vec![Pawns::EMPTY; SLOTS] }
    }

    /// What is known about the pawns of this board.
    pub(super) fn get(&mut self, board: &Board, weights: &Weights) -> Pawns {
        let white = board.colored_pieces(Color::White, Piece::Pawn);
        let black = board.colored_pieces(Color::Black, Piece::Pawn);
        let mixed = white.0.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ black.0.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let slot = (mixed >> (64 - SLOTS.trailing_zeros())) as usize;
        let entry = &mut self.entries[slot];
        if entry.white != white || entry.black != black {
            *entry = Pawns::of(white, black, weights);
        }
        *entry
    }
}

impl Default for PawnCache {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights::MEDIUM;
    use crate::position::parse_fen;

    fn passed(fen: &str) -> Vec<String> {
        let board = parse_fen(fen).unwrap();
        let pawns = PawnCache::new().get(&board, &MEDIUM);
        pawns.passed.iter().map(|square| square.to_string()).collect()
    }

    #[test]
    fn a_passed_pawn_has_no_enemy_pawn_before_or_beside_its_way() {
        assert_eq!(passed("4k3/8/8/3p4/4P3/8/8/4K3 w - -"), Vec::<String>::new());
        assert_eq!(passed("4k3/8/8/4P3/3p4/8/8/4K3 w - -"), ["d4", "e5"]);
        assert_eq!(passed("4k3/p7/8/8/8/8/7P/4K3 w - -"), ["h2", "a7"]);
        assert_eq!(passed("4k3/8/8/8/P7/P7/8/4K3 w - -"), ["a4"], "only the first of a pair");
    }

    #[test]
    fn attacks_do_not_wrap_around_the_board() {
        let pawns = Square::A2.bitboard() | Square::H2.bitboard();
        assert_eq!(
            pawn_attacks(pawns, Color::White),
            Square::B3.bitboard() | Square::G3.bitboard()
        );
        let pawns = Square::A7.bitboard() | Square::H7.bitboard();
        assert_eq!(
            pawn_attacks(pawns, Color::Black),
            Square::B6.bitboard() | Square::G6.bitboard()
        );
    }
}
