//! The numbers of an evaluation. What a level does not know has weight zero.

use super::score::Score;

/// What each thing on the board is worth, in centipawns. Ranks are seen from the owner's side, and
/// square tables are white's, a1 first.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    /// A piece on a square, its material included: pawn, knight, bishop, rook, queen, king.
    pub squares: [[Score; 64]; 6],
    /// Squares that a knight can go to.
    pub knight_mobility: [Score; 9],
    /// Squares that a bishop can go to.
    pub bishop_mobility: [Score; 14],
    /// Squares that a rook can go to.
    pub rook_mobility: [Score; 15],
    /// Squares that a queen can go to.
    pub queen_mobility: [Score; 28],
    /// A passed pawn by its rank.
    pub passed: [Score; 8],
    /// A passed pawn by its rank with an enemy piece right before it.
    pub passed_blocked: [Score; 8],
    /// A passed pawn by its rank with no enemy piece or attack on its next square.
    pub passed_safe: [Score; 8],
    /// A step of the own king away from the square before a passed pawn, from the fourth rank on.
    pub passed_own_king: Score,
    /// A step of the enemy's king away from the square before a passed pawn.
    pub passed_enemy_king: Score,
    /// A pawn by rank that another one protects or stands beside.
    pub connected: [Score; 8],
    /// A pawn without own pawns on the files beside it.
    pub isolated: Score,
    /// A pawn with another own one before it on its file.
    pub doubled: Score,
    /// A pawn that no own pawn can protect any more and whose next square an enemy pawn holds.
    pub backward: Score,
    /// Two bishops.
    pub bishop_pair: Score,
    /// An own pawn on the squares of a bishop's colour.
    pub bishop_pawns: Score,
    /// A rook on a file without pawns.
    pub rook_open: Score,
    /// A rook on a file without own pawns.
    pub rook_half_open: Score,
    /// A knight, then a bishop, that a pawn protects where no enemy pawn can drive it away.
    pub outpost: [Score; 2],
    /// An enemy pawn, knight, bishop, rook, queen that a pawn attacks.
    pub pawn_threat: [Score; 5],
    /// An enemy pawn, knight, bishop, rook, queen that a knight or bishop attacks.
    pub minor_threat: [Score; 5],
    /// An enemy pawn, knight, bishop, rook, queen that a rook attacks.
    pub rook_threat: [Score; 5],
    /// An enemy pawn, then a piece, that is attacked and not protected.
    pub hanging: [Score; 2],
    /// A pawn that could step forward and attack a piece.
    pub push_threat: Score,
    /// Danger around the enemy's king, by the units that the king safety term counts.
    pub danger: [Score; 32],
    /// An own pawn before the king by its distance in ranks; last: none.
    pub shelter: [Score; 5],
    /// An enemy pawn before the king by its distance in ranks; last: none.
    pub storm: [Score; 7],
    /// The king on a file without own pawns.
    pub king_half_open: Score,
    /// The king on a file without any pawns.
    pub king_open: Score,
    /// To have the move.
    pub tempo: Score,
    /// Whether a winning side is shown the way: the bare king to the edge, the own one near it.
    pub mop_up: bool,
    /// Whether endgames that are hard to win count less.
    pub drawish: bool,
}

const fn s(middle: i32, end: i32) -> Score {
    Score::new(middle, end)
}

const Z: Score = Score::ZERO;

/// The weights of `medium`: material, squares, mobility and passed pawns.
pub static MEDIUM: Weights = Weights {
    squares: plain_squares(),
    knight_mobility: per_square([Z; 9]),
    bishop_mobility: per_square([Z; 14]),
    rook_mobility: per_square([Z; 15]),
    queen_mobility: per_square([Z; 28]),
    // 0, .1, .2, .35, .6, 1, 1.5 pawns, and twice that in a pure endgame.
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

/// The weights of `hard`: those of `medium`, king safety and the mop-up.
pub static HARD: Weights = Weights {
    danger: quadratic_danger(),
    shelter: [Z, s(20, 0), s(12, 0), s(4, 0), s(-15, 0)],
    storm: [Z, s(-25, 0), s(-20, 0), s(-10, 0), s(-4, 0), Z, Z],
    king_half_open: s(-12, 0),
    king_open: s(-25, 0),
    mop_up: true,
    ..MEDIUM
};

/// A tenth of a pawn for each square.
const fn per_square<const N: usize>(mut table: [Score; N]) -> [Score; N] {
    let mut n = 0;
    while n < N {
        table[n] = s(10 * n as i32, 10 * n as i32);
        n += 1;
    }
    table
}

const fn quadratic_danger() -> [Score; 32] {
    let mut table = [Z; 32];
    let mut units = 0;
    while units < 32 {
        table[units] = s((units * units) as i32 / 3, 0);
        units += 1;
    }
    table
}

/// What a pawn, knight, bishop, rook and queen are worth to `medium` and `hard`.
pub(crate) const VALUES: [i32; 6] = [100, 300, 325, 500, 900, 0];

/// Material of 1, 3, 3.25, 5 and 9 pawns, and square values from a few simple ideas: pieces to the
/// centre, pawns forward, the king behind its pawns until the endgame.
const fn plain_squares() -> [[Score; 64]; 6] {
    let mut tables = [[Z; 64]; 6];
    let mut piece = 0;
    while piece < 6 {
        let mut square = 0;
        while square < 64 {
            let (middle, end) = plain_square(piece, square);
            tables[piece][square] = s(VALUES[piece] + middle, VALUES[piece] + end);
            square += 1;
        }
        piece += 1;
    }
    tables
}

const fn plain_square(piece: usize, square: usize) -> (i32, i32) {
    let (file, rank) = ((square % 8) as i32, (square / 8) as i32);
    // 0 at the edge, 3 on the four middle files or ranks' innermost.
    let file_in = if file < 4 { file } else { 7 - file };
    let rank_in = if rank < 4 { rank } else { 7 - rank };
    let centre = file_in + rank_in;
    match piece {
        0 => {
            let advance = (rank - 1) * if file_in >= 2 { 6 } else { 3 };
            let home = if rank == 1 && file_in == 3 { -15 } else { 0 };
            (advance + home, advance)
        }
        1 => (centre * 10 - 35, centre * 10 - 35),
        2 => (centre * 5 - 15 - if rank == 0 { 8 } else { 0 }, centre * 5 - 15),
        3 => (file_in * 2 - 3 + if rank == 6 { 15 } else { 0 }, if rank == 6 { 10 } else { 0 }),
        4 => (centre * 2 - 6, centre * 4 - 12),
        _ => {
            let wing = if file_in <= 1 && file != 0 { 15 } else { -file_in * 8 };
            (wing - rank * 18, centre * 10 - 30)
        }
    }
}
