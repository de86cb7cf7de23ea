//! What can go wrong before a session and while a person plays.

use std::io;

use ludus_arena::ArenaError;
use ludus_arena::session::SessionError;
use ludus_core::{SpecError, TimeControlError};
use thiserror::Error;

use crate::grids::Grid;
use crate::lobby::{MOST_CELLS, MOST_GAMES};
use crate::speed::Speed;
use crate::widgets::Size;

/// Why no session can be started with these answers.
#[derive(Debug, Error)]
pub enum SetupError {
    /// The text is no number of games.
    #[error("{0:?} is not a number of games; use a number from 1 to {max}", max = MOST_GAMES)]
    Count(String),
    /// The text is no grid.
    #[error(
        "{0:?} is not a grid; use rows x columns, 1x1 to {max}x{max}, such as 2x3",
        max = MOST_CELLS
    )]
    Grid(String),
    /// The text is no speed.
    #[error("{0}; allowed: {allowed}", allowed = Speed::ALLOWED)]
    Speed(String),
    /// A grid of boards does not fit the terminal.
    #[error(
        "a {}x{} grid of {game} needs a terminal of {}x{} characters; this one has {}x{}",
        grid.0, grid.1, needed.0, needed.1, size.0, size.1
    )]
    GridTooLarge {
        /// The name of the game.
        game: &'static str,
        /// The grid.
        grid: Grid,
        /// The terminal that it needs.
        needed: Size,
        /// The terminal that there is.
        size: Size,
    },
    /// More people than a keyboard has room for.
    #[error(
        "at most two people can play at one keyboard (arrow keys and W, A, S, D); the command serve has rooms for more"
    )]
    TooManyPeople,
    /// The text names no bot.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// The text is no clock.
    #[error(transparent)]
    Clock(#[from] TimeControlError),
    /// The game cannot be played like this.
    #[error(transparent)]
    Game(#[from] ArenaError),
}

/// Why a person's action, undo or question has no effect.
#[derive(Debug, Error)]
pub enum PlayError {
    /// No legal action is where the person has pointed.
    #[error("there is no legal action there")]
    NoAction,
    /// The session refuses it.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// The bot that gives hints cannot be named.
    #[error("no hint: {0}")]
    Adviser(#[from] SpecError),
    /// There is no thread for the bot that gives hints.
    #[error("no hint: {0}")]
    Thread(io::Error),
}
