//! Battlesnake: the rules, the search, the bots, and the types of the Battlesnake API.
//!
//! | module | what lives there |
//! |---|---|
//! | `geometry`, `bitboard`, `terrain` | points and directions; sets of cells; the board without its snakes |
//! | `board`, `turn` | the snakes and the food on bitboards; one turn in the official order |
//! | `rules`, `setup`, `safe_zone` | the settings of the rules; what chance decides; royale's safe area |
//! | `game`, `snapshot`, `drawing` | [`Snake`], the game; what everyone may see of it; positions drawn in characters |
//! | [`api`], [`log`] | what servers, clients and viewers exchange; the debug log |
//! | `flood`, `eval` | flood fill and area control; the evaluation |
//! | `search` | iterative deepening over paranoid alpha-beta or MaxN |
//! | `settings`, [`bots`] | the bots' settings; the built-in bots |
//! | `mistake` | what scores mean for the match, and what a mistake is called |
//! | `train` | which weights of the evaluation can be trained |
//! | `starters` | the bots that people can begin with |
//! | [`remote`] | any Battlesnake server as a bot |
//! | `kit`, `step`, `bench` | [`SnakeKit`]: bots by name, the `step` filter, the benchmarks |
//!
//! The only input and output of this crate are reading a weights file and, in [`remote`], asking another server. The
//! only clock is a decision's deadline.

pub mod api;
pub mod bench;
mod bitboard;
mod board;
pub mod bots;
mod drawing;
mod eval;
mod flood;
mod game;
mod geometry;
mod kit;
pub mod log;
mod mistake;
pub mod remote;
mod rules;
mod safe_zone;
mod search;
mod settings;
mod setup;
mod snapshot;
mod starters;
mod step;
mod terrain;
mod train;
mod turn;
mod workshop;

pub use board::BodyError;
pub use drawing::DrawingError;
pub use game::{Death, PlacedSnake, Snake};
pub use geometry::{Direction, DirectionError, Point};
pub use kit::SnakeKit;
pub use rules::{Ruleset, SnakeRules};
pub use settings::{Scores, SearchKind, SnakeSettings, SnakeWeights};
pub use turn::Cause;
