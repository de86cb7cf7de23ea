//! A job: one genome and the matches it plays. [`run_job`] plays them.
//!
//! A job is a plain value that can be sent to another machine. Its result depends only on the job and on the version
//! of the program. So it does not matter which machine runs a job, how often it is run, or in which order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyTrainable, ArenaError, Task};
use ludus_core::{FitnessSettings, Pool, Seed};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// One genome and the matches it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Job {
    /// The name of the game.
    pub game: String,
    /// What is trained: [`AnyTrainable::name`].
    pub mode: String,
    /// The game's own settings that fitness depends on.
    pub settings: FitnessSettings,
    /// The bots that opponents are drawn from.
    pub against: Pool,
    /// The weights.
    pub genome: Vec<f64>,
    /// Genomes that replace the first opponents.
    pub rivals: Vec<Vec<f64>>,
    /// The seeds of the matches, one per match.
    pub seeds: Vec<Seed>,
}

impl Job {
    /// What this job trains, if it is one of these.
    #[must_use]
    pub fn trainable(&self, known: &[Arc<dyn AnyTrainable>]) -> Option<Arc<dyn AnyTrainable>> {
        known.iter().find(|known| known.game() == self.game && known.name() == self.mode).cloned()
    }
}

/// The result of a job: the score of each match, in the order of the job's seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct JobResult {
    /// One score per match.
    pub scores: Vec<f64>,
}

impl JobResult {
    /// The mean score, which is the fitness of the genome; 0 without matches.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.scores.is_empty() {
            return 0.0;
        }
        self.scores.iter().sum::<f64>() / self.scores.len() as f64
    }

    /// Checks that this can be the result of a job: one finite score per match.
    ///
    /// # Errors
    /// If it cannot.
    pub fn check(&self, job: &Job) -> Result<(), JobResultError> {
        let (given, expected) = (self.scores.len(), job.seeds.len());
        if given != expected {
            return Err(JobResultError::Count { given, expected });
        }
        match self.scores.iter().find(|score| !score.is_finite()) {
            Some(score) => Err(JobResultError::NotFinite(*score)),
            None => Ok(()),
        }
    }
}

/// A result that does not fit its job.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum JobResultError {
    /// It has too many or too few scores.
    #[error("{given} scores for {expected} matches")]
    Count {
        /// How many scores it has.
        given: usize,
        /// How many matches the job has.
        expected: usize,
    },
    /// A score is infinite or not a number.
    #[error("a match with the score {0}")]
    NotFinite(f64),
}

/// Plays the matches of a job. `None` if `stop` was set before the end. `trainable` must be the one that the job
/// names.
///
/// # Errors
/// If the job does not fit what is trained.
pub fn run_job(
    trainable: &dyn AnyTrainable,
    job: &Job,
    stop: &Arc<AtomicBool>,
) -> Result<Option<JobResult>, ArenaError> {
    let Job { settings, against, genome, rivals, seeds, .. } = job;
    let task = Task { settings, against, genome, rivals, seeds };
    Ok(trainable.play(&task, stop)?.map(|scores| JobResult { scores }))
}
