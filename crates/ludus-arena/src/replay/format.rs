//! The lines of a replay file.

use std::collections::BTreeMap;

use ludus_core::text::shown;
use ludus_core::{Budget, Figures, Insight, Outcome, Seat, Seed, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::arbiter::ArbiterPlan;
use crate::turns::SeatResult;

/// The version of the format. A reader refuses files of another version.
pub(crate) const VERSION: u32 = 1;

/// One line of a replay.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "line", rename_all = "lowercase")]
pub enum ReplayLine {
    /// The first line.
    Header(Box<Header>),
    /// A turn.
    Turn(TurnLine),
    /// A tick of live play in which a seat did something.
    Tick(TickLine),
    /// The last line.
    Result(ResultLine),
}

/// Everything that is needed to play the match again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the format.
    pub format: u32,
    /// The version of the program that recorded it.
    pub program: String,
    /// The game's name.
    pub game: String,
    /// The rules, complete.
    pub rules: Value,
    /// The seed of the match's chance.
    pub seed: Seed,
    /// The seed of the bots' randomness.
    pub bot_seed: Seed,
    /// What a decision could spend.
    pub budget: Budget,
    /// The clock of each seat, if the match was played with clocks. The budget is then only that of a re-run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// When the match could be ended before its end.
    #[serde(default, skip_serializing_if = "ArbiterPlan::is_none")]
    pub arbiter: ArbiterPlan,
    /// Who sat where, by seat.
    pub seats: Vec<SeatLine>,
    /// The position at the start, as all could see it.
    pub board: Value,
}

/// Who sat in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatLine {
    /// What the bot was called.
    pub label: String,
    /// How the bot was named.
    pub spec: String,
}

/// What happened in one turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TurnLine {
    /// Its number, from 1.
    pub turn: u32,
    /// What each seat did that was to act.
    pub actions: Vec<ActionLine>,
    /// The position afterwards, as all could see it.
    pub board: Value,
}

/// What happened in one tick of live play, where most ticks have nothing to tell: a tick without a line
/// is one in which every seat did what the game's rules say of seats that do nothing, and so did every
/// seat that a line does not name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TickLine {
    /// Its number, from 1.
    pub turn: u32,
    /// What the seats did that did something.
    pub actions: Vec<ActionLine>,
    /// The position afterwards, now and then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<Value>,
}

/// What one seat did in a turn: an action, or why it was lost.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActionLine {
    /// The seat.
    pub seat: Seat,
    /// The action as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// Why the seat was lost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// Why the bot's own answer did not count, where the action is the one the game gives instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// What the bot thought.
    pub insight: Insight,
    /// How long it thought, in milliseconds.
    pub ms: f64,
    /// What the seat's clock had left afterwards, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<f64>,
    /// What the bot's program wrote to standard error meanwhile, and its lines for debugging.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stderr: Vec<String>,
}

/// How the match ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultLine {
    /// Ranks and reason.
    pub outcome: Outcome,
    /// How many turns were played.
    pub turns: u32,
    /// What the game reports about each seat.
    pub figures: Vec<BTreeMap<String, f64>>,
    /// Whether the seats agreed on a draw before the game's own end.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub agreed: bool,
    /// Which bots failed, so that a list of matches need not read all turns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<FailureLine>,
}

/// The first failure of the bot in a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FailureLine {
    /// The seat.
    pub seat: Seat,
    /// The turn, from 1; 0 if the bot did not start.
    pub turn: u32,
    /// Why its answer did not count, with the kind in front: `crash: bot.py exited with status 3`.
    pub reason: String,
    /// How many answers of the bot did not count in all.
    pub count: u64,
}

impl FailureLine {
    /// The failures of a seat in one line, if its bot failed.
    pub(crate) fn of(seat: Seat, result: &SeatResult) -> Option<Self> {
        let all = || result.failures.iter().chain(&result.forfeit).filter(|f| f.is_a_bots());
        let first = all().min_by_key(|failure| failure.turn)?;
        let reason = shown(&first.to_string());
        Some(Self { seat, turn: first.turn, reason, count: all().count() as u64 })
    }
}

/// How a match ends whose seats agree on a draw.
pub(crate) fn agreed_draw(seats: usize) -> Outcome {
    Outcome::draw(seats, "draw agreed")
}

/// Figures as a replay records them.
pub(crate) fn figure_map(figures: &Figures) -> BTreeMap<String, f64> {
    figures.iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
