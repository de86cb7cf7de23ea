//! The plan of a run: everything you need to repeat it, as written in `run.json`.

use std::path::PathBuf;

use ludus_core::{FitnessSettings, Seed};
use serde::{Deserialize, Serialize};

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
    /// What is trained: [`AnyTrainable::name`](ludus_arena::AnyTrainable::name).
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
    /// The game's own settings that fitness depends on, with the opponents.
    pub settings: FitnessSettings,
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
