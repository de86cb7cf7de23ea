//! The arbiter: ends matches of two seats that the bots themselves hold to be decided.

use ludus_core::{Outcome, Seat};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// When a match is ended because both bots, or the losing one, hold it to be decided. Without any rule
/// every match is played to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ArbiterPlan {
    /// When a seat resigns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When a match is drawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
}

/// A seat resigns when its bot's score was this bad for this many decisions in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResignRule {
    /// How far below zero the score is, in the bot's unit (pawns in chess).
    pub score: f64,
    /// How many of its decisions in a row.
    pub turns: u32,
}

/// A match is drawn when both bots' scores were this near to zero for this many decisions in a row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// How far from zero the score is at most, in the bot's unit.
    pub score: f64,
    /// How many decisions in a row, of each.
    pub turns: u32,
    /// Not before this turn of the match.
    pub after: u32,
}

impl Default for ResignRule {
    fn default() -> Self {
        Self { score: 6.0, turns: 4 }
    }
}

impl Default for DrawRule {
    fn default() -> Self {
        Self { score: 0.1, turns: 8, after: 80 }
    }
}

/// A rule that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("score must be a number above 0 and turns at least 1")]
pub struct ArbiterError;

impl ArbiterPlan {
    /// Whether it has no rule: every match is played to its end.
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// Whether the rules make sense.
    ///
    /// # Errors
    /// If a score is not a number above zero, or no turns are asked for.
    pub fn check(&self) -> Result<(), ArbiterError> {
        let sound = |score: f64, turns: u32| score > 0.0 && score.is_finite() && turns > 0;
        let resign = self.resign.is_none_or(|rule| sound(rule.score, rule.turns));
        let draw = self.draw.is_none_or(|rule| sound(rule.score, rule.turns));
        if resign && draw { Ok(()) } else { Err(ArbiterError) }
    }
}

/// Watches the scores of one match of two seats.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arbiter {
    plan: ArbiterPlan,
    /// By seat: how many decisions in a row the score was lost, and how many it was level.
    lost: [u32; 2],
    level: [u32; 2],
}

impl Arbiter {
    pub(crate) fn new(plan: ArbiterPlan) -> Self {
        Self { plan, ..Self::default() }
    }

    /// Takes note of the scores of a turn's decisions, and answers how the match ends if it ends with
    /// them. A decision without a score breaks every row.
    pub(crate) fn turn(
        &mut self,
        scores: impl Iterator<Item = (Seat, Option<f64>)>,
        turn: u32,
    ) -> Option<Outcome> {
        let ended: Vec<Outcome> =
            scores.filter_map(|(seat, score)| self.decided(seat, score, turn)).collect();
        match ended.as_slice() {
            [] => None,
            [first, others @ ..] if others.iter().all(|other| other == first) => {
                Some(first.clone())
            }
            _ => Some(Outcome::draw(2, "both resigned: draw by the arbiter")),
        }
    }

    fn decided(&mut self, seat: Seat, score: Option<f64>, turn: u32) -> Option<Outcome> {
        let place = seat.index();
        let other = Seat::new(1 - place.min(1))?;
        if let Some(rule) = self.plan.resign {
            let lost = score.is_some_and(|score| score <= -rule.score);
            self.lost[place] = if lost { self.lost[place] + 1 } else { 0 };
            if self.lost[place] >= rule.turns {
                return Some(Outcome::win(other, 2, "resignation by the arbiter"));
            }
        }
        if let Some(rule) = self.plan.draw {
            let level = score.is_some_and(|score| score.abs() <= rule.score);
            self.level[place] = if level { self.level[place] + 1 } else { 0 };
            if turn >= rule.after && self.level.iter().all(|&row| row >= rule.turns) {
                return Some(Outcome::draw(2, "draw by the arbiter"));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(n: usize) -> Seat {
        Seat::new(n).unwrap()
    }

    #[test]
    fn a_seat_resigns_after_enough_lost_scores_in_a_row() {
        let resign = Some(ResignRule { score: 5.0, turns: 3 });
        let mut arbiter = Arbiter::new(ArbiterPlan { resign, draw: None });
        for score in [-6.0, -5.0, -4.9, -7.0, -7.0] {
            assert_eq!(arbiter.decided(seat(1), Some(score), 1), None);
            assert_eq!(arbiter.decided(seat(0), Some(9.0), 1), None);
        }
        let outcome = arbiter.decided(seat(1), Some(-8.0), 1).unwrap();
        assert_eq!(outcome.winner(), Some(seat(0)));
        assert_eq!(outcome.reason(), "resignation by the arbiter");
    }

    #[test]
    fn a_level_match_is_drawn_after_its_time_when_both_agree() {
        let draw = Some(DrawRule { score: 0.1, turns: 2, after: 10 });
        let mut arbiter = Arbiter::new(ArbiterPlan { resign: None, draw });
        for turn in 1..10 {
            assert_eq!(arbiter.decided(seat(turn % 2), Some(0.05), turn as u32), None);
        }
        assert!(arbiter.decided(seat(0), Some(0.0), 10).is_some());
        assert_eq!(arbiter.decided(seat(1), None, 11), None, "no score breaks the row");
        assert_eq!(arbiter.decided(seat(0), Some(0.0), 12), None);
    }

    #[test]
    fn rules_that_make_no_sense_are_refused() {
        let resign =
            |score, turns| ArbiterPlan { resign: Some(ResignRule { score, turns }), draw: None };
        assert!(resign(3.0, 1).check().is_ok());
        for (score, turns) in [(0.0, 1), (-1.0, 1), (f64::NAN, 1), (3.0, 0)] {
            assert!(resign(score, turns).check().is_err());
        }
    }
}
