//! The evaluator that puts jobs on the queue of a cluster and collects their results.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::{interval, timeout};

use super::batch::{Acceptance, Batch};
use super::client::runtime;
use super::connection::Connection;
use super::message::{JobMessage, RunReport, encode};
use super::publish::OutgoingMessage;
use super::results::{ReceivedResult, ResultStream};
use super::silence::notice_missing_worker;
use super::subjects::JobKey;
use super::worker::WorkerTasks;
use super::{ClusterClient, ClusterError, ClusterJobError, Notify, RunId, WorkerOptions};
use crate::evaluator::{EvaluationError, FitnessEvaluator, JobObserver};
use crate::job::{Job, JobResult};

/// The request that removes what a run no longer needs.
const REMOVE: &str = "remove what is no longer needed";
/// How many more workers run a job whose result was rejected.
const RETRIES: u32 = 3;
/// The most results of other batches that are kept in memory.
const MAX_KNOWN: usize = 100_000;
/// The most notices about rejected results.
const MAX_NOTICES: u32 = 20;
/// How often the evaluator checks whether it should stop.
const STOP_INTERVAL: Duration = Duration::from_millis(50);
/// The shortest time without a result after which the evaluator checks the queue.
const MIN_SILENCE: Duration = Duration::from_secs(1);

/// The run of a trainer.
pub struct TrainerOptions {
    /// The name of the run on the cluster.
    pub run: RunId,
    /// What it trains, for people: the game and the mode.
    pub what: String,
    /// The worker on this machine. `None`: other workers run all jobs.
    pub worker: Option<WorkerOptions>,
}

/// Runs jobs on a cluster.
pub struct ClusterEvaluator {
    pub(super) connection: Arc<Connection>,
    pub(super) run: RunId,
    pub(super) results: ResultStream,
    /// Results that no batch has asked for yet.
    known: HashMap<JobKey, ReceivedResult>,
    /// The sequence number of the last result.
    last_sequence: u64,
    /// Whether the user knows that no worker is there.
    pub(super) missing_worker_noticed: bool,
    counts: Arc<JobCounts>,
    reports: JoinHandle<()>,
    pub(super) worker: Option<WorkerTasks>,
    notices: u32,
    // Dropped last: the tasks of the other fields run on it.
    runtime: Runtime,
}

/// Jobs of this run.
#[derive(Default)]
struct JobCounts {
    wanted: AtomicU64,
    done: AtomicU64,
}

impl ClusterEvaluator {
    /// Joins the cluster and reads the results of this run that the server has.
    ///
    /// # Errors
    /// If the server cannot be reached, refuses the credentials, or refuses a request.
    pub fn join(
        client: &ClusterClient,
        options: TrainerOptions,
        notify: Notify,
    ) -> Result<Self, ClusterError> {
        let runtime = runtime()?;
        let TrainerOptions { run, what, worker } = options;
        let counts = Arc::new(JobCounts::default());
        let (connection, known, results, worker, reports) = runtime.block_on(async {
            let connection = Arc::new(Connection::open(client, notify).await?);
            let (known, results) = ResultStream::open(&connection, &run).await?;
            let report = RunReport { what, build: client.build.clone(), wanted: 0, done: 0 };
            let reporting =
                report_run(Arc::clone(&connection), run.clone(), report, Arc::clone(&counts));
            let reports = tokio::spawn(reporting);
            let worker = match worker {
                Some(options) => Some(WorkerTasks::start(&connection, options, true).await?),
                None => {
                    notice_missing_worker(&connection).await?;
                    None
                }
            };
            Ok::<_, ClusterError>((connection, known, results, worker, reports))
        })?;
        Ok(Self {
            connection,
            run,
            results,
            last_sequence: known.iter().map(|result| result.sequence).max().unwrap_or(0),
            known: known.into_iter().map(|result| (result.key, result)).collect(),
            missing_worker_noticed: false,
            counts,
            reports,
            worker,
            notices: 0,
            runtime,
        })
    }

    /// Leaves the cluster after the run is finished, and removes everything of the run from the server.
    ///
    /// # Errors
    /// If something cannot be removed.
    pub fn finish(mut self) -> Result<(), ClusterError> {
        let worker = self.worker.take();
        self.reports.abort();
        self.runtime.block_on(async {
            if let Some(worker) = worker {
                worker.abort().await;
            }
            let subjects = &self.connection.subjects;
            let jobs = self.connection.stream(subjects.jobs_stream()).await?;
            let purged = jobs.purge().filter(subjects.run_jobs(&self.run)).await;
            purged.map_err(ClusterError::server(REMOVE))?;
            self.remove_results(None).await?;
            let bucket = self.connection.bucket(subjects.runs_bucket()).await?;
            let deleted = bucket.delete(self.run.to_string()).await;
            deleted.map_err(ClusterError::server(REMOVE))
        })
    }

    /// Removes the results of this run from the server: up to this sequence number, or all.
    async fn remove_results(&self, last: Option<u64>) -> Result<(), ClusterError> {
        let subjects = &self.connection.subjects;
        let results = self.connection.stream(subjects.results_stream()).await?;
        let purge = results.purge().filter(subjects.run_results(&self.run));
        let purged = match last {
            Some(last) => purge.sequence(last + 1).await,
            None => purge.await,
        };
        purged.map(drop).map_err(ClusterError::server(REMOVE))
    }

