//! King safety: the pawns before the king, and what aims at it.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::attacks::Attacks;
use super::pawns::ahead;
use super::score::Score;
use super::weights::Weights;

/// The danger units of a check by a knight, bishop, rook and queen that nobody can answer by taking.
const CHECK_UNITS: [i32; 6] = [0, 4, 3, 5, 4, 0];

/// The safety of both kings, white's minus black's.
#[must_use]
pub(super) fn safety(board: &Board, attacks: &Attacks, weights: &Weights) -> Score {
    side(board, Color::White, attacks, weights) - side(board, Color::Black, attacks, weights)
}

fn side(board: &Board, color: Color, attacks: &Attacks, weights: &Weights) -> Score {
    let units = danger_units(board, color, attacks) as usize;
    shelter(board, color, weights) - weights.danger[units.min(weights.danger.len() - 1)]
}

/// How much danger there is around the king of this colour.
fn danger_units(board: &Board, color: Color, attacks: &Attacks) -> i32 {
    let (us, them) = (&attacks.sides[color as usize], &attacks.sides[!color as usize]);
    let queens = board.colored_pieces(!color, Piece::Queen);
    if them.king_attacker_count + i32::from(!queens.is_empty()) < 2 {
        return 0;
    }
    let own_king = us.by[Piece::King as usize];
    // Attacked by them, and defended by nothing but the king.
    let weak = them.all & !us.twice & (!us.all | own_king);
    let safe = !board.colors(!color) & (!us.all | (weak & them.twice));
    let king = board.king(color);
    let occupied = board.occupied();
    let straight = get_rook_moves(king, occupied);
    let diagonal = get_bishop_moves(king, occupied);
    let from = [
        BitBoard::EMPTY,
        get_knight_moves(king),
        diagonal,
        straight,
        diagonal | straight,
        BitBoard::EMPTY,
    ];
    let checks: i32 = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .iter()
        .map(|&piece| piece as usize)
        .filter(|&piece| !(from[piece] & them.by[piece] & safe).is_empty())
        .map(|piece| CHECK_UNITS[piece])
        .sum();
    let zone = attacks.king_zone[color as usize];
    let holes = (weak & zone).len() as i32;
    let units = them.king_attackers + checks + holes;
    if queens.is_empty() { units / 2 } else { units * 3 / 4 }
}

/// The pawns of both sides before the king.
fn shelter(board: &Board, color: Color, weights: &Weights) -> Score {
    let king = board.king(color);
    let pawns = board.pieces(Piece::Pawn);
    let (ours, theirs) = (pawns & board.colors(color), pawns & board.colors(!color));
    let here = king.file() as usize;
    let mut score = Score::ZERO;
    for file in here.saturating_sub(1)..=(here + 1).min(7) {
        let column = File::index(file).bitboard();
        let front = column & (ahead(king.rank().bitboard(), color) | king.rank().bitboard());
        score += weights.shelter[distance(front & ours, king.rank() as usize, color, 4)];
        score += weights.storm[distance(front & theirs, king.rank() as usize, color, 6)];
    }
    let column = king.file().bitboard();
    if (column & ours).is_empty() {
        let open = (column & theirs).is_empty();
        score += if open { weights.king_open } else { weights.king_half_open };
    }
    score
}

/// How many ranks the nearest of the squares is away, or `none` if there are none or it is farther.
fn distance(squares: BitBoard, rank: usize, color: Color, none: usize) -> usize {
    if squares.is_empty() {
        return none;
    }
    let nearest = match color {
        Color::White => squares.0.trailing_zeros() as usize / 8,
        Color::Black => 7 - squares.0.leading_zeros() as usize / 8,
    };
    nearest.abs_diff(rank).min(none)
}
