//! The status of a cluster: workers, runs and queues.

use std::sync::Arc;

use futures_util::StreamExt as _;
use ludus_core::text::shown;
use serde::Serialize;

use super::client::runtime;
use super::connection::Connection;
use super::message::{RunReport, WorkerReport};
use super::{Build, ClusterClient, ClusterError};

/// The status of a cluster.
#[derive(Clone, Debug, Serialize)]
pub struct ClusterStatus {
    /// The address of the server, without secrets.
    pub url: String,
    /// The version of the server.
    pub server: String,
    /// The build of this program.
    pub build: Build,
    /// The workers, by name.
    pub workers: Vec<WorkerReport>,
    /// The runs, by their names on the cluster.
    pub runs: Vec<RunReport>,
    /// The queues of all builds that recently had jobs.
    pub queues: Vec<QueueReport>,
    /// How many results the server stores, of all runs.
    pub results: u64,
}

/// The job queue of one build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct QueueReport {
    /// The build, as written in subjects.
    pub build: String,
    /// How many jobs wait for a worker.
    pub waiting: u64,
    /// How many jobs are being run.
    pub running: u64,
}

impl ClusterClient {
    /// Asks the server for the status of the cluster.
    ///
    /// # Errors
    /// If the server cannot be reached, refuses the credentials, or refuses a request.
    pub fn status(&self) -> Result<ClusterStatus, ClusterError> {
        runtime()?.block_on(async {
            let connection = Connection::open(self, Arc::new(|_: &str| {})).await?;
            let subjects = &connection.subjects;
            let workers: Vec<(String, WorkerReport)> =
                connection.reports(subjects.workers_bucket()).await?;
            let runs: Vec<(String, RunReport)> = connection.reports(subjects.runs_bucket()).await?;
            let mut workers: Vec<_> = workers.into_iter().map(|(_, report)| report).collect();
            workers.sort_by(|a, b| a.name.cmp(&b.name));
            let results = connection.stream(subjects.results_stream()).await?;
            Ok(ClusterStatus {
                url: self.endpoint.shown(),
                server: shown(&connection.context.client().server_info().version),
                build: self.build.clone(),
                workers,
                runs: runs.into_iter().map(|(_, report)| report).collect(),
                queues: queues(&connection).await?,
                results: results.cached_info().state.messages,
            })
        })
    }
}

async fn queues(connection: &Connection) -> Result<Vec<QueueReport>, ClusterError> {
    let stream = connection.stream(connection.subjects.jobs_stream()).await?;
    let mut consumers = stream.consumers();
    let mut queues = Vec::new();
    while let Some(consumer) = consumers.next().await {
        let consumer = consumer.map_err(ClusterError::server("list the queues"))?;
        queues.push(QueueReport {
            build: shown(&consumer.name),
            waiting: consumer.num_pending,
            running: consumer.num_ack_pending as u64,
        });
    }
    queues.sort_by(|a, b| a.build.cmp(&b.build));
    Ok(queues)
}
