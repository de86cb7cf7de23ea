//! The messages on a cluster: jobs, results, and the reports of trainers and workers.
//!
//! Everything is checked where it arrives. A job from another machine is a [`JobMessage`]; [`JobMessage::check`] makes a
//! [`Job`] of it only if its opponents are bots that the receiver trusts. Text becomes safe to show while it is read:
//! anyone with access to the cluster can write it.
//!
//! Reports ignore unknown fields, so that programs of other builds can read them.

use std::sync::Arc;

use ludus_arena::{AnyTrainable, ArenaError};
use ludus_core::text::read_shown;
use ludus_core::{FitnessSettings, Seed, Trust};
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::Build;
use crate::job::{Job, JobResult};

/// A job as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobMessage {
    game: String,
    mode: String,
    /// The game's own settings.
    settings: FitnessSettings,
    against: Vec<String>,
    genome: Vec<f64>,
    rivals: Vec<Vec<f64>>,
    seeds: Vec<Seed>,
}

impl From<&Job> for JobMessage {
    fn from(job: &Job) -> Self {
        Self {
            game: job.game.clone(),
            mode: job.mode.clone(),
            settings: job.settings.clone(),
            against: job.against.specs().map(ToString::to_string).collect(),
            genome: job.genome.clone(),
            rivals: job.rivals.clone(),
            seeds: job.seeds.clone(),
        }
    }
}

impl JobMessage {
    /// The most matches in a job from another machine.
    pub const MAX_MATCHES: usize = 1_000;

    /// The bytes that are sent.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        encode(self)
    }

    /// Reads a job and finds what it trains. `trust` says which opponents it may name.
    ///
    /// # Errors
    /// If the job cannot be read, or must not be run here.
    pub fn check(
        bytes: &[u8],
        trainables: &[Arc<dyn AnyTrainable>],
        trust: Trust,
    ) -> Result<(Arc<dyn AnyTrainable>, Job), JobError> {
        let message: Self = serde_json::from_slice(bytes)?;
        let Self { game, mode, settings, against, genome, rivals, seeds } = message;
        let mut job =
            Job { game, mode, settings, against: Default::default(), genome, rivals, seeds };
        let Some(trainable) = job.trainable(trainables) else {
            return Err(JobError::Unknown { game: job.game, mode: job.mode });
        };
        if !(1..=Self::MAX_MATCHES).contains(&job.seeds.len()) {
            return Err(JobError::Matches(job.seeds.len()));
        }
        job.against = trainable.pool(&against, trust).map_err(JobError::Opponent)?;
        Ok((trainable, job))
    }
}

/// A job from another machine that is refused.
#[derive(Debug, Error)]
pub enum JobError {
    /// The message is not a job.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// This program cannot train it.
    #[error("nothing here trains {game} {mode}")]
    Unknown {
        /// The game.
        game: String,
        /// What is trained.
        mode: String,
    },
    /// It has no match, or too many.
    #[error("it has {0} matches; allowed: 1 to {max}", max = JobMessage::MAX_MATCHES)]
    Matches(usize),
    /// An opponent is unknown, or is not part of this program.
    #[error(transparent)]
    Opponent(ArenaError),
}

/// The result of a job as it is sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum ResultMessage {
    /// The scores.
    Score(JobResult),
    /// The job could not be run.
    Failed {
        /// The reason.
        #[serde(deserialize_with = "read_shown")]
        reason: String,
        /// The worker that reports it.
        #[serde(deserialize_with = "read_shown")]
        worker: String,
    },
}

/// What a worker reports every few seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerReport {
    /// The name of the worker.
    #[serde(deserialize_with = "read_shown")]
    pub name: String,
    /// Its build.
    pub build: Build,
    /// How many jobs it runs at a time.
    pub jobs: usize,
    /// How many jobs it is running now.
    pub running: usize,
    /// How many jobs it has done.
    pub done: u64,
    /// Jobs per second since its last report.
    pub per_second: f64,
    /// Whether it is part of a trainer.
    pub trainer: bool,
}

/// What a trainer reports about its run every few seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunReport {
    /// What is trained: the game and the mode.
    #[serde(deserialize_with = "read_shown")]
    pub what: String,
    /// The build of the trainer.
    pub build: Build,
    /// How many jobs it has asked for.
    pub wanted: u64,
    /// How many of them are done.
    pub done: u64,
}

/// The bytes of a message.
pub(super) fn encode(message: &impl Serialize) -> Vec<u8> {
    // Only maps whose keys are not text, and types that refuse, cannot be JSON. Messages have neither.
    serde_json::to_vec(message).expect("messages are plain structs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_of_a_newer_build_can_be_read_and_its_text_is_safe_to_show() {
        let text = r#"{"what": "a\u001b[2Jb", "wanted": 1, "done": 0, "new": true,
            "build": {"protocol": 9, "version": "9", "fingerprint": "f", "more": []}}"#;
        let report: RunReport = serde_json::from_str(text).unwrap();
        assert_eq!(report.what, "a?[2Jb");
    }

    #[test]
    fn a_result_has_the_keys_that_other_programs_read() {
        let scores = vec![1.5, -2.0];
        let message = ResultMessage::Score(JobResult { scores });
        assert_eq!(encode(&message), br#"{"score":[1.5,-2.0]}"#);
        let message = ResultMessage::Failed { reason: "r".into(), worker: "w".into() };
        assert_eq!(encode(&message), br#"{"failed":{"reason":"r","worker":"w"}}"#);
    }
}
