//! Reads the results of a run: those on the server, then each new one.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use futures_util::StreamExt as _;
use ludus_core::text::shown;
use thiserror::Error;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::connection::{Connection, RETRY_PAUSE};
use super::message::ResultMessage;
use super::subjects::JobKey;
use super::{ClusterError, RunId};
use crate::job::JobResultError;

/// How long to wait for a result that the server has announced.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// The server forgets a reader after this time without a request.
const READER_TIMEOUT: Duration = Duration::from_secs(60);

/// A result from the server.
#[derive(Clone, Debug)]
pub(super) struct ReceivedResult {
    /// The key of its job.
    pub(super) key: JobKey,
    /// Its sequence number in the stream.
    pub(super) sequence: u64,
    /// The message, if it can be read.
    pub(super) message: Result<ResultMessage, ResultError>,
}

/// A result that cannot be used.
#[derive(Clone, Debug, Error)]
pub(super) enum ResultError {
    /// The message cannot be read.
    #[error("it cannot be read ({0})")]
    Unreadable(String),
    /// The scores do not fit the job.
    #[error(transparent)]
    Scores(#[from] JobResultError),
}

/// The results of a run as they arrive.
pub(super) struct ResultStream {
    connection: Arc<Connection>,
    run: RunId,
    sender: mpsc::UnboundedSender<ReceivedResult>,
    receiver: mpsc::UnboundedReceiver<ReceivedResult>,
    reader: JoinHandle<()>,
}

impl ResultStream {
    /// All results on the server, and a stream of those that follow.
    pub(super) async fn open(
        connection: &Arc<Connection>,
        run: &RunId,
    ) -> Result<(Vec<ReceivedResult>, Self), ClusterError> {
        let (mut messages, pending) = subscribe(connection, run, 1).await?;
        let mut known = Vec::new();
        let mut last = 0;
        for _ in 0..pending {
            // A result that does not arrive was removed meanwhile, or arrives later.
            let Ok(Some(Ok(message))) = timeout(READ_TIMEOUT, messages.next()).await else { break };
            last = sequence(&message).max(last);
            known.extend(parse(&message));
        }
        let (sender, receiver) = mpsc::unbounded_channel();
        let (connection, run) = (Arc::clone(connection), run.clone());
        let follow = follow(Arc::clone(&connection), run.clone(), last, sender.clone());
        let reader = tokio::spawn(follow);
        Ok((known, Self { connection, run, sender, receiver, reader }))
    }

    /// The next result.
    pub(super) async fn next(&mut self) -> Option<ReceivedResult> {
        self.receiver.recv().await
    }

    /// Reads all results again, from the beginning.
    pub(super) fn restart(&mut self) {
        self.reader.abort();
        let (connection, run) = (Arc::clone(&self.connection), self.run.clone());
        self.reader = tokio::spawn(follow(connection, run, 0, self.sender.clone()));
    }
}

impl Drop for ResultStream {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// Passes on every result after sequence number `last`. After a reconnect it reads everything again: a server that was
/// killed may give new results sequence numbers that it has used before.
async fn follow(
    connection: Arc<Connection>,
    run: RunId,
    mut last: u64,
    sender: mpsc::UnboundedSender<ReceivedResult>,
) {
    let mut reconnects = connection.reconnects();
    loop {
        let Ok((mut messages, _)) = subscribe(&connection, &run, last + 1).await else {
            sleep(RETRY_PAUSE).await;
            continue;
        };
        loop {
            let message = tokio::select! {
                message = messages.next() => message,
                _ = reconnects.changed() => {
                    last = 0;
                    break;
                }
            };
            let Some(Ok(message)) = message else { break };
            last = sequence(&message).max(last);
            if parse(&message).is_some_and(|result| sender.send(result).is_err()) {
                return;
            }
        }
        sleep(RETRY_PAUSE).await;
    }
}

/// The messages of the run's results from this sequence number on, and how many the server has now.
async fn subscribe(
    connection: &Connection,
    run: &RunId,
    from: u64,
) -> Result<(pull::Stream, u64), ClusterError> {
    const REQUEST: &str = "hand out results";
    let stream = connection.stream(connection.subjects.results_stream()).await?;
    let config = pull::Config {
        filter_subject: connection.subjects.run_results(run),
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
        ack_policy: AckPolicy::None,
        inactive_threshold: READER_TIMEOUT,
        memory_storage: true,
        ..pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await.map_err(ClusterError::server(REQUEST))?;
    let pending = consumer.cached_info().num_pending;
    let messages = consumer.messages().await.map_err(ClusterError::server(REQUEST))?;
    Ok((messages, pending))
}

fn sequence(message: &Message) -> u64 {
    message.info().map_or(0, |info| info.stream_sequence)
}

/// The result in a message; `None` if its subject does not end with the key of a job.
fn parse(message: &Message) -> Option<ReceivedResult> {
    let key = JobKey::at_end_of(&message.subject)?;
    let parsed = serde_json::from_slice(&message.payload)
        .map_err(|error| ResultError::Unreadable(shown(&error.to_string())));
    Some(ReceivedResult { key, sequence: sequence(message), message: parsed })
}
