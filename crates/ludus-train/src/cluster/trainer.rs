//! The evaluator that puts jobs on the queue of a cluster, and collects their results.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio::time::{interval, timeout};

use super::link::{Link, Parcel};
use super::names::{JobKey, RunId, payload};
use super::results::{Arrival, Results};
use super::wire::{Reply, RunNote, WorkerNote};
use super::worker::{Team, runtime};
use super::{Access, Build, ClusterError, Crew, Tell, Timing};
use crate::evaluator::{EvaluateError, Evaluator, Watch};
use crate::job::{Job, Score};

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
    // Dropped last: the others' tasks run on it.
    link: Arc<Link>,
    run: RunId,
    results: Results,
    /// Results that are there and that nobody has asked for yet.
    known: HashMap<JobKey, Arrival>,
    counts: Arc<Counts>,
    beats: JoinHandle<()>,
    team: Option<Team>,
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
        let (link, known, results, team, beats) = runtime.block_on(async {
            let link = Arc::new(Link::open(access, prefix, build, timing, tell).await?);
            let (known, results) = Results::open(&link, &run).await?;
            let note = RunNote { what, build: build.clone(), wanted: 0, done: 0 };
            let beats =
                tokio::spawn(beats(Arc::clone(&link), run.clone(), note, Arc::clone(&counts)));
            let team = match crew {
                Some(crew) => Some(Team::start(&link, build, crew, true).await?),
                None => {
                    tell_who_is_there(&link, build).await?;
                    None
                }
            };
            Ok::<_, ClusterError>((link, known, results, team, beats))
        })?;
        let known = known.into_iter().map(|arrival| (arrival.key, arrival)).collect();
        Ok(Self { link, run, results, known, counts, beats, team, runtime })
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
            let places = [
                (names.jobs_stream(), names.run_jobs(&self.run)),
                (names.results_stream(), names.run_results(&self.run)),
            ];
            for (stream, subject) in places {
                let stream = self.link.stream(stream).await?;
                let purged = stream.purge().filter(subject).await;
                purged.map_err(ClusterError::server("remove what is no longer needed"))?;
            }
            let bucket = self.link.bucket(names.runs_bucket()).await?;
            let deleted = bucket.delete(self.run.to_string()).await;
            deleted.map_err(ClusterError::server("remove what is no longer needed"))
        })
    }

    async fn scores(
        &mut self,
        jobs: &[Job],
        watch: &dyn Watch,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Score>>, EvaluateError> {
        let mut batch = Batch::new(jobs);
        self.counts.wanted.fetch_add(jobs.len() as u64, Ordering::Relaxed);
        let mut parcels = Vec::new();
        for (key, payload) in std::mem::take(&mut batch.payloads) {
            match self.known.remove(&key) {
                Some(arrival) if matches!(arrival.reply, Reply::Score(_)) => {
                    self.take(&mut batch, arrival, watch)?;
                }
                // What failed before is tried again: the reason may be gone.
                before => parcels.push(self.parcel(key, payload, before.map_or(0, |b| b.place))),
            }
        }
        if !self.link.send(&parcels, stop).await {
            return Ok(None);
        }
        let patience = self.link.timing.ack_wait.max(Duration::from_secs(1));
        let (mut since, mut empty) = (Instant::now(), false);
        while batch.missing > 0 {
            if stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            if let Ok(Some(arrival)) = timeout(LOOK, self.results.next()).await {
                (since, empty) = (Instant::now(), false);
                self.take(&mut batch, arrival, watch)?;
            } else if since.elapsed() > patience {
                empty = self.look_after(&batch, &parcels, empty, stop).await;
                since = Instant::now();
            }
        }
        Ok(Some(batch.scores.into_iter().flatten().collect()))
    }

    fn parcel(&self, key: JobKey, payload: Vec<u8>, attempt: u64) -> Parcel {
        let id = format!("{}.{key}.{attempt}", self.run);
        Parcel { subject: self.link.names.run_jobs(&self.run), id, payload }
    }

    /// Takes a result that came.
    fn take(
        &mut self,
        batch: &mut Batch<'_>,
        arrival: Arrival,
        watch: &dyn Watch,
    ) -> Result<(), EvaluateError> {
        let Some(places) = batch.places.get(&arrival.key) else {
            // Of a later batch, before the run was resumed; or a result that came twice.
            self.known.insert(arrival.key, arrival);
            return Ok(());
        };
        match arrival.reply {
            Reply::Score(score) => {
                for &place in places {
                    if batch.scores[place].replace(score.clone()).is_none() {
                        batch.missing -= 1;
                        self.counts.done.fetch_add(1, Ordering::Relaxed);
                        watch.done(&batch.jobs[place]);
                    }
                }
                Ok(())
            }
            Reply::Failed { reason, worker } => {
                let key = arrival.key;
                let text = format!("job {key} failed on the cluster (worker {worker}): {reason}");
                Err(EvaluateError::Elsewhere(text))
            }
        }
    }

    /// When no result came for a while: if the queue has no job of this run, either results were not
    /// heard, or jobs were lost with the server's store. Results are read again first; if that does
    /// not help (`empty`), the jobs are sent again. Tells whether the queue was empty.
    async fn look_after(
        &mut self,
        batch: &Batch<'_>,
        parcels: &[Parcel],
        empty: bool,
        stop: &AtomicBool,
    ) -> bool {
        // Whatever does not work here is tried again after the same time.
        if !matches!(self.queued().await, Ok(0)) {
            return false;
        }
        if !empty {
            self.results.again();
            return true;
        }
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
        false
    }

    /// How many jobs of this run the queue has, those under way included.
    async fn queued(&self) -> Result<usize, ClusterError> {
        self.link.ensure().await?;
        let names = &self.link.names;
        let stream = self.link.stream(names.jobs_stream()).await?;
        let info = stream.info_with_subjects(names.run_jobs(&self.run)).await;
        let mut subjects = info.map_err(ClusterError::server("count jobs"))?;
        let mut count = 0;
        while let Some(subject) = subjects.next().await {
            count += subject.map_err(ClusterError::server("count jobs"))?.1;
        }
        Ok(count)
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
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.beats.abort();
        if let Some(team) = self.team.take() {
            self.runtime.block_on(team.abort());
        }
    }
}

