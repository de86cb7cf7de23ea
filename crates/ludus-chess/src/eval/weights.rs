//! The weights of the hand-crafted evaluation. A term that a level does not use has weight zero.

use super::tapered::TaperedScore;

/// The weight of each term, in centipawns. Ranks are counted from the owner's side; square tables are White's,
/// a1 first.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalWeights {
    /// A piece on a square, material included: pawn, knight, bishop, rook, queen, king.
    pub squares: [[TaperedScore; 64]; 6],
    /// A knight by the number of squares it can move to.
    pub knight_mobility: [TaperedScore; 9],
    /// A bishop by the number of squares it can move to.
    pub bishop_mobility: [TaperedScore; 14],
    /// A rook by the number of squares it can move to.
    pub rook_mobility: [TaperedScore; 15],
    /// A queen by the number of squares it can move to.
    pub queen_mobility: [TaperedScore; 28],
    /// A passed pawn by its rank.
    pub passed: [TaperedScore; 8],
    /// A passed pawn by its rank with an enemy piece on the square in front of it.
    pub passed_blocked: [TaperedScore; 8],
    /// A passed pawn by its rank whose next square is neither occupied nor attacked by the enemy.
    pub passed_safe: [TaperedScore; 8],
    /// Each step between the own king and the square in front of a passed pawn, from the fourth rank on.
    pub passed_own_king: TaperedScore,
    /// The same for the enemy king.
    pub passed_enemy_king: TaperedScore,
    /// A pawn by rank that another pawn defends or is next to (a phalanx).
    pub connected: [TaperedScore; 8],
    /// A pawn without own pawns on the neighbouring files.
    pub isolated: TaperedScore,
    /// A pawn with another own pawn in front of it on its file.
    pub doubled: TaperedScore,
    /// A pawn that no own pawn can defend any more and whose next square an enemy pawn attacks.
    pub backward: TaperedScore,
    /// Bishops on squares of both colours.
    pub bishop_pair: TaperedScore,
    /// Each own pawn on a square of the bishop's colour.
    pub bishop_pawns: TaperedScore,
    /// A rook on a file without pawns.
    pub rook_open: TaperedScore,
    /// A rook on a file without own pawns.
    pub rook_half_open: TaperedScore,
    /// A knight, then a bishop, on an outpost: a pawn defends it and no enemy pawn can attack it.
    pub outpost: [TaperedScore; 2],
    /// An enemy pawn, knight, bishop, rook, queen that a pawn attacks.
    pub pawn_threat: [TaperedScore; 5],
    /// An enemy pawn, knight, bishop, rook, queen that a knight or bishop attacks.
    pub minor_threat: [TaperedScore; 5],
    /// An enemy pawn, knight, bishop, rook, queen that a rook attacks.
    pub rook_threat: [TaperedScore; 5],
    /// An enemy pawn, then a piece, that is attacked and not defended.
    pub hanging: [TaperedScore; 2],
    /// A pawn that can step forward and attack a piece.
    pub push_threat: TaperedScore,
    /// Danger around the own king, by danger units; it is subtracted.
    pub danger: [TaperedScore; 32],
    /// An own pawn in front of the king by its distance in ranks; the last entry: none.
    pub shelter: [TaperedScore; 5],
    /// An enemy pawn in front of the king by its distance in ranks; the last entry: none.
    pub storm: [TaperedScore; 7],
    /// The king on a file without own pawns.
    pub king_half_open: TaperedScore,
    /// The king on a file without any pawns.
    pub king_open: TaperedScore,
    /// The side to move.
    pub tempo: TaperedScore,
    /// Whether the mop-up term is used, which drives a losing king to the edge.
    pub mop_up: bool,
    /// Whether drawish endgames count less.
    pub drawish: bool,
}

/// A score from its middlegame and endgame value.
const fn s(middlegame: i32, endgame: i32) -> TaperedScore {
    TaperedScore::new(middlegame, endgame)
}

const Z: TaperedScore = TaperedScore::ZERO;

/// The weights of `medium`: material, squares, mobility and passed pawns, set by hand.
pub static MEDIUM: EvalWeights = EvalWeights {
    squares: plain_squares(),
    knight_mobility: per_square([Z; 9]),
    bishop_mobility: per_square([Z; 14]),
    rook_mobility: per_square([Z; 15]),
    queen_mobility: per_square([Z; 28]),
    // Twice as much in the endgame, where a passed pawn is harder to stop.
    passed: [Z, Z, s(10, 20), s(20, 40), s(35, 70), s(60, 120), s(100, 200), Z],
    passed_blocked: [Z; 8],
    passed_safe: [Z; 8],
    passed_own_king: Z,
    passed_enemy_king: Z,
    connected: [Z; 8],
    isolated: Z,
    doubled: Z,
    backward: Z,
    bishop_pair: Z,
    bishop_pawns: Z,
    rook_open: Z,
    rook_half_open: Z,
    outpost: [Z; 2],
    pawn_threat: [Z; 5],
    minor_threat: [Z; 5],
    rook_threat: [Z; 5],
    hanging: [Z; 2],
    push_threat: Z,
    danger: [Z; 32],
    shelter: [Z; 5],
    storm: [Z; 7],
    king_half_open: Z,
    king_open: Z,
    tempo: Z,
    mop_up: false,
    drawish: false,
};

