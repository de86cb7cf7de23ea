//! Evaluators run many jobs and return their results in the order of the jobs.
//!
//! This is the boundary between training and the machines that do the work. A run asks for the results of a batch of
//! jobs and waits for all of them. So the files of a run are the same no matter which machine ran a job, and in which
//! order.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyTrainable, ArenaError, contain};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use crate::job::{Job, JobResult, run_job};

/// The stack size of a thread that plays matches, in bytes. A deep search needs more than the usual 2 MiB.
pub(crate) const STACK_BYTES: usize = 16 << 20;

/// Runs jobs.
pub trait FitnessEvaluator {
    /// The results of all jobs, in the order of the jobs. `None` if `stop` was set before all jobs were done.
    ///
    /// # Errors
    /// If a job fails, or no machine can run it.
    fn evaluate(
        &mut self,
        jobs: &[Job],
        observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<JobResult>>, EvaluationError>;

    /// Called after the run has saved a checkpoint that covers all results so far. The evaluator can forget them: a
    /// resumed run does not ask for them again.
    fn checkpoint_saved(&mut self) {}
}

/// Observes which jobs are done.
pub trait JobObserver: Sync {
    /// A job is done. Jobs can finish in any order.
    fn job_done(&self, job: &Job);
}

/// Observes nothing.
impl JobObserver for () {
    fn job_done(&self, _job: &Job) {}
}

/// Jobs that could not be run.
#[derive(Debug, Error)]
pub enum EvaluationError {
    /// A job does not fit what is trained.
    #[error(transparent)]
    Job(#[from] ArenaError),
    /// The system could not start the threads.
    #[error("cannot start threads to train on: {0}")]
    Threads(io::Error),
    /// A job failed on the cluster.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Cluster(#[from] crate::cluster::ClusterJobError),
}

/// Runs jobs on the cores of this machine.
pub struct LocalEvaluator {
    trainable: Arc<dyn AnyTrainable>,
    pool: ThreadPool,
}

impl LocalEvaluator {
    /// An evaluator with this many threads.
    ///
    /// # Errors
    /// If the system cannot start the threads.
    pub fn new(trainable: Arc<dyn AnyTrainable>, threads: usize) -> Result<Self, EvaluationError> {
        let pool = thread_pool(threads).map_err(EvaluationError::Threads)?;
        Ok(Self { trainable, pool })
    }
}

/// Threads to run jobs on.
pub(crate) fn thread_pool(threads: usize) -> Result<ThreadPool, io::Error> {
    ThreadPoolBuilder::new()
        .num_threads(threads.max(1))
        .stack_size(STACK_BYTES)
        .thread_name(|number| format!("ludus-train-{number}"))
        .build()
        .map_err(io::Error::other)
}

/// Runs a job. A panic becomes an error: on a thread pool it would end the program.
pub(crate) fn run_contained(
    trainable: &dyn AnyTrainable,
    job: &Job,
    stop: &Arc<AtomicBool>,
) -> Result<Option<JobResult>, ArenaError> {
    contain("training", || run_job(trainable, job, stop)).map_err(ArenaError::from)?
}

impl FitnessEvaluator for LocalEvaluator {
    fn evaluate(
        &mut self,
        jobs: &[Job],
        observer: &dyn JobObserver,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Vec<JobResult>>, EvaluationError> {
        let evaluate = |job: &Job| {
            let result = run_contained(self.trainable.as_ref(), job, stop)?;
            observer.job_done(job);
            Ok(result)
        };
        // A thread takes one job at a time. A job takes milliseconds to seconds, and a long one must not wait behind
        // others on the same thread.
        self.pool.install(|| jobs.par_iter().with_max_len(1).map(evaluate).collect())
    }
}
