//! Decisions: an action, and why the bot chose it.

use serde::{Deserialize, Serialize};

/// What a bot decided: the action and the insight behind it.
///
/// ```
/// use ludus_core::{Decision, Insight, Term};
/// // An action says all that is needed.
/// let decision = Decision::bare("e2e4");
/// assert_eq!(decision.insight, Insight::default());
/// // With its insight, replays and front ends show why it was chosen.
/// let terms = vec![Term::new("material", 1.0), Term::new("mobility", 0.25)];
/// let score = terms.iter().map(|term| term.value).sum();
/// let line = vec!["e2e4".to_owned(), "e7e5".to_owned()];
/// let insight = Insight { score: Some(score), depth: 2, nodes: 420, terms, line };
/// assert_eq!(Decision { action: "e2e4", insight }.insight.score, Some(1.25));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// What the seat does.
    pub action: A,
    /// Why.
    pub insight: Insight,
}

impl<A> Decision<A> {
    /// A decision without insight, for example a random one or a person's.
    #[must_use]
    pub fn bare(action: A) -> Self {
        Self { action, insight: Insight::default() }
    }
}

/// Why a bot decided as it did.
///
/// A bot that has `score`, `depth` and `nodes` always fills them in, as they cost nothing. It fills in the terms and
/// the expected line only if [`Context::insight`](crate::Context) is set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Insight {
    /// The score of the chosen action, in the bot's own unit; greater is better for the seat.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// How many actions deep the bot looked.
    pub depth: u32,
    /// How many positions the bot searched.
    pub nodes: u64,
    /// The parts of the score by name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub terms: Vec<Term>,
    /// The actions that the bot expects from now on, as text, its own first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
}

/// One part of a score, by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Term {
    /// What it measures: `holes`, `mobility`, `space`.
    pub name: String,
    /// What it adds to the score.
    pub value: f64,
}

impl Term {
    /// A term by name.
    pub fn new(name: impl Into<String>, value: f64) -> Self {
        Self { name: name.into(), value }
    }
}
