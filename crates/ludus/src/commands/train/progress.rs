//! What the user sees of a run: a bar with the time left, and a line for every generation.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::{ProgressBar, ProgressStyle};
use ludus_core::Gene;
use ludus_train::{Folder, Follow, Job, Plan, RunError, Stage, State, Watch};

use super::report::{is_at, limit_note};
use crate::tables::number;

/// Follows a run: moves the bar, reports every generation, and keeps what is known in files.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    plan: &'a Plan,
    genes: &'a [Gene],
    folder: &'a Folder,
    /// The most that a match can count, if there is a limit.
    limit: Option<f64>,
    /// Whether the user knows that the limit is reached.
    noted: AtomicBool,
    quiet: bool,
}

impl<'a> Progress<'a> {
    /// The bar is drawn on standard error, and only if that is a terminal. `quiet` leaves the lines
    /// out.
    pub(super) fn new(
        plan: &'a Plan,
        genes: &'a [Gene],
        folder: &'a Folder,
        state: &State,
        limit: Option<f64>,
        quiet: bool,
    ) -> Self {
        let matches = (plan.evolution.population * plan.games) as u64;
        // The race at the end halves its field until one is left, about a generation's matches each.
        let rounds = u64::from(usize::BITS - plan.evolution.population.leading_zeros());
        let bar = ProgressBar::new(matches * (plan.generations + rounds));
        let style = "{bar:30} {percent} %  {human_pos} matches  {eta} left  {msg}";
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        bar.set_position(matches * state.rows.len() as u64);
        bar.reset_eta();
        Self { bar, plan, genes, folder, limit, noted: AtomicBool::new(false), quiet }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }

    /// Reports the last generation. What cannot be printed is in the log.
    fn tell(&self, state: &State) {
        let Some(row) = state.rows.last().filter(|_| !self.quiet && state.best.is_none()) else {
            return;
        };
        let (done, of) = (state.rows.len(), self.plan.generations);
        let width = of.to_string().len();
        let opponents = match self.plan.stagnation {
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
        let note = at_limit.filter(|_| !self.noted.swap(true, Ordering::Relaxed)).map(limit_note);
        self.bar.suspend(|| {
            let _ = writeln!(io::stdout(), "{line}");
            if let Some(note) = note {
                let _ = writeln!(io::stdout(), "{note}");
            }
        });
    }
}

impl Watch for Progress<'_> {
    fn done(&self, job: &Job) {
        self.bar.inc(job.seeds.len() as u64);
    }
}

impl Follow for Progress<'_> {
    fn begins(&self, what: Stage, _matches: usize) {
        self.bar.set_message(match what {
            Stage::Generation(number) => format!("generation {}", number + 1),
            Stage::Race(genomes) => format!("the last {genomes} race"),
        });
    }

    fn keep(&self, state: &State) -> Result<(), RunError> {
        let now = self.plan.stamp.then(|| jiff::Timestamp::now().to_string());
        self.folder.keep(self.plan, self.genes, state, now.as_deref())?;
        self.tell(state);
        Ok(())
    }
}
