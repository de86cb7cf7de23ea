//! Re-running recorded decisions: what the arguments ask for, and what comes of it.
//!
//! What a decision may spend: flags come first, then what was recorded. Settings change neither, so that a file
//! that repeats defaults changes no answer. With `--against`, a budget in which the two settings differ is part of
//! what is compared, and the second decision gets the one of the other file.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};

use anyhow::{anyhow, bail};
use ludus_arena::replay::ReplayReader;
use ludus_arena::rerun::{Expectation, RerunPlan, RerunReport, RerunWatch, Selection};
use ludus_arena::{AnyGame, ArenaError};
use ludus_core::{BotSpec, Budget, Seat};

use super::extract::extract;
use super::output;
use super::show::known;
use super::tell::{About, Teller};
use crate::cli::{ReplayArgs, RerunArgs};
use crate::commands::replay::open;
use crate::commands::signals::{cores, stop_matches_on_signal};
use crate::failure::usage;
use crate::settings::Settings;
use ludus_catalog::Catalog;

/// Re-runs the decisions of a recorded match.
pub(super) fn replay(
    args: &ReplayArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    needs_expectation(&args.rerun)?;
    if args.rerun.game.is_some() || args.rerun.extract.is_some() {
        return Err(usage("it is one recorded match: --game and --extract are for debug logs"));
    }
    let mut file = open(&args.file)?;
    let mut reader = ReplayReader::new(&mut file as &mut dyn BufRead)?;
    let game = settings.game(known(reader.header(), settings.catalog())?)?;
    let other = other(&args.rerun, game.as_ref(), settings.catalog())?;
    let plan = plan(&args.rerun, settings, other.as_ref(), game.as_ref())?;
    let bot = plan.bot.as_ref().map(ToString::to_string);
    let about = About { file: &args.file, kind: "replay", game: game.as_ref(), bot, args };
    report_run(about, out, |watch| {
        let other = other.as_ref().map(|other| other.game.as_ref());
        game.rerun_replay(other, &mut reader, &plan, watch)
    })
}

/// Re-runs the decisions of a debug log, or copies them.
pub(super) fn log(
    args: &ReplayArgs,
    settings: &Settings,
    game: &dyn AnyGame,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    needs_expectation(&args.rerun)?;
    if args.rerun.seat.is_some() {
        return Err(usage("it is a debug log, which knows who was asked: --seat is for replays"));
    }
    let mut file = open(&args.file)?;
    if let Some(path) = &args.rerun.extract {
        let output = output(args, settings, "--extract", path)?;
        return extract(args, game, &mut file, &output, out);
    }
    let other = other(&args.rerun, game, settings.catalog())?;
    let plan = plan(&args.rerun, settings, other.as_ref(), game)?;
    let serves: BotSpec = settings.serve()?.snake.parse()?;
    let bot = plan.bot.as_ref().map(ToString::to_string);
    let about = About { file: &args.file, kind: "log", game, bot, args };
    report_run(about, out, |watch| {
        let other = other.as_ref().map(|other| other.game.as_ref());
        game.rerun_log(other, &serves, &mut file, &plan, watch)
    })
}

/// Refuses `--validate` without a value: only a file of positions says itself what is expected.
fn needs_expectation(args: &RerunArgs) -> anyhow::Result<()> {
    match (&args.validate, args.expected()) {
        (Some(_), None) => Err(usage("--validate needs what is expected, such as 5:up|left")),
        _ => Ok(()),
    }
}

/// The same game with the settings of another file.
pub(super) struct Other {
    game: Box<dyn AnyGame>,
    settings: Settings,
}

fn other(args: &RerunArgs, game: &dyn AnyGame, catalog: &Catalog) -> anyhow::Result<Option<Other>> {
    let Some(path) = &args.against else { return Ok(None) };
    let settings = Settings::load(catalog, Some(path))?;
    Ok(Some(Other { game: settings.game(game.name())?, settings }))
}

/// What the arguments ask for, checked.
pub(super) fn plan(
    args: &RerunArgs,
    settings: &Settings,
    other: Option<&Other>,
    game: &dyn AnyGame,
) -> anyhow::Result<RerunPlan> {
    let expected = args.expected().map(Expectation::list).transpose();
    let expected = expected.map_err(|error| usage(format!("--validate: {error}")))?;
    let budget = args.budget.budget();
    let other_budget = match (budget, other) {
        (None, Some(other)) => other_budget(settings, other, game)?,
        _ => budget,
    };
    Ok(RerunPlan {
        bot: args.bot.as_deref().map(str::parse).transpose()?,
        budget,
        other_budget,
        threads: cores(),
        selection: selection(args, expected.as_deref().unwrap_or_default())?,
        expected: expected.unwrap_or_default(),
        boards: args.verbose,
        stop: stop_matches_on_signal()?,
    })
}

/// The budget of the other settings, if it differs from the one in force.
fn other_budget(
    settings: &Settings,
    other: &Other,
    game: &dyn AnyGame,
) -> anyhow::Result<Option<Budget>> {
    let budget = other.settings.budget(game)?;
    Ok((budget != settings.budget(game)?).then_some(budget))
}

/// What is selected. Of what is to be validated, only the turns that it names.
pub(super) fn selection(args: &RerunArgs, expected: &[Expectation]) -> anyhow::Result<Selection> {
    let mut turns: BTreeSet<u32> = args.turns.iter().copied().collect();
    if !args.all {
        turns.extend(expected.iter().map(|expected| expected.turn));
    }
    let seat = |number: usize| {
        Seat::new(number).ok_or_else(|| usage(format!("--seat: there is no seat {number}")))
    };
    Ok(Selection {
        turns: (!turns.is_empty()).then_some(turns),
        seat: args.seat.map(seat).transpose()?,
        id: args.game.clone(),
    })
}

/// Takes the decisions and tells what comes of it.
fn report_run(
    about: About<'_>,
    out: &mut dyn Write,
    run: impl FnOnce(&mut dyn RerunWatch) -> Result<RerunReport, ArenaError>,
) -> anyhow::Result<()> {
    let nothing = about.nothing();
    let mut teller = Teller::new(about, out)?;
    let report = run(&mut teller)?;
    teller.finish(&report)?;
    if report.total == 0 && report.broken == 0 {
        bail!(nothing);
    }
    if report.holds() { Ok(()) } else { Err(anyhow!(wrong(&report))) }
}

/// What is wrong, in one line.
fn wrong(report: &RerunReport) -> String {
    let missed = report.validations.iter().filter(|validation| !validation.holds).count() as u64;
    let failures = report.means.failures + report.other.as_ref().map_or(0, |means| means.failures);
    let missing: Vec<String> = report.missing_turns.iter().map(ToString::to_string).collect();
    let counted = |count: u64, one: &str, many: &str| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {many}")),
    };
    let parts = [
        counted(missed, "expectation failed", "expectations failed"),
        counted(report.broken, "line is broken", "lines are broken"),
        counted(failures, "decision has no answer", "decisions have no answer"),
        (!missing.is_empty()).then(|| format!("there is no turn {}", missing.join(", "))),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}
