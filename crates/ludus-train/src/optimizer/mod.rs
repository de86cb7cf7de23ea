//! Optimisers propose the genomes of a generation and learn from their fitness.
//!
//! They have the ask-and-tell interface (Collette, Hansen, Pujol, Salazar Aponte and Le Riche 2010, "On Object-Oriented
//! Programming of Optimizers"): `ask` for genomes, then `tell` their fitness. The state is a plain value that can be
//! saved. Randomness comes in with every call, so a resumed run continues exactly as it would have.
//!
//! [`Spsa`] is not one of the [`Optimizer`]s: it learns from the results of pairs that play each other, and needs no
//! fitness of single genomes.

mod cma_es;
mod cross_entropy;
mod eigen;
mod evolution;
mod spsa;

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

pub use cma_es::CmaEs;
pub use cross_entropy::CrossEntropy;
pub use evolution::Evolution;
pub use spsa::{Perturbation, Spsa, SpsaGains};

use crate::parameters::EvolutionParameters;
use crate::space::SearchSpace;

/// The kinds of optimisers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Tournament selection, crossover, mutation, elites and immigrants.
    Evolution,
    /// Covariance matrix adaptation, with restarts.
    CmaEs,
    /// Noisy cross-entropy.
    CrossEntropy,
}

impl Method {
    /// All kinds with their names.
    pub const ALL: [(&'static str, Self); 3] = [
        ("evolution", Self::Evolution),
        ("cma-es", Self::CmaEs),
        ("cross-entropy", Self::CrossEntropy),
    ];

    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}

/// An optimiser with everything it has learned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Optimizer {
    /// Tournament selection, crossover, mutation, elites and immigrants.
    Evolution(Evolution),
    /// Covariance matrix adaptation, with restarts.
    CmaEs(CmaEs),
    /// Noisy cross-entropy.
    CrossEntropy(CrossEntropy),
}

impl Optimizer {
    /// A new optimiser. `start` is a genome near which the search begins, and `sigma` the first step size of CMA-ES, as a
    /// share of each gene's range; the other optimisers have no use for it.
    #[must_use]
    pub fn new(
        method: Method,
        parameters: &EvolutionParameters,
        space: &SearchSpace<'_>,
        start: Option<&[f64]>,
        sigma: Option<f64>,
    ) -> Self {
        let population = parameters.population;
        match method {
            Method::Evolution => Self::Evolution(Evolution::new(parameters, start)),
            Method::CmaEs => Self::CmaEs(CmaEs::new(population, space, start, sigma)),
            Method::CrossEntropy => Self::CrossEntropy(CrossEntropy::new(population, space, start)),
        }
    }

    /// The genomes to try next, in the form that is played.
    pub fn ask(&mut self, space: &SearchSpace<'_>, seed: Seed) -> Vec<Vec<f64>> {
        match self {
            Self::Evolution(evolution) => evolution.ask(space, seed),
            Self::CmaEs(cma_es) => cma_es.ask(space, seed),
            Self::CrossEntropy(cross_entropy) => cross_entropy.ask(space, seed),
        }
    }

    /// Learns the fitness of the genomes that `ask` returned, in their order. Greater is better.
    pub fn tell(&mut self, space: &SearchSpace<'_>, fitness: &[f64], seed: Seed) {
        match self {
            Self::Evolution(evolution) => evolution.tell(space, fitness, seed),
            Self::CmaEs(cma_es) => cma_es.tell(space, fitness, seed),
            Self::CrossEntropy(cross_entropy) => cross_entropy.tell(fitness),
        }
    }

    /// A stage of the run begins: fitness is from now on that of other matches.
    pub fn begin_stage(&mut self) {
        if let Self::CmaEs(cma_es) = self {
            cma_es.begin_stage();
        }
    }

    /// The genome that takes part in the last round of the final race in any case: the running mean of the centres of
    /// CMA-ES, which is less noisy than a centre or a single genome.
    #[must_use]
    pub fn finalist(&self, space: &SearchSpace<'_>) -> Option<Vec<f64>> {
        match self {
            Self::CmaEs(cma_es) => cma_es.running_mean(space),
            Self::Evolution(_) | Self::CrossEntropy(_) => None,
        }
    }

    /// Genomes that may be the best in addition to the last generation: the centres of the search.
    #[must_use]
    pub fn favourites(&self, space: &SearchSpace<'_>) -> Vec<Vec<f64>> {
        match self {
            Self::Evolution(_) => Vec::new(),
            Self::CmaEs(cma_es) => cma_es.favourites(space),
            Self::CrossEntropy(cross_entropy) => vec![space.genome(cross_entropy.mean())],
        }
    }
}

#[cfg(test)]
mod tests;
