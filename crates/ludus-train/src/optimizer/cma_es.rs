//! CMA-ES: a normal distribution whose centre, size and shape follow the better half of each generation (Hansen 2016,
//! "The CMA Evolution Strategy: A Tutorial", arXiv:1604.00772, equations 36 to 58). It restarts when it has converged.
//!
//! Comments name the symbols of the tutorial.

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

use super::eigen::{SquareMatrix, eigen, identity};
use crate::space::{SearchSpace, gauss, ranking};

/// The step size σ at the beginning, in units of the space: 0.3 of its width (Hansen 2016, appendix A).
const SIGMA: f64 = 0.3;
/// The step size σ at the beginning of a search near a given genome.
const SIGMA_NEAR: f64 = 0.1;
/// Over how many generations the running mean of the centre reaches back. It forgets older ones exponentially.
const RUNNING: u32 = 20;
/// The greatest step size. The space is one unit wide, so a wider distribution says nothing.
const MAX_SIGMA: f64 = 1.0;
/// The search has converged when the longest axis of the distribution is shorter than this, in units of the space.
const CONVERGED: f64 = 1e-3;

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CmaEs {
    population: usize,
    /// Generations since the search started or restarted.
    generation: u32,
    /// The centre m.
    mean: Vec<f64>,
    /// The step size σ.
    sigma: f64,
    /// The shape C.
    covariance: SquareMatrix,
    /// The evolution path of the step size, p_σ.
    size_path: Vec<f64>,
    /// The evolution path of the shape, p_c.
    shape_path: Vec<f64>,
    /// The points of the genomes that were asked for.
    asked: Vec<Vec<f64>>,
    /// The centres of earlier searches, as points.
    past: Vec<Vec<f64>>,
    /// The mean of the last centres, as a point, and how many there were; empty before the first.
    #[serde(default)]
    running: Vec<f64>,
    #[serde(default)]
    centres: u32,
}

