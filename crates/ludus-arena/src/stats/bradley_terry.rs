//! Bradley–Terry ratings over a cross table, in Elo, with error bars computed on units.
//!
//! Bot `i` scores against bot `j` with probability `1 / (1 + exp(θj − θi))`; a draw is half a win. The
//! maximum of the likelihood is found by Newton's method; it exists for bots that are connected by
//! points in both directions (Zermelo 1929, Ford 1957). The covariance is the sandwich `H⁻¹ S H⁻¹`
//! (White 1982), with `S` from the units: the games of a unit share their chance and are not
//! independent, and draws make results less scattered than wins and losses would.
//!
//! Few units fit the ratings better than they should and scatter less by accident. So each residual is
//! divided by what its own unit left free (the leverage; `MacKinnon` and White 1985, "HC2"), and each pair of
//! bots has one unit more, which scatters as independent games without draws would. The more units there
//! are, the less either matters.

use std::collections::BTreeMap;
use std::f64::consts::LN_10;

use super::Z95;
use super::matrix::{Matrix, add_difference, dot, invert, product};

/// Elo per unit of θ.
const ELO: f64 = 400.0 / LN_10;

/// More steps than Newton's method takes for any table that has a maximum.
const MOST_STEPS: usize = 500;

/// A unit that leaves less than this of its residual free decides a difference alone.
const NOTHING_FREE: f64 = 1e-9;

/// What came of one unit of two bots.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairUnit {
    /// The two bots, as indices.
    pub bots: (usize, usize),
    /// The points of the first of them.
    pub points: f64,
    /// The games played, all points together.
    pub games: f64,
}

/// Where a bot stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Strength {
    /// Its rating in Elo; the mean of all rated bots is 0.
    Rated {
        /// The rating.
        elo: f64,
        /// Half of the width of its 95 % interval; `None` for a bot with a single unit, which says nothing
        /// about how units differ.
        error: Option<f64>,
    },
    /// Above all rated bots, by an unknown difference: they took no point from it or from those
    /// that it is connected with.
    Above,
    /// Below all rated bots, by an unknown difference.
    Below,
    /// Results say nothing about it.
    Unknown,
}

/// The strength of each of `bots` bots.
#[must_use]
pub fn bradley_terry(bots: usize, units: &[PairUnit]) -> Vec<Strength> {
    let reaches = reach(bots, units);
    let both = |a: usize, b: usize| reaches[a][b] && reaches[b][a];
    // The rated bots are the largest group that is connected in both directions; of equal ones the
    // first.
    let size = |a: usize| (0..bots).filter(|&b| both(a, b)).count();
    let Some(first) = (0..bots).rev().max_by_key(|&a| size(a)) else { return Vec::new() };
    let group: Vec<usize> = (0..bots).filter(|&b| both(first, b)).collect();
    let fitted = if group.len() > 1 { fit(&group, units) } else { Vec::new() };
    (0..bots)
        .map(|bot| {
            let place = group.iter().position(|&b| b == bot);
            if let Some(&(elo, error)) = place.and_then(|place| fitted.get(place)) {
                return Strength::Rated { elo, error };
            }
            // Where no bot can be rated, it is all others that a bot is above or below.
            let others: Vec<usize> = match fitted.is_empty() {
                true => (0..bots).filter(|&other| other != bot).collect(),
                false => vec![first],
            };
            let above = others.iter().any(|&other| reaches[bot][other]);
            let below = others.iter().any(|&other| reaches[other][bot]);
            match (above, below) {
                (true, false) => Strength::Above,
                (false, true) => Strength::Below,
                _ => Strength::Unknown,
            }
        })
        .collect()
}

/// Who is connected with whom by a chain of points won.
fn reach(bots: usize, units: &[PairUnit]) -> Vec<Vec<bool>> {
    let mut reaches = vec![vec![false; bots]; bots];
    for (bot, row) in reaches.iter_mut().enumerate() {
        row[bot] = true;
    }
    for unit in units {
        let (a, b) = unit.bots;
        reaches[a][b] |= unit.points > 0.0;
        reaches[b][a] |= unit.points < unit.games;
    }
    for via in 0..bots {
        let onward = reaches[via].clone();
        for row in reaches.iter_mut().filter(|row| row[via]) {
            row.iter_mut().zip(&onward).for_each(|(to, &on)| *to |= on);
        }
    }
    reaches
}

