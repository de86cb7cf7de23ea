//! Pawn structure. A cache keeps it between positions, because pawns move less often than pieces.

use cozy_chess::{BitBoard, Board, Color, Piece, Square};

use super::tapered::TaperedScore;
use super::weights::EvalWeights;
use crate::position::hash_bitboards;

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

/// The squares one step in front of these pawns of this colour.
#[must_use]
pub(super) fn pawn_steps(pawns: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => pawns.0 << 8,
        Color::Black => pawns.0 >> 8,
    })
}

/// All squares in front of these, on the same files, as this colour sees it.
#[must_use]
pub(super) fn front_span(squares: BitBoard, color: Color) -> BitBoard {
    let mut fill = squares.0;
    for shift in [8, 16, 32] {
        fill |= if color == Color::White { fill << shift } else { fill >> shift };
    }
    pawn_steps(BitBoard(fill), color)
}

/// The evaluation of the pawns of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct PawnStructure {
    white: BitBoard,
    black: BitBoard,
    /// The score of the structure without passed pawns, White's minus Black's.
    pub(super) score: TaperedScore,
    /// The score of the passed pawns by rank, White's minus Black's.
    pub(super) passed_score: TaperedScore,
    /// The passed pawns of both sides.
    pub(super) passed: BitBoard,
    /// The squares that the pawns of each side attack or can attack after stepping forward.
    pub(super) attack_spans: [BitBoard; 2],
}

impl PawnStructure {
    const EMPTY: Self = Self {
        white: BitBoard::EMPTY,
        black: BitBoard::EMPTY,
        score: TaperedScore::ZERO,
        passed_score: TaperedScore::ZERO,
        passed: BitBoard::EMPTY,
        attack_spans: [BitBoard::EMPTY; 2],
    };

    fn of(white: BitBoard, black: BitBoard, weights: &EvalWeights) -> Self {
        let mut pawns = Self { white, black, ..Self::EMPTY };
        for color in Color::ALL {
            let (ours, theirs) =
                if color == Color::White { (white, black) } else { (black, white) };
            let attacks = pawn_attacks(ours, color);
            pawns.attack_spans[color as usize] = attacks | front_span(attacks, color);
            for square in ours {
                let (score, is_passed) = evaluate_pawn(square, color, ours, theirs, weights);
                let sign = if color == Color::White { 1 } else { -1 };
                pawns.score += score * sign;
                if is_passed {
                    pawns.passed |= square.bitboard();
                    pawns.passed_score +=
                        weights.passed[square.relative_to(color).rank() as usize] * sign;
                }
            }
        }
        pawns
    }
}

/// The score of one pawn in the structure, and whether it is passed.
fn evaluate_pawn(
    square: Square,
    color: Color,
    ours: BitBoard,
    theirs: BitBoard,
    weights: &EvalWeights,
) -> (TaperedScore, bool) {
    let bit = square.bitboard();
    let rank = square.relative_to(color).rank() as usize;
    let front = front_span(bit, color);
    let beside = square.file().adjacent();
    let mut score = TaperedScore::ZERO;

    let doubled = !(front & ours).is_empty();
    if doubled {
        score += weights.doubled;
    }
    let defended = pawn_attacks(ours, color).has(square);
    let phalanx = !(beside & square.rank().bitboard() & ours).is_empty();
    if defended || phalanx {
        score += weights.connected[rank];
    } else if (beside & ours).is_empty() {
        score += weights.isolated;
    } else {
        let supporters = beside & ours & !ranks_in_front(square, color);
        let stop_attacked = !(pawn_attacks(theirs, !color) & pawn_steps(bit, color)).is_empty();
        if supporters.is_empty() && stop_attacked {
            score += weights.backward;
        }
    }
    let stoppers = theirs & (front | (ranks_in_front(square, color) & beside));
    (score, stoppers.is_empty() && !doubled)
}

/// All ranks in front of a square, as this colour sees it.
fn ranks_in_front(square: Square, color: Color) -> BitBoard {
    let rank = square.rank() as u32;
    match color {
        Color::White => BitBoard(u64::MAX.checked_shl(8 * (rank + 1)).unwrap_or(0)),
        Color::Black => BitBoard((1_u64 << (8 * rank)) - 1),
    }
}

/// A cache of pawn structures, indexed by the pawns of both sides.
#[derive(Clone, Debug)]
pub(super) struct PawnCache {
    entries: Vec<PawnStructure>,
}

/// How many structures are cached: a power of two.
const SLOTS: usize = 1 << 12;

impl PawnCache {
    /// An empty cache.
    #[must_use]
    pub(super) fn new() -> Self {
        // An empty slot is a valid entry for a board without pawns.
        Self { entries: vec![PawnStructure::EMPTY; SLOTS] }
    }

    /// The pawn structure of this board.
    pub(super) fn get(&mut self, board: &Board, weights: &EvalWeights) -> PawnStructure {
        let white = board.colored_pieces(Color::White, Piece::Pawn);
        let black = board.colored_pieces(Color::Black, Piece::Pawn);
        let hash = hash_bitboards(white.0, black.0);
        let slot = (hash >> (64 - SLOTS.trailing_zeros())) as usize;
        let entry = &mut self.entries[slot];
        if entry.white != white || entry.black != black {
            *entry = PawnStructure::of(white, black, weights);
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
    fn a_passed_pawn_has_no_enemy_pawn_in_front_on_its_own_or_a_neighbouring_file() {
        assert_eq!(passed("4k3/8/8/3p4/4P3/8/8/4K3 w - -"), Vec::<String>::new());
        assert_eq!(passed("4k3/8/8/4P3/3p4/8/8/4K3 w - -"), ["d4", "e5"]);
        assert_eq!(passed("4k3/p7/8/8/8/8/7P/4K3 w - -"), ["h2", "a7"]);
        assert_eq!(
            passed("4k3/8/8/8/P7/P7/8/4K3 w - -"),
            ["a4"],
            "only the front pawn of a doubled pair"
        );
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
