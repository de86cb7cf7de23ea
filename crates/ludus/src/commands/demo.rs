//! `ludus demo`: one short match of each game, the results as a table, and what to try next.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::{
    AnyGame, ArenaError, GameRecord, GameReport, LineUp, SeriesPlan, SeriesWatch, series,
};
use ludus_core::{BotSpec, Seat, Seed};
use serde::Serialize;

use crate::cli::DemoArgs;
use crate::commands::write_json;
use crate::failure::all_finished;
use crate::program::own_name;
use crate::settings::Settings;
use crate::tables::{number, table};
use ludus_catalog::{Catalog, Entry};

/// What to try next: commands, and what they show. Those that need neither a terminal nor a person end by
/// themselves within seconds.
fn next(catalog: &Catalog, first: &str) -> Vec<(String, &'static str)> {
    let mut commands = vec![(String::new(), "the arena, in a terminal")];
    let of_two = |entry: &&Entry| entry.demo.len() == 2;
    let recorded = catalog.find(first).ok().filter(of_two).or_else(|| catalog.games().find(of_two));
    if let (Ok(game), Some(recorded)) = (catalog.find(first), recorded) {
        let two = format!("{} {}", game.strongest(), game.demo.last().unwrap_or(&"random"));
        let (name, record) = (recorded.name, recorded.line_up());
        commands.extend([
            (format!("watch {} human {}", game.name, game.strongest()), "play against a bot"),
            (format!("match {} {two} --games 20", game.name), "which bot is stronger?"),
            (format!("match {record} -n 2 --record rp"), "record games"),
            (format!("replay rp/{name}-1-000001.jsonl"), "see what the bots thought"),
        ]);
    }
    commands.extend([
        ("serve".to_owned(), "the arena in the browser"),
        ("bots".to_owned(), "all games and bots"),
        ("--help".to_owned(), "everything else"),
    ]);
    commands
}

pub(super) fn run(args: &DemoArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut games = Vec::new();
    let names: Vec<&str> = match &args.game {
        Some(name) => vec![settings.catalog().find(name)?.name],
        None => settings.catalog().games().map(|entry| entry.name).collect(),
    };
    if !args.json {
        let matches =
            if args.game.is_some() { "A short match" } else { "One short match of each game" };
        writeln!(out, "{matches}, and the board as it was at the end.\n")?;
    }
    for name in &names {
        let game = settings.game(name)?;
        let (record, labels) = play(game.as_ref(), settings)?;
        if args.json {
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            games.push(DemoMatch { report: record.report(&labels), game: game.name() });
        } else {
            write_match(out, game.as_ref(), &record, &labels)?;
        }
    }
    if args.json {
        return write_json(out, &DemoReport { matches: games });
    }
    writeln!(out, "What to try next:")?;
    let commands = next(settings.catalog(), names.first().copied().unwrap_or_default());
    let width = commands.iter().map(|(command, _)| command.len()).max().unwrap_or(0);
    for (command, what) in commands {
        writeln!(out, "  {} {command:<width$}  {what}", own_name())?;
    }
    Ok(())
}

/// What `--json` prints.
#[derive(Serialize)]
struct DemoReport {
    matches: Vec<DemoMatch>,
}

/// One match, and the name of its game.
#[derive(Serialize)]
struct DemoMatch {
    #[serde(flatten)]
    report: GameReport,
    game: &'static str,
}

/// Plays the game's demonstration match.
fn play(game: &dyn AnyGame, settings: &Settings) -> anyhow::Result<(GameRecord, Vec<String>)> {
    let specs: Vec<BotSpec> =
        game.info().demo.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
    let line_up = LineUp::new(specs);
    let labels = line_up.entrants().iter().map(|who| who.label.clone()).collect();
    let plan = SeriesPlan {
        seed: Seed::new(settings.matches()?.seed),
        budget: settings.budget(game)?,
        margin: Duration::from_millis(settings.matches()?.margin_ms),
        positions: true,
        ..SeriesPlan::new(line_up, game.rules(&settings.rules(game))?)
    };
    let mut last = Last(None);
    let report = series::run(game, &plan, &AtomicBool::new(false), &mut last)?;
    all_finished(&report.broken)?;
    let record =
        last.0.ok_or_else(|| anyhow::anyhow!("the match of {} did not end", game.name()))?;
    Ok((record, labels))
}

/// Keeps the last game of a series.
struct Last(Option<GameRecord>);

impl SeriesWatch for Last {
    fn game(&mut self, game: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        self.0 = Some(game.clone());
        Ok(ControlFlow::Continue(()))
    }
}

fn write_match(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    record: &GameRecord,
    labels: &[String],
) -> anyhow::Result<()> {
    let result = &record.result;
    writeln!(out, "{}: {}", game.name(), game.info().summary)?;
    let seats = record.seats.iter().enumerate();
    let seats: Vec<String> = seats.map(|(seat, who)| format!("{seat} {}", labels[*who])).collect();
    writeln!(out, "seats: {}\n", seats.join(", "))?;
    if let Some(position) = &record.position {
        writeln!(out, "{}\n", game.drawing(position).trim_end())?;
    }
    let label = |seat: Seat| &labels[record.seats[seat.index()]];
    let winner =
        result.outcome.winner().map_or("Draw".to_owned(), |seat| format!("{} won", label(seat)));
    writeln!(
        out,
        "{winner} after {} turns ({:.1} s): {}",
        result.turns,
        result.time.as_secs_f64(),
        result.outcome.reason()
    )?;
    let figures = &result.seats[0].figures;
    let heads: Vec<&str> =
        ["bot", "rank"].into_iter().chain(figures.iter().map(|(name, _)| name)).collect();
    let mut rows = table(&heads);
    let mut order: Vec<usize> = (0..record.seats.len()).collect();
    order.sort_by_key(|seat| result.outcome.ranks()[*seat]);
    for seat in order {
        let figures = result.seats[seat].figures.iter().map(|(_, value)| number(value));
        let rank = result.outcome.ranks()[seat].to_string();
        rows.add_row([labels[record.seats[seat]].clone(), rank].into_iter().chain(figures));
    }
    writeln!(out, "{rows}\n")?;
    // Each match shows as soon as it is over.
    out.flush()?;
    Ok(())
}
