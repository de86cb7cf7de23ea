//! The report at the end of a run: the weights with a bar each, the files, and a match against the shipped weights.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::stats::BotReport;
use ludus_arena::{ArenaError, GameRecord, LineUp, SeriesPlan, SeriesReport, SeriesWatch, series};
use ludus_core::{Contest, Seed};
use ludus_train::{LogRow, OpponentKind, RaceWinner, WeightsByName};
use serde::Serialize;

use super::TrainingSession;
use crate::commands::play::report::write_standings;
use crate::commands::write_json;
use crate::failure::all_finished;
use crate::program::own_name;
use crate::tables::{maybe, number, table};

/// The width of the bar of the greatest weight, in characters.
const BAR_WIDTH: f64 = 30.0;

/// A fitness of this share of the limit counts as at the limit.
const AT_LIMIT: f64 = 0.98;

/// Whether a fitness is so close to the limit that better genomes cannot show it.
pub(super) fn is_at(limit: f64, fitness: f64) -> bool {
    fitness >= AT_LIMIT * limit
}

/// The notice about a fitness at its limit.
pub(super) fn limit_note(limit: f64) -> String {
    format!(
        "note: the best fitness is within 2 % of the limit, {}: training can no longer tell good weights from better \
         ones. Make it harder: harder rules (--rules), stronger opponents (--against), another setting of the \
         fitness (--set)",
        number(limit)
    )
}

/// A run as `--json` prints it.
#[derive(Serialize)]
struct TrainingReport<'a> {
    run: &'a Path,
    game: &'a str,
    mode: &'a str,
    seed: Seed,
    finished: bool,
    generations: Vec<GenerationReport>,
    fitness_limit: Option<f64>,
    best: Option<BestReport<'a>>,
    files: Vec<PathBuf>,
    contest: Vec<&'a BotReport>,
}

/// One generation in the report.
#[derive(Serialize)]
struct GenerationReport {
    best: f64,
    mean: f64,
    worst: f64,
    opponents: OpponentKind,
}

impl From<&LogRow> for GenerationReport {
    fn from(row: &LogRow) -> Self {
        Self { best: row.best, mean: row.mean, worst: row.worst, opponents: row.opponents }
    }
}

/// The best genome in the report.
#[derive(Serialize)]
struct BestReport<'a> {
    fitness: f64,
    fitness_error: f64,
    fitness_games: usize,
    weights: WeightsByName<'a>,
}

/// Observes nothing.
struct Unwatched;

impl SeriesWatch for Unwatched {
    fn game(&mut self, _game: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        Ok(ControlFlow::Continue(()))
    }
}

impl TrainingSession {
    /// Plays the match against the shipped weights if the run is finished, and reports the run.
    pub(super) fn report(
        &self,
        json: bool,
        jobs: usize,
        stop: &Arc<AtomicBool>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let contest = match &self.state.best {
            Some(_) => self.contest(jobs, stop)?,
            None => Vec::new(),
        };
        if json {
            return write_json(out, &self.document(&contest));
        }
        let Some(best) = &self.state.best else {
            if self.state.best_row().is_some() {
                writeln!(out, "the best weights so far: {}", self.folder.weights().display())?;
            }
            let (done, path) = (self.state.rows.len(), self.folder.path().display());
            writeln!(
                out,
                "stopped after generation {done}; {} train --resume {path} continues",
                own_name()
            )?;
            return Ok(());
        };
        self.write_best(out, best)?;
        if let Some(limit) = self.limit.filter(|limit| is_at(*limit, best.fitness)) {
            writeln!(out, "{}", limit_note(limit))?;
        }
        write_contest(out, &contest)
    }

    /// The match of the trained weights against the shipped ones: one series, or one each if they play alone.
    fn contest(&self, jobs: usize, stop: &Arc<AtomicBool>) -> anyhow::Result<Vec<SeriesReport>> {
        let plan = &self.plan;
        let path = self.folder.weights();
        let contest = self.trainable.contest(&plan.settings, &path.to_string_lossy())?;
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
        let rules = self.game.rules(plan.settings.rules())?;
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
                let report = series::run(self.game.as_ref(), &plan, stop, &mut Unwatched)?;
                all_finished(&report.broken)?;
                Ok(report)
            })
            .collect()
    }

    /// The run as one document.
    fn document<'a>(&'a self, contest: &'a [SeriesReport]) -> TrainingReport<'a> {
        let Self { trainable, plan, folder, state, limit, .. } = self;
        let best = state.best.as_ref().map(|best| BestReport {
            fitness: best.fitness,
            fitness_error: best.error,
            fitness_games: best.games,
            weights: WeightsByName { genes: trainable.genes(), genome: &best.genome },
        });
        TrainingReport {
            run: folder.path(),
            game: &plan.game,
            mode: &plan.mode,
            seed: plan.seed,
            finished: state.is_finished(plan),
            generations: state.rows.iter().map(GenerationReport::from).collect(),
            fitness_limit: *limit,
            best,
            files: folder.all().into_iter().filter(|path| path.exists()).collect(),
            contest: contest.iter().flat_map(|report| &report.bots).collect(),
        }
    }

    /// Writes the weights with a bar each, and the files.
    fn write_best(&self, out: &mut dyn Write, best: &RaceWinner) -> anyhow::Result<()> {
        let plan = &self.plan;
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
        let names = self.trainable.genes().iter().map(|gene| gene.name);
        let width = names.clone().map(str::len).max().unwrap_or(0);
        for (name, value) in names.zip(&best.genome) {
            let share = if greatest > 0.0 { value.abs() / greatest } else { 0.0 };
            let bar = "█".repeat((share * BAR_WIDTH).round() as usize);
            writeln!(out, "  {name:width$} {value:>9.4} {bar}")?;
        }
        writeln!(out, "files:")?;
        let copies = plan.output.iter().chain(&plan.log).cloned();
        for path in self.folder.all().into_iter().chain(copies) {
            writeln!(out, "  {}", path.display())?;
        }
        Ok(())
    }
}

/// Writes how the trained weights did against the shipped ones.
fn write_contest(out: &mut dyn Write, reports: &[SeriesReport]) -> anyhow::Result<()> {
    let Some(first) = reports.first() else { return Ok(()) };
    let games = number(first.games as f64);
    if let [report] = reports {
        writeln!(out, "against the shipped weights, {games} games:")?;
        return write_standings(out, &report.bots);
    }
    writeln!(out, "beside the shipped weights, {games} games each on the same chance:")?;
    let mut rows = table(&["bot", "figure", "mean", "± error", "median", "worst"]);
    for bot in reports.iter().flat_map(|report| &report.bots) {
        // The first figure is the one that a game for one player is about.
        let Some(name) = bot.means.names().next() else { continue };
        rows.add_row([
            bot.label.clone(),
            name.to_owned(),
            maybe(bot.means.number(name)),
            maybe(bot.mean_errors.number(name)),
            maybe(bot.medians.number(name)),
            maybe(bot.worst.number(name)),
        ]);
    }
    writeln!(out, "{rows}")?;
    Ok(())
}
