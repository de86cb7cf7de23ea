//! Why an answer of a bot did not count, with all that helps its author to find out.

use std::fmt;
use std::time::Duration;

use ludus_core::{BotError, BotErrorKind, Forfeit};

/// The last lines of a program's standard error that are kept with a failure.
const MOST_LINES: usize = 20;

/// The longest line of them, in characters.
const LONGEST_LINE: usize = 300;

/// Why a bot has no answer that counts, and what its program said on standard error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failed {
    /// Why.
    pub(crate) forfeit: Forfeit,
    /// The last lines of standard error, the oldest first.
    pub(crate) stderr: Vec<String>,
    /// Whether it was counted in an earlier turn: the bot's program has ended, and the game continues without it.
    pub(crate) is_repeated: bool,
}

impl From<Forfeit> for Failed {
    fn from(forfeit: Forfeit) -> Self {
        Self { forfeit, stderr: Vec::new(), is_repeated: false }
    }
}

impl From<BotError> for Failed {
    fn from(error: BotError) -> Self {
        let reason = printable(&error.to_string());
        let forfeit = match error.kind() {
            BotErrorKind::Error => Forfeit::Error(reason),
            BotErrorKind::Crash => Forfeit::Crash(reason),
            BotErrorKind::Protocol => Forfeit::Protocol(reason),
            BotErrorKind::Time => Forfeit::Time(reason),
            BotErrorKind::Illegal => Forfeit::Illegal(reason),
        };
        Self { forfeit, stderr: last_lines(error.stderr()), is_repeated: error.is_repeated() }
    }
}

/// The last lines of a program's standard error, as they are kept and shown.
pub(crate) fn last_lines(lines: &[String]) -> Vec<String> {
    let last = &lines[lines.len().saturating_sub(MOST_LINES)..];
    last.iter().map(|line| printable(line).chars().take(LONGEST_LINE).collect()).collect()
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forfeit.fmt(f)
    }
}

/// Text of another program as it may be shown: without characters that steer a terminal.
fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\t' { '\u{fffd}' } else { c }).collect()
}

/// An answer of a bot that did not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The turn, from 1 as in replays; 0 if the bot did not even start.
    pub turn: u32,
    /// Why it did not count.
    pub forfeit: Forfeit,
    /// How long the bot took.
    pub took: Duration,
    /// The last lines of the program's standard error, the oldest first; empty for bots that are no programs,
    /// and after the first few failures of a match.
    pub stderr: Vec<String>,
}

impl Failure {
    /// The reason in words, without its kind.
    #[must_use]
    pub fn reason(&self) -> String {
        match &self.forfeit {
            Forfeit::Error(text)
            | Forfeit::Crash(text)
            | Forfeit::Protocol(text)
            | Forfeit::Time(text)
            | Forfeit::Timeout(text)
            | Forfeit::Panic(text) => text.clone(),
            Forfeit::Illegal(action) => format!("{action} is not legal"),
            Forfeit::Late => format!("answered after {} ms", self.took.as_millis()),
            Forfeit::Resigned | Forfeit::Left => self.forfeit.to_string(),
        }
    }

    /// Whether the bot is to blame: a person who resigns or leaves has not failed.
    #[must_use]
    pub const fn is_a_bots(&self) -> bool {
        !matches!(self.forfeit, Forfeit::Resigned | Forfeit::Left)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.forfeit.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_lines_are_kept_and_steer_no_terminal() {
        let lines = (0..100).map(|n| format!("line {n} \u{1b}[31m{}", "x".repeat(1000))).collect();
        let failed = Failed::from(BotError::new("it ended\u{7}").with_stderr(lines));
        assert_eq!(failed.to_string(), "error: it ended\u{fffd}");
        assert_eq!(failed.stderr.len(), MOST_LINES);
        assert!(failed.stderr[0].starts_with("line 80 \u{fffd}[31mxxx"), "{}", failed.stderr[0]);
        assert!(failed.stderr.iter().all(|line| line.chars().count() == LONGEST_LINE));
    }

    #[test]
    fn a_late_answer_says_how_late() {
        let took = Duration::from_millis(153);
        let late = Failure { turn: 1, forfeit: Forfeit::Late, took, stderr: Vec::new() };
        assert_eq!(late.reason(), "answered after 153 ms");
    }
}
