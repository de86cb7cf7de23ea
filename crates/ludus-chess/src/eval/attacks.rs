//! Attacks: computed once for a position and used by the other terms.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_rook_moves,
};

use super::pawns::pawn_attacks;
use super::tapered::TaperedScore;
use super::weights::EvalWeights;

/// What one side attacks.
#[derive(Clone, Copy, Debug)]
pub(super) struct SideAttacks {
    /// The squares that each kind of piece attacks.
    pub(super) by_piece: [BitBoard; 6],
    /// The squares that at least one piece attacks.
    pub(super) all: BitBoard,
    /// The squares that at least two pieces attack.
    pub(super) twice: BitBoard,
    /// The danger units of the pieces that attack the zone of the enemy king.
    pub(super) king_attack_units: i32,
    /// How many such pieces there are.
    pub(super) king_attackers: i32,
}

impl SideAttacks {
    const NONE: Self = Self {
        by_piece: [BitBoard::EMPTY; 6],
        all: BitBoard::EMPTY,
        twice: BitBoard::EMPTY,
        king_attack_units: 0,
        king_attackers: 0,
    };

    fn add(&mut self, piece: Piece, squares: BitBoard) {
        self.twice |= self.all & squares;
        self.all |= squares;
        self.by_piece[piece as usize] |= squares;
    }
}

/// The danger units of a piece that attacks the zone of the enemy king, by kind. Each attacked square of the
/// zone is one more unit. The numbers were set by hand; the weights by units were fitted to them.
const ATTACKER_UNITS: [i32; 6] = [0, 2, 2, 3, 4, 0];

/// What both sides attack, and their mobility, which is counted at the same time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attacks {
    /// The attacks by colour.
    pub(super) sides: [SideAttacks; 2],
    /// The zone of each king, by colour.
    pub(super) king_zone: [BitBoard; 2],
    /// Mobility, White's minus Black's.
    pub(super) mobility: TaperedScore,
}

impl Attacks {
    /// The attacks in a position.
    #[must_use]
    pub(super) fn of(board: &Board, weights: &EvalWeights) -> Self {
        let mut attacks = Self {
            sides: [SideAttacks::NONE; 2],
            king_zone: [BitBoard::EMPTY; 2],
            mobility: TaperedScore::ZERO,
        };
        for color in Color::ALL {
            let king = board.king(color);
            attacks.king_zone[color as usize] = king_zone(king, color);
            let side = &mut attacks.sides[color as usize];
            side.add(Piece::King, get_king_moves(king));
            side.add(Piece::Pawn, pawn_attacks(board.colored_pieces(color, Piece::Pawn), color));
        }
        attacks.mobility = attacks.add_pieces(board, Color::White, weights)
            - attacks.add_pieces(board, Color::Black, weights);
        attacks
    }

    /// Adds the attacks of a side's knights, bishops, rooks and queens. Returns their mobility.
    fn add_pieces(&mut self, board: &Board, color: Color, weights: &EvalWeights) -> TaperedScore {
        let enemy_pawns = self.sides[!color as usize].by_piece[Piece::Pawn as usize];
        let enemy_zone = self.king_zone[!color as usize];
        let ours = board.colors(color);
        let mobility_area =
            !(enemy_pawns | (ours & (board.pieces(Piece::Pawn) | board.pieces(Piece::King))));
        let occupied = board.occupied();
        let queens = board.pieces(Piece::Queen);
        let side = &mut self.sides[color as usize];
        let mut mobility = TaperedScore::ZERO;
        for piece in [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen] {
            for square in ours & board.pieces(piece) {
                let squares = match piece {
                    Piece::Knight => get_knight_moves(square),
                    // Queens are transparent, and rooks for rooks: a battery attacks as one piece.
                    Piece::Bishop => get_bishop_moves(square, occupied ^ queens),
                    Piece::Rook => get_rook_moves(
                        square,
                        occupied ^ queens ^ (ours & board.pieces(Piece::Rook)),
                    ),
                    _ => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
                };
                side.add(piece, squares);
                let reachable = (squares & mobility_area).len() as usize;
                mobility += match piece {
                    Piece::Knight => weights.knight_mobility[reachable],
                    Piece::Bishop => weights.bishop_mobility[reachable],
                    Piece::Rook => weights.rook_mobility[reachable],
                    _ => weights.queen_mobility[reachable],
                };
                let zone_squares = (squares & enemy_zone).len() as i32;
                if zone_squares > 0 {
                    side.king_attack_units += ATTACKER_UNITS[piece as usize] + zone_squares;
                    side.king_attackers += 1;
                }
            }
        }
        mobility
    }
}

/// The zone of a king: its square, the squares around it, and one more rank towards the opponent.
fn king_zone(king: Square, color: Color) -> BitBoard {
    let around = get_king_moves(king) | king.bitboard();
    around | super::pawns::pawn_steps(around, color)
}
