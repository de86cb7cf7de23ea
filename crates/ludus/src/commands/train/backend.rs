//! Where the jobs of a run are run.

use std::sync::Arc;

use ludus_arena::AnyTrainable;
use ludus_train::{FitnessEvaluator, LocalEvaluator, Plan, RunFolder};

/// Where the jobs of a run are run: on this machine, or on a cluster.
pub(super) trait Backend {
    /// Checks that the jobs of this plan can be run.
    fn check(&self, plan: &Plan, trainable: &dyn AnyTrainable) -> anyhow::Result<()>;

    /// Whether workers run all jobs. Such a run can stop in the middle of a generation without losing work.
    fn leaves_all_to_workers(&self) -> bool;

    /// The evaluator of the run in this folder. This machine runs at most `jobs` jobs at a time.
    fn open(
        self: Box<Self>,
        trainable: &Arc<dyn AnyTrainable>,
        jobs: usize,
        folder: &RunFolder,
    ) -> anyhow::Result<Box<dyn RunEvaluator>>;
}

/// The evaluator of a run.
pub(super) trait RunEvaluator: FitnessEvaluator {
    /// Removes everything of the run outside its folder. The run must be finished: an unfinished one needs it to
    /// resume.
    fn finish(self: Box<Self>) -> anyhow::Result<()>;
}

/// The cores of this machine.
pub(super) struct LocalBackend;

impl Backend for LocalBackend {
    fn check(&self, _plan: &Plan, _trainable: &dyn AnyTrainable) -> anyhow::Result<()> {
        Ok(())
    }

    fn leaves_all_to_workers(&self) -> bool {
        false
    }

    fn open(
        self: Box<Self>,
        trainable: &Arc<dyn AnyTrainable>,
        jobs: usize,
        _folder: &RunFolder,
    ) -> anyhow::Result<Box<dyn RunEvaluator>> {
        Ok(Box::new(LocalEvaluator::new(Arc::clone(trainable), jobs)?))
    }
}

impl RunEvaluator for LocalEvaluator {
    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        Ok(())
    }
}
