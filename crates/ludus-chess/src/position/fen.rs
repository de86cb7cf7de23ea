//! FEN: a position as text.
//!
//! This file parses the text field by field; [`validity`](super::validity) checks the position.

use cozy_chess::{Board, BoardBuilder, Color, File, Piece, Rank, Square};
use thiserror::Error;

use super::FIFTY_MOVES;
use super::castling::{ChessVariant, castling_text, parse_castling};
use super::validity::{Impossible, validate};
use crate::text::shortened;

/// The name of the usual first position, accepted wherever a FEN is.
pub const STARTPOS: &str = "startpos";
/// What comes before the number of a first position of Chess960, as in `chess960:518`: accepted wherever a FEN is.
pub const CHESS960_PREFIX: &str = "chess960:";
/// How many first positions Chess960 has. They have the numbers of Scharnagl, from 0; 518 is that of standard chess.
pub const CHESS960_STARTS: u32 = 960;
/// The longest text that is accepted, in bytes; a real FEN has fewer than 100.
const MAX_TEXT: usize = 256;
/// How much of a wrong text an error quotes, in characters.
const MAX_SHOWN: usize = 100;

/// Text that is not a valid position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{given:?} is not a chess position: {reason}")]
pub struct FenError {
    /// The text, or its beginning.
    pub given: String,
    /// What is wrong with it.
    pub reason: FenFault,
}

/// What is wrong with the text of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FenFault {
    /// It is longer than any FEN.
    #[error("a FEN has at most {MAX_TEXT} bytes")]
    TooLong,
    /// It has fewer than four fields.
    #[error("a FEN has six fields: pieces, side, castling, en passant, two counters")]
    TooFewFields,
    /// It has more than six fields.
    #[error("there is text after the FEN's six fields")]
    TooManyFields,
    /// The board has too few or too many ranks.
    #[error("the board needs eight ranks, not {0}")]
    Ranks(usize),
    /// A rank has too few or too many squares.
    #[error("rank {0} of the board does not have eight squares")]
    Files(usize),
    /// The board has a character without a meaning.
    #[error("{0:?} is neither a piece nor a number of empty squares")]
    Character(char),
    /// The second field is wrong.
    #[error("the side to move is w or b")]
    Side,
    /// The third field is wrong.
    #[error(
        "castling rights are - or some of KQkq, each once, or the files of the rooks as in HAha"
    )]
    Castling,
    /// The fourth field is wrong.
    #[error("en passant is - or a square like e3")]
    EnPassant,
    /// The fifth field is wrong.
    #[error("the half-move clock is a number from 0 to 65535")]
    HalfMoveClock,
    /// The sixth field is wrong.
    #[error("the move number is a number from 0 to 65535")]
    MoveNumber,
    /// The number of a first position is wrong.
    #[error("chess960: is followed by a number from 0 to 959")]
    Chess960Number,
    /// The text is a FEN, but no game can reach its position.
    #[error(transparent)]
    Impossible(#[from] Impossible),
}

/// The position of a FEN, of the first four fields of one (EPD), of `startpos`, or of a number of Chess960 like
/// `chess960:0`. X-FEN and Shredder-FEN are read too.
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
/// If the text is malformed, or no game can reach the position: see [`Impossible`].
pub fn parse_fen(text: &str) -> Result<Board, FenError> {
    let text = text.trim();
    parse(text).map_err(|reason| FenError { given: shortened(text, MAX_SHOWN), reason })
}

fn parse(text: &str) -> Result<Board, FenFault> {
    if text.len() > MAX_TEXT {
        return Err(FenFault::TooLong);
    }
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (pieces, side, castling, en_passant, clock, number) = match fields[..] {
        [STARTPOS] => return Ok(Board::default()),
        [word] if word.starts_with(CHESS960_PREFIX) => return parse_chess960(word),
        [a, b, c, d] => (a, b, c, d, "0", "1"),
        [a, b, c, d, e] => (a, b, c, d, e, "1"),
        [a, b, c, d, e, f] => (a, b, c, d, e, f),
        [_, _, _, _, _, _, _, ..] => return Err(FenFault::TooManyFields),
        _ => return Err(FenFault::TooFewFields),
    };
    let mut setup = BoardBuilder::empty();
    parse_pieces(pieces, &mut setup)?;
    setup.side_to_move = match side {
        "w" => Color::White,
        "b" => Color::Black,
        _ => return Err(FenFault::Side),
    };
    parse_castling(castling, &mut setup)?;
    setup.en_passant = match en_passant {
        "-" => None,
        square => Some(square.parse().map_err(|_| FenFault::EnPassant)?),
    };
    // Programs that do not end games after fifty moves count on; here the clock stands still at the draw.
    let clock: u16 = parse_counter(clock).ok_or(FenFault::HalfMoveClock)?;
    setup.halfmove_clock = u8::try_from(clock).unwrap_or(u8::MAX).min(FIFTY_MOVES);
    // Some programs count the moves from 0.
    setup.fullmove_number = parse_counter::<u16>(number).ok_or(FenFault::MoveNumber)?.max(1);
    Ok(validate(&setup)?)
}

