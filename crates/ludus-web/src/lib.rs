//! Serves the bots of Ludus over HTTP: the arena in the browser, the Battlesnake API, version 1, and games for
//! the public board viewer.
//!
//! | module | what lives there |
//! |---|---|
//! | `options` | what can be set |
//! | `server` | [`Server`]: from its start to its end |
//! | `connections` | connections, slow clients, and what happens when there are too many |
//! | `routes` | which address answers what |
//! | `site` | the pages: their files, which `assets` holds, and their headers |
//! | `api` | what the pages ask for, one file each |
//! | `archive` | recorded matches that the pages show |
//! | `groups` | matches that are watched |
//! | `jobs` | what pages start and takes minutes: matches of the lab, tournaments, training |
//! | `runs` | runs of training, from their files |
//! | `sockets` | how much of a WebSocket may be in memory |
//! | `topics` | what pages follow |
//! | `plans`, `names` | what is played; names that cannot be guessed |
//! | `vitals` | whether the threads are well, for `/health` |
//! | `work`, `streams` | what takes a while: so much at a time; large answers, part by part |
//! | `retention` | how much of what pages leave on the disk is kept |
//! | `rooms` | where people and bots play live |
//! | `roster` | the games and bots that can be chosen on the pages |
//! | `guard`, `addresses` | who may ask, and how much one address may have |
//! | `body`, `memory` | the bodies of requests, and how much of them is held at a time |
//! | `content` | what requests say; what is wrong with one |
//! | `snakes` | the bots that are served, and answers in time |
//! | `pool` | the threads that search, and how they share the time |
//! | `journal` | the debug log |
//! | `gallery`, `watch` | the games that can be watched; what the public board viewer asks for |
//! | `viewer` | recorded matches and logs as the viewer's frames |
//!
//! The async threads only read, write and wait. Searches run on threads of their own, one for each core,
//! and no answer waits for them longer than the game does.

mod addresses;
mod api;
mod archive;
mod body;
mod connections;
mod content;
mod gallery;
mod groups;
mod guard;
mod jobs;
mod journal;
mod memory;
mod names;
mod options;
mod plans;
mod pool;
mod retention;
mod rooms;
mod roster;
mod routes;
mod runs;
mod server;
mod site;
mod snakes;
mod sockets;
mod streams;
mod topics;
mod viewer;
mod vitals;
mod watch;
mod work;

pub use options::{DebugLog, LiveFiles, Options, STORE_BYTES, TrainingOptions, half_of_the_cores};
pub use retention::Retention;
pub use rooms::Limits as RoomLimits;
pub use server::{ServeError, Server};
pub use viewer::{ViewError, frames_of_log, frames_of_replay};

/// Whether a text is a message that a page may send over its WebSocket.
#[must_use]
pub fn understands(message: &str) -> bool {
    rooms::understands(message)
}
