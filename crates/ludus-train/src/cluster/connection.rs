//! The connection to the server, and the streams on it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::Event;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::kv::Store;
use async_nats::jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType, Stream};
use async_nats::jetstream::{self, Context};
use futures_util::StreamExt as _;
use serde::de::DeserializeOwned;
use tokio::sync::watch;

use super::subjects::Subjects;
use super::{ClusterClient, ClusterError, Notify};

/// The server removes jobs and results after this time, if the run has not removed them.
const MAX_AGE: Duration = Duration::from_secs(24 * 60 * 60);
/// The server stores a message once if it is sent again within this time.
const DUPLICATE_WINDOW: Duration = Duration::from_secs(120);
/// The most jobs that are handed out at a time, and the most requests for jobs that wait: room for thousands of workers.
/// The server's defaults are 1,000 and 512.
const MAX_PENDING: i64 = 65_536;
/// The most reports that are read from a bucket: anyone with access to the server can write some.
const MAX_REPORTS: usize = 10_000;
/// The pause between two attempts to reach the server.
pub(super) const RETRY_PAUSE: Duration = Duration::from_millis(250);

/// A connection to the server.
pub(super) struct Connection {
    pub(super) context: Context,
    pub(super) subjects: Subjects,
    pub(super) client: ClusterClient,
    pub(super) notify: Notify,
    /// How often the client has reconnected. Requests from before are lost then.
    reconnects: watch::Receiver<u64>,
}

/// Identifies one connection to one start of a server. It is never used again after the connection is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ConnectionId {
    server: String,
    client: u64,
}

impl fmt::Display for ConnectionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.server, self.client)
    }
}

impl Connection {
    /// Connects, and creates the streams that are missing.
    pub(super) async fn open(client: &ClusterClient, notify: Notify) -> Result<Self, ClusterError> {
        client.timing.check()?;
        let subjects = Subjects::new(&client.name, &client.build)?;
        let (count, reconnects) = watch::channel(0);
        let (say, lost) = (Arc::clone(&notify), AtomicBool::new(false));
        let on_event = move |event| match event {
            Event::Connected if lost.swap(false, Ordering::Relaxed) => {
                count.send_modify(|count| *count += 1);
                say("reconnected to the cluster");
            }
            Event::Disconnected => {
                lost.store(true, Ordering::Relaxed);
                say("lost the connection to the cluster; reconnecting");
            }
            _ => {}
        };
        let nats = client.endpoint.connect(on_event).await?;
        if !nats.server_info().jetstream {
            return Err(ClusterError::NoJetStream { url: client.endpoint.shown() });
        }
        let (context, client) = (jetstream::new(nats), client.clone());
        let connection = Self { context, subjects, client, notify, reconnects };
        connection.create_streams().await?;
        Ok(connection)
    }

    /// Creates the streams that are missing.
    pub(super) async fn create_streams(&self) -> Result<(), ClusterError> {
        let stored = |name: String, subject: String| Config {
            name,
            subjects: vec![subject],
            storage: StorageType::File,
            max_age: MAX_AGE,
            duplicate_window: DUPLICATE_WINDOW,
            ..Config::default()
        };
        let jobs = Config {
            retention: RetentionPolicy::WorkQueue,
            ..stored(self.subjects.jobs_stream(), self.subjects.all_jobs())
        };
        // One result per job: a second one replaces the first.
        let results = Config {
            max_messages_per_subject: 1,
            allow_direct: true,
            ..stored(self.subjects.results_stream(), self.subjects.all_results())
        };
        let workers = self.bucket_config(&self.subjects.workers_bucket());
        let runs = self.bucket_config(&self.subjects.runs_bucket());
        for config in [jobs, results, workers, runs] {
            let created = self.context.get_or_create_stream(config).await;
            created.map_err(ClusterError::server("make a stream"))?;
        }
        Ok(())
    }

    /// A bucket is a stream with this configuration. `Context::create_key_value` fails on servers of version 2.9, which
    /// do not know some fields that it sends.
    fn bucket_config(&self, bucket: &str) -> Config {
        let absence = self.client.timing.absence;
        Config {
            name: format!("KV_{bucket}"),
            subjects: vec![format!("$KV.{bucket}.>")],
            storage: StorageType::File,
            max_messages_per_subject: 1,
            max_age: absence,
            duplicate_window: absence.min(DUPLICATE_WINDOW),
            discard: DiscardPolicy::New,
            allow_rollup: true,
            deny_delete: true,
            allow_direct: true,
            ..Config::default()
        }
    }

    /// Changes each time the client has reconnected.
    pub(super) fn reconnects(&self) -> watch::Receiver<u64> {
        let mut reconnects = self.reconnects.clone();
        reconnects.mark_unchanged();
        reconnects
    }

    /// The current connection, or the last one.
    pub(super) fn id(&self) -> ConnectionId {
        let info = self.context.client().server_info();
        ConnectionId { server: info.server_id, client: info.client_id }
    }

    /// A stream by name.
    pub(super) async fn stream(&self, name: String) -> Result<Stream, ClusterError> {
        self.context.get_stream(name).await.map_err(ClusterError::server("open a stream"))
    }

    /// The consumer of this build's jobs, shared by all its workers. It is created if it is missing.
    pub(super) async fn consumer(&self) -> Result<PullConsumer, ClusterError> {
        let name = self.subjects.consumer();
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: self.subjects.build_jobs(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.client.timing.ack_wait,
            max_ack_pending: MAX_PENDING,
            max_waiting: MAX_PENDING,
            inactive_threshold: MAX_AGE,
            ..pull::Config::default()
        };
        let stream = self.stream(self.subjects.jobs_stream()).await?;
        let consumer = stream.get_or_create_consumer(&name, config).await;
        consumer.map_err(ClusterError::server("make the queue of this build"))
    }

    /// A bucket by name.
    pub(super) async fn bucket(&self, name: String) -> Result<Store, ClusterError> {
        self.context.get_key_value(name).await.map_err(ClusterError::server("open a bucket"))
    }

    /// All reports in a bucket, by key. Values of another form are left out: other programs can write to the bucket.
    pub(super) async fn reports<T: DeserializeOwned>(
        &self,
        bucket: String,
    ) -> Result<Vec<(String, T)>, ClusterError> {
        // `Store::keys` waits forever for a key that expires meanwhile.
        const LIST: &str = "list a bucket";
        let subject = format!("$KV.{bucket}.");
        let stream = self.stream(format!("KV_{bucket}")).await?;
        let info = stream.info_with_subjects(format!("{subject}>")).await;
        let mut subjects = info.map_err(ClusterError::server(LIST))?;
        let bucket = self.bucket(bucket).await?;
        let mut reports = Vec::new();
        while let Some(named) = subjects.next().await {
            if reports.len() >= MAX_REPORTS {
                break;
            }
            let (name, _) = named.map_err(ClusterError::server(LIST))?;
            let Some(key) = name.strip_prefix(&subject) else { continue };
            let value = bucket.get(key).await.map_err(ClusterError::server("read a bucket"))?;
            if let Some(report) = value.and_then(|value| serde_json::from_slice(&value).ok()) {
                reports.push((key.to_owned(), report));
            }
        }
        reports.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(reports)
    }
}
