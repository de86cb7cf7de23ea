//! Noisy cross-entropy: a normal distribution for every gene that follows the best tenth, with noise
//! that keeps it from closing too early (Szita and Lőrincz 2006; Thiery and Scherrer 2009).

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use crate::space::{Space, gauss, ranking};

/// The share of a generation that the distribution follows.
const ELITE: f64 = 0.1;
/// The variance at the beginning, in units of the space; from a given genome a fifth of that as
/// deviation.
const VARIANCE: f64 = 0.25;
const VARIANCE_NEAR: f64 = 0.01;
/// The noise that is added to the variance decreases: 5 − t/10 for a first variance of 100.
const NOISE: f64 = 0.05 * VARIANCE;
const NOISE_GENERATIONS: f64 = 50.0;

/// The state of a cross-entropy search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossEntropy {
    population: usize,
    generation: u32,
    mean: Vec<f64>,
    variance: Vec<f64>,
    /// The first variance, which the noise is measured by.
    first_variance: f64,
    /// What was asked for, as places.
    asked: Vec<Vec<f64>>,
}

impl CrossEntropy {
    pub(super) fn new(population: usize, space: &Space<'_>, start: Option<&[f64]>) -> Self {
        let mean = start.map_or_else(|| vec![0.5; space.len()], |genome| space.place(genome));
        let first_variance = if start.is_some() { VARIANCE_NEAR } else { VARIANCE };
        let variance = vec![first_variance; space.len()];
        Self { population, generation: 0, mean, variance, first_variance, asked: Vec::new() }
    }

    /// The centre of the search, as a place.
    pub(super) fn mean(&self) -> &[f64] {
        &self.mean
    }

    pub(super) fn ask(&mut self, space: &Space<'_>, seed: Seed) -> Vec<Vec<f64>> {
        let mut rng = seed.rng();
        let mut place = || {
            let genes = self.mean.iter().zip(&self.variance);
            genes
                .map(|(mean, variance)| (mean + variance.sqrt() * gauss(&mut rng)).clamp(0.0, 1.0))
                .collect::<Vec<f64>>()
        };
        self.asked = (0..self.population).map(|_| place()).collect();
        self.asked.iter().map(|place| space.genome(place)).collect()
    }

    pub(super) fn tell(&mut self, fitness: &[f64]) {
        let count = ((self.population as f64 * ELITE) as usize).clamp(2.min(fitness.len()), 1000);
        let order = ranking(fitness);
        let best: Vec<&[f64]> =
            order.iter().take(count).map(|&i| self.asked[i].as_slice()).collect();
        let left = (1.0 - f64::from(self.generation) / NOISE_GENERATIONS).max(0.0);
        let noise = NOISE * (self.first_variance / VARIANCE) * left;
        for gene in 0..self.mean.len() {
            let values = || best.iter().map(|place| place[gene]);
            let mean = values().sum::<f64>() / best.len() as f64;
            let squares: f64 = values().map(|value| (value - mean) * (value - mean)).sum();
            self.mean[gene] = mean;
            self.variance[gene] = squares / best.len() as f64 + noise;
        }
        self.generation += 1;
        self.asked.clear();
    }
}
