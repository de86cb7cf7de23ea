//! The settings of the rules.

use ludus_core::RulesError;
use serde::{Deserialize, Serialize};

use crate::board::{Board, BoardError, MAX_HEIGHT, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH};
use crate::piece::Piece;

/// The settings of the rules. The default is the `classic` game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TetrisRules {
    /// Columns of the board, 4 to 20.
    pub width: usize,
    /// Rows of the board, 4 to 40.
    pub height: usize,
    /// Where pieces start.
    pub spawn: Spawn,
    /// Which pieces come.
    pub pieces: Pieces,
    /// How many of each piece there are with [`Pieces::Bank`].
    pub bank: Bank,
    /// After how many pieces per seat the match ends. `None` and 0 mean no limit.
    pub max_pieces: Option<u32>,
    /// Garbage that ends battles which last too long.
    pub sudden_death: SuddenDeath,
}

impl Default for TetrisRules {
    fn default() -> Self {
        Self {
            width: 10,
            height: 20,
            spawn: Spawn::Top,
            pieces: Pieces::Uniform,
            bank: Bank::default(),
            max_pieces: None,
            sudden_death: SuddenDeath::default(),
        }
    }
}

impl TetrisRules {
    /// Whether these rules can be played.
    ///
    /// # Errors
    /// If a setting has a value that is not allowed.
    pub fn check(&self) -> Result<(), RulesError> {
        let positive = |key, given: u32| match given {
            0 => Err(value_error(key, 0, "1 or more".to_owned())),
            _ => Ok(()),
        };
        self.board()?;
        positive("sudden_death.every", self.sudden_death.every)?;
        positive("sudden_death.grow", self.sudden_death.grow)
    }

    /// The empty board of these rules.
    ///
    /// # Errors
    /// If there is no board of this size.
    pub fn board(&self) -> Result<Board, RulesError> {
        Board::new(self.width, self.height).map_err(|error| match error {
            BoardError::Width(width) => {
                value_error("width", width, format!("{MIN_WIDTH} to {MAX_WIDTH}"))
            }
            _ => value_error("height", self.height, format!("{MIN_HEIGHT} to {MAX_HEIGHT}")),
        })
    }
}

fn value_error(key: &'static str, given: usize, allowed: String) -> RulesError {
    RulesError::Value { key, given: given.to_string(), allowed }
}

/// Where pieces start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Spawn {
    /// In the top rows of the board. A placement is possible if the rotated piece fits there. A seat is out when its
    /// next piece does not fit in the middle.
    Top,
    /// Above the board. Every column can be reached. A seat is out when a piece locks with a cell above the top.
    Free,
}

/// Which pieces come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Pieces {
    /// Each piece is drawn from all seven. All seats get the same sequence.
    Uniform,
    /// The 7-bag: every seven pieces are the seven different ones, shuffled. All seats get the same sequence.
    Bag7,
    /// All seats draw from one finite, visible supply. When it is empty, each piece is drawn from all seven.
    Bank,
}

/// How many of each piece a supply has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "UPPERCASE")]
#[expect(missing_docs, reason = "each field is the number of the piece it is named after")]
pub struct Bank {
    pub i: u16,
    pub o: u16,
    pub t: u16,
    pub s: u16,
    pub z: u16,
    pub j: u16,
    pub l: u16,
}

impl Default for Bank {
    fn default() -> Self {
        Self { i: 15, o: 15, t: 15, s: 15, z: 15, j: 15, l: 15 }
    }
}

/// From the number of each piece, in the order of [`Piece::ALL`].
impl From<[u16; 7]> for Bank {
    fn from([i, o, t, s, z, j, l]: [u16; 7]) -> Self {
        Self { i, o, t, s, z, j, l }
    }
}

impl Bank {
    /// How many there are of this piece.
    #[must_use]
    pub const fn count(&self, piece: Piece) -> u16 {
        match piece {
            Piece::I => self.i,
            Piece::O => self.o,
            Piece::T => self.t,
            Piece::S => self.s,
            Piece::Z => self.z,
            Piece::J => self.j,
            Piece::L => self.l,
        }
    }
}

/// Garbage that ends battles which last too long: from a certain turn on, all living seats get more and more of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SuddenDeath {
    /// The turn after which the first row comes.
    pub turn: u32,
    /// How many turns pass between two deliveries.
    pub every: u32,
    /// After how many turns each delivery grows by one row.
    pub grow: u32,
}

impl Default for SuddenDeath {
    fn default() -> Self {
        Self { turn: 600, every: 10, grow: 100 }
    }
}

impl SuddenDeath {
    /// How many rows each living seat gets at the end of this turn, the first turn being 1.
    #[must_use]
    pub const fn rows(&self, turn: u32) -> u32 {
        match turn.checked_sub(self.turn) {
            Some(since) if since.is_multiple_of(self.every) => 1 + since / self.grow,
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::{leaves, to_tree, with_pairs};

    #[test]
    fn every_key_is_in_the_serialised_default() {
        let tree = to_tree(&TetrisRules::default());
        let keys: Vec<_> = leaves(&tree).into_iter().map(|(key, _)| key).collect();
        assert_eq!(
            keys.join(" "),
            "width height spawn pieces bank.I bank.O bank.T bank.S bank.Z bank.J bank.L \
             max_pieces sudden_death.turn sudden_death.every sudden_death.grow"
        );
    }

    #[test]
    fn keys_are_set_from_text() {
        let pairs = "height=10,spawn=free,pieces=bank,bank.I=2,bank.T=5,max_pieces=100";
        let rules = with_pairs(&TetrisRules::default(), pairs).unwrap();
        assert_eq!((rules.height, rules.spawn, rules.pieces), (10, Spawn::Free, Pieces::Bank));
        assert_eq!((rules.bank.i, rules.bank.t, rules.bank.z), (2, 5, 15));
        assert_eq!(rules.max_pieces, Some(100));
        assert!(with_pairs(&TetrisRules::default(), "bank.X=1").is_err());
    }

    #[test]
    fn rules_that_cannot_be_played_say_what_can() {
        let error = |pairs: &str| {
            with_pairs(&TetrisRules::default(), pairs).unwrap().check().unwrap_err().to_string()
        };
        assert_eq!(error("width=3"), "rule width is 3; allowed: 4 to 20");
        assert_eq!(error("height=41"), "rule height is 41; allowed: 4 to 40");
        assert_eq!(
            error("sudden_death.every=0"),
            "rule sudden_death.every is 0; allowed: 1 or more"
        );
        assert_eq!(error("sudden_death.grow=0"), "rule sudden_death.grow is 0; allowed: 1 or more");
        assert_eq!(TetrisRules::default().check(), Ok(()));
    }

    #[test]
    fn sudden_death_comes_every_ten_turns_and_grows_every_hundred() {
        let rows = |turn| SuddenDeath::default().rows(turn);
        assert_eq!(
            [599, 600, 601, 609, 610, 690, 700, 710, 800].map(rows),
            [0, 1, 0, 0, 1, 1, 2, 2, 3]
        );
    }
}
