//! `ludus tune`: tunes the parameters of any bot by games.

mod plan;
mod progress;
mod report;

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use ludus_arena::AnyGame;
use ludus_arena::stats::Verdict;
use ludus_train::tune::{TuneControl, TuneFolder, TunePlan, TuneResult, TuneRun, TuneState};

use self::progress::TuneBar;
use crate::cli::TuneArgs;
use crate::commands::setup;
use crate::commands::signals::stop_on_signal;
use crate::failure::{Ending, usage};
use crate::output::{Inputs, OutputFile};
use crate::settings::Settings;

pub(super) fn run(
    args: &TuneArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<Ending> {
    if args.clock.is_some() {
        return Err(usage(
            "--clock: games by the clock never repeat, and runs are to; --nodes, --depth or --time limit decisions",
        ));
    }
    let output = output(args, settings)?;
    let mut session = match &args.resume {
        Some(run) => TuneSession::resume(run, settings)?,
        None => TuneSession::begin(args, settings, output.as_ref())?,
    };
    let wanted = args.how.jobs.unwrap_or(settings.matches()?.jobs);
    let ending = stop_on_signal()?;
    let prints = output == Some(OutputFile::Stdout);
    session.tune(wanted, &ending, args.json || prints)?;
    if prints {
        io::copy(&mut std::fs::File::open(session.folder.result())?, out)?;
        session.report(false, &mut io::stderr())?;
    } else {
        session.report(args.json, out)?;
    }
    Ok(session.ending())
}

/// The copy of the result that `-o` asks for, checked.
fn output(args: &TuneArgs, settings: &Settings) -> anyhow::Result<Option<OutputFile>> {
    let Some(path) = &args.output else { return Ok(None) };
    let output = OutputFile::new("--output", path, args.force, &Inputs::new(settings.file()))?;
    output.check_json("--output", args.json)?;
    Ok(Some(output))
}

/// A run with its folder and its state.
struct TuneSession {
    game: Box<dyn AnyGame>,
    plan: TunePlan,
    folder: TuneFolder,
    state: TuneState,
}

impl TuneSession {
    /// Begins a new run.
    fn begin(
        args: &TuneArgs,
        settings: &Settings,
        output: Option<&OutputFile>,
    ) -> anyhow::Result<Self> {
        let game = settings.game(args.game.as_deref().unwrap_or_default())?;
        let mut plan = plan::plan(args, settings, game.as_ref())?;
        plan.output = output.and_then(OutputFile::path).map(Path::to_owned);
        let usual = format!("tune-{}-{}-{}", plan.game, plan.bot.name(), plan.seed);
        let name = args.name.clone().unwrap_or(usual);
        let folder = TuneFolder::at(settings.train()?.runs.join(name));
        if let Some(path) = plan.output.iter().find(|path| folder.all().contains(path)) {
            return Err(usage(format!(
                "--output: {} is a file of the run itself; choose another file",
                path.display()
            )));
        }
        folder.begin(&plan, args.force)?;
        let state = TuneState::first(&plan);
        Ok(Self { game, plan, folder, state })
    }

    /// Continues a run with its own settings.
    fn resume(run: &Path, settings: &Settings) -> anyhow::Result<Self> {
        let folder = TuneFolder::at(setup::find_run(run, &settings.train()?.runs));
        let plan = folder.plan()?;
        setup::check_version(folder.path(), &plan.version)?;
        plan.check().map_err(|error| anyhow::anyhow!("{}: {error}", folder.path().display()))?;
        let game = settings.game(&plan.game)?;
        folder.sweep();
        let state = folder.state(&plan)?.unwrap_or_else(|| TuneState::first(&plan));
        // If a run was killed at its very end, its copy may be missing.
        let copied = plan.output.iter().all(|path| path.exists());
        if state.is_finished(&plan) && copied {
            let path = folder.path().display();
            return Err(usage(format!("{path} is finished; its result is in result.json")));
        }
        Ok(Self { game, plan, folder, state })
    }

    /// Tunes until the end, or until the user stops it, and writes all files.
    fn tune(&mut self, jobs: usize, ending: &AtomicBool, quiet: bool) -> anyhow::Result<()> {
        let Self { game, plan, folder, state } = self;
        let rules = game.rules(&plan.rules)?;
        let bots: Vec<_> = std::iter::once(&plan.bot).chain(&plan.against).cloned().collect();
        let (jobs, threads) = setup::jobs(jobs, game.as_ref(), &bots, plan.budget.time.is_some())?;
        let mut bar = TuneBar::new(plan, folder, state, quiet);
        let control = TuneControl { jobs, threads, observer: &mut bar, ending };
        let result = TuneRun { plan, game: game.as_ref(), rules }.run(state, control);
        bar.finish();
        // What was played until something failed is not lost.
        folder.save(plan, state)?;
        result?;
        folder.copy_out(plan)?;
        Ok(())
    }

    /// The exit code: that of a sequential test, if there is one.
    fn ending(&self) -> Ending {
        let result = TuneResult::new(&self.plan, &self.state);
        match (&self.plan.check, result.check) {
            (None, _) => Ending::Done,
            (Some(_), Some(check)) => match check.verdict {
                Verdict::Elo1 => Ending::Done,
                Verdict::Elo0 => Ending::Elo0Accepted,
                Verdict::Open => Ending::Undecided,
            },
            (Some(_), None) => Ending::Undecided,
        }
    }
}
