//! Runs the jobs of a run on a cluster.

use std::sync::Arc;

use ludus_arena::AnyTrainable;
use ludus_core::Trust;
use ludus_train::cluster::{ClusterClient, RunId, TrainerOptions, WorkerOptions};
use ludus_train::{ClusterEvaluator, Plan, RunFolder};

use super::backend::{Backend, LocalBackend, RunEvaluator};
use crate::cli::TrainArgs;
use crate::commands::cluster::{find_client, machine_name, notify};
use crate::failure::usage;
use crate::settings::Settings;

/// The backend that the arguments and settings ask for. A cluster that cannot be used is an error now, before the run
/// has a folder.
pub(super) fn choose(args: &TrainArgs, settings: &Settings) -> anyhow::Result<Box<dyn Backend>> {
    let Some(client) = find_client(args.cluster.as_deref(), settings)? else {
        if args.no_local {
            return Err(usage("--no-local needs --cluster: no other machine would run the jobs"));
        }
        return Ok(Box::new(LocalBackend));
    };
    client.status()?;
    let trust = if args.allow_programs { Trust::All } else { Trust::BuiltIn };
    Ok(Box::new(ClusterBackend { client, local: !args.no_local, trust }))
}

/// A cluster.
struct ClusterBackend {
    client: ClusterClient,
    /// Whether this machine runs jobs, too.
    local: bool,
    /// Which opponents may be sent to workers.
    trust: Trust,
}

impl Backend for ClusterBackend {
    fn check(&self, plan: &Plan, trainable: &dyn AnyTrainable) -> anyhow::Result<()> {
        if self.trust == Trust::All {
            return Ok(());
        }
        let (_, against) = plan.settings.split();
        match trainable.pool(&against, Trust::All)?.outside() {
            None => Ok(()),
            Some(spec) => Err(usage(format!(
                "--against {spec} cannot be sent to a cluster: workers refuse opponents that are programs or servers. \
                 To allow them, pass --allow-programs here and to every ludus worker"
            ))),
        }
    }

    fn leaves_all_to_workers(&self) -> bool {
        !self.local
    }

    fn open(
        self: Box<Self>,
        trainable: &Arc<dyn AnyTrainable>,
        jobs: usize,
        folder: &RunFolder,
    ) -> anyhow::Result<Box<dyn RunEvaluator>> {
        let Self { client, local, trust } = *self;
        let options = TrainerOptions {
            run: RunId::of_folder(folder)?,
            what: format!("{} {}", trainable.game(), trainable.name()),
            worker: local.then(|| WorkerOptions { name: machine_name(), jobs, trust }),
        };
        Ok(Box::new(ClusterEvaluator::join(&client, options, notify())?))
    }
}

impl RunEvaluator for ClusterEvaluator {
    fn finish(self: Box<Self>) -> anyhow::Result<()> {
        Ok((*self).finish()?)
    }
}