/// The constants that follow from the population λ and the number of genes n (Hansen 2016, table 1).
struct Rates {
    /// The weights w_i of the parents.
    weights: Vec<f64>,
    /// μ_eff: how many equally weighted parents would count as much.
    mu_eff: f64,
    /// c_σ: how fast the path of the step size changes.
    size: f64,
    /// d_σ: how much changes of the step size are damped.
    size_damping: f64,
    /// c_c: how fast the path of the shape changes.
    shape: f64,
    /// c_1: how much the shape learns from its path.
    one: f64,
    /// c_μ: how much the shape learns from the parents.
    mu: f64,
    /// E‖N(0, I)‖: the expected length of a vector of standard normal numbers.
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
    pub(super) fn new(
        population: usize,
        space: &SearchSpace<'_>,
        start: Option<&[f64]>,
        sigma: Option<f64>,
    ) -> Self {
        let mean = start.map_or_else(|| vec![0.5; space.len()], |genome| space.point(genome));
        let usual = if start.is_some() { SIGMA_NEAR } else { SIGMA };
        Self::at(population, mean, sigma.unwrap_or(usual), Vec::new())
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
            running: Vec::new(),
            centres: 0,
        }
    }

    /// Forgets the centres of the stage before: they were best in other matches.
    pub(super) fn begin_stage(&mut self) {
        self.running.clear();
        self.centres = 0;
    }

    /// The running mean of the centre; `None` before the first generation.
    pub(super) fn running_mean(&self, space: &SearchSpace<'_>) -> Option<Vec<f64>> {
        (!self.running.is_empty()).then(|| space.genome(&self.running))
    }

    /// Adds the centre to the running mean.
    fn remember_centre(&mut self) {
        if self.running.is_empty() {
            self.running.clone_from(&self.mean);
        }
        self.centres = RUNNING.min(self.centres + 1);
        for (running, mean) in self.running.iter_mut().zip(&self.mean) {
            *running += (mean - *running) / f64::from(self.centres);
        }
    }

    pub(super) fn favourites(&self, space: &SearchSpace<'_>) -> Vec<Vec<f64>> {
        self.past.iter().chain([&self.mean]).map(|point| space.genome(point)).collect()
    }

    pub(super) fn ask(&mut self, space: &SearchSpace<'_>, seed: Seed) -> Vec<Vec<f64>> {
        let mut rng = seed.rng();
        let (values, vectors) = eigen(&self.covariance);
        let scales: Vec<f64> = values.iter().map(|value| value.max(0.0).sqrt()).collect();
        self.asked = (0..self.population)
            .map(|_| {
                let step: Vec<f64> = scales.iter().map(|scale| scale * gauss(&mut rng)).collect();
                let rotated =
                    |i: usize| vectors[i].iter().zip(&step).map(|(v, s)| v * s).sum::<f64>();
                // A point outside the bounds moves to the bound, and counts as if it had been drawn there.
                (0..self.mean.len())
                    .map(|i| (self.mean[i] + self.sigma * rotated(i)).clamp(0.0, 1.0))
                    .collect()
            })
            .collect();
        self.asked.iter().map(|point| space.genome(point)).collect()
    }

    pub(super) fn tell(&mut self, space: &SearchSpace<'_>, fitness: &[f64], seed: Seed) {
        let rates = Rates::new(self.population, self.mean.len());
        let order = ranking(fitness);
        let parents: Vec<Vec<f64>> = order
            .iter()
            .take(rates.weights.len())
            .map(|&i| {
                let point = &self.asked[i];
                point.iter().zip(&self.mean).map(|(x, mean)| (x - mean) / self.sigma).collect()
            })
            .collect();
        let step = weighted(&rates.weights, &parents);
        for (mean, step) in self.mean.iter_mut().zip(&step) {
            *mean = (*mean + self.sigma * step).clamp(0.0, 1.0);
        }
        self.remember_centre();
        self.follow(&rates, &step, &parents);
        self.asked.clear();
        self.generation += 1;
        self.restart_if_converged(space, seed);
    }

    /// Moves the two paths, and adapts shape and step size to them.
    fn follow(&mut self, rates: &Rates, step: &[f64], parents: &[Vec<f64>]) {
        let length = self.follow_size(rates, step);
        let n = self.mean.len() as f64;
        // h_σ: the path of the shape pauses while the path of the step size is long. The sum of the weights of a path
        // after g + 1 generations is 1 − (1 − c_σ)^(2(g + 1)).
        let fading = libm::pow(1.0 - rates.size, 2.0 * (f64::from(self.generation) + 1.0));
        let moves = length / (1.0 - fading).sqrt() / rates.expected < 1.4 + 2.0 / (n + 1.0);
        self.follow_shape(rates, step, parents, if moves { 1.0 } else { 0.0 });
        // Equation 44.
        let change = rates.size / rates.size_damping * (length / rates.expected - 1.0);
        self.sigma = (self.sigma * libm::exp(change)).min(MAX_SIGMA);
    }

    /// Moves the path of the step size (equation 43) and returns its length.
    fn follow_size(&mut self, rates: &Rates, step: &[f64]) -> f64 {
        let whitened = whiten(&self.covariance, step);
        let share = (rates.size * (2.0 - rates.size) * rates.mu_eff).sqrt();
        for (path, step) in self.size_path.iter_mut().zip(&whitened) {
            *path = (1.0 - rates.size) * *path + share * step;
        }
        self.size_path.iter().map(|x| x * x).sum::<f64>().sqrt()
    }

    /// Moves the path of the shape (equation 45) and adapts the shape (equation 47). `moves` is h_σ, 1 or 0.
    fn follow_shape(&mut self, rates: &Rates, step: &[f64], parents: &[Vec<f64>], moves: f64) {
        let share = moves * (rates.shape * (2.0 - rates.shape) * rates.mu_eff).sqrt();
        for (path, step) in self.shape_path.iter_mut().zip(step) {
            *path = (1.0 - rates.shape) * *path + share * step;
        }
        // δ(h_σ): makes up for the variance that a paused path loses.
        let lost = (1.0 - moves) * rates.shape * (2.0 - rates.shape);
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
    }

    /// Restarts at a random point if the search has converged.
    fn restart_if_converged(&mut self, space: &SearchSpace<'_>, seed: Seed) {
        let (values, _) = eigen(&self.covariance);
        let greatest = values.iter().fold(0.0_f64, |a, b| a.max(*b)).sqrt();
        let usable = self.sigma.is_finite() && greatest.is_finite();
        if usable && self.sigma * greatest >= CONVERGED {
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

/// The vector without the shape of the distribution: C^(−½)·v.
fn whiten(covariance: &SquareMatrix, vector: &[f64]) -> Vec<f64> {
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
