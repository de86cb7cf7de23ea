//! Tetris.

pub mod action;
pub mod battle;
pub mod board;
pub mod drop;
pub mod field;
pub mod game;
pub mod metrics;
pub mod piece;
pub mod rules;
mod snapshot;
pub mod stream;
pub mod surface;
pub mod turn;
pub mod weights;
pub mod weights_file;

pub use action::{Action, Column, Placement};
pub use board::{Board, BoardError};
pub use drop::Drop;
pub use game::Tetris;
pub use metrics::{Metric, Metrics};
pub use piece::{Piece, Rotation, Shape};
pub use rules::{Pieces, Rules, Spawn};
