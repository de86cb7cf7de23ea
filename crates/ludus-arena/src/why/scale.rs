//! What the judge's scores mean, and by how much a match turned from one to another.

use ludus_core::{GameKit, Outcome, Seat, SwingMeasure};

use super::report::SwingUnit;

/// What a position is worth to a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// The judge's score; none where the match is over for the seat.
    pub(super) score: Option<f64>,
    /// The share of the match that the seat can expect, where scores say that.
    pub(super) share: Option<f64>,
    /// What is compared, in what swings are counted in. Where scores only compare positions, it is infinite once the match is over.
    pub(super) value: f64,
}

/// What the judge's scores of a game mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale(SwingMeasure);

impl Scale {
    /// What they mean in this game.
    pub(super) fn of<K: GameKit>(kit: &K) -> Self {
        Self(kit.swing_measure())
    }

    /// The unit of swings.
    pub(super) const fn unit(self) -> SwingUnit {
        match self.0 {
            SwingMeasure::Expectation { .. } => SwingUnit::Expectation,
            SwingMeasure::Score { .. } => SwingUnit::Score,
            SwingMeasure::UsualChange { .. } => SwingUnit::Spread,
        }
    }

    /// The least swing that is named.
    pub(super) const fn least(self) -> f64 {
        self.0.least()
    }

    /// Whether a certain loss differs from every other position in what it is worth: nothing.
    pub(super) const fn tells_certain_losses(self) -> bool {
        matches!(self.0, SwingMeasure::Expectation { .. })
    }

    /// What a position is worth at least.
    pub(super) const fn lowest(self) -> f64 {
        match self.0 {
            SwingMeasure::Expectation { .. } => 0.0,
            SwingMeasure::Score { decided, .. } => -decided,
            SwingMeasure::UsualChange { .. } => f64::NEG_INFINITY,
        }
    }

    /// Whether a position before an action is worth what the position after the best one is. Then the search before it, which compares all
    /// actions, says what the best one is worth.
    pub(super) const fn is_the_same_before(self) -> bool {
        matches!(self.0, SwingMeasure::Score { .. })
    }

    /// What a score is worth; `None` if the judge has no score, and that says nothing.
    pub(super) fn scored<K: GameKit>(self, kit: &K, score: Option<f64>) -> Option<Worth> {
        self.worth(score, score.and_then(|score| kit.expectation(score)))
    }

    /// What a score is worth that promises this share of the match.
    fn worth(self, score: Option<f64>, share: Option<f64>) -> Option<Worth> {
        let value = match (self.0, score) {
            (SwingMeasure::Expectation { .. }, Some(_)) => share.unwrap_or(0.5),
            (SwingMeasure::Score { decided, .. }, Some(score)) => score.clamp(-decided, decided),
            (SwingMeasure::UsualChange { .. }, Some(score)) => score,
            // A bot that sees nothing but the end has no score.
            (SwingMeasure::UsualChange { .. }, None) => f64::NEG_INFINITY,
            (SwingMeasure::Expectation { .. } | SwingMeasure::Score { .. }, None) => return None,
        };
        Some(Worth { score, share, value })
    }

    /// What a seat has of an ended match.
    pub(super) fn ended(self, outcome: &Outcome, seat: Seat) -> Worth {
        let share = outcome.score(seat);
        match self.0 {
            SwingMeasure::UsualChange { .. } if share > 0.5 => {
                Worth { score: None, share: None, value: f64::INFINITY }
            }
            // Alone, the match ends when the seat is out.
            SwingMeasure::UsualChange { .. } => self.lost(),
            _ => self.over(share),
        }
    }

    /// A match that is lost.
    pub(super) const fn lost(self) -> Worth {
        self.over(0.0)
    }

    /// A match that is over with this share of it.
    const fn over(self, share: f64) -> Worth {
        match self.0 {
            SwingMeasure::Expectation { .. } => {
                Worth { score: None, share: Some(share), value: share }
            }
            SwingMeasure::Score { decided, .. } => {
                Worth { score: None, share: Some(share), value: decided * (2.0 * share - 1.0) }
            }
            SwingMeasure::UsualChange { .. } => {
                Worth { score: None, share: None, value: f64::NEG_INFINITY }
            }
        }
    }

