//! A training run. It writes the files of `ludus train`, so both can resume each other's runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludus_arena::AnyTrainable;
use ludus_train::{
    JobObserver, LocalEvaluator, Plan, Run, RunControl, RunError, RunFolder, RunObserver, RunStage,
    RunState,
};

use super::{PageJob, PageJobError, PageJobResult, TrainingProgress};

/// A training run.
pub(crate) struct TrainingTask {
    /// What is trained.
    pub(crate) trainable: Arc<dyn AnyTrainable>,
    /// The plan of the run.
    pub(crate) plan: Plan,
    /// The files of the run.
    pub(crate) folder: RunFolder,
    /// How many threads play matches.
    pub(crate) threads: usize,
}

impl TrainingTask {
    /// Trains to the end, or until the job is stopped.
    pub(crate) fn go_on(&self, job: &PageJob) -> Result<(), PageJobError> {
        Ok(self.train(job)?)
    }

    fn train(&self, job: &PageJob) -> Result<(), RunError> {
        let Self { trainable, plan, folder, threads } = self;
        let genes = trainable.genes();
        let run = Run { plan, trainable: trainable.as_ref() };
        folder.sweep();
        let mut state = folder.state(genes.len())?.unwrap_or_else(|| run.first_state());
        let mut evaluator = LocalEvaluator::new(Arc::clone(trainable), *threads)?;
        let progress =
            Observer { job, training: self, done: AtomicUsize::new(0), of: AtomicUsize::new(0) };
        let mut control = RunControl {
            evaluator: &mut evaluator,
            observer: &progress,
            end_after_generation: &job.stop,
            stop: &job.stop,
        };
        run.train(&mut state, &mut control)?;
        if state.best.is_some() {
            folder.copy_out(plan)?;
        }
        Ok(())
    }
}

/// Saves the run, and reports how many matches of the generation are done.
struct Observer<'a> {
    job: &'a PageJob,
    training: &'a TrainingTask,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl JobObserver for Observer<'_> {
    fn job_done(&self, job: &ludus_train::Job) {
        let done = self.done.fetch_add(job.seeds.len(), Ordering::Relaxed) + job.seeds.len();
        let of = self.of.load(Ordering::Relaxed);
        self.job.tell(false, || PageJobResult::Training(TrainingProgress { done, of }));
    }
}

impl RunObserver for Observer<'_> {
    fn stage_started(&self, _: RunStage, matches: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.of.store(matches, Ordering::Relaxed);
    }

    fn save(&self, state: &RunState) -> Result<(), RunError> {
        let TrainingTask { trainable, plan, folder, .. } = self.training;
        Ok(folder.save(plan, trainable.genes(), state, None)?)
    }
}
