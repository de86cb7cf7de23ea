//! Who is on a cluster, and what there is to do.

use std::sync::Arc;

use futures_util::StreamExt as _;
use ludus_core::text::shown;
use serde::Serialize;

use super::link::Link;
use super::wire::{Queue, RunNote, WorkerNote};
use super::worker::runtime;
use super::{Access, Build, ClusterError, Timing};

/// Who is on a cluster, and what there is to do.
#[derive(Clone, Debug, Serialize)]
pub struct Status {
    /// Where it is.
    pub url: String,
    /// The version of the server.
    pub server: String,
    /// The build of the program that asks.
    pub build: Build,
    /// The workers, by name.
    pub workers: Vec<WorkerNote>,
    /// The runs, by name.
    pub runs: Vec<RunNote>,
    /// The queues of all builds that had jobs lately.
    pub queues: Vec<Queue>,
    /// Results that are kept, of all runs.
    pub results: u64,
}

/// Asks a cluster who is there.
///
/// # Errors
/// If there is no server, it does not let us in, or something on it does not work.
pub fn status(
    access: &Access,
    prefix: &str,
    timing: &Timing,
    build: &Build,
) -> Result<Status, ClusterError> {
    runtime()?.block_on(async {
        let link = Link::open(access, prefix, build, timing, Arc::new(|_: &str| {})).await?;
        let workers: Vec<(String, WorkerNote)> = link.notes(link.names.workers_bucket()).await?;
        let runs: Vec<(String, RunNote)> = link.notes(link.names.runs_bucket()).await?;
        let mut workers: Vec<_> = workers.into_iter().map(|(_, note)| note).collect();
        workers.sort_by(|a, b| a.name.cmp(&b.name));
        let results = link.stream(link.names.results_stream()).await?;
        Ok(Status {
            url: access.shown(),
            server: shown(&link.context.client().server_info().version),
            build: build.clone(),
            workers,
            runs: runs.into_iter().map(|(_, note)| note).collect(),
            queues: queues(&link).await?,
            results: results.cached_info().state.messages,
        })
    })
}

async fn queues(link: &Link) -> Result<Vec<Queue>, ClusterError> {
    let stream = link.stream(link.names.jobs_stream()).await?;
    let mut consumers = stream.consumers();
    let mut queues = Vec::new();
    while let Some(consumer) = consumers.next().await {
        let consumer = consumer.map_err(ClusterError::server("list the queues"))?;
        queues.push(Queue {
            build: shown(&consumer.name),
            waiting: consumer.num_pending,
            running: consumer.num_ack_pending as u64,
        });
    }
    queues.sort_by(|a, b| a.build.cmp(&b.build));
    Ok(queues)
}
