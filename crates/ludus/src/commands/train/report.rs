//! The report at the end of a run: the weights with a bar each, the files, and a match against the
//! shipped weights.

use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::{
    AnyGame, AnyTrainable, ArenaError, GameRecord, LineUp, SeriesPlan, SeriesReport, SeriesWatch,
    series,
};
use ludus_core::{Contest, train};
use ludus_train::{Best, Folder, Plan, State};
use serde_json::{Value, json};

use crate::commands::play::report::write_standings;
use crate::failure::all_finished;
use crate::tables::{maybe, number, table};

/// How wide the bar of the greatest weight is.
const BAR: f64 = 30.0;

/// A fitness of this share of what is possible is as good as the most.
const AT_LIMIT: f64 = 0.98;

/// Whether a fitness is so near to the limit that better genomes cannot show it.
pub(super) fn is_at(limit: f64, fitness: f64) -> bool {
    fitness >= AT_LIMIT * limit
}

/// What the user should know about a fitness at its limit.
pub(super) fn limit_note(limit: f64) -> String {
    format!(
        "note: the best fitness is within 2 % of the limit, {}: training can no longer tell good weights from better \
         ones. Make it harder: a lower board (--rules height=…), more pieces (--max-pieces), stronger opponents \
         (--against)",
        number(limit)
    )
}

/// The match of the trained weights against the shipped ones; `None` if it was stopped.
pub(super) fn contest(
    game: &dyn AnyGame,
    trainable: &dyn AnyTrainable,
    plan: &Plan,
    folder: &Folder,
    jobs: usize,
    stop: &Arc<AtomicBool>,
) -> anyhow::Result<Vec<SeriesReport>> {
    let contest = trainable.contest(&plan.settings, &folder.weights().to_string_lossy());
    let games = plan.match_games.unwrap_or(contest.games);
    if games == 0 {
        return Ok(Vec::new());
    }
    let Contest { trained, shipped, alone, budget, .. } = contest;
    let bots = [trained.parse()?, shipped.parse()?];
    let line_ups = match alone {
        true => bots.map(|bot| LineUp::new(vec![bot])).to_vec(),
        false => vec![LineUp::new(bots.to_vec())],
    };
    let rules = game.rules(&plan.settings["rules"])?;
    line_ups
        .into_iter()
        .map(|line_up| {
            let plan = SeriesPlan {
                games,
                seed: plan.seed.derive("contest", 0),
                budget,
                margin: Duration::ZERO,
                jobs,
                ..SeriesPlan::new(line_up, rules.clone())
            };
            let report = series::run(game, &plan, stop, &mut Nobody)?;
            all_finished(&report.broken)?;
            Ok(report)
        })
        .collect()
}

/// Follows nothing.
struct Nobody;

impl SeriesWatch for Nobody {
    fn game(&mut self, _game: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        Ok(ControlFlow::Continue(()))
    }
}

/// The weights with a bar each, and the files.
pub(super) fn write_best(
    out: &mut dyn Write,
    trainable: &dyn AnyTrainable,
    plan: &Plan,
    folder: &Folder,
    best: &Best,
) -> anyhow::Result<()> {
    writeln!(
        out,
        "best of {} {}: fitness {} ± {} over {} fresh matches",
        plan.game,
        plan.mode,
        number(best.fitness),
        number(best.error),
        number(best.games as f64),
    )?;
    let greatest = best.genome.iter().fold(0.0_f64, |a, b| a.max(b.abs()));
    let names = trainable.genes().iter().map(|gene| gene.name);
    let width = names.clone().map(str::len).max().unwrap_or(0);
    for (name, value) in names.zip(&best.genome) {
        let share = if greatest > 0.0 { value.abs() / greatest } else { 0.0 };
        let bar = "█".repeat((share * BAR + 0.5) as usize);
        writeln!(out, "  {name:width$} {value:>9.4} {bar}")?;
    }
    let files = folder.all().into_iter().chain(plan.output.clone()).chain(plan.log.clone());
    writeln!(out, "files:")?;
    for path in files {
        writeln!(out, "  {}", path.display())?;
    }
    Ok(())
}

/// How the trained weights did against the shipped ones.
pub(super) fn write_contest(out: &mut dyn Write, reports: &[SeriesReport]) -> anyhow::Result<()> {
    let Some(first) = reports.first() else { return Ok(()) };
    let games = number(first.games as f64);
    if let [report] = reports {
        writeln!(out, "against the shipped weights, {games} games:")?;
        return write_standings(out, &report.bots);
    }
    writeln!(out, "beside the shipped weights, {games} games each on the same chance:")?;
    let mut rows = table(&["bot", "figure", "mean", "± error", "median", "worst"]);
    for bot in reports.iter().flat_map(|report| &report.bots) {
        // The first figure is the one that a game played alone is about.
        let Some(name) = bot.means.keys().next() else { continue };
        rows.add_row([
            bot.label.clone(),
            name.clone(),
            maybe(bot.means[name].as_f64()),
            maybe(bot.mean_errors[name].as_f64()),
            maybe(bot.medians[name].as_f64()),
            maybe(bot.worst[name].as_f64()),
        ]);
    }
    writeln!(out, "{rows}")?;
    Ok(())
}

/// The run as one document.
pub(super) fn document(
    trainable: &dyn AnyTrainable,
    plan: &Plan,
    folder: &Folder,
    state: &State,
    limit: Option<f64>,
    contest: &[SeriesReport],
) -> Value {
    let best = state.best.as_ref().map(|best| {
        json!({
            "fitness": best.fitness,
            "fitness_error": best.error,
            "fitness_games": best.games,
            "weights": train::named(trainable.genes(), &best.genome),
        })
    });
    let rows: Vec<Value> = state
        .rows
        .iter()
        .map(|row| {
            let opponents = row.opponents.name();
            json!({"best": row.best, "mean": row.mean, "worst": row.worst, "opponents": opponents})
        })
        .collect();
    let files: Vec<_> = folder.all().into_iter().filter(|path| path.exists()).collect();
    json!({
        "run": folder.path(),
        "game": plan.game,
        "mode": plan.mode,
        "seed": plan.seed,
        "finished": state.is_finished(plan),
        "generations": rows,
        "fitness_limit": limit,
        "best": best,
        "files": files,
        "contest": contest.iter().flat_map(|report| &report.bots).collect::<Vec<_>>(),
    })
}
