//! Rules from flags: `--rules key=value,key=value` and the rules that have flags of their own.

use ludus_arena::AnyGame;
use ludus_core::{KeyError, keys};
use serde_json::Value;

use crate::failure::usage;

/// Sets the rules that `--rules` names.
pub(super) fn set_pairs(
    rules: &mut Value,
    game: &dyn AnyGame,
    pairs: Option<&str>,
) -> anyhow::Result<()> {
    let pairs = pairs.into_iter().flat_map(|rules| rules.split(','));
    let mut given = Vec::new();
    for pair in pairs.map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, text) = pair
            .split_once('=')
            .ok_or_else(|| usage(format!("--rules: {}", KeyError::Form(pair.to_owned()))))?;
        if given.contains(&key) {
            return Err(usage(format!("--rules: key {key} is given twice")));
        }
        given.push(key);
        set(rules, game, key.trim(), text.trim())
            .map_err(|error| usage(format!("--rules: {error}")))?;
    }
    Ok(())
}

/// Sets one rule and makes sure that it fits its type.
pub(super) fn set(
    rules: &mut Value,
    game: &dyn AnyGame,
    key: &str,
    text: &str,
) -> Result<(), KeyError> {
    keys::set(rules, key, text)?;
    game.check_rule(rules, key, text)
}
