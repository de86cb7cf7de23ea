//! Caution: points that bring a seat before the others make it everybody's target.

use crate::battle::BattleContext;
use crate::field::{Field, LINE_SCORES};

/// How far a seat is before its opponents, and what it costs to be farther.
///
/// Strong opponents send their garbage to the highest score: whoever does not lead has mostly peace. With one
/// opponent there is nothing to hide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exposure {
    /// What the points of a single line cost.
    caution: f64,
    /// How many points the seat has more than the first of its opponents, in single lines on its level.
    ahead: f64,
}

impl Exposure {
    /// Points cost nothing.
    pub const NONE: Self = Self { caution: 0.0, ahead: 0.0 };

    /// The exposure of a seat to which the points of a single line cost as much as its caution.
    #[must_use]
    pub fn of(own: &Field, around: &BattleContext, caution: u16) -> Self {
        if caution == 0 || around.opponent_count() < 2 {
            return Self::NONE;
        }
        let line = LINE_SCORES[1] * u64::from(own.level());
        let lead = own.score as f64 - around.leading_opponent_score as f64;
        Self { caution: f64::from(caution), ahead: lead / line as f64 }
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
    use crate::game::Tetris;
    use crate::rules::Rules;
    use ludus_core::{Game as _, Seat, Seed, SeededChance};

    /// A match of seats with these scores.
    fn game(scores: &[u64]) -> Tetris {
        let mut chance = SeededChance::new(Seed::new(1));
        let mut game = Tetris::new(&Rules::default(), scores.len(), &mut chance).unwrap();
        for (field, score) in game.fields.iter_mut().zip(scores) {
            field.score = *score;
        }
        game
    }

    fn exposure(game: &Tetris, caution: u16) -> Exposure {
        let seat = Seat::new(0).unwrap();
        Exposure::of(game.field(seat), &BattleContext::of(game, seat), caution)
    }

    #[test]
    fn points_cost_nothing_below_the_first_of_the_others() {
        let exposure = exposure(&game(&[100, 200, 400, 300]), 10);
        // One line scores 100, two score 300, three 500, four 800; the first of the others has 400.
        assert_eq!([0, 1, 2, 3, 4].map(|lines| exposure.cost(lines)), [0.0, 0.0, 0.0, 20.0, 50.0]);
        assert_eq!(exposure.after(2).cost(1), 10.0);
    }

    #[test]
    fn whoever_leads_pays_for_all_points() {
        let exposure = exposure(&game(&[2000, 1000, 400]), 10);
        assert_eq!([0, 1, 4].map(|lines| exposure.cost(lines)), [0.0, 10.0, 80.0]);
    }

    #[test]
    fn on_a_higher_level_the_same_lines_score_more() {
        let mut game = game(&[100, 300, 400]);
        game.fields[0].lines = 20;
        // Level 3: a line scores 300, two score 900.
        assert_eq!(exposure(&game, 10).cost(1), 0.0);
        assert_eq!(exposure(&game, 10).cost(2), 10.0 * (900.0 - 300.0) / 300.0);
    }

    #[test]
    fn with_one_opponent_there_is_nothing_to_hide() {
        assert_eq!(exposure(&game(&[2000, 1000]), 10), Exposure::NONE);
        let mut three = game(&[2000, 1000, 400]);
        three.fields[1].out = Some(Out { turn: 1, fate: Fate::ToppedOut });
        assert_eq!(exposure(&three, 10), Exposure::NONE);
        assert_eq!(exposure(&game(&[2000]), 10), Exposure::NONE);
        assert_eq!(exposure(&game(&[9, 0, 0]), 0).cost(4), 0.0);
    }
}
