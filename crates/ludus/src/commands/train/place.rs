//! Where the jobs of a run are carried out: on this machine, or on a cluster.

use std::path::Path;
use std::sync::Arc;

use ludus_arena::{AnyTrainable, split_opponents};
use ludus_core::Trust;
use ludus_train::cluster::{Crew, RunId, Terms};
use ludus_train::{Cluster, Evaluator, Local, Plan};

use crate::cli::TrainArgs;
use crate::commands::cluster::{Member, machine, teller};
use crate::commands::say;
use crate::failure::usage;
use crate::settings::Settings;

/// Where the jobs are to be carried out.
pub(super) enum Place {
    Here,
    Cluster { member: Box<Member>, local: bool, trust: Trust },
}

impl Place {
    /// What the arguments ask for. A cluster that cannot be used is told now, before the run has a
    /// folder.
    pub(super) fn new(args: &TrainArgs, settings: &Settings) -> anyhow::Result<Self> {
        let Some(member) = Member::new(args.cluster.as_deref(), settings)? else {
            if args.no_local {
                return Err(usage(
                    "--no-local needs --cluster: no other machine would run the jobs",
                ));
            }
            return Ok(Self::Here);
        };
        member.reach()?;
        let trust = if args.allow_programs { Trust::All } else { Trust::BuiltIn };
        Ok(Self::Cluster { member: Box::new(member), local: !args.no_local, trust })
    }

    /// Makes sure that the opponents of a plan can be sent to workers, which refuse programs unless their users allow
    /// them.
    pub(super) fn check(&self, plan: &Plan, trainable: &dyn AnyTrainable) -> anyhow::Result<()> {
        let Self::Cluster { trust: Trust::BuiltIn, .. } = self else { return Ok(()) };
        let (_, against) = split_opponents(&plan.settings);
        match trainable.pool(&against, Trust::All)?.outside() {
            None => Ok(()),
            Some(spec) => Err(usage(format!(
                "--against {spec} cannot be sent to a cluster: workers refuse opponents that are programs or servers. \
                 To allow them, pass --allow-programs here and to every ludus worker"
            ))),
        }
    }

    /// Forgets what a run that was in this folder before had on a cluster.
    pub(super) fn forget(&self, folder: &Path) -> anyhow::Result<()> {
        Ok(RunId::forget(folder)?)
    }

    /// Whether all jobs are left to workers, so that a run can stop in the middle of a generation without losing work.
    pub(super) const fn leaves_all_to_workers(&self) -> bool {
        matches!(self, Self::Cluster { local: false, .. })
    }

    /// Those who carry out the jobs of the run in this folder; on this machine, so many at a time.
    pub(super) fn open(
        self,
        trainable: &Arc<dyn AnyTrainable>,
        jobs: usize,
        folder: &Path,
    ) -> anyhow::Result<Workforce> {
        let Self::Cluster { member, local, trust } = self else {
            return Ok(Workforce::Here(Local::new(Arc::clone(trainable), jobs)?));
        };
        let trainables = member.trainables.clone();
        let crew = local.then(|| Crew { name: machine(), jobs, trainables, trust });
        let what = format!("{} {}", trainable.game(), trainable.name());
        let terms = Terms { run: RunId::of_folder(folder)?, what, crew };
        let Member { access, name, timing, build, .. } = member.as_ref();
        let cluster = Cluster::join(access, name, timing, build, terms, teller())?;
        Ok(Workforce::Cluster(Box::new(cluster)))
    }
}

/// Those who carry out the jobs.
pub(super) enum Workforce {
    Here(Local),
    Cluster(Box<Cluster>),
}

impl Workforce {
    /// As training sees them.
    pub(super) fn evaluator(&mut self) -> &mut dyn Evaluator {
        match self {
            Self::Here(local) => local,
            Self::Cluster(cluster) => cluster.as_mut(),
        }
    }

    /// Removes what a finished run has on a cluster. What an unfinished one has stays, to be found when
    /// it is resumed.
    pub(super) fn finish(self, folder: &Path) {
        let removed = match self {
            Self::Here(_) => Ok(()),
            Self::Cluster(cluster) => cluster.finish(),
        };
        // The run is finished all the same, and the cluster forgets it after a day.
        if let Err(error) = removed.and_then(|()| RunId::forget(folder)) {
            say(&format!("note: {error}"));
        }
    }
}