/// The ratings of a connected group, each with half of the width of its 95 % interval.
fn fit(group: &[usize], units: &[PairUnit]) -> Vec<(f64, Option<f64>)> {
    let place = |bot: usize| group.iter().position(|&b| b == bot);
    let units: Vec<PairUnit> = units
        .iter()
        .filter_map(|unit| {
            let bots = (place(unit.bots.0)?, place(unit.bots.1)?);
            Some(PairUnit { bots, ..*unit })
        })
        .collect();
    let model = maximum(group.len(), &units);
    let scores = scatter(group.len(), &units, &model);
    let covariance = product(&product(&model.inverse, &scores), &model.inverse);
    let played = |bot: usize| units.iter().filter(|u| u.bots.0 == bot || u.bots.1 == bot).count();
    (0..group.len())
        .map(|i| {
            let error = Z95 * ELO * covariance[i][i].max(0.0).sqrt();
            (ELO * model.theta[i], (played(i) > 1).then_some(error))
        })
        .collect()
}

/// Where the likelihood is greatest.
struct Maximum {
    /// The strengths on the natural scale, with mean 0.
    theta: Vec<f64>,
    /// The inverse of the information, for contrasts that sum to 0.
    inverse: Matrix,
}

fn maximum(n: usize, units: &[PairUnit]) -> Maximum {
    let mut theta = vec![0.0; n];
    let mut inverse = vec![vec![0.0; n]; n];
    for _ in 0..MOST_STEPS {
        // Adding one everywhere makes the matrix regular without changing what sums to 0.
        let mut information = vec![vec![1.0; n]; n];
        let mut gradient = vec![0.0; n];
        for unit in units {
            let (a, b) = unit.bots;
            let p = expected(theta[a] - theta[b]);
            let weight = unit.games * p * (1.0 - p);
            add_difference(&mut information, unit.bots, weight);
            let over = unit.points - unit.games * p;
            gradient[a] += over;
            gradient[b] -= over;
        }
        inverse = invert(information);
        let step: Vec<f64> = (0..n).map(|i| dot(&inverse[i], &gradient)).collect();
        let longest = step.iter().fold(0.0, |most: f64, s| most.max(s.abs()));
        // Far from the maximum a whole step may lead away from it.
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        theta.iter_mut().zip(&step).for_each(|(t, s)| *t += scale * s);
        if longest < 1e-10 {
            break;
        }
    }
    let mean = theta.iter().sum::<f64>() / n as f64;
    theta.iter_mut().for_each(|t| *t -= mean);
    // What the ones added to the information, taken out again.
    let added = 1.0 / (n * n) as f64;
    inverse.iter_mut().flatten().for_each(|cell| *cell -= added);
    Maximum { theta, inverse }
}

/// What the units of one pair of bots add up to.
#[derive(Clone, Copy, Default)]
struct PairSums {
    units: f64,
    /// The squared residuals, each divided by what its unit left free.
    squares: f64,
    /// How much the units would scatter if their games were independent and had no draws.
    weight: f64,
}

/// How much the units scatter around what is expected of them.
fn scatter(n: usize, units: &[PairUnit], model: &Maximum) -> Matrix {
    let mut pairs: BTreeMap<(usize, usize), PairSums> = BTreeMap::new();
    for unit in units {
        let (a, b) = unit.bots;
        let p = expected(model.theta[a] - model.theta[b]);
        let weight = unit.games * p * (1.0 - p);
        let over = unit.points - unit.games * p;
        let c = &model.inverse;
        let free = 1.0 - weight * (c[a][a] + c[b][b] - 2.0 * c[a][b]);
        let pair = pairs.entry((a.min(b), a.max(b))).or_default();
        pair.units += 1.0;
        pair.weight += weight;
        pair.squares += if free > NOTHING_FREE { over * over / free } else { weight };
    }
    let mut sums = vec![vec![0.0; n]; n];
    for (bots, pair) in pairs {
        let usual = pair.weight / pair.units;
        let each = (pair.squares + usual) / (pair.units + 1.0);
        add_difference(&mut sums, bots, pair.units * each);
    }
    sums
}

fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-difference))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Elo;

    /// One unit for each pair: the points of the one and of the other.
    fn pairs(results: &[(usize, usize, f64, f64)]) -> Vec<PairUnit> {
        results
            .iter()
            .map(|&(a, b, won, lost)| PairUnit { bots: (a, b), points: won, games: won + lost })
            .collect()
    }

    /// How often four journals cite each other (Stigler 1994), a citation being a win of the cited
    /// one: Biometrika, Communications in Statistics, JASA, JRSS-B.
    fn journals() -> Vec<PairUnit> {
        pairs(&[
            (0, 1, 730.0, 33.0),
            (0, 2, 498.0, 320.0),
            (0, 3, 221.0, 284.0),
            (1, 2, 68.0, 813.0),
            (1, 3, 17.0, 276.0),
            (2, 3, 142.0, 325.0),
        ])
    }

    #[test]
    fn the_published_ratings_of_four_journals_come_out() {
        // Turner and Firth, Bradley–Terry models in R, J. Stat. Software 48(9), 2012: abilities and
        // standard errors relative to Biometrika.
        let model = maximum(4, &journals());
        for (journal, ability, error) in
            [(1, -2.949_07, 0.102_55), (2, -0.479_57, 0.060_59), (3, 0.268_95, 0.070_83)]
        {
            let difference = model.theta[journal] - model.theta[0];
            assert!((difference - ability).abs() < 5e-6, "{difference} is not {ability}");
            let c = &model.inverse;
            let variance = c[journal][journal] + c[0][0] - 2.0 * c[journal][0];
            assert!((variance.sqrt() - error).abs() < 5e-6, "{} is not {error}", variance.sqrt());
        }
    }

    #[test]
    fn a_single_unit_has_a_rating_without_an_interval() {
        let strengths = bradley_terry(2, &pairs(&[(0, 1, 1.5, 0.5)]));
        let Strength::Rated { elo, error } = strengths[0] else { panic!("{strengths:?}") };
        // Three quarters of the points are 190.8 Elo.
        assert!((2.0 * elo - 190.85).abs() < 0.01, "{elo}");
        assert_eq!(error, None);
        // The bot in the middle has two units, the others one each.
        let strengths = bradley_terry(3, &pairs(&[(0, 1, 1.5, 0.5), (1, 2, 1.5, 0.5)]));
        let known = |s: &Strength| matches!(s, Strength::Rated { error: Some(_), .. });
        assert_eq!(strengths.iter().map(known).collect::<Vec<_>>(), [false, true, false]);
    }

    #[test]
    fn units_that_all_ended_even_do_not_make_a_rating_certain() {
        // Two pairs of games, all even: a third of the variance of four games without draws, in which each of
        // the two strengths has the deviation (1/√(4·½·½))/2.
        let strengths = bradley_terry(2, &pairs(&[(0, 1, 1.0, 1.0), (0, 1, 1.0, 1.0)]));
        let Strength::Rated { elo, error: Some(error) } = strengths[0] else {
            panic!("{strengths:?}")
        };
        assert_eq!(elo, 0.0);
        let expected = Z95 * ELO * 0.5 / 3f64.sqrt();
        assert!((error - expected).abs() < 1e-9, "{error} is not {expected}");
    }

    #[test]
    fn two_bots_differ_by_the_elo_of_their_score_and_its_error() {
        let mut units = Vec::new();
        let mut elo = Elo::default();
        for (score, times) in [(0.0, 34), (0.25, 54), (0.5, 63), (0.75, 64), (1.0, 75)] {
            for _ in 0..times {
                units.push(PairUnit { bots: (0, 1), points: 2.0 * score, games: 2.0 });
                elo.push(score);
            }
        }
        let strengths = bradley_terry(2, &units);
        let [Strength::Rated { elo: a, error: Some(error) }, Strength::Rated { elo: b, .. }] =
            strengths[..]
        else {
            panic!("{strengths:?}");
        };
        assert!((a - b - elo.difference().unwrap()).abs() < 1e-9);
        // Each of two ratings around 0 has half of the error of the difference. One unit of 290 is what the two
        // believe in beforehand, and the interval of the difference is not quite symmetric.
        let half_width = (elo.high().unwrap() - elo.low().unwrap()) / 2.0;
        assert!((2.0 * error / half_width - 1.0).abs() < 0.01, "{error} {half_width}");
    }

    #[test]
    fn a_bot_that_won_or_lost_everything_is_open_ended() {
        let mut units = journals();
        units.extend(pairs(&[(4, 0, 10.0, 0.0), (1, 5, 3.0, 0.0)]));
        let strengths = bradley_terry(7, &units);
        assert_eq!(strengths[4..], [Strength::Above, Strength::Below, Strength::Unknown]);
        let alone = bradley_terry(4, &journals());
        assert_eq!(strengths[..4], alone[..], "what says nothing changes nothing");
    }

    #[test]
    fn of_two_bots_one_of_which_won_everything_none_is_rated() {
        let strengths = bradley_terry(2, &pairs(&[(0, 1, 0.0, 7.0)]));
        assert_eq!(strengths, [Strength::Below, Strength::Above]);
    }

    #[test]
    fn one_lost_point_in_ten_thousand_is_enough() {
        let strengths = bradley_terry(2, &pairs(&[(0, 1, 9999.0, 1.0)]));
        let Strength::Rated { elo, .. } = strengths[0] else { panic!("{strengths:?}") };
        assert!((2.0 * elo - 400.0 * 9999f64.log10()).abs() < 1e-6, "{elo}");
    }

    /// The units of a round robin of bots with these strengths, games without draws or with many.
    fn played(
        theta: &[f64],
        units: u32,
        draws: f64,
        rng: &mut ludus_core::SeedRng,
    ) -> Vec<PairUnit> {
        let mut all = Vec::new();
        for a in 0..theta.len() {
            for b in a + 1..theta.len() {
                let p = expected(theta[a] - theta[b]);
                let draw = draws * 4.0 * p * (1.0 - p);
                for _ in 0..units {
                    let mut game = || match f64::from(rng.below(1 << 30)) / f64::from(1 << 30) {
                        at if at < p - draw / 2.0 => 1.0,
                        at if at < p + draw / 2.0 => 0.5,
                        _ => 0.0,
                    };
                    let points = game() + game();
                    all.push(PairUnit { bots: (a, b), points, games: 2.0 });
                }
            }
        }
        all
    }

    #[test]
    fn ninety_five_intervals_of_a_hundred_hold_the_true_rating_at_few_units_too() {
        for (bots, units, draws) in
            [(2, 4, 0.3), (2, 10, 0.0), (3, 2, 0.0), (4, 2, 0.3), (4, 4, 0.0), (6, 1, 0.3)]
        {
            let middle = (bots as f64 - 1.0) / 2.0;
            let theta: Vec<f64> = (0..bots).map(|bot| (bot as f64 - middle) * 0.4).collect();
            let mut rng = ludus_core::Seed::new(3).derive("ratings", bots as u64).rng();
            let (mut rated, mut covered) = (0.0, 0.0);
            for _ in 0..400 {
                let strengths = bradley_terry(bots, &played(&theta, units, draws, &mut rng));
                // Where a bot won everything the others are rated around another mean.
                let all: Option<Vec<(f64, f64)>> = strengths
                    .iter()
                    .map(|strength| match *strength {
                        Strength::Rated { elo, error: Some(error) } => Some((elo, error)),
                        _ => None,
                    })
                    .collect();
                for (&(elo, error), truth) in all.iter().flatten().zip(&theta) {
                    rated += 1.0;
                    covered += f64::from(u8::from((elo - ELO * truth).abs() <= error));
                }
            }
            let share = 100.0 * covered / rated;
            assert!((92.0..=98.5).contains(&share), "{bots} bots, {units} units: {share}");
        }
    }
}
