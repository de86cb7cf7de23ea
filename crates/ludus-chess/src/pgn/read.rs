//! The main lines of PGN files.

use cozy_chess::{Board, Move};
use thiserror::Error;

use crate::notation::parse_san;
use crate::position::parse_fen;

/// A game of a PGN file: its tags and its main line, without comments and variations.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tags in their order.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub start: Board,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The result as it is written, `*` if there is none.
    pub result: String,
}

impl PgnGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }
}

/// A game that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("game {game} cannot be read: {reason}")]
pub struct PgnError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// What is wrong with it.
    pub reason: String,
}

/// One piece of PGN text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Tag(String, String),
    Word(String),
    Open,
    Close,
}

/// Reads all games of a PGN text.
///
/// # Errors
/// If a game's first position or a move of its main line is wrong; the error names the game.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut games = Vec::new();
    let mut draft = Draft::default();
    for token in tokens(text) {
        let number = games.len() + 1;
        match token {
            Token::Tag(..) if draft.has_moves() => {
                games.push(std::mem::take(&mut draft).finish(number)?);
            }
            _ => {}
        }
        match token {
            Token::Tag(name, value) => draft.tags.push((name, value)),
            Token::Open => draft.nesting += 1,
            Token::Close => draft.nesting = draft.nesting.saturating_sub(1),
            Token::Word(_) if draft.nesting > 0 => {}
            Token::Word(word) if is_result(&word) => {
                draft.result = Some(word);
                games.push(std::mem::take(&mut draft).finish(number)?);
            }
            Token::Word(word) => draft.words.push(word),
        }
    }
    if draft.has_moves() {
        let number = games.len() + 1;
        games.push(draft.finish(number)?);
    }
    Ok(games)
}

/// A game that is being read.
#[derive(Default)]
struct Draft {
    tags: Vec<(String, String)>,
    words: Vec<String>,
    result: Option<String>,
    nesting: usize,
}

impl Draft {
    fn has_moves(&self) -> bool {
        !self.words.is_empty() || self.result.is_some()
    }

    fn finish(self, game: usize) -> Result<PgnGame, PgnError> {
        let fail = |reason: String| PgnError { game, reason };
        let fen =
            self.tags.iter().find(|(name, _)| name == "FEN").map_or("startpos", |(_, fen)| fen);
        let start = parse_fen(fen).map_err(|error| fail(error.to_string()))?;
        let mut board = start.clone();
        let mut moves = Vec::new();
        for word in &self.words {
            let mv = parse_san(&board, word).map_err(|_| {
                fail(format!("move {} is {word:?}, which is not legal there", moves.len() + 1))
            })?;
            board.play_unchecked(mv);
            moves.push(mv);
        }
        let result = self.result.unwrap_or_else(|| "*".to_owned());
        Ok(PgnGame { tags: self.tags, start, moves, result })
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// Splits PGN text. Comments, move numbers and annotation numbers are left out.
fn tokens(text: &str) -> Vec<Token> {
    let mut out = Vec::new();
    let mut rest = text;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
        let Some(first) = rest.chars().next() else { return out };
        rest = match first {
            '{' => after(rest, '}'),
            ';' | '%' => after(rest, '\n'),
            '[' => tag(rest, &mut out),
            '(' | ')' => {
                out.push(if first == '(' { Token::Open } else { Token::Close });
                &rest[1..]
            }
            _ => word(rest, &mut out),
        };
    }
}

fn after(text: &str, end: char) -> &str {
    text.find(end).map_or("", |at| &text[at + end.len_utf8()..])
}

/// Reads `[Name "Value"]`; the value may have escaped quotes.
fn tag<'a>(text: &'a str, out: &mut Vec<Token>) -> &'a str {
    let (Some(open), line) = (text.find('"'), text.find('\n').unwrap_or(text.len())) else {
        return after(text, '\n');
    };
    if open > line {
        return &text[line..];
    }
    let name = text[1..open].trim().to_owned();
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in text[open + 1..].char_indices() {
        match c {
            '"' if !escaped => {
                out.push(Token::Tag(name, value));
                return after(&text[open + 1 + at..], ']');
            }
            '\\' if !escaped => escaped = true,
            _ => {
                value.push(c);
                escaped = false;
            }
        }
    }
    ""
}

fn word<'a>(text: &'a str, out: &mut Vec<Token>) -> &'a str {
    let ends = |c: char| c.is_whitespace() || "{}();[]".contains(c);
    let end = text.find(ends).unwrap_or(text.len()).max(1);
    let end = (end..=text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let word = &text[..end];
    let number = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let bare = if number.starts_with('.') { number.trim_start_matches('.') } else { word };
    let skipped = bare.is_empty()
        || bare.starts_with('$')
        || bare.chars().all(|c| c.is_ascii_digit() || "!?}]".contains(c));
    if !skipped {
        out.push(Token::Word(bare.to_owned()));
    }
    &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_variations_and_numbers_are_left_out() {
        let text = "[Event \"a \\\"b\\\"\"]\n[White \"x\"]\n\n1. e4 {best (by test)} e5 $1 2.Nf3 (2. f4 exf4 (2... d5)) 2...Nc6 ; rest\n3. Bb5! a6 1/2-1/2\n\n[Event \"two\"]\n\n1. d4 *\n";
        let games = read(text).unwrap();
        assert_eq!(games.len(), 2);
        assert_eq!(games[0].tag("Event"), Some("a \"b\""));
        assert_eq!(games[0].moves.len(), 6);
        assert_eq!(games[0].result, "1/2-1/2");
        assert_eq!((games[1].moves.len(), games[1].result.as_str()), (1, "*"));
    }

    #[test]
    fn a_wrong_move_is_named_with_its_game() {
        let error = read("1. e4 e5 *\n\n1. e4 e4 *").unwrap_err().to_string();
        assert_eq!(error, "game 2 cannot be read: move 2 is \"e4\", which is not legal there");
        let error = read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *").unwrap_err();
        assert!(error.reason.contains("white has no king"));
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in ["[", "[a", "[a \"", "{", "(", ")", "1.", "…", "é5 ü", "[x]\n]", "1. e4 {", "}"]
        {
            let _ = read(text);
        }
    }
}
