//! Battlesnake: the rules, the search, the bots, and the types of the Battlesnake API.

pub mod api;
pub mod bench;
mod bits;
mod board;
pub mod bots;
mod drawing;
mod eval;
mod flood;
mod game;
mod geometry;
mod kit;
pub mod log;
mod rules;
mod search;
mod settings;
mod setup;
mod step;
mod terrain;
mod turn;

pub use board::BodyError;
pub use drawing::DrawingError;
pub use game::{Death, Placed, Snake};
pub use geometry::{Direction, NoDirection, Point};
pub use kit::SnakeKit;
pub use rules::{Rules, Ruleset};
pub use settings::{Scores, SearchKind, Settings, Weights};
pub use turn::Cause;
