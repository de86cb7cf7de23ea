//! `ludus results`: what is in the result store.

use std::io::Write;

use anyhow::Context as _;
use ludus_arena::store::{Filter, MatchRow, RatingRow, Store, TournamentRow};
use serde::Serialize;
use serde_json::Value;

use crate::cli::ResultsArgs;
use crate::commands::tournament::store_path;
use crate::commands::write_json;
use crate::failure::usage;
use crate::settings::Settings;
use crate::tables::{number, table};

pub(super) fn run(
    args: &ResultsArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let filter = filter(args, settings)?;
    let store = Store::open_existing(&store_path(args.store.as_ref(), settings)?)?;
    if args.matches {
        return matches(args, &store, &filter, out);
    }
    if args.ratings {
        let rows = store.ratings(&filter)?;
        return match (args.json, args.csv) {
            (true, _) => write_json(out, &RatingsDocument { ratings: &rows }),
            (_, true) => csv(out, &RATING_HEADS, rows.iter().map(rating_cells)),
            _ => ratings(out, &rows),
        };
    }
    let rows = store.tournaments(&filter)?;
    match (args.json, args.csv) {
        (true, _) => write_json(out, &TournamentsDocument { tournaments: &rows }),
        (_, true) => csv(out, &TOURNAMENT_HEADS, rows.iter().map(tournament_cells)),
        _ => tournaments(out, &rows),
    }
}

/// What `--ratings --json` prints.
#[derive(Serialize)]
struct RatingsDocument<'a> {
    ratings: &'a [RatingRow],
}

/// What `--json` prints.
#[derive(Serialize)]
struct TournamentsDocument<'a> {
    tournaments: &'a [TournamentRow],
}

/// What the arguments ask for, checked.
fn filter(args: &ResultsArgs, settings: &Settings) -> anyhow::Result<Filter> {
    if let Some(game) = &args.game {
        settings.game(game)?;
    }
    let day = |flag: &str, given: &Option<String>| match given {
        Some(text) if text.parse::<jiff::civil::Date>().is_err() || text.len() != 10 => {
            Err(usage(format!("{flag} {text:?} is no day; write it as 2026-11-15")))
        }
        given => Ok(given.clone()),
    };
    Ok(Filter {
        game: args.game.clone(),
        bot: args.bot.clone(),
        tournament: args.tournament,
        since: day("--since", &args.since)?,
        until: day("--until", &args.until)?,
    })
}

const TOURNAMENT_HEADS: [&str; 9] =
    ["tournament", "game", "begun", "ended", "format", "bots", "played", "games", "winner"];

fn tournament_cells(row: &TournamentRow) -> Vec<String> {
    let bots = row.plan["bots"].as_array().map_or(0, Vec::len);
    vec![
        row.id.to_string(),
        row.game.clone(),
        row.begun.clone(),
        row.ended.clone().unwrap_or_default(),
        row.plan["format"].as_str().unwrap_or_default().to_owned(),
        bots.to_string(),
        row.played.to_string(),
        row.games.to_string(),
        row.winner.clone().unwrap_or_default(),
    ]
}

fn tournaments(out: &mut dyn Write, rows: &[TournamentRow]) -> anyhow::Result<()> {
    let mut shown = table(&TOURNAMENT_HEADS);
    for row in rows {
        shown.add_row(tournament_cells(row));
    }
    writeln!(out, "{shown}")?;
    Ok(())
}

const RATING_HEADS: [&str; 11] = [
    "at",
    "tournament",
    "game",
    "bot",
    "place",
    "games",
    "rating",
    "low",
    "high",
    "running",
    "running_error",
];

fn rating_cells(row: &RatingRow) -> Vec<String> {
    let digits = |value: Option<f64>| value.map(|v| format!("{v:.2}")).unwrap_or_default();
    vec![
        row.at.clone(),
        row.tournament.to_string(),
        row.game.clone(),
        row.label.clone(),
        row.place.to_string(),
        row.games.to_string(),
        digits(row.rating),
        digits(row.low),
        digits(row.high),
        digits(Some(row.running)),
        digits(Some(row.running_error)),
    ]
}

fn ratings(out: &mut dyn Write, rows: &[RatingRow]) -> anyhow::Result<()> {
    let heads = ["bot", "tournament", "at", "game", "place", "games", "rating", "95 %", "over all"];
    let mut shown = table(&heads);
    for row in rows {
        let around = |low: f64, high: f64| format!("{low:.1} … {high:.1}");
        shown.add_row([
            row.label.clone(),
            row.tournament.to_string(),
            row.at.clone(),
            row.game.clone(),
            row.place.to_string(),
            number(row.games as f64),
            row.rating.map_or_else(|| "–".to_owned(), |rating| format!("{rating:.1}")),
            row.low.zip(row.high).map_or_else(|| "–".to_owned(), |(l, h)| around(l, h)),
            format!("{:.2} ± {:.2}", row.running, row.running_error),
        ]);
    }
    writeln!(out, "{shown}")?;
    Ok(())
}

const MATCH_HEADS: [&str; 11] = [
    "tournament",
    "game",
    "fixture",
    "number",
    "played",
    "seed",
    "bots",
    "ranks",
    "reason",
    "turns",
    "seconds",
];

fn match_cells(row: &MatchRow) -> Vec<String> {
    let each = |cell: fn(&ludus_arena::store::SeatRow) -> String| {
        row.seats.iter().map(cell).collect::<Vec<_>>().join(" ")
    };
    vec![
        row.tournament.to_string(),
        row.game.clone(),
        row.fixture.to_string(),
        row.number.to_string(),
        row.played.clone(),
        row.seed.to_string(),
        each(|seat| seat.label.clone()),
        each(|seat| seat.rank.to_string()),
        row.reason.clone(),
        row.turns.to_string(),
        format!("{:.3}", row.seconds),
    ]
}

/// The single matches. As CSV they are written one by one, however many there are.
fn matches(
    args: &ResultsArgs,
    store: &Store,
    filter: &Filter,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.csv {
        write_line(out, &MATCH_HEADS.map(str::to_owned))?;
        return store.matches(filter, |row| write_line(out, &match_cells(&row)));
    }
    let mut rows = Vec::new();
    store.matches::<anyhow::Error>(filter, |row| {
        rows.push(row);
        Ok(())
    })?;
    if args.json {
        let rows = serde_json::to_value(&rows).context("cannot write the matches as JSON")?;
        return write_json(out, &Value::from_iter([("matches", rows)]));
    }
    let mut shown = table(&MATCH_HEADS);
    for row in &rows {
        shown.add_row(match_cells(row));
    }
    writeln!(out, "{shown}")?;
    Ok(())
}

fn csv(
    out: &mut dyn Write,
    heads: &[&str],
    rows: impl Iterator<Item = Vec<String>>,
) -> anyhow::Result<()> {
    let heads: Vec<String> = heads.iter().map(|&head| head.to_owned()).collect();
    write_line(out, &heads)?;
    for row in rows {
        write_line(out, &row)?;
    }
    Ok(())
}

/// One line of comma-separated values (RFC 4180): quoted where a cell holds a comma, a quotation mark
/// or the end of a line.
fn write_line(out: &mut dyn Write, cells: &[String]) -> anyhow::Result<()> {
    let quoted = cells.iter().map(|cell| match cell.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", cell.replace('"', "\"\"")),
        false => cell.clone(),
    });
    write!(out, "{}\r\n", quoted.collect::<Vec<_>>().join(","))?;
    Ok(())
}
