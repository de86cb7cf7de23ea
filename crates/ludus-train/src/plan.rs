//! The plan of a run: everything you need to repeat it, as written in `run.json`.

use std::path::PathBuf;

use ludus_core::{FitnessSettings, Seed};
use serde::{Deserialize, Serialize};

use crate::parameters::{
    EvolutionParameters, OpponentParameters, ParameterError, SearchParameters, check, check_games,
    check_sigma,
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
    /// The first step size of CMA-ES, as a share of each gene's range. `None`: the usual one.
    #[serde(default)]
    pub sigma: Option<f64>,
    /// The stages before the last. The last one has the games and the settings of the plan itself.
    #[serde(default)]
    pub early_stages: Vec<TrainingStage>,
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

/// A part of a run with games and settings of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingStage {
    /// How many generations the run has done when the stage ends.
    pub until: u64,
    /// How many matches each genome plays in a generation.
    pub games: usize,
    /// The game's own settings that fitness depends on, with the opponents.
    pub settings: FitnessSettings,
}

/// What a generation is played by.
#[derive(Clone, Copy, Debug)]
pub struct StageInForce<'a> {
    /// The number of the stage, from 0.
    pub number: usize,
    /// How many matches each genome plays.
    pub games: usize,
    /// The game's own settings that fitness depends on, with the opponents.
    pub settings: &'a FitnessSettings,
}

impl Plan {
    /// The stage of a generation, which is counted from 0.
    #[must_use]
    pub fn stage_of(&self, generation: u64) -> StageInForce<'_> {
        let early = self.early_stages.iter().enumerate();
        match early.clone().find(|(_, stage)| generation < stage.until) {
            Some((number, stage)) => {
                StageInForce { number, games: stage.games, settings: &stage.settings }
            }
            None => self.last_stage(),
        }
    }

    /// The last stage, whose settings decide which genome is the best.
    #[must_use]
    pub fn last_stage(&self) -> StageInForce<'_> {
        StageInForce {
            number: self.early_stages.len(),
            games: self.search.games,
            settings: &self.settings,
        }
    }

    /// Checks the bounds of all parameters.
    ///
    /// # Errors
    /// If a parameter is outside its bounds; the error names it.
    pub fn check(&self) -> Result<(), ParameterError> {
        check_sigma(self.sigma)?;
        for stage in &self.early_stages {
            check_games(stage.games)?;
        }
        check(&self.search, &self.evolution, &self.opponents)
    }
}
