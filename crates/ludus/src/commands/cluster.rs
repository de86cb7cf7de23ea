//! `ludus cluster`, and what all commands need that take part in a cluster.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludus_arena::AnyTrainable;
use ludus_core::text::shown;
use ludus_train::cluster::{self, Access, Build, Status, Tell, Timing};
use ludus_train::secret::Secret;

use crate::cli::{ClusterArgs, ClusterCommand};
use crate::commands::{say, write_json};
use crate::failure::usage;
use crate::settings::{ClusterSettings, Settings};
use crate::tables::{number, table};

pub(super) fn run(
    args: &ClusterArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let ClusterCommand::Status(args) = &args.command;
    let member = Member::required(args.cluster.as_deref(), settings)?;
    let Member { access, name, timing, build, .. } = &member;
    let status = cluster::status(access, name, timing, build)?;
    if args.json { write_json(out, &status) } else { write_status(out, &status) }
}

/// A program that takes part in a cluster.
pub(super) struct Member {
    /// Where the server is, and how to get in.
    pub(super) access: Access,
    /// The name of the cluster.
    pub(super) name: String,
    /// Its numbers.
    pub(super) timing: Timing,
    /// What this program is.
    pub(super) build: Build,
    /// Everything that it can train. A job says all that its score depends on, so these are as the
    /// program is made, whatever is set here.
    pub(super) trainables: Vec<Arc<dyn AnyTrainable>>,
}

impl Member {
    /// A member of the cluster that is named or set; `None` if none is.
    pub(super) fn new(url: Option<&str>, settings: &Settings) -> anyhow::Result<Option<Self>> {
        let set = settings.cluster()?;
        let url = url.unwrap_or(&set.url).to_owned();
        if url.is_empty() {
            return Ok(None);
        }
        let mut trainables: Vec<Arc<dyn AnyTrainable>> = Vec::new();
        // Jobs carry the settings of their bots: a worker's own do not matter.
        let defaults = settings.catalog().defaults();
        for entry in settings.catalog().games() {
            let game = (entry.open)(&defaults)?;
            trainables.extend(game.trainables().into_iter().map(Arc::from));
        }
        let build = Build::of(env!("CARGO_PKG_VERSION"), &trainables)?;
        let timing = Timing {
            ack_wait: Duration::from_millis(set.ack_wait_ms.get()),
            max_deliver: set.max_deliver.get(),
            absence: Duration::from_millis(set.absence_ms.get()),
        };
        let name = set.name.clone();
        Ok(Some(Self { access: access(url, set), name, timing, build, trainables }))
    }

    /// As [`Member::new`]; it is an error if no cluster is named or set.
    pub(super) fn required(url: Option<&str>, settings: &Settings) -> anyhow::Result<Self> {
        let none =
            || usage("which cluster? --cluster nats://host:4222, or cluster.url in ludus.toml");
        Self::new(url, settings)?.ok_or_else(none)
    }

    /// Makes sure that the cluster can be used.
    pub(super) fn reach(&self) -> anyhow::Result<()> {
        let Self { access, name, timing, build, .. } = self;
        cluster::status(access, name, timing, build)?;
        Ok(())
    }
}

fn access(url: String, set: ClusterSettings) -> Access {
    let text = |text: String| (!text.is_empty()).then_some(text);
    let secret = |Secret(text): Secret| (!text.is_empty()).then_some(Secret(text));
    let path = |path: PathBuf| (!path.as_os_str().is_empty()).then_some(path);
    Access {
        url,
        user: text(set.user),
        password: secret(set.password),
        token: secret(set.token),
        nkey_file: path(set.nkey_file),
        creds_file: path(set.creds_file),
        tls: set.tls,
        ca_file: path(set.ca_file),
        cert_file: path(set.cert_file),
        key_file: path(set.key_file),
    }
}

/// The name of this machine.
pub(super) fn machine() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let set = || std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME")).ok();
    let name = read.or_else(set).unwrap_or_default();
    format!(
        "{}-{}",
        if name.trim().is_empty() { "worker" } else { name.trim() },
        std::process::id()
    )
}

/// Tells the user what the cluster has to say.
pub(super) fn teller() -> Tell {
    Arc::new(|text: &str| say(&format!("cluster: {}", shown(text))))
}

fn write_status(out: &mut dyn Write, status: &Status) -> anyhow::Result<()> {
    writeln!(out, "{}, nats-server {}; this is build {}", status.url, status.server, status.build)?;
    let mut workers = table(&["worker", "jobs at a time", "running", "done", "jobs/s", "build"]);
    for worker in &status.workers {
        let kind = if worker.trainer { " (trainer)" } else { "" };
        workers.add_row([
            format!("{}{kind}", worker.name),
            number(worker.jobs as f64),
            number(worker.running as f64),
            number(worker.done as f64),
            number(worker.per_second),
            worker.build.to_string(),
        ]);
    }
    let mut runs = table(&["run", "jobs wanted", "done", "build"]);
    for run in &status.runs {
        let (wanted, done) = (number(run.wanted as f64), number(run.done as f64));
        runs.add_row([run.what.clone(), wanted, done, run.build.to_string()]);
    }
    let mut queues = table(&["queue of build", "waiting", "running"]);
    for queue in &status.queues {
        let (waiting, running) = (number(queue.waiting as f64), number(queue.running as f64));
        queues.add_row([queue.build.clone(), waiting, running]);
    }
    match status.workers.is_empty() {
        true => writeln!(out, "no workers; start one with ludus worker --cluster {}", status.url)?,
        false => writeln!(out, "{workers}")?,
    }
    match status.runs.is_empty() {
        true => writeln!(out, "no run is active")?,
        false => writeln!(out, "{runs}")?,
    }
    if !status.queues.is_empty() {
        writeln!(out, "{queues}")?;
    }
    writeln!(out, "results kept: {}", number(status.results as f64))?;
    Ok(())
}
