//! The progress bar of a series.

use std::ops::ControlFlow;
use std::sync::Arc;

use indicatif::ProgressBar;
use ludus_arena::stats::{Sprt, SprtPlan, Verdict};
use ludus_arena::{ArenaError, BrokenGame, GameRecord, LineUp, Pulse, SeriesPlan, SeriesWatch};

use crate::commands::activity::{self, Activity};
use crate::commands::play::strict::StrictFailure;
use crate::commands::play::transcripts::Transcripts;
use crate::commands::spool::ResultSpool;

/// Follows a series: moves the bar, ends it when a test is decided or a bot fails that must not, and keeps the results where they
/// are wanted.
pub(super) struct SeriesProgress {
    bar: ProgressBar,
    activity: Activity,
    labels: Vec<String>,
    sprt: Option<Sprt>,
    /// Which bots of the line-up are the first of the two that the test compares.
    first: Vec<bool>,
    /// The last unit of which a game could not be finished: the test does not count it.
    void: Option<u64>,
    transcripts: Option<Transcripts>,
    results: Option<ResultSpool>,
    /// Whether the first failure of a bot ends the series.
    strict: bool,
    failed: Option<StrictFailure>,
}

/// What is left of following a series when it is over.
pub(super) struct Followed {
    /// The test, if there was one.
    pub(super) sprt: Option<Sprt>,
    /// The single results, if they were kept.
    pub(super) results: Option<ResultSpool>,
    /// The failure that ended the series, if one did.
    pub(super) failed: Option<StrictFailure>,
}

impl SeriesProgress {
    /// The bar is drawn on standard error, and only if that is a terminal.
    pub(super) fn new(
        plan: &SeriesPlan,
        sprt: Option<SprtPlan>,
        transcripts: Option<Transcripts>,
        results: Option<ResultSpool>,
        strict: bool,
    ) -> Self {
        let bar = activity::bar(plan.games, 0, "{prefix}{msg}");
        let labels = plan.line_up.entrants().iter().map(|who| who.label.clone()).collect();
        let first = first_side(&plan.line_up);
        let sprt = sprt.map(|test| Sprt::new(test, plan.line_up.len()));
        let activity = Activity::default();
        Self {
            bar,
            activity,
            labels,
            sprt,
            first,
            void: None,
            transcripts,
            results,
            strict,
            failed: None,
        }
    }

    /// Takes the bar away.
    pub(super) fn finish(self) -> Followed {
        self.bar.finish_and_clear();
        Followed { sprt: self.sprt, results: self.results, failed: self.failed }
    }

    /// Whether the test, if there is one, is decided with this game.
    fn decided(&mut self, game: &GameRecord) -> bool {
        let Some(sprt) = &mut self.sprt else { return false };
        if self.void == Some(game.number / self.first.len() as u64) {
            return false;
        }
        let Some(score) = game.score_of_sides(&self.first) else { return false };
        sprt.push(score);
        let (plan, ratio) = (sprt.plan(), sprt.ratio());
        let (lower, upper) = (plan.lower(), plan.upper());
        self.bar.set_prefix(format!("LLR {ratio:.2} [{lower:.2}, {upper:.2}]  "));
        sprt.verdict() != Verdict::Open
    }
}

/// Which bots of a line-up are the first of two that are compared: all that play like the first one, or
/// that one alone if all do.
pub(super) fn first_side(line_up: &LineUp) -> Vec<bool> {
    let entrants = line_up.entrants();
    let same: Vec<bool> = entrants.iter().map(|who| who.spec == entrants[0].spec).collect();
    if same.iter().all(|same| *same) {
        return (0..same.len()).map(|place| place == 0).collect();
    }
    same
}

impl SeriesWatch for SeriesProgress {
    fn game(&mut self, game: &GameRecord) -> Result<ControlFlow<()>, ArenaError> {
        self.bar.inc(1);
        if let Some(results) = &mut self.results {
            let labels: Vec<&str> = self.labels.iter().map(String::as_str).collect();
            results.push(&game.report(&labels)).map_err(ArenaError::Tell)?;
        }
        if let Some(transcripts) = &mut self.transcripts {
            transcripts.push(game)?;
        }
        if self.strict {
            self.failed = StrictFailure::of(game, None, &self.labels);
        }
        let over = self.decided(game) || self.failed.is_some();
        Ok(if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn pulse(&mut self, threads: &[Arc<Pulse>]) {
        match self.bar.is_hidden() {
            true => self.activity.say_waits(threads),
            false => self.bar.set_message(Activity::text(threads)),
        }
    }

    fn broken(&mut self, game: &BrokenGame) {
        self.bar.inc(1);
        self.void = Some((game.game - 1) / self.first.len() as u64);
        if let Some(sprt) = &mut self.sprt {
            sprt.void_unit();
        }
    }
}
