//! The messages between pages and rooms over the WebSocket, as `docs/API.md` describes them.
//!
//! | module | what lives there |
//! |---|---|
//! | `client` | [`ClientMessage`]: what a page says |
//! | `server` | [`ServerMessage`]: what the server says about a room |
//! | `list` | the rooms over HTTP |

mod client;
mod list;
mod server;

pub(crate) use client::{ClientMessage, Parsed, parse, understands};
pub(super) use list::{LatenessReport, LiveReport, RoomEntry, RoomList, RoomMade, ScreenEntry};
pub(crate) use server::ServerMessage;
pub(super) use server::{Frame, MatchEnd, RoomPhase, RoomState, SeatInfo, SeatKind, You};
