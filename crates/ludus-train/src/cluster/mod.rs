//! Evaluation on many machines: jobs on a NATS JetStream server, and workers that carry them out.
//!
//! The cluster is an existing engine, not something of ours. A trainer puts jobs on a work queue, any
//! number of workers pull them, and results are kept under the key of their job. The queue gives back
//! the job of a worker that died. A score depends on its job alone, so a result that comes twice, or
//! from another machine, is the same result.
//!
//! | module | what lives there |
//! |---|---|
//! | `access` | [`Access`]: where the server is, and how to get in |
//! | `batch` | the jobs that a trainer waits for, and which results can be believed |
//! | `build` | [`Build`]: which programs may work for each other |
//! | `names` | the names of streams and subjects, and the keys of jobs |
//! | `wire` | what is sent: results, and what trainers and workers tell about themselves |
//! | `link` | the connection, and the streams on the server |
//! | `results` | reads the results of a run |
//! | `trainer` | [`Cluster`]: the evaluator that puts jobs on the queue |
//! | `worker` | [`Worker`]: carries out jobs from the queue |
//! | `status` | [`Status`]: who is there and what there is to do |

mod access;
mod batch;
mod build;
mod link;
mod names;
mod results;
mod status;
mod trainer;
mod wire;
mod worker;

use std::sync::Arc;
use std::time::Duration;

use ludus_arena::ArenaError;
use thiserror::Error;

pub use access::Access;
pub use build::{Build, PROTOCOL};
pub use names::RunId;
pub use status::{Status, status};
pub use trainer::{Cluster, Terms};
pub use wire::{Queue, RunNote, WorkerNote};
pub use worker::{Crew, Worker};

/// What somebody should know who follows a trainer or a worker, a line each.
pub type Tell = Arc<dyn Fn(&str) + Send + Sync>;

/// The numbers of a cluster. They should be the same for all that take part; whoever comes first sets
/// those of the queue.
#[derive(Clone, Debug)]
pub struct Timing {
    /// After this time without a sign of life a job is given to another worker.
    pub ack_wait: Duration,
    /// A job that was handed out so often without a result is given up.
    pub max_deliver: u32,
    /// A trainer or worker that was not heard of for this long is no longer there.
    pub absence: Duration,
}

impl Timing {
    /// The server takes no shorter times.
    const SHORTEST: Duration = Duration::from_millis(100);

    fn check(&self) -> Result<(), ClusterError> {
        for (key, time) in [("ack_wait_ms", self.ack_wait), ("absence_ms", self.absence)] {
            if time < Self::SHORTEST {
                let least = Self::SHORTEST.as_millis();
                let reason = format!("it is {}; allowed: {least} and more", time.as_millis());
                return Err(ClusterError::Setting { key, reason });
            }
        }
        Ok(())
    }
}

/// Something about the cluster that does not work.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// There is no server.
    #[error(
        "cannot reach the cluster at {url}: {reason}; is nats-server running there, with JetStream (-js)?"
    )]
    Unreachable {
        /// Where it should be, without secrets.
        url: String,
        /// What the system said.
        reason: String,
    },
    /// There is a server, but no encrypted connection to it.
    #[error(
        "no encrypted connection to the cluster at {url}: {reason}; see cluster.ca_file, cluster.cert_file and cluster.key_file"
    )]
    Tls {
        /// Where it is, without secrets.
        url: String,
        /// What does not fit.
        reason: String,
    },
    /// The server wants to know who we are, and did not believe it.
    #[error(
        "the cluster at {url} refuses these credentials; set cluster.user and cluster.password, cluster.token, cluster.nkey_file or cluster.creds_file"
    )]
    Refused {
        /// Where it is, without secrets.
        url: String,
    },
    /// The server does not keep messages.
    #[error("the server at {url} has no JetStream; start it with nats-server -js -sd FOLDER")]
    NoJetStream {
        /// Where it is, without secrets.
        url: String,
    },
    /// A setting cannot be used.
    #[error("cluster.{key}: {reason}")]
    Setting {
        /// The key in the section.
        key: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// All runs on the cluster want another version of the games.
    #[error(
        "this worker has build {own}, and {run} on the cluster needs {wanted}: their games differ, and the results would be wrong. Install the trainer's version here"
    )]
    OtherBuild {
        /// Our build.
        own: String,
        /// The run.
        run: String,
        /// The build that it wants.
        wanted: String,
    },
    /// The server did not do what it was asked.
    #[error("the cluster cannot {doing}: {reason}")]
    Server {
        /// What it was asked.
        doing: &'static str,
        /// What it said.
        reason: String,
    },
    /// A file of the run cannot be used.
    #[error("cannot use {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What the system said.
        reason: std::io::Error,
    },
    /// The matches that tell builds apart cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The system gives no more threads.
    #[error("cannot start threads for the cluster: {0}")]
    Threads(String),
}

impl ClusterError {
    /// For `map_err`: what the server was asked to do.
    fn server<E: std::fmt::Display>(doing: &'static str) -> impl FnOnce(E) -> Self {
        move |reason| Self::Server { doing, reason: reason.to_string() }
    }
}
