//! Line-ups: which bots play, what they are called, and who sits where in which match.

use std::collections::HashSet;

use ludus_core::{BotSpec, Seed};

/// A bot that takes part, under the label it has in tables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The label, different from those of all others.
    pub label: String,
    /// The bot.
    pub spec: BotSpec,
}

/// The bots of a series, in the order they were named.
///
/// ```
/// use ludus_arena::LineUp;
/// let specs = ["hard", "hard", "easy"].map(|name| name.parse().unwrap());
/// let line_up = LineUp::new(specs.to_vec());
/// let labels: Vec<_> = line_up.entrants().iter().map(|e| e.label.as_str()).collect();
/// assert_eq!(labels, ["hard", "hard#2", "easy"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineUp(Vec<Entrant>);

impl LineUp {
    /// A line-up of these bots. The same label again gets a number.
    #[must_use]
    pub fn new(specs: Vec<BotSpec>) -> Self {
        let mut taken = HashSet::new();
        let mut entrants = Vec::with_capacity(specs.len());
        for spec in specs {
            let plain = spec.label();
            let label = (1..)
                .map(|n| if n == 1 { plain.clone() } else { format!("{plain}#{n}") })
                .find(|label| !taken.contains(label))
                .unwrap_or(plain);
            taken.insert(label.clone());
            entrants.push(Entrant { label, spec });
        }
        Self(entrants)
    }

    /// The line-up of some of these bots, who keep their labels.
    #[must_use]
    pub fn pick(&self, entrants: &[usize]) -> Self {
        Self(entrants.iter().map(|&who| self.0[who].clone()).collect())
    }

    /// The bots in the order they were named.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.0
    }

    /// How many bots there are, and so how many seats a match has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Who sits in each seat in game number `game` of the series with this seed, as indices into the
    /// entrants.
    ///
    /// The games of one unit are the rotations of the seats: after as many games as there are seats,
    /// every bot sat everywhere once. The first unit starts in the order in which the bots were named;
    /// with three and more seats every other unit starts in an order of its own, because it matters
    /// who sits next to whom.
    #[must_use]
    pub fn seating(&self, seed: Seed, game: u64) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.0.len()).collect();
        let unit = self.unit(game);
        if unit > 0 && order.len() > 2 {
            seed.derive("seating", unit).rng().shuffle(&mut order);
        }
        order.rotate_left((game % self.0.len() as u64) as usize);
        order
    }

    /// The unit that game number `game` belongs to: one rotation of all seats on the same chance.
    #[must_use]
    pub fn unit(&self, game: u64) -> u64 {
        game / self.0.len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_sits_everywhere_once_in_a_unit() {
        let line_up = LineUp::new(["a", "b", "c"].map(|n| n.parse().unwrap()).to_vec());
        for unit in 0..10 {
            let games: Vec<_> =
                (3 * unit..3 * unit + 3).map(|game| line_up.seating(Seed::new(1), game)).collect();
            for seat in 0..3 {
                let mut who: Vec<_> = games.iter().map(|seating| seating[seat]).collect();
                who.sort_unstable();
                assert_eq!(who, [0, 1, 2]);
            }
        }
        assert_eq!((line_up.unit(2), line_up.unit(3)), (0, 1));
    }

    #[test]
    fn every_bot_sits_next_to_every_other_over_the_units() {
        let line_up = LineUp::new(["a", "b", "c", "d"].map(|n| n.parse().unwrap()).to_vec());
        let mut next_to_first = [0; 4];
        for unit in 0..300 {
            let seating = line_up.seating(Seed::new(1), 4 * unit);
            let first = seating.iter().position(|who| *who == 0).unwrap();
            next_to_first[seating[(first + 1) % 4]] += 1;
        }
        // A third each; five standard deviations are 41.
        assert!(next_to_first[1..].iter().all(|n| (59..=141).contains(n)), "{next_to_first:?}");
    }

    #[test]
    fn two_bots_swap_seats_and_the_first_game_is_in_the_order_of_naming() {
        let line_up = LineUp::new(["a", "b"].map(|n| n.parse().unwrap()).to_vec());
        let seats: Vec<_> = (0..4).map(|game| line_up.seating(Seed::new(9), game)).collect();
        assert_eq!(seats, [[0, 1], [1, 0], [0, 1], [1, 0]]);
    }

    #[test]
    fn a_label_that_looks_like_a_number_does_not_collide() {
        let specs = ["hard", "hard#2=easy", "hard"].map(|n| n.parse().unwrap());
        let labels: Vec<_> = LineUp::new(specs.to_vec()).0.into_iter().map(|e| e.label).collect();
        assert_eq!(labels, ["hard", "hard#2", "hard#3"]);
    }
}
