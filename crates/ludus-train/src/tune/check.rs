//! The check at the end of a run: a sequential test of the tuned bot against the bot as it was.

use ludus_arena::Elo;
use ludus_arena::stats::{Sprt, SprtPlan, Verdict};
use serde::{Deserialize, Serialize};

/// How the tuned bot is tested.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneCheckPlan {
    /// The hypotheses and error rates.
    pub sprt: SprtPlan,
    /// The most games.
    pub games: u64,
}

/// The test so far.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneCheck {
    /// The score of the tuned bot in each pair of games, from 0 to 2.
    pub scores: Vec<f64>,
}

impl TuneCheckPlan {
    /// The most pairs of games.
    pub(crate) const fn pairs(&self) -> u64 {
        self.games / 2
    }
}

impl TuneCheck {
    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        2 * self.scores.len() as u64
    }

    /// The test after all its games.
    #[must_use]
    pub fn sprt(&self, plan: &TuneCheckPlan) -> Sprt {
        let mut sprt = Sprt::new(plan.sprt, 2);
        self.scores.iter().for_each(|score| push(&mut sprt, *score));
        sprt
    }

    /// How much stronger the tuned bot is.
    #[must_use]
    pub fn elo(&self) -> Elo {
        let mut elo = Elo::default();
        self.scores.iter().for_each(|score| elo.push(score / 2.0));
        elo
    }

    /// Whether the test is decided, or has played all its games.
    #[must_use]
    pub fn is_over(&self, plan: &TuneCheckPlan) -> bool {
        self.scores.len() as u64 >= plan.pairs() || self.sprt(plan).verdict() != Verdict::Open
    }

    /// Adds the scores of the next pairs, up to the one that decides the test.
    pub(crate) fn extend(&mut self, plan: &TuneCheckPlan, scores: &[f64]) {
        let mut sprt = self.sprt(plan);
        for score in scores {
            push(&mut sprt, *score);
            self.scores.push(*score);
            if sprt.verdict() != Verdict::Open {
                return;
            }
        }
    }
}

/// Adds a pair of games. The test looks at the sum alone.
fn push(sprt: &mut Sprt, score: f64) {
    sprt.push(score / 2.0);
    sprt.push(score / 2.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_ends_with_the_pair_that_decides_it() {
        let sprt = SprtPlan { elo0: 0.0, elo1: 100.0, ..SprtPlan::default() };
        let plan = TuneCheckPlan { sprt, games: 400 };
        let mut check = TuneCheck::default();
        // Eight pairs are the least; a stronger bot that wins three points of four is found soon.
        check.extend(&plan, &[1.5; 200]);
        assert!((8..200).contains(&check.scores.len()), "{}", check.scores.len());
        assert_eq!(check.sprt(&plan).verdict(), Verdict::Elo1);
        assert!(check.is_over(&plan));
        let mut even = TuneCheck { scores: Vec::new() };
        even.extend(&TuneCheckPlan { games: 8, ..plan }, &[1.0; 4]);
        assert!(even.is_over(&TuneCheckPlan { games: 8, ..plan }), "no more games");
        assert!(!even.is_over(&plan));
    }
}
