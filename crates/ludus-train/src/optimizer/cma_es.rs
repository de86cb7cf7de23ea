//! CMA-ES: a normal distribution whose centre, size and shape follow the better half of every
//! generation (Hansen, "The CMA Evolution Strategy: A Tutorial", 2016, equations 36 to 58), started
//! anew where it has closed on a point.

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use super::eigen::{Matrix, eigen, identity};
use crate::space::{Space, gauss, ranking};

/// The size of the distribution at the beginning, in units of the space, and near a given genome.
const SIGMA: f64 = 0.3;
const SIGMA_NEAR: f64 = 0.1;
/// Where the longest axis of the distribution is shorter than this, the search starts anew.
const CLOSED: f64 = 1e-3;

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CmaEs {
    population: usize,
    /// Generations since the search began or was started anew.
    generation: u32,
    mean: Vec<f64>,
    sigma: f64,
    covariance: Matrix,
    /// The paths of evolution, of the size and of the shape.
    size_path: Vec<f64>,
    shape_path: Vec<f64>,
    /// What was asked for, as places.
    asked: Vec<Vec<f64>>,
    /// The centres of the searches that were given up, as places.
    past: Vec<Vec<f64>>,
}

/// The numbers that follow from the population and the number of genes (Hansen 2016, table 1).
struct Rates {
    weights: Vec<f64>,
    mu_eff: f64,
    size: f64,
    size_damping: f64,
    shape: f64,
    one: f64,
    mu: f64,
    /// The expected length of a normally distributed vector.
    expected: f64,
}

impl Rates {
    fn new(population: usize, genes: usize) -> Self {
        let n = genes as f64;
        let parents = (population / 2).max(1);
        let raw: Vec<f64> = (1..=parents)
            .map(|i| libm::log((population as f64 + 1.0) / 2.0) - libm::log(i as f64))
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|weight| weight / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|weight| weight * weight).sum::<f64>();
        let size = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let one = 2.0 / ((n + 1.3) * (n + 1.3) + mu_eff);
        let mu = 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0) * (n + 2.0) + mu_eff);
        Self {
            mu_eff,
            size,
            size_damping: 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + size,
            shape: (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n),
            one,
            mu: mu.min(1.0 - one).max(0.0),
            expected: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
            weights,
        }
    }
}

impl CmaEs {
    pub(super) fn new(population: usize, space: &Space<'_>, start: Option<&[f64]>) -> Self {
        let mean = start.map_or_else(|| vec![0.5; space.len()], |genome| space.place(genome));
        let sigma = if start.is_some() { SIGMA_NEAR } else { SIGMA };
        Self::at(population, mean, sigma, Vec::new())
    }

    fn at(population: usize, mean: Vec<f64>, sigma: f64, past: Vec<Vec<f64>>) -> Self {
        let n = mean.len();
        Self {
            population,
            generation: 0,
            mean,
            sigma,
            covariance: identity(n),
            size_path: vec![0.0; n],
            shape_path: vec![0.0; n],
            asked: Vec::new(),
            past,
        }
    }

    pub(super) fn favourites(&self, space: &Space<'_>) -> Vec<Vec<f64>> {
        self.past.iter().chain([&self.mean]).map(|place| space.genome(place)).collect()
    }

    pub(super) fn ask(&mut self, space: &Space<'_>, seed: Seed) -> Vec<Vec<f64>> {
        let mut rng = seed.rng();
        let (values, vectors) = eigen(&self.covariance);
        let scales: Vec<f64> = values.iter().map(|value| value.max(0.0).sqrt()).collect();
        self.asked = (0..self.population)
            .map(|_| {
                let step: Vec<f64> = scales.iter().map(|scale| scale * gauss(&mut rng)).collect();
                let turned =
                    |i: usize| vectors[i].iter().zip(&step).map(|(v, s)| v * s).sum::<f64>();
                // What lies beyond the bounds is brought back, and learned from as if it had been
                // drawn there.
                (0..self.mean.len())
                    .map(|i| (self.mean[i] + self.sigma * turned(i)).clamp(0.0, 1.0))
                    .collect()
            })
            .collect();
        self.asked.iter().map(|place| space.genome(place)).collect()
    }

