//! Who attacks what: computed once for a position and used by the other terms.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::pawns::pawn_attacks;
use super::score::Score;
use super::weights::Weights;

/// What one side attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// The squares that each kind of piece attacks.
    pub(super) by: [BitBoard; 6],
    /// The squares that anything attacks.
    pub(super) all: BitBoard,
    /// The squares that are attacked at least twice.
    pub(super) twice: BitBoard,
    /// How many pieces attack the enemy king's neighbourhood, weighed by kind.
    pub(super) king_attackers: i32,
    /// How many such pieces there are.
    pub(super) king_attacker_count: i32,
}

impl Side {
    const NONE: Self = Self {
        by: [BitBoard::EMPTY; 6],
        all: BitBoard::EMPTY,
        twice: BitBoard::EMPTY,
        king_attackers: 0,
        king_attacker_count: 0,
    };

    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by[piece as usize] |= squares;
    }
}

/// The danger units of a knight, bishop, rook and queen that attack the king's neighbourhood.
const ATTACKER_UNITS: [i32; 6] = [0, 2, 2, 3, 4, 0];

/// What both sides attack, and their mobility, which falls out on the way.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    /// By colour.
    pub(super) sides: [Side; 2],
    /// The neighbourhood of each king.
    pub(super) king_zone: [BitBoard; 2],
    /// Mobility, white's minus black's.
    pub(super) mobility: Score,
}

impl Attacks {
    /// The attacks in a position.
    #[must_use]
    pub(super) fn of(board: &Board, weights: &Weights) -> Self {
        let mut attacks =
            Self { sides: [Side::NONE; 2], king_zone: [BitBoard::EMPTY; 2], mobility: Score::ZERO };
        for color in Color::ALL {
            let king = board.king(color);
            attacks.king_zone[color as usize] = zone(king, color);
            let side = &mut attacks.sides[color as usize];
            side.add(Piece::King, get_king_moves(king));
            side.add(Piece::Pawn, pawn_attacks(board.colored_pieces(color, Piece::Pawn), color));
        }
        attacks.mobility = attacks.pieces(board, Color::White, weights)
            - attacks.pieces(board, Color::Black, weights);
        attacks
    }

    /// Adds the attacks of a side's knights, bishops, rooks and queens; answers their mobility.
    fn pieces(&mut self, board: &Board, color: Color, weights: &Weights) -> Score {
        let enemy_pawns = self.sides[!color as usize].by[Piece::Pawn as usize];
        let enemy_zone = self.king_zone[!color as usize];
        let ours = board.colors(color);
        let area =
            !(enemy_pawns | (ours & (board.pieces(Piece::Pawn) | board.pieces(Piece::King))));
        let occupied = board.occupied();
        let queens = board.pieces(Piece::Queen);
        let side = &mut self.sides[color as usize];
        let mut mobility = Score::ZERO;
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for square in ours & board.pieces(piece) {
                let squares = match piece {
                    Piece::Knight => get_knight_moves(square),
                    // Through queens: a battery works as one piece.
                    Piece::Bishop => get_bishop_moves(square, occupied ^ queens),
                    Piece::Rook => get_rook_moves(
                        square,
                        occupied ^ queens ^ (ours & board.pieces(Piece::Rook)),
                    ),
                    _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                };
                side.add(piece, squares);
                let free = (squares & area).len() as usize;
                mobility += match piece {
                    Piece::Knight => weights.knight_mobility[free],
                    Piece::Bishop => weights.bishop_mobility[free],
                    Piece::Rook => weights.rook_mobility[free],
                    _ => weights.queen_mobility[free],
                };
                let near = (squares & enemy_zone).len() as i32;
                if near > 0 {
                    side.king_attackers += ATTACKER_UNITS[piece as usize] + near;
                    side.king_attacker_count += 1;
                }
            }
        }
        mobility
    }
}

/// A king's neighbourhood: the squares around it and one row further towards the enemy.
fn zone(king: Square, color: Color) -> BitBoard {
    let around = get_king_moves(king) | king.bitboard();
    around | super::pawns::pawn_steps(around, color)
}