    /// By how much a match turned from one worth to another.
    pub(super) fn swing(self, better: Worth, played: Worth, spread: ScoreSpread) -> f64 {
        match self.0 {
            SwingMeasure::UsualChange { .. } => {
                (spread.bounded(better.value) - spread.bounded(played.value)) / spread.change
            }
            _ => better.value - played.value,
        }
    }
}

/// How much the judge's scores change from one turn of a seat to the next, and between which bounds they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScoreSpread {
    /// The usual change: the root of the mean square. The scores of a match that is being lost fall from turn to turn, so their
    /// own deviation would be much larger than any mistake.
    change: f64,
    least: f64,
    greatest: f64,
}

impl ScoreSpread {
    /// The spread of these scores, in the order of their turns.
    pub(super) fn of(scores: &[f64]) -> Self {
        let changes = scores.windows(2).map(|pair| (pair[1] - pair[0]).powi(2));
        let mean = changes.sum::<f64>() / scores.len().saturating_sub(1).max(1) as f64;
        let first = scores.first().copied().unwrap_or_default();
        Self {
            // Scores that are all the same have no spread: any difference is then more than usual.
            change: mean.sqrt().max(f64::MIN_POSITIVE),
            least: scores.iter().copied().fold(first, f64::min),
            greatest: scores.iter().copied().fold(first, f64::max),
        }
    }

    /// A match that is over has no score: a lost one is worth one usual change less than the worst turn, so that the end of a match
    /// that was lost long before is no turning point.
    fn bounded(self, value: f64) -> f64 {
        match value {
            f64::NEG_INFINITY => self.least - self.change,
            f64::INFINITY => self.greatest + self.change,
            value => value,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A swing between two scores where a match is decided from 5 on.
    fn in_score(better: f64, played: f64) -> f64 {
        let scale = Scale(SwingMeasure::Score { least: 1.5, decided: 5.0 });
        let worth = |score| scale.worth(Some(score), None).unwrap();
        scale.swing(worth(better), worth(played), ScoreSpread::of(&[]))
    }

    #[test]
    fn in_scores_what_comes_after_the_decision_counts_as_nothing() {
        assert_eq!(in_score(0.5, -1.5), 2.0);
        assert_eq!(in_score(-2.0, -4.0), 2.0, "as much in a bad position");
        assert_eq!(in_score(-4.0, -32_000.0), 1.0, "mated, but the match was nearly decided");
        assert_eq!(in_score(9.0, 6.0), 0.0, "won is won");
        assert_eq!(in_score(-6.0, -32_000.0), 0.0, "lost is lost");
    }

    #[test]
    fn in_scores_an_ended_match_is_worth_a_decided_one() {
        let scale = Scale(SwingMeasure::Score { least: 1.5, decided: 5.0 });
        let (first, second) = (Seat::new(0).unwrap(), Seat::new(1).unwrap());
        let won = Outcome::win(first, 2, "mate");
        let drawn = Outcome::by_merit(&[0, 0], "bare kings");
        let value = |outcome: &Outcome, seat| scale.ended(outcome, seat).value;
        assert_eq!((value(&won, first), value(&won, second)), (5.0, -5.0));
        assert_eq!(value(&drawn, first), 0.0);
        assert_eq!(scale.lost().value, scale.lowest());
    }

    #[test]
    fn a_lost_match_is_a_little_worse_than_its_worst_turn() {
        let spread = ScoreSpread::of(&[-10.0, -20.0, -30.0, -20.0]);
        let worth = |score: Option<f64>| Worth {
            score,
            share: None,
            value: score.unwrap_or(f64::NEG_INFINITY),
        };
        let scale = Scale(SwingMeasure::UNUSUAL);
        let swing = |better, played| scale.swing(worth(better), worth(played), spread);
        assert!((swing(Some(-30.0), None) - 1.0).abs() < 1e-9);
        assert!((swing(Some(-10.0), None) - 3.0).abs() < 1e-9);
        assert_eq!(swing(None, None), 0.0);
        assert!(swing(Some(-20.0), Some(-10.0)) < 0.0);
    }
}
