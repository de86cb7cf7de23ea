//! Elo differences with their 95 % interval and the likelihood of superiority.
//!
//! A series says which scores its units had; how often each would come up in the long run is not known.
//! The interval is Bayesian: the shares of the scores have a Dirichlet prior (Ferguson 1973) of one unit
//! altogether, half a unit won and half a unit lost. For units that are won or lost this is the prior of
//! Jeffreys, and the interval is that of Brown, Cai and `DasGupta` ("Interval estimation for a binomial
//! proportion", Statistical Science 16, 2001), which covers the truth about as often as it says even after
//! few trials. The mean score is then distributed almost like the beta distribution with the same mean and
//! variance, and exactly like it for units that are won or lost. With many units the prior no longer
//! matters, and the interval becomes the usual one from the mean and variance of the units.

use super::beta::Beta;

/// The probability left out on either side of a 95 % interval.
const TAIL: f64 = 0.025;

/// The units won, and the units lost, that are believed in before there are any results.
const PRIOR: f64 = 0.5;

/// How much stronger than its opponents a bot is, by the scores of its units.
///
/// A unit is a pair of games with the seats swapped, or a rotation of all seats. Its games share
/// their chance and are not independent, so the interval is computed over units, not over games
/// (for pairs this is what match runners call pentanomial).
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Elo {
    units: u64,
    sum: f64,
    squares: f64,
}

impl Elo {
    /// Adds the score of one unit: the mean share of opponents beaten, 0 to 1.
    pub fn push(&mut self, score: f64) {
        self.units += 1;
        self.sum += score;
        self.squares += score * score;
    }

    /// How many units there are.
    #[must_use]
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// The mean score; `None` without units.
    #[must_use]
    pub fn score(&self) -> Option<f64> {
        (self.units > 0).then(|| self.sum / self.units as f64)
    }

    /// The difference in Elo; `None` where it is open-ended, at 0 and 100 %.
    #[must_use]
    pub fn difference(&self) -> Option<f64> {
        self.score().and_then(difference)
    }

    /// The lower end of the 95 % interval; `None` where everything was lost, so that it is open-ended, and
    /// where there is no interval.
    #[must_use]
    pub fn low(&self) -> Option<f64> {
        let mean = self.long_run()?;
        (self.sum > 0.0).then(|| difference(mean.quantile(TAIL)))?
    }

    /// The upper end of the 95 % interval; `None` where everything was won, so that it is open-ended, and
    /// where there is no interval.
    #[must_use]
    pub fn high(&self) -> Option<f64> {
        let mean = self.long_run()?;
        (self.sum < self.units as f64).then(|| difference(mean.quantile(1.0 - TAIL)))?
    }

    /// The likelihood that the bot is stronger than its opponents, 0 to 1; `None` where there is no
    /// interval either.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        Some(1.0 - self.long_run()?.below(0.5))
    }

    /// What is known about the mean score in the long run; `None` before the second unit, because one says
    /// nothing about how units differ.
    fn long_run(&self) -> Option<Beta> {
        if self.units < 2 {
            return None;
        }
        let n = self.units as f64 + 2.0 * PRIOR;
        let mean = (self.sum + PRIOR) / n;
        let square = (self.squares + PRIOR) / n;
        Beta::with_moments(mean, (square - mean * mean) / (n + 1.0))
    }
}

