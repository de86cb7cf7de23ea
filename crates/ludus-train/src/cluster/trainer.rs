//! The evaluator that puts jobs on the queue of a cluster, and collects their results.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use ludus_arena::AnyTrainable;
use tokio::runtime::Runtime;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{interval, timeout};

use super::batch::{Batch, Taken};
use super::link::{Link, Parcel};
use super::names::{JobKey, RunId, payload};
use super::results::{Arrival, Results};
use super::wire::{RunNote, WorkerNote};
use super::worker::{Team, runtime};
use super::{Access, Build, ClusterError, Crew, Tell, Timing};
use crate::evaluator::{EvaluateError, Evaluator, Watch};
use crate::job::{Job, Score, perform};

/// What the server is asked for when something is done.
const REMOVE: &str = "remove what is no longer needed";
/// How many workers are asked for a job whose results cannot be used, after the first.
const RETRIES: u32 = 3;
/// More results that no job asked for are not kept.
const MOST_KNOWN: usize = 100_000;
/// More lines about results that cannot be used are not told.
const MOST_COMPLAINTS: u32 = 20;
/// How often a stop is looked for.
const LOOK: Duration = Duration::from_millis(50);

/// What a trainer brings along.
pub struct Terms {
    /// The run.
    pub run: RunId,
    /// What it trains, in words: `tetris solo`.
    pub what: String,
    /// Who carries out jobs here; nobody: only workers do.
    pub crew: Option<Crew>,
}

/// Carries out jobs on a cluster.
pub struct Cluster {
    link: Arc<Link>,
    build: Build,
    run: RunId,
    results: Results,
    /// Results that are there and that nobody has asked for yet.
    known: HashMap<JobKey, Arrival>,
    /// The place of the last result that was read.
    last: u64,
    /// Whether it was said that nobody is there to carry out jobs.
    told: bool,
    counts: Arc<Counts>,
    beats: JoinHandle<()>,
    team: Option<Team>,
    /// What can be played here; nothing if all jobs are left to workers.
    trainables: Vec<Arc<dyn AnyTrainable>>,
    complaints: u32,
    // Dropped last: the others' tasks run on it.
    runtime: Runtime,
}

/// Jobs of this run.
#[derive(Default)]
struct Counts {
    wanted: AtomicU64,
    done: AtomicU64,
}

impl Cluster {
    /// Joins the cluster and reads the results of this run that are there.
    ///
    /// # Errors
    /// If there is no server, it does not let us in, or something on it does not work.
    pub fn join(
        access: &Access,
        prefix: &str,
        timing: &Timing,
        build: &Build,
        terms: Terms,
        tell: Tell,
    ) -> Result<Self, ClusterError> {
        let runtime = runtime()?;
        let Terms { run, what, crew } = terms;
        let counts = Arc::new(Counts::default());
        let trainables = crew.as_ref().map(|crew| crew.trainables.clone()).unwrap_or_default();
        let (link, known, results, team, beats) = runtime.block_on(async {
            let link = Arc::new(Link::open(access, prefix, build, timing, tell).await?);
            let (known, results) = Results::open(&link, &run).await?;
            let note = RunNote { what, build: build.clone(), wanted: 0, done: 0 };
            let beats =
                tokio::spawn(beats(Arc::clone(&link), run.clone(), note, Arc::clone(&counts)));
            let team = match crew {
                Some(crew) => Some(Team::start(&link, build, crew, true).await?),
                None => {
                    tell_if_nobody_is_there(&link, build).await?;
                    None
                }
            };
            Ok::<_, ClusterError>((link, known, results, team, beats))
        })?;
        let last = known.iter().map(|arrival| arrival.place).max().unwrap_or(0);
        let known = known.into_iter().map(|arrival| (arrival.key, arrival)).collect();
        Ok(Self {
            link,
            build: build.clone(),
            run,
            results,
            known,
            last,
            told: false,
            counts,
            beats,
            team,
            trainables,
            complaints: 0,
            runtime,
        })
    }

    /// Leaves the cluster when the run is finished: what it has there is removed.
    ///
    /// # Errors
    /// If it cannot be removed.
    pub fn finish(mut self) -> Result<(), ClusterError> {
        let team = self.team.take();
        self.beats.abort();
        self.runtime.block_on(async {
            if let Some(team) = team {
                team.abort().await;
            }
            let names = &self.link.names;
            let jobs = self.link.stream(names.jobs_stream()).await?;
            let purged = jobs.purge().filter(names.run_jobs(&self.run)).await;
            purged.map_err(ClusterError::server(REMOVE))?;
            self.remove_results(None).await?;
            let bucket = self.link.bucket(names.runs_bucket()).await?;
            let deleted = bucket.delete(self.run.to_string()).await;
            deleted.map_err(ClusterError::server(REMOVE))
        })
    }

