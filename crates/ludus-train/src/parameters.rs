//! The parameters of training, each declared once.
//!
//! The section `[train]` of `ludus.toml`, the flags of `ludus train`, `run.json`, the checkpoint and the pages all use
//! these types. `ludus.toml` has all parameters side by side; `run.json` has those of evolution in a section of their
//! own. So they are three structs that each file can arrange in its own way.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::optimizer::Method;

/// The least population. With fewer genomes no optimiser has two parents to choose from.
pub const MIN_POPULATION: usize = 4;

/// How long the search is, and which optimiser searches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchParameters {
    /// How many generations the run has.
    pub generations: u64,
    /// How many matches each genome plays in a generation.
    pub games: usize,
    /// The optimiser that proposes genomes.
    pub optimizer: Method,
}

impl Default for SearchParameters {
    fn default() -> Self {
        Self { generations: 100, games: 10, optimizer: Method::Evolution }
    }
}

/// The parameters of evolution. The other optimisers use only the population.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionParameters {
    /// How many genomes a generation has.
    pub population: usize,
    /// How many genomes are drawn for a tournament. The best of them becomes a parent.
    pub tournament: usize,
    /// The probability that a child has two parents.
    pub crossover_rate: f64,
    /// The probability that a gene mutates.
    pub mutation_rate: f64,
    /// The standard deviation of a mutation.
    pub mutation_sigma: f64,
    /// How many of the best genomes survive unchanged. They play again in the next generation.
    pub elitism: usize,
    /// How many random genomes join each generation.
    pub immigrants: usize,
}

impl Default for EvolutionParameters {
    fn default() -> Self {
        Self {
            population: 50,
            tournament: 3,
            crossover_rate: 0.7,
            mutation_rate: 0.3,
            mutation_sigma: 0.15,
            elitism: 2,
            immigrants: 5,
        }
    }
}

impl EvolutionParameters {
    /// These parameters with another population. In a small population, elites and immigrants are at most a quarter
    /// each, so that at least half are children.
    #[must_use]
    pub fn with_population(&self, population: usize) -> Self {
        let share = |count: usize| count.min(population / 4);
        Self {
            population,
            elitism: share(self.elitism),
            immigrants: share(self.immigrants),
            ..self.clone()
        }
    }
}

/// When the opponents change between bots and genomes, see [`Opponents`](crate::Opponents).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpponentParameters {
    /// Genomes become the opponents after this many generations without a gain. `None`: never.
    pub stagnation: Option<u32>,
    /// Bots become the opponents again after this many generations below the best.
    pub regression: u32,
}

impl Default for OpponentParameters {
    fn default() -> Self {
        Self { stagnation: Some(5), regression: 3 }
    }
}

/// A parameter outside its bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{name} is {given}; allowed: {allowed}")]
pub struct ParameterError {
    /// The parameter, spelled like its flag without the dashes.
    pub name: &'static str,
    /// The given value.
    pub given: String,
    /// The allowed values, in words.
    pub allowed: &'static str,
}

/// Checks that a whole number is not too small. `allowed` says so in words.
fn at_least(
    name: &'static str,
    given: u64,
    least: u64,
    allowed: &'static str,
) -> Result<(), ParameterError> {
    match given >= least {
        true => Ok(()),
        false => Err(ParameterError { name, given: given.to_string(), allowed }),
    }
}

fn positive(name: &'static str, given: u64) -> Result<(), ParameterError> {
    at_least(name, given, 1, "1 and more")
}

fn unit_interval(name: &'static str, given: f64) -> Result<(), ParameterError> {
    match (0.0..=1.0).contains(&given) {
        true => Ok(()),
        false => Err(ParameterError { name, given: given.to_string(), allowed: "0 to 1" }),
    }
}

/// Checks the first step size of CMA-ES.
pub(crate) fn check_sigma(sigma: Option<f64>) -> Result<(), ParameterError> {
    match sigma.is_none_or(|sigma| sigma > 0.0 && sigma <= 1.0) {
        true => Ok(()),
        false => {
            let given = sigma.map_or_else(String::new, |sigma| sigma.to_string());
            Err(ParameterError { name: "sigma", given, allowed: "greater than 0, up to 1" })
        }
    }
}

/// Checks how many matches a genome plays in a generation.
pub(crate) fn check_games(games: usize) -> Result<(), ParameterError> {
    positive("games", games as u64)
}

/// Checks the bounds of all parameters.
///
/// # Errors
/// If a parameter is outside its bounds; the error names the first one.
pub fn check(
    search: &SearchParameters,
    evolution: &EvolutionParameters,
    opponents: &OpponentParameters,
) -> Result<(), ParameterError> {
    let population = evolution.population as u64;
    at_least("population", population, MIN_POPULATION as u64, "4 and more")?;
    positive("generations", search.generations)?;
    check_games(search.games)?;
    positive("tournament", evolution.tournament as u64)?;
    positive("stagnation", opponents.stagnation.unwrap_or(1).into())?;
    positive("regression", opponents.regression.into())?;
    unit_interval("crossover-rate", evolution.crossover_rate)?;
    unit_interval("mutation-rate", evolution.mutation_rate)?;
    unit_interval("mutation-sigma", evolution.mutation_sigma)?;
    let kept = evolution.elitism.saturating_add(evolution.immigrants);
    if search.optimizer == Method::Evolution && kept >= evolution.population {
        let (name, given) = ("elitism and immigrants together", kept.to_string());
        return Err(ParameterError { name, given, allowed: "less than the population" });
    }
    Ok(())
}
