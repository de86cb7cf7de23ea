//! The Battlesnake API, version 1, over HTTP, and games for the public board viewer: a [`Service`](ludus_web::Service)
//! that the web server mounts beside its pages.
//!
//! | module | what lives there |
//! |---|---|
//! | `options` | what can be set |
//! | `service` | [`BattlesnakeServer`]: from its start to its end |
//! | `routes` | the addresses of the API |
//! | `call` | reading the requests of game engines |
//! | `snakes` | the bots that are served, and answers in time |
//! | `pool` | the threads that search, and how they share the time |
//! | `move_log` | the debug log |
//! | `viewer` | what the public board viewer asks for: games while they are played, and recorded matches |
//!
//! Searches run on threads of their own, one for each core, and no answer waits for them longer than the game does.

mod call;
mod move_log;
mod options;
mod pool;
mod routes;
mod service;
mod snakes;
mod viewer;

pub use options::{DebugLog, SnakeOptions};
pub use service::{BattlesnakeServer, OpenError};
pub use viewer::{ViewError, frames_of_log, frames_of_replay};
