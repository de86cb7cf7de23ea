//! The settings of live play.

use ludus_core::RulesError;
use serde::{Deserialize, Serialize};

use crate::board::MAX_HEIGHT;
use crate::board::MIN_HEIGHT;
use crate::live::{HIDDEN_ROWS, TICKS_PER_SECOND};
use crate::rules::{Bank, Pieces, Spawn, SuddenDeath, TetrisRules};

/// The settings of live play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LiveRules {
    /// Columns of the board, 4 to 20.
    pub width: usize,
    /// Visible rows of the board, 4 to 38.
    pub height: usize,
    /// Which pieces come.
    pub pieces: Pieces,
    /// How many of each piece there are with [`Pieces::Bank`].
    pub bank: Bank,
    /// After how many ticks the match ends. `None` and 0 mean no limit.
    pub max_ticks: Option<u32>,
    /// Garbage that ends battles which last too long, counted in ticks.
    pub sudden_death: SuddenDeath,
}

impl Default for LiveRules {
    /// The 7-bag, as live players expect, and sudden death after five minutes.
    fn default() -> Self {
        let seconds = |seconds: u32| seconds * TICKS_PER_SECOND;
        let sudden_death = SuddenDeath { turn: seconds(300), every: seconds(5), grow: seconds(50) };
        Self {
            width: 10,
            height: 20,
            pieces: Pieces::Bag7,
            bank: Bank::default(),
            max_ticks: None,
            sudden_death,
        }
    }
}

impl LiveRules {
    /// Whether these rules can be played.
    ///
    /// # Errors
    /// If a setting has a value that is not allowed.
    pub fn check(&self) -> Result<(), RulesError> {
        let most = MAX_HEIGHT - HIDDEN_ROWS;
        if !(MIN_HEIGHT..=most).contains(&self.height) {
            let allowed = format!("{MIN_HEIGHT} to {most}");
            return Err(RulesError::Value {
                key: "height",
                given: self.height.to_string(),
                allowed,
            });
        }
        self.with_hidden_rows().check()
    }

    /// The same rules for a match in turns on the whole board, including the hidden rows: for bots that know nothing
    /// about ticks.
    #[must_use]
    pub const fn with_hidden_rows(&self) -> TetrisRules {
        TetrisRules {
            width: self.width,
            height: self.height + HIDDEN_ROWS,
            spawn: Spawn::Top,
            pieces: self.pieces,
            bank: self.bank,
            max_pieces: None,
            sudden_death: self.sudden_death,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludus_core::keys::with_pairs;

    #[test]
    fn rules_that_cannot_be_played_say_what_can() {
        let error = |pairs: &str| {
            with_pairs(&LiveRules::default(), pairs).unwrap().check().unwrap_err().to_string()
        };
        assert_eq!(error("height=39"), "rule height is 39; allowed: 4 to 38");
        assert_eq!(error("height=3"), "rule height is 3; allowed: 4 to 38");
        assert_eq!(error("width=21"), "rule width is 21; allowed: 4 to 20");
        assert!(error("sudden_death.every=0").contains("1 or more"));
        assert_eq!(LiveRules::default().check(), Ok(()));
    }
}
