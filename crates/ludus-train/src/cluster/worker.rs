//! Workers: carry out jobs from the queue of their build.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use ludus_arena::{AnyTrainable, contain};
use ludus_core::Trust;
use ludus_core::text::shown;
use rayon::ThreadPool;
use tokio::runtime::Runtime;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio::time::{interval, sleep};

use super::link::{Door, Link, Parcel};
use super::names::JobKey;
use super::wire::{Reply, RunNote, WorkerNote};
use super::{Access, Build, ClusterError, Tell, Timing};
use crate::evaluator::{STACK, threads};
use crate::job::{Job, JobError, JobText, perform};

/// How long one request for a job waits at the server.
const WAITING: Duration = Duration::from_secs(10);
/// More jobs that are refused are not reported.
const MOST_TOLD: u64 = 20;
/// More runs of other builds are not reported.
const MOST_RUNS: usize = 100;
/// Between two tries when the server does not answer.
const PAUSE: Duration = Duration::from_millis(250);

/// Who carries out jobs.
#[derive(Clone)]
pub struct Crew {
    /// The name that the worker goes by.
    pub name: String,
    /// How many jobs it carries out at a time.
    pub jobs: usize,
    /// What it can train.
    pub trainables: Vec<Arc<dyn AnyTrainable>>,
    /// Which opponents a job may name: programs only if the user of this machine has allowed them.
    pub trust: Trust,
}

/// A worker that is connected to a cluster.
pub struct Worker {
    runtime: Runtime,
    team: Team,
}

impl Worker {
    /// Joins the cluster and begins to work.
    ///
    /// # Errors
    /// If there is no server, it does not let us in, or all runs on it want another build.
    pub fn join(
        access: &Access,
        prefix: &str,
        timing: &Timing,
        build: &Build,
        crew: Crew,
        tell: Tell,
    ) -> Result<Self, ClusterError> {
        let runtime = runtime()?;
        let team = runtime.block_on(async {
            let link = Arc::new(Link::open(access, prefix, build, timing, tell).await?);
            let runs: Vec<(String, RunNote)> = link.notes(link.names.runs_bucket()).await?;
            if let Some((_, note)) = runs.first()
                && runs.iter().all(|(_, run)| run.build != *build)
            {
                let (own, wanted) = (build.to_string(), note.build.to_string());
                return Err(ClusterError::OtherBuild { own, run: note.what.clone(), wanted });
            }
            let team = Team::start(&link, build, crew, false).await?;
            tokio::spawn(tell_of_others(link, build.clone()));
            Ok(team)
        })?;
        Ok(Self { runtime, team })
    }

    /// Works until `stop` is set; jobs under way are finished.
    pub fn work(self, stop: &AtomicBool) {
        let Self { runtime, team } = self;
        runtime.block_on(async {
            while !stop.load(Ordering::Relaxed) {
                sleep(Duration::from_millis(100)).await;
            }
            team.end().await;
        });
    }
}

/// The threads that the connection needs: few, for they never compute.
pub(super) fn runtime() -> Result<Runtime, ClusterError> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("ludus-cluster")
        // A trainer may have to play a job itself: a search may go deep.
        .thread_stack_size(STACK)
        .enable_all()
        .build()
        .map_err(|error| ClusterError::Threads(error.to_string()))
}

/// Says so when a run begins that wants another build: this worker does not take part.
async fn tell_of_others(link: Arc<Link>, build: Build) {
    let mut told: Vec<String> = Vec::new();
    loop {
        let Ok(bucket) = link.bucket(link.names.runs_bucket()).await else {
            sleep(PAUSE).await;
            continue;
        };
        let Ok(mut runs) = bucket.watch_all().await else {
            sleep(PAUSE).await;
            continue;
        };
        while let Some(Ok(entry)) = runs.next().await {
            let Ok(note) = serde_json::from_slice::<RunNote>(&entry.value) else { continue };
            if note.build != build && told.len() < MOST_RUNS && !told.contains(&entry.key) {
                (link.tell)(&format!(
                    "{} needs build {}; this worker has build {build} and does not join it",
                    note.what, note.build
                ));
                told.push(entry.key);
            }
        }
        sleep(PAUSE).await;
    }
}

/// The tasks of a worker.
pub(super) struct Team {
    shared: Arc<Shared>,
    ending: watch::Sender<bool>,
    slots: Vec<JoinHandle<()>>,
    beats: JoinHandle<()>,
}

