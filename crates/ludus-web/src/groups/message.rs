//! A group as pages see it.

use ludus_arena::session::{GroupStatus, State};
use ludus_arena::stats::{GameLength, LiveBot};
use ludus_core::Outcome;
use serde::Serialize;
use serde_json::Value;

use crate::clocks::ClockState;
use crate::figures::SeatFigures;
use crate::insight::ShownInsight;

/// How a group stands, and the boards that have changed.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GroupNews {
    pub(super) group: String,
    pub(super) game: &'static str,
    pub(super) status: GroupSummary,
    /// The numbers of the matches that are played.
    pub(super) under_way: Vec<u64>,
    pub(super) boards: Vec<BoardNews>,
}

/// How a group stands, in numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct GroupSummary {
    games: u64,
    begun: u64,
    finished: u64,
    paused: bool,
    over: bool,
    aborted: bool,
    failure: Option<String>,
    broken: u64,
    delay_ms: u64,
    draws: u64,
    mean_turns: Option<f64>,
    mean_seconds: Option<f64>,
    shortest: Option<GameLength>,
    longest: Option<GameLength>,
    wins_by_seat: Vec<u64>,
    bots: Vec<LiveBot>,
}

impl GroupSummary {
    /// How a group stands whose turns are this far apart.
    pub(super) fn new(status: &GroupStatus, delay_ms: u64) -> Self {
        let stats = &status.stats;
        Self {
            games: status.games,
            begun: status.begun,
            finished: stats.games,
            paused: status.paused,
            over: status.over,
            aborted: status.aborted,
            failure: status.failure.clone(),
            broken: status.broken,
            delay_ms,
            draws: stats.draws,
            mean_turns: stats.mean_turns(),
            mean_seconds: stats.mean_seconds(),
            shortest: stats.shortest,
            longest: stats.longest,
            wins_by_seat: stats.wins_by_seat.clone(),
            bots: stats.bots.clone(),
        }
    }
}

/// A board that has changed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BoardNews {
    /// The number of the match.
    pub(super) number: u64,
    pub(super) turn: u32,
    pub(super) state: MatchState,
    pub(super) seats: Vec<BoardSeat>,
    pub(super) figures: Vec<SeatFigures>,
    pub(super) data: Value,
    /// The position as text, see [`Roster::sends_text`](crate::roster::Roster::sends_text).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) text: Option<String>,
    pub(super) outcome: Option<Outcome>,
    /// The clocks, in a match with clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) clocks: Option<ClockState>,
}

/// A seat of a board and what it did last.
#[derive(Clone, Debug, Serialize)]
pub(super) struct BoardSeat {
    pub(super) label: String,
    pub(super) entrant: usize,
    pub(super) action: Option<String>,
    pub(super) insight: Option<ShownInsight>,
}

/// What happens with a match.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MatchState {
    /// It is played.
    Running,
    /// It is paused.
    Paused,
    /// It waits for a person.
    Waiting,
    /// It has an outcome.
    Finished,
    /// It was ended without one.
    Aborted,
    /// It could not be played.
    Failed,
}

impl From<&State> for MatchState {
    fn from(state: &State) -> Self {
        match state {
            State::Running => Self::Running,
            State::Paused => Self::Paused,
            State::Waiting(_) => Self::Waiting,
            State::Finished => Self::Finished,
            State::Aborted => Self::Aborted,
            State::Failed(_) => Self::Failed,
        }
    }
}
