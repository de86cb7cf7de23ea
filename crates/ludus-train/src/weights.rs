//! The weights file that a run writes, and that bots load as `weights:path=FILE`.

use ludus_core::{FitnessSettings, Gene, Seed};
use serde::{Serialize, Serializer};

use crate::optimizer::Method;
use crate::plan::Plan;
use crate::state::RunState;

/// A genome as weights by name, in the order of the genes.
#[derive(Clone, Copy, Debug)]
pub struct WeightsByName<'a> {
    /// The names.
    pub genes: &'a [Gene],
    /// The values.
    pub genome: &'a [f64],
}

impl Serialize for WeightsByName<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.genes.iter().map(|gene| gene.name).zip(self.genome))
    }
}

/// The contents of a weights file.
#[derive(Debug, Serialize)]
pub(crate) struct TrainedWeights<'a> {
    config: TrainingSummary<'a>,
    evolved_at: Option<&'a str>,
    fitness: f64,
    weights: WeightsByName<'a>,
}

/// How the weights were trained. Bots ignore it.
#[derive(Debug, Serialize)]
struct TrainingSummary<'a> {
    game: &'a str,
    mode: &'a str,
    version: &'a str,
    seed: Seed,
    optimizer: Method,
    population: usize,
    generations: usize,
    finished: bool,
    games: usize,
    /// The standard error of the fitness. `None` before the final race: the best of many noisy means is biased.
    fitness_error: Option<f64>,
    fitness_games: usize,
    settings: &'a FitnessSettings,
}

impl<'a> TrainedWeights<'a> {
    /// The weights of the best genome: the winner of the final race, or the best so far. `None` before the end of the
    /// first generation.
    pub(crate) fn new(
        plan: &'a Plan,
        genes: &'a [Gene],
        state: &'a RunState,
        evolved_at: Option<&'a str>,
    ) -> Option<Self> {
        let games = plan.search.games;
        let (fitness, fitness_error, fitness_games, genome) = match &state.best {
            Some(best) => (best.fitness, Some(best.error), best.games, &best.genome),
            None => state.best_row().map(|row| (row.best, None, games, &row.genome))?,
        };
        let config = TrainingSummary {
            game: &plan.game,
            mode: &plan.mode,
            version: &plan.version,
            seed: plan.seed,
            optimizer: plan.search.optimizer,
            population: plan.evolution.population,
            generations: state.rows.len(),
            finished: state.best.is_some(),
            games,
            fitness_error,
            fitness_games,
            settings: &plan.settings,
        };
        Some(Self { config, evolved_at, fitness, weights: WeightsByName { genes, genome } })
    }
}
