//! Look-ahead: which placements are judged together with the next piece.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Which placements are judged together with the best reply of the next piece: `none`, `full`, or
/// the number of best ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Written", into = "String")]
pub enum Lookahead {
    /// None: a placement is judged by its own score.
    None,
    /// This many of the best by their own score; at least one.
    Best(u16),
    /// All.
    Full,
}

impl Lookahead {
    /// The allowed values, in words.
    pub const ALLOWED: &'static str = "none, full, or a number of placements (1 or more)";
}

/// Text that is not a look-ahead.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("look-ahead {0:?}; allowed: {allowed}", allowed = Lookahead::ALLOWED)]
pub struct LookaheadError(String);

impl FromStr for Lookahead {
    type Err = LookaheadError;

    fn from_str(text: &str) -> Result<Self, LookaheadError> {
        match text {
            "none" => Ok(Self::None),
            "full" => Ok(Self::Full),
            number => number
                .parse()
                .ok()
                .filter(|&count| count > 0)
                .map(Self::Best)
                .ok_or_else(|| LookaheadError(text.to_owned())),
        }
    }
}

/// A look-ahead as it is written in settings: a word, or a number with or without quotes.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected none, full, or a number of placements")]
enum Written {
    Text(String),
    Number(u16),
}

impl TryFrom<Written> for Lookahead {
    type Error = LookaheadError;

    fn try_from(written: Written) -> Result<Self, LookaheadError> {
        match written {
            Written::Text(text) => text.parse(),
            Written::Number(number) => number.to_string().parse(),
        }
    }
}

impl From<Lookahead> for String {
    fn from(lookahead: Lookahead) -> Self {
        lookahead.to_string()
    }
}

impl fmt::Display for Lookahead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("none"),
            Self::Best(count) => count.fmt(f),
            Self::Full => f.write_str("full"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn look_ahead_is_written_as_a_word_or_a_number() {
        for text in ["none", "full", "1", "5"] {
            assert_eq!(text.parse::<Lookahead>().unwrap().to_string(), text);
        }
        for text in ["", "0", "-1", "all", "1.5", "70000"] {
            assert!(text.parse::<Lookahead>().is_err(), "{text}");
        }
    }
}
