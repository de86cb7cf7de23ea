//! King safety: the pawns in front of the king, and the pieces that attack it.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::attacks::Attacks;
use super::pawns::front_span;
use super::tapered::TaperedScore;
use super::weights::EvalWeights;

/// The danger units of a safe check, by kind of piece: a check by a piece that cannot be captured.
const SAFE_CHECK_UNITS: [i32; 6] = [0, 4, 3, 5, 4, 0];
/// How many pieces have to attack the king's zone before there is danger; a queen on the board counts as one.
const MIN_ATTACKERS: i32 = 2;
/// What the units are multiplied and divided by if the attacker has a queen, ...
const WITH_QUEEN: (i32, i32) = (3, 4);
/// ... and if it has none.
const WITHOUT_QUEEN: (i32, i32) = (1, 2);

/// The safety of both kings, White's minus Black's.
#[must_use]
pub(super) fn safety(board: &Board, attacks: &Attacks, weights: &EvalWeights) -> TaperedScore {
    side_safety(board, Color::White, attacks, weights)
        - side_safety(board, Color::Black, attacks, weights)
}

fn side_safety(
    board: &Board,
    color: Color,
    attacks: &Attacks,
    weights: &EvalWeights,
) -> TaperedScore {
    let units = danger_units(board, color, attacks) as usize;
    shelter(board, color, weights) - weights.danger[units.min(weights.danger.len() - 1)]
}

/// The danger units around the king of this colour.
fn danger_units(board: &Board, color: Color, attacks: &Attacks) -> i32 {
    let (us, them) = (&attacks.sides[color as usize], &attacks.sides[!color as usize]);
    let queens = board.colored_pieces(!color, Piece::Queen);
    if them.king_attackers + i32::from(!queens.is_empty()) < MIN_ATTACKERS {
        return 0;
    }
    let own_king = us.by_piece[Piece::King as usize];
    // Attacked by them, and defended only by the king or not at all.
    let weak = them.all & !us.twice & (!us.all | own_king);
    let safe = !board.colors(!color) & (!us.all | (weak & them.twice));
    let king = board.king(color);
    let occupied = board.occupied();
    let straight = get_rook_moves(king, occupied);
    let diagonal = get_bishop_moves(king, occupied);
    // From which squares a piece of each kind gives check.
    let checks_from = [
        BitBoard::EMPTY,
        get_knight_moves(king),
        diagonal,
        straight,
        diagonal | straight,
        BitBoard::EMPTY,
    ];
    let check_units: i32 = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen]
        .iter()
        .map(|&piece| piece as usize)
        .filter(|&piece| !(checks_from[piece] & them.by_piece[piece] & safe).is_empty())
        .map(|piece| SAFE_CHECK_UNITS[piece])
        .sum();
    let zone = attacks.king_zone[color as usize];
    let weak_squares = (weak & zone).len() as i32;
    let units = them.king_attack_units + check_units + weak_squares;
    let (factor, divisor) = if queens.is_empty() { WITHOUT_QUEEN } else { WITH_QUEEN };
    units * factor / divisor
}

/// The pawn shelter and the pawn storm: the pawns of both sides in front of the king.
fn shelter(board: &Board, color: Color, weights: &EvalWeights) -> TaperedScore {
    let king = board.king(color);
    let pawns = board.pieces(Piece::Pawn);
    let (ours, theirs) = (pawns & board.colors(color), pawns & board.colors(!color));
    let king_file = king.file() as usize;
    let mut score = TaperedScore::ZERO;
    for file in king_file.saturating_sub(1)..=(king_file + 1).min(7) {
        let column = File::index(file).bitboard();
        let front = column & (front_span(king.rank().bitboard(), color) | king.rank().bitboard());
        let nearest = |pawns, none| nearest_rank(pawns, king.rank() as usize, color, none);
        score += weights.shelter[nearest(front & ours, weights.shelter.len() - 1)];
        score += weights.storm[nearest(front & theirs, weights.storm.len() - 1)];
    }
    let column = king.file().bitboard();
    if (column & ours).is_empty() {
        let open = (column & theirs).is_empty();
        score += if open { weights.king_open } else { weights.king_half_open };
    }
    score
}

/// The distance of the nearest of these squares in ranks; `none` if there is no square, or it is farther away.
fn nearest_rank(squares: BitBoard, rank: usize, color: Color, none: usize) -> usize {
    if squares.is_empty() {
        return none;
    }
    let nearest = match color {
        Color::White => squares.0.trailing_zeros() as usize / 8,
        Color::Black => 7 - squares.0.leading_zeros() as usize / 8,
    };
    nearest.abs_diff(rank).min(none)
}
