//! The sequential probability ratio test: ends a series as soon as it says which of two hypotheses
//! about the strength of its first bot is right.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// What an outcome that never occurred counts, so that every hypothesis stays possible.
const UNSEEN: f64 = 1e-3;

/// The units before which nothing is decided. The test is exact for many units; hypotheses that are hundreds of
/// Elo apart would otherwise be decided by two or three pairs that happened to end alike.
const LEAST_UNITS: u64 = 8;

/// What is tested: whether the first bot is `elo1` stronger than the second, rather than `elo0`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SprtPlan {
    /// The difference in Elo of the first hypothesis.
    pub elo0: f64,
    /// The difference in Elo of the second hypothesis, greater than the first.
    pub elo1: f64,
    /// How often the second hypothesis may be accepted though the first is right.
    pub alpha: f64,
    /// How often the first hypothesis may be accepted though the second is right.
    pub beta: f64,
}

/// A plan that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("sprt: {0}")]
pub struct SprtError(&'static str);

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The first bot is not as strong as `elo1`: `elo0` is accepted.
    Elo0,
    /// The first bot is as strong as `elo1`.
    Elo1,
    /// More games are needed.
    Open,
}

impl Default for SprtPlan {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }
    }
}

impl SprtPlan {
    /// Whether the test can be carried out.
    ///
    /// # Errors
    /// If the hypotheses are not in order or an error rate is not a probability below one half.
    pub fn check(&self) -> Result<(), SprtError> {
        if !(self.elo0.is_finite() && self.elo1.is_finite() && self.elo0 < self.elo1) {
            return Err(SprtError("elo0 must be less than elo1"));
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(rate(self.alpha) && rate(self.beta)) {
            return Err(SprtError("alpha and beta must be greater than 0 and less than 0.5"));
        }
        Ok(())
    }

    /// The ratio below which `elo0` is accepted (Wald 1945).
    #[must_use]
    pub fn lower(&self) -> f64 {
        libm::log(self.beta / (1.0 - self.alpha))
    }

    /// The ratio above which `elo1` is accepted.
    #[must_use]
    pub fn upper(&self) -> f64 {
        libm::log((1.0 - self.beta) / self.alpha)
    }
}

/// A sequential test over units: pairs of games of two bots, or rotations of more seats of which two
/// bots have half each.
///
/// The log-likelihood ratio is the generalised one for all scores that a unit can have, five for a pair:
/// for each hypothesis the most likely distribution with that mean is compared (Van den Bergh, "A
/// practical introduction to the GSPRT"; what Stockfish's test server computes).
#[derive(Clone, Debug)]
pub struct Sprt {
    plan: SprtPlan,
    /// The games of a unit.
    size: usize,
    /// How many units there are of each score, in equal steps from 0 to 1.
    units: Vec<u64>,
    /// The games of the unit that is not complete, and the sum of the first bot's scores in them.
    open: (usize, f64),
}

impl Sprt {
    /// A test without any games so far, of matches with an even number of seats.
    #[must_use]
    pub fn new(plan: SprtPlan, seats: usize) -> Self {
        let size = seats.max(2);
        // A game's score is the share of pairs of seats that were won, where a draw is half a win.
        let steps = size * (size / 2) * (size / 2) * 2;
        Self { plan, size, units: vec![0; steps + 1], open: (0, 0.0) }
    }

    /// Adds the next game of a series by the first bot's score in it, 0 to 1. It counts when its unit
    /// is complete.
    pub fn push(&mut self, score: f64) {
        self.open = (self.open.0 + 1, self.open.1 + score);
        if self.open.0 < self.size {
            return;
        }
        let steps = (self.units.len() - 1) as f64;
        let mean = self.open.1 / self.size as f64;
        self.units[(mean * steps).round().clamp(0.0, steps) as usize] += 1;
        self.open = (0, 0.0);
    }

    /// Forgets the games of the unit that is not complete: one of them could not be played to its end.
    pub fn void_unit(&mut self) {
        self.open = (0, 0.0);
    }

    /// What is tested.
    #[must_use]
    pub const fn plan(&self) -> &SprtPlan {
        &self.plan
    }

    /// How many units there are of each score, in equal steps from all lost to all won.
    #[must_use]
    pub fn units(&self) -> &[u64] {
        &self.units
    }

    /// The log-likelihood ratio of the two hypotheses.
    #[must_use]
    pub fn ratio(&self) -> f64 {
        if self.units.iter().all(|n| *n == 0) {
            return 0.0;
        }
        let count = |n: &u64| if *n == 0 { UNSEEN } else { *n as f64 };
        let total: f64 = self.units.iter().map(count).sum();
        let steps = (self.units.len() - 1) as f64;
        let score = |place: usize| place as f64 / steps;
        let shares: Vec<(f64, f64)> =
            self.units.iter().enumerate().map(|(i, n)| (count(n) / total, score(i))).collect();
        let (s0, s1) = (expected(self.plan.elo0), expected(self.plan.elo1));
        let (t0, t1) = (tilt(&shares, s0), tilt(&shares, s1));
        let of = |(share, score): &(f64, f64)| {
            share * libm::log((1.0 + t0 * (score - s0)) / (1.0 + t1 * (score - s1)))
        };
        total * shares.iter().map(of).sum::<f64>()
    }

