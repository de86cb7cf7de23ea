//! `ludus tournament`: many line-ups, with standings, cross table and ratings.

mod live;
mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context as _;
use ludus_arena::store::Store;
use ludus_arena::tournament::{self, Format, Standings, TournamentPlan};
use ludus_arena::{AnyGame, LineUp, LogFolder};
use ludus_core::Seed;

use self::live::{Live, TournamentEnd};
use self::report::{TournamentDocument, write_tables};
use crate::cli::{FormatArg, TournamentArgs};
use crate::commands::play::again::SeriesAgain;
use crate::commands::{setup, signals, write_json};
use crate::failure::{all_finished, usage};
use crate::settings::Settings;

pub(super) fn run(
    args: &TournamentArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let game = settings.game(&args.game)?;
    let mut plan = plan(args, settings, game.as_ref())?;
    let stop = signals::stop_matches_on_signal()?;
    let mut store = Store::open(&store_path(args.store.as_ref(), settings)?)?;
    let entry = if args.new { store.begin(&plan)? } else { store.take_up(&plan)? };
    let (id, mut results) = (entry.id, entry.results);
    // Kept until the end: no other program may play the same games.
    let _lock = entry.lock;
    let before = results.len() as u64;
    plan.logs = logs(args, &plan, before)?;
    let mut live = Live::new(&mut store, id, &plan, before, args.failing.strict);
    let complete = tournament::run(game.as_ref(), &plan, &mut results, &stop, &mut live)?;
    let TournamentEnd { broken, mut failed } = live.finish();
    let mut standings = Standings::new(&plan, &results)?;
    let failures = standings.standings.iter_mut().flat_map(|bot| &mut bot.failures);
    for failure in failures.chain(failed.as_mut().map(|failed| &mut failed.failure)) {
        let fixture = failure.fixture.map(|fixture| fixture - 1);
        let series = fixture.and_then(|fixture| plan.series_of(&results, fixture));
        if let Some(series) = series {
            SeriesAgain::of_fixture(&series, &args.how, settings).complete(failure);
        }
    }
    store.note(id, &standings, complete)?;
    let mut document = TournamentDocument::new(&plan, id, before, complete, &standings);
    document.strict = failed.as_ref();
    if args.json {
        write_json(out, &document)?;
    } else {
        write_tables(out, &document)?;
    }
    all_finished(&broken)?;
    failed.map_or(Ok(()), |failed| Err(failed.error()))
}

/// The folder that `--logs` names, if it is given. A tournament that continues plays games that have no result. If one of them
/// has a log, that is of an interrupted game, and is replaced.
fn logs(
    args: &TournamentArgs,
    plan: &TournamentPlan,
    before: u64,
) -> anyhow::Result<Option<LogFolder>> {
    let Some(path) = &args.failing.logs else { return Ok(None) };
    let force = args.force || before > 0;
    let folder = LogFolder::of_tournament(path, plan.game, plan.seed, force);
    setup::logs(folder, path, force).map(Some)
}

/// What the arguments and settings ask for, checked.
fn plan(
    args: &TournamentArgs,
    settings: &Settings,
    game: &dyn AnyGame,
) -> anyhow::Result<TournamentPlan> {
    let defaults = settings.matches()?;
    let specs = setup::bots(&args.game, &args.bots)?;
    let rules = game.rules(&setup::rules(args.how.rules.as_deref(), settings, game)?)?;
    let format = match args.format {
        FormatArg::RoundRobin => Format::RoundRobin,
        FormatArg::Gauntlet => Format::Gauntlet,
        FormatArg::Swiss => Format::Swiss,
    };
    if args.rounds.is_some() && format != Format::Swiss {
        return Err(usage(format!("--rounds is for --format swiss, not {}", format.name())));
    }
    let seats = args.seats.max(1) as u64;
    let usual = settings.tournament()?.games.get().next_multiple_of(seats);
    let budget = setup::budget(&args.how.budget, settings.budget(game)?);
    let wanted = args.how.jobs.unwrap_or(defaults.jobs);
    let timed = budget.time.is_some() || args.clock.control.is_some();
    let (jobs, threads) = setup::jobs(wanted, game, &specs, timed)?;
    let plan = TournamentPlan {
        game: game.name(),
        rounds: args.rounds.unwrap_or_else(|| TournamentPlan::usual_rounds(specs.len())),
        line_up: LineUp::new(specs),
        format,
        seats: args.seats,
        games: args.games.unwrap_or(usual),
        seed: Seed::new(args.how.seed.unwrap_or(defaults.seed)),
        rules,
        budget,
        clock: args.clock.control,
        margin: Duration::from_millis(defaults.margin_ms),
        jobs,
        threads,
        logs: None,
    };
    plan.check().map_err(usage)?;
    game.check_rules(&plan.rules, plan.seats)?;
    for who in plan.line_up.entrants() {
        game.check_bot(&who.spec)?;
    }
    Ok(plan)
}

/// Where the result store is: as named, as set, or in the user's data folder.
pub(super) fn store_path(named: Option<&PathBuf>, settings: &Settings) -> anyhow::Result<PathBuf> {
    if let Some(path) = named.cloned().or(settings.results()?.store) {
        return match path == Path::new("-") {
            true => Err(usage("the result store is a file, not standard output")),
            false => Ok(path),
        };
    }
    let folder = data_folder().context(
        "there is no data folder for the result store, because there is no home folder; name a file with --store",
    )?;
    Ok(folder.join("ludus").join("results.sqlite"))
}

/// The folder where programs keep what they make for a user.
pub(super) fn data_folder() -> Option<PathBuf> {
    let variable =
        |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let home = |below: &str| std::env::home_dir().map(|home| home.join(below));
    if cfg!(windows) {
        return variable("LOCALAPPDATA").or_else(|| home("AppData/Local"));
    }
    let usual =
        if cfg!(target_os = "macos") { "Library/Application Support" } else { ".local/share" };
    variable("XDG_DATA_HOME").or_else(|| home(usual))
}
