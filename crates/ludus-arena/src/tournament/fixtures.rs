//! Who meets whom where that does not depend on results.

use super::plan::Format;

/// One line-up of a tournament, which plays a small series.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: u64,
    /// Who plays, as indices into the tournament's line-up.
    pub entrants: Vec<usize>,
}

/// How many fixtures there are without counting them one by one; 0 for Swiss, where it depends on
/// the rounds.
pub(super) fn count(format: Format, bots: usize, seats: usize) -> u128 {
    match format {
        Format::RoundRobin => choose(bots, seats),
        Format::Gauntlet => choose(bots - 1, seats - 1),
        Format::Swiss => 0,
    }
}

/// All fixtures of a round robin or a gauntlet, in order. A Swiss tournament has none before it is
/// played.
pub(super) fn all(format: Format, bots: usize, seats: usize) -> Vec<Fixture> {
    let groups = match format {
        Format::RoundRobin => combinations(0, bots, seats),
        Format::Gauntlet => combinations(1, bots, seats - 1)
            .into_iter()
            .map(|others| std::iter::once(0).chain(others).collect())
            .collect(),
        Format::Swiss => Vec::new(),
    };
    let fixture = |(number, entrants)| Fixture { number, entrants };
    (0..).zip(groups).map(fixture).collect()
}

/// All ways to choose `k` of `from..to`, in the order of a dictionary.
fn combinations(from: usize, to: usize, k: usize) -> Vec<Vec<usize>> {
    if k == 0 {
        return vec![Vec::new()];
    }
    (from..to)
        .flat_map(|first| {
            combinations(first + 1, to, k - 1)
                .into_iter()
                .map(move |rest| std::iter::once(first).chain(rest).collect())
        })
        .collect()
}

fn choose(n: usize, k: usize) -> u128 {
    (0..k.min(n)).fold(1, |ways: u128, i| ways.saturating_mul((n - i) as u128) / (i as u128 + 1))
        * u128::from(k <= n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_meets_every_other_once() {
        let pairs: Vec<_> =
            all(Format::RoundRobin, 4, 2).into_iter().map(|fixture| fixture.entrants).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
    }

    #[test]
    fn the_first_meets_all_others_in_a_gauntlet() {
        let pairs: Vec<_> =
            all(Format::Gauntlet, 4, 2).into_iter().map(|fixture| fixture.entrants).collect();
        assert_eq!(pairs, [[0, 1], [0, 2], [0, 3]]);
        assert!(all(Format::Gauntlet, 6, 4).iter().all(|fixture| fixture.entrants[0] == 0));
    }

    #[test]
    fn the_count_is_known_before() {
        for format in [Format::RoundRobin, Format::Gauntlet] {
            for (bots, seats) in [(2, 2), (5, 2), (6, 4), (8, 8), (7, 3)] {
                let fixtures = all(format, bots, seats);
                assert_eq!(count(format, bots, seats), fixtures.len() as u128, "{bots} {seats}");
            }
        }
        assert_eq!(count(Format::RoundRobin, 14, 4), 1001);
        assert_eq!(count(Format::RoundRobin, 3, 4), 0);
    }
}
