//! Where the jobs of a run are carried out in a build without clusters: on this machine.

use std::path::Path;
use std::sync::Arc;

use ludus_arena::AnyTrainable;
use ludus_train::{Evaluator, Local, Plan};

use crate::cli::TrainArgs;
use crate::settings::Settings;

/// This machine, with the same methods as the place of a build with clusters.
pub(super) struct Place;

impl Place {
    pub(super) fn new(_args: &TrainArgs, _settings: &Settings) -> anyhow::Result<Self> {
        Ok(Self)
    }

    /// Every plan can be carried out here.
    pub(super) fn check(&self, _plan: &Plan, _trainable: &dyn AnyTrainable) -> anyhow::Result<()> {
        Ok(())
    }

    /// There is nothing elsewhere to forget.
    pub(super) fn forget(&self, _folder: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    pub(super) const fn leaves_all_to_workers(&self) -> bool {
        false
    }

    /// The cores of this machine, at most `jobs` jobs at a time.
    pub(super) fn open(
        self,
        trainable: &Arc<dyn AnyTrainable>,
        jobs: usize,
        _folder: &Path,
    ) -> anyhow::Result<Workforce> {
        Ok(Workforce(Local::new(Arc::clone(trainable), jobs)?))
    }
}

/// The cores of this machine.
pub(super) struct Workforce(Local);

impl Workforce {
    pub(super) fn evaluator(&mut self) -> &mut dyn Evaluator {
        &mut self.0
    }

    pub(super) fn finish(self, _folder: &Path) {}
}
