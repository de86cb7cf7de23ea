//! Elo differences with their 95 % interval and the likelihood of superiority.

use std::f64::consts::SQRT_2;

/// The half-width of a 95 % interval in standard deviations.
const Z95: f64 = 1.959_963_984_540_054;

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

    /// The lower end of the 95 % interval; `None` where it is open-ended.
    #[must_use]
    pub fn low(&self) -> Option<f64> {
        difference(self.score()? - Z95 * self.error()?)
    }

    /// The upper end of the 95 % interval; `None` where it is open-ended.
    #[must_use]
    pub fn high(&self) -> Option<f64> {
        difference(self.score()? + Z95 * self.error()?)
    }

    /// The likelihood that the bot is stronger than its opponents, 0 to 1.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let (over, error) = (self.score()? - 0.5, self.error()?);
        if error == 0.0 {
            return Some(if over > 0.0 {
                1.0
            } else if over < 0.0 {
                0.0
            } else {
                0.5
            });
        }
        Some(0.5 * (1.0 + libm::erf(over / error / SQRT_2)))
    }

    /// The standard error of the mean score; one unit says nothing about it.
    fn error(&self) -> Option<f64> {
        if self.units < 2 {
            return None;
        }
        let n = self.units as f64;
        let mean = self.sum / n;
        Some(((self.squares / n - mean * mean).max(0.0) / n).sqrt())
    }
}

/// The difference in Elo that makes this score expected.
fn difference(score: f64) -> Option<f64> {
    (score > 0.0 && score < 1.0).then(|| 400.0 * libm::log10(score / (1.0 - score)))
}

#[cfg(test)]
mod tests {
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
    fn the_interval_follows_the_variance_of_units() {
        // 100 units: 60 won 1.0, 40 lost 0.0. Mean 0.6, σ 0.48990, error 0.048990,
        // interval 0.50398 to 0.69602: 2.77 to 143.91 Elo. z = 2.04124: likelihood 0.97939.
        let elo = elo(&[(1.0, 60), (0.0, 40)]);
        near(elo.difference(), 70.44, 0.01);
        near(elo.low(), 2.767, 0.01);
        near(elo.high(), 143.909, 0.01);
        near(elo.superiority(), 0.979_39, 1e-4);
    }

    #[test]
    fn pairs_of_games_give_the_published_differences() {
        // From the tests of the match runner fastchess: pairs with 0, ½, 1, 1½ and 2 points.
        for (pairs, difference, half_width, superiority) in [
            ([34, 54, 31 + 32, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 457 + 41, 333, 334], -8.64, 10.33, 0.0505),
        ] {
            let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
            let units: Vec<_> = scores.into_iter().zip(pairs).collect();
            let elo = elo(&units);
            near(elo.difference(), difference, 0.01);
            let width = elo.high().unwrap() - elo.low().unwrap();
            assert!((width / 2.0 - half_width).abs() < 0.01, "{width}");
            near(elo.superiority(), superiority, 1e-4);
        }
    }

    #[test]
    fn all_won_and_all_lost_are_open_ended() {
        for (score, superiority) in [(1.0, 1.0), (0.0, 0.0)] {
            let elo = elo(&[(score, 5)]);
            assert_eq!((elo.difference(), elo.low(), elo.high()), (None, None, None));
            assert_eq!(elo.superiority(), Some(superiority));
        }
    }

    #[test]
    fn one_unit_has_no_interval() {
        let elo = elo(&[(0.75, 1)]);
        assert!(elo.difference().is_some());
        assert_eq!((elo.low(), elo.high(), elo.superiority()), (None, None, None));
    }
}