    pub(super) fn tell(&mut self, space: &Space<'_>, fitness: &[f64], seed: Seed) {
        let rates = Rates::new(self.population, self.mean.len());
        let order = ranking(fitness);
        let parents: Vec<Vec<f64>> = order
            .iter()
            .take(rates.weights.len())
            .map(|&i| {
                let place = &self.asked[i];
                place.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.sigma).collect()
            })
            .collect();
        let step = weighted(&rates.weights, &parents);
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean = (*mean + self.sigma * step).clamp(0.0, 1.0);
        }
        self.follow(&rates, &step, &parents);
        self.asked.clear();
        self.generation += 1;
        self.restart_if_closed(space, seed);
    }

    /// Moves the paths, and with them the shape and the size of the distribution.
    fn follow(&mut self, rates: &Rates, step: &[f64], parents: &[Vec<f64>]) {
        let whitened = whiten(&self.covariance, step);
        let keep = (rates.size * (2.0 - rates.size) * rates.mu_eff).sqrt();
        for (path, step) in self.size_path.iter_mut().zip(&whitened) {
            *path = (1.0 - rates.size) * *path + keep * step;
        }
        let length = self.size_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        let n = self.mean.len() as f64;
        // (1 − c)^(2(g + 1)), as a power of a square.
        let fading = libm::pow(1.0 - rates.size, 2.0 * (f64::from(self.generation) + 1.0));
        let slow = length / (1.0 - fading).sqrt() / rates.expected < 1.4 + 2.0 / (n + 1.0);
        let slow = if slow { 1.0 } else { 0.0 };
        let keep = slow * (rates.shape * (2.0 - rates.shape) * rates.mu_eff).sqrt();
        for (path, step) in self.shape_path.iter_mut().zip(step) {
            *path = (1.0 - rates.shape) * *path + keep * step;
        }
        let lost = (1.0 - slow) * rates.shape * (2.0 - rates.shape);
        for i in 0..self.mean.len() {
            for j in 0..self.mean.len() {
                let of_path = self.shape_path[i] * self.shape_path[j];
                let of_parents: f64 =
                    rates.weights.iter().zip(parents).map(|(w, p)| w * p[i] * p[j]).sum();
                let old = self.covariance[i][j];
                self.covariance[i][j] = (1.0 - rates.one - rates.mu + rates.one * lost) * old
                    + rates.one * of_path
                    + rates.mu * of_parents;
            }
        }
        let faster = rates.size / rates.size_damping * (length / rates.expected - 1.0);
        // The space is one unit wide: a distribution wider than that says nothing.
        self.sigma = (self.sigma * libm::exp(faster)).min(1.0);
    }

    /// Starts anew from another place where the search has closed on a point.
    fn restart_if_closed(&mut self, space: &Space<'_>, seed: Seed) {
        let (values, _) = eigen(&self.covariance);
        let greatest = values.iter().fold(0.0_f64, |a, b| a.max(*b)).sqrt();
        let usable = self.sigma.is_finite() && greatest.is_finite();
        if usable && self.sigma * greatest >= CLOSED {
            return;
        }
        let mut past = std::mem::take(&mut self.past);
        past.push(std::mem::take(&mut self.mean));
        let mut rng = seed.derive("restart", past.len() as u64).rng();
        let mean = (0..space.len()).map(|_| rng.unit()).collect();
        *self = Self::at(self.population, mean, SIGMA, past);
    }
}

/// The weighted sum of vectors.
fn weighted(weights: &[f64], vectors: &[Vec<f64>]) -> Vec<f64> {
    let n = vectors.first().map_or(0, Vec::len);
    (0..n).map(|i| weights.iter().zip(vectors).map(|(w, v)| w * v[i]).sum()).collect()
}

/// The vector in the axes of the distribution, each divided by its length: C^(−½)·v.
fn whiten(covariance: &Matrix, vector: &[f64]) -> Vec<f64> {
    let (values, vectors) = eigen(covariance);
    let n = vector.len();
    let along: Vec<f64> = (0..n)
        .map(|k| {
            let part: f64 = (0..n).map(|i| vectors[i][k] * vector[i]).sum();
            if values[k] > 0.0 { part / values[k].sqrt() } else { 0.0 }
        })
        .collect();
    (0..n).map(|i| (0..n).map(|k| vectors[i][k] * along[k]).sum()).collect()
}
