//! Moves as text: UCI (`e2e4`, `e7e8q`) for programs, SAN (`Nbd7`, `exd5`, `O-O`) for people.
//!
//! cozy-chess writes castling as king takes rook. In text the king moves two squares, as in UCI; in Chess960, where that could be
//! another move, it takes its rook. Both are understood everywhere.

use cozy_chess::{Board, Move, util};
use ludus_core::ParseError;

use crate::position::{ChessVariant, castling_target};
use crate::text::shortened;

/// How much of a wrong text an error quotes, in characters.
const MAX_SHOWN: usize = 40;

/// The move in UCI notation: `e1g1` for castling short, `f1h1` if a king or rook of the position begins elsewhere (Chess960).
#[must_use]
pub fn uci(board: &Board, mv: Move) -> String {
    uci_in(ChessVariant::of(board), board, mv)
}

/// The move in the UCI notation of a kind of chess. In a position of Chess960 castling is always written as king takes rook.
#[must_use]
pub fn uci_in(variant: ChessVariant, board: &Board, mv: Move) -> String {
    let target = castling_target(board, mv).filter(|_| {
        variant == ChessVariant::Standard && ChessVariant::of(board) == ChessVariant::Standard
    });
    Move { to: target.unwrap_or(mv.to), ..mv }.to_string()
}

/// The move in SAN: `Nf3`, `exd8=Q#`, `O-O`.
///
/// # Panics
/// If the move is not legal: SAN includes whether it gives check.
#[must_use]
pub fn san(board: &Board, mv: Move) -> String {
    util::display_san_move(board, mv).to_string()
}

/// A line of moves in SAN, up to the first illegal move.
#[must_use]
pub fn san_line(board: &Board, moves: &[Move]) -> Vec<String> {
    let mut board = board.clone();
    let mut out = Vec::with_capacity(moves.len());
    for &mv in moves {
        if !board.is_legal(mv) {
            break;
        }
        out.push(san(&board, mv));
        board.play_unchecked(mv);
    }
    out
}

/// Parses a move in UCI or SAN. A move in UCI need not be legal.
///
/// SAN may be written as people do: with `!` and `?`, with zeros for castling, without `x` or `+`.
///
/// # Errors
/// If the text is neither a move in UCI nor exactly one legal move in SAN.
pub fn parse(board: &Board, text: &str) -> Result<Move, ParseError> {
    util::parse_uci_move(board, text).or_else(|_| parse_san(board, text))
}

/// Parses a legal move in SAN.
///
/// # Errors
/// If the text fits no legal move, or several.
pub fn parse_san(board: &Board, text: &str) -> Result<Move, ParseError> {
    util::parse_san_move(board, &plain(text)).map_err(|_| not_a_move(text))
}

/// Checks that the text has the form of a move in UCI or SAN, without a position.
///
/// # Errors
/// If the text cannot be a move in any position.
pub fn check(text: &str) -> Result<(), ParseError> {
    let is_uci = text.parse::<Move>().is_ok();
    if is_uci || is_san(&plain(text)) { Ok(()) } else { Err(not_a_move(text)) }
}

/// SAN without the marks for quality and check, and with letters for castling.
fn plain(text: &str) -> String {
    let core = text.trim_end_matches(['!', '?', '+', '#']).trim_end_matches("e.p.").trim_end();
    if core.starts_with('0') { core.replace('0', "O") } else { core.to_owned() }
}

/// Whether the text has the form of SAN: castling, or piece, origin or part of it, `x`, target and promotion. Only the
/// target is required.
fn is_san(text: &str) -> bool {
    if matches!(text, "O-O" | "O-O-O") {
        return true;
    }
    let promoted = text.strip_suffix(['Q', 'R', 'B', 'N']);
    let move_text = promoted.map_or(text, |rest| rest.strip_suffix('=').unwrap_or(rest));
    let [from @ .., file, rank] = move_text.as_bytes() else { return false };
    let from = from.strip_suffix(b"x").unwrap_or(from);
    let from = match from {
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] => rest,
        rest => rest,
    };
    let is_origin = match from {
        [] => true,
        [one] => is_file(*one) || is_rank(*one),
        [file, rank] => is_file(*file) && is_rank(*rank),
        _ => false,
    };
    is_origin && is_file(*file) && is_rank(*rank)
}

