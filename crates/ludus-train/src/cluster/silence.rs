//! What a trainer does when results stay away: reads them again, sends lost jobs again, looks for workers.

use std::sync::atomic::AtomicBool;

use futures_util::StreamExt as _;

use super::batch::Batch;
use super::connection::Connection;
use super::evaluator::ClusterEvaluator;
use super::message::WorkerReport;
use super::publish::OutgoingMessage;
use super::subjects::JobKey;
use super::{ClusterError, RunId};

impl ClusterEvaluator {
    /// Called when no result came for a while, for the `silences`th time in a row. First it reads the results again:
    /// one may have been lost on the way. If that does not help and the queue has no job of this run, the server has
    /// lost jobs with its store. They are sent again.
    pub(super) async fn after_silence(
        &mut self,
        batch: &Batch<'_>,
        sent: &[OutgoingMessage],
        silences: u32,
        stop: &AtomicBool,
    ) {
        if silences == 1 {
            self.results.restart();
            return;
        }
        match self.has_jobs().await {
            Ok(false) => self.send_again(batch, sent, stop).await,
            Ok(true) if self.worker.is_none() && !self.missing_worker_noticed => {
                let noticed = notice_missing_worker(&self.connection).await;
                self.missing_worker_noticed = noticed.unwrap_or(false);
            }
            // Errors: the next silence tries again.
            _ => {}
        }
    }

    async fn send_again(&self, batch: &Batch<'_>, sent: &[OutgoingMessage], stop: &AtomicBool) {
        let now = RunId::fresh();
        let again: Vec<OutgoingMessage> = sent
            .iter()
            .filter(|message| batch.is_missing(JobKey::of(&message.payload)))
            .map(|message| OutgoingMessage {
                subject: message.subject.clone(),
                id: format!("{}.{now}", message.id),
                payload: message.payload.clone(),
            })
            .collect();
        let count = again.len();
        (self.connection.notify)(&format!("{count} jobs were lost on the cluster; sent again"));
        self.connection.send(&again, stop).await;
    }

    /// Whether a job of this run waits in the queue or is being run.
    ///
    /// A server that was killed may have forgotten that it removed a job: it stores the job and hands it out to no
    /// worker. So jobs count only while the queue has something to do.
    async fn has_jobs(&self) -> Result<bool, ClusterError> {
        const REQUEST: &str = "count jobs";
        self.connection.create_streams().await?;
        let mut consumer = self.connection.consumer().await?;
        let queue = consumer.info().await.map_err(ClusterError::server(REQUEST))?;
        if queue.num_pending == 0 && queue.num_ack_pending == 0 {
            return Ok(false);
        }
        let subjects = &self.connection.subjects;
        let stream = self.connection.stream(subjects.jobs_stream()).await?;
        let info = stream.info_with_subjects(subjects.run_jobs(&self.run)).await;
        let mut counts = info.map_err(ClusterError::server(REQUEST))?;
        while let Some(count) = counts.next().await {
            if count.map_err(ClusterError::server(REQUEST))?.1 > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Notifies the user if no worker on the cluster can run the jobs. Returns whether it did.
pub(super) async fn notice_missing_worker(connection: &Connection) -> Result<bool, ClusterError> {
    let workers: Vec<(String, WorkerReport)> =
        connection.reports(connection.subjects.workers_bucket()).await?;
    let build = &connection.client.build;
    let (own, others): (Vec<_>, Vec<_>) =
        workers.into_iter().partition(|(_, worker)| worker.build == *build);
    if own.is_empty() {
        let others = match others.len() {
            0 => String::new(),
            count => format!(" ({count} of other builds are there)"),
        };
        (connection.notify)(&format!(
            "no worker of build {build} is on the cluster{others}; waiting for one"
        ));
    }
    Ok(own.is_empty())
}
