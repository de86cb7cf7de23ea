//! Line-ups: which bots play, what they are called, and who sits where in which match.

use std::collections::HashSet;

use ludus_core::{BotSpec, Seat};

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

    /// Who sits in this seat in game number `game`, as an index into the entrants.
    ///
    /// The games of one unit are the rotations of the seats: after as many games as there are seats,
    /// everybody sat everywhere once.
    #[must_use]
    pub fn in_seat(&self, game: u64, seat: Seat) -> usize {
        let seats = self.0.len();
        (seat.index() + self.rotation(game)) % seats
    }

    /// By how many places the seats are rotated in game number `game`.
    #[must_use]
    pub fn rotation(&self, game: u64) -> usize {
        (game % self.0.len() as u64) as usize
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
    fn everybody_sits_everywhere_once_in_a_unit() {
        let line_up = LineUp::new(["a", "b", "c"].map(|n| n.parse().unwrap()).to_vec());
        for entrant in 0..3 {
            let mut seats: Vec<_> = (3..6)
                .flat_map(|game| Seat::first(3).map(move |seat| (game, seat)))
                .filter(|&(game, seat)| line_up.in_seat(game, seat) == entrant)
                .map(|(_, seat)| seat.index())
                .collect();
            seats.sort_unstable();
            assert_eq!(seats, [0, 1, 2]);
        }
        assert_eq!((line_up.unit(2), line_up.unit(3)), (0, 1));
    }

    #[test]
    fn a_label_that_looks_like_a_number_does_not_collide() {
        let specs = ["hard", "hard#2=easy", "hard"].map(|n| n.parse().unwrap());
        let labels: Vec<_> = LineUp::new(specs.to_vec()).0.into_iter().map(|e| e.label).collect();
        assert_eq!(labels, ["hard", "hard#2", "hard#3"]);
    }
}
