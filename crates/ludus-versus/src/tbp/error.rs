//! Why this program, as a TBP bot, cannot do what a message asks for, and why a suggestion cannot be played.

use super::message::TbpError;

/// Why a message makes no sense in the session. Its text is the reason of the `error` message.
#[derive(Debug, thiserror::Error)]
pub(super) enum TbpSessionError {
    /// The line is not a message.
    #[error(transparent)]
    Message(#[from] TbpError),
    /// The line is longer than this many bytes.
    #[error("a line of more than {0} bytes")]
    LineTooLong(usize),
    /// The `start` message has no current piece.
    #[error("the queue of start is empty")]
    EmptyQueue,
    /// This message came before `start`, or after `stop`.
    #[error("{0} before start")]
    BeforeStart(&'static str),
    /// This message came after the last known piece was played.
    #[error("{0} without a known piece")]
    NoPiece(&'static str),
    /// The move is none, or not possible in the position.
    #[error("{0} cannot be played here")]
    Unplayable(String),
    /// The frontend announced more pieces than this.
    #[error("more than {0} pieces in the queue")]
    LongQueue(usize),
    /// The bot panicked.
    #[error("the bot has failed")]
    BotFailed,
}

/// Why no move of a suggestion can be played. Its text names the first move, as the subject of a sentence.
#[derive(Debug, thiserror::Error)]
pub(super) enum UnplayableSuggestion {
    /// It has no moves.
    #[error("a suggestion without any move")]
    Empty,
    /// Its only move cannot be played.
    #[error("{0}")]
    One(String),
    /// None of its moves can be played.
    #[error("{first}, nor any other of the {count} moves that it suggested,")]
    Several {
        /// The first one.
        first: String,
        /// How many there are.
        count: usize,
    },
}
