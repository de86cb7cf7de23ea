//! UCI, the protocol between chess programs: this engine for others, and others as bots.
//!
//! | file | what lives there |
//! |---|---|
//! | `engine` | [`UciEngine`]: this program as an engine, playing as any built-in bot |
//! | `session` | runs the commands, over any two streams |
//! | `running` | a search beside the session: what the two share, and what it says |
//! | `command` | `UciCommand`: what a graphical interface or a match runner sends |
//! | `time` | how much of the clock a move may use |
//! | `check` | what `ludus check` asks of another engine |
//! | `client` | [`UciClient`]: another engine as a process |
//! | `win_rate` | the chances that `UCI_ShowWDL` shows |
//! | `info` | what an engine reports while it searches |

mod check;
mod client;
mod command;
mod engine;
mod info;
mod running;
mod session;
mod time;
mod win_rate;

pub(crate) use check::check;
pub use client::{SpinValues, UciClient, UciOption};
pub use engine::UciEngine;
pub use info::UciInfo;

/// Whether the engine understands a line of a graphical interface. It ignores other lines, as the protocol says.
#[must_use]
pub fn understands(line: &str) -> bool {
    use command::UciCommand;
    !matches!(UciCommand::parse(line), UciCommand::Unknown | UciCommand::Position(Err(_)))
}
