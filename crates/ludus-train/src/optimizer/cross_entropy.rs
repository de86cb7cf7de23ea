//! Noisy cross-entropy: a normal distribution for each gene that follows the best tenth of a generation. Added noise
//! keeps it from converging too early (Szita and Lőrincz 2006, "Learning Tetris Using the Noisy Cross-Entropy Method";
//! Thiery and Scherrer 2009, "Improvements on Learning Tetris with Cross Entropy").

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use crate::space::{SearchSpace, gauss, ranking};

/// The share of a generation that the distribution follows (Szita and Lőrincz 2006, section 4).
const ELITE: f64 = 0.1;
/// The least number of genomes that the distribution follows: the variance of one is 0.
const MIN_ELITES: usize = 2;
/// The greatest number of genomes that the distribution follows: more do not make its mean noticeably more exact.
const MAX_ELITES: usize = 1000;
/// The first variance, in units of the space: a standard deviation of half its width.
const VARIANCE: f64 = 0.25;
/// The first variance near a given genome: a standard deviation of a tenth of the width.
const VARIANCE_NEAR: f64 = 0.01;
/// The noise that is added to the variance, at the beginning. Szita and Lőrincz add max(5 − t/10, 0) in generation t to
/// a first variance of 100: 5 % of it, which reach 0 after 50 generations.
const NOISE: f64 = 0.05;
const NOISE_GENERATIONS: f64 = 50.0;

/// The state of a cross-entropy search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossEntropy {
    population: usize,
    generation: u32,
    mean: Vec<f64>,
    variance: Vec<f64>,
    /// The first variance. The noise is a share of it.
    first_variance: f64,
    /// The points of the genomes that were asked for.
    asked: Vec<Vec<f64>>,
}

impl CrossEntropy {
    pub(super) fn new(population: usize, space: &SearchSpace<'_>, start: Option<&[f64]>) -> Self {
        let mean = start.map_or_else(|| vec![0.5; space.len()], |genome| space.point(genome));
        let first_variance = if start.is_some() { VARIANCE_NEAR } else { VARIANCE };
        let variance = vec![first_variance; space.len()];
        Self { population, generation: 0, mean, variance, first_variance, asked: Vec::new() }
    }

    /// The centre of the search, as a point.
    pub(super) fn mean(&self) -> &[f64] {
        &self.mean
    }

    pub(super) fn ask(&mut self, space: &SearchSpace<'_>, seed: Seed) -> Vec<Vec<f64>> {
        let mut rng = seed.rng();
        let mut point = || {
            let genes = self.mean.iter().zip(&self.variance);
            genes
                .map(|(mean, variance)| (mean + variance.sqrt() * gauss(&mut rng)).clamp(0.0, 1.0))
                .collect::<Vec<f64>>()
        };
        self.asked = (0..self.population).map(|_| point()).collect();
        self.asked.iter().map(|point| space.genome(point)).collect()
    }

    pub(super) fn tell(&mut self, fitness: &[f64]) {
        let count = ((self.population as f64 * ELITE) as usize).clamp(MIN_ELITES, MAX_ELITES);
        let order = ranking(fitness);
        let best: Vec<&[f64]> =
            order.iter().take(count).map(|&i| self.asked[i].as_slice()).collect();
        let left = (1.0 - f64::from(self.generation) / NOISE_GENERATIONS).max(0.0);
        let noise = NOISE * self.first_variance * left;
        for gene in 0..self.mean.len() {
            let values = || best.iter().map(|point| point[gene]);
            let mean = values().sum::<f64>() / best.len() as f64;
            let squares: f64 = values().map(|value| (value - mean) * (value - mean)).sum();
            self.mean[gene] = mean;
            self.variance[gene] = squares / best.len() as f64 + noise;
        }
        self.generation += 1;
        self.asked.clear();
    }
}
