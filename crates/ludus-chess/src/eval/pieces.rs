//! Pieces that stand well or badly: bishops, rooks on files, outposts, threats, passed pawns.

use cozy_chess::{BitBoard, Board, Color, File, Piece, Rank, Square};

use super::attacks::Attacks;
use super::pawns::{Pawns, pawn_attacks, pawn_steps};
use super::score::Score;
use super::weights::Weights;

/// The kinds of piece that can be threatened, in the order of the weights.
const VICTIMS: [Piece; 5] = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Bishops, rooks on files and outposts, white's minus black's.
#[must_use]
pub(super) fn placement(
    board: &Board,
    attacks: &Attacks,
    pawns: &Pawns,
    weights: &Weights,
) -> Score {
    let side = |color| side_placement(board, color, attacks, pawns, weights);
    side(Color::White) - side(Color::Black)
}

fn side_placement(
    board: &Board,
    color: Color,
    attacks: &Attacks,
    pawns: &Pawns,
    weights: &Weights,
) -> Score {
    let mut score = Score::ZERO;
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
    let protected = attacks.sides[color as usize].by[Piece::Pawn as usize];
    let outposts = outpost_ranks(color) & protected & !pawns.spans[!color as usize];
    score += weights.outpost[0] * (outposts & ours & board.pieces(Piece::Knight)).len() as i32;
    score + weights.outpost[1] * (outposts & bishops).len() as i32
}

/// The fourth to sixth rank as this colour sees them.
fn outpost_ranks(color: Color) -> BitBoard {
    [Rank::Fourth, Rank::Fifth, Rank::Sixth]
        .into_iter()
        .fold(BitBoard::EMPTY, |ranks, rank| ranks | rank.relative_to(color).bitboard())
}

/// What attacks something more valuable or unprotected, white's minus black's.
#[must_use]
pub(super) fn threats(board: &Board, attacks: &Attacks, weights: &Weights) -> Score {
    side_threats(board, Color::White, attacks, weights)
        - side_threats(board, Color::Black, attacks, weights)
}

fn side_threats(board: &Board, color: Color, attacks: &Attacks, weights: &Weights) -> Score {
    let (us, them) = (&attacks.sides[color as usize], &attacks.sides[!color as usize]);
    let theirs = board.colors(!color);
    let minors = us.by[Piece::Knight as usize] | us.by[Piece::Bishop as usize];
    let rooks = us.by[Piece::Rook as usize];
    let guarded_by_pawns = them.by[Piece::Pawn as usize];
    let mut score = Score::ZERO;
    for (index, &victim) in VICTIMS.iter().enumerate() {
        let targets = theirs & board.pieces(victim);
        let count = |attackers: BitBoard| (targets & attackers).len() as i32;
        score += weights.pawn_threat[index] * count(us.by[Piece::Pawn as usize]);
        score += weights.minor_threat[index] * count(minors & !guarded_by_pawns);
        score += weights.rook_threat[index] * count(rooks & !guarded_by_pawns);
    }
    let pawns = board.pieces(Piece::Pawn);
    let hanging = theirs & us.all & !them.all & !board.pieces(Piece::King);
    score += weights.hanging[0] * (hanging & pawns).len() as i32;
    score += weights.hanging[1] * (hanging & !pawns).len() as i32;

    let free = !board.occupied() & !guarded_by_pawns & (us.all | !them.all);
    let steps = pawn_steps(board.colored_pieces(color, Piece::Pawn), color) & free;
    let targets = theirs & !pawns & !board.pieces(Piece::King);
    score + weights.push_threat * (pawn_attacks(steps, color) & targets).len() as i32
}

/// Passed pawns beyond their rank: the way before them and both kings' distance, white's minus
/// black's.
#[must_use]
pub(super) fn passers(board: &Board, attacks: &Attacks, pawns: &Pawns, weights: &Weights) -> Score {
    let mut score = Score::ZERO;
    for square in pawns.passed {
        let color =
            if board.colors(Color::White).has(square) { Color::White } else { Color::Black };
        let passer = passer(board, square, color, attacks, weights);
        if color == Color::White { score += passer } else { score -= passer }
    }
    score
}

fn passer(
    board: &Board,
    square: Square,
    color: Color,
    attacks: &Attacks,
    weights: &Weights,
) -> Score {
    let rank = square.relative_to(color).rank() as usize;
    let Some(stop) = pawn_steps(square.bitboard(), color).next_square() else { return Score::ZERO };
    let mut score = Score::ZERO;
    if board.colors(!color).has(stop) {
        score += weights.passed_blocked[rank];
    } else if !attacks.sides[!color as usize].all.has(stop) {
        score += weights.passed_safe[rank];
    }
    if rank >= Rank::Fourth as usize {
        let steps = rank as i32 - 2;
        score += weights.passed_own_king * (distance(board.king(color), stop) * steps);
        score += weights.passed_enemy_king * (distance(board.king(!color), stop) * steps);
    }
    score
}

/// How many steps a king needs from one square to the other, at most five: farther is far.
fn distance(from: Square, to: Square) -> i32 {
    let files = (from.file() as i32 - to.file() as i32).abs();
    let ranks = (from.rank() as i32 - to.rank() as i32).abs();
    files.max(ranks).min(5)
}

/// How far a square is from the centre, 0 to 6: steps to the nearest of d4, e4, d5, e5.
#[must_use]
pub(super) fn off_centre(square: Square) -> i32 {
    let out = |n: i32| (3 - n).max(n - 4);
    out(square.file() as i32 - File::A as i32) + out(square.rank() as i32)
}
