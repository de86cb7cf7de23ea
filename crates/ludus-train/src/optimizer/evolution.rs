//! Evolution: tournament selection, uniform crossover, Gaussian mutation, elites and immigrants.

use ludus_core::{Seed, SeedRng};
use serde::{Deserialize, Serialize};

use crate::space::{Space, gauss, ranking};

/// The numbers of an evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionPlan {
    /// Genomes of a generation.
    pub population: usize,
    /// How many are drawn for a tournament, of which the best becomes a parent.
    pub tournament: usize,
    /// How often a child has two parents.
    pub crossover_rate: f64,
    /// How often a gene changes.
    pub mutation_rate: f64,
    /// How much it changes: the standard deviation.
    pub mutation_sigma: f64,
    /// How many of the best go on unchanged. They are played again like all others.
    pub elitism: usize,
    /// How many random genomes join every generation.
    pub immigrants: usize,
}

impl Default for EvolutionPlan {
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

/// The state of an evolution: the population that is to be tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evolution {
    plan: EvolutionPlan,
    /// Empty, or only the genome to start from, before the first generation.
    population: Vec<Vec<f64>>,
}

impl Evolution {
    pub(super) fn new(plan: &EvolutionPlan, start: Option<&[f64]>) -> Self {
        Self { plan: plan.clone(), population: start.map(<[f64]>::to_vec).into_iter().collect() }
    }

    pub(super) fn ask(&mut self, space: &Space<'_>, seed: Seed) -> Vec<Vec<f64>> {
        let mut rng = seed.rng();
        while self.population.len() < self.plan.population {
            self.population.push(space.random(&mut rng));
        }
        self.population.clone()
    }

    pub(super) fn tell(&mut self, space: &Space<'_>, fitness: &[f64], seed: Seed) {
        let order = ranking(fitness);
        let ranked: Vec<&[f64]> = order.iter().map(|&i| self.population[i].as_slice()).collect();
        let plan = &self.plan;
        let mut rng = seed.rng();
        let elites = plan.elitism.min(plan.population);
        let immigrants = plan.immigrants.min(plan.population - elites);
        let mut next: Vec<Vec<f64>> =
            ranked[..elites].iter().map(|genome| genome.to_vec()).collect();
        while next.len() < plan.population - immigrants {
            next.push(child(plan, space, &ranked, &mut rng));
        }
        while next.len() < plan.population {
            next.push(space.random(&mut rng));
        }
        self.population = next;
    }
}

/// A child of one or two parents, mutated.
fn child(
    plan: &EvolutionPlan,
    space: &Space<'_>,
    ranked: &[&[f64]],
    rng: &mut SeedRng,
) -> Vec<f64> {
    let mut child = if rng.chance(plan.crossover_rate) {
        let (a, b) = (parent(plan, ranked, rng), parent(plan, ranked, rng));
        a.iter().zip(b).map(|(a, b)| if rng.chance(0.5) { *a } else { *b }).collect()
    } else {
        parent(plan, ranked, rng).to_vec()
    };
    for gene in &mut child {
        if rng.chance(plan.mutation_rate) {
            *gene += plan.mutation_sigma * gauss(rng);
        }
    }
    space.repaired(child)
}

/// The best of a few that are drawn.
fn parent<'a>(plan: &EvolutionPlan, ranked: &[&'a [f64]], rng: &mut SeedRng) -> &'a [f64] {
    let draw = |rng: &mut SeedRng| rng.below(ranked.len() as u32) as usize;
    let best = (0..plan.tournament.max(1)).map(|_| draw(rng)).min().unwrap_or(0);
    ranked[best]
}
