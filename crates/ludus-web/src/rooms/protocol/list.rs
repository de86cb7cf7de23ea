//! The rooms over HTTP.

use ludus_core::TimeControl;
use serde::Serialize;

use super::{RoomPhase, SeatInfo};
use crate::rooms::token::Token;

/// The answer of `GET /api/v1/rooms`.
#[derive(Debug, Serialize)]
pub(in crate::rooms) struct RoomList {
    /// For every game the room to show on the front page.
    pub(in crate::rooms) screens: Vec<ScreenEntry>,
    /// The open rooms.
    pub(in crate::rooms) rooms: Vec<RoomEntry>,
}

/// A room to show on the front page.
#[derive(Debug, Serialize)]
pub(in crate::rooms) struct ScreenEntry {
    pub(in crate::rooms) game: String,
    pub(in crate::rooms) room: String,
}

/// A room in the list.
#[derive(Clone, Debug, Serialize)]
pub(in crate::rooms) struct RoomEntry {
    pub(in crate::rooms) room: String,
    pub(in crate::rooms) game: String,
    pub(in crate::rooms) phase: RoomPhase,
    pub(in crate::rooms) seats: Vec<SeatInfo>,
    pub(in crate::rooms) limits: [usize; 2],
    pub(in crate::rooms) spectators: usize,
    pub(in crate::rooms) turn_ms: u64,
    pub(in crate::rooms) clock: Option<TimeControl>,
}

/// The answer of `POST /api/v1/rooms`.
#[derive(Debug, Serialize)]
pub(in crate::rooms) struct RoomMade {
    pub(in crate::rooms) room: String,
    /// The token of its host.
    pub(in crate::rooms) host: Token,
}

/// The answer of `GET /api/v1/live`.
#[derive(Debug, Serialize)]
pub(in crate::rooms) struct LiveReport {
    pub(in crate::rooms) rooms: usize,
    pub(in crate::rooms) playing: usize,
    pub(in crate::rooms) members: usize,
    pub(in crate::rooms) sockets: usize,
    pub(in crate::rooms) lateness: LatenessReport,
}

/// How late ticks were played, in milliseconds. Beyond 64 ms, and without ticks, a share is null.
#[derive(Debug, PartialEq, Serialize)]
pub(in crate::rooms) struct LatenessReport {
    pub(in crate::rooms) ticks: u64,
    pub(in crate::rooms) p50_ms: Option<f64>,
    pub(in crate::rooms) p99_ms: Option<f64>,
    pub(in crate::rooms) p999_ms: Option<f64>,
    pub(in crate::rooms) worst_ms: f64,
}
