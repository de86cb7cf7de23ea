//! Serves the bots of Ludus over HTTP: the arena in the browser, and what [`Service`]s answer beside it.
//!
//! | module | what lives there |
//! |---|---|
//! | `options` | what can be set |
//! | `server` | [`Server`]: from its start to its end |
//! | `connections` | connections, slow clients, and what happens when there are too many |
//! | `routes` | which address answers what |
//! | `site` | the pages: their files, which `assets` holds, and their headers |
//! | `game_pages` | [`GamePage`]: how a game is drawn in the browser, handed in as data |
//! | `api` | what the pages ask for, one file each |
//! | `archive` | recorded matches that the pages show |
//! | `groups` | matches that are watched |
//! | `jobs` | what pages start and takes minutes: matches of the lab, tournaments, training |
//! | `runs` | runs of training, from their files |
//! | `sockets` | how much of a WebSocket may be in memory |
//! | `topics` | what pages follow, and the messages about it |
//! | `versioned`, `figures`, `insight` | parts of messages: the version, what a game reports about a seat, what a bot thought |
//! | `plans`, `random` | what is played; names and seeds that cannot be guessed |
//! | `vitals` | whether the threads are well, for `/health` |
//! | `work`, `streams` | what takes a while: so much at a time; large answers, part by part |
//! | `retention` | how much of what pages leave on the disk is kept |
//! | `rooms` | where people and bots play live |
//! | `roster` | the games and bots that can be chosen on the pages |
//! | `guard`, `addresses` | who may ask, and how much one address may have |
//! | `body`, `memory` | the bodies of requests, and how much of them is held at a time |
//! | `content` | what requests say; what is wrong with one |
//! | `service` | what is answered beside the pages and their API: the protocol of one game, for example |
//!
//! The async threads only read, write and wait. Everything else runs on threads of its own.

mod addresses;
mod api;
mod archive;
mod body;
mod clocks;
mod connections;
mod content;
mod figures;
mod game_pages;
mod groups;
mod guard;
mod insight;
mod jobs;
mod memory;
mod options;
mod plans;
mod random;
mod retention;
mod rooms;
mod roster;
mod routes;
mod runs;
mod server;
mod service;
mod site;
mod sockets;
mod streams;
mod topics;
mod versioned;
mod vitals;
mod work;

pub use addresses::Counted;
pub use archive::Record;
pub use body::{BodyLimits, HeldBody, read as read_body};
pub use content::{Problem, check_json};
pub use game_pages::{GamePage, PageFile};
pub use guard::check_origin;
pub use memory::{MemoryBudget, MemoryFull, MemoryShare};
pub use options::{LiveFiles, Options, STORE_BYTES, TrainingOptions, half_of_the_cores};
pub use retention::Retention;
pub use rooms::Limits as RoomLimits;
pub use server::{ServeError, Server};
pub use service::{Export, Mounted, Service, ServiceHost};
pub use sockets::limit_messages;
pub use streams::{BoxedParts, PART_BYTES, Parts};
pub use vitals::{Heart, Vitals};
pub use work::WorkQueue;

/// Whether a text is a message that a page may send over its WebSocket.
#[must_use]
pub fn understands(message: &str) -> bool {
    rooms::understands(message)
}
