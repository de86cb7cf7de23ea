//! The settings of the rooms of `ludus serve`, section `[serve.rooms]`.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use ludus_web::{Retention, RoomLimits};
use serde::{Deserialize, Serialize};

/// Settings of rooms.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomSettings {
    /// How many rooms there may be.
    most: usize,
    /// How many of them may have been made from one address.
    per_address: usize,
    /// How many seats people of one address may have, in all rooms together.
    seats_per_address: usize,
    /// How many may look on in one room.
    spectators: usize,
    /// How many of them from one address.
    spectators_per_address: usize,
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
    /// How many bytes of replays are kept; the oldest are deleted first. Results stay in the store.
    keep_bytes: u64,
    /// How many days a replay is kept; 0: as long as there is room.
    keep_days: u64,
}

impl Default for RoomSettings {
    fn default() -> Self {
        let limits = RoomLimits::default();
        Self {
            most: limits.rooms,
            per_address: limits.per_address,
            seats_per_address: limits.seats_per_address,
            spectators: limits.spectators,
            spectators_per_address: limits.spectators_per_address,
            pages: NonZeroUsize::MIN.saturating_add(limits.sockets - 1),
            threads: 0,
            turn_ms: 300,
            bot_ms: 1000,
            reconnect_s: limits.reconnect.as_secs(),
            alone_s: limits.alone.as_secs(),
            record: true,
            replays: None,
            keep_bytes: Retention::REPLAYS.bytes,
            keep_days: Retention::REPLAYS.age.unwrap_or_default().as_secs() / DAY,
        }
    }
}

/// The seconds of a day.
const DAY: u64 = 86_400;

impl RoomSettings {
    /// How many replays are kept, and for how long.
    pub(crate) fn keep(&self) -> Retention {
        let age = Duration::from_secs(self.keep_days.saturating_mul(DAY));
        Retention {
            bytes: self.keep_bytes,
            age: (self.keep_days > 0).then_some(age),
            ..Retention::REPLAYS
        }
    }

    /// What rooms may take up.
    pub(crate) fn limits(&self) -> RoomLimits {
        let defaults = RoomLimits::default();
        RoomLimits {
            rooms: self.most,
            per_address: self.per_address,
            seats_per_address: self.seats_per_address,
            spectators: self.spectators,
            spectators_per_address: self.spectators_per_address,
            sockets: self.pages.get(),
            threads: if self.threads == 0 { defaults.threads } else { self.threads },
            turn: Duration::from_millis(self.turn_ms),
            bot_time: Duration::from_millis(self.bot_ms),
            reconnect: Duration::from_secs(self.reconnect_s),
            alone: Duration::from_secs(self.alone_s),
        }
    }
}
