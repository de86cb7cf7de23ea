//! SPSA, simultaneous perturbation stochastic approximation (Spall 1998, "Implementation of the Simultaneous Perturbation
//! Algorithm for Stochastic Optimization"): a pair of points on both sides of the centre plays, and the centre moves
//! towards the one that won. Two results are enough for a step in all directions at once.
//!
//! The gains follow the practice of the testing frameworks of chess engines (fishtest, OpenBench): they are given by
//! their values at the end of the run, in units of each parameter's range.

use ludus_core::Seed;
use serde::{Deserialize, Serialize};

/// α: how fast steps become smaller (Spall 1998, section III; the value that practice has confirmed).
const ALPHA: f64 = 0.602;
/// γ: how fast perturbations become smaller (Spall 1998, section III).
const GAMMA: f64 = 0.101;
/// A as a share of the pairs of the run: it keeps the first steps small (Spall 1998, section III: a tenth or less).
const STABILITY: f64 = 0.1;

/// How large perturbations and steps are.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpsaGains {
    /// `c_end`: the perturbation at the end of the run, as a share of a parameter's range.
    pub step: f64,
    /// `R_end`: how far a won game moves the centre at the end of the run, in perturbations.
    pub rate: f64,
}

impl SpsaGains {
    /// The perturbation unless the user sets one: OpenBench advises a twentieth of the range for engines that are tuned
    /// over many ten thousands of games. Twice that gives four times the signal, which shorter runs need.
    pub const STEP: f64 = 0.1;

    /// The gains for a run of this many pairs: fishtest's `R_end` of 0.002 is meant for runs of 60,000 games and more. In
    /// simulated runs of six parameters 0.01 came closest to the optimum with 6,000 games and more, and shorter runs needed
    /// longer steps.
    #[must_use]
    pub fn usual(pairs: u64) -> Self {
        const RATE: f64 = 0.01;
        const LONG: f64 = 3000.0;
        let rate = RATE * (LONG / (pairs.max(1) as f64)).sqrt().max(1.0);
        Self { step: Self::STEP, rate }
    }
}

/// The state of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spsa {
    gains: SpsaGains,
    /// N: how many pairs the run has.
    pairs: u64,
    /// k: how many pairs have been played.
    played: u64,
    /// θ: the centre, in coordinates from 0 to 1.
    centre: Vec<f64>,
    /// The least perturbation of each parameter: for a whole number, half of the distance to the next one.
    least: Vec<f64>,
}

/// A pair of points on both sides of the centre.
#[derive(Clone, Debug, PartialEq)]
pub struct Perturbation {
    /// θ + c·Δ.
    pub plus: Vec<f64>,
    /// θ − c·Δ.
    pub minus: Vec<f64>,
    /// What a result of 1 moves each coordinate of the centre by: `a / c · Δ`.
    step: Vec<f64>,
}

impl Spsa {
    /// A search of this many pairs from this point. `least` is the least perturbation of each coordinate.
    #[must_use]
    pub fn new(gains: SpsaGains, pairs: u64, centre: Vec<f64>, least: Vec<f64>) -> Self {
        Self { gains, pairs: pairs.max(1), played: 0, centre, least }
    }

    /// The centre, in coordinates from 0 to 1.
    #[must_use]
    pub fn centre(&self) -> &[f64] {
        &self.centre
    }

