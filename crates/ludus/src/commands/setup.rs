//! What commands that play have in common: bots, rules, budget and threads from arguments and
//! settings; and what front ends are given.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ludus_arena::session::is_person;
use ludus_arena::{AnyGame, LogFolder, Offer};
use ludus_core::{BotSpec, Budget};
use serde_json::Value;

use crate::cli::BudgetArgs;
use crate::commands::rules;
use crate::commands::say;
use crate::commands::signals::cores;
use crate::failure::usage;
use crate::program::own_name;
use crate::settings::Settings;

/// The bots of matches without a screen as they were named. A person is not one of them.
pub(super) fn bots(game: &str, names: &[String]) -> anyhow::Result<Vec<BotSpec>> {
    let bots = names.iter().map(|text| text.parse()).collect::<Result<Vec<BotSpec>, _>>()?;
    if bots.iter().any(is_person) {
        let (program, line_up) = (own_name(), names.join(" "));
        return Err(usage(format!(
            "only bots play here; `{program} watch {game} {line_up}` lets you play in the terminal, `{program} serve` in the browser"
        )));
    }
    Ok(bots)
}

/// The game's rules: those of the settings, changed by what `--rules` says.
pub(super) fn rules(
    given: Option<&str>,
    settings: &Settings,
    game: &dyn AnyGame,
) -> anyhow::Result<Value> {
    let mut rules = settings.rules(game);
    rules::set_pairs(&mut rules, game, given)?;
    Ok(rules)
}

/// The budget: a limit that a flag sets takes the place of all limits of the settings.
pub(super) fn budget(args: &BudgetArgs, default: Budget) -> Budget {
    args.budget().unwrap_or(default)
}

/// The folder for logs, checked: no log in it is lost, unless it may be overwritten.
pub(super) fn logs(folder: LogFolder, path: &Path, force: bool) -> anyhow::Result<LogFolder> {
    if path == Path::new("-") {
        return Err(usage("--logs: logs go into a folder, not to standard output"));
    }
    if path.exists() && !path.is_dir() {
        return Err(usage(format!("--logs: {} is not a folder", path.display())));
    }
    match folder.first_taken().filter(|_| !force) {
        None => Ok(folder),
        Some(taken) => Err(usage(format!(
            "--logs: {} already exists; --force overwrites it, or choose another folder or --seed",
            taken.display()
        ))),
    }
}

/// The most games that are ever played at a time.
const MOST_JOBS: usize = 256;

/// How many games are played at a time, and how many threads each bot may use. More games than there
/// are cores help only bots that wait for a program or a server, and would take the time of bots whose
/// time is measured.
pub(super) fn jobs(
    wanted: usize,
    game: &dyn AnyGame,
    bots: &[BotSpec],
    timed: bool,
) -> anyhow::Result<(usize, usize)> {
    check_time(game, bots, timed)?;
    let always = thinks_always(game, bots)?;
    // Two programs that think until they are asked take two cores for each match.
    let pairs = (cores() / 2).max(1);
    if always && wanted > pairs {
        say(&format!(
            "warning: --jobs {wanted}: bots that think until they are asked need two cores a match; this machine has \
             {}, and with more than {pairs} at a time they think less than their time says",
            cores()
        ));
    }
    let timed = timed || always;
    let jobs = match wanted {
        0 if always => pairs,
        0 => cores(),
        wanted if wanted <= cores() => wanted,
        wanted if may_wait(game, bots, timed)? => wanted.min(MOST_JOBS),
        wanted => {
            say(&format!("--jobs {wanted}: playing {} games at a time, one per core", cores()));
            cores()
        }
    };
    Ok((jobs, (cores() / jobs).max(1)))
}

/// Whether one of the bots thinks until it is asked.
fn thinks_always(game: &dyn AnyGame, bots: &[BotSpec]) -> anyhow::Result<bool> {
    let infos = bots.iter().map(|bot| bot.info_in(game.name(), game.bots()));
    let infos = infos.collect::<Result<Vec<_>, _>>()?;
    Ok(infos.iter().any(|info| info.time_key.is_some()))
}

/// Refuses a bot that only time can limit, where nothing says how much time it has.
pub(super) fn check_time(game: &dyn AnyGame, bots: &[BotSpec], timed: bool) -> anyhow::Result<()> {
    for bot in bots.iter().filter(|_| !timed) {
        let info = bot.info_in(game.name(), game.bots())?;
        if let Some(key) = info.time_key.filter(|key| bot.get(key).is_none()) {
            return Err(usage(format!(
                "{} thinks until it is asked and counts no nodes: give --time MS, or the bot its own time with {key}=MS",
                info.name
            )));
        }
    }
    Ok(())
}

/// Whether some of the bots wait for others while no clock runs.
fn may_wait(game: &dyn AnyGame, bots: &[BotSpec], timed: bool) -> anyhow::Result<bool> {
    let timed = timed || bots.iter().any(|bot| bot.get("time").is_some());
    for bot in bots.iter().filter(|_| !timed) {
        if game.bot_waits(bot)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The folder of a run: the given path, or the run of this name.
pub(super) fn find_run(run: &Path, runs: &Path) -> PathBuf {
    if run.exists() { run.to_owned() } else { runs.join(run) }
}

/// Refuses to continue a run that another version of the program began.
pub(super) fn check_version(run: &Path, began: &str) -> anyhow::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    if began != version {
        anyhow::bail!(
            "{} was started by ludus {began}, and this is {version}: its games would not be the same",
            run.display(),
        );
    }
    Ok(())
}

/// Every game as the front ends offer it.
pub(super) fn offers(settings: &Settings) -> anyhow::Result<Vec<Offer>> {
    settings.catalog().games().map(|entry| offer(entry.name, settings)).collect()
}

/// A game as the front ends offer it.
pub(super) fn offer(name: &str, settings: &Settings) -> anyhow::Result<Offer> {
    let game: Arc<dyn AnyGame> = Arc::from(settings.game(name)?);
    let rules = game.rules(&settings.rules(game.as_ref()))?;
    // Rules that the user has set hold for people, too.
    let people_rules = match rules == game.default_rules() {
        true => game.people_rules(&rules)?,
        false => rules.clone(),
    };
    let budget = settings.budget(game.as_ref())?;
    let live = game.info().live.map(|name| offer(name, settings)).transpose()?;
    Ok(Offer { people_rules, budget, live: live.map(Box::new), ..Offer::new(game, rules) })
}
