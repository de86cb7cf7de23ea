//! The plan of a run: everything you need to repeat it, as written in `run.json`.

use std::path::PathBuf;

use ludus_arena::AnyTrainable;
use ludus_core::{KeyError, Seed, keys};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::parameters::{
    EvolutionParameters, OpponentParameters, ParameterError, SearchParameters, check,
};

/// The version of the format of a run's files. A run of another format cannot be resumed.
pub const FORMAT: u32 = 1;

/// The plan of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The format of the files, [`FORMAT`].
    pub format: u32,
    /// The version of the program. Fitness depends on its bots and rules.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// What is trained: [`AnyTrainable::name`].
    pub mode: String,
    /// The seed of everything random.
    pub seed: Seed,
    /// Length and optimiser.
    #[serde(flatten)]
    pub search: SearchParameters,
    /// The parameters of the optimiser.
    pub evolution: EvolutionParameters,
    /// When the opponents change.
    #[serde(flatten)]
    pub opponents: OpponentParameters,
    /// A genome near which the search starts.
    pub start: Option<Vec<f64>>,
    /// The game's own settings that fitness depends on, as a complete tree of keys.
    pub settings: Value,
    /// Games of the final match against the shipped weights. `None`: the game's usual number.
    #[serde(default)]
    pub match_games: Option<u64>,
    /// Whether the weights file says when it was made.
    pub stamp: bool,
    /// A file to copy the weights to.
    pub output: Option<PathBuf>,
    /// A file to copy the log to.
    pub log: Option<PathBuf>,
}

impl Plan {
    /// Checks the bounds of all parameters.
    ///
    /// # Errors
    /// If a parameter is outside its bounds; the error names it.
    pub fn check(&self) -> Result<(), ParameterError> {
        check(&self.search, &self.evolution, &self.opponents)
    }
}

/// The settings of a fitness whose matches use these rules: the training's own settings with the given rules.
///
/// A rule of the training's own settings stays where the given rules leave it open or equal the game's default. So a
/// settings file that only repeats the defaults changes nothing.
///
/// # Errors
/// If the rules are not rules of the game.
pub fn fitness_settings(
    trainable: &dyn AnyTrainable,
    rules: &Value,
    default_rules: &Value,
) -> Result<Value, KeyError> {
    let mut tree = trainable.settings();
    let own = tree["rules"].take();
    tree["rules"] = rules.clone();
    let mut default_rules = default_rules.clone();
    for (key, value) in keys::leaves(&own) {
        let slot = keys::find(&mut tree["rules"], &key)?;
        if slot.is_null() || *slot == *keys::find(&mut default_rules, &key)? {
            *slot = value.clone();
        }
    }
    Ok(tree)
}