const fn is_file(byte: u8) -> bool {
    matches!(byte, b'a'..=b'h')
}

const fn is_rank(byte: u8) -> bool {
    matches!(byte, b'1'..=b'8')
}

fn not_a_move(text: &str) -> ParseError {
    let shown = shortened(text, MAX_SHOWN);
    ParseError::new(shown, "a move is UCI like e2e4 or e7e8q, or legal SAN like Nf3")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::parse_fen;

    fn board(fen: &str) -> Board {
        parse_fen(fen).unwrap()
    }

    /// Position, SAN and UCI of the same move.
    const TABLE: &[(&str, &str, &str)] = &[
        ("startpos", "Nf3", "g1f3"),
        ("startpos", "e4", "e2e4"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "O-O", "e1g1"),
        ("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "O-O-O", "e8c8"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", "e5d6"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - -", "exd8=Q+", "e7d8q"),
        ("3r3k/4P3/8/8/8/8/8/4K3 w - -", "e8=N", "e7e8n"),
        ("4k3/8/8/8/8/8/8/RN2K1NR w - -", "Nc3", "b1c3"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - -", "Nce2", "c3e2"),
        ("4k3/8/8/R7/8/8/8/R3K3 w - -", "R1a3", "a1a3"),
        ("7k/8/8/Q1Q5/8/Q7/8/4K3 w - -", "Qa5b4", "a5b4"),
        ("6k1/5ppp/8/8/8/8/8/4R1K1 w - -", "Re8#", "e1e8"),
        ("5k2/8/8/8/8/8/8/1R3KR1 w KQ -", "O-O+", "f1g1"),
        ("4k3/8/8/8/8/8/8/1R3KR1 w KQ -", "O-O-O", "f1b1"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ -", "Kg1", "f1g1"),
        ("4k3/8/8/8/8/8/8/R4K1R w KQ -", "O-O", "f1h1"),
    ];

    #[test]
    fn moves_are_written_and_parsed_in_both_notations() {
        for &(fen, san_text, uci_text) in TABLE {
            let board = board(fen);
            let mv = parse(&board, uci_text).unwrap();
            assert_eq!(san(&board, mv), san_text, "{fen}");
            assert_eq!(uci(&board, mv), uci_text, "{fen}");
            assert_eq!(parse(&board, san_text), Ok(mv), "{fen}");
            assert_eq!((check(san_text), check(uci_text)), (Ok(()), Ok(())), "{san_text}");
        }
    }

    #[test]
    fn castling_is_written_in_the_way_of_its_variant_and_read_in_both() {
        let board = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
        let mv = parse(&board, "e1h1").unwrap();
        assert_eq!(parse(&board, "e1g1"), Ok(mv));
        assert_eq!(uci_in(ChessVariant::Standard, &board, mv), "e1g1");
        assert_eq!(uci_in(ChessVariant::Chess960, &board, mv), "e1h1");
    }

    #[test]
    fn san_is_parsed_as_people_write_it() {
        let castle = board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq -");
        assert_eq!(parse(&castle, "0-0!?"), parse(&castle, "e1g1"));
        let promote = board("7k/4P3/8/8/8/8/8/4K3 w - -");
        assert_eq!(parse(&promote, "e8Q"), parse(&promote, "e7e8q"));
        assert_eq!(parse(&Board::default(), "Ng1f3??"), parse(&Board::default(), "g1f3"));
    }

    #[test]
    fn text_without_the_form_of_a_move_is_refused_without_a_board() {
        for text in ["Qxh7", "0-0-0", "e8Q", "exd8=Q#", "R1a3!?", "a7a8n"] {
            assert_eq!(check(text), Ok(()), "{text}");
        }
        for text in ["", "banana", "e9", "i4", "Zf3", "Nf", "e4e", "e2e9", "O-O-O-O", "♞f3", "=Q"]
        {
            assert!(check(text).is_err(), "{text}");
        }
    }

    #[test]
    fn text_that_is_not_a_move_is_refused() {
        for text in ["", "e9", "Nd4", "hello", "O-O", "e7e8x", "♞f3", "exd5"] {
            assert!(parse(&Board::default(), text).is_err(), "{text}");
        }
        let two_knights = board("4k3/8/8/8/8/2N5/8/4K1N1 w - -");
        assert!(parse(&two_knights, "Ne2").is_err(), "two knights can go there");
    }
}
