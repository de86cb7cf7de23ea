//! What a run does: everything that is needed to repeat it, as it stands in `run.json`.

use std::path::PathBuf;

use ludus_arena::AnyTrainable;
use ludus_core::{KeyError, Seed, keys};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use crate::optimizer::{EvolutionPlan, Method};

/// The number of the form of a run's files. A run of another form cannot be resumed.
pub const FORMAT: u32 = 1;

/// What a run does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// The form of the files, [`FORMAT`].
    pub format: u32,
    /// The version of the program, whose bots and rules a fitness depends on.
    pub version: String,
    /// The game's name.
    pub game: String,
    /// What of it is trained.
    pub mode: String,
    /// Where everything random comes from.
    pub seed: Seed,
    /// Generations.
    pub generations: u64,
    /// Matches of every genome in a generation.
    pub games: usize,
    /// What proposes genomes.
    pub optimizer: Method,
    /// The numbers of the optimiser.
    pub evolution: EvolutionPlan,
    /// After how many generations without a gain genomes become the opponents; none: never.
    pub stagnation: Option<u32>,
    /// After how many generations of falling the first opponents come back.
    pub regression: u32,
    /// A genome near which the search begins.
    pub start: Option<Vec<f64>>,
    /// What fitness depends on beside the genome, as a complete tree of keys.
    pub settings: Value,
    /// Games of the match against the shipped weights at the end; none: as many as is usual.
    #[serde(default)]
    pub match_games: Option<u64>,
    /// Whether the weights file says when it was made.
    pub stamp: bool,
    /// Where a copy of the weights goes.
    pub output: Option<PathBuf>,
    /// Where a copy of the log goes.
    pub log: Option<PathBuf>,
}

/// A number of a plan that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{key} is {given}; allowed: {allowed}")]
pub struct PlanError {
    /// The option.
    pub key: &'static str,
    /// What was given.
    pub given: String,
    /// What is allowed, in words.
    pub allowed: &'static str,
}

/// What fitness depends on when matches are played by these rules: the training's own settings, with the rules in
/// place of its own. Where the given rules leave something open, or are the game's usual ones, the training's rule
/// stands: a file of settings that only repeats what is usual changes nothing.
///
/// # Errors
/// If the rules are not those of the game.
pub fn fitness_settings(
    trainable: &dyn AnyTrainable,
    rules: &Value,
    usual: &Value,
) -> Result<Value, KeyError> {
    let mut tree = trainable.settings();
    let own = tree["rules"].take();
    tree["rules"] = rules.clone();
    let mut usual = usual.clone();
    for (key, value) in keys::leaves(&own) {
        let slot = keys::find(&mut tree["rules"], &key)?;
        if slot.is_null() || *slot == *keys::find(&mut usual, &key)? {
            *slot = value.clone();
        }
    }
    Ok(tree)
}

impl Plan {
    /// Whether the numbers make sense.
    ///
    /// # Errors
    /// If one does not; the error names it.
    pub fn check(&self) -> Result<(), PlanError> {
        let evolution = &self.evolution;
        let whole = |key, given: usize, least: usize, allowed| match given >= least {
            true => Ok(()),
            false => Err(PlanError { key, given: given.to_string(), allowed }),
        };
        whole("population", evolution.population, 4, "4 and more")?;
        whole("generations", self.generations as usize, 1, "1 and more")?;
        whole("games", self.games, 1, "1 and more")?;
        whole("tournament", evolution.tournament, 1, "1 and more")?;
        whole("stagnation", self.stagnation.unwrap_or(1) as usize, 1, "1 and more")?;
        whole("regression", self.regression as usize, 1, "1 and more")?;
        let share = |key, given: f64| match (0.0..=1.0).contains(&given) {
            true => Ok(()),
            false => Err(PlanError { key, given: given.to_string(), allowed: "0 to 1" }),
        };
        share("crossover-rate", evolution.crossover_rate)?;
        share("mutation-rate", evolution.mutation_rate)?;
        share("mutation-sigma", evolution.mutation_sigma)?;
        let kept = evolution.elitism.saturating_add(evolution.immigrants);
        if self.optimizer == Method::Evolution && kept >= evolution.population {
            let (key, given) = ("elitism and immigrants together", kept.to_string());
            return Err(PlanError { key, given, allowed: "less than the population" });
        }
        Ok(())
    }
}
