//! `ludus cluster`, and what other commands need to use a cluster.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ludus_arena::AnyTrainable;
use ludus_core::text::shown;
use ludus_train::cluster::{ClusterClient, ClusterStatus, Endpoint, Notify, Timing};
use ludus_train::secret::Secret;

use crate::cli::{ClusterArgs, ClusterCommand};
use crate::commands::{say, write_json};
use crate::failure::usage;
use crate::program::own_name;
use crate::settings::{ClusterSettings, Settings};
use crate::tables::{number, table};

pub(super) fn run(
    args: &ClusterArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let ClusterCommand::Status(args) = &args.command;
    let status = client(args.cluster.as_deref(), settings)?.status()?;
    if args.json { write_json(out, &status) } else { write_status(out, &status) }
}

/// The client of the cluster at this address, or of the one in the settings; `None` if there is neither.
pub(super) fn find_client(
    url: Option<&str>,
    settings: &Settings,
) -> anyhow::Result<Option<ClusterClient>> {
    let cluster = settings.cluster()?;
    let url = url.unwrap_or(&cluster.url).to_owned();
    if url.is_empty() {
        return Ok(None);
    }
    let mut trainables: Vec<Arc<dyn AnyTrainable>> = Vec::new();
    // A job contains the settings of its bots, so the settings of this machine must not matter.
    let defaults = settings.catalog().defaults();
    for entry in settings.catalog().games() {
        let game = (entry.open)(&defaults)?;
        trainables.extend(game.trainables().into_iter().map(Arc::from));
    }
    let timing = Timing {
        ack_wait: Duration::from_millis(cluster.ack_wait_ms.get()),
        max_deliver: cluster.max_deliver.get(),
        absence: Duration::from_millis(cluster.absence_ms.get()),
    };
    let name = cluster.name.clone();
    let version = env!("CARGO_PKG_VERSION");
    let client = ClusterClient::new(endpoint(url, cluster), name, timing, version, trainables)?;
    Ok(Some(client))
}

/// As [`find_client`], but without a cluster it is an error.
pub(super) fn client(url: Option<&str>, settings: &Settings) -> anyhow::Result<ClusterClient> {
    let none = || usage("which cluster? --cluster nats://host:4222, or cluster.url in ludus.toml");
    find_client(url, settings)?.ok_or_else(none)
}

/// The endpoint of the settings. An empty setting is not set.
fn endpoint(url: String, cluster: ClusterSettings) -> Endpoint {
    let text = |text: String| (!text.is_empty()).then_some(text);
    let secret = |Secret(text): Secret| (!text.is_empty()).then_some(Secret(text));
    let path = |path: PathBuf| (!path.as_os_str().is_empty()).then_some(path);
    Endpoint {
        url,
        user: text(cluster.user),
        password: secret(cluster.password),
        token: secret(cluster.token),
        nkey_file: path(cluster.nkey_file),
        creds_file: path(cluster.creds_file),
        tls: cluster.tls,
        ca_file: path(cluster.ca_file),
        cert_file: path(cluster.cert_file),
        key_file: path(cluster.key_file),
    }
}

/// The name of this machine and the process ID: the name of a worker that was given none.
pub(super) fn machine_name() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let set = || std::env::var("COMPUTERNAME").or_else(|_| std::env::var("HOSTNAME")).ok();
    let name = read.or_else(set).unwrap_or_default();
    format!(
        "{}-{}",
        if name.trim().is_empty() { "worker" } else { name.trim() },
        std::process::id()
    )
}

/// Shows the notices of a cluster to the user.
pub(super) fn notify() -> Notify {
    Arc::new(|text: &str| say(&format!("cluster: {}", shown(text))))
}

fn write_status(out: &mut dyn Write, status: &ClusterStatus) -> anyhow::Result<()> {
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
        true => writeln!(
            out,
            "no workers; start one with {} worker --cluster {}",
            own_name(),
            status.url
        )?,
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
