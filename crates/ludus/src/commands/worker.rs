//! `ludus worker`: runs training jobs of a cluster.

use ludus_core::Trust;
use ludus_train::cluster::{ClusterWorker, WorkerOptions};

use crate::cli::WorkerArgs;
use crate::commands::cluster::{client, machine_name, notify};
use crate::commands::say;
use crate::commands::signals::{cores, stop_on_signal};
use crate::settings::Settings;

pub(super) fn run(args: &WorkerArgs, settings: &Settings) -> anyhow::Result<()> {
    let client = client(args.cluster.as_deref(), settings)?;
    let name = args.name.clone().unwrap_or_else(machine_name);
    let jobs = if args.jobs == 0 { cores() } else { args.jobs };
    let trust = if args.allow_programs { Trust::All } else { Trust::BuiltIn };
    let stop = stop_on_signal()?;
    let options = WorkerOptions { name: name.clone(), jobs, trust };
    let worker = ClusterWorker::join(&client, options, notify())?;
    let (at, build) = (client.endpoint.shown(), &client.build);
    say(&format!("worker {name} joined {at}: {jobs} jobs at a time, build {build} (Ctrl-C ends)"));
    if args.allow_programs {
        say("note: jobs may run programs on this machine (--allow-programs)");
    }
    worker.work(&stop);
    say(&format!("worker {name} left"));
    Ok(())
}
