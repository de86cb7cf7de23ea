//! Reporting decisions while they are re-run: as text, or into one JSON document.

use std::io::{self, Write};
use std::path::Path;

use ludus_arena::AnyGame;
use ludus_arena::rerun::{Means, Redecision, RerunChoice, RerunReport, RerunWatch};
use serde::Serialize;
use serde_json::json;

use crate::cli::ReplayArgs;
use crate::commands::spool::ResultSpool;
use crate::commands::write_json;
use crate::tables::percent;

/// What the decisions are from, and who takes them.
pub(super) struct About<'a> {
    /// The file.
    pub(super) file: &'a Path,
    /// `replay` or `log`.
    pub(super) kind: &'static str,
    /// The game.
    pub(super) game: &'a dyn AnyGame,
    /// The bot that decides; none: the recorded ones.
    pub(super) bot: Option<String>,
    /// What was asked for.
    pub(super) args: &'a ReplayArgs,
}

impl About<'_> {
    /// What to say when there is no such decision.
    pub(super) fn nothing(&self) -> String {
        let rerun = &self.args.rerun;
        let turns: Vec<String> = rerun.turns.iter().map(ToString::to_string).collect();
        match (&rerun.game, turns.is_empty()) {
            (Some(id), true) => format!("there is no decision of game {id:?}"),
            (Some(id), false) => {
                format!("there is no decision of game {id:?} in turn {}", turns.join(", "))
            }
            (None, false) => format!("there is no decision in turn {}", turns.join(", ")),
            (None, true) => "there is no decision in it".to_owned(),
        }
    }
}

/// Tells decisions.
pub(super) struct Teller<'a> {
    about: About<'a>,
    out: &'a mut dyn Write,
    /// Decisions and broken lines, for one JSON document.
    kept: Option<(ResultSpool, ResultSpool)>,
    /// The match that was last named.
    id: String,
}

impl<'a> Teller<'a> {
    /// Tells to `out`.
    pub(super) fn new(about: About<'a>, out: &'a mut dyn Write) -> anyhow::Result<Self> {
        let kept = match about.args.json {
            true => Some((ResultSpool::new()?, ResultSpool::new()?)),
            false => None,
        };
        Ok(Self { about, out, kept, id: String::new() })
    }

    /// Where it tells, and the broken lines, where they are kept.
    pub(super) fn into_parts(self) -> (&'a mut dyn Write, Option<ResultSpool>) {
        (self.out, self.kept.map(|(_, broken)| broken))
    }

    /// Tells the sums.
    pub(super) fn finish(self, report: &RerunReport) -> anyhow::Result<()> {
        let Self { about, out, kept, .. } = self;
        if let Some((decisions, broken_lines)) = kept {
            let document = RerunDocument {
                file: about.file,
                kind: about.kind,
                game: about.game.name(),
                bot: about.bot.as_deref().unwrap_or("as recorded"),
                against: about.args.rerun.against.as_deref(),
                report,
                broken_lines,
                decisions,
            };
            write_json(out, &document)?;
            // The document stands before the error that the exit code comes with.
            return Ok(out.flush()?);
        }
        write_sums(out, &about, report)?;
        Ok(out.flush()?)
    }
}

impl RerunWatch for Teller<'_> {
    fn decision(&mut self, decision: &Redecision) -> io::Result<()> {
        if let Some((decisions, _)) = &mut self.kept {
            return decisions.push(decision);
        }
        let verbose = self.about.args.rerun.verbose;
        if decision.same && !verbose {
            return Ok(());
        }
        if decision.id != self.id {
            self.id.clone_from(&decision.id);
            writeln!(self.out, "Game {}", self.id)?;
        }
        write_decision(self.out, self.about.game, decision)?;
        if verbose {
            write_thoughts(self.out, decision)?;
        }
        // A search may take its time: what is found is seen at once.
        self.out.flush()
    }

    fn broken(&mut self, line: usize, reason: &str) -> io::Result<()> {
        match &mut self.kept {
            Some((_, broken)) => broken.push(&json!({ "line": line, "reason": reason })),
            None => writeln!(self.out, "Line {line} is broken: {reason}"),
        }
    }
}

/// The whole JSON document of decisions that were re-run.
#[derive(Serialize)]
struct RerunDocument<'a> {
    file: &'a Path,
    kind: &'static str,
    game: &'static str,
    bot: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    against: Option<&'a Path>,
    #[serde(flatten)]
    report: &'a RerunReport,
    broken_lines: ResultSpool,
    decisions: ResultSpool,
}

