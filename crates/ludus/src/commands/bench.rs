//! `ludus bench`: the figures of this program on this machine.

use std::io::Write;
use std::time::{Duration, Instant};

use ludus_core::kit::{Bench, BenchRun};
use serde_json::{Value, json};

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
    let games = match &args.what {
        Some(name) => vec![settings.catalog().find(name)?.name],
        None => settings.catalog().games().map(|entry| entry.name).collect(),
    };
    let mut figures = Vec::new();
    for name in games {
        for bench in settings.game(name)?.benches() {
            eprintln!("measuring {} …", bench.name);
            figures.push((name, bench.name, bench.unit, measure(bench)));
        }
    }
    if args.json {
        let figures: Vec<Value> = figures
            .iter()
            .map(|(game, name, unit, value)| {
                json!({ "game": game, "name": name, "value": value, "unit": unit })
            })
            .collect();
        let what = args.what.as_deref().unwrap_or("all");
        return write_json(out, &json!({ "bench": what, "figures": figures }));
    }
    let mut rows = table(&["game", "figure", "value", "unit"]);
    for (game, name, unit, value) in figures {
        rows.add_row([game.to_owned(), name.to_owned(), number(value), unit.to_owned()]);
    }
    writeln!(out, "{rows}")?;
    writeln!(out, "on one core; a rate is the best of {ROUNDS} measurements")?;
    Ok(())
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
