//! `ludus train`: better weights for a bot, generation after generation.

mod copies;
#[cfg(not(feature = "cluster"))]
mod here;
#[cfg(feature = "cluster")]
mod place;
mod plan;
mod progress;
mod report;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyGame, AnyTrainable};
use ludus_train::{Evaluator, Folder, Plan, Run, State};

use self::copies::Copies;
#[cfg(not(feature = "cluster"))]
use self::here::Place;
#[cfg(feature = "cluster")]
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
        Some(run) => Session::resume(run, args, settings, &place)?,
        None => Session::begin(args, settings, &place, &copies)?,
    };
    let jobs = match args.jobs.unwrap_or(settings.train()?.jobs) {
        0 => cores(),
        jobs => jobs,
    };
    let ending = stop_on_signal()?;
    // Ctrl-C waits for the generation, whose matches would be lost; those of workers are kept on the cluster.
    let stop = match place.leaves_all_to_workers() {
        true => Arc::clone(&ending),
        false => Arc::default(),
    };
    let mut workforce = place.open(&session.trainable, jobs, session.folder.path())?;
    let quiet = args.json || copies.are_printed();
    session.go_on(workforce.evaluator(), &ending, &stop, quiet)?;
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
    /// The most that a match can count, if there is a limit.
    limit: Option<f64>,
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
        place.check(&plan, trainable.as_ref())?;
        let limit = trainable.check(&plan.settings)?;
        let usual = format!("{}-{}-{}", plan.game, plan.mode, plan.seed);
        let name = args.name.clone().unwrap_or(usual);
        let folder = Folder::at(settings.train()?.runs.join(name));
        copies.check_run(&folder)?;
        folder.begin(&plan, args.force)?;
        place.forget(folder.path())?;
        let trainable: Arc<dyn AnyTrainable> = Arc::from(trainable);
        let state = Run { plan: &plan, trainable: trainable.as_ref() }.first_state();
        Ok(Self { game, trainable, plan, folder, state, limit })
    }

    /// A run that was stopped before its end, or that is to have more generations. It keeps its settings.
    fn resume(
        run: &Path,
        args: &TrainArgs,
        settings: &Settings,
        place: &Place,
    ) -> anyhow::Result<Self> {
        if let [kept, ..] = args.kept_by_runs()[..] {
            return Err(usage(format!(
                "--resume continues a run with its own settings: {kept} cannot be changed; \
                 --generations and --match-games can"
            )));
        }
        let folder = Folder::at(find(run, &settings.train()?.runs));
        let mut plan = folder.plan()?;
        let version = env!("CARGO_PKG_VERSION");
        if plan.version != version {
            anyhow::bail!(
                "{} was started by ludus {}, and this is {version}: its games would not be the same",
                folder.path().display(),
                plan.version,
            );
        }
        let game = settings.game(&plan.game)?;
        let trainable: Arc<dyn AnyTrainable> =
            Arc::from(plan::trainable(game.as_ref(), Some(&plan.mode))?);
        place.check(&plan, trainable.as_ref())?;
        let limit = trainable.check(&plan.settings)?;
        folder.sweep();
        let state = folder.state(trainable.genes().len())?;
        let first = || Run { plan: &plan, trainable: trainable.as_ref() }.first_state();
        let state = state.unwrap_or_else(first);
        extend(&mut plan, args, &folder, &state)?;
        Ok(Self { game, trainable, plan, folder, state, limit })
    }

    /// Trains until the end, or until the user stops it, and writes the weights.
    fn go_on(
        &mut self,
        evaluator: &mut dyn Evaluator,
        ending: &Arc<AtomicBool>,
        stop: &Arc<AtomicBool>,
        quiet: bool,
    ) -> anyhow::Result<()> {
        let Self { trainable, plan, folder, state, limit, .. } = self;
        let genes = trainable.genes();
        let progress = Progress::new(plan, genes, folder, state, *limit, quiet);
        let run = Run { plan, trainable: trainable.as_ref() };
        let result = run.go_on(state, evaluator, &progress, ending, stop);
        progress.finish();
        result?;
        if !state.rows.is_empty() {
            folder.copy_out(plan)?;
        }
        Ok(())
    }

    /// Reports how it ended.
    fn report(
        &self,
        args: &TrainArgs,
        jobs: usize,
        stop: &Arc<AtomicBool>,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let Self { game, trainable, plan, folder, state, limit } = self;
        let (game, trainable) = (game.as_ref(), trainable.as_ref());
        let reports = match &state.best {
            Some(_) => report::contest(game, trainable, plan, folder, jobs, stop)?,
            None => Vec::new(),
        };
        if args.json {
            let document = report::document(trainable, plan, folder, state, *limit, &reports);
            return write_json(out, &document);
        }
        let Some(best) = &state.best else {
            if state.best_row().is_some() {
                writeln!(out, "the best weights so far: {}", folder.weights().display())?;
            }
            let (done, path) = (state.rows.len(), folder.path().display());
            writeln!(
                out,
                "stopped after generation {done}; ludus train --resume {path} continues"
            )?;
            return Ok(());
        };
        report::write_best(out, trainable, plan, folder, best)?;
        if let Some(limit) = limit.filter(|limit| report::is_at(*limit, best.fitness)) {
            writeln!(out, "{}", report::limit_note(limit))?;
        }
        report::write_contest(out, &reports)
    }
}

/// Changes what can be changed about a run that is resumed, and makes sure that something is left to be done.
fn extend(plan: &mut Plan, args: &TrainArgs, folder: &Folder, state: &State) -> anyhow::Result<()> {
    let done = state.rows.len() as u64;
    let before = plan.clone();
    plan.generations = args.numbers.generations.unwrap_or(plan.generations);
    plan.match_games = args.match_games.or(plan.match_games);
    if plan.generations < done {
        let wanted = plan.generations;
        return Err(usage(format!(
            "--generations is {wanted}, but the run has done {done} generations already"
        )));
    }
    // A run that was killed at its very end may lack the copies that it was to make.
    let copied = plan.output.iter().chain(&plan.log).all(|path| path.exists());
    if state.is_finished(plan) && folder.weights().exists() && copied {
        let path = folder.path().display();
        return Err(usage(format!(
            "{path} is finished: it has done all {done} generations; -g N trains on, to N generations"
        )));
    }
    if *plan != before {
        folder.replan(plan)?;
    }
    Ok(())
}

/// The folder of a run: as it is named, or of that name among the runs.
fn find(run: &Path, runs: &Path) -> PathBuf {
    if run.exists() { run.to_owned() } else { runs.join(run) }
}