    /// Sends the jobs and waits for their results; `None` if `stop` was set before.
    async fn run_jobs(
        &mut self,
        jobs: &[Job],
        observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<JobResult>>, EvaluationError> {
        self.counts.wanted.fetch_add(jobs.len() as u64, Ordering::Relaxed);
        let (mut batch, messages) = Batch::new(jobs);
        let mut sent = Vec::new();
        for (key, payload) in messages {
            let attempt = match self.known.remove(&key) {
                Some(received) if batch.is_usable(&received) => {
                    self.take(&mut batch, received, observer, stop).await?;
                    continue;
                }
                // A job that failed before runs again: the reason may be gone.
                Some(received) => {
                    batch.reject(&received);
                    received.sequence
                }
                None => 0,
            };
            sent.push(self.job_message(key, payload, attempt));
        }
        if !self.connection.send(&sent, stop).await {
            return Ok(None);
        }
        let complete = self.collect(&mut batch, &sent, observer, stop).await?;
        Ok(complete.then(|| batch.into_results()))
    }

    /// Waits until no result is missing; `false` if `stop` was set before.
    async fn collect(
        &mut self,
        batch: &mut Batch<'_>,
        sent: &[OutgoingMessage],
        observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<bool, EvaluationError> {
        let patience = self.connection.client.timing.ack_wait.max(MIN_SILENCE);
        let (mut since, mut silences) = (Instant::now(), 0);
        while batch.missing() > 0 {
            if stop.load(Ordering::Relaxed) {
                return Ok(false);
            }
            if let Ok(Some(received)) = timeout(STOP_INTERVAL, self.results.next()).await {
                let before = batch.missing();
                self.last_sequence = self.last_sequence.max(received.sequence);
                self.take(batch, received, observer, stop).await?;
                // Results that are read again do not end a silence.
                if batch.missing() < before {
                    (since, silences, self.missing_worker_noticed) = (Instant::now(), 0, false);
                }
            } else if since.elapsed() > patience {
                silences += 1;
                self.after_silence(batch, sent, silences, stop).await;
                since = Instant::now();
            }
        }
        Ok(true)
    }

    /// The message of a job. `attempt` is 0, or the sequence number of the result that was rejected.
    fn job_message(&self, key: JobKey, payload: Vec<u8>, attempt: u64) -> OutgoingMessage {
        let id = format!("{}.{key}.{attempt}", self.run);
        OutgoingMessage { subject: self.connection.subjects.run_jobs(&self.run), id, payload }
    }

    /// Takes a result. If it is rejected, another worker runs the job.
    async fn take(
        &mut self,
        batch: &mut Batch<'_>,
        received: ReceivedResult,
        observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), EvaluationError> {
        let attempt = received.sequence;
        match batch.take(received) {
            Acceptance::Accepted(indices) => self.count(batch, &indices, observer),
            Acceptance::Known => {}
            // The run was resumed, and this is the result of a later batch.
            Acceptance::OtherBatch(received) if self.known.len() < MAX_KNOWN => {
                self.known.insert(received.key, received);
            }
            Acceptance::OtherBatch(_) => {}
            Acceptance::Failed { key, reason, worker } => {
                return Err(ClusterJobError::Failed { key, worker, reason }.into());
            }
            Acceptance::Rejected { key, reason, times } if times <= RETRIES => {
                self.notice(&format!("a result cannot be used: {reason}; asking another worker"));
                let Some(job) = batch.job(key) else { return Ok(()) };
                let payload = JobMessage::from(job).to_bytes();
                // If `stop` is set, the caller sees it, too.
                self.connection.send(&[self.job_message(key, payload, attempt)], stop).await;
            }
            Acceptance::Rejected { key, reason, times } => {
                let Some(job) = batch.job(key) else { return Ok(()) };
                self.notice(&format!("{times} results of a job cannot be used; playing it here"));
                let Some(worker) = &self.worker else {
                    let reason = reason.to_string();
                    return Err(ClusterJobError::NoUsableResult { key, reason }.into());
                };
                if let Some(result) = worker.run_job(job, stop).await? {
                    let indices = batch.fill(key, &result);
                    self.count(batch, &indices, observer);
                }
            }
        }
        Ok(())
    }

    /// Counts these jobs as done.
    fn count(&self, batch: &Batch<'_>, indices: &[usize], observer: &dyn JobObserver) {
        for &index in indices {
            self.counts.done.fetch_add(1, Ordering::Relaxed);
            observer.job_done(&batch.jobs[index]);
        }
    }

    /// Notifies the user about a rejected result, but not about thousands of them.
    fn notice(&mut self, text: &str) {
        self.notices += 1;
        if self.notices <= MAX_NOTICES {
            (self.connection.notify)(text);
        }
    }
}

impl FitnessEvaluator for ClusterEvaluator {
    fn evaluate(
        &mut self,
        jobs: &[Job],
        observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<JobResult>>, EvaluationError> {
        let handle = self.runtime.handle().clone();
        handle.block_on(self.run_jobs(jobs, observer, stop))
    }

    fn checkpoint_saved(&mut self) {
        self.known.clear();
        // If it fails now, the next call removes more.
        let _ = self.runtime.block_on(self.remove_results(Some(self.last_sequence)));
    }
}

impl Drop for ClusterEvaluator {
    fn drop(&mut self) {
        self.reports.abort();
        if let Some(worker) = self.worker.take() {
            self.runtime.block_on(worker.abort());
        }
    }
}

/// Reports the run every few seconds.
async fn report_run(
    connection: Arc<Connection>,
    run: RunId,
    mut report: RunReport,
    counts: Arc<JobCounts>,
) {
    let mut ticks = interval(connection.client.timing.report_interval());
    loop {
        ticks.tick().await;
        report.wanted = counts.wanted.load(Ordering::Relaxed);
        report.done = counts.done.load(Ordering::Relaxed);
        // A lost report does no harm: the next one replaces it.
        if let Ok(bucket) = connection.bucket(connection.subjects.runs_bucket()).await {
            let _ = bucket.put(run.to_string(), encode(&report).into()).await;
        }
    }
}
