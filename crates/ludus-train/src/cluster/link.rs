//! The connection to the server, and the streams that are kept there.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::Event;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::context::{PublishError, PublishErrorKind};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use futures_util::StreamExt as _;
use futures_util::future::join_all;
use serde::de::DeserializeOwned;
use tokio::sync::watch;
use tokio::time::sleep;

use super::names::Names;
use super::{Access, Build, ClusterError, Tell, Timing};

/// Jobs and results that nobody asked for any more are removed after this time.
const KEPT: Duration = Duration::from_secs(24 * 60 * 60);
/// A message that was sent again within this time is taken once.
const DUPLICATES: Duration = Duration::from_secs(120);
/// More jobs are not handed out at a time, and more requests for jobs do not wait: room for thousands
/// of workers. The server's own limits are 1,000 and 512.
const AT_A_TIME: i64 = 65_536;
/// Messages that are sent before their receipts are awaited.
const UNDER_WAY: usize = 256;
/// More trainers or workers are not listed: anybody on the server may write notes.
const MOST_NOTES: usize = 10_000;
/// After how many refusals the user is told.
const PATIENCE: u32 = 3;
/// Between two tries.
const PAUSE: Duration = Duration::from_millis(250);

/// A connection to the server.
pub(super) struct Link {
    pub(super) context: Context,
    pub(super) names: Names,
    pub(super) timing: Timing,
    pub(super) tell: Tell,
    /// Counts how often the connection was made anew: what was asked for before is lost.
    connections: watch::Receiver<u64>,
}

/// One connection to one start of a server: neither comes back once it is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Door {
    server: String,
    client: u64,
}

impl fmt::Display for Door {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.server, self.client)
    }
}

/// A message to be kept by the server.
pub(super) struct Parcel {
    pub(super) subject: String,
    /// Of parcels with the same id, one is taken.
    pub(super) id: String,
    pub(super) payload: Vec<u8>,
}

impl Link {
    /// Connects, and makes the streams that are not there.
    pub(super) async fn open(
        access: &Access,
        prefix: &str,
        build: &Build,
        timing: &Timing,
        tell: Tell,
    ) -> Result<Self, ClusterError> {
        timing.check()?;
        let names = Names::new(prefix, build)?;
        let (count, connections) = watch::channel(0);
        let (say, lost) = (Arc::clone(&tell), AtomicBool::new(false));
        let client = access
            .connect(move |event| match event {
                Event::Connected if lost.swap(false, Ordering::Relaxed) => {
                    count.send_modify(|count| *count += 1);
                    say("reconnected to the cluster");
                }
                Event::Disconnected => {
                    lost.store(true, Ordering::Relaxed);
                    say("lost the connection to the cluster; reconnecting");
                }
                _ => {}
            })
            .await?;
        if !client.server_info().jetstream {
            return Err(ClusterError::NoJetStream { url: access.shown() });
        }
        let context = jetstream::new(client);
        let link = Self { context, names, timing: timing.clone(), tell, connections };
        link.ensure().await?;
        Ok(link)
    }

    /// Makes the streams that are not there.
    pub(super) async fn ensure(&self) -> Result<(), ClusterError> {
        let kept = |name: String, subject: String| Config {
            name,
            subjects: vec![subject],
            storage: StorageType::File,
            max_age: KEPT,
            duplicate_window: DUPLICATES,
            ..Config::default()
        };
        let jobs = Config {
            retention: RetentionPolicy::WorkQueue,
            ..kept(self.names.jobs_stream(), self.names.all_jobs())
        };
        // One result a job: a doubled one takes the place of the first.
        let results = Config {
            max_messages_per_subject: 1,
            allow_direct: true,
            ..kept(self.names.results_stream(), self.names.all_results())
        };
        for config in [jobs, results] {
            self.make(config).await?;
        }
        for bucket in [self.names.workers_bucket(), self.names.runs_bucket()] {
            self.make(self.bucket_config(&bucket)).await?;
        }
        Ok(())
    }

