//! Why a room does not do what a page wants, in one line for the person.

use std::io;

use ludus_arena::host::SubmitError;
use ludus_arena::{ArenaError, InternalError};
use ludus_core::keys::KeyError;
use thiserror::Error;

use super::nickname::NicknameError;
use crate::clocks::ClockError;
use crate::content::Problem;

/// Something that a room does not do, and why.
#[derive(Debug, Error)]
pub(crate) enum Refusal {
    #[error("the room is closed")]
    Closed,
    #[error("join the room first")]
    NotJoined,
    #[error("only the host may do that")]
    NotHost,
    #[error("you have no seat")]
    NoSeat,
    #[error("you sit already")]
    SitsAlready,
    #[error("seat {0} is empty")]
    EmptySeat(usize),
    #[error("all {0} seats are taken")]
    Full(usize),
    #[error("this is no room to play in")]
    Screen,
    #[error("no match is played")]
    NoMatch,
    #[error("the match is about to begin")]
    Starting,
    #[error("a match is played")]
    Playing,
    #[error("the match is over; the host can open the room again")]
    Over,
    #[error("the match has not begun")]
    NotBegun,
    #[error("this game has no draws by agreement")]
    NoDraws,
    #[error("this game does not wait for its players, so it has no clocks")]
    NoClocks,
    #[error("bots do not agree on draws")]
    BotsDraw,
    #[error("no seat of this room has that token")]
    SeatToken,
    #[error("that is not the token of this room's host")]
    HostToken,
    #[error("the room has as many spectators as it may")]
    Spectators,
    #[error("your address has as many pages in this room as it may")]
    Pages,
    #[error("your address has as many seats as it may")]
    Seats,
    #[error("{game} needs {needed} seats, not {seats}")]
    SeatCount {
        /// The game.
        game: String,
        /// How many it needs, in words.
        needed: String,
        /// How many there are.
        seats: usize,
    },
    #[error("a turn takes {low} to {high} milliseconds")]
    Turn {
        /// The least.
        low: u64,
        /// The most.
        high: u64,
    },
    #[error("the host cannot send {0}")]
    NotOfHost(String),
    #[error("the system has no randomness: {0}")]
    Randomness(io::Error),
    #[error(transparent)]
    Nickname(#[from] NicknameError),
    #[error(transparent)]
    Clock(#[from] ClockError),
    #[error(transparent)]
    Key(#[from] KeyError),
    #[error(transparent)]
    Game(#[from] ArenaError),
    #[error(transparent)]
    Action(#[from] SubmitError),
    #[error(transparent)]
    Failed(#[from] InternalError),
    #[error(transparent)]
    Choice(#[from] Problem),
}

/// A room that cannot be made.
#[derive(Debug, Error)]
pub(super) enum NoRoom {
    #[error("the server stops")]
    Stopping,
    #[error("there are {0} rooms already, and no more are allowed")]
    Full(usize),
    #[error("there are {0} rooms made from your address already")]
    Address(usize),
    #[error("no room can be made: {0}")]
    Randomness(#[from] io::Error),
}
