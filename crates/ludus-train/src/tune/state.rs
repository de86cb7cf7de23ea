//! The state of a tuning run after a number of iterations: everything needed to continue it, as saved in `checkpoint`.

use serde::{Deserialize, Serialize};

use super::check::TuneCheck;
use super::interval::last_half;
use super::method::TuneSearch;
use super::plan::TunePlan;

/// The state of a tuning run after a number of iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneState {
    /// The search with everything it has learned.
    pub search: TuneSearch,
    /// The log, one row per iteration.
    pub rows: Vec<TuneRow>,
    /// Games that a bot lost without playing them to their end.
    pub failures: TuneForfeits,
    /// The test of the tuned bot against the bot as it was, once it has begun.
    pub check: Option<TuneCheck>,
}

/// One iteration in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneRow {
    /// How many games were played until its end.
    pub games: u64,
    /// SPSA: the mean score of the values on the side of the sum. Otherwise: the mean fitness of the generation. 0 to 1.
    pub score: f64,
    /// The centre of the search after it.
    pub values: Vec<f64>,
}

/// Games that a bot lost without playing them to their end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneForfeits {
    /// How many there were.
    pub count: u64,
    /// The first of them: the bot and its reason.
    pub first: Option<String>,
}

impl TuneState {
    /// The state before the first iteration.
    #[must_use]
    pub fn first(plan: &TunePlan) -> Self {
        Self {
            search: plan.first_search(),
            rows: Vec::new(),
            failures: TuneForfeits::default(),
            check: None,
        }
    }

    /// How many games were played to find the values.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rows.last().map_or(0, |row| row.games)
    }

    /// Whether all iterations are over.
    #[must_use]
    pub fn is_tuned(&self, plan: &TunePlan) -> bool {
        self.rows.len() as u64 >= plan.iterations()
    }

    /// Whether all iterations are over, and the check, if there is one.
    #[must_use]
    pub fn is_finished(&self, plan: &TunePlan) -> bool {
        let checked = match (&plan.check, &self.check) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(plan), Some(check)) => check.is_over(plan),
        };
        self.is_tuned(plan) && checked
    }

    /// The best values so far, as they are played: for SPSA the mean of the last half of the iterations, which varies less
    /// than the last centre (Polyak and Juditsky 1992, "Acceleration of Stochastic Approximation by Averaging"); for
    /// generations their last centre.
    #[must_use]
    pub fn answer(&self, plan: &TunePlan) -> Vec<f64> {
        let Some(last) = self.rows.last() else { return plan.start() };
        let values = match &self.search {
            TuneSearch::Population(_) => last.values.clone(),
            TuneSearch::Spsa(_) => {
                let rows = last_half(&self.rows);
                let mean = |place: usize| {
                    rows.iter().map(|row| row.values[place]).sum::<f64>() / rows.len() as f64
                };
                (0..last.values.len()).map(mean).collect()
            }
        };
        let played = |(parameter, value): (&super::TunedParameter, &f64)| parameter.played(*value);
        plan.parameters.iter().zip(&values).map(played).collect()
    }
}