fn parse_chess960(word: &str) -> Result<Board, FenFault> {
    let number = word.strip_prefix(CHESS960_PREFIX).and_then(parse_counter::<u32>);
    let number = number.filter(|&number| number < CHESS960_STARTS);
    Ok(Board::chess960_startpos(number.ok_or(FenFault::Chess960Number)?))
}

/// The position as FEN; castling rights of Chess960 as in X-FEN.
#[must_use]
pub fn to_fen(board: &Board) -> String {
    let text = board.to_string();
    if ChessVariant::of(board) == ChessVariant::Standard {
        return text;
    }
    let rights = castling_text(board);
    let fields = text.split(' ').enumerate();
    let fields = fields.map(|(index, field)| if index == 2 { rights.as_str() } else { field });
    fields.collect::<Vec<&str>>().join(" ")
}

/// Parses the first field: the ranks from the eighth to the first, the files from a to h.
fn parse_pieces(text: &str, setup: &mut BoardBuilder) -> Result<(), FenFault> {
    let ranks = text.split('/').count();
    if ranks != Rank::NUM {
        return Err(FenFault::Ranks(ranks));
    }
    for (row, &rank) in text.split('/').zip(Rank::ALL.iter().rev()) {
        let wrong = FenFault::Files(rank as usize + 1);
        let mut file = 0;
        for letter in row.chars() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                file += empty as usize;
                continue;
            }
            let piece = Piece::try_from(letter.to_ascii_lowercase())
                .map_err(|_| FenFault::Character(letter))?;
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let square = Square::new(File::try_index(file).ok_or(wrong)?, rank);
            *setup.square_mut(square) = Some((piece, color));
            file += 1;
        }
        if file != File::NUM {
            return Err(wrong);
        }
    }
    Ok(())
}

/// A number of plain digits.
fn parse_counter<T: std::str::FromStr>(text: &str) -> Option<T> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_what_is_wrong_with_the_text() {
        let table = [
            ("", "a FEN has six fields"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 more", "text after the FEN"),
            ("4k3/8/8/8/8/8/4K3 w - - 0 1", "the board needs eight ranks, not 7"),
            ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "the board needs eight ranks, not 9"),
            ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", "rank 1 of the board does not have eight squares"),
            ("4k3/8/9/8/8/8/8/4K3 w - - 0 1", "'9' is neither a piece nor a number"),
            ("4k3/8/7pp/8/8/8/8/4K3 w - - 0 1", "rank 6 of the board does not have eight squares"),
            ("4k3/8/8/8/8/8/8/4K2x w - - 0 1", "'x' is neither a piece nor a number"),
            ("4k3/8/8/8/8/8/8/4K3 x - - 0 1", "the side to move is w or b"),
            ("4k3/8/8/8/8/8/8/4K3 w I - 0 1", "castling rights are - or some of KQkq"),
            ("chess960:960", "a number from 0 to 959"),
            ("chess960:", "a number from 0 to 959"),
            ("r3k3/8/8/8/8/8/8/4K3 w qq - 0 1", "castling rights are - or some of KQkq, each once"),
            ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en passant is - or a square"),
            ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "the half-move clock"),
            ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", "the half-move clock"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", "the half-move clock"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 65536", "the move number"),
        ];
        for (fen, expected) in table {
            let error = parse_fen(fen).unwrap_err().to_string();
            assert!(error.contains(expected), "{fen}: {error}");
        }
    }

    #[test]
    fn counters_of_other_programs_are_taken_as_they_are_meant() {
        let board = |counters| parse_fen(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {counters}"));
        let late = board("150 0").unwrap();
        assert_eq!((late.halfmove_clock(), late.fullmove_number()), (FIFTY_MOVES, 1));
        assert_eq!(board("300 65535").unwrap().halfmove_clock(), FIFTY_MOVES);
    }

    #[test]
    fn an_error_quotes_only_the_beginning_of_a_long_text() {
        let error = parse_fen(&"♞".repeat(100_000)).unwrap_err();
        assert_eq!(error.reason, FenFault::TooLong);
        assert_eq!(error.given.chars().count(), MAX_SHOWN + 1);
    }
}
