//! Positions as text, and what cozy-chess does not know about them.

use cozy_chess::{
    BitBoard, Board, Color, FenParseError, File, Move, Piece, Rank, Square, get_pawn_attacks,
};
use thiserror::Error;

/// What stands for the usual first position wherever a FEN is expected.
pub const STARTPOS: &str = "startpos";

/// Text that is no position that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given:?} is no chess position: {reason}")]
pub struct FenError {
    /// The text.
    pub given: String,
    /// What is wrong with it.
    pub reason: &'static str,
}

/// The position of a FEN, of the first four fields of one (EPD), or of `startpos`.
///
/// ```
/// use ludus_chess::position::parse_fen;
/// assert!(parse_fen("startpos").is_ok());
/// assert!(parse_fen("8/8/4k3/8/8/3K4/8/8 w - -").is_ok());
/// let error = parse_fen("8/8/4k3/8/8/8/8/8 w - - 0 1").unwrap_err();
/// assert!(error.to_string().ends_with("white has no king"));
/// ```
///
/// # Errors
/// If it is malformed, or no game can be in that position: a king missing, the side that is not to
/// move in check.
pub fn parse_fen(text: &str) -> Result<Board, FenError> {
    let fail = |reason| FenError { given: text.trim().to_owned(), reason };
    let fields: Vec<&str> = text.split_whitespace().collect();
    let fen = match fields.len() {
        1 if fields[0] == STARTPOS => return Ok(Board::default()),
        4 => format!("{} 0 1", fields.join(" ")),
        5 => format!("{} 1", fields.join(" ")),
        6 => fields.join(" "),
        0..=3 => {
            return Err(fail(
                "a FEN has six fields: pieces, side, castling, en passant, two counters",
            ));
        }
        _ => return Err(fail("there is text after the FEN's six fields")),
    };
    let board = Board::from_fen(&fen, false).map_err(|error| fail(reason(error, &fields)))?;
    // cozy-chess also reads the rights of Chess960, where the king may start anywhere.
    let standard = Color::ALL.iter().all(|&color| {
        let rights = board.castle_rights(color);
        (rights.short.is_none() && rights.long.is_none()) || board.king(color).file() == File::E
    });
    if standard { Ok(board) } else { Err(fail("castling needs the king on the e-file")) }
}

/// The words for an error of cozy-chess, which says only which field is wrong.
fn reason(error: FenParseError, fields: &[&str]) -> &'static str {
    match error {
        FenParseError::InvalidBoard => board_reason(fields[0]),
        FenParseError::InvalidSideToMove => "the side to move is w or b",
        FenParseError::InvalidCastlingRights => "castling rights without king and rook at home",
        FenParseError::InvalidEnPassant => "no pawn can have just passed the en passant square",
        FenParseError::InvalidHalfMoveClock => "the half-move clock is a number from 0 to 100",
        FenParseError::InvalidFullmoveNumber => "the move number is a number from 1 on",
        FenParseError::MissingField => "a field is missing",
        FenParseError::TooManyFields => "there are too many fields",
    }
}

fn board_reason(pieces: &str) -> &'static str {
    let count = |piece: char| pieces.chars().filter(|&c| c == piece).count();
    let total = |upper: bool| {
        pieces
            .chars()
            .filter(|c| c.is_ascii_alphabetic() && c.is_ascii_uppercase() == upper)
            .count()
    };
    let ranks: Vec<&str> = pieces.split('/').collect();
    let squares = |rank: &&str| -> u32 { rank.chars().map(|c| c.to_digit(10).unwrap_or(1)).sum() };
    let edge = [ranks.first(), ranks.last()];
    if pieces.chars().any(|c| !"pnbrqkPNBRQK12345678/".contains(c)) {
        "the board has a character that is neither a piece nor a number"
    } else if ranks.len() != 8 || ranks.iter().any(|rank| squares(rank) != 8) {
        "the board is not eight ranks of eight squares"
    } else if count('K') == 0 {
        "white has no king"
    } else if count('k') == 0 {
        "black has no king"
    } else if count('K') > 1 || count('k') > 1 {
        "a side has more than one king"
    } else if edge.iter().any(|rank| rank.is_some_and(|r| r.contains(['p', 'P']))) {
        "a pawn stands on the first or last rank"
    } else if count('P') > 8 || count('p') > 8 || total(true) > 16 || total(false) > 16 {
        "a side has more pieces than it can have"
    } else {
        "the side that is not to move is in check, or the king is in check from three pieces"
    }
}

