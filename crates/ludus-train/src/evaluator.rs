//! Evaluators: what carries out many jobs, and gives their scores back in the order of the jobs.
//!
//! This is the seam between training and where it is computed. A run asks for the scores of a batch
//! and does not go on without all of them, so whoever computes them, and in which order, the run's
//! files come out the same.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyTrainable, ArenaError, contain};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::job::{Job, Score, perform};

/// The stack of a thread that plays: a search may go deep.
pub(crate) const STACK: usize = 16 << 20;

/// Carries out jobs.
pub trait Evaluator {
    /// The scores of all jobs, in the order of the jobs; `None` if it was stopped before all were
    /// done.
    ///
    /// # Errors
    /// If a job cannot be carried out, or there is nobody to do it.
    fn evaluate(
        &mut self,
        jobs: &[Job],
        watch: &dyn Watch,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Score>>, EvaluateError>;

    /// Hears that what was evaluated so far is in the run's files: nobody will ask for it again, whoever
    /// is killed.
    fn kept(&mut self) {}
}

/// Somebody who follows how many jobs are done.
pub trait Watch: Sync {
    /// A job was done, in whatever order.
    fn done(&self, job: &Job);
}

/// Nobody follows.
impl Watch for () {
    fn done(&self, _job: &Job) {}
}

/// Jobs that cannot be carried out.
#[derive(Debug, Error)]
pub enum EvaluateError {
    /// A job does not fit what is trained.
    #[error(transparent)]
    Job(#[from] ArenaError),
    /// The system gives no more threads.
    #[error("cannot start threads to train on: {0}")]
    Threads(io::Error),
    /// Where the jobs are carried out, something failed.
    #[error("{0}")]
    Elsewhere(String),
}

/// Carries out jobs on the cores of this machine.
pub struct Local {
    trainable: Arc<dyn AnyTrainable>,
    pool: ThreadPool,
}

impl Local {
    /// With this many threads.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn new(trainable: Arc<dyn AnyTrainable>, threads: usize) -> Result<Self, EvaluateError> {
        let pool = self::threads(threads)?;
        Ok(Self { trainable, pool })
    }
}

/// Threads to carry out jobs on.
pub(crate) fn threads(count: usize) -> Result<ThreadPool, EvaluateError> {
    ThreadPoolBuilder::new()
        .num_threads(count.max(1))
        .stack_size(STACK)
        .thread_name(|number| format!("ludus-train-{number}"))
        .build()
        .map_err(|error| EvaluateError::Threads(io::Error::other(error)))
}

impl Evaluator for Local {
    fn evaluate(
        &mut self,
        jobs: &[Job],
        watch: &dyn Watch,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<Score>>, EvaluateError> {
        let one = |job: &Job| {
            let score = contain("training", || perform(self.trainable.as_ref(), job, stop))
                .map_err(ArenaError::from)??;
            watch.done(job);
            Ok(score)
        };
        // One at a time: a job takes milliseconds to seconds, and the longest must not wait behind
        // others on the same thread.
        self.pool.install(|| jobs.par_iter().with_max_len(1).map(one).collect())
    }
}