/// The jobs that are evaluated now.
struct Batch<'a> {
    jobs: &'a [Job],
    /// Every different job once, in their order.
    payloads: Vec<(JobKey, Vec<u8>)>,
    /// Where the score of a job goes: the same job may be there several times.
    places: HashMap<JobKey, Vec<usize>>,
    scores: Vec<Option<Score>>,
    missing: usize,
}

impl<'a> Batch<'a> {
    fn new(jobs: &'a [Job]) -> Self {
        let mut payloads = Vec::new();
        let mut places: HashMap<JobKey, Vec<usize>> = HashMap::new();
        for (place, job) in jobs.iter().enumerate() {
            let payload = payload(job);
            let key = JobKey::of(&payload);
            let same = places.entry(key).or_default();
            if same.is_empty() {
                payloads.push((key, payload));
            }
            same.push(place);
        }
        Self { jobs, payloads, places, scores: vec![None; jobs.len()], missing: jobs.len() }
    }

    fn is_missing(&self, key: JobKey) -> bool {
        let missing =
            |places: &Vec<usize>| places.iter().any(|&place| self.scores[place].is_none());
        self.places.get(&key).is_some_and(missing)
    }
}

/// Says whether anybody is there who will carry out jobs.
async fn tell_who_is_there(link: &Link, build: &Build) -> Result<(), ClusterError> {
    let workers: Vec<(String, WorkerNote)> = link.notes(link.names.workers_bucket()).await?;
    let (own, others): (Vec<_>, Vec<_>) =
        workers.into_iter().partition(|(_, worker)| worker.build == *build);
    if own.is_empty() {
        let others = match others.len() {
            0 => String::new(),
            count => format!(" ({count} of other builds are there)"),
        };
        (link.tell)(&format!("no worker of build {build} is on the cluster yet{others}; waiting"));
    }
    Ok(())
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
