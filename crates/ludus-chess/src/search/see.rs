//! Static exchange evaluation (SEE): what a move is worth when both sides keep capturing on its square.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

use crate::position::is_en_passant;

/// What a piece counts in an exchange, in centipawns, by kind. Bishops and knights are equal, so that trading
/// one for the other is never a loss. The king cannot be captured and counts nothing.
pub(super) const SEE_VALUES: [i32; 6] = [100, 320, 320, 500, 950, 0];

/// Whether the exchange that a move begins wins at least `threshold` centipawns for the side to move.
///
/// ```
/// use ludus_chess::position::parse_fen;
/// use ludus_chess::search::see_ge;
/// let board = parse_fen("4k3/8/4p3/3p4/8/8/3R4/4K3 w - -").unwrap();
/// assert!(!see_ge(&board, "d2d5".parse().unwrap(), 0), "the pawn recaptures the rook");
/// ```
#[must_use]
pub fn see_ge(board: &Board, mv: Move, threshold: i32) -> bool {
    let us = board.side_to_move();
    if board.colors(us).has(mv.to) {
        return threshold <= 0; // Castling never moves a piece onto an attacked square.
    }
    let en_passant = is_en_passant(board, mv);
    let victim = if en_passant { Some(Piece::Pawn) } else { board.piece_on(mv.to) };
    let promotion_gain = mv.promotion.map_or(0, |piece| SEE_VALUES[piece as usize] - SEE_VALUES[0]);
    let mut balance =
        victim.map_or(0, |piece| SEE_VALUES[piece as usize]) + promotion_gain - threshold;
    if balance < 0 {
        return false;
    }
    let Some(piece) = mv.promotion.or_else(|| board.piece_on(mv.from)) else { return false };
    // The opponent recaptures the moved piece, and nothing follows.
    balance -= SEE_VALUES[piece as usize];
    if balance >= 0 {
        return true;
    }
    let mut occupied = board.occupied() ^ mv.from.bitboard() | mv.to.bitboard();
    if en_passant {
        occupied ^= Square::new(mv.to.file(), mv.from.rank()).bitboard();
    }
    exchange_holds(board, mv.to, !us, occupied, balance)
}

/// Continues the exchange with captures by `first`, each with the least valuable piece. `balance` is what its
/// opponent has if the next capture is not answered. Returns whether that opponent ends at zero or above.
fn exchange_holds(
    board: &Board,
    square: Square,
    first: Color,
    mut occupied: BitBoard,
    mut balance: i32,
) -> bool {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers(board, square, occupied);
    let mut side = first;
    loop {
        attackers &= occupied;
        let ours = attackers & board.colors(side);
        let Some((piece, from)) = least_valuable(board, ours) else { break };
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(square, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(square, occupied) & straight;
        }
        side = !side;
        balance = -balance - 1 - SEE_VALUES[piece as usize];
        if balance >= 0 {
            // The king cannot capture a defended piece.
            if piece == Piece::King && !(attackers & occupied & board.colors(side)).is_empty() {
                side = !side;
            }
            break;
        }
    }
    side == first
}

/// The least valuable of these pieces.
fn least_valuable(board: &Board, pieces: BitBoard) -> Option<(Piece, Square)> {
    Piece::ALL.iter().find_map(|&piece| {
        (pieces & board.pieces(piece)).next_square().map(|square| (piece, square))
    })
}

/// All pieces of both sides that attack a square.
fn attackers(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    get_pawn_attacks(square, Color::White) & board.colored_pieces(Color::Black, Piece::Pawn)
        | get_pawn_attacks(square, Color::Black) & board.colored_pieces(Color::White, Piece::Pawn)
        | get_knight_moves(square) & board.pieces(Piece::Knight)
        | get_king_moves(square) & board.pieces(Piece::King)
        | get_bishop_moves(square, occupied) & diagonal
        | get_rook_moves(square, occupied) & straight
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::parse;
    use crate::position::parse_fen;

    /// Position, move, what the exchange wins.
    const TABLE: &[(&str, &str, i32)] = &[
        ("4k3/8/8/3p4/8/8/3R4/4K3 w - -", "d2d5", 100),
        ("4k3/8/4p3/3p4/8/8/3R4/4K3 w - -", "d2d5", -400),
        ("4k3/8/4p3/3p4/4P3/8/8/4K3 w - -", "e4d5", 0),
        ("4k3/8/4p3/3p4/4P3/8/3R4/4K3 w - -", "e4d5", 100),
        ("4k3/8/4p3/3n4/4P3/8/8/4K3 w - -", "e4d5", 220),
        ("3rk3/3r4/8/3p4/8/8/3R4/3RK3 w - -", "d2d5", -400),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", 100),
        ("4k3/8/5b2/8/3p4/8/8/B3K3 w - -", "a1d4", -220),
        ("7k/3P4/8/8/8/8/8/4K3 w - -", "d7d8q", 850),
        ("2r4k/3P4/8/8/8/8/8/4K3 w - -", "d7d8q", -100),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", 0),
        ("4k3/8/4p3/3p4/4K3/8/8/8 w - -", "e4e5", 0),
    ];

    #[test]
    fn exchanges_are_played_out_with_the_least_valuable_piece_first() {
        for &(fen, text, worth) in TABLE {
            let board = parse_fen(fen).unwrap();
            let mv = parse(&board, text).unwrap();
            assert!(see_ge(&board, mv, worth), "{fen} {text} wins {worth}");
            assert!(!see_ge(&board, mv, worth + 1), "{fen} {text} wins no more");
        }
    }
}
