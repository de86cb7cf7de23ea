//! One job that the queue handed out: checked, run, and its result stored.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use async_nats::jetstream::{AckKind, Message};
use ludus_arena::{AnyTrainable, ArenaError};
use ludus_core::Trust;
use ludus_core::text::shown;
use tokio::time::interval;

use super::connection::ConnectionId;
use super::message::{JobError, JobMessage, ResultMessage, encode};
use super::publish::OutgoingMessage;
use super::subjects::JobKey;
use super::worker::WorkerState;
use crate::job::{Job, JobResult};

/// The most notices about refused jobs.
const MAX_REFUSAL_NOTICES: u64 = 20;

/// A job that the queue handed out.
pub(super) struct Delivery {
    pub(super) message: Message,
    /// The connection that it came by.
    pub(super) connection: ConnectionId,
}

impl WorkerState {
    /// Answers the queue, but only over the connection that the job came by. The queue identifies a delivery by a
    /// number, and a restarted server can give that number to another job.
    async fn acknowledge(&self, delivery: &Delivery, kind: AckKind) {
        if self.connection.id() == delivery.connection {
            // If the answer is lost, the queue hands the job out again.
            let _ = delivery.message.ack_with(kind).await;
        }
    }

    /// Runs a job, stores its result on the server, and removes the job from the queue.
    pub(super) async fn process(&self, delivery: Delivery) {
        let message = &delivery.message;
        let key = JobKey::of(&message.payload);
        let Some(subject) = self.connection.subjects.result(&message.subject, key) else { return };
        self.running.fetch_add(1, Ordering::Relaxed);
        let result = self.result(&delivery).await;
        self.running.fetch_sub(1, Ordering::Relaxed);
        let Some(result) = result else {
            self.acknowledge(&delivery, AckKind::Nak(None)).await;
            return;
        };
        // Each delivery can have a result. The ID only prevents that the server stores a result twice after a retry.
        let number = message.info().map_or(0, |info| info.consumer_sequence);
        let id = format!("{subject}.{}.{number}", delivery.connection);
        let outgoing = OutgoingMessage { id, subject, payload: encode(&result) };
        if self.connection.send(&[outgoing], &self.stop).await {
            self.done.fetch_add(1, Ordering::Relaxed);
            self.acknowledge(&delivery, AckKind::Ack).await;
        }
    }

    /// The result of a job; `None` if the worker was stopped.
    async fn result(&self, delivery: &Delivery) -> Option<ResultMessage> {
        let failed = |reason: String| {
            let worker = self.options.name.clone();
            Some(ResultMessage::Failed { reason, worker })
        };
        let max = self.connection.client.timing.max_deliver;
        if delivery.message.info().is_ok_and(|info| info.delivered > i64::from(max)) {
            return failed(format!(
                "it was handed out {max} times and no worker gave a result: they died or were cut off"
            ));
        }
        let (trainables, trust) = (&self.connection.client.trainables, self.options.trust);
        let payload = &delivery.message.payload;
        let (trainable, job) = match JobMessage::check(payload, trainables, trust) {
            Ok(checked) => checked,
            Err(error) => return failed(self.refuse(&error)),
        };
        match self.compute(trainable, job, delivery).await {
            Ok(result) => result.map(ResultMessage::Score),
            Err(error) => failed(error.to_string()),
        }
    }

    /// Notifies the user of this machine that a job was refused, and returns the reason.
    fn refuse(&self, error: &JobError) -> String {
        let hint = match error {
            JobError::Opponent(_) if self.options.trust == Trust::BuiltIn => {
                " (workers play against built-in bots; --allow-programs allows others)"
            }
            _ => "",
        };
        let reason = shown(&format!("{error}{hint}"));
        if self.refused.fetch_add(1, Ordering::Relaxed) < MAX_REFUSAL_NOTICES {
            (self.connection.notify)(&format!("refused a job: {reason}"));
        }
        reason
    }

    /// Plays the matches of a job, and confirms to the queue that the worker is still working on it.
    async fn compute(
        &self,
        trainable: Arc<dyn AnyTrainable>,
        job: Job,
        delivery: &Delivery,
    ) -> Result<Option<JobResult>, ArenaError> {
        let mut result = self.start_job(trainable, job, Arc::clone(&self.stop));
        let mut ticks = interval(self.progress_interval);
        ticks.tick().await;
        loop {
            tokio::select! {
                result = &mut result => return result.unwrap_or(Ok(None)),
                _ = ticks.tick() => self.acknowledge(delivery, AckKind::Progress).await,
            }
        }
    }
}
