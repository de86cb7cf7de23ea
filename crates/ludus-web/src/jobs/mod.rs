//! Jobs: what pages start and takes minutes, on threads of its own: matches of the lab, tournaments, training.
//!
//! | module | what lives there |
//! |---|---|
//! | `contest` | a bot against others, for the lab |
//! | `tournament` | a tournament, with its results in the store |
//! | `training` | a run of training, with its files |
//! | `message` | a job as pages see it |
//!
//! A few jobs run at a time, some wait, and the rest is refused. Everyone may follow a job; to stop it takes
//! the key that the page which started it was given.

pub(crate) mod contest;
mod message;
pub(crate) mod tournament;
pub(crate) mod training;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use axum::http::StatusCode;
use crossbeam_channel::{Receiver, Sender, unbounded};
use ludus_arena::{ArenaError, contain};
use ludus_train::RunError;
use parking_lot::Mutex;
use thiserror::Error;
use tokio::sync::{mpsc, watch};

use self::message::JobState;
pub(crate) use self::message::{
    JobAbout, JobKind, JobNews, PageJobResult, TournamentNews, TrainingProgress,
};
use crate::content::Problem;
use crate::random;
use crate::rooms::give_way;
use crate::topics::TopicMessage;
use crate::versioned::Versioned;
use crate::vitals::{Heart, Vitals};

/// How many jobs that are over are remembered.
const REMEMBERED: usize = 64;

/// How often followers get news, at most.
const BEAT: Duration = Duration::from_millis(200);

/// The stack of a thread that plays: a search may go deep.
const STACK: usize = 16 << 20;

/// What a job does.
type What = Box<dyn FnOnce(&PageJob) -> Result<(), PageJobError> + Send>;

/// A job that failed.
#[derive(Debug, Error)]
pub(crate) enum PageJobError {
    /// Nothing can be played.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// A run of training ended early.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Some games could not be finished.
    #[error("{0}")]
    Broken(String),
}

/// All jobs.
pub(crate) struct Jobs {
    queue: Arc<JobQueue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    waiting: usize,
    /// How many threads one job may use.
    pub(crate) threads_each: usize,
}

/// What the threads share with those who hand jobs in.
struct JobQueue {
    lists: Mutex<JobLists>,
    /// The jobs that wait for a thread.
    to_do: Receiver<(Arc<PageJob>, What)>,
}

struct JobLists {
    known: VecDeque<Arc<PageJob>>,
    /// Places that are kept for jobs to come.
    reserved: usize,
    /// Where jobs are handed in; `None` after the end.
    waiting: Option<Sender<(Arc<PageJob>, What)>>,
}

/// One job.
pub(crate) struct PageJob {
    /// Its name.
    pub(crate) id: String,
    /// What it takes to stop it.
    pub(crate) key: String,
    /// What it is about, as everyone may know it.
    pub(crate) about: JobAbout,
    /// Ends it.
    pub(crate) stop: Arc<AtomicBool>,
    progress: watch::Sender<JobProgress>,
}

/// How a job stands.
#[derive(Clone, Debug)]
struct JobProgress {
    state: JobState,
    error: Option<String>,
    result: Option<PageJobResult>,
    at: Option<Instant>,
}

impl JobProgress {
    fn is_over(&self) -> bool {
        !matches!(self.state, JobState::Waiting | JobState::Playing)
    }
}

impl Jobs {
    /// `places` jobs at a time with `threads_each` threads, and `waiting` more that wait.
    pub(crate) fn start(
        places: usize,
        waiting: usize,
        threads_each: usize,
        vitals: &Vitals,
    ) -> io::Result<Self> {
        let (sender, to_do) = unbounded();
        let lists = JobLists { known: VecDeque::new(), reserved: 0, waiting: Some(sender) };
        let queue = Arc::new(JobQueue { lists: Mutex::new(lists), to_do });
        let work = |number| {
            let queue = Arc::clone(&queue);
            let name = format!("ludus-job-{number}");
            // A job takes as long as it takes.
            let heart = vitals.thread(&name, None);
            thread::Builder::new().name(name).stack_size(STACK).spawn(move || queue.work(&heart))
        };
        let threads = (0..places.max(1)).map(work).collect::<io::Result<_>>()?;
        Ok(Self { queue, threads: Mutex::new(threads), waiting, threads_each: threads_each.max(1) })
    }

