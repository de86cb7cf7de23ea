//! The state of a run after a number of generations: everything needed to continue it, as saved in `checkpoint`.

use serde::{Deserialize, Serialize};

use crate::job::JobResult;
use crate::opponents::{OpponentKind, Opponents};
use crate::optimizer::Optimizer;
use crate::plan::Plan;

/// The state of a run after a number of generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunState {
    /// The optimiser with everything it has learned.
    pub optimizer: Optimizer,
    /// The opponents.
    pub opponents: Opponents,
    /// The log, one row per generation.
    pub rows: Vec<LogRow>,
    /// The genomes of the last generation.
    pub last: Vec<Vec<f64>>,
    /// The winner of the final race, once the race is over.
    pub best: Option<RaceWinner>,
}

impl RunState {
    /// The generation with the best fitness so far; the latest, if several are equal. Only generations of the same stage
    /// and with the same kind of opponents as the last one count, because fitness in other matches is not comparable.
    #[must_use]
    pub fn best_row(&self) -> Option<&LogRow> {
        let last = self.rows.last()?;
        let comparable = |row: &&LogRow| (row.stage, row.opponents) == (last.stage, last.opponents);
        let same = self.rows.iter().filter(comparable);
        same.max_by(|a, b| a.best.total_cmp(&b.best))
    }

    /// Whether all generations of the plan and the final race are over.
    #[must_use]
    pub fn is_finished(&self, plan: &Plan) -> bool {
        self.best.is_some() && self.rows.len() as u64 >= plan.search.generations
    }
}

/// One generation in the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LogRow {
    /// The best fitness.
    pub best: f64,
    /// The mean fitness.
    pub mean: f64,
    /// The worst fitness.
    pub worst: f64,
    /// The number of the stage, from 0.
    #[serde(default)]
    pub stage: usize,
    /// The kind of opponents.
    pub opponents: OpponentKind,
    /// The genome with the best fitness.
    pub genome: Vec<f64>,
}

/// The genome that won the final race.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceWinner {
    /// Its mean score over all its matches in the race.
    pub fitness: f64,
    /// The standard error of the fitness.
    pub error: f64,
    /// How many matches it played in the race.
    pub games: usize,
    /// The genome.
    pub genome: Vec<f64>,
}

impl RaceWinner {
    /// The winner with these scores.
    pub(crate) fn new(genome: Vec<f64>, result: &JobResult) -> Self {
        let (mean, games) = (result.mean(), result.scores.len());
        let squares: f64 = result.scores.iter().map(|score| (score - mean) * (score - mean)).sum();
        let n = games as f64;
        // The standard error of a mean: the sample deviation (with n − 1) over √n.
        let error = if games > 1 { (squares / (n - 1.0) / n).sqrt() } else { 0.0 };
        Self { fitness: mean, error, games, genome }
    }
}