/// The difference in Elo that makes this score expected.
fn difference(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * libm::log10(score / (1.0 - score)))
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use ludus_core::Seed;

    use super::*;

    fn elo(units: &[(f64, u32)]) -> Elo {
        let mut elo = Elo::default();
        for &(score, times) in units {
            (0..times).for_each(|_| elo.push(score));
        }
        elo
    }

    fn near(value: Option<f64>, expected: f64, tolerance: f64) {
        let value = value.unwrap();
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected}");
    }

    #[test]
    fn known_scores_give_known_differences() {
        // 64 % is 100 Elo, 76 % is 200 Elo (the usual table, rounded to whole percents).
        near(elo(&[(0.64, 10)]).difference(), 100.0, 0.1);
        near(elo(&[(0.76, 10)]).difference(), 200.0, 0.3);
        near(elo(&[(0.5, 10)]).difference(), 0.0, 0.0);
    }

    #[test]
    fn units_that_are_won_or_lost_have_the_published_interval_of_jeffreys() {
        // Brown, Cai and DasGupta 2001, the table of limits for n = 7.
        for (won, low, high) in [(1, 0.016, 0.501), (2, 0.065, 0.648), (3, 0.139, 0.766)] {
            let elo = elo(&[(1.0, won), (0.0, 7 - won)]);
            let score = |elo: Option<f64>| 1.0 / (1.0 + 10f64.powf(-elo.unwrap() / 400.0));
            assert!((score(elo.low()) - low).abs() < 6e-4, "{won}: {}", score(elo.low()));
            assert!((score(elo.high()) - high).abs() < 6e-4, "{won}: {}", score(elo.high()));
        }
        let lost = elo(&[(0.0, 7)]);
        assert_eq!(lost.low(), None);
        near(lost.high(), 400.0 * (0.292_436f64 / 0.707_564).log10(), 0.01);
    }

    #[test]
    fn many_pairs_of_games_give_the_published_differences() {
        // From the tests of the match runner fastchess: pairs with 0, ½, 1, 1½ and 2 points. They are computed
        // without a prior, which still shows a little at 290 pairs, and hardly at 1,930.
        for (pairs, difference, half_width, superiority, tolerance) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0, 0.1),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505, 0.01),
        ] {
            let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
            let units: Vec<_> = scores.into_iter().zip(pairs).collect();
            let elo = elo(&units);
            near(elo.difference(), difference, 0.01);
            let width = elo.high().unwrap() - elo.low().unwrap();
            assert!((width / 2.0 - half_width).abs() < tolerance, "{width}");
            near(elo.superiority(), superiority, 1e-3);
        }
    }

    #[test]
    fn few_games_make_nothing_certain() {
        // Two even pairs: no difference so far, which says little.
        let even = elo(&[(0.5, 2)]);
        near(even.difference(), 0.0, 0.0);
        assert!(even.low().unwrap() < -150.0 && even.high().unwrap() > 150.0, "{even:?}");
        near(even.superiority(), 0.5, 1e-12);
        // Three wins and a draw.
        let ahead = elo(&[(1.0, 1), (0.75, 1)]);
        let likely = ahead.superiority().unwrap();
        assert!((0.8..0.95).contains(&likely), "{likely}");
        assert!(ahead.low().unwrap() < 0.0);
    }

    #[test]
    fn all_won_and_all_lost_are_open_ended_on_one_side() {
        let won = elo(&[(1.0, 5)]);
        assert_eq!((won.difference(), won.high()), (None, None));
        let lost = elo(&[(0.0, 5)]);
        assert_eq!((lost.difference(), lost.low()), (None, None));
        near(won.low(), -lost.high().unwrap(), 1e-6);
        assert!(won.low().unwrap() > 0.0);
        let likely = won.superiority().unwrap();
        assert!((0.99..0.9999).contains(&likely), "{likely}");
    }

    #[test]
    fn one_unit_has_no_interval() {
        let elo = elo(&[(0.75, 1)]);
        assert!(elo.difference().is_some());
        assert_eq!((elo.low(), elo.high(), elo.superiority()), (None, None, None));
    }

    /// How often each score of a pair comes up, 0 to 1 in quarters, if its games are independent.
    fn independent(win: f64, draw: f64) -> [f64; 5] {
        let loss = 1.0 - win - draw;
        let even = draw * draw + 2.0 * win * loss;
        [loss * loss, 2.0 * loss * draw, even, 2.0 * win * draw, win * win]
    }

    /// Pairs of known strength: games without draws and with many, pairs in which both games go the same
    /// way, and pairs in which the opening decides both.
    fn strengths() -> Vec<[f64; 5]> {
        vec![
            independent(0.5, 0.0),
            independent(0.6, 0.0),
            independent(0.75, 0.0),
            independent(0.9, 0.0),
            independent(0.35, 0.3),
            independent(0.45, 0.3),
            independent(0.6, 0.3),
            independent(0.2, 0.6),
            independent(0.3, 0.6),
            independent(0.15, 0.8),
            [0.5, 0.0, 0.0, 0.0, 0.5],
            [0.3, 0.0, 0.0, 0.0, 0.7],
            [0.1, 0.0, 0.0, 0.0, 0.9],
            [0.15, 0.0, 0.7, 0.0, 0.15],
            [0.06, 0.0, 0.7, 0.0, 0.24],
            [0.18, 0.0, 0.4, 0.0, 0.42],
        ]
    }

    /// How often the interval of this number of units holds the true difference, in percent.
    fn coverage(shares: &[f64; 5], units: u32, seed: Seed) -> f64 {
        const SERIES: u32 = 2000;
        let truth = shares.iter().zip(0..).map(|(p, k)| p * f64::from(k) / 4.0).sum();
        let truth = difference(truth).unwrap();
        let mut rng = seed.rng();
        let mut known: HashMap<[u32; 5], bool> = HashMap::new();
        let covered = (0..SERIES).filter(|_| {
            let mut counts = [0; 5];
            for _ in 0..units {
                let mut at = f64::from(rng.below(1 << 30)) / f64::from(1 << 30);
                let place = shares.iter().position(|share| {
                    at -= share;
                    at < 0.0
                });
                counts[place.unwrap_or(4)] += 1;
            }
            *known.entry(counts).or_insert_with(|| {
                let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
                let elo = elo(&scores.into_iter().zip(counts).collect::<Vec<_>>());
                elo.low().is_none_or(|low| low <= truth)
                    && elo.high().is_none_or(|high| high >= truth)
            })
        });
        100.0 * covered.count() as f64 / f64::from(SERIES)
    }

    #[test]
    fn ninety_five_intervals_of_a_hundred_hold_the_truth_at_few_units_too() {
        // A series of few units has few possible results, so a single strength may be covered more or less
        // often than 95 %: of four won-or-lost units at even odds 1 series in 8 is all won or all lost.
        for (units, least) in [(4, 86.0), (10, 90.5), (20, 92.0), (50, 92.0)] {
            let each: Vec<f64> = strengths()
                .iter()
                .zip(0..)
                .map(|(shares, n)| coverage(shares, units, Seed::new(7).derive("strength", n)))
                .collect();
            let mean = each.iter().sum::<f64>() / each.len() as f64;
            assert!((92.0..98.0).contains(&mean), "{units} units: {mean} {each:?}");
            assert!(each.iter().all(|covered| *covered >= least), "{units} units: {each:?}");
        }
    }
}
