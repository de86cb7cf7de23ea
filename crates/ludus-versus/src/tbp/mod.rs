//! The Tetris Bot Protocol (TBP) both ways: other programs as bots, and this program as a bot of others.
//!
//! | file | what lives there |
//! |---|---|
//! | `message` | what is said in both directions |
//! | `position` | positions and moves of the game as messages |
//! | `client` | [`TbpClient`]: another bot as a process |
//! | `bot` | [`TbpBot`]: that process as a bot of this game, `tbp:cmd=…` |
//! | `check` | what `ludus check` asks of another bot |
//! | `error` | why a message or a suggestion makes no sense |
//! | `engine` | [`TbpEngine`]: this program as a bot |
//! | `session` | answers the messages, over any two streams |
//! | `thinker` | the thread that thinks until it is asked |
//!
//! The specification: <https://github.com/tetris-bot-protocol/tbp-spec>.

mod bot;
mod check;
mod client;
mod engine;
mod error;
mod message;
mod position;
mod session;
mod thinker;

pub use bot::{TBP, TbpBot};
pub(crate) use check::check;
pub use client::TbpClient;
pub use engine::TbpEngine;
pub use message::{
    MAX_MOVES, MAX_QUEUE, TbpError, TbpFailure, TbpFromBot, TbpInfo, TbpLocation, TbpMove,
    TbpMoveInfo, TbpNewPiece, TbpPlay, TbpRandomizer, TbpRandomizerName, TbpRules, TbpStart,
    TbpSuggestion, TbpToBot,
};
