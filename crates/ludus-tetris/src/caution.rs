//! Caution: points that bring a seat before the others make it everybody's target.

use ludus_core::{Game as _, Seat};

use crate::field::LINE_SCORES;
use crate::game::Tetris;

/// How far a seat is before its opponents, and what it costs to be farther.
///
/// Strong opponents send their garbage to the highest score, and the leader to the next one. Whoever has less than
/// two others is left alone. With one opponent there is nothing to hide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// What the points of a single line cost.
    caution: f64,
    /// How many points the seat has more than the second of its opponents, in single lines on its level.
    ahead: f64,
}

impl Exposure {
    /// Points cost nothing.
    pub const NONE: Self = Self { caution: 0.0, ahead: 0.0 };

    /// The exposure of a seat to which the points of a single line cost as much as its caution.
    #[must_use]
    pub fn of(game: &Tetris, seat: Seat, caution: u16) -> Self {
        if caution == 0 {
            return Self::NONE;
        }
        let living = game.living();
        let (mut first, mut second) = (None, None);
        for other in Seat::first(game.seats()).filter(|&other| other != seat && living.has(other)) {
            let score = Some(game.field(other).score);
            if score > first {
                (first, second) = (score, first);
            } else {
                second = second.max(score);
            }
        }
        let Some(second) = second else { return Self::NONE };
        let own = game.field(seat);
        let line = LINE_SCORES[1] * u64::from(own.level());
        Self {
            caution: f64::from(caution),
            ahead: (own.score as f64 - second as f64) / line as f64,
        }
    }

    /// What clearing so many lines costs: the points by which it leads, or leads by more than before.
    #[must_use]
    pub fn cost(self, lines: usize) -> f64 {
        self.caution * (self.after(lines).ahead.max(0.0) - self.ahead.max(0.0))
    }

    /// The exposure when so many lines are cleared.
    #[must_use]
    pub fn after(self, lines: usize) -> Self {
        let points = LINE_SCORES[lines.min(LINE_SCORES.len() - 1)] / LINE_SCORES[1];
        Self { ahead: self.ahead + points as f64, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::{Fate, Out};
    use crate::rules::Rules;
    use ludus_core::{Seed, SeededChance};

    /// A match of seats with these scores.
    fn game(scores: &[u64]) -> Tetris {
        let mut chance = SeededChance::new(Seed::new(1));
        let mut game = Tetris::new(&Rules::default(), scores.len(), &mut chance).unwrap();
        for (field, score) in game.fields.iter_mut().zip(scores) {
            field.score = *score;
        }
        game
    }

    fn exposure(game: &Tetris) -> Exposure {
        Exposure::of(game, Seat::new(0).unwrap(), 10)
    }

    #[test]
    fn points_cost_nothing_below_the_second_of_the_others() {
        let exposure = exposure(&game(&[100, 1000, 400, 200]));
        // One line scores 100, two score 300, three 500, four 800; the second of the others has 400.
        assert_eq!([0, 1, 2, 3, 4].map(|lines| exposure.cost(lines)), [0.0, 0.0, 0.0, 20.0, 50.0]);
        assert_eq!(exposure.after(2).cost(1), 10.0);
    }

    #[test]
    fn whoever_leads_pays_for_all_points() {
        let exposure = exposure(&game(&[2000, 1000, 400]));
        assert_eq!([0, 1, 4].map(|lines| exposure.cost(lines)), [0.0, 10.0, 80.0]);
    }

    #[test]
    fn on_a_higher_level_the_same_lines_score_more() {
        let mut game = game(&[100, 1000, 400]);
        game.fields[0].lines = 20;
        // Level 3: a line scores 300, two score 900.
        assert_eq!(exposure(&game).cost(1), 0.0);
        assert_eq!(exposure(&game).cost(2), 10.0 * (900.0 - 300.0) / 300.0);
    }

    #[test]
    fn with_one_opponent_there_is_nothing_to_hide() {
        assert_eq!(exposure(&game(&[2000, 1000])), Exposure::NONE);
        let mut three = game(&[2000, 1000, 400]);
        three.fields[1].out = Some(Out { turn: 1, fate: Fate::ToppedOut });
        assert_eq!(exposure(&three), Exposure::NONE);
        assert_eq!(exposure(&game(&[2000])), Exposure::NONE);
        let careless = Exposure::of(&game(&[9, 0, 0]), Seat::new(0).unwrap(), 0);
        assert_eq!(careless.cost(4), 0.0);
    }
}