    /// Removes the results of this run from the cluster: up to this place, or all.
    async fn remove_results(&self, last: Option<u64>) -> Result<(), ClusterError> {
        let names = &self.link.names;
        let results = self.link.stream(names.results_stream()).await?;
        let purge = results.purge().filter(names.run_results(&self.run));
        let purged = match last {
            Some(last) => purge.sequence(last + 1).await,
            None => purge.await,
        };
        purged.map(drop).map_err(ClusterError::server(REMOVE))
    }

    async fn scores(
        &mut self,
        jobs: &[Job],
        watch: &dyn Watch,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Score>>, EvaluateError> {
        let mut batch = Batch::new(jobs);
        self.counts.wanted.fetch_add(jobs.len() as u64, Ordering::Relaxed);
        let mut parcels = Vec::new();
        for (key, payload) in std::mem::take(&mut batch.payloads) {
            match self.known.remove(&key) {
                Some(arrival) if batch.is_usable(&arrival) => {
                    self.take(&mut batch, arrival, watch, stop).await?;
                }
                // What failed before is tried again: the reason may be gone.
                Some(arrival) => {
                    batch.dismiss(&arrival);
                    parcels.push(self.parcel(key, payload, arrival.place));
                }
                None => parcels.push(self.parcel(key, payload, 0)),
            }
        }
        if !self.link.send(&parcels, stop).await {
            return Ok(None);
        }
        let patience = self.link.timing.ack_wait.max(Duration::from_secs(1));
        let (mut since, mut silences) = (Instant::now(), 0);
        while batch.missing() > 0 {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let arrived = timeout(LOOK, self.results.next()).await;
            if let Ok(Some(arrival)) = arrived {
                let before = batch.missing();
                self.last = self.last.max(arrival.place);
                self.take(&mut batch, arrival, watch, stop).await?;
                // Results that are read again break no silence.
                if batch.missing() < before {
                    (since, silences, self.told) = (Instant::now(), 0, false);
                }
            } else if since.elapsed() > patience {
                silences += 1;
                self.look_after(&batch, &parcels, silences, stop).await;
                since = Instant::now();
            }
        }
        Ok(Some(batch.into_scores()))
    }

    fn parcel(&self, key: JobKey, payload: Vec<u8>, attempt: u64) -> Parcel {
        let id = format!("{}.{key}.{attempt}", self.run);
        Parcel { subject: self.link.names.run_jobs(&self.run), id, payload }
    }

    /// Takes a result that came. One that cannot be used is put aside, and its job given to another worker.
    async fn take(
        &mut self,
        batch: &mut Batch<'_>,
        arrival: Arrival,
        watch: &dyn Watch,
        stop: &Arc<AtomicBool>,
    ) -> Result<(), EvaluateError> {
        let attempt = arrival.place;
        match batch.take(arrival) {
            Taken::Counts(places) => self.count(batch, &places, watch),
            Taken::Known => {}
            // Of a later batch, before the run was resumed.
            Taken::Foreign(arrival) if self.known.len() < MOST_KNOWN => {
                self.known.insert(arrival.key, arrival);
            }
            Taken::Foreign(_) => {}
            Taken::Failed { key, reason, worker } => {
                let text = format!("job {key} failed on the cluster (worker {worker}): {reason}");
                return Err(EvaluateError::Elsewhere(text));
            }
            Taken::Unusable { key, reason, times } if times <= RETRIES => {
                self.complain(&format!("a result cannot be used: {reason}; asking another worker"));
                let Some(job) = batch.job(key) else { return Ok(()) };
                // If it was stopped, the caller sees that too.
                self.link.send(&[self.parcel(key, payload(job), attempt)], stop).await;
            }
            Taken::Unusable { key, reason, times } => {
                let Some(job) = batch.job(key) else { return Ok(()) };
                self.complain(&format!("{times} results of a job cannot be used; playing it here"));
                if let Some(score) = self.play_here(job, key, &reason, stop).await? {
                    let places = batch.fill(key, &score);
                    self.count(batch, &places, watch);
                }
            }
        }
        Ok(())
    }

    /// Counts these jobs as done.
    fn count(&self, batch: &Batch<'_>, places: &[usize], watch: &dyn Watch) {
        for &place in places {
            self.counts.done.fetch_add(1, Ordering::Relaxed);
            watch.done(&batch.jobs[place]);
        }
    }

    /// Carries out a job that workers gave only wrong results for; `None` if it was stopped.
    async fn play_here(
        &self,
        job: &Job,
        key: JobKey,
        reason: &str,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Score>, EvaluateError> {
        let fits = |t: &&Arc<dyn AnyTrainable>| t.game() == job.game && t.name() == job.mode;
        let Some(trainable) = self.trainables.iter().find(fits).cloned() else {
            return Err(EvaluateError::Elsewhere(format!(
                "job {key}: no worker gives a result that can be used ({reason}). Find the worker that is wrong, or \
                 resume the run without --no-local"
            )));
        };
        let (job, stop) = (job.clone(), Arc::clone(stop));
        let played = spawn_blocking(move || perform(trainable.as_ref(), &job, &stop)).await;
        match played {
            Ok(score) => Ok(score?),
            Err(error) => Err(EvaluateError::Elsewhere(format!("job {key}: {error}"))),
        }
    }

    /// Tells the user about results that cannot be used, but not about each of thousands.
    fn complain(&mut self, text: &str) {
        self.complaints += 1;
        if self.complaints <= MOST_COMPLAINTS {
            (self.link.tell)(text);
        }
    }

    /// When no result came for a while, for the `silences`th time in a row. Results are read again first:
    /// they may not have been heard. If that does not help, and the queue has no job of this run, jobs were
    /// lost with the server's store, and are sent again.
    async fn look_after(
        &mut self,
        batch: &Batch<'_>,
        parcels: &[Parcel],
        silences: u32,
        stop: &AtomicBool,
    ) {
        if silences == 1 {
            self.results.again();
            return;
        }
        match self.has_jobs().await {
            Ok(false) => self.send_again(batch, parcels, stop).await,
            Ok(true) if self.team.is_none() && !self.told => {
                self.told = tell_if_nobody_is_there(&self.link, &self.build).await.unwrap_or(false);
            }
            // Whatever does not work here is tried again after the same time.
            _ => {}
        }
    }

    async fn send_again(&self, batch: &Batch<'_>, parcels: &[Parcel], stop: &AtomicBool) {
        let now = RunId::fresh();
        let again: Vec<Parcel> = parcels
            .iter()
            .filter(|parcel| batch.is_missing(JobKey::of(&parcel.payload)))
            .map(|parcel| Parcel {
                subject: parcel.subject.clone(),
                id: format!("{}.{now}", parcel.id),
                payload: parcel.payload.clone(),
            })
            .collect();
        (self.link.tell)(&format!("{} jobs were lost on the cluster; sent again", again.len()));
        self.link.send(&again, stop).await;
    }

    /// Whether the queue has a job of this run that it will hand out or has handed out.
    ///
    /// A server that was killed may have forgotten that it removed a job: it keeps it and hands it out to
    /// nobody. So jobs count only while the queue has something to do.
    async fn has_jobs(&self) -> Result<bool, ClusterError> {
        const DOING: &str = "count jobs";
        self.link.ensure().await?;
        let names = &self.link.names;
        let mut consumer = self.link.consumer().await?;
        let queue = consumer.info().await.map_err(ClusterError::server(DOING))?;
        if queue.num_pending == 0 && queue.num_ack_pending == 0 {
            return Ok(false);
        }
        let stream = self.link.stream(names.jobs_stream()).await?;
        let info = stream.info_with_subjects(names.run_jobs(&self.run)).await;
        let mut subjects = info.map_err(ClusterError::server(DOING))?;
        while let Some(subject) = subjects.next().await {
            if subject.map_err(ClusterError::server(DOING))?.1 > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Evaluator for Cluster {
    fn evaluate(
        &mut self,
        jobs: &[Job],
        watch: &dyn Watch,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Score>>, EvaluateError> {
        let handle = self.runtime.handle().clone();
        handle.block_on(self.scores(jobs, watch, stop))
    }

    fn kept(&mut self) {
        self.known.clear();
        // If that does not work now, the next time removes more.
        let _ = self.runtime.block_on(self.remove_results(Some(self.last)));
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.beats.abort();
        if let Some(team) = self.team.take() {
            self.runtime.block_on(team.abort());
        }
    }
}

/// Says so if nobody is there who will carry out jobs; whether it was said.
async fn tell_if_nobody_is_there(link: &Link, build: &Build) -> Result<bool, ClusterError> {
    let workers: Vec<(String, WorkerNote)> = link.notes(link.names.workers_bucket()).await?;
    let (own, others): (Vec<_>, Vec<_>) =
        workers.into_iter().partition(|(_, worker)| worker.build == *build);
    if own.is_empty() {
        let others = match others.len() {
            0 => String::new(),
            count => format!(" ({count} of other builds are there)"),
        };
        (link.tell)(&format!(
            "no worker of build {build} is on the cluster{others}; waiting for one"
        ));
    }
    Ok(own.is_empty())
}

/// Tells every few seconds that the run goes on.
async fn beats(link: Arc<Link>, run: RunId, mut note: RunNote, counts: Arc<Counts>) {
    let mut ticks = interval(link.timing.absence / 3);
    loop {
        ticks.tick().await;
        note.wanted = counts.wanted.load(Ordering::Relaxed);
        note.done = counts.done.load(Ordering::Relaxed);
        // The next beat says the same: one may get lost.
        if let Ok(bucket) = link.bucket(link.names.runs_bucket()).await {
            let value = serde_json::json!(note).to_string();
            let _ = bucket.put(run.to_string(), value.into()).await;
        }
    }
}
