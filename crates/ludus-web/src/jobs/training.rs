//! A run of training. What it leaves are the files of `ludus train`, so that either goes on with the other's
//! runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ludus_arena::AnyTrainable;
use ludus_train::{Folder, Follow, Local, Plan, Run, RunError, Stage, State, Watch};
use serde_json::json;

use super::Job;

/// A run that is to go on.
pub(crate) struct Training {
    /// What is trained.
    pub(crate) trainable: Arc<dyn AnyTrainable>,
    /// How.
    pub(crate) plan: Plan,
    /// Its files.
    pub(crate) folder: Folder,
    /// How many threads play.
    pub(crate) threads: usize,
}

impl Training {
    /// Trains to the end, or until it is stopped.
    pub(crate) fn go_on(&self, job: &Job) -> Result<(), String> {
        self.train(job).map_err(|error| error.to_string())
    }

    fn train(&self, job: &Job) -> Result<(), RunError> {
        let Self { trainable, plan, folder, threads } = self;
        let genes = trainable.genes();
        let run = Run { plan, trainable: trainable.as_ref() };
        folder.sweep();
        let mut state = folder.state(genes.len())?.unwrap_or_else(|| run.first_state());
        let mut evaluator = Local::new(Arc::clone(trainable), *threads)?;
        let progress =
            Progress { job, training: self, done: AtomicUsize::new(0), of: AtomicUsize::new(0) };
        run.go_on(&mut state, &mut evaluator, &progress, &job.stop, &job.stop)?;
        if state.best.is_some() {
            folder.copy_out(plan)?;
        }
        Ok(())
    }
}

/// Keeps what is known in the run's files, and tells how far the generation has come.
struct Progress<'a> {
    job: &'a Job,
    training: &'a Training,
    done: AtomicUsize,
    of: AtomicUsize,
}

impl Watch for Progress<'_> {
    fn done(&self, job: &ludus_train::Job) {
        let done = self.done.fetch_add(job.seeds.len(), Ordering::Relaxed) + job.seeds.len();
        self.job.tell(false, || json!({ "done": done, "of": self.of.load(Ordering::Relaxed) }));
    }
}

impl Follow for Progress<'_> {
    fn begins(&self, _: Stage, matches: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.of.store(matches, Ordering::Relaxed);
    }

    fn keep(&self, state: &State) -> Result<(), RunError> {
        let Training { trainable, plan, folder, .. } = self.training;
        Ok(folder.keep(plan, trainable.genes(), state, None)?)
    }
}
