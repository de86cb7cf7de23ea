//! What is seen of a run while it goes on: a bar with the time left, and a line for every generation.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use ludus_core::Gene;
use ludus_train::{Folder, Follow, Job, Plan, RunError, Stage, State, Watch};

use crate::tables::number;

/// Follows a run: moves the bar, tells every generation, and keeps what is known in files.
pub(super) struct Progress<'a> {
    bar: ProgressBar,
    plan: &'a Plan,
    genes: &'a [Gene],
    folder: &'a Folder,
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
        Self { bar, plan, genes, folder, quiet }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }

    /// Tells the last generation. Nobody needs to read it: what cannot be written is in the log.
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
        self.bar.suspend(|| {
            let _ = writeln!(io::stdout(), "{line}");
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
        self.folder.keep(self.plan, self.genes, state)?;
        self.tell(state);
        Ok(())
    }
}
