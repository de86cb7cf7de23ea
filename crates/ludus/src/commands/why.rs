//! `ludus why`: where a recorded match was lost, and what a bot's lost matches have in common.

mod folder;
mod show;

use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use ludus_arena::AnyGame;
use ludus_arena::replay::ReplayReader;
use ludus_arena::why::{Whose, WhyPlan, WhyProgress, WhyReport};
use ludus_core::Seat;

use crate::cli::WhyArgs;
use crate::commands::replay::known;
use crate::commands::setup;
use crate::commands::signals::stop_matches_on_signal;
use crate::commands::write_json;
use crate::failure::usage;
use crate::settings::Settings;

pub(super) fn run(args: &WhyArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    if args.path.is_dir() {
        return folder::run(args, settings, out);
    }
    if args.worst.is_some() {
        return Err(usage("--worst is for a folder of recorded matches"));
    }
    let judged = one(args, settings, out);
    judged.with_context(|| args.path.display().to_string())
}

/// Judges one match.
fn one(args: &WhyArgs, settings: &Settings, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut input = open(&args.path)?;
    let mut reader = ReplayReader::new(&mut input as &mut dyn BufRead)?;
    let game = settings.game(known(reader.header(), settings.catalog())?)?;
    let plan = plan(args, settings, game.as_ref())?;
    let labels = &reader.header().seats;
    if let Some(label) =
        plan.whose.label.as_ref().filter(|label| labels.iter().all(|seat| seat.label != **label))
    {
        let labels: Vec<_> = labels.iter().map(|seat| seat.label.as_str()).collect();
        return Err(usage(format!(
            "--bot {label} did not play; the bots are {}",
            labels.join(", ")
        )));
    }
    let report = judge(game.as_ref(), &mut reader, &plan)?;
    if report.seats.is_empty() && !report.interrupted {
        let reason = report.outcome.reason();
        bail!("no seat lost: {reason}; choose one with --seat or --bot");
    }
    match args.json {
        true => write_json(out, &show::WhyDocument { file: &args.path, report: &report }),
        false => show::report(out, game.as_ref(), &args.path, &report),
    }
}

/// What the arguments ask for, checked. The seats that lost are judged unless one is chosen.
fn plan(args: &WhyArgs, settings: &Settings, game: &dyn AnyGame) -> anyhow::Result<WhyPlan> {
    let judge = args.judge.as_deref().map(str::parse).transpose()?;
    let seat = |number: usize| {
        Seat::new(number).ok_or_else(|| usage(format!("--seat: there is no seat {number}")))
    };
    let whose = Whose {
        seat: args.seat.map(seat).transpose()?,
        label: args.bot.clone(),
        lost: args.path.is_dir() || (args.seat.is_none() && args.bot.is_none()),
    };
    let wanted = match args.jobs {
        Some(jobs) => jobs,
        None => settings.matches()?.jobs,
    };
    let budget = args.budget.budget();
    let timed = budget.is_some_and(|budget| budget.time.is_some());
    let (jobs, _) = setup::jobs(wanted, game, judge.as_slice(), timed)?;
    let stop = stop_matches_on_signal()?;
    Ok(WhyPlan { judge, budget, whose, most: args.most.into(), jobs, stop })
}

/// Judges a match, with a bar on standard error.
fn judge(
    game: &dyn AnyGame,
    reader: &mut ReplayReader<&mut dyn BufRead>,
    plan: &WhyPlan,
) -> anyhow::Result<WhyReport> {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} positions") {
        bar.set_style(style);
    }
    let mut watch = |progress: WhyProgress| {
        bar.set_length(progress.of);
        bar.set_position(progress.judged);
    };
    let report = game.why(reader, plan, &mut watch);
    bar.finish_and_clear();
    Ok(report?)
}

fn open(path: &Path) -> anyhow::Result<BufReader<File>> {
    Ok(BufReader::new(File::open(path).context("cannot open the replay")?))
}
