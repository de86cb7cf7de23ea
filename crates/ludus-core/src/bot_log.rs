//! Logs of everything that is said to and by the programs and servers behind bots.

use std::fmt;

/// Takes everything that is said to and by the program or server behind a bot, in the order in which it happens.
///
/// A bot gets the log of a match before the match begins, see [`Bot::log_to`](crate::Bot::log_to). A log must not block
/// for long: the match waits meanwhile.
pub trait BotLog: fmt::Debug + Send + Sync {
    /// Takes a line or a message.
    fn record(&self, kind: LogKind, text: &str);

    /// Whether it takes no more. A flood on standard error then costs no more than reading it.
    fn is_full(&self) -> bool {
        false
    }
}

/// What an entry of a [`BotLog`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogKind {
    /// It was sent to the program or server: `→`.
    Sent,
    /// The program or server answered it: `←`.
    Received,
    /// The program wrote it to standard error: `!`.
    Stderr,
    /// Ludus remarks it, for example why an answer did not count: `#`.
    Note,
}

impl LogKind {
    /// The sign in front of an entry.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Sent => '→',
            Self::Received => '←',
            Self::Stderr => '!',
            Self::Note => '#',
        }
    }
}