/// What the tasks of a worker share.
struct Shared {
    link: Arc<Link>,
    crew: Crew,
    build: Build,
    trainer: bool,
    pool: ThreadPool,
    /// How often the queue hears that a job is still worked at.
    sign: Duration,
    /// Jobs under way end without a score.
    stop: Arc<AtomicBool>,
    running: AtomicUsize,
    done: AtomicU64,
    refused: AtomicU64,
}

impl Team {
    /// Begins to carry out jobs.
    pub(super) async fn start(
        link: &Arc<Link>,
        build: &Build,
        crew: Crew,
        trainer: bool,
    ) -> Result<Self, ClusterError> {
        let pool = threads(crew.jobs).map_err(|error| ClusterError::Threads(error.to_string()))?;
        let consumer = link.consumer().await?;
        let shared = Arc::new(Shared {
            link: Arc::clone(link),
            crew,
            build: build.clone(),
            trainer,
            pool,
            // Whoever made the queue decided how long it waits. A timer takes no zero.
            sign: (consumer.cached_info().config.ack_wait / 3).max(Duration::from_millis(1)),
            stop: Arc::new(AtomicBool::new(false)),
            running: AtomicUsize::new(0),
            done: AtomicU64::new(0),
            refused: AtomicU64::new(0),
        });
        let (ending, ended) = watch::channel(false);
        let slot = |_| tokio::spawn(slot(Arc::clone(&shared), consumer.clone(), ended.clone()));
        let slots = (0..shared.crew.jobs.max(1)).map(slot).collect();
        let beats = tokio::spawn(beats(Arc::clone(&shared), ended));
        Ok(Self { shared, ending, slots, beats })
    }

    /// Ends when the jobs under way are done.
    pub(super) async fn end(self) {
        // Nobody listens only if all have ended.
        let _ = self.ending.send(true);
        for slot in self.slots {
            let _ = slot.await;
        }
        let _ = self.beats.await;
    }

    /// Ends now; the jobs under way go back to the queue.
    pub(super) async fn abort(self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        self.end().await;
    }
}

/// Takes one job after the other.
async fn slot(shared: Arc<Shared>, mut consumer: PullConsumer, mut ended: watch::Receiver<bool>) {
    let mut connections = shared.link.connections();
    loop {
        let door = shared.link.door();
        let pulled = tokio::select! {
            pulled = pull(&consumer) => pulled,
            // Requests from before are lost with their connection.
            _ = connections.changed() => continue,
            _ = ended.wait_for(|ended| *ended) => return,
        };
        match pulled {
            Ok(Some(message)) => shared.carry_out(Delivery { message, door }).await,
            Ok(None) => {}
            Err(()) => {
                sleep(PAUSE).await;
                // The server may have lost its store, and the queue with it.
                let _ = shared.link.ensure().await;
                if let Ok(anew) = shared.link.consumer().await {
                    consumer = anew;
                }
            }
        }
    }
}

/// One job, if one came in time. Others wait for jobs too, so none is fetched that cannot be begun.
async fn pull(consumer: &PullConsumer) -> Result<Option<Message>, ()> {
    let mut batch =
        consumer.batch().max_messages(1).expires(WAITING).messages().await.map_err(drop)?;
    batch.next().await.transpose().map_err(drop)
}

/// A job as it was handed out.
struct Delivery {
    message: Message,
    /// The connection that it came by.
    door: Door,
}

impl Shared {
    /// Tells the queue about a job, by the connection that it came by only: it is known by a number, which
    /// another job may have on a server that was started again.
    async fn answer(&self, delivery: &Delivery, kind: AckKind) {
        if self.link.door() == delivery.door {
            // If that does not arrive, the queue hands the job out once more.
            let _ = delivery.message.ack_with(kind).await;
        }
    }

