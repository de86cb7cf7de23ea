//! Insight as pages get it: with the score in the words of the game.

use ludus_arena::AnyGame;
use ludus_arena::replay::ActionLine;
use ludus_core::{Insight, Seat};
use serde::Serialize;

/// What a bot thought, and its score as people read it.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShownInsight {
    #[serde(flatten)]
    insight: Insight,
    /// The score as the game writes it: `+0.31`, `mate in 3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    score_text: Option<String>,
}

impl ShownInsight {
    /// This insight of a bot of the game.
    pub(crate) fn new(game: &dyn AnyGame, insight: Insight) -> Self {
        let score_text = insight.score.map(|score| game.score_text(score));
        Self { insight, score_text }
    }
}

/// What one seat did in a turn of a recorded match, see [`ActionLine`].
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ShownAction {
    seat: Seat,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    forfeit: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
    insight: ShownInsight,
    ms: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_ms: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    stderr: Vec<String>,
}

impl ShownAction {
    /// This action in a match of the game.
    pub(crate) fn new(game: &dyn AnyGame, line: ActionLine) -> Self {
        let ActionLine { seat, action, forfeit, failure, insight, ms, left_ms, stderr } = line;
        let insight = ShownInsight::new(game, insight);
        Self { seat, action, forfeit, failure, insight, ms, left_ms, stderr }
    }
}