/// The weights of `hard`: those of `medium`, king safety and the mop-up term, set by hand.
pub static HARD: EvalWeights = EvalWeights {
    danger: quadratic_danger(),
    shelter: [Z, s(20, 0), s(12, 0), s(4, 0), s(-15, 0)],
    storm: [Z, s(-25, 0), s(-20, 0), s(-10, 0), s(-4, 0), Z, Z],
    king_half_open: s(-12, 0),
    king_open: s(-25, 0),
    mop_up: true,
    ..MEDIUM
};

/// The value of each square that a piece of `medium` and `hard` can move to, in centipawns.
const MOBILITY_PER_SQUARE: i32 = 10;

/// A mobility table with [`MOBILITY_PER_SQUARE`] for each square.
const fn per_square<const N: usize>(mut table: [TaperedScore; N]) -> [TaperedScore; N] {
    let mut n = 0;
    while n < N {
        table[n] = s(MOBILITY_PER_SQUARE * n as i32, MOBILITY_PER_SQUARE * n as i32);
        n += 1;
    }
    table
}

/// Danger grows with the square of its units, divided by this.
const DANGER_DIVISOR: i32 = 3;

const fn quadratic_danger() -> [TaperedScore; 32] {
    let mut table = [Z; 32];
    let mut units = 0;
    while units < 32 {
        table[units] = s((units * units) as i32 / DANGER_DIVISOR, 0);
        units += 1;
    }
    table
}

/// The usual piece values in centipawns, by kind. `medium` and `hard` play by them.
pub(crate) const PIECE_VALUES: [i32; 6] = [100, 300, 325, 500, 900, 0];

/// Piece-square tables of a few simple ideas: pieces belong in the centre, pawns advance, the king stays behind
/// its pawns until the endgame.
const fn plain_squares() -> [[TaperedScore; 64]; 6] {
    let mut tables = [[Z; 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let (middle, end) = plain_square(piece, square);
            tables[piece][square] = s(PIECE_VALUES[piece] + middle, PIECE_VALUES[piece] + end);
            square += 1;
        }
        piece += 1;
    }
    tables
}

// Square values in centipawns, in the style of the simplified evaluation function of the Chess Programming Wiki.
// `centre` counts steps from the edge, 0 in a corner to 6 on d4, e4, d5 and e5, and each kind of piece has an
// offset that keeps the mean near zero.

/// A pawn's advance by one rank on files c to f, ...
const PAWN_ADVANCE_CENTRE: i32 = 6;
/// ... and on the other files.
const PAWN_ADVANCE_WING: i32 = 3;
/// A pawn on d2 or e2 in the middlegame: it blocks the own pieces.
const CENTRE_PAWN_AT_HOME: i32 = -15;
const KNIGHT_CENTRE: i32 = 10;
const KNIGHT_OFFSET: i32 = -35;
const BISHOP_CENTRE: i32 = 5;
const BISHOP_OFFSET: i32 = -15;
/// A bishop on the first rank in the middlegame: it is not developed.
const BISHOP_AT_HOME: i32 = -8;
const ROOK_CENTRE_FILE: i32 = 2;
const ROOK_OFFSET: i32 = -3;
/// A rook on the seventh rank, in the middlegame and in the endgame.
const ROOK_ON_SEVENTH: (i32, i32) = (15, 10);
const QUEEN_CENTRE: (i32, i32) = (2, 4);
const QUEEN_OFFSET: (i32, i32) = (-6, -12);
/// A king on b, g or h in the middlegame: it has castled, or has gone where it would be then.
const KING_ON_WING: i32 = 15;
/// A king elsewhere, for each file from the edge in the middlegame.
const KING_CENTRE_FILE: i32 = -8;
/// A king's advance by one rank in the middlegame.
const KING_ADVANCE: i32 = -18;
/// In the endgame the king belongs in the centre.
const KING_CENTRE: i32 = 10;
const KING_OFFSET: i32 = -30;

/// The middlegame and endgame value of a square for a kind of piece.
const fn plain_square(piece: usize, square: usize) -> (i32, i32) {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    // 0 at the edge, 3 on the two innermost files or ranks.
    let file_in = if file < 4 { file } else { 7 - file };
    let rank_in = if rank < 4 { rank } else { 7 - rank };
    let centre = file_in + rank_in;
    match piece {
        0 => {
            let step = if file_in >= 2 { PAWN_ADVANCE_CENTRE } else { PAWN_ADVANCE_WING };
            let advance = (rank - 1) * step;
            let at_home = if rank == 1 && file_in == 3 { CENTRE_PAWN_AT_HOME } else { 0 };
            (advance + at_home, advance)
        }
        1 => {
            let value = centre * KNIGHT_CENTRE + KNIGHT_OFFSET;
            (value, value)
        }
        2 => {
            let value = centre * BISHOP_CENTRE + BISHOP_OFFSET;
            (value + if rank == 0 { BISHOP_AT_HOME } else { 0 }, value)
        }
        3 => {
            let (middle, end) = if rank == 6 { ROOK_ON_SEVENTH } else { (0, 0) };
            (file_in * ROOK_CENTRE_FILE + ROOK_OFFSET + middle, end)
        }
        4 => (centre * QUEEN_CENTRE.0 + QUEEN_OFFSET.0, centre * QUEEN_CENTRE.1 + QUEEN_OFFSET.1),
        _ => {
            let is_wing = file_in <= 1 && file != 0;
            let wing = if is_wing { KING_ON_WING } else { file_in * KING_CENTRE_FILE };
            (wing + rank * KING_ADVANCE, centre * KING_CENTRE + KING_OFFSET)
        }
    }
}
