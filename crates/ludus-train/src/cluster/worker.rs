//! Workers run jobs from the queue of their build.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use async_nats::jetstream::consumer::PullConsumer;
use futures_util::StreamExt as _;
use ludus_arena::{AnyTrainable, ArenaError};
use ludus_core::Trust;
use rayon::ThreadPool;
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep};

use super::client::runtime;
use super::connection::{Connection, RETRY_PAUSE};
use super::delivery::Delivery;
use super::message::{RunReport, WorkerReport, encode};
use super::{ClusterClient, ClusterError, Notify, RunId};
use crate::evaluator::{run_contained, thread_pool};
use crate::job::{Job, JobResult};

/// How long one request for a job waits at the server.
const PULL_TIMEOUT: Duration = Duration::from_secs(10);
/// How often a worker checks whether it should stop.
const STOP_INTERVAL: Duration = Duration::from_millis(100);
/// The most notices about runs of other builds.
const MAX_RUN_NOTICES: usize = 100;

/// A worker.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// The name of the worker.
    pub name: String,
    /// How many jobs it runs at a time.
    pub jobs: usize,
    /// Which opponents a job may name: programs only if the user of this machine allows them.
    pub trust: Trust,
}

/// A worker that has joined a cluster.
pub struct ClusterWorker {
    runtime: Runtime,
    tasks: WorkerTasks,
}

impl ClusterWorker {
    /// Joins the cluster and starts to run jobs.
    ///
    /// # Errors
    /// If the server cannot be reached, refuses the credentials or a request, or if all runs need another build.
    pub fn join(
        client: &ClusterClient,
        options: WorkerOptions,
        notify: Notify,
    ) -> Result<Self, ClusterError> {
        let runtime = runtime()?;
        let tasks = runtime.block_on(async {
            let connection = Arc::new(Connection::open(client, notify).await?);
            let runs: Vec<(String, RunReport)> =
                connection.reports(connection.subjects.runs_bucket()).await?;
            if let Some((_, run)) = runs.first()
                && runs.iter().all(|(_, run)| run.build != client.build)
            {
                let (own, needed) = (client.build.to_string(), run.build.to_string());
                return Err(ClusterError::OtherBuild { own, run: run.what.clone(), needed });
            }
            let tasks = WorkerTasks::start(&connection, options, false).await?;
            tokio::spawn(notice_other_builds(connection));
            Ok(tasks)
        })?;
        Ok(Self { runtime, tasks })
    }

    /// Works until `stop` is set, and then finishes the running jobs.
    pub fn work(self, stop: &AtomicBool) {
        let Self { runtime, tasks } = self;
        runtime.block_on(async {
            while !stop.load(Ordering::Relaxed) {
                sleep(STOP_INTERVAL).await;
            }
            tasks.end().await;
        });
    }
}

/// Notifies the user when a run of another build begins: this worker does not join it.
async fn notice_other_builds(connection: Arc<Connection>) {
    let build = &connection.client.build;
    let mut noticed: Vec<String> = Vec::new();
    loop {
        let Ok(bucket) = connection.bucket(connection.subjects.runs_bucket()).await else {
            sleep(RETRY_PAUSE).await;
            continue;
        };
        let Ok(mut runs) = bucket.watch_all().await else {
            sleep(RETRY_PAUSE).await;
            continue;
        };
        while let Some(Ok(entry)) = runs.next().await {
            let Ok(run) = serde_json::from_slice::<RunReport>(&entry.value) else { continue };
            let is_new = noticed.len() < MAX_RUN_NOTICES && !noticed.contains(&entry.key);
            if run.build != *build && is_new {
                (connection.notify)(&format!(
                    "{} needs build {}; this worker has build {build} and does not join it",
                    run.what, run.build
                ));
                noticed.push(entry.key);
            }
        }
        sleep(RETRY_PAUSE).await;
    }
}

/// The async tasks of a worker: one per job that it can run at a time, and one that reports.
pub(super) struct WorkerTasks {
    state: Arc<WorkerState>,
    ending: watch::Sender<bool>,
    slots: Vec<JoinHandle<()>>,
    reports: JoinHandle<()>,
}

/// What the tasks of a worker share.
pub(super) struct WorkerState {
    pub(super) connection: Arc<Connection>,
    pub(super) options: WorkerOptions,
    /// Whether the worker is part of a trainer.
    trainer: bool,
    /// The threads that play matches.
    pool: ThreadPool,
    /// How often the worker confirms that it is still working on a job.
    pub(super) progress_interval: Duration,
    /// Ends running jobs without a result.
    pub(super) stop: Arc<AtomicBool>,
    pub(super) running: AtomicUsize,
    pub(super) done: AtomicU64,
    pub(super) refused: AtomicU64,
}

