//! Reads the main lines of PGN files.

use cozy_chess::{Board, Move};
use thiserror::Error;

use super::tokens::{PgnToken, PgnTokens};
use crate::notation::parse_san;
use crate::position::{FenError, STARTPOS, parse_fen};
use crate::text::shortened;

/// A game of a PGN file: its tags and its main line, without comments and variations.
#[derive(Clone, Debug)]
pub struct PgnGame {
    /// The tags, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The first position.
    pub start: Board,
    /// The moves of the main line.
    pub moves: Vec<Move>,
    /// The result as written in the file; `*` if there is none.
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
#[error("game {game} (line {line}) cannot be read: {reason}")]
pub struct PgnError {
    /// The number of the game in the text, from 1.
    pub game: usize,
    /// The line of the text where the game begins, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: PgnFault,
}

/// What is wrong with a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PgnFault {
    /// The first position is wrong.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A move is not legal.
    #[error("move {number} is {text:?}, which is not legal there")]
    Move {
        /// The number of the move in the main line, from 1, counting the moves of both sides.
        number: usize,
        /// The move, or its beginning.
        text: String,
    },
}

/// How much of a wrong word an error quotes, in characters.
const MAX_SHOWN: usize = 20;

/// Parses all games of a PGN text.
///
/// # Errors
/// If a game's first position or a move of its main line is wrong; the error names the game.
pub fn read(text: &str) -> Result<Vec<PgnGame>, PgnError> {
    let mut games = Vec::new();
    let mut draft = PgnDraft::default();
    let finish = |draft: PgnDraft<'_>, games: &mut Vec<PgnGame>| {
        let begin = draft.begin.unwrap_or(text.len());
        games.push(draft.finish().map_err(|reason| PgnError {
            game: games.len() + 1,
            line: text[..begin].matches('\n').count() + 1,
            reason,
        })?);
        Ok(())
    };
    for (at, token) in PgnTokens::new(text) {
        if matches!(token, PgnToken::Tag(..)) && draft.has_moves() {
            finish(std::mem::take(&mut draft), &mut games)?;
        }
        draft.begin.get_or_insert(at);
        match token {
            PgnToken::Tag(name, value) => draft.tags.push((name.to_owned(), value)),
            PgnToken::Open => draft.nesting += 1,
            PgnToken::Close => draft.nesting = draft.nesting.saturating_sub(1),
            PgnToken::Word(_) if draft.nesting > 0 => {}
            PgnToken::Word(word) if is_result(word) => {
                let mut game = std::mem::take(&mut draft);
                // A result without tags and moves is not a game.
                if !game.tags.is_empty() || !game.words.is_empty() {
                    game.result = Some(word);
                    finish(game, &mut games)?;
                }
            }
            PgnToken::Word(word) => draft.words.push(word),
        }
    }
    if draft.has_moves() {
        finish(draft, &mut games)?;
    }
    Ok(games)
}

/// A game that is being read.
#[derive(Default)]
struct PgnDraft<'a> {
    /// The byte offset of its first token in the text.
    begin: Option<usize>,
    tags: Vec<(String, String)>,
    words: Vec<&'a str>,
    result: Option<&'a str>,
    nesting: usize,
}

impl PgnDraft<'_> {
    fn has_moves(&self) -> bool {
        !self.words.is_empty()
    }

    fn finish(self) -> Result<PgnGame, PgnFault> {
        let fen = self.tags.iter().find(|(name, _)| name == "FEN").map_or(STARTPOS, |(_, fen)| fen);
        let start = parse_fen(fen)?;
        let mut board = start.clone();
        let mut moves = Vec::with_capacity(self.words.len());
        for word in &self.words {
            let mv = parse_san(&board, word).map_err(|_| PgnFault::Move {
                number: moves.len() + 1,
                text: shortened(word, MAX_SHOWN),
            })?;
            board.play_unchecked(mv);
            moves.push(mv);
        }
        let result = self.result.unwrap_or("*").to_owned();
        Ok(PgnGame { tags: self.tags, start, moves, result })
    }
}

fn is_result(word: &str) -> bool {
    matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*")
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
        assert_eq!(
            error,
            "game 2 (line 3) cannot be read: move 2 is \"e4\", which is not legal there"
        );
        let error = read("[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *").unwrap_err();
        assert!(error.to_string().contains("white has no king"));
    }

    #[test]
    fn only_the_line_of_an_unclosed_tag_is_ignored() {
        let games = read("[Event \"one\n[White \"x\"\n[Black\n[\n\n1. e4 *\n").unwrap();
        assert_eq!(games[0].tags, [("White".to_owned(), "x".to_owned())]);
        assert_eq!(games[0].moves.len(), 1);
    }

    /// Two megabytes of text that begins something and never ends it. A parser that searches the rest of the text for
    /// each beginning takes quadratic time and does not finish.
    #[test]
    fn large_texts_of_any_shape_are_read_in_one_pass() {
        for part in [
            "[",
            "[\n",
            "[a\n",
            "[a \"",
            "[a \"\n",
            "[a \"b\"\n",
            "[a \"b\\\"\n",
            "]",
            "{",
            "}",
            "{\n",
            "(",
            "()",
            "(\n",
            ")",
            ";",
            ";\n",
            "%\n",
            "1.",
            "1. ",
            "$1 ",
            "\"",
            "\u{feff}",
            "0-0-",
            "*",
            "* ",
            "é ",
            "! ",
        ] {
            let _ = read(&part.repeat(2_000_000 / part.len()));
        }
    }

    #[test]
    fn a_long_game_is_read_in_full() {
        let round = "Nf3 Nf6 Ng1 Ng8 ";
        let games = read(&format!("{}*", round.repeat(20_000))).unwrap();
        assert_eq!(games[0].moves.len(), 80_000);
    }

    #[test]
    fn no_text_makes_it_panic() {
        for text in ["[", "[a", "[a \"", "{", "(", ")", "1.", "…", "é5 ü", "[x]\n]", "1. e4 {", "}"]
        {
            let _ = read(text);
        }
    }
}
