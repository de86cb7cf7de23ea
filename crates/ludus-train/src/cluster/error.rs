//! What can go wrong on a cluster.

use ludus_arena::ArenaError;
use thiserror::Error;

use super::subjects::JobKey;

/// A cluster that cannot be used.
#[derive(Debug, Error)]
pub enum ClusterError {
    /// No server answers.
    #[error(
        "cannot reach the cluster at {url}: {reason}; is nats-server running there, with JetStream (-js)?"
    )]
    Unreachable {
        /// The address, without secrets.
        url: String,
        /// The error of the connection.
        reason: String,
    },
    /// The server answers, but the connection cannot be encrypted.
    #[error(
        "no encrypted connection to the cluster at {url}: {reason}; see cluster.ca_file, cluster.cert_file and cluster.key_file"
    )]
    Tls {
        /// The address, without secrets.
        url: String,
        /// The error of the connection.
        reason: String,
    },
    /// The server refuses the credentials.
    #[error(
        "the cluster at {url} refuses these credentials; set cluster.user and cluster.password, cluster.token, cluster.nkey_file or cluster.creds_file"
    )]
    Refused {
        /// The address, without secrets.
        url: String,
    },
    /// The server stores no messages.
    #[error("the server at {url} has no JetStream; start it with nats-server -js -sd FOLDER")]
    NoJetStream {
        /// The address, without secrets.
        url: String,
    },
    /// A setting cannot be used.
    #[error("cluster.{key}: {reason}")]
    Setting {
        /// The key in the section `[cluster]`.
        key: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// All runs on the cluster need another build.
    #[error(
        "this worker has build {own}, and {run} on the cluster needs {needed}: their games differ, and the results would be wrong. Install the trainer's version here"
    )]
    OtherBuild {
        /// The build of this program.
        own: String,
        /// What a run on the cluster trains.
        run: String,
        /// The build that the run needs.
        needed: String,
    },
    /// The server refused a request.
    #[error("the cluster cannot {request}: {reason}")]
    Server {
        /// The request.
        request: &'static str,
        /// The server's answer.
        reason: String,
    },
    /// A file of the run cannot be used.
    #[error("cannot use {path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// The error.
        reason: std::io::Error,
    },
    /// The matches that identify the build cannot be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The system could not start the threads.
    #[error("cannot start threads for the cluster: {0}")]
    Threads(std::io::Error),
}

impl ClusterError {
    /// For `map_err`: the server refused this request.
    pub(super) fn server<E: std::fmt::Display>(request: &'static str) -> impl FnOnce(E) -> Self {
        move |reason| Self::Server { request, reason: reason.to_string() }
    }
}

/// A job that could not be run on the cluster.
#[derive(Debug, Error)]
pub enum ClusterJobError {
    /// A worker could not run it.
    #[error("job {key} failed on the cluster (worker {worker}): {reason}")]
    Failed {
        /// The job.
        key: JobKey,
        /// The worker.
        worker: String,
        /// The worker's reason.
        reason: String,
    },
    /// No worker sent a result that fits, and the trainer runs no jobs itself.
    #[error(
        "job {key}: no worker gives a result that can be used ({reason}). Find the worker that is wrong, or resume the run without --no-local"
    )]
    NoUsableResult {
        /// The job.
        key: JobKey,
        /// Why the last result cannot be used.
        reason: String,
    },
}
