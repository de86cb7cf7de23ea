//! Serves the bots of Ludus over HTTP: the Battlesnake API, version 1.
//!
//! | module | what lives there |
//! |---|---|
//! | `options` | what can be set |
//! | `server` | [`Server`]: connections, slow clients, the end |
//! | `routes` | which address answers what |
//! | `content` | reading requests; what is wrong with one |
//! | `snakes` | the bots that are served, and answers in time |
//! | `pool` | the threads that search, and how they share the time |
//! | `journal` | the debug log |
//!
//! The async threads only read, write and wait. Searches run on threads of their own, one for each core,
//! and no answer waits for them longer than the game does.

mod content;
mod journal;
mod options;
mod pool;
mod routes;
mod server;
mod snakes;

pub use options::Options;
pub use server::{ServeError, Server};
