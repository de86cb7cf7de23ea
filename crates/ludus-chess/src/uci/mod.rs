//! UCI, the protocol between chess programs: this engine for others, and others as bots.
//!
//! | file | what lives there |
//! |---|---|
//! | `player` | [`Player`]: this program as an engine, with any built-in bot |
//! | `server` | the commands, over any two streams |
//! | `command` | what a GUI or match runner says |
//! | `input` | lines of bounded length |
//! | `time` | how much of the clock a move may take |
//! | `client` | another engine as a process |
//! | `info` | what an engine says while it thinks |

mod client;
mod command;
mod info;
mod input;
mod player;
mod server;
mod time;

pub use client::{Client, find_program};
pub use info::Info;
pub use player::Player;

/// Whether the engine understands a line of a graphical interface. Others are ignored, as the protocol says.
#[must_use]
pub fn understands(line: &str) -> bool {
    !matches!(
        command::Command::parse(line),
        command::Command::Unknown | command::Command::Position(Err(_))
    )
}