    /// A bucket is a stream of this form. The client's own way to make one fails on servers of 2.9,
    /// which do not know fields that it sends.
    fn bucket_config(&self, bucket: &str) -> Config {
        Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            storage: StorageType::File,
            max_messages_per_subject: 1,
            max_age: self.timing.absence,
            duplicate_window: self.timing.absence.min(DUPLICATES),
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..Config::default()
        }
    }

    async fn make(&self, config: Config) -> Result<(), ClusterError> {
        let made = self.context.get_or_create_stream(config).await;
        made.map(drop).map_err(ClusterError::server("make a stream"))
    }

    /// Changes whenever the connection was made anew.
    pub(super) fn connections(&self) -> watch::Receiver<u64> {
        let mut connections = self.connections.clone();
        connections.mark_unchanged();
        connections
    }

    /// The connection that there is now, or the last one.
    pub(super) fn door(&self) -> Door {
        let info = self.context.client().server_info();
        Door { server: info.server_id, client: info.client_id }
    }

    /// A stream by name.
    pub(super) async fn stream(&self, name: String) -> Result<Stream, ClusterError> {
        self.context.get_stream(name).await.map_err(ClusterError::server("open a stream"))
    }

    /// The one consumer of this build's jobs, made if it is not there.
    pub(super) async fn consumer(&self) -> Result<PullConsumer, ClusterError> {
        let name = self.names.consumer();
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: self.names.build_jobs(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.timing.ack_wait,
            max_ack_pending: AT_A_TIME,
            max_waiting: AT_A_TIME,
            inactive_threshold: KEPT,
            ..pull::Config::default()
        };
        let stream = self.stream(self.names.jobs_stream()).await?;
        let consumer = stream.get_or_create_consumer(&name, config).await;
        consumer.map_err(ClusterError::server("make the queue of this build"))
    }

    /// A bucket by name.
    pub(super) async fn bucket(&self, name: String) -> Result<Store, ClusterError> {
        self.context.get_key_value(name).await.map_err(ClusterError::server("open a bucket"))
    }

    /// Everything in a bucket that can be read, by key.
    pub(super) async fn notes<T: DeserializeOwned>(
        &self,
        bucket: String,
    ) -> Result<Vec<(String, T)>, ClusterError> {
        // The client's own way to list keys waits for ever for one that expires meanwhile.
        const LIST: &str = "list a bucket";
        let subject = format!("$KV.{bucket}.");
        let stream = self.stream(format!("KV_{bucket}")).await?;
        let info = stream.info_with_subjects(format!("{subject}>")).await;
        let mut subjects = info.map_err(ClusterError::server(LIST))?;
        let bucket = self.bucket(bucket).await?;
        let mut notes = Vec::new();
        while let Some(named) = subjects.next().await {
            if notes.len() >= MOST_NOTES {
                break;
            }
            let (name, _) = named.map_err(ClusterError::server(LIST))?;
            let Some(key) = name.strip_prefix(&subject) else { continue };
            let value = bucket.get(key).await.map_err(ClusterError::server("read a bucket"))?;
            // Others write there too: a note of another form is none of ours.
            if let Some(note) = value.and_then(|value| serde_json::from_slice(&value).ok()) {
                notes.push((key.to_owned(), note));
            }
        }
        notes.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(notes)
    }

    /// Has parcels kept by the server. It is tried until that is done: the server may be restarted,
    /// or its disk be full. `false` if it was stopped before.
    pub(super) async fn send(&self, parcels: &[Parcel], stop: &AtomicBool) -> bool {
        for some in parcels.chunks(UNDER_WAY) {
            let mut left: Vec<&Parcel> = some.iter().collect();
            let mut tries = 0;
            loop {
                let refusal = self.try_send(&mut left).await;
                let Some((kind, reason)) = refusal else { break };
                if stop.load(Ordering::Relaxed) {
                    return false;
                }
                tries += 1;
                if tries == PATIENCE {
                    (self.tell)(&format!("the cluster does not take messages: {reason}"));
                }
                if kind == PublishErrorKind::StreamNotFound && tries >= PATIENCE {
                    // The server lost its store. If they cannot be made, the next try says so.
                    let _ = self.ensure().await;
                }
                sleep(PAUSE).await;
            }
        }
        true
    }

    /// Sends what is left, and keeps in `left` what was not taken. Tells why, if something was not.
    async fn try_send(&self, left: &mut Vec<&Parcel>) -> Option<(PublishErrorKind, String)> {
        let mut connections = self.connections();
        let receipts = tokio::select! {
            receipts = join_all(left.iter().map(|parcel| self.receipt(parcel))) => receipts,
            // Receipts from before are lost with their connection. What was taken and is sent again is
            // known by its id.
            _ = connections.changed() => {
                return Some((PublishErrorKind::BrokenPipe, "the connection was lost".to_owned()));
            }
        };
        let mut refusal = None;
        let mut receipts = receipts.into_iter();
        left.retain(|_| match receipts.next() {
            Some(Err(error)) => {
                refusal = Some((error.kind(), error.to_string()));
                true
            }
            _ => false,
        });
        refusal
    }

    /// Sends a parcel and waits until the server has it.
    async fn receipt(&self, parcel: &Parcel) -> Result<(), PublishError> {
        let payload = parcel.payload.clone().into();
        let message = PublishMessage::build().message_id(&parcel.id).payload(payload);
        self.context.send_publish(parcel.subject.clone(), message).await?.await.map(drop)
    }
}
