//! `ludus worker`: carries out jobs of training for a cluster.

use ludus_core::Trust;
use ludus_train::cluster::{Crew, Worker};

use crate::cli::WorkerArgs;
use crate::commands::cluster::{Member, machine, teller};
use crate::commands::say;
use crate::commands::signals::{cores, stop_on_signal};
use crate::settings::Settings;

pub(super) fn run(args: &WorkerArgs, settings: &Settings) -> anyhow::Result<()> {
    let Member { access, name, timing, build, trainables } =
        Member::required(args.cluster.as_deref(), settings)?;
    let jobs = if args.jobs == 0 { cores() } else { args.jobs };
    let trust = if args.allow_programs { Trust::All } else { Trust::BuiltIn };
    let crew = Crew { name: args.name.clone().unwrap_or_else(machine), jobs, trainables, trust };
    let own = crew.name.clone();
    let stop = stop_on_signal()?;
    let worker = Worker::join(&access, &name, &timing, &build, crew, teller())?;
    let at = access.shown();
    say(&format!("worker {own} joined {at}: {jobs} jobs at a time, build {build} (Ctrl-C ends)"));
    if args.allow_programs {
        say("note: jobs may run programs on this machine (--allow-programs)");
    }
    worker.work(&stop);
    say(&format!("worker {own} left"));
    Ok(())
}
