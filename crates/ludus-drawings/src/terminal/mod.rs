//! The games in the terminal: one widget each, read from the snapshots that the game makes.

mod blocks;
mod chess;
mod snake;
mod tetris;
mod versus;

use ludus_tui::widgets::{ReadWidget, read_as};

/// Chess.
pub const CHESS: ReadWidget = read_as::<chess::ChessWidget>;

/// Battlesnake.
pub const SNAKE: ReadWidget = read_as::<snake::SnakeWidget>;

/// Tetris, in turns and live.
pub const TETRIS: ReadWidget = read_as::<tetris::TetrisWidget>;

/// Versus Tetris, in turns and live.
pub const VERSUS: ReadWidget = read_as::<versus::VersusWidget>;
