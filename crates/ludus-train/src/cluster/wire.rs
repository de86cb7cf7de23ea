//! What is sent beside jobs: results, and what trainers and workers tell about themselves.
//!
//! Those of another build must be able to read what is told: fields that they do not know are left out. Texts are
//! read as they can be shown: anybody on the cluster may have written them.

use ludus_core::text::read_shown;
use serde::{Deserialize, Serialize};

use super::build::Build;
use crate::job::Score;

/// What came of a job.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Reply {
    /// Its score.
    Score(Score),
    /// It cannot be carried out.
    Failed {
        /// Why.
        #[serde(deserialize_with = "read_shown")]
        reason: String,
        /// The worker that says so.
        #[serde(deserialize_with = "read_shown")]
        worker: String,
    },
}

/// What a worker tells about itself, every few seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorkerNote {
    /// Its name.
    #[serde(deserialize_with = "read_shown")]
    pub name: String,
    /// Its build.
    pub build: Build,
    /// Jobs that it carries out at a time.
    pub jobs: usize,
    /// Jobs that it carries out now.
    pub running: usize,
    /// Jobs that it has done.
    pub done: u64,
    /// Jobs that it did in a second, lately.
    pub per_second: f64,
    /// Whether it is part of a trainer.
    pub trainer: bool,
}

/// What a trainer tells about its run, every few seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunNote {
    /// What is trained: `tetris solo`.
    #[serde(deserialize_with = "read_shown")]
    pub what: String,
    /// The build of the trainer.
    pub build: Build,
    /// Jobs that it has wanted so far.
    pub wanted: u64,
    /// Jobs of those that are done.
    pub done: u64,
}

/// The queue of the jobs of one build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Queue {
    /// The build, as it stands in subjects.
    pub build: String,
    /// Jobs that nobody has taken.
    pub waiting: u64,
    /// Jobs that workers carry out.
    pub running: u64,
}