/// Whether neither side can ever mate: kings alone, one knight, or bishops all on one colour.
///
/// ```
/// use ludus_chess::position::{insufficient_material, parse_fen};
/// let draw = parse_fen("8/8/4k3/8/8/3K4/8/1B6 w - - 0 1").unwrap();
/// assert!(insufficient_material(&draw));
/// ```
#[must_use]
pub fn insufficient_material(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, _) => {
            bishops.is_subset(BitBoard::LIGHT_SQUARES) || bishops.is_subset(BitBoard::DARK_SQUARES)
        }
        (1, 0) => true,
        _ => false,
    }
}

/// The square on which a pawn can be taken in passing, if a pawn stands ready to do so.
///
/// cozy-chess keeps the file after every double step, whether or not anybody could take.
#[must_use]
pub fn en_passant_target(board: &Board) -> Option<Square> {
    let color = board.side_to_move();
    let square = Square::new(board.en_passant()?, Rank::Sixth.relative_to(color));
    let takers = get_pawn_attacks(square, !color) & board.colored_pieces(color, Piece::Pawn);
    (!takers.is_empty()).then_some(square)
}

/// Whether the move takes something, in passing too. Castling is written as king takes own rook and
/// is no capture.
#[must_use]
pub fn is_capture(board: &Board, mv: Move) -> bool {
    board.colors(!board.side_to_move()).has(mv.to) || is_en_passant(board, mv)
}

/// Whether the move takes a pawn in passing.
#[must_use]
pub fn is_en_passant(board: &Board, mv: Move) -> bool {
    mv.from.file() != mv.to.file()
        && board.pieces(Piece::Pawn).has(mv.from)
        && !board.occupied().has(mv.to)
}

/// Whether the side to move has no legal move.
#[must_use]
pub fn has_no_moves(board: &Board) -> bool {
    !board.generate_moves(|_| true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_position_is_said_in_words() {
        let table = [
            ("", "a FEN has six fields"),
            ("8/8/8/8/8/8/8/8 w - - 0 1", "white has no king"),
            ("8/8/4K3/8/8/8/8/8 w - - 0 1", "black has no king"),
            ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "a side has more than one king"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "not eight ranks of eight squares"),
            ("4k3/8/8/8/8/8/8/4K2x w - - 0 1", "neither a piece nor a number"),
            ("4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or last rank"),
            ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "the side that is not to move is in check"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is w or b"),
            ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "castling rights without king and rook"),
            ("4k3/8/8/8/8/8/8/1K5R w K - 0 1", "castling needs the king on the e-file"),
            ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "no pawn can have just passed"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the half-move clock"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "the move number"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "text after the FEN"),
        ];
        for (fen, expected) in table {
            let error = parse_fen(fen).unwrap_err().to_string();
            assert!(error.contains(expected), "{fen}: {error}");
        }
    }

    #[test]
    fn material_that_cannot_mate_is_told_from_material_that_can() {
        let draw = |fen: &str| insufficient_material(&parse_fen(fen).unwrap());
        assert!(draw("8/8/4k3/8/8/3K4/8/8 w - -"));
        assert!(draw("8/8/4k3/8/2N5/3K4/8/8 w - -"));
        assert!(draw("8/5b2/4k3/8/8/3K4/8/1B6 w - -"), "bishops on one colour");
        assert!(!draw("8/6b1/4k3/8/8/3K4/8/1B6 w - -"), "bishops on both colours");
        assert!(!draw("8/8/4k3/8/2N1N3/3K4/8/8 w - -"));
        assert!(!draw("8/8/4k3/5n2/2N5/3K4/8/8 w - -"));
        assert!(!draw("8/8/4k3/8/2P5/3K4/8/8 w - -"));
    }

    #[test]
    fn an_en_passant_target_needs_a_taker() {
        let idle = parse_fen("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(en_passant_target(&idle), None);
        let ready = parse_fen("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1").unwrap();
        assert_eq!(en_passant_target(&ready), Some(Square::E3));
    }
}
