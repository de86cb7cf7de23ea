//! Jobs: one genome, the matches it plays, and what came of them.
//!
//! A job is a plain value that can be written down, sent to another machine and carried out there.
//! Its score depends on the job alone and on the version of the program, so it does not matter who
//! carries it out, how often, or in which order.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyTrainable, ArenaError, Task};
use ludus_core::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One genome and the matches that are played with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// The game's name.
    pub game: String,
    /// What of the game is trained: [`AnyTrainable::name`].
    pub mode: String,
    /// What fitness depends on beside the genome, as a complete tree of keys.
    pub settings: Value,
    /// The weights.
    pub genome: Vec<f64>,
    /// Genomes that take the place of the first opponents.
    pub rivals: Vec<Vec<f64>>,
    /// The seeds of the matches, one match each.
    pub seeds: Vec<Seed>,
}

/// What each match of a job counted, in the order of its seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(pub Vec<f64>);

impl Score {
    /// The mean over the matches, which is the genome's fitness; 0 without any.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.0.is_empty() {
            return 0.0;
        }
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }
}

/// Carries out a job; `None` if it was stopped. `trainable` must be the one that the job names.
///
/// # Errors
/// If the job does not fit what is trained.
pub fn perform(
    trainable: &dyn AnyTrainable,
    job: &Job,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Score>, ArenaError> {
    let task = Task {
        settings: &job.settings,
        genome: &job.genome,
        rivals: &job.rivals,
        seeds: &job.seeds,
    };
    Ok(trainable.play(&task, stop)?.map(Score))
}
