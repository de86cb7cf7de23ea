//! `ludus train`: better weights for a bot, generation after generation.

mod copies;
mod place;
mod plan;
mod progress;
mod report;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyGame, AnyTrainable};
use ludus_train::cluster::RunId;
use ludus_train::{Evaluator, Folder, Plan, Run, State};

use self::copies::Copies;
use self::place::Place;
use self::progress::Progress;
use crate::cli::TrainArgs;
use crate::commands::signals::{cores, stop_on_signal};
use crate::commands::write_json;
use crate::failure::usage;
use crate::settings::Settings;

pub(super) fn run(
    args: &TrainArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let copies = Copies::new(args, settings)?;
    let place = Place::new(args, settings)?;
    let mut session = match &args.resume {
        Some(run) => Session::resume(run, settings, &place)?,
        None => Session::begin(args, settings, &place, &copies)?,
    };
    let jobs = match args.jobs.unwrap_or(settings.train()?.jobs) {
        0 => cores(),
        jobs => jobs,
    };
    let ending = stop_on_signal()?;
    let mut workforce = place.open(&session.trainable, jobs, session.folder.path())?;
    session.go_on(workforce.evaluator(), &ending, args.json || copies.are_printed())?;
    if session.state.best.is_some() {
        workforce.finish(session.folder.path());
    }
    if copies.are_printed() {
        copies.print(&session.folder, out)?;
        return session.report(args, jobs, &ending, &mut io::stderr());
    }
    session.report(args, jobs, &ending, out)
}

/// A run with its folder and all that it knows.
struct Session {
    game: Box<dyn AnyGame>,
    trainable: Arc<dyn AnyTrainable>,
    plan: Plan,
    folder: Folder,
    state: State,
}

impl Session {
    /// A new run.
    fn begin(
        args: &TrainArgs,
        settings: &Settings,
        place: &Place,
        copies: &Copies,
    ) -> anyhow::Result<Self> {
        let game = settings.game(args.game.as_deref().unwrap_or_default())?;
        let trainable = plan::trainable(game.as_ref(), args.mode.as_deref())?;
        let mut plan = plan::plan(args, settings, game.as_ref(), trainable.as_ref())?;
        (plan.output, plan.log) = copies.files();
        place.check(&plan)?;
        let usual = format!("{}-{}-{}", plan.game, plan.mode, plan.seed);
        let name = args.name.clone().unwrap_or(usual);
        let folder = Folder::at(settings.train()?.runs.join(name));
        copies.check_run(&folder)?;
        folder.begin(&plan, args.force)?;
        // The run that was here before may have one.
        RunId::forget(folder.path())?;
        let trainable: Arc<dyn AnyTrainable> = Arc::from(trainable);
        let state = Run { plan: &plan, trainable: trainable.as_ref() }.first_state();
        Ok(Self { game, trainable, plan, folder, state })
    }

    /// A run that was ended before its end.
    fn resume(run: &Path, settings: &Settings, place: &Place) -> anyhow::Result<Self> {
        let folder = Folder::at(find(run, &settings.train()?.runs));
        let plan = folder.plan()?;
        let version = env!("CARGO_PKG_VERSION");
        if plan.version != version {
            anyhow::bail!(
                "{} was begun by version {} of ludus, this is {version}: it would not go on the same",
                folder.path().display(),
                plan.version,
            );
        }
        let game = settings.game(&plan.game)?;
        let trainable: Arc<dyn AnyTrainable> =
            Arc::from(plan::trainable(game.as_ref(), Some(&plan.mode))?);
        trainable.check(&plan.settings)?;
        place.check(&plan)?;
        let state = folder.state(trainable.genes().len())?;
        let first = || Run { plan: &plan, trainable: trainable.as_ref() }.first_state();
        let state = state.unwrap_or_else(first);
        if state.best.is_some() && folder.weights().exists() {
            let path = folder.path().display();
            return Err(usage(format!("{path} is finished; there is nothing to resume")));
        }
        Ok(Self { game, trainable, plan, folder, state })
    }

    /// Trains until the end, or until the user ends it, and writes the weights.
    fn go_on(
        &mut self,
        evaluator: &mut dyn Evaluator,
        ending: &Arc<AtomicBool>,
        quiet: bool,
    ) -> anyhow::Result<()> {
        let Self { trainable, plan, folder, state, .. } = self;
        let genes = trainable.genes();
        let progress = Progress::new(plan, genes, folder, state, quiet);
        let run = Run { plan, trainable: trainable.as_ref() };
        // Nothing ends a generation under way: a second Ctrl-C ends the program.
        let stop = Arc::new(AtomicBool::new(false));
        let result = run.go_on(state, evaluator, &progress, ending, &stop);
        progress.finish();
        result?;
        if let Some(best) = &state.best {
            let now = plan.stamp.then(|| jiff::Timestamp::now().to_string());
            folder.finish(plan, genes, state, best, now.as_deref())?;
        }
        Ok(())
    }

    /// Tells how it ended.
    fn report(
        &self,
        args: &TrainArgs,
        jobs: usize,
        stop: &Arc<AtomicBool>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let Self { game, trainable, plan, folder, state } = self;
        let (game, trainable) = (game.as_ref(), trainable.as_ref());
        let reports = match &state.best {
            Some(_) => {
                report::contest(game, trainable, plan, folder, args.match_games, jobs, stop)?
            }
            None => Vec::new(),
        };
        if args.json {
            return write_json(out, &report::document(trainable, plan, folder, state, &reports));
        }
        let Some(best) = &state.best else {
            let (done, path) = (state.rows.len(), folder.path().display());
            writeln!(out, "ended after generation {done}; ludus train --resume {path} goes on")?;
            return Ok(());
        };
        report::write_best(out, trainable, plan, folder, best)?;
        report::write_contest(out, &reports)
    }
}

/// The folder of a run: as it is named, or of that name among the runs.
fn find(run: &Path, runs: &Path) -> PathBuf {
    if run.exists() { run.to_owned() } else { runs.join(run) }
}
