//! Evaluation on many machines: jobs on a NATS JetStream server, and workers that run them.
//!
//! A trainer puts jobs on a work queue. Any number of workers pull them, and the server keeps each result under the key
//! of its job. If a worker dies, the queue gives its job to another one. A result depends only on its job, so a result
//! that arrives twice, or from another machine, is the same result.
//!
//! | module | contents |
//! |---|---|
//! | `client` | [`ClusterClient`]: the server, and what this program can do there |
//! | `endpoint` | [`Endpoint`]: the address of the server, and the credentials |
//! | `build` | [`Build`]: which programs compute the same results |
//! | `message` | the messages: jobs, results, reports of trainers and workers |
//! | `subjects` | the names of streams and subjects, and the keys of jobs |
//! | `run_id` | [`RunId`]: the name of a run on the cluster |
//! | `connection` | the connection, and the streams on the server |
//! | `publish` | sends messages until the server has stored them |
//! | `results` | reads the results of a run |
//! | `batch` | the jobs that a trainer waits for, and which results it accepts |
//! | `evaluator` | [`ClusterEvaluator`]: puts jobs on the queue and collects their results |
//! | `silence` | what a trainer does when results stay away |
//! | `worker` | [`ClusterWorker`]: runs jobs from the queue |
//! | `delivery` | one job that the queue handed out |
//! | `status` | [`ClusterStatus`]: workers, runs and queues |

mod batch;
mod build;
mod client;
mod connection;
mod delivery;
mod endpoint;
mod error;
mod evaluator;
mod message;
mod publish;
mod results;
mod run_id;
mod silence;
mod status;
mod subjects;
mod worker;

use std::sync::Arc;

pub use build::{Build, PROTOCOL};
pub use client::{ClusterClient, Timing};
pub use endpoint::Endpoint;
pub use error::{ClusterError, ClusterJobError};
pub use evaluator::{ClusterEvaluator, TrainerOptions};
pub use message::{JobError, JobMessage, RunReport, WorkerReport};
pub use run_id::RunId;
pub use status::{ClusterStatus, QueueReport};
pub use subjects::JobKey;
pub use worker::{ClusterWorker, WorkerOptions};

/// Receives notices for the user, one line each.
pub type Notify = Arc<dyn Fn(&str) + Send + Sync>;