    /// How many pairs are left.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.pairs - self.played
    }

    /// This many pairs to play next, all around the same centre. They do not exceed those that are left.
    #[must_use]
    pub fn ask(&self, count: u64, seed: Seed) -> Vec<Perturbation> {
        (0..count.min(self.left()))
            .map(|number| self.perturbation(self.played + number + 1, seed.derive("pair", number)))
            .collect()
    }

    /// Pair number `k`, from 1.
    fn perturbation(&self, k: u64, seed: Seed) -> Perturbation {
        let mut rng = seed.rng();
        let (size, step) = self.gains_at(k);
        let (mut plus, mut minus, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        for (centre, least) in self.centre.iter().zip(&self.least) {
            // Δ: each sign with the same probability (Spall 1998, step 2).
            let sign = if rng.chance(0.5) { 1.0 } else { -1.0 };
            let shift = sign * size.max(*least);
            plus.push((centre + shift).clamp(0.0, 1.0));
            minus.push((centre - shift).clamp(0.0, 1.0));
            steps.push(sign * step);
        }
        Perturbation { plus, minus, step: steps }
    }

    /// The size of the perturbation `c_k` and of a step, `a_k / c_k`, of pair number `k`.
    ///
    /// `c_k = c / k^γ` with `c = c_end · N^γ`; `a_k = a / (A + k)^α` with `a = R_end · c_end² · (A + N)^α`.
    fn gains_at(&self, k: u64) -> (f64, f64) {
        let (n, k) = (self.pairs as f64, k as f64);
        let SpsaGains { step, rate } = self.gains;
        let stability = STABILITY * n;
        let c = step * libm::pow(n / k, GAMMA);
        let a = rate * step * step * libm::pow((stability + n) / (stability + k), ALPHA);
        (c, a / c)
    }

    /// Learns the results of pairs that [`Spsa::ask`] returned, in their order: the games that `plus` won minus those that
    /// `minus` won, for two games from −2 to 2.
    pub fn tell(&mut self, pairs: &[Perturbation], results: &[f64]) {
        for (pair, result) in pairs.iter().zip(results) {
            for (centre, step) in self.centre.iter_mut().zip(&pair.step) {
                *centre += result * step;
            }
        }
        for centre in &mut self.centre {
            *centre = centre.clamp(0.0, 1.0);
        }
        self.played += pairs.len() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gains_end_where_they_are_said_to_end() {
        let gains = SpsaGains { step: 0.05, rate: 0.002 };
        let spsa = Spsa::new(gains, 1000, vec![0.5], vec![0.0]);
        let (c, step) = spsa.gains_at(1000);
        assert!((c - 0.05).abs() < 1e-12 && (step - 0.002 * 0.05).abs() < 1e-12);
        let (first, _) = spsa.gains_at(1);
        // 1000^0.101 = 2.009.
        assert!((first / 0.05 - 2.009).abs() < 1e-3, "{first}");
    }

    #[test]
    fn the_centre_moves_towards_the_side_that_won() {
        let mut spsa = Spsa::new(SpsaGains::usual(100), 100, vec![0.5, 0.5], vec![0.0; 2]);
        let pairs = spsa.ask(1, Seed::new(3));
        spsa.tell(&pairs, &[2.0]);
        for i in 0..2 {
            let towards = pairs[0].plus[i] - 0.5;
            assert!((spsa.centre()[i] - 0.5) * towards > 0.0);
        }
        assert_eq!(spsa.left(), 99);
        assert_eq!(spsa.ask(1000, Seed::new(4)).len(), 99, "no more pairs than are left");
    }

    #[test]
    fn nothing_leaves_the_bounds_and_whole_numbers_are_perturbed_enough() {
        let gains = SpsaGains { step: 0.01, rate: 50.0 };
        let mut spsa = Spsa::new(gains, 50, vec![0.0, 0.9], vec![0.25, 0.0]);
        for round in 0..10 {
            let pairs = spsa.ask(5, Seed::new(round));
            let inside = |point: &[f64]| point.iter().all(|x| (0.0..=1.0).contains(x));
            assert!(pairs.iter().all(|pair| inside(&pair.plus) && inside(&pair.minus)));
            let apart = (pairs[0].plus[0] - pairs[0].minus[0]).abs();
            assert!(apart >= 0.25, "{apart}");
            spsa.tell(&pairs, &[2.0; 5]);
            assert!(inside(spsa.centre()));
        }
    }
}
