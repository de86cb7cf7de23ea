//! The progress of a run: a bar with the time left, and a line per generation.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use ludus_core::Gene;
use ludus_train::{Job, JobObserver, Plan, RunError, RunFolder, RunObserver, RunStage, RunState};

use super::report::{is_at, limit_note};
use crate::tables::number;

/// Observes a run: moves the bar, reports each generation, and saves the state.
pub(super) struct TrainingBar<'a> {
    bar: ProgressBar,
    plan: &'a Plan,
    genes: &'a [Gene],
    folder: &'a RunFolder,
    /// The greatest score of a match, if there is a limit.
    limit: Option<f64>,
    /// Whether the user was notified that the limit is reached.
    limit_noted: AtomicBool,
    quiet: bool,
}

impl<'a> TrainingBar<'a> {
    /// A run that has done this many generations. The bar is drawn on standard error if that is a terminal. `quiet`
    /// leaves out the lines.
    pub(super) fn new(
        plan: &'a Plan,
        genes: &'a [Gene],
        folder: &'a RunFolder,
        done: usize,
        limit: Option<f64>,
        quiet: bool,
    ) -> Self {
        let matches = |generations: std::ops::Range<u64>| {
            let games = generations.map(|number| plan.stage_of(number).games as u64);
            games.sum::<u64>() * plan.evolution.population as u64
        };
        // Each round of the final race halves the field and plays about as many matches as a generation.
        let rounds = u64::from(usize::BITS - plan.evolution.population.leading_zeros());
        let race = (plan.evolution.population * plan.search.games) as u64 * rounds;
        let bar = ProgressBar::new(matches(0..plan.search.generations) + race);
        let style = "{bar:30} {percent} %  {human_pos} matches  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.set_position(matches(0..done as u64));
        bar.reset_eta();
        Self { bar, plan, genes, folder, limit, limit_noted: AtomicBool::new(false), quiet }
    }

    /// Removes the bar.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }

    /// Prints the last generation. If that fails, it is still in the log.
    fn print(&self, state: &RunState) {
        let Some(row) = state.rows.last().filter(|_| !self.quiet && state.best.is_none()) else {
            return;
        };
        let (done, of) = (state.rows.len(), self.plan.search.generations);
        let width = of.to_string().len();
        let opponents = match self.plan.opponents.stagnation {
            Some(_) => format!("  opponents {}", row.opponents.name()),
            None => String::new(),
        };
        let line = format!(
            "generation {done:>width$}/{of}  best {}  mean {}  worst {}{opponents}",
            number(row.best),
            number(row.mean),
            number(row.worst),
        );
        let at_limit = self.limit.filter(|limit| is_at(*limit, row.best));
        let note =
            at_limit.filter(|_| !self.limit_noted.swap(true, Ordering::Relaxed)).map(limit_note);
        self.bar.suspend(|| {
            let _ = writeln!(io::stdout(), "{line}");
            if let Some(note) = note {
                let _ = writeln!(io::stdout(), "{note}");
            }
        });
    }
}

impl JobObserver for TrainingBar<'_> {
    fn job_done(&self, job: &Job) {
        self.bar.inc(job.seeds.len() as u64);
    }
}

impl RunObserver for TrainingBar<'_> {
    fn stage_started(&self, stage: RunStage, _matches: usize) {
        self.bar.set_message(match stage {
            RunStage::Generation(number) => format!("generation {}", number + 1),
            RunStage::Race(genomes) => format!("the last {genomes} race"),
        });
    }

    fn save(&self, state: &RunState) -> Result<(), RunError> {
        let now = self.plan.stamp.then(|| jiff::Timestamp::now().to_string());
        self.folder.save(self.plan, self.genes, state, now.as_deref())?;
        self.print(state);
        Ok(())
    }
}
