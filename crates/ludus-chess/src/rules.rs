//! The settings of a game of chess.

use cozy_chess::{Board, Move};
use ludus_core::{Chance, ChanceKind, RulesError};
use serde::{Deserialize, Serialize};

use crate::notation;
use crate::openings;
use crate::position::{self, STARTPOS};
use crate::text::shortened;

/// The chance event that picks an opening. Two matches with the same chance get the same one, so
/// that a pair of matches with seats swapped shares its opening.
const OPENING: ChanceKind = ChanceKind(0);

/// The value of [`ChessRules::opening`] that picks a line of the embedded set.
pub const BOOK: &str = "book";
/// The value of [`ChessRules::opening`] that starts from the position itself.
pub const NO_OPENING: &str = "none";

/// The settings of a game of chess.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChessRules {
    /// The first position, as FEN, or `startpos`.
    pub fen: String,
    /// The moves played before the bots take over: `book` picks a line of the embedded set by the
    /// match's chance (only from `startpos`; none from other positions), `none` plays none, anything
    /// else is a line of moves separated by blanks, in SAN or UCI.
    pub opening: String,
    /// After how many moves of both sides together the game is drawn, not counting the opening.
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

    /// The first position and the moves of the opening.
    pub(crate) fn start(&self, chance: &mut dyn Chance) -> Result<(Board, Vec<Move>), RulesError> {
        if self.max_plies == 0 {
            return Err(value("max_plies", "0", "1 and more"));
        }
        let board = position::parse_fen(&self.fen)
            .map_err(|error| value("fen", &self.fen, &format!("a position; {}", error.reason)))?;
        let line = match self.opening.trim() {
            NO_OPENING | "" => return Ok((board, Vec::new())),
            BOOK if board != Board::default() => return Ok((board, Vec::new())),
            BOOK => openings::line(chance.draw(OPENING, 0, openings::count()) as usize),
            moves => moves,
        };
        let moves = line_of_moves(&board, line)
            .map_err(|reason| value("opening", line, &format!("legal moves; {reason}")))?;
        Ok((board, moves))
    }
}

fn value(key: &'static str, given: &str, allowed: &str) -> RulesError {
    let given = format!("{:?}", shortened(given, 100));
    RulesError::Value { key, given, allowed: allowed.to_owned() }
}

/// Reads a line of moves separated by blanks. Move numbers are skipped.
fn line_of_moves(board: &Board, line: &str) -> Result<Vec<Move>, String> {
    let mut board = board.clone();
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        // Zeros are castling too, so that a number is one only before a point or alone.
        let after = text.trim_start_matches(|c: char| c.is_ascii_digit());
        let text = if after.starts_with('.') { after.trim_start_matches('.') } else { text };
        if text.is_empty() || after.is_empty() {
            continue;
        }
        let mv = notation::parse(&board, text).map_err(|error| error.to_string())?;
        if !board.is_legal(mv) {
            return Err(format!("{text} is not legal after {} moves", moves.len()));
        }
        board.play_unchecked(mv);
        moves.push(mv);
    }
    Ok(moves)
}
