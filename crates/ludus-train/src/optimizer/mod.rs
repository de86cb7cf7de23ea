//! Optimisers: what proposes the genomes of a generation, and learns from what they are worth.
//!
//! An optimiser is asked for genomes and told their fitness. Its state is a plain value that can be
//! written down; randomness comes in with every call, so that a run that is resumed goes on exactly
//! as it would have.

mod cma_es;
mod cross_entropy;
mod eigen;
mod evolution;

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

pub use cma_es::CmaEs;
pub use cross_entropy::CrossEntropy;
pub use evolution::{Evolution, EvolutionPlan};

use crate::space::Space;

/// Which optimiser is used.
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
    /// All methods with their names on the command line.
    pub const ALL: [(&'static str, Self); 3] = [
        ("evolution", Self::Evolution),
        ("cma-es", Self::CmaEs),
        ("cross-entropy", Self::CrossEntropy),
    ];

    /// The method's name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, method)| *method == self).map_or("", |(name, _)| name)
    }
}

/// An optimiser with all that it has learned.
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
    /// A new optimiser. `start` is a genome near which the search begins.
    #[must_use]
    pub fn new(
        method: Method,
        plan: &EvolutionPlan,
        space: &Space<'_>,
        start: Option<&[f64]>,
    ) -> Self {
        match method {
            Method::Evolution => Self::Evolution(Evolution::new(plan, start)),
            Method::CmaEs => Self::CmaEs(CmaEs::new(plan.population, space, start)),
            Method::CrossEntropy => {
                Self::CrossEntropy(CrossEntropy::new(plan.population, space, start))
            }
        }
    }

    /// The genomes to be tried next, in the form that is played.
    pub fn ask(&mut self, space: &Space<'_>, seed: Seed) -> Vec<Vec<f64>> {
        match self {
            Self::Evolution(evolution) => evolution.ask(space, seed),
            Self::CmaEs(cma_es) => cma_es.ask(space, seed),
            Self::CrossEntropy(cross_entropy) => cross_entropy.ask(space, seed),
        }
    }

    /// What the genomes that were asked for are worth, in their order; greater is better.
    pub fn tell(&mut self, space: &Space<'_>, fitness: &[f64], seed: Seed) {
        match self {
            Self::Evolution(evolution) => evolution.tell(space, fitness, seed),
            Self::CmaEs(cma_es) => cma_es.tell(space, fitness, seed),
            Self::CrossEntropy(cross_entropy) => cross_entropy.tell(fitness),
        }
    }

    /// Genomes beside the last generation's that may be the best: the centres of the search.
    #[must_use]
    pub fn favourites(&self, space: &Space<'_>) -> Vec<Vec<f64>> {
        match self {
            Self::Evolution(_) => Vec::new(),
            Self::CmaEs(cma_es) => cma_es.favourites(space),
            Self::CrossEntropy(cross_entropy) => vec![space.genome(cross_entropy.mean())],
        }
    }
}

#[cfg(test)]
mod tests;
