//! What commands that play have in common: bots, rules, budget and threads from arguments and
//! settings, and the signal to end.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ludus_arena::AnyGame;
use ludus_core::{BotSpec, Budget, KeyError, keys};
use serde_json::Value;

use crate::cli::BudgetArgs;
use crate::failure::usage;
use crate::settings::Settings;

/// Signals closer together than this are one.
const AT_ONCE: Duration = Duration::from_millis(500);

/// The bots as they were named.
pub(super) fn bots(names: &[String]) -> anyhow::Result<Vec<BotSpec>> {
    Ok(names.iter().map(|text| text.parse::<BotSpec>()).collect::<Result<Vec<_>, _>>()?)
}

/// The game's rules: those of the settings, changed by what `--rules` says.
pub(super) fn rules(
    given: Option<&str>,
    settings: &Settings,
    game: &dyn AnyGame,
) -> anyhow::Result<Value> {
    let mut rules = settings.rules(game);
    let pairs = given.iter().flat_map(|rules| rules.split(','));
    let mut given = Vec::new();
    for pair in pairs.map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, text) = pair
            .split_once('=')
            .ok_or_else(|| usage(format!("--rules: {}", KeyError::Form(pair.to_owned()))))?;
        if given.contains(&key) {
            return Err(usage(format!("--rules: key {key} is given twice")));
        }
        given.push(key);
        set_rule(&mut rules, game, key.trim(), text.trim())
            .map_err(|error| usage(format!("--rules: {error}")))?;
    }
    Ok(rules)
}

/// Sets one rule and makes sure that it fits its type.
pub(super) fn set_rule(
    rules: &mut Value,
    game: &dyn AnyGame,
    key: &str,
    text: &str,
) -> Result<(), KeyError> {
    keys::set(rules, key, text)?;
    game.check_rule(rules, key, text)
}

/// The budget: a limit that a flag sets takes the place of all limits of the settings.
pub(super) fn budget(args: &BudgetArgs, default: Budget) -> Budget {
    args.budget().unwrap_or(default)
}

/// How many games are played at a time, and how many threads each bot may use. More games than there
/// are cores would only take memory and disturb each other.
pub(super) fn jobs(wanted: usize) -> (usize, usize) {
    let jobs = if wanted == 0 { cores() } else { wanted.min(cores()) };
    (jobs, (cores() / jobs).max(1))
}

/// How many cores there are.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// A flag that is set when the user wants to end: what was finished is reported. The second time ends
/// the program at once.
pub(super) fn stop_on_signal() -> anyhow::Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut first: Option<Instant> = None;
    ctrlc::set_handler(move || match first {
        None => {
            first = Some(Instant::now());
            flag.store(true, Ordering::Relaxed);
        }
        // `timeout` and some shells send the same signal twice at once.
        Some(at) if at.elapsed() < AT_ONCE => {}
        Some(_) => std::process::exit(130),
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(stop)
}
