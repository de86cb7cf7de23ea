//! What came of re-running decisions.

use ludus_core::{Insight, Seat};
use serde::Serialize;

use super::Validation;

/// A recorded decision that was re-run.
#[derive(Clone, Debug, Serialize)]
pub struct Redecision {
    /// The line of the file where it is recorded.
    pub line: usize,
    /// The match by its identity, where the file tells.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// The turn.
    pub turn: u32,
    /// The seat.
    pub seat: Seat,
    /// The bot that was recorded, where the file tells.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub bot: String,
    /// What was recorded: an action, or why there was none.
    pub recorded: String,
    /// What the bot does now.
    pub now: RerunChoice,
    /// What it does with the other settings, where two are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<RerunChoice>,
    /// Whether the two that are compared are the same: what was recorded and what is done now, or what is
    /// done with the two settings.
    pub same: bool,
    /// The position before it, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The position after what the bot does now, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

impl Redecision {
    /// The two actions that are compared, and the choice that the second one comes from.
    #[must_use]
    pub fn compared(&self) -> (&str, &str, &RerunChoice) {
        match &self.other {
            None => (&self.recorded, self.now.text(), &self.now),
            Some(other) => (self.now.text(), other.text(), other),
        }
    }
}

/// What a bot chose, and why.
#[derive(Clone, Debug, Serialize)]
pub struct RerunChoice {
    /// The action; none if the bot failed.
    pub action: Option<String>,
    /// Why the bot has no answer that counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// What it thought.
    #[serde(flatten)]
    pub insight: Insight,
    /// How long it thought, in milliseconds.
    pub ms: f64,
}

impl RerunChoice {
    /// The action, or why there is none.
    #[must_use]
    pub fn text(&self) -> &str {
        self.action.as_deref().or(self.failure.as_deref()).unwrap_or_default()
    }
}

/// The sums over all decisions that were re-run.
#[derive(Clone, Debug, Serialize)]
pub struct RerunReport {
    /// How many decisions were taken.
    pub total: u64,
    /// How many of them are the same in both that are compared.
    pub matches: u64,
    /// The others.
    pub mismatches: u64,
    /// The share of the same ones in percent; none without decisions.
    pub match_percent: Option<f64>,
    /// How deep, how long and with which score the bot decided on average.
    #[serde(flatten)]
    pub means: Means,
    /// The same with the other settings, where two are compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<Means>,
    /// Whether the user ended it before the end of the file.
    pub interrupted: bool,
    /// How many lines of the file could not be used.
    pub broken: u64,
    /// Turns that were selected but are not there.
    pub missing_turns: Vec<u32>,
    /// What was expected, and whether it holds.
    pub validations: Vec<Validation>,
}

/// Averages over decisions.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Means {
    /// The depth.
    pub mean_depth: Option<f64>,
    /// The time in milliseconds.
    pub mean_ms: Option<f64>,
    /// The score, of the decisions that have one.
    pub mean_score: Option<f64>,
    /// How often the bot had no answer that counts.
    pub failures: u64,
    #[serde(skip)]
    sums: Sums,
}

#[derive(Clone, Debug, Default)]
struct Sums {
    decisions: u64,
    depth: u64,
    ms: f64,
    scored: u64,
    score: f64,
}

impl Means {
    fn add(&mut self, choice: &RerunChoice) {
        self.failures += u64::from(choice.failure.is_some());
        let sums = &mut self.sums;
        sums.decisions += 1;
        sums.depth += u64::from(choice.insight.depth);
        sums.ms += choice.ms;
        if let Some(score) = choice.insight.score {
            sums.scored += 1;
            sums.score += score;
        }
        let decisions = sums.decisions as f64;
        self.mean_depth = Some(sums.depth as f64 / decisions);
        self.mean_ms = Some(sums.ms / decisions);
        self.mean_score = (sums.scored > 0).then(|| sums.score / sums.scored as f64);
    }
}

impl RerunReport {
    pub(super) fn new(compares: bool, validations: Vec<Validation>) -> Self {
        Self {
            total: 0,
            matches: 0,
            mismatches: 0,
            match_percent: None,
            means: Means::default(),
            other: compares.then(Means::default),
            interrupted: false,
            broken: 0,
            missing_turns: Vec::new(),
            validations,
        }
    }

    pub(super) fn add(&mut self, decision: &Redecision) {
        self.total += 1;
        self.matches += u64::from(decision.same);
        self.mismatches = self.total - self.matches;
        self.match_percent = Some(100.0 * self.matches as f64 / self.total as f64);
        self.means.add(&decision.now);
        if let (Some(means), Some(choice)) = (&mut self.other, &decision.other) {
            means.add(choice);
        }
    }

    /// Whether every line could be used, every selected turn was there, every bot had an answer, and
    /// everything that was expected holds. Decisions that differ are no failure.
    #[must_use]
    pub fn holds(&self) -> bool {
        let failures = self.means.failures + self.other.as_ref().map_or(0, |means| means.failures);
        self.broken == 0
            && self.missing_turns.is_empty()
            && failures == 0
            && self.validations.iter().all(|validation| validation.holds)
    }
}
