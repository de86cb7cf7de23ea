//! Piece placement: bishops, rooks on files, outposts, threats, passed pawns.

use cozy_chess::{BitBoard, Board, Color, Piece, Rank, Square};

use super::attacks::Attacks;
use super::pawns::{PawnStructure, pawn_attacks, pawn_steps};
use super::tapered::TaperedScore;
use super::weights::EvalWeights;

/// The kinds of piece that can be threatened, in the order of the weights.
const THREATENED: [Piece; 5] =
    [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Bishops, rooks on files and outposts, White's minus Black's.
#[must_use]
pub(super) fn placement(
    board: &Board,
    attacks: &Attacks,
    pawns: &PawnStructure,
    weights: &EvalWeights,
) -> TaperedScore {
    let side = |color| side_placement(board, color, attacks, pawns, weights);
    side(Color::White) - side(Color::Black)
}

fn side_placement(
    board: &Board,
    color: Color,
    attacks: &Attacks,
    pawns: &PawnStructure,
    weights: &EvalWeights,
) -> TaperedScore {
    let mut score = TaperedScore::ZERO;
    let ours = board.colors(color);
    let all_pawns = board.pieces(Piece::Pawn);
    let own_pawns = all_pawns & ours;
    let bishops = ours & board.pieces(Piece::Bishop);
    let has_pair = !(bishops & BitBoard::LIGHT_SQUARES).is_empty()
        && !(bishops & BitBoard::DARK_SQUARES).is_empty();
    if has_pair {
        score += weights.bishop_pair;
    }
    for bishop in bishops {
        let dark = BitBoard::DARK_SQUARES.has(bishop);
        let squares = if dark { BitBoard::DARK_SQUARES } else { BitBoard::LIGHT_SQUARES };
        score += weights.bishop_pawns * (own_pawns & squares).len() as i32;
    }
    for rook in ours & board.pieces(Piece::Rook) {
        let file: BitBoard = rook.file().bitboard();
        if (file & all_pawns).is_empty() {
            score += weights.rook_open;
        } else if (file & own_pawns).is_empty() {
            score += weights.rook_half_open;
        }
    }
    let pawn_defended = attacks.sides[color as usize].by_piece[Piece::Pawn as usize];
    let outposts = outpost_ranks(color) & pawn_defended & !pawns.attack_spans[!color as usize];
    score += weights.outpost[0] * (outposts & ours & board.pieces(Piece::Knight)).len() as i32;
    score + weights.outpost[1] * (outposts & bishops).len() as i32
}

/// The fourth to sixth rank, as this colour sees it.
fn outpost_ranks(color: Color) -> BitBoard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(BitBoard::EMPTY, |ranks, rank| ranks | rank.relative_to(color).bitboard())
}

/// Attacks on more valuable or undefended pieces, White's minus Black's.
#[must_use]
pub(super) fn threats(board: &Board, attacks: &Attacks, weights: &EvalWeights) -> TaperedScore {
    side_threats(board, Color::White, attacks, weights)
        - side_threats(board, Color::Black, attacks, weights)
}

fn side_threats(
    board: &Board,
    color: Color,
    attacks: &Attacks,
    weights: &EvalWeights,
) -> TaperedScore {
    let (us, them) = (&attacks.sides[color as usize], &attacks.sides[!color as usize]);
    let theirs = board.colors(!color);
    let minors = us.by_piece[Piece::Knight as usize] | us.by_piece[Piece::Bishop as usize];
    let rooks = us.by_piece[Piece::Rook as usize];
    let pawn_defended = them.by_piece[Piece::Pawn as usize];
    let mut score = TaperedScore::ZERO;
    for (index, &victim) in THREATENED.iter().enumerate() {
        let targets = theirs & board.pieces(victim);
        let count = |attackers: BitBoard| (targets & attackers).len() as i32;
        score += weights.pawn_threat[index] * count(us.by_piece[Piece::Pawn as usize]);
        score += weights.minor_threat[index] * count(minors & !pawn_defended);
        score += weights.rook_threat[index] * count(rooks & !pawn_defended);
    }
    let pawns = board.pieces(Piece::Pawn);
    let hanging = theirs & us.all & !them.all & !board.pieces(Piece::King);
    score += weights.hanging[0] * (hanging & pawns).len() as i32;
    score += weights.hanging[1] * (hanging & !pawns).len() as i32;

    let safe_squares = !board.occupied() & !pawn_defended & (us.all | !them.all);
    let pushes = pawn_steps(board.colored_pieces(color, Piece::Pawn), color) & safe_squares;
    let targets = theirs & !pawns & !board.pieces(Piece::King);
    score + weights.push_threat * (pawn_attacks(pushes, color) & targets).len() as i32
}

/// Passed pawns beyond their rank: the square in front of them and the distance of both kings, White's minus
/// Black's.
#[must_use]
pub(super) fn passed_pawns(
    board: &Board,
    attacks: &Attacks,
    pawns: &PawnStructure,
    weights: &EvalWeights,
) -> TaperedScore {
    let mut score = TaperedScore::ZERO;
    for square in pawns.passed {
        let color =
            if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
        let pawn = passed_pawn(board, square, color, attacks, weights);
        if color == Color::White { score += pawn } else { score -= pawn }
    }
    score
}

fn passed_pawn(
    board: &Board,
    square: Square,
    color: Color,
    attacks: &Attacks,
    weights: &EvalWeights,
) -> TaperedScore {
    let rank = square.relative_to(color).rank() as usize;
    let Some(stop) = pawn_steps(square.bitboard(), color).next_square() else {
        return TaperedScore::ZERO;
    };
    let mut score = TaperedScore::ZERO;
    if board.colors(!color).has(stop) {
        score += weights.passed_blocked[rank];
    } else if !attacks.sides[!color as usize].all.has(stop) {
        score += weights.passed_safe[rank];
    }
    if rank >= Rank::Fourth as usize {
        // The kings matter the more, the further the pawn is: once on the fourth rank, four times on the seventh.
        let factor = rank as i32 - Rank::Third as i32;
        score += weights.passed_own_king * (king_distance(board.king(color), stop) * factor);
        score += weights.passed_enemy_king * (king_distance(board.king(!color), stop) * factor);
    }
    score
}

/// The largest distance of a king that makes a difference, in king moves.
const MAX_KING_DISTANCE: i32 = 5;

/// How many moves a king needs from one square to another, up to [`MAX_KING_DISTANCE`].
fn king_distance(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks).min(MAX_KING_DISTANCE)
}

/// The distance of a square from the centre along files and ranks, 0 to 6: from the nearest of d4, e4, d5, e5.
#[must_use]
pub(super) fn off_centre(square: Square) -> i32 {
    let from_middle = |n: i32| (3 - n).max(n - 4);
    from_middle(square.file() as i32) + from_middle(square.rank() as i32)
}