/// `Turn 12: up → right (score: 1523, depth: 5, time: 287ms)`.
fn write_decision(
    out: &mut dyn Write,
    game: &dyn AnyGame,
    decision: &Redecision,
) -> io::Result<()> {
    let (from, to, choice) = decision.compared();
    // A log has the seat that was asked, a replay has all seats.
    let seat = match (decision.bot.as_str(), decision.id.as_str()) {
        ("", _) => String::new(),
        (bot, "") => format!(", seat {} ({bot})", decision.seat),
        (bot, _) => format!(" ({bot})"),
    };
    let turn = decision.turn;
    let change = if decision.same { to.to_owned() } else { format!("{from} → {to}") };
    writeln!(out, "Turn {turn}{seat}: {change} ({})", figures(game, choice))
}

fn figures(game: &dyn AnyGame, choice: &RerunChoice) -> String {
    let score = choice.insight.score.map_or_else(|| "–".to_owned(), |score| game.score_text(score));
    format!("score: {score}, depth: {}, time: {}ms", choice.insight.depth, millis(choice.ms))
}

fn write_thoughts(out: &mut dyn Write, decision: &Redecision) -> io::Result<()> {
    let boards = [("before", &decision.before), ("after", &decision.after)];
    for (when, board) in boards {
        if let Some(board) = board {
            writeln!(out, "{when}:\n{}", board.trim_end())?;
        }
    }
    let choices = [
        ("expects", Some(&decision.now)),
        ("expects with the other settings", decision.other.as_ref()),
    ];
    for (what, choice) in choices {
        let Some(choice) = choice else { continue };
        if !choice.insight.line.is_empty() {
            writeln!(out, "{what}: {}", choice.insight.line.join(" "))?;
        }
        let terms = choice.insight.terms.iter();
        let terms: Vec<String> =
            terms.map(|term| format!("{} {:+.3}", term.name, term.value)).collect();
        if !terms.is_empty() {
            writeln!(out, "terms: {}", terms.join(", "))?;
        }
    }
    writeln!(out)
}

fn write_sums(out: &mut dyn Write, about: &About<'_>, report: &RerunReport) -> io::Result<()> {
    let (file, kind, game) = (about.file.display(), about.kind, about.game.name());
    let how =
        about.bot.as_ref().map_or_else(|| "as recorded".to_owned(), |bot| format!("with {bot}"));
    writeln!(out, "{file}: {kind} of {game}, re-run {how}")?;
    if report.interrupted {
        writeln!(out, "interrupted")?;
    }
    writeln!(out, "Total turns: {}", report.total)?;
    let share = percent(report.match_percent.map(|percent| percent / 100.0));
    writeln!(out, "Matches: {} ({share})", report.matches)?;
    writeln!(out, "Mismatches: {}", report.mismatches)?;
    write_means(out, "", &report.means)?;
    if let (Some(means), Some(path)) = (&report.other, &about.args.rerun.against) {
        write_means(out, &format!(" with {}", path.display()), means)?;
    }
    if report.broken > 0 {
        writeln!(out, "Broken lines: {}", report.broken)?;
    }
    for validation in &report.validations {
        let expected = validation.expected.join("|");
        let found = match validation.found.is_empty() {
            true => "there is no such turn".to_owned(),
            false => format!("found {}", validation.found.join(", ")),
        };
        let holds = if validation.holds { "passed" } else { "failed" };
        writeln!(out, "Expected in turn {}: {expected}: {holds}, {found}", validation.turn)?;
    }
    Ok(())
}

fn write_means(out: &mut dyn Write, with: &str, means: &Means) -> io::Result<()> {
    let mean =
        |mean: Option<f64>, show: fn(f64) -> String| mean.map_or_else(|| "–".to_owned(), show);
    let depth = mean(means.mean_depth, |depth| format!("{depth:.1}"));
    writeln!(out, "Average depth{with}: {depth}")?;
    writeln!(out, "Average time{with}: {}ms", mean(means.mean_ms, millis))?;
    writeln!(out, "Average score{with}: {}", mean(means.mean_score, short))
}

/// A score: whole where it is large or whole.
fn short(score: f64) -> String {
    match score.abs() >= 1000.0 || score.fract() == 0.0 {
        true => format!("{score:.0}"),
        false => format!("{score:.3}"),
    }
}

/// Milliseconds: whole where they are many.
fn millis(ms: f64) -> String {
    if ms >= 10.0 { format!("{ms:.0}") } else { format!("{ms:.1}") }
}
