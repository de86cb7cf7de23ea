//! The start of a match: a board and pieces other than the usual ones, for practice and for puzzles.

use std::fmt;
use std::str::FromStr;

use ludus_core::RulesError;
use ludus_tetris::Piece;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use thiserror::Error;

use crate::board::{BitBoard, BitBoardError, WIDTH};

/// The most rows of a start board: the first piece always has room to spawn and to turn.
const MOST_ROWS: u32 = 16;

/// The most start pieces: the current one and all previews.
const MOST_PIECES: usize = 15;

/// What every seat begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct VersusStart {
    /// The board; empty unless it is given. Its cells are garbage.
    pub board: StartBoard,
    /// The first pieces, before those of the 7-bag.
    pub pieces: StartPieces,
}

impl VersusStart {
    /// Whether a match can begin like this, with this many previews.
    ///
    /// # Errors
    /// If there are more pieces than can be seen: what comes after those is always a bag.
    pub(crate) fn check(&self, previews: u8) -> Result<(), RulesError> {
        let most = usize::from(previews) + 1;
        match self.pieces.as_slice().len() <= most {
            true => Ok(()),
            false => Err(RulesError::Value {
                key: "start.pieces",
                given: self.pieces.to_string(),
                allowed: format!("at most {most} letters: one more than previews"),
            }),
        }
    }
}

/// A start that no match can have.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StartError {
    /// The rows are not a board.
    #[error(transparent)]
    Board(#[from] BitBoardError),
    /// The board is too high.
    #[error("a start board has at most {MOST_ROWS} rows")]
    TooHigh,
    /// A row of the board is full.
    #[error("a start board has no full rows")]
    FullRow,
    /// A letter is not a piece.
    #[error("{0:?} is not a piece")]
    NotAPiece(char),
    /// There are too many pieces.
    #[error("at most {MOST_PIECES} pieces can be given")]
    TooManyPieces,
}

/// A board as a rule: rows from the bottom, `.` for an empty cell, separated by `/`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StartBoard(pub BitBoard);

impl fmt::Display for StartBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for y in 0..self.0.max_height() as i8 {
            if y > 0 {
                f.write_str("/")?;
            }
            for x in 0..WIDTH as i8 {
                f.write_str(if self.0.is_filled(x, y) { "#" } else { "." })?;
            }
        }
        Ok(())
    }
}

impl FromStr for StartBoard {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let rows: Vec<&str> = text.split('/').filter(|row| !row.is_empty()).collect();
        let board = BitBoard::from_rows(&rows)?;
        match (board.max_height() <= MOST_ROWS, board.full_rows()) {
            (false, _) => Err(StartError::TooHigh),
            (true, 0) => Ok(Self(board)),
            (true, _) => Err(StartError::FullRow),
        }
    }
}

/// Pieces as a rule: their letters, the first one first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StartPieces {
    pieces: [Piece; MOST_PIECES],
    count: u8,
}

impl StartPieces {
    /// The pieces, the first one first.
    #[must_use]
    pub fn as_slice(&self) -> &[Piece] {
        &self.pieces[..self.count as usize]
    }
}

impl Default for StartPieces {
    fn default() -> Self {
        Self { pieces: [Piece::I; MOST_PIECES], count: 0 }
    }
}

impl fmt::Display for StartPieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_slice().iter().try_for_each(|piece| piece.fmt(f))
    }
}

impl FromStr for StartPieces {
    type Err = StartError;

    fn from_str(text: &str) -> Result<Self, StartError> {
        let mut start = Self::default();
        for letter in text.chars() {
            let piece = Piece::from_letter(letter.encode_utf8(&mut [0; 4]));
            let piece = piece.ok_or(StartError::NotAPiece(letter))?;
            let place = start.pieces.get_mut(usize::from(start.count));
            *place.ok_or(StartError::TooManyPieces)? = piece;
            start.count += 1;
        }
        Ok(start)
    }
}

/// Both rules are written as text.
macro_rules! as_text {
    ($($rule:ty),*) => {$(
        impl Serialize for $rule {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $rule {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    )*};
}

as_text!(StartBoard, StartPieces);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Versus;
    use crate::rules::VersusRules;
    use ludus_core::keys::with_pairs;
    use ludus_core::{Game, Seat, Seed, SeededChance};

    #[test]
    fn every_seat_begins_with_the_board_and_the_pieces_of_the_rules() {
        let pairs = "start.board=##.#######/#...######,start.pieces=TTO";
        let rules = with_pairs(&VersusRules::default(), pairs).unwrap();
        let game = Versus::new(&rules, 2, &mut SeededChance::new(Seed::new(1))).unwrap();
        for seat in Seat::first(2) {
            let field = game.field(seat);
            let rows: Vec<String> = field.cells.text().collect();
            assert_eq!(rows, ["GG.GGGGGGG", "G...GGGGGG"]);
            assert_eq!(field.board, BitBoard::from_rows(&rows).unwrap());
            assert_eq!(
                (field.current, field.queue[0], field.queue[1]),
                (Piece::T, Piece::T, Piece::O)
            );
            assert_eq!(field.queue.len(), 5);
        }
        // After the given pieces comes a whole bag.
        let queue: Vec<Piece> = game.field(Seat::FIRST).queue.iter().skip(2).copied().collect();
        let bag: Vec<Piece> = game.field(Seat::FIRST).bag().collect();
        assert_eq!(queue.len() + bag.len(), 7);
        assert!(queue.iter().all(|piece| !bag.contains(piece)));
    }

    #[test]
    fn a_board_reads_back_from_its_text() {
        for text in ["", "##.#######/#...######", "........../#........."] {
            assert_eq!(text.parse::<StartBoard>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn starts_that_cannot_be_played_say_why() {
        let error =
            |pairs: &str| with_pairs(&VersusRules::default(), pairs).unwrap_err().to_string();
        assert!(error("start.board=###").contains("row 0 of the board has 3 cells"));
        assert!(error("start.board=##########").contains("no full rows"));
        let tall = vec!["#.........".to_owned(); 17].join("/");
        assert!(error(&format!("start.board={tall}")).contains("at most 16 rows"));
        assert!(error("start.pieces=TX").contains("'X' is not a piece"));
        let rules = with_pairs(&VersusRules::default(), "start.pieces=TTTTTTT").unwrap();
        let refused = rules.resolve().unwrap_err().to_string();
        assert!(refused.contains("at most 6 letters"), "{refused}");
    }
}
