//! `ludus train`: trains the weights of a bot.

mod backend;
#[cfg(feature = "cluster")]
mod cluster_backend;
mod copies;
mod plan;
mod progress;
mod report;
mod stages;

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyGame, AnyTrainable};
use ludus_train::{FitnessEvaluator, Plan, Run, RunControl, RunFolder, RunState};

use self::backend::Backend;
use self::copies::Copies;
use self::progress::TrainingBar;
use crate::cli::TrainArgs;
use crate::commands::signals::{cores, stop_on_signal};
use crate::commands::{say, setup};
use crate::failure::usage;
use crate::settings::Settings;

pub(super) fn run(
    args: &TrainArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let copies = Copies::new(args, settings)?;
    #[cfg(feature = "cluster")]
    let backend = cluster_backend::choose(args, settings)?;
    #[cfg(not(feature = "cluster"))]
    let backend: Box<dyn Backend> = Box::new(backend::LocalBackend);
    let mut session = match &args.resume {
        Some(run) => TrainingSession::resume(run, args, settings, backend.as_ref())?,
        None => TrainingSession::begin(args, settings, backend.as_ref(), &copies)?,
    };
    let jobs = match args.jobs.unwrap_or(settings.train()?.jobs) {
        0 => cores(),
        jobs => jobs,
    };
    let ending = stop_on_signal()?;
    // Ctrl-C waits for the end of the generation, because its matches would be lost. If workers run all jobs, the
    // cluster keeps their results.
    let stop = match backend.leaves_all_to_workers() {
        true => Arc::clone(&ending),
        false => Arc::default(),
    };
    let mut evaluator = backend.open(&session.trainable, jobs, &session.folder)?;
    let quiet = args.json || copies.are_printed();
    session.train(evaluator.as_mut(), &ending, &stop, quiet)?;
    if session.state.best.is_some() {
        // The run is finished even if this fails. The server removes what is left after a day.
        if let Err(error) = evaluator.finish().and_then(|()| Ok(session.folder.forget_cluster()?)) {
            say(&format!("note: {error}"));
        }
    }
    if copies.are_printed() {
        copies.print(&session.folder, out)?;
        return session.report(args.json, jobs, &ending, &mut io::stderr());
    }
    session.report(args.json, jobs, &ending, out)
}

/// A run with its folder and its state.
struct TrainingSession {
    game: Box<dyn AnyGame>,
    trainable: Arc<dyn AnyTrainable>,
    plan: Plan,
    folder: RunFolder,
    state: RunState,
    /// The greatest score of a match, if there is a limit.
    limit: Option<f64>,
}

impl TrainingSession {
    /// Begins a new run.
    fn begin(
        args: &TrainArgs,
        settings: &Settings,
        backend: &dyn Backend,
        copies: &Copies,
    ) -> anyhow::Result<Self> {
        let game = settings.game(args.game.as_deref().unwrap_or_default())?;
        let trainable = plan::trainable(game.as_ref(), args.mode.as_deref())?;
        let mut plan = plan::plan(args, settings, game.as_ref(), trainable.as_ref())?;
        (plan.output, plan.log) = copies.files();
        backend.check(&plan, trainable.as_ref())?;
        let limit = trainable.check(&plan.settings)?;
        let usual = format!("{}-{}-{}", plan.game, plan.mode, plan.seed);
        let name = args.name.clone().unwrap_or(usual);
        let folder = RunFolder::at(settings.train()?.runs.join(name));
        copies.check_run(&folder)?;
        folder.begin(&plan, args.force)?;
        let trainable: Arc<dyn AnyTrainable> = Arc::from(trainable);
        let state = Run { plan: &plan, trainable: trainable.as_ref() }.first_state();
        Ok(Self { game, trainable, plan, folder, state, limit })
    }

    /// Continues a run with its own settings: one that was stopped, or one that gets more generations.
    fn resume(
        run: &Path,
        args: &TrainArgs,
        settings: &Settings,
        backend: &dyn Backend,
    ) -> anyhow::Result<Self> {
        if let [kept, ..] = args.kept_by_runs()[..] {
            return Err(usage(format!(
                "--resume continues a run with its own settings: {kept} cannot be changed; \
                 --generations and --match-games can"
            )));
        }
        let folder = RunFolder::at(setup::find_run(run, &settings.train()?.runs));
        let mut plan = folder.plan()?;
        setup::check_version(folder.path(), &plan.version)?;
        let game = settings.game(&plan.game)?;
        let trainable: Arc<dyn AnyTrainable> =
            Arc::from(plan::trainable(game.as_ref(), Some(&plan.mode))?);
        backend.check(&plan, trainable.as_ref())?;
        let limit = trainable.check(&plan.settings)?;
        folder.sweep();
        let state = folder.state(trainable.genes().len())?;
        let first = || Run { plan: &plan, trainable: trainable.as_ref() }.first_state();
        let state = state.unwrap_or_else(first);
        extend(&mut plan, args, &folder, &state)?;
        Ok(Self { game, trainable, plan, folder, state, limit })
    }

    /// Trains until the end, or until the user stops it, and writes the weights.
    fn train(
        &mut self,
        evaluator: &mut dyn FitnessEvaluator,
        ending: &AtomicBool,
        stop: &Arc<AtomicBool>,
        quiet: bool,
    ) -> anyhow::Result<()> {
        let Self { trainable, plan, folder, state, limit, .. } = self;
        let genes = trainable.genes();
        let bar = TrainingBar::new(plan, genes, folder, state.rows.len(), *limit, quiet);
        let run = Run { plan, trainable: trainable.as_ref() };
        let mut control =
            RunControl { evaluator, observer: &bar, end_after_generation: ending, stop };
        let result = run.train(state, &mut control);
        bar.finish();
        result?;
        if !state.rows.is_empty() {
            folder.copy_out(plan)?;
        }
        Ok(())
    }
}

/// Changes the plan of a resumed run where that is allowed, and checks that something is left to do.
fn extend(
    plan: &mut Plan,
    args: &TrainArgs,
    folder: &RunFolder,
    state: &RunState,
) -> anyhow::Result<()> {
    let done = state.rows.len() as u64;
    let before = plan.clone();
    let generations = &mut plan.search.generations;
    *generations = args.parameters.generations.unwrap_or(*generations);
    plan.match_games = args.match_games.or(plan.match_games);
    if plan.search.generations < done {
        let wanted = plan.search.generations;
        return Err(usage(format!(
            "--generations is {wanted}, but the run has done {done} generations already"
        )));
    }
    // If a run was killed at its very end, its copies may be missing.
    let copied = plan.output.iter().chain(&plan.log).all(|path| path.exists());
    if state.is_finished(plan) && folder.weights().exists() && copied {
        let path = folder.path().display();
        return Err(usage(format!(
            "{path} is finished: it has done all {done} generations; -g N trains on, to N generations"
        )));
    }
    if *plan != before {
        folder.write_plan(plan)?;
    }
    Ok(())
}
