//! The progress of a tuning run: a bar with the time left, and a line now and then.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;
use ludus_train::FolderError;
use ludus_train::tune::{TuneCheck, TuneFolder, TuneObserver, TunePlan, TuneState};

use crate::commands::activity;
use crate::tables::number;

/// How often the state is saved. Files do not depend on it: a run that is killed plays at most this much again.
const SAVE: Duration = Duration::from_secs(1);

/// How many lines a run prints.
const LINES: u64 = 10;

/// Observes a run: moves the bar, prints where the search is, and saves the state.
pub(super) struct TuneBar<'a> {
    bar: ProgressBar,
    plan: &'a TunePlan,
    folder: &'a TuneFolder,
    saved: Instant,
    /// Whether the bar counts the games of the check.
    checks: bool,
    quiet: bool,
}

impl<'a> TuneBar<'a> {
    /// The bar of a run in this state. It is drawn on standard error if that is a terminal. `quiet` leaves out the lines.
    pub(super) fn new(
        plan: &'a TunePlan,
        folder: &'a TuneFolder,
        state: &TuneState,
        quiet: bool,
    ) -> Self {
        let checks = state.is_tuned(plan);
        let bar = bar(plan, state);
        Self { bar, plan, folder, saved: Instant::now(), checks, quiet }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) {
        self.bar.finish_and_clear();
    }

    /// Prints where the search is, ten times in a run.
    fn print(&self, state: &TuneState) {
        let (done, all) = (state.rows.len() as u64, self.plan.iterations());
        let part = |done: u64| done * LINES / all;
        let Some(row) = state.rows.last().filter(|_| part(done) > part(done - 1)) else { return };
        if self.quiet || state.check.is_some() {
            return;
        }
        let values = self.plan.parameters.iter().zip(&row.values);
        let values: Vec<String> = values
            .map(|(parameter, value)| format!("{} {}", parameter.name, number(*value)))
            .collect();
        let line = format!("{} games  {}", number(row.games as f64), values.join("  "));
        self.bar.suspend(|| {
            // If that fails, it is still in the log.
            let _ = writeln!(io::stdout(), "{line}");
        });
    }
}

/// A bar of the games that are left: those of the search, or those of the check.
fn bar(plan: &TunePlan, state: &TuneState) -> ProgressBar {
    match plan.check.filter(|_| state.is_tuned(plan)) {
        Some(check) => {
            let played = state.check.as_ref().map_or(0, TuneCheck::games);
            activity::bar(check.games, played, "testing at most  {msg}")
        }
        None => activity::bar(plan.games, state.games(), "{msg}"),
    }
}

impl TuneObserver for TuneBar<'_> {
    fn game_done(&mut self) {
        self.bar.inc(1);
    }

    fn step_done(&mut self, state: &TuneState) -> Result<(), FolderError> {
        self.print(state);
        if state.is_tuned(self.plan) && !self.checks {
            self.checks = true;
            self.bar.finish_and_clear();
            self.bar = bar(self.plan, state);
        }
        if let Some((plan, check)) = self.plan.check.zip(state.check.as_ref()) {
            self.bar.set_message(format!("LLR {:.2}", check.sprt(&plan).ratio()));
        }
        if self.saved.elapsed() >= SAVE {
            self.folder.save(self.plan, state)?;
            self.saved = Instant::now();
        }
        Ok(())
    }
}
