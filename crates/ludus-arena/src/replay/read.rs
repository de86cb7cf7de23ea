//! Reading a replay line by line.

use std::io::{self, BufRead, Read as _};

use serde::Deserialize;
use thiserror::Error;

use crate::replay::format::{Header, ReplayLine, VERSION};

/// The longest line of a replay, in bytes. The largest boards need a few thousand, and a line may take up a hundred
/// times as much memory when it is parsed.
const LONGEST: usize = 256 << 10;

/// A replay that cannot be read, or fails verification.
#[derive(Debug, Error)]
pub enum ReplayError {
    /// The file cannot be read.
    #[error("line {line}: cannot read: {reason}")]
    Read {
        /// The line.
        line: usize,
        /// What the system said.
        reason: io::Error,
    },
    /// A line is not one of a replay.
    #[error("line {line} is not a line of a replay: {reason}")]
    Malformed {
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The file was written in another version of the format.
    #[error("the replay has format {given}; this program reads format {VERSION}")]
    Format {
        /// The version in the file.
        given: u32,
    },
    /// The file ends before the result.
    #[error("the replay is truncated: it ends after turn {turns} without a result")]
    Truncated {
        /// How many turns there are.
        turns: u32,
    },
    /// The replay is of another game than it is read as, or of one that the program does not have.
    #[error("the replay is of the game {given:?}; this program has: {known}")]
    Game {
        /// The game in the file.
        given: String,
        /// The games there are.
        known: String,
    },
    /// Playing the recorded actions does not give what was recorded.
    #[error("replay verification failed at {at}: {what}")]
    Differs {
        /// Where: "turn 12".
        at: String,
        /// What is different.
        what: String,
    },
    /// The turn that was asked for is not there.
    #[error("there is no turn {asked}: the match has {turns}")]
    NoTurn {
        /// The turn that was asked for.
        asked: u32,
        /// How many there are.
        turns: u32,
    },
}

/// Reads a replay: the header at once, the other lines one by one.
pub struct ReplayReader<R> {
    lines: ReplayLines<R>,
    header: Header,
}

impl<R: BufRead> ReplayReader<R> {
    /// Opens a replay and reads its header.
    ///
    /// # Errors
    /// If the first line is not the header of a replay of this format.
    pub fn new(input: R) -> Result<Self, ReplayError> {
        let mut lines = ReplayLines { input, number: 0, text: String::new() };
        if !lines.advance()? {
            return Err(lines.malformed("the file is empty"));
        }
        lines.check_format()?;
        match lines.parse()? {
            ReplayLine::Header(header) => Ok(Self { lines, header: *header }),
            _ => Err(lines.malformed("the first line must be the header")),
        }
    }

    /// The header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next line after the header; `None` at the end of the file.
    ///
    /// # Errors
    /// If it is not a line of a replay.
    pub fn next_line(&mut self) -> Result<Option<ReplayLine>, ReplayError> {
        if !self.lines.advance()? {
            return Ok(None);
        }
        match self.lines.parse()? {
            ReplayLine::Header(_) => Err(self.lines.malformed("a second header")),
            line => Ok(Some(line)),
        }
    }
}

/// The lines of a file, the current one in memory.
struct ReplayLines<R> {
    input: R,
    number: usize,
    text: String,
}

impl<R: BufRead> ReplayLines<R> {
    /// Goes to the next line; false at the end of the file.
    fn advance(&mut self) -> Result<bool, ReplayError> {
        self.text.clear();
        self.number += 1;
        let read = self.input.by_ref().take(LONGEST as u64 + 1).read_line(&mut self.text);
        let read = read.map_err(|reason| ReplayError::Read { line: self.number, reason })?;
        if read > LONGEST {
            return Err(self.malformed(&format!("it is longer than {LONGEST} bytes")));
        }
        Ok(read > 0)
    }

    /// Looks at the version before anything else: another version may have other fields.
    fn check_format(&self) -> Result<(), ReplayError> {
        #[derive(Deserialize)]
        struct FormatKey {
            format: u32,
        }
        match serde_json::from_str(&self.text) {
            Ok(FormatKey { format }) if format != VERSION => {
                Err(ReplayError::Format { given: format })
            }
            _ => Ok(()),
        }
    }

    fn parse(&self) -> Result<ReplayLine, ReplayError> {
        serde_json::from_str(&self.text).map_err(|error| self.malformed(&error.to_string()))
    }

    fn malformed(&self, reason: &str) -> ReplayError {
        ReplayError::Malformed { line: self.number, reason: reason.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_takes_up_too_much_is_refused_before_it_is_held() {
        let endless = io::BufReader::new(io::repeat(b'['));
        let error = ReplayReader::new(endless).err().unwrap();
        assert_eq!(
            error.to_string(),
            "line 1 is not a line of a replay: it is longer than 262144 bytes"
        );
    }
}
