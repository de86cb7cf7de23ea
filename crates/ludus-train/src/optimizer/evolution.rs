//! Evolution: tournament selection, uniform crossover, Gaussian mutation, elites and immigrants (Eiben and Smith,
//! "Introduction to Evolutionary Computing", second edition 2015, chapters 4 and 5).

use ludus_core::{Seed, SeedRng};
use serde::{Deserialize, Serialize};

use crate::parameters::EvolutionParameters;
use crate::space::{SearchSpace, gauss, ranking};

/// The probability that a child has a gene from its first parent, in uniform crossover.
const FIRST_PARENT: f64 = 0.5;

/// The state of an evolution: the population to try next.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evolution {
    #[serde(rename = "plan")]
    parameters: EvolutionParameters,
    /// Before the first generation: empty, or only the genome to start from.
    population: Vec<Vec<f64>>,
}

impl Evolution {
    pub(super) fn new(parameters: &EvolutionParameters, start: Option<&[f64]>) -> Self {
        let population = start.map(<[f64]>::to_vec).into_iter().collect();
        Self { parameters: parameters.clone(), population }
    }

    pub(super) fn ask(&mut self, space: &SearchSpace<'_>, seed: Seed) -> Vec<Vec<f64>> {
        let mut rng = seed.rng();
        while self.population.len() < self.parameters.population {
            self.population.push(space.random(&mut rng));
        }
        self.population.clone()
    }

    pub(super) fn tell(&mut self, space: &SearchSpace<'_>, fitness: &[f64], seed: Seed) {
        let order = ranking(fitness);
        let ranked: Vec<&[f64]> = order.iter().map(|&i| self.population[i].as_slice()).collect();
        let parameters = &self.parameters;
        let mut rng = seed.rng();
        let elites = parameters.elitism.min(parameters.population);
        let immigrants = parameters.immigrants.min(parameters.population - elites);
        let mut next: Vec<Vec<f64>> =
            ranked[..elites].iter().map(|genome| genome.to_vec()).collect();
        while next.len() < parameters.population - immigrants {
            next.push(child(parameters, space, &ranked, &mut rng));
        }
        while next.len() < parameters.population {
            next.push(space.random(&mut rng));
        }
        self.population = next;
    }
}

/// A child of one or two parents, mutated.
fn child(
    parameters: &EvolutionParameters,
    space: &SearchSpace<'_>,
    ranked: &[&[f64]],
    rng: &mut SeedRng,
) -> Vec<f64> {
    let mut child = if rng.chance(parameters.crossover_rate) {
        let (a, b) = (parent(parameters, ranked, rng), parent(parameters, ranked, rng));
        a.iter().zip(b).map(|(a, b)| if rng.chance(FIRST_PARENT) { *a } else { *b }).collect()
    } else {
        parent(parameters, ranked, rng).to_vec()
    };
    for gene in &mut child {
        if rng.chance(parameters.mutation_rate) {
            *gene += parameters.mutation_sigma * gauss(rng);
        }
    }
    space.repaired(child)
}

/// The best of a tournament: of a few genomes drawn with replacement.
fn parent<'a>(
    parameters: &EvolutionParameters,
    ranked: &[&'a [f64]],
    rng: &mut SeedRng,
) -> &'a [f64] {
    let draw = |rng: &mut SeedRng| rng.below(ranked.len() as u32) as usize;
    let best = (0..parameters.tournament.max(1)).map(|_| draw(rng)).min().unwrap_or(0);
    ranked[best]
}
