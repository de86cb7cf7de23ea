//! `ludus serve`: the web arena and the Battlesnake server.

use std::io::{self, IsTerminal as _};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use ludus_core::{BotSpec, Game};
use ludus_snake::{Snake, SnakeKit};
use ludus_snake_server::{BattlesnakeServer, DebugLog, OpenError, SnakeOptions};
use ludus_web::{
    LiveFiles, Options, Retention, ServeError, Server, Service, TrainingOptions, half_of_the_cores,
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
    let bots = listed_bots(&serve)?;
    let services = match settings.catalog().find(Snake::NAME) {
        Ok(_) => vec![battlesnake(args, settings, &serve, &bots)?],
        // A program without Battlesnake has no server for it.
        Err(_) => Vec::new(),
    };
    let options = Options { replays, bots, services, ..options(&serve, settings)? };
    write_logs()?;
    allow_many_files();
    let server = Server::new(options).map_err(|error| match error {
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

/// The Battlesnake server, as the arguments and settings have it.
fn battlesnake(
    args: &ServeArgs,
    settings: &Settings,
    serve: &ServeSettings,
    bots: &[(String, BotSpec)],
) -> anyhow::Result<Box<dyn Service>> {
    let snakes = SnakeOptions {
        log: log(args, settings)?,
        replays: args.replays.clone().or_else(|| serve.replays.clone()),
        ..snake_options(serve, settings, bots)?
    };
    let server = BattlesnakeServer::open(snakes).map_err(|error| match error {
        OpenError::Root(error) => usage(format!("serve.snake: {error}")),
        OpenError::Listed(error) => usage(format!("serve.bots: {error}")),
        error => error.into(),
    })?;
    Ok(Box::new(server))
}

async fn listen(address: SocketAddr, server: Server) -> anyhow::Result<()> {
    let shutdown = end_of_service()?;
    let listener =
        TcpListener::bind(address).await.with_context(|| format!("cannot listen at {address}"))?;
    let address = listener.local_addr().context("cannot tell the address")?;
    say(&format!("serving the arena and the Battlesnake API at http://{address}/ (Ctrl-C ends)"));
    if !address.ip().is_loopback() {
        say(
            "note: other machines can reach this address; anyone who does can play in rooms, start matches and use \
             this machine's cores, without a password and without encryption",
        );
        say(
            "note: the server is asked by its address; list the names it has in the setting serve.hosts",
        );
    }
    server.serve(listener, shutdown).await;
    Ok(())
}

/// What the settings say about the Battlesnake server; its own bots are among these.
fn snake_options(
    serve: &ServeSettings,
    settings: &Settings,
    bots: &[(String, BotSpec)],
) -> anyhow::Result<SnakeOptions> {
    let defaults = SnakeOptions::default();
    let snakes = bots.iter().filter(|(game, _)| game == Snake::NAME);
    Ok(SnakeOptions {
        settings: settings.bots::<SnakeKit>()?,
        root: serve.snake.clone(),
        bots: snakes.map(|(_, spec)| spec.clone()).collect(),
        threads: if serve.threads == 0 { defaults.threads } else { serve.threads },
        waiting: serve.waiting,
        kept_games: serve.kept_games,
        kept_for: Duration::from_millis(serve.kept_ms),
        games: serve.games,
        games_age: Duration::from_secs(serve.games_age_s),
        viewers: serve.connections.get(),
        ..defaults
    })
}

/// What the settings say about the web server.
fn options(serve: &ServeSettings, settings: &Settings) -> anyhow::Result<Options> {
    let store = store(settings);
    Ok(Options {
        hosts: serve.hosts.clone(),
        connections: serve.connections.get(),
        pages_per_address: serve.pages_per_address.get(),
        body_limit: serve.body_bytes.get(),
        read_timeout: Duration::from_millis(serve.read_timeout_ms.get()),
        write_timeout: Duration::from_millis(serve.write_timeout_ms.get()),
        patience: Duration::from_millis(serve.patience_ms),
        replay_bytes: serve.replay_bytes.get(),
        work: serve.work.get(),
        work_waiting: serve.work_waiting,
        groups: serve.groups,
        group_threads: threads(serve.group_threads),
        jobs: serve.jobs.get(),
        jobs_waiting: serve.jobs_waiting,
        job_threads: threads(serve.job_threads),
        live: store.as_ref().and_then(|store| live_files(serve, store)),
        store,
        store_bytes: serve.store_bytes,
        training: training(serve, settings)?,
        rooms: serve.rooms.limits(),
        offers: setup::offers(settings)?,
        pages: settings.catalog().pages(),
        ..Options::default()
    })
}

/// This number of threads; 0 means half of the cores.
fn threads(given: usize) -> usize {
    if given == 0 { half_of_the_cores() } else { given }
}

/// How pages begin training: as `ludus train` does.
fn training(serve: &ServeSettings, settings: &Settings) -> anyhow::Result<TrainingOptions> {
    let train = settings.train()?;
    Ok(TrainingOptions {
        runs: train.runs,
        evolution: train.evolution,
        opponents: train.opponents,
        keep: Retention { bytes: serve.run_bytes, count: serve.runs, ..Retention::RUNS },
    })
}

/// The result store, if there can be one.
fn store(settings: &Settings) -> Option<PathBuf> {
    match store_path(None, settings) {
        Ok(path) => Some(path),
        Err(error) => {
            say(&format!("note: nothing is recorded: {error}"));
            None
        }
    }
}

/// Where live matches are recorded, if they are.
fn live_files(serve: &ServeSettings, store: &Path) -> Option<LiveFiles> {
    let beside = || store.parent().unwrap_or(Path::new("")).join("live");
    serve.rooms.record.then(|| LiveFiles {
        store: store.to_owned(),
        replays: serve.rooms.replays.clone().unwrap_or_else(beside),
        keep: serve.rooms.keep(),
        store_bytes: serve.store_bytes,
    })
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
    let log = AppendTo::new(flag, path, TextKind::DEBUG_LOG, &inputs)?;
    Ok(Some(log.path().map_or(DebugLog::Stdout, |path| DebugLog::File(path.to_owned()))))
}

/// Every connection is an open file: as many may be open as the system allows, and not only as many as it allows
/// programs that do not ask.
#[cfg(target_os = "linux")]
fn allow_many_files() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    // Where that is not allowed, idle connections give way to new ones sooner.
    let _ = setrlimit(Resource::Nofile, limit);
}

/// Other systems allow enough.
#[cfg(not(target_os = "linux"))]
fn allow_many_files() {}

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
    use signal::unix::{SignalKind, signal};
    let listen = |kind| signal(kind).context("cannot listen for signals");
    // All of them from now on: a signal that comes early ends the server cleanly, too.
    let mut interrupt = listen(SignalKind::interrupt())?;
    let mut terminate = listen(SignalKind::terminate())?;
    // The terminal was closed.
    let mut hang_up = listen(SignalKind::hangup())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hang_up.recv() => {}
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
