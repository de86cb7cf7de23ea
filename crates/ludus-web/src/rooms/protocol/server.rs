//! What the server says about rooms.

use axum::extract::ws::Utf8Bytes;
use ludus_arena::AnyRules;
use ludus_core::{Controls, LegalAction, Rank, Seat, TimeControl};
use serde::Serialize;
use serde_json::Value;

use crate::clocks::ClockState;
use crate::figures::SeatFigures;
use crate::rooms::token::Token;
use crate::versioned::Versioned;

/// A message of the server.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ServerMessage<'a> {
    /// How the room stands.
    Room {
        /// The room.
        room: &'a str,
        /// What everyone in it may know.
        #[serde(flatten)]
        state: &'a RoomState,
        /// The part of the page that gets the message.
        you: You,
    },
    /// To the page that sat down.
    Seated {
        /// The room.
        room: &'a str,
        /// Its seat.
        seat: usize,
        /// What shows that the seat is its own.
        token: &'a Token,
    },
    /// To the new host.
    Host {
        /// The room.
        room: &'a str,
        /// What shows that it is the host.
        token: &'a Token,
    },
    /// The whole position.
    State {
        /// The room.
        room: &'a str,
        /// What comes with every position.
        #[serde(flatten)]
        frame: &'a Frame,
        /// How people play their seats.
        controls: &'a Controls,
        /// What was played so far, turn by turn, where turns wait for people.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        moves: &'a [String],
        /// The game's snapshot.
        data: &'a Value,
    },
    /// What has changed since the last position.
    Change {
        /// The room.
        room: &'a str,
        /// What comes with every position.
        #[serde(flatten)]
        frame: &'a Frame,
        /// What was played since the last position, turn by turn, where turns wait for people.
        #[serde(skip_serializing_if = "<[_]>::is_empty")]
        moves: &'a [String],
        /// From the last snapshot to this one; null if they are equal.
        patch: Option<Value>,
    },
    /// To the page whose seat is to act: what it may do.
    Legal {
        /// The room.
        room: &'a str,
        /// The seat.
        seat: Seat,
        /// How many turns had been played.
        turn: u32,
        /// The legal actions.
        actions: &'a [LegalAction],
    },
    /// The room has ended.
    Closed {
        /// The room.
        room: &'a str,
        /// Why.
        reason: &'a str,
    },
    /// Something was not done.
    Error {
        /// The room, if it was about one.
        room: Option<&'a str>,
        /// Why, in one line.
        message: &'a str,
    },
    /// The answer to a ping.
    Pong {
        /// What came with the ping.
        t: f64,
    },
}

impl ServerMessage<'_> {
    /// The message as it is sent.
    pub(crate) fn encode(&self) -> Utf8Bytes {
        Versioned::new(self).encode()
    }
}

/// The room as everyone in it sees it.
#[derive(Clone, Debug, Serialize)]
pub(in crate::rooms) struct RoomState {
    /// The name of the game, as pages have it.
    pub(in crate::rooms) game: String,
    /// What happens in it.
    pub(in crate::rooms) phase: RoomPhase,
    /// Whether it is in the list of rooms.
    pub(in crate::rooms) open: bool,
    /// Whether it is a screen of the front page, where bots play.
    pub(in crate::rooms) screen: bool,
    /// Who sits.
    pub(in crate::rooms) seats: Vec<SeatInfo>,
    /// The fewest and the most seats.
    pub(in crate::rooms) limits: [usize; 2],
    /// The rules, which pages get as a tree of keys.
    pub(in crate::rooms) rules: AnyRules,
    /// How long a turn takes, in games by the clock.
    pub(in crate::rooms) turn_ms: u64,
    /// The clocks of the players, in games that wait.
    pub(in crate::rooms) clock: Option<TimeControl>,
    /// Whether turns come by the clock; null if no match is played.
    pub(in crate::rooms) clocked: Option<bool>,
    /// How many watch.
    pub(in crate::rooms) spectators: usize,
    /// The seats that offer a draw.
    pub(in crate::rooms) offers: Vec<Seat>,
    /// How the match ended, if it is over.
    pub(in crate::rooms) result: Option<MatchEnd>,
}

/// What happens in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::rooms) enum RoomPhase {
    /// People gather.
    Waiting,
    /// The match is being set up.
    Starting,
    /// A match is played.
    Playing,
    /// The match has ended.
    Over,
}

/// A seat and who sits there.
#[derive(Clone, Debug, Serialize)]
pub(in crate::rooms) struct SeatInfo {
    /// What the player is called.
    pub(in crate::rooms) label: String,
    /// Who plays.
    pub(in crate::rooms) kind: SeatKind,
    /// Whether the person is connected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::rooms) connected: Option<bool>,
    /// The name of the bot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::rooms) bot: Option<String>,
}

/// Who plays a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::rooms) enum SeatKind {
    /// A person.
    Person,
    /// A bot.
    Bot,
}

/// The part of a page in a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub(in crate::rooms) struct You {
    /// Its seat in the room.
    pub(in crate::rooms) seat: Option<usize>,
    /// Whether it is the host.
    pub(in crate::rooms) host: bool,
    /// Its seat in the match that is shown, also after leaving the seat.
    pub(in crate::rooms) played: Option<usize>,
}

/// What comes with every position of a match.
#[derive(Clone, Debug, Serialize)]
pub(in crate::rooms) struct Frame {
    /// How many positions were sent before.
    pub(in crate::rooms) seq: u64,
    /// How many turns were played.
    pub(in crate::rooms) turn: u32,
    /// The numbers of the last actions that were played, by seat.
    pub(in crate::rooms) acks: Vec<u64>,
    /// The seats that are to act.
    pub(in crate::rooms) to_act: Vec<Seat>,
    /// The position as text, for a game that has no page of its own or waits for its players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::rooms) text: Option<String>,
    /// The players' clocks, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::rooms) clocks: Option<ClockState>,
    /// Milliseconds until the first turn, before it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::rooms) begins_ms: Option<u64>,
}

/// How a match ended.
#[derive(Clone, Debug, Serialize)]
pub(in crate::rooms) struct MatchEnd {
    /// The rank of every seat; null for a match without a result.
    pub(in crate::rooms) ranks: Option<Vec<Rank>>,
    /// Why it ended.
    pub(in crate::rooms) reason: Option<String>,
    /// What the game reports about every seat.
    pub(in crate::rooms) figures: Vec<SeatFigures>,
    /// How many turns were played.
    pub(in crate::rooms) turns: u32,
    /// How long it took.
    pub(in crate::rooms) seconds: f64,
    /// The name of the recorded match, as soon as it is there.
    pub(in crate::rooms) replay: Option<String>,
    /// Who played, even if they have left since.
    pub(in crate::rooms) seats: Vec<SeatInfo>,
}
