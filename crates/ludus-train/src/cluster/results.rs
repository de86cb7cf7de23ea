//! Reads the results of a run: those that are there, and then each as it comes.

use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::{AckPolicy, DeliverPolicy, pull};
use futures_util::StreamExt as _;
use ludus_core::text::shown;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

use super::ClusterError;
use super::link::Link;
use super::names::{JobKey, RunId};
use super::wire::Reply;

/// How long the server may be silent while it hands out what it said to have.
const SILENCE: Duration = Duration::from_secs(10);
/// Between two tries to read on.
const PAUSE: Duration = Duration::from_millis(250);
/// The server forgets a reader that was away for this long.
const FORGOTTEN: Duration = Duration::from_secs(60);

/// A result that was read.
#[derive(Clone, Debug)]
pub(super) struct Arrival {
    pub(super) key: JobKey,
    /// Where it stands in the stream.
    pub(super) place: u64,
    /// What it says; the reason if it cannot be read.
    pub(super) reply: Result<Reply, String>,
}

/// The results of a run as they come.
pub(super) struct Results {
    link: Arc<Link>,
    run: RunId,
    sender: mpsc::UnboundedSender<Arrival>,
    receiver: mpsc::UnboundedReceiver<Arrival>,
    reader: JoinHandle<()>,
}

impl Results {
    /// All results that are there now, and those that will come.
    pub(super) async fn open(
        link: &Arc<Link>,
        run: &RunId,
    ) -> Result<(Vec<Arrival>, Self), ClusterError> {
        let (mut stream, there) = messages(link, run, 1).await?;
        let mut known = Vec::new();
        let mut last = 0;
        for _ in 0..there {
            // What does not come was removed meanwhile, or comes later.
            let Ok(Some(Ok(message))) = timeout(SILENCE, stream.next()).await else { break };
            last = place(&message).max(last);
            known.extend(read(&message));
        }
        let (sender, receiver) = mpsc::unbounded_channel();
        let reader = tokio::spawn(follow(Arc::clone(link), run.clone(), last, sender.clone()));
        let results = Self { link: Arc::clone(link), run: run.clone(), sender, receiver, reader };
        Ok((known, results))
    }

    /// The next result.
    pub(super) async fn next(&mut self) -> Option<Arrival> {
        self.receiver.recv().await
    }

    /// Reads everything once more, from the beginning.
    pub(super) fn again(&mut self) {
        self.reader.abort();
        let follow = follow(Arc::clone(&self.link), self.run.clone(), 0, self.sender.clone());
        self.reader = tokio::spawn(follow);
    }
}

impl Drop for Results {
    fn drop(&mut self) {
        self.reader.abort();
    }
}

/// Hands on every result after the one at `last`. When the connection was made anew everything is read
/// once more: a server that was killed may give the numbers of what it had removed to new results.
async fn follow(
    link: Arc<Link>,
    run: RunId,
    mut last: u64,
    sender: mpsc::UnboundedSender<Arrival>,
) {
    let mut connections = link.connections();
    loop {
        let Ok((mut stream, _)) = messages(&link, &run, last + 1).await else {
            sleep(PAUSE).await;
            continue;
        };
        loop {
            let message = tokio::select! {
                message = stream.next() => message,
                _ = connections.changed() => {
                    last = 0;
                    break;
                }
            };
            let Some(Ok(message)) = message else { break };
            last = place(&message).max(last);
            if read(&message).is_some_and(|result| sender.send(result).is_err()) {
                return;
            }
        }
        sleep(PAUSE).await;
    }
}

/// The messages of the run's results from this place on, and how many there are by now.
async fn messages(
    link: &Link,
    run: &RunId,
    from: u64,
) -> Result<(pull::Stream, u64), ClusterError> {
    let stream = link.stream(link.names.results_stream()).await?;
    let config = pull::Config {
        filter_subject: link.names.run_results(run),
        deliver_policy: DeliverPolicy::ByStartSequence { start_sequence: from },
        ack_policy: AckPolicy::None,
        inactive_threshold: FORGOTTEN,
        memory_storage: true,
        ..pull::Config::default()
    };
    const DOING: &str = "hand out results";
    let consumer = stream.create_consumer(config).await.map_err(ClusterError::server(DOING))?;
    let there = consumer.cached_info().num_pending;
    let messages = consumer.messages().await.map_err(ClusterError::server(DOING))?;
    Ok((messages, there))
}

fn place(message: &Message) -> u64 {
    message.info().map_or(0, |info| info.stream_sequence)
}

/// The result in a message; `None` if its subject is none of a result.
fn read(message: &Message) -> Option<Arrival> {
    let key = JobKey::at_end_of(&message.subject)?;
    let reply = serde_json::from_slice(&message.payload)
        .map_err(|error| format!("it cannot be read ({})", shown(&error.to_string())));
    Some(Arrival { key, place: place(message), reply })
}