    /// Carries out a job, has its result kept, and takes it off the queue.
    async fn carry_out(&self, delivery: Delivery) {
        let message = &delivery.message;
        let key = JobKey::of(&message.payload);
        let Some(subject) = self.link.names.result(&message.subject, key) else { return };
        self.running.fetch_add(1, Ordering::Relaxed);
        let reply = self.reply(&delivery).await;
        self.running.fetch_sub(1, Ordering::Relaxed);
        let Some(reply) = reply else {
            self.answer(&delivery, AckKind::Nak(None)).await;
            return;
        };
        // Of every delivery one result may come: the id only keeps retries from being taken twice.
        let number = message.info().map_or(0, |info| info.consumer_sequence);
        let payload = serde_json::json!(reply).to_string().into_bytes();
        let id = format!("{subject}.{}.{number}", delivery.door);
        let parcel = Parcel { id, subject, payload };
        if self.link.send(&[parcel], &self.stop).await {
            self.done.fetch_add(1, Ordering::Relaxed);
            self.answer(&delivery, AckKind::Ack).await;
        }
    }

    /// What comes of a job; `None` if it was stopped.
    async fn reply(&self, delivery: &Delivery) -> Option<Reply> {
        let message = &delivery.message;
        let failed =
            |reason: String| Some(Reply::Failed { reason, worker: self.crew.name.clone() });
        let most = self.link.timing.max_deliver;
        if message.info().is_ok_and(|info| info.delivered > i64::from(most)) {
            return failed(format!(
                "it was handed out {most} times and no worker gave a result: they died or were cut off"
            ));
        }
        let (trainables, trust) = (&self.crew.trainables, self.crew.trust);
        let (trainable, job) = match JobText::admit(&message.payload, trainables, trust) {
            Ok(admitted) => admitted,
            Err(error) => return failed(self.refuse(&error)),
        };
        match self.compute(trainable, job, delivery).await {
            Ok(score) => score.map(Reply::Score),
            Err(reason) => failed(reason),
        }
    }

    /// Why a job is refused, which the user of this machine should know, too.
    fn refuse(&self, error: &JobError) -> String {
        let hint = match error {
            JobError::Opponent(_) if self.crew.trust == Trust::BuiltIn => {
                " (workers play against built-in bots; --allow-programs allows others)"
            }
            _ => "",
        };
        let reason = shown(&format!("{error}{hint}"));
        if self.refused.fetch_add(1, Ordering::Relaxed) < MOST_TOLD {
            (self.link.tell)(&format!("refused a job: {reason}"));
        }
        reason
    }

    /// Computes a score on the pool, and lets the queue know that somebody is at it.
    async fn compute(
        &self,
        trainable: Arc<dyn AnyTrainable>,
        job: Job,
        delivery: &Delivery,
    ) -> Result<Option<crate::job::Score>, String> {
        let (sender, mut receiver) = oneshot::channel();
        let stop = Arc::clone(&self.stop);
        self.pool.spawn(move || {
            // A panic in the pool would end the program.
            let played = contain("training", || perform(trainable.as_ref(), &job, &stop));
            let score = match played {
                Ok(score) => score.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            // Nobody waits for it when the program ends.
            let _ = sender.send(score);
        });
        let mut alive = interval(self.sign);
        alive.tick().await;
        loop {
            tokio::select! {
                score = &mut receiver => return score.unwrap_or(Ok(None)),
                _ = alive.tick() => self.answer(delivery, AckKind::Progress).await,
            }
        }
    }
}

/// Tells every few seconds that the worker is there.
async fn beats(shared: Arc<Shared>, mut ended: watch::Receiver<bool>) {
    let key = super::RunId::fresh().to_string();
    let mut ticks = interval(shared.link.timing.absence / 3);
    let (mut since, mut before) = (Instant::now(), 0);
    loop {
        tokio::select! {
            _ = ticks.tick() => {}
            _ = ended.wait_for(|ended| *ended) => break,
        }
        let done = shared.done.load(Ordering::Relaxed);
        let seconds = since.elapsed().as_secs_f64().max(0.001);
        let note = WorkerNote {
            name: shared.crew.name.clone(),
            build: shared.build.clone(),
            jobs: shared.crew.jobs,
            running: shared.running.load(Ordering::Relaxed),
            done,
            per_second: (done - before) as f64 / seconds,
            trainer: shared.trainer,
        };
        (since, before) = (Instant::now(), done);
        // The next beat says the same: one may get lost.
        if let Ok(bucket) = shared.link.bucket(shared.link.names.workers_bucket()).await {
            let _ = bucket.put(&key, serde_json::json!(note).to_string().into()).await;
        }
    }
    if let Ok(bucket) = shared.link.bucket(shared.link.names.workers_bucket()).await {
        let _ = bucket.delete(&key).await;
    }
}
