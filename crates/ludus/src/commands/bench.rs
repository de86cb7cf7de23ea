//! `ludus bench`: the figures of this program on this machine.

mod programs;

use std::io::Write;
use std::time::{Duration, Instant};

use ludus_core::bench::{Bench, BenchRun};
use serde::Serialize;

pub(super) use self::programs::run_bot;
use crate::cli::BenchArgs;
use crate::commands::write_json;
use crate::settings::Settings;
use crate::tables::{number, table};

/// How long one measurement takes at least. A figure is the best of [`ROUNDS`]: others on the machine
/// can only make it slower.
const ROUND: Duration = Duration::from_millis(400);
const ROUNDS: usize = 5;

pub(super) fn run(
    args: &BenchArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let figures = match args.what.as_deref() {
        Some(BOTS) => programs::figures(settings)?,
        Some(name) => game_figures(settings, settings.catalog().find(name)?.name)?,
        None => {
            let games = settings.catalog().games();
            let all = games.map(|entry| game_figures(settings, entry.name));
            all.collect::<anyhow::Result<Vec<_>>>()?.concat()
        }
    };
    if args.json {
        let bench = args.what.as_deref().unwrap_or("all");
        return write_json(out, &BenchDocument { bench, figures });
    }
    if figures.is_empty() {
        writeln!(
            out,
            "{} has no figures to measure",
            args.what.as_deref().unwrap_or("this program")
        )?;
        return Ok(());
    }
    let mut rows = table(&["game", "figure", "value", "unit"]);
    for Figure { game, name, value, unit } in figures {
        rows.add_row([game.to_owned(), name.to_owned(), number(value), unit.to_owned()]);
    }
    writeln!(out, "{rows}")?;
    writeln!(out, "on one core; a rate is the best of {ROUNDS} measurements")?;
    Ok(())
}

/// What measures programs instead of a game.
const BOTS: &str = "bots";

/// What `--json` prints.
#[derive(Serialize)]
struct BenchDocument<'a> {
    bench: &'a str,
    figures: Vec<Figure>,
}

/// One measured figure.
#[derive(Clone, Copy, Serialize)]
struct Figure {
    game: &'static str,
    name: &'static str,
    value: f64,
    unit: &'static str,
}

/// The figures of a game.
fn game_figures(settings: &Settings, game: &'static str) -> anyhow::Result<Vec<Figure>> {
    let mut figures = Vec::new();
    for bench in settings.game(game)?.benches() {
        eprintln!("measuring {} …", bench.name);
        let (name, unit) = (bench.name, bench.unit);
        figures.push(Figure { game, name, value: measure(bench), unit });
    }
    Ok(figures)
}

fn measure(bench: Bench) -> f64 {
    match bench.run {
        BenchRun::Count(mut count) => count() as f64,
        BenchRun::Timed(mut work) => work(),
        BenchRun::Rate(mut work) => (0..ROUNDS).map(|_| rate(&mut work)).fold(0.0, f64::max),
    }
}

/// The amount of work per second, over at least one round.
fn rate(work: &mut dyn FnMut() -> u64) -> f64 {
    let began = Instant::now();
    let mut done = 0;
    while began.elapsed() < ROUND {
        done += work();
    }
    done as f64 / began.elapsed().as_secs_f64()
}
