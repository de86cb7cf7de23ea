//! What a judge found in a recorded match.

use ludus_core::{Budget, Outcome, Rank, Seat};
use serde::Serialize;

/// The turning points of a match.
#[derive(Clone, Debug, Serialize)]
pub struct WhyReport {
    /// The game.
    pub game: &'static str,
    /// The judge.
    pub judge: String,
    /// What it could spend on a position.
    pub budget: Budget,
    /// How the match ended.
    pub outcome: Outcome,
    /// How many turns were played.
    pub turns: u32,
    /// What swings are counted in.
    pub unit: SwingUnit,
    /// Whether the user ended it before all turns were judged.
    pub interrupted: bool,
    /// The seats that were judged.
    pub seats: Vec<SeatWhy>,
}

/// What swings are counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SwingUnit {
    /// Shares of the match: 0.5 is the way from an even match to a lost one.
    Expectation,
    /// Points of the judge's score: pawns, in chess.
    Score,
    /// Usual changes of the judge's score from one turn of the seat to the next.
    Spread,
}

/// The turning points of one seat.
#[derive(Clone, Debug, Serialize)]
pub struct SeatWhy {
    /// The seat.
    pub seat: Seat,
    /// The bot that sat there.
    pub label: String,
    /// Its rank.
    pub rank: Rank,
    /// Whether it lost.
    pub lost: bool,
    /// Why it lost without playing, if it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<String>,
    /// How many of its turns were judged.
    pub judged: usize,
    /// Its turning points, in the order in which they were played.
    pub points: Vec<TurningPoint>,
}

/// A turn in which a match turned.
#[derive(Clone, Debug, Serialize)]
pub struct TurningPoint {
    /// The turn, from 1.
    pub turn: u32,
    /// The part of the match it belongs to.
    pub phase: MatchPhase,
    /// Whether it is the last turn in which another action would not have been a certain loss for the judge.
    pub last_chance: bool,
    /// The position before it, drawn in characters.
    pub board: String,
    /// What was played.
    pub played: Valued,
    /// What the judge would have played.
    pub better: Valued,
    /// By how much the match turned, in the unit of the report.
    pub swing: f64,
    /// How large that is.
    pub size: SwingSize,
    /// The kind of mistake, if the game has a name for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag: Option<&'static str>,
}

/// An action and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub struct Valued {
    /// The action.
    pub action: String,
    /// The judge's score of the position after it; none if the match is over for the seat.
    pub score: Option<f64>,
    /// The score as people read it.
    pub text: String,
    /// The share of the match that the seat can expect after it, where scores say that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expectation: Option<f64>,
}

/// A third of the turns of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchPhase {
    /// The first third.
    Opening,
    /// The second third.
    Middle,
    /// The last third.
    End,
}

impl MatchPhase {
    /// The part that a turn belongs to, in a match of this many turns.
    pub(super) fn of(turn: u32, turns: u32) -> Self {
        match u64::from(turn.saturating_sub(1)) * 3 / u64::from(turns.max(1)) {
            0 => Self::Opening,
            1 => Self::Middle,
            _ => Self::End,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

/// How large a swing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SwingSize {
    /// Enough to be named.
    Small,
    /// Twice as much.
    Large,
    /// Three times as much.
    Decisive,
}

impl SwingSize {
    /// The size of a swing, given the least one that is named.
    pub(super) fn of(swing: f64, least: f64) -> Self {
        match swing / least {
            times if times >= 3.0 => Self::Decisive,
            times if times >= 2.0 => Self::Large,
            _ => Self::Small,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Large => "large",
            Self::Decisive => "decisive",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_has_three_parts() {
        let parts: Vec<MatchPhase> = (1..=6).map(|turn| MatchPhase::of(turn, 6)).collect();
        use MatchPhase::{End, Middle, Opening};
        assert_eq!(parts, [Opening, Opening, Middle, Middle, End, End]);
        assert_eq!(MatchPhase::of(1, 1), Opening);
    }

    #[test]
    fn sizes_are_multiples_of_the_least_swing() {
        let sizes = [0.1, 0.19, 0.2, 0.31].map(|swing| SwingSize::of(swing, 0.1).name());
        assert_eq!(sizes, ["small", "small", "large", "decisive"]);
    }
}
