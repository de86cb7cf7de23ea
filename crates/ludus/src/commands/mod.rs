//! One file per command. A command takes its arguments and the settings, and writes to `out`.

mod activity;
mod bench;
mod bots;
mod check;
#[cfg(feature = "cluster")]
mod cluster;
mod completions;
mod config;
mod demo;
mod man;
mod new;
mod perft;
mod play;
mod replay;
mod results;
mod rules;
mod serve;
mod setup;
mod signals;
mod spool;
mod step;
mod tournament;
mod train;
mod tune;
mod watch;
mod why;
#[cfg(feature = "cluster")]
mod worker;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use ludus_chess::uci::UciEngine;
use ludus_process::sandbox;
use ludus_versus::tbp::TbpEngine;
use serde::Serialize;

use crate::cli::{Cli, Command, DemoArgs, TbpArgs, UciArgs};
use crate::failure::Ending;
use crate::settings::Settings;
use ludus_catalog::Catalog;

/// Carries out what the command line asks for.
pub(crate) fn run(cli: Cli, catalog: Catalog, out: &mut dyn Write) -> anyhow::Result<Ending> {
    match &cli.command {
        Some(Command::Completions(args)) => {
            return completions::run(args, out).map(|()| Ending::Done);
        }
        Some(Command::Man(args)) => return man::run(args, &catalog).map(|()| Ending::Done),
        _ => {}
    }
    let settings = Settings::load(&catalog, cli.config.as_deref())?;
    sandbox::hide(private_paths(&settings));
    let Some(command) = cli.command else {
        match watch::has_terminal() {
            true => watch::menu(&settings)?,
            false => demo::run(&DemoArgs::default(), &settings, out)?,
        }
        return Ok(Ending::Done);
    };
    let done = match command {
        Command::Match(args) => return play::run(&args, &settings, out),
        Command::Watch(args) => watch::run(&args, &settings),
        Command::Demo(args) => demo::run(&args, &settings, out),
        Command::Tournament(args) => tournament::run(&args, &settings, out),
        Command::Results(args) => results::run(&args, &settings, out),
        Command::Replay(args) => replay::run(&args, &settings, out),
        Command::Why(args) => why::run(&args, &settings, out),
        Command::Step(args) => step::run(&args, &settings, out),
        Command::New(args) => new::run(&args, &settings, out),
        Command::Check(args) => check::run(&args, &settings, out),
        Command::Train(args) => train::run(&args, &settings, out),
        Command::Tune(args) => return tune::run(&args, &settings, out),
        #[cfg(feature = "cluster")]
        Command::Worker(args) => worker::run(&args, &settings),
        #[cfg(feature = "cluster")]
        Command::Cluster(args) => cluster::run(&args, &settings, out),
        Command::Serve(args) => serve::run(&args, &settings),
        Command::Uci(args) => uci(&args),
        Command::Tbp(args) => tbp(&args),
        Command::Perft(args) => perft::run(&args, &settings, out),
        Command::Bots(args) => bots::run(&args, &settings, out),
        Command::Bench(args) => bench::run(&args, &settings, out),
        Command::BenchBot => bench::run_bot(io::stdin().lock(), out),
        Command::Config(args) => config::run(&args, &settings, out),
        Command::Completions(args) => completions::run(&args, out),
        Command::Man(args) => man::run(&args, &catalog),
    };
    done.map(|()| Ending::Done)
}

/// The files and folders that no bot in a sandbox may see: settings, results, runs, replays, keys. A section that cannot be
/// read stops the command that needs it, and names no file.
fn private_paths(settings: &Settings) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = settings.file().map(Path::to_owned).into_iter().collect();
    paths.extend(tournament::data_folder().map(|folder| folder.join("ludus")));
    paths.extend(settings.results().ok().and_then(|results| results.store));
    paths.extend(settings.train().map(|train| train.runs));
    paths.extend(settings.serve().ok().and_then(|serve| serve.replays));
    #[cfg(feature = "cluster")]
    if let Ok(cluster) = settings.cluster() {
        paths.extend([cluster.nkey_file, cluster.creds_file, cluster.key_file]);
    }
    paths
}

/// Plays as a UCI engine on standard input and output.
fn uci(args: &UciArgs) -> anyhow::Result<()> {
    let spec = args.bot.parse()?;
    let engine = UciEngine::from_spec(&spec)?;
    Ok(engine.run(io::stdin().lock(), io::stdout())?)
}

/// Plays as a bot of the Tetris Bot Protocol on standard input and output.
fn tbp(args: &TbpArgs) -> anyhow::Result<()> {
    let engine = TbpEngine::new(&args.bot.parse()?, args.nodes)?;
    Ok(engine.run(io::stdin().lock(), io::stdout().lock())?)
}

/// Says something on standard error; where that is closed, nothing is said.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes a JSON document and ends the line.
fn write_json(out: &mut dyn Write, document: &impl Serialize) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, document).map_err(std::io::Error::from)?;
    writeln!(out)?;
    Ok(())
}