impl WorkerTasks {
    /// Starts to run jobs.
    pub(super) async fn start(
        connection: &Arc<Connection>,
        options: WorkerOptions,
        trainer: bool,
    ) -> Result<Self, ClusterError> {
        let pool = thread_pool(options.jobs).map_err(ClusterError::Threads)?;
        let consumer = connection.consumer().await?;
        // The program that created the queue has set how long it waits. Two confirmations can be lost. A timer does not
        // accept 0.
        let progress_interval =
            (consumer.cached_info().config.ack_wait / 3).max(Duration::from_millis(1));
        let state = Arc::new(WorkerState {
            connection: Arc::clone(connection),
            options,
            trainer,
            pool,
            progress_interval,
            stop: Arc::new(AtomicBool::new(false)),
            running: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        });
        let (ending, ended) = watch::channel(false);
        let slot = |_| tokio::spawn(run_slot(Arc::clone(&state), consumer.clone(), ended.clone()));
        let slots = (0..state.options.jobs.max(1)).map(slot).collect();
        let reports = tokio::spawn(report_worker(Arc::clone(&state), ended));
        Ok(Self { state, ending, slots, reports })
    }

    /// Runs a job of the trainer itself, on the threads that play matches. `None` if `stop` was set.
    pub(super) async fn run_job(
        &self,
        job: &Job,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<JobResult>, ArenaError> {
        let Some(trainable) = job.trainable(&self.state.connection.client.trainables) else {
            return Ok(None);
        };
        let result = self.state.start_job(trainable, job.clone(), Arc::clone(stop));
        result.await.unwrap_or(Ok(None))
    }

    /// Ends after the running jobs are done.
    pub(super) async fn end(self) {
        // Fails only if all tasks have ended.
        let _ = self.ending.send(true);
        for slot in self.slots {
            let _ = slot.await;
        }
        let _ = self.reports.await;
    }

    /// Ends now. The running jobs go back to the queue.
    pub(super) async fn abort(self) {
        self.state.stop.store(true, Ordering::Relaxed);
        self.end().await;
    }
}

impl WorkerState {
    /// Runs a job on the threads that play matches.
    pub(super) fn start_job(
        &self,
        trainable: Arc<dyn AnyTrainable>,
        job: Job,
        stop: Arc<AtomicBool>,
    ) -> oneshot::Receiver<Result<Option<JobResult>, ArenaError>> {
        let (sender, receiver) = oneshot::channel();
        self.pool.spawn(move || {
            // Fails only if the program ends.
            let _ = sender.send(run_contained(trainable.as_ref(), &job, &stop));
        });
        receiver
    }
}

/// Runs one job after another.
async fn run_slot(
    state: Arc<WorkerState>,
    mut consumer: PullConsumer,
    mut ended: watch::Receiver<bool>,
) {
    let mut reconnects = state.connection.reconnects();
    loop {
        let connection = state.connection.id();
        let pulled = tokio::select! {
            pulled = pull(&consumer) => pulled,
            // Requests are lost with their connection.
            _ = reconnects.changed() => continue,
            _ = ended.wait_for(|ended| *ended) => return,
        };
        match pulled {
            Ok(Some(message)) => state.process(Delivery { message, connection }).await,
            Ok(None) => {}
            Err(_) => {
                sleep(RETRY_PAUSE).await;
                // The server may have lost its store, and the queue with it.
                let _ = state.connection.create_streams().await;
                if let Ok(fresh) = state.connection.consumer().await {
                    consumer = fresh;
                }
            }
        }
    }
}

/// One job, if there is one in time. A worker fetches no job that it cannot start: other workers wait, too.
async fn pull(consumer: &PullConsumer) -> Result<Option<Message>, async_nats::Error> {
    let request = consumer.batch().max_messages(1).expires(PULL_TIMEOUT);
    request.messages().await?.next().await.transpose()
}

/// Reports the worker every few seconds, and removes the report at the end.
async fn report_worker(state: Arc<WorkerState>, mut ended: watch::Receiver<bool>) {
    let (connection, options) = (&state.connection, &state.options);
    let key = RunId::fresh().to_string();
    let mut ticks = interval(connection.client.timing.report_interval());
    let (mut since, mut before) = (Instant::now(), 0);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = ended.wait_for(|ended| *ended) => break,
        }
        let done = state.done.load(Ordering::Relaxed);
        let seconds = since.elapsed().as_secs_f64().max(0.001);
        let report = WorkerReport {
            name: options.name.clone(),
            build: connection.client.build.clone(),
            jobs: options.jobs,
            running: state.running.load(Ordering::Relaxed),
            done,
            per_second: (done - before) as f64 / seconds,
            trainer: state.trainer,
        };
        (since, before) = (Instant::now(), done);
        // A lost report does no harm: the next one replaces it.
        if let Ok(bucket) = connection.bucket(connection.subjects.workers_bucket()).await {
            let _ = bucket.put(&key, encode(&report).into()).await;
        }
    }
    if let Ok(bucket) = connection.bucket(connection.subjects.workers_bucket()).await {
        let _ = bucket.delete(&key).await;
    }
}
