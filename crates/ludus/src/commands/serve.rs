//! `ludus serve`: the Battlesnake server.

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use ludus_core::BotSpec;
use ludus_snake::SnakeKit;
use ludus_web::{
    DebugLog, LiveFiles, Options, ServeError, Server, TrainingOptions, half_of_the_cores,
};
use tokio::net::TcpListener;
use tokio::signal;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use super::setup;
use super::tournament::store_path;
use crate::cli::ServeArgs;
use crate::commands::say;
use crate::failure::usage;
use crate::output::{AppendTo, Inputs, TextKind};
use crate::settings::{ServeSettings, Settings};

pub(super) fn run(args: &ServeArgs, settings: &Settings) -> anyhow::Result<()> {
    let serve = settings.serve()?;
    let address = args.listen.unwrap_or(serve.listen);
    let replays = args.replays.clone().or_else(|| serve.replays.clone());
    let options = options(&serve, settings, log(args, settings)?, replays)?;
    write_logs()?;
    let server = Server::new(options).map_err(|error| match error {
        ServeError::Bot(error) => usage(format!("serve.snake: {error}")),
        ServeError::Listed(error) => usage(format!("serve.bots: {error}")),
        error => error.into(),
    })?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .context("cannot start the server")?;
    runtime.block_on(listen(address, server))
}

async fn listen(address: SocketAddr, server: Server) -> anyhow::Result<()> {
    let shutdown = end_of_service()?;
    let listener =
        TcpListener::bind(address).await.with_context(|| format!("cannot listen at {address}"))?;
    let address = listener.local_addr().context("cannot tell the address")?;
    say(&format!("serving the arena and the Battlesnake API at http://{address}/ (Ctrl-C ends)"));
    if !address.ip().is_loopback() {
        say(
            "note: other machines can reach this address; whoever does can play in rooms, start matches and use \
             this machine's cores, without a password and without encryption",
        );
    }
    server.serve(listener, shutdown).await;
    Ok(())
}

fn options(
    serve: &ServeSettings,
    settings: &Settings,
    log: Option<DebugLog>,
    replays: Option<PathBuf>,
) -> anyhow::Result<Options> {
    let defaults = Options::default();
    Ok(Options {
        settings: settings.bots::<SnakeKit>()?,
        bot: serve.snake.clone(),
        threads: if serve.threads == 0 { defaults.threads } else { serve.threads },
        waiting: serve.waiting,
        kept_games: serve.kept_games,
        kept_for: Duration::from_millis(serve.kept_ms),
        hosts: serve.hosts.clone(),
        connections: serve.connections.get(),
        body_limit: serve.body_bytes.get(),
        read_timeout: Duration::from_millis(serve.read_timeout_ms.get()),
        patience: Duration::from_millis(serve.patience_ms),
        log,
        games: serve.games,
        games_age: Duration::from_secs(serve.games_age_s),
        replays,
        replay_bytes: serve.replay_bytes.get(),
        work: serve.work.get(),
        work_waiting: serve.work_waiting,
        groups: serve.groups,
        group_threads: threads(serve.group_threads),
        jobs: serve.jobs.get(),
        jobs_waiting: serve.jobs_waiting,
        job_threads: threads(serve.job_threads),
        store: Some(store_path(None, settings)?),
        training: training(settings)?,
        live: live_files(serve, settings)?,
        rooms: serve.rooms.limits(),
        offers: setup::offers(settings)?,
        bots: listed_bots(serve)?,
    })
}

/// So many threads; 0: half of the cores.
fn threads(given: usize) -> usize {
    if given == 0 { half_of_the_cores() } else { given }
}

/// How pages begin training: as `ludus train` does.
fn training(settings: &Settings) -> anyhow::Result<TrainingOptions> {
    let train = settings.train()?;
    Ok(TrainingOptions {
        evolution: train.evolution(),
        runs: train.runs,
        stagnation: train.stagnation,
        regression: train.regression,
    })
}

/// Where live matches are recorded, if they are.
fn live_files(serve: &ServeSettings, settings: &Settings) -> anyhow::Result<Option<LiveFiles>> {
    if !serve.rooms.record {
        return Ok(None);
    }
    let store = store_path(None, settings)?;
    let beside = || store.parent().unwrap_or(Path::new("")).join("live");
    let replays = serve.rooms.replays.clone().unwrap_or_else(beside);
    Ok(Some(LiveFiles { store, replays }))
}

/// The bots that the operator lists for the pages.
fn listed_bots(serve: &ServeSettings) -> anyhow::Result<Vec<(String, BotSpec)>> {
    let named = |(game, text): (&String, &String)| match text.parse::<BotSpec>() {
        Ok(spec) => Ok((game.clone(), spec)),
        Err(error) => Err(usage(format!("serve.bots.{game}: {error}"))),
    };
    let all = serve.bots.iter().flat_map(|(game, bots)| bots.iter().map(move |bot| (game, bot)));
    all.map(named).collect()
}

/// The debug log, if there is to be one: a file that grows, and not one that the server reads.
fn log(args: &ServeArgs, settings: &Settings) -> anyhow::Result<Option<DebugLog>> {
    let debug = settings.debug()?;
    let (flag, path) = match &args.log {
        Some(path) => ("--log", path),
        None if debug.enabled => ("debug.log_file_path", &debug.log_file_path),
        None => return Ok(None),
    };
    let inputs = Inputs::new(settings.file());
    let log = AppendTo::new(flag, path, TextKind::JSON_LINES, &inputs)?;
    Ok(Some(log.path().map_or(DebugLog::Stdout, |path| DebugLog::File(path.to_owned()))))
}

/// Writes logs to standard error, as much as `RUST_LOG` asks for.
fn write_logs() -> anyhow::Result<()> {
    let filter = match std::env::var("RUST_LOG") {
        Ok(text) => text.parse().map_err(|error| usage(format!("RUST_LOG: {error}")))?,
        Err(_) => Targets::new().with_default(LevelFilter::INFO),
    };
    let colours = std::env::var_os("NO_COLOR").is_none() && io::stderr().is_terminal();
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(colours)
        .log_internal_errors(false);
    tracing_subscriber::registry().with(lines).with(filter).try_init().context("cannot write logs")
}

/// Ready when the user, or the system, wants the program to end.
#[cfg(unix)]
fn end_of_service() -> anyhow::Result<impl Future<Output = ()>> {
    let terminate = signal::unix::signal(signal::unix::SignalKind::terminate());
    let mut terminate = terminate.context("cannot listen for signals")?;
    Ok(async move {
        tokio::select! {
            _ = signal::ctrl_c() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// Ready when the user wants the program to end.
#[cfg(not(unix))]
fn end_of_service() -> anyhow::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = signal::ctrl_c().await;
    })
}
