//! The report at the end of a tuning run: the values, the tuned bot, the check and the files.

use std::io::Write;
use std::path::{Path, PathBuf};

use ludus_arena::stats::Verdict;
use ludus_core::Seed;
use ludus_train::tune::{TuneCheckResult, TuneMethod, TuneResult};
use serde::Serialize;

use super::TuneSession;
use crate::commands::write_json;
use crate::tables::{elo, number, table};

/// A run as `--json` prints it.
#[derive(Serialize)]
struct TuneReport<'a> {
    run: &'a Path,
    seed: Seed,
    optimizer: TuneMethod,
    iterations: usize,
    #[serde(flatten)]
    result: TuneResult,
    files: Vec<PathBuf>,
}

impl TuneSession {
    /// Reports the run as it is.
    pub(super) fn report(&self, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let Self { plan, folder, state, .. } = self;
        let result = TuneResult::new(plan, state);
        if json {
            return write_json(
                out,
                &TuneReport {
                    run: folder.path(),
                    seed: plan.seed,
                    optimizer: plan.optimizer,
                    iterations: state.rows.len(),
                    result,
                    files: folder.all(),
                },
            );
        }
        let (games, iterations) = (number(result.games as f64), number(state.rows.len() as f64));
        let (name, optimizer) = (plan.bot.name(), plan.optimizer.name());
        writeln!(
            out,
            "{name} of {} after {games} games ({optimizer}, {iterations} iterations):",
            plan.game
        )?;
        write_parameters(out, &result)?;
        if let Some(first) = &result.failures.first {
            let count = number(result.failures.count as f64);
            writeln!(
                out,
                "warning: {count} games were forfeited and count as lost; the first: {first}"
            )?;
        }
        writeln!(out, "bot: {}", result.bot)?;
        if let Some(check) = &result.check {
            write_check(out, check)?;
        }
        if !result.finished {
            writeln!(
                out,
                "stopped early; ludus tune --resume {} continues",
                folder.path().display()
            )?;
        }
        writeln!(out, "files:")?;
        for path in folder.all().iter().chain(&plan.output) {
            writeln!(out, "  {}", path.display())?;
        }
        Ok(())
    }
}

/// Writes where each parameter began and ended.
fn write_parameters(out: &mut dyn Write, result: &TuneResult) -> anyhow::Result<()> {
    let mut rows = table(&["parameter", "start", "tuned", "95 %", "bounds"]);
    for parameter in &result.parameters {
        let interval = match parameter.low.zip(parameter.high) {
            Some((low, high)) => format!("{} … {}", number(low), number(high)),
            None => "–".to_owned(),
        };
        rows.add_row([
            parameter.name.clone(),
            number(parameter.start),
            number(parameter.value),
            interval,
            format!("{} … {}", number(parameter.min), number(parameter.max)),
        ]);
    }
    writeln!(out, "{rows}")?;
    Ok(())
}

/// Writes what the test of the tuned bot against the bot as it was says.
fn write_check(out: &mut dyn Write, check: &TuneCheckResult) -> anyhow::Result<()> {
    let TuneCheckResult { plan, played, verdict, llr, .. } = check;
    let sprt = &plan.sprt;
    let verdict = match verdict {
        Verdict::Elo1 => "accepted: the tuned bot is stronger by elo1",
        Verdict::Elo0 => "refused: the tuned bot is not stronger by elo1",
        Verdict::Open => "undecided",
    };
    let end = |value: Option<f64>, open: &str| {
        value.map_or_else(|| open.to_owned(), |elo| format!("{elo:+.0}"))
    };
    writeln!(out, "check against the bot as it was: {verdict}")?;
    writeln!(
        out,
        "  {} games, Elo {} (95 %: {} … {}); SPRT elo0={} elo1={} alpha={} beta={}: LLR {llr:.2} in [{:.2}, {:.2}]",
        number(*played as f64),
        elo(check.elo, None),
        end(check.elo_low, "-∞"),
        end(check.elo_high, "+∞"),
        sprt.elo0,
        sprt.elo1,
        sprt.alpha,
        sprt.beta,
        sprt.lower(),
        sprt.upper(),
    )?;
    Ok(())
}
