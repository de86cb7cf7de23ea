//! The Ludus bot protocol: any program, in any language, as a bot of every game.
//!
//! Ludus and a bot exchange JSON objects, one per line. `docs/BOT-PROTOCOL.md` is the specification. This crate is the side
//! of Ludus, and knows no game: it sees games through [`Game`](ludus_core::Game).
//!
//! | module | what lives there |
//! |---|---|
//! | [`message`] | the messages in both directions |
//! | [`param`] | [`Param`]: the parameters that a bot offers |
//! | [`transport`] | [`Transport`]: lines in and out, over the pipes of a process or anything else |
//! | [`conversation`] | [`Conversation`]: what goes back and forth with one program, within its limits |
//! | [`bot`] | [`ProtocolBot`]: a program as a bot |
//! | [`check`](mod@check) | what `ludus check` asks of a program |
//!
//! Guarantees: a program is believed nothing. Every line, turn and wait has a limit; what breaks a rule is an error of that
//! bot with one reason, and never of the match. No message contains a seed from which the future of a match follows.

pub mod bot;
pub mod check;
pub mod conversation;
pub mod message;
pub mod param;
pub mod transport;

pub use bot::{INFO, ProtocolBot};
pub use check::check;
pub use conversation::{Conversation, TurnReply, TurnTime};
pub use param::Param;
pub use transport::Transport;

/// The version of the protocol. Both sides must have the same.
pub const VERSION: u32 = 1;