    /// What the test says so far.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        if self.units.iter().sum::<u64>() < LEAST_UNITS {
            return Verdict::Open;
        }
        match self.ratio() {
            ratio if ratio >= self.plan.upper() => Verdict::Elo1,
            ratio if ratio <= self.plan.lower() => Verdict::Elo0,
            _ => Verdict::Open,
        }
    }
}

/// The score that a difference in Elo makes expected.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + libm::pow(10.0, -elo / 400.0))
}

/// The multiplier that makes `share / (1 + tilt · (score − mean))` the most likely distribution with this
/// mean: the root of a function that falls all the way between its two poles.
fn tilt(shares: &[(f64, f64)], mean: f64) -> f64 {
    let slope = |tilt: f64| -> f64 {
        let of =
            |(share, score): &(f64, f64)| share * (score - mean) / (1.0 + tilt * (score - mean));
        shares.iter().map(of).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(elo0: f64, elo1: f64, pairs: [u64; 5]) -> Sprt {
        let plan = SprtPlan { elo0, elo1, alpha: 0.05, beta: 0.05 };
        Sprt { units: pairs.to_vec(), ..Sprt::new(plan, 2) }
    }

    #[test]
    fn published_ratios_come_out() {
        // From the tests of the match runner fastchess (logistic model, pairs of games).
        let first = test(0.5, 2.5, [223, 9863, 20279 + 1000, 10037, 246]).ratio();
        assert!((first + 3.07).abs() < 0.01, "{first}");
        let second = test(0.0, 2.0, [871, 26175, 55003 + 980, 26678, 821]).ratio();
        assert!((second + 4.98).abs() < 0.01, "{second}");
    }

    #[test]
    fn the_bounds_are_walds() {
        let plan = test(0.0, 5.0, [0; 5]).plan;
        assert!((plan.upper() - 2.944_438_979).abs() < 1e-9);
        assert!((plan.lower() + 2.944_438_979).abs() < 1e-9);
    }

    #[test]
    fn a_clear_lead_is_accepted_and_a_clear_deficit_refused() {
        assert_eq!(test(0.0, 5.0, [0; 5]).verdict(), Verdict::Open);
        assert_eq!(test(0.0, 50.0, [0, 5, 20, 40, 35]).verdict(), Verdict::Elo1);
        assert_eq!(test(0.0, 50.0, [35, 40, 20, 5, 0]).verdict(), Verdict::Elo0);
        let mut sprt = test(0.0, 5.0, [0; 5]);
        for score in [0.0, 0.0, 0.0, 0.5, 1.0, 0.0, 0.5, 1.0, 1.0, 1.0] {
            sprt.push(score);
        }
        assert_eq!(sprt.units(), [1; 5]);
        sprt.push(1.0);
        assert_eq!(sprt.units(), [1; 5], "half a pair does not count");
        assert_eq!(sprt.verdict(), Verdict::Open);
    }

    #[test]
    fn rotations_of_four_seats_count_when_they_are_complete() {
        let plan = SprtPlan { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let mut sprt = Sprt::new(plan, 4);
        // Four games of four pairs each, in halves: 33 scores from 0 to 1.
        assert_eq!(sprt.units().len(), 33);
        for score in [1.0, 0.75, 0.5, 0.25] {
            assert!(sprt.units().iter().all(|n| *n == 0));
            sprt.push(score);
        }
        assert_eq!(sprt.units()[20], 1, "a mean of 20/32");
    }

    #[test]
    fn the_ratio_does_not_depend_on_how_finely_scores_are_told_apart() {
        // The same shares of 0, ½ and 1, as pairs and as rotations of four.
        let pairs = test(0.0, 30.0, [30, 0, 20, 0, 50]);
        let plan = *pairs.plan();
        let mut four = Sprt::new(plan, 4);
        (four.units[0], four.units[16], four.units[32]) = (30, 20, 50);
        assert!((pairs.ratio() - four.ratio()).abs() < 0.01, "{} {}", pairs.ratio(), four.ratio());
    }

    #[test]
    fn a_few_pairs_that_ended_alike_decide_nothing() {
        // Pairs that all ended even speak against 500 Elo by themselves, but there are too few of them.
        let even = |pairs| test(0.0, 500.0, [0, 0, pairs, 0, 0]);
        assert!(even(2).ratio() < even(2).plan().lower());
        assert_eq!(even(2).verdict(), Verdict::Open);
        assert_eq!(even(7).verdict(), Verdict::Open);
        assert_eq!(even(8).verdict(), Verdict::Elo0);
        // With the usual hypotheses they say next to nothing.
        assert!(test(0.0, 5.0, [0, 0, 0, 0, 2]).ratio() < 0.1);
    }

    #[test]
    fn a_plan_that_makes_no_sense_is_refused() {
        assert!(test(0.0, 5.0, [0; 5]).plan.check().is_ok());
        assert!(test(5.0, 5.0, [0; 5]).plan.check().is_err());
        let plan = SprtPlan { alpha: 0.0, ..test(0.0, 5.0, [0; 5]).plan };
        assert_eq!(
            plan.check().unwrap_err().to_string(),
            "sprt: alpha and beta must be greater than 0 and less than 0.5"
        );
    }
}
