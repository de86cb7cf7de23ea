//! The rules of a game of chess that can be set.

use cozy_chess::{Board, Move};
use ludus_core::{Chance, ChanceKind, ParseError, RulesError};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::notation;
use crate::openings;
use crate::position::{self, CHESS960_PREFIX, CHESS960_STARTS, STARTPOS};
use crate::text::shortened;

/// The chance event that picks an opening. Two matches with the same chance get the same opening, so that a pair of
/// matches with swapped seats shares it.
const OPENING: ChanceKind = ChanceKind(0);
/// The chance event that picks a first position of Chess960. The matches of a pair share it, too.
const CHESS960_START: ChanceKind = ChanceKind(1);

/// The value of [`ChessRules::opening`] that picks a line of the embedded set.
pub const BOOK: &str = "book";
/// The value of [`ChessRules::fen`] that picks a first position of Chess960 at random.
pub const CHESS960_RANDOM: &str = "chess960:random";
/// The value of [`ChessRules::opening`] that starts from the position itself.
pub const NO_OPENING: &str = "none";

/// The rules of a game of chess that can be set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChessRules {
    /// The first position as FEN, `startpos`, a first position of Chess960 by its number from 0 to 959 as in `chess960:518`,
    /// or `chess960:random`, one of them at random.
    pub fen: String,
    /// The moves before the bots take over. `book` picks a line of the embedded set at random, if the first position
    /// is `startpos`. `none` plays no moves. Anything else is a line of moves in SAN or UCI, separated by spaces.
    pub opening: String,
    /// The number of plies after which the game is drawn, without the opening.
    pub max_plies: u32,
}

impl Default for ChessRules {
    fn default() -> Self {
        Self { fen: STARTPOS.to_owned(), opening: BOOK.to_owned(), max_plies: 500 }
    }
}

impl ChessRules {
    /// Rules that start from this position without an opening.
    #[must_use]
    pub fn from_fen(fen: &str) -> Self {
        Self { fen: fen.to_owned(), opening: NO_OPENING.to_owned(), ..Self::default() }
    }

    /// Whether the first position is one of Chess960 by its number.
    pub(crate) fn is_chess960(&self) -> bool {
        self.fen.trim().starts_with(CHESS960_PREFIX)
    }

    /// The first position and the moves of the opening.
    pub(crate) fn start(&self, chance: &mut dyn Chance) -> Result<(Board, Vec<Move>), RulesError> {
        if self.max_plies == 0 {
            return Err(bad_rule("max_plies", "0", "1 and more"));
        }
        let board = if self.fen.trim() == CHESS960_RANDOM {
            Board::chess960_startpos(chance.draw(CHESS960_START, 0, CHESS960_STARTS))
        } else {
            position::parse_fen(&self.fen).map_err(|error| {
                bad_rule("fen", &self.fen, &format!("a position; {}", error.reason))
            })?
        };
        let line = match self.opening.trim() {
            NO_OPENING | "" => return Ok((board, Vec::new())),
            BOOK if self.is_chess960() || board != Board::default() => {
                return Ok((board, Vec::new()));
            }
            BOOK => openings::line(chance.draw(OPENING, 0, openings::count()) as usize),
            moves => moves,
        };
        let moves = parse_line(&board, line)
            .map_err(|error| bad_rule("opening", line, &format!("legal moves; {error}")))?;
        Ok((board, moves))
    }
}

/// How much of a wrong value an error quotes, in characters.
const MAX_SHOWN: usize = 100;

fn bad_rule(key: &'static str, given: &str, allowed: &str) -> RulesError {
    let given = format!("{:?}", shortened(given, MAX_SHOWN));
    RulesError::Value { key, given, allowed: allowed.to_owned() }
}

/// Why a line of moves cannot be played.
#[derive(Debug, Error)]
enum LineError {
    #[error(transparent)]
    Notation(#[from] ParseError),
    #[error("{text} is not legal after {index} moves")]
    Illegal { text: String, index: usize },
}

/// Parses a line of moves separated by spaces. Move numbers are skipped.
fn parse_line(board: &Board, line: &str) -> Result<Vec<Move>, LineError> {
    let mut board = board.clone();
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        // `0-0` is castling, so digits are a move number only before a dot or alone.
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = if after.starts_with('.') { after.trim_start_matches('.') } else { text };
        if text.is_empty() || after.is_empty() {
            continue;
        }
        let mv = notation::parse(&board, text)?;
        if !board.is_legal(mv) {
            return Err(LineError::Illegal { text: text.to_owned(), index: moves.len() });
        }
        board.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}
