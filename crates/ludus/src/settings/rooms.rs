//! The settings of the rooms of `ludus serve`, section `[serve.rooms]`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use ludus_web::RoomLimits;
use serde::{Deserialize, Serialize};

/// Settings of rooms.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomSettings {
    /// How many rooms there may be.
    most: usize,
    /// How many of them may have been made from one address.
    per_address: usize,
    /// How many may look on in one room.
    spectators: usize,
    /// How many pages may be connected.
    pages: NonZeroUsize,
    /// On how many threads bots think; 0: as many as there are cores.
    threads: usize,
    /// How long a turn takes where turns come by a clock, in milliseconds.
    turn_ms: u64,
    /// How long a bot may think at the most, in milliseconds.
    bot_ms: u64,
    /// How long a person whose connection is lost has to come back, in seconds.
    reconnect_s: u64,
    /// How long a room without people lasts, in seconds.
    alone_s: u64,
    /// Whether live matches are recorded in the result store, with their replays.
    pub(crate) record: bool,
    /// The folder of the replays; without one, it is next to the result store.
    pub(crate) replays: Option<PathBuf>,
}

impl Default for RoomSettings {
    fn default() -> Self {
        let limits = RoomLimits::default();
        Self {
            most: limits.rooms,
            per_address: limits.per_address,
            spectators: limits.spectators,
            pages: NonZeroUsize::MIN.saturating_add(limits.sockets - 1),
            threads: 0,
            turn_ms: 300,
            bot_ms: 1000,
            reconnect_s: limits.reconnect.as_secs(),
            alone_s: limits.alone.as_secs(),
            record: true,
            replays: None,
        }
    }
}

impl RoomSettings {
    /// What rooms may take up.
    pub(crate) fn limits(&self) -> RoomLimits {
        let defaults = RoomLimits::default();
        RoomLimits {
            rooms: self.most,
            per_address: self.per_address,
            spectators: self.spectators,
            sockets: self.pages.get(),
            threads: if self.threads == 0 { defaults.threads } else { self.threads },
            turn: Duration::from_millis(self.turn_ms),
            bot_time: Duration::from_millis(self.bot_ms),
            reconnect: Duration::from_secs(self.reconnect_s),
            alone: Duration::from_secs(self.alone_s),
        }
    }
}
