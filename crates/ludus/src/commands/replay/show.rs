//! Looking at a recorded match, and verifying it.

use std::io::{BufRead, Write};

use ludus_arena::AnyGame;
use ludus_arena::replay::{ActionLine, Header, ReplayError, ReplayReader, Shown, Verified};
use ludus_core::{Seat, text};
use ludus_tui::Playback;
use serde_json::json;

use crate::cli::ReplayArgs;
use crate::commands::replay::open;
use crate::commands::write_json;
use crate::settings::Settings;
use crate::tables::{number, table};
use ludus_catalog::Catalog;

/// Shows or verifies what the arguments name.
pub(super) fn run(
    args: &ReplayArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match (args.verify, args.show) {
        (true, _) => verify(args, settings, out),
        (false, Some(turn)) => show(args, settings, turn, out),
        // The end of the match, once the record is verified.
        (false, None) => {
            checked(args, settings).and_then(|(_, found)| show(args, settings, found.turns, out))
        }
    }
}

/// Plays the match back in the terminal.
pub(super) fn watch(args: &ReplayArgs, settings: &Settings) -> anyhow::Result<()> {
    let mut file = open(&args.file)?;
    let mut reader = ReplayReader::new(&mut file as &mut dyn BufRead)?;
    let game = settings.game(known(reader.header(), settings.catalog())?)?;
    let frames = game.frames(&mut reader)?;
    let playback = Playback::new(game.info(), reader.header(), frames);
    crate::commands::watch::playback(playback, settings)
}

/// Verifies the file; the game's name, and what the file holds.
fn checked(args: &ReplayArgs, settings: &Settings) -> anyhow::Result<(&'static str, Verified)> {
    let mut file = open(&args.file)?;
    let mut reader = ReplayReader::new(&mut file as &mut dyn BufRead)?;
    let game = settings.game(known(reader.header(), settings.catalog())?)?;
    Ok((game.name(), game.verify(&mut reader)?))
}

fn verify(args: &ReplayArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let result = checked(args, settings);
    if args.json {
        let document = match &result {
            Ok((game, Verified { turns, outcome })) => json!({
                "file": args.file, "holds": true, "game": game, "turns": turns, "outcome": outcome,
            }),
            Err(error) => {
                json!({ "file": args.file, "holds": false, "reason": format!("{error:#}") })
            }
        };
        write_json(out, &document)?;
        out.flush()?;
    }
    let (game, Verified { turns, outcome }) = result?;
    if !args.json {
        let (file, turns) = (args.file.display(), number(f64::from(turns)));
        writeln!(out, "{file}: verified, {turns} turns of {game}, {}", outcome.reason())?;
    }
    Ok(())
}

fn show(
    args: &ReplayArgs,
    settings: &Settings,
    turn: u32,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut file = open(&args.file)?;
    let mut reader = ReplayReader::new(&mut file as &mut dyn BufRead)?;
    let game = settings.game(known(reader.header(), settings.catalog())?)?;
    let shown = game.show(&mut reader, turn)?;
    if args.json {
        let document = json!({
            "file": args.file,
            "header": reader.header(),
            "turn": shown.turn,
            "actions": shown.actions,
            "position": shown.snapshot,
            "outcome": shown.outcome,
        });
        return write_json(out, &document);
    }
    write_shown(out, game.as_ref(), reader.header(), &shown)
}

fn write_shown(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    header: &Header,
    shown: &Shown,
) -> anyhow::Result<()> {
    writeln!(out, "{}, seed {}, turn {}", header.game, header.seed, shown.turn)?;
    writeln!(out)?;
    writeln!(out, "{}", game.drawing(&shown.snapshot).trim_end())?;
    writeln!(out)?;
    let mut rows = table(&["seat", "bot", "did", "score", "depth", "nodes", "ms", "expects"]);
    for (seat, who) in Seat::first(header.seats.len()).zip(&header.seats) {
        let action = shown.actions.iter().find(|action| action.seat == seat);
        let mut row = vec![seat.to_string(), who.label.clone()];
        row.extend(action.map_or_else(|| vec!["–".to_owned()], |action| cells(game, action)));
        rows.add_row(row);
    }
    writeln!(out, "{rows}")?;
    for action in shown.actions.iter().filter(|action| !action.insight.terms.is_empty()) {
        let terms = &action.insight.terms;
        let terms: Vec<_> =
            terms.iter().map(|term| format!("{} {:+.3}", term.name, term.value)).collect();
        let label = &header.seats[action.seat.index()].label;
        writeln!(out, "{label} thought: {}", terms.join(", "))?;
    }
    write_stderr(out, header, &shown.actions)?;
    if let Some(outcome) = &shown.outcome {
        let ranks: Vec<_> = Seat::first(header.seats.len())
            .map(|seat| format!("{} {}", outcome.rank(seat), header.seats[seat.index()].label))
            .collect();
        writeln!(out, "the match is over: {}; ranks: {}", outcome.reason(), ranks.join(", "))?;
    }
    Ok(())
}

/// How many lines of a program's standard error are shown of a turn: the last. A record has no more unless another program
/// wrote it.
const STDERR_LINES: usize = 200;

/// What the programs of the bots wrote to standard error in this turn.
fn write_stderr(
    out: &mut dyn Write,
    header: &Header,
    actions: &[ActionLine],
) -> anyhow::Result<()> {
    for action in actions.iter().filter(|action| !action.stderr.is_empty()) {
        writeln!(out, "{} wrote to standard error:", header.seats[action.seat.index()].label)?;
        for line in action.stderr.iter().skip(action.stderr.len().saturating_sub(STDERR_LINES)) {
            writeln!(out, "  | {}", text::shown(line))?;
        }
    }
    Ok(())
}

/// The cells of a table for what a seat did and thought.
fn cells(game: &dyn AnyGame, action: &ActionLine) -> Vec<String> {
    let did = action.action.as_ref().or(action.forfeit.as_ref()).cloned().unwrap_or_default();
    let insight = &action.insight;
    vec![
        action.failure.as_ref().map_or(did.clone(), |failure| format!("{did} ({failure})")),
        insight.score.map_or_else(|| "–".to_owned(), |score| game.score_text(score)),
        insight.depth.to_string(),
        number(insight.nodes as f64),
        format!("{:.2}", action.ms),
        insight.line.join(" "),
    ]
}

/// The name of the replay's game, if this program has it.
pub(in crate::commands) fn known(
    header: &Header,
    catalog: &Catalog,
) -> Result<&'static str, ReplayError> {
    let names: Vec<_> = catalog.all().iter().map(|entry| entry.name).collect();
    names
        .iter()
        .find(|name| **name == header.game)
        .copied()
        .ok_or_else(|| ReplayError::Game { given: header.game.clone(), known: names.join(", ") })
}
