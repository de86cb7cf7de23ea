//! What commands that play have in common: bots, rules, budget and threads from arguments and
//! settings.

use ludus_arena::AnyGame;
use ludus_core::{BotSpec, Budget};
use serde_json::Value;

use crate::cli::BudgetArgs;
use crate::commands::rules;
use crate::commands::signals::cores;
use crate::settings::Settings;

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
    rules::set_pairs(&mut rules, game, given)?;
    Ok(rules)
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
