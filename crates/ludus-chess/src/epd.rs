//! EPD: one position on each line, with operations like `bm Nf3; id "test 1";`.

use cozy_chess::Board;
use thiserror::Error;

use crate::position::{FenError, parse_fen};

/// A position with its operations.
#[derive(Clone, Debug)]
pub struct Epd {
    /// The position.
    pub board: Board,
    /// The operations: name and operands as text, without quotes.
    pub operations: Vec<(String, String)>,
}

impl Epd {
    /// The operands of an operation: `bm`, `id`.
    #[must_use]
    pub fn operation(&self, name: &str) -> Option<&str> {
        self.operations.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// A line that is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {reason}")]
pub struct EpdError {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: FenError,
}

/// Parses all positions of a text. Empty lines and lines that begin with `#` are skipped. A line may also be a
/// complete FEN.
///
/// # Errors
/// If a line is not a position; the error names the line.
pub fn read(text: &str) -> Result<Vec<Epd>, EpdError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| parse(line).map_err(|reason| EpdError { line: number, reason }))
        .collect()
}

fn parse(line: &str) -> Result<Epd, FenError> {
    let words: Vec<&str> = line.split_whitespace().collect();
    // An operation begins with a letter, a counter of a FEN does not.
    let is_counter =
        |at: usize| words.get(at).is_some_and(|word| !word.starts_with(char::is_alphabetic));
    let fields = if is_counter(4) { 6 } else { 4 };
    let head = words.get(..fields.min(words.len())).unwrap_or_default().join(" ");
    let board = parse_fen(&head)?;
    let rest = words.get(fields..).unwrap_or_default().join(" ");
    let operations = rest
        .split(';')
        .filter_map(|operation| {
            let (name, value) = operation.trim().split_once(' ')?;
            Some((name.to_owned(), value.trim().trim_matches('"').to_owned()))
        })
        .collect();
    Ok(Epd { board, operations })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_come_with_their_operations() {
        let text = "# two positions\n8/8/4k3/8/8/3K4/8/8 w - - bm Ke4; id \"a b\";\n\n8/8/4k3/8/8/3K4/8/8 b - - 3 40\n";
        let positions = read(text).unwrap();
        assert_eq!(positions.len(), 2);
        assert_eq!(positions[0].operation("bm"), Some("Ke4"));
        assert_eq!(positions[0].operation("id"), Some("a b"));
        assert_eq!(positions[1].board.fullmove_number(), 40);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = read("8/8/4k3/8/8/3K4/8/8 w - -\nrubbish").unwrap_err().to_string();
        assert!(error.starts_with("line 2: \"rubbish\" is not a chess position"), "{error}");
    }
}