    /// Lets a job be done when its turn comes.
    pub(crate) fn add(
        &self,
        about: JobAbout,
        what: impl FnOnce(&PageJob) -> Result<(), PageJobError> + Send + 'static,
    ) -> Result<Arc<PageJob>, Problem> {
        self.reserve()?.take(about, what)
    }

    /// A place for a job, if there is one. It is free again when it is dropped.
    pub(crate) fn reserve(&self) -> Result<JobPlace, Problem> {
        let mut lists = self.queue.lists.lock();
        let waiting = self.queue.to_do.len() + lists.reserved;
        if lists.waiting.is_none() || waiting >= self.waiting {
            let reason = format!("{} jobs wait already; try again when one is done", self.waiting);
            return Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason));
        }
        lists.reserved += 1;
        Ok(JobPlace(Arc::clone(&self.queue)))
    }

    /// The job of this name.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<PageJob>> {
        self.queue.lists.lock().known.iter().find(|job| job.id == id).cloned()
    }

    /// Stops the job of this name, if this is its key.
    pub(crate) fn stop(&self, id: &str, key: &str) -> Result<(), Problem> {
        let missing = || Problem::new(StatusCode::NOT_FOUND, "there is no such job any more");
        let job = self.find(id).ok_or_else(missing)?;
        if job.key != key {
            let reason = "only the page that started it can stop it";
            return Err(Problem::new(StatusCode::FORBIDDEN, reason));
        }
        job.stop.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// The jobs of this kind that are not over.
    pub(crate) fn under_way(&self, kind: JobKind) -> Vec<Arc<PageJob>> {
        let lists = self.queue.lists.lock();
        let open =
            |job: &&Arc<PageJob>| job.about.kind() == kind && !job.progress.borrow().is_over();
        lists.known.iter().filter(open).cloned().collect()
    }

    /// Ends all jobs and waits for them.
    pub(crate) fn close(&self) {
        let mut lists = self.queue.lists.lock();
        for job in &lists.known {
            job.stop.store(true, Ordering::Relaxed);
        }
        lists.waiting = None;
        drop(lists);
        for thread in self.threads.lock().drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

/// A place that is kept for a job.
pub(crate) struct JobPlace(Arc<JobQueue>);

impl JobPlace {
    /// Lets a job be done in it when its turn comes.
    pub(crate) fn take(
        self,
        about: JobAbout,
        what: impl FnOnce(&PageJob) -> Result<(), PageJobError> + Send + 'static,
    ) -> Result<Arc<PageJob>, Problem> {
        let failed = |error: io::Error| {
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, format!("no job can be made: {error}"))
        };
        let first = JobProgress { state: JobState::Waiting, error: None, result: None, at: None };
        let job = Arc::new(PageJob {
            id: random::token().map_err(failed)?,
            key: random::token().map_err(failed)?,
            about,
            stop: Arc::new(AtomicBool::new(false)),
            progress: watch::Sender::new(first),
        });
        let mut lists = self.0.lists.lock();
        let closed = || Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the server stops");
        let waiting = lists.waiting.as_ref().ok_or_else(closed)?;
        waiting.send((Arc::clone(&job), Box::new(what))).map_err(|_| closed())?;
        lists.known.push_back(Arc::clone(&job));
        let over = |job: &Arc<PageJob>| job.progress.borrow().is_over();
        while lists.known.len() > REMEMBERED {
            let Some(oldest) = lists.known.iter().position(over) else { break };
            lists.known.remove(oldest);
        }
        Ok(job)
    }
}

impl Drop for JobPlace {
    fn drop(&mut self) {
        self.0.lists.lock().reserved -= 1;
    }
}

impl JobQueue {
    /// One thread: does what waits until all is closed. It gives way to live games, and so do the threads that it
    /// starts.
    fn work(&self, heart: &Heart) {
        give_way();
        for (job, what) in &self.to_do {
            if job.stop.load(Ordering::Relaxed) {
                job.end(JobState::Stopped, None);
                continue;
            }
            job.change(|progress| progress.state = JobState::Playing);
            match heart.beat(|| contain(job.about.kind().name(), || what(&job))) {
                Ok(Ok(())) if job.stop.load(Ordering::Relaxed) => job.end(JobState::Stopped, None),
                Ok(Ok(())) => job.end(JobState::Done, None),
                Ok(Err(error)) => job.end(JobState::Failed, Some(error.to_string())),
                Err(error) => {
                    tracing::error!(%error, at = error.location, "a job is given up");
                    job.end(JobState::Failed, Some(error.to_string()));
                }
            }
        }
    }
}

impl PageJob {
    /// Tells how far it has come. What comes too soon after the last is left out, unless it is `final`.
    pub(crate) fn tell(&self, last: bool, result: impl FnOnce() -> PageJobResult) {
        let due = self.progress.borrow().at.is_none_or(|at| at.elapsed() >= BEAT);
        if due || last {
            let result = result();
            self.change(|progress| {
                progress.result = Some(result);
                progress.at = Some(Instant::now());
            });
        }
    }

    fn end(&self, state: JobState, error: Option<String>) {
        self.change(|progress| {
            progress.state = state;
            progress.error = error;
        });
    }

    fn change(&self, what: impl FnOnce(&mut JobProgress)) {
        self.progress.send_modify(what);
    }

    /// What it has led to so far.
    pub(crate) fn result(&self) -> Option<PageJobResult> {
        self.progress.borrow().result.clone()
    }

    /// How it stands, as pages see it.
    pub(crate) fn message(&self) -> Versioned<TopicMessage> {
        let JobProgress { state, error, result, .. } = self.progress.borrow().clone();
        let news = JobNews {
            job: self.id.clone(),
            kind: self.about.kind(),
            about: self.about.clone(),
            state,
            error,
            result,
        };
        TopicMessage::Job(news).versioned()
    }

    /// Sends how it stands until it is over or the page is gone.
    pub(crate) async fn follow(self: Arc<Self>, out: mpsc::Sender<Utf8Bytes>) {
        let mut progress = self.progress.subscribe();
        loop {
            let over = progress.borrow_and_update().is_over();
            if out.send(self.message().encode()).await.is_err() || over {
                return;
            }
            if progress.changed().await.is_err() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> JobAbout {
        JobAbout::Training { run: "a".to_owned() }
    }

    fn wait(job: &PageJob, state: JobState) {
        let until = Instant::now() + Duration::from_secs(10);
        while job.progress.borrow().state != state {
            assert!(Instant::now() < until, "{:?}", job.progress.borrow());
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn jobs_are_done_one_after_the_other_and_end_as_they_ended() {
        let jobs = Jobs::start(1, 8, 1, &Vitals::default()).unwrap();
        let done = jobs.add(about(), |job| {
            job.tell(true, || PageJobResult::Training(TrainingProgress { done: 7, of: 9 }));
            Ok(())
        });
        let failed = jobs.add(about(), |_| Err(PageJobError::Broken("no".to_owned()))).unwrap();
        let panicked = jobs.add(about(), |_| panic!("this panic is meant")).unwrap();
        let last = jobs.add(about(), |_| Ok(())).unwrap();
        wait(&last, JobState::Done);
        assert!(matches!(
            done.unwrap().result(),
            Some(PageJobResult::Training(TrainingProgress { done: 7, of: 9 }))
        ));
        let error = |job: &PageJob| job.progress.borrow().error.clone().unwrap_or_default();
        assert_eq!(error(&failed), "no");
        assert_eq!(error(&panicked), "internal error in training: this panic is meant");
        assert!(jobs.under_way(JobKind::Training).is_empty());
        jobs.close();
    }

    #[test]
    fn a_job_can_be_stopped_before_and_while_it_is_done_and_too_many_are_refused() {
        let jobs = Jobs::start(1, 1, 1, &Vitals::default()).unwrap();
        let long = |job: &PageJob| {
            while !job.stop.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(1));
            }
            Ok(())
        };
        let first = jobs.add(about(), long).unwrap();
        wait(&first, JobState::Playing);
        let second = jobs.add(about(), long).unwrap();
        assert!(jobs.add(about(), long).is_err());
        assert_eq!(jobs.under_way(JobKind::Training).len(), 2);
        second.stop.store(true, Ordering::Relaxed);
        first.stop.store(true, Ordering::Relaxed);
        wait(&first, JobState::Stopped);
        wait(&second, JobState::Stopped);
        let third = jobs.add(about(), long).unwrap();
        wait(&third, JobState::Playing);
        jobs.close();
        wait(&third, JobState::Stopped);
    }
}
