//! The judge: what it would play, and what a position is worth to a seat.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{
    Answer, Bot, BotSpec, Budget, Decision, Game, GameKit, Outcome, Seat, Seed, SeededChance,
};

use super::report::SwingUnit;
use super::seat::KitAction;
use crate::ask::{Asker, start};
use crate::error::ArenaError;

/// Nothing waits for the judge: no answer is late.
const MARGIN: Duration = Duration::from_secs(3600);

/// What scores of a game mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scale {
    /// They say what share of the match a seat can expect.
    Expectation,
    /// They are only good for comparing positions.
    Comparison,
}

impl Scale {
    /// What the scores of this game mean.
    pub(super) fn of<K: GameKit>(kit: &K) -> Self {
        kit.expectation(0.0).map_or(Self::Comparison, |_| Self::Expectation)
    }

    /// The unit of swings.
    pub(super) const fn unit(self) -> SwingUnit {
        match self {
            Self::Expectation => SwingUnit::Expectation,
            Self::Comparison => SwingUnit::Spread,
        }
    }

    /// What a seat has of an ended match.
    fn ended(self, outcome: &Outcome, seat: Seat) -> Worth {
        let share = outcome.score(seat);
        match self {
            Self::Expectation => Worth { score: None, value: share },
            Self::Comparison if share > 0.5 => Worth { score: None, value: f64::INFINITY },
            // Alone, the match ends when the seat is out.
            Self::Comparison => self.lost(),
        }
    }

    /// A match that is lost.
    const fn lost(self) -> Worth {
        let value = match self {
            Self::Expectation => 0.0,
            Self::Comparison => f64::NEG_INFINITY,
        };
        Worth { score: None, value }
    }

    /// By how much a match turned from one worth to another: a share of the match, or a number of usual changes.
    pub(super) fn swing(self, better: Worth, played: Worth, spread: ScoreSpread) -> f64 {
        match self {
            Self::Expectation => better.value - played.value,
            Self::Comparison => {
                (spread.bounded(better.value) - spread.bounded(played.value)) / spread.change
            }
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

/// What a position is worth to a seat.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Worth {
    /// The judge's score; none where the match is over for the seat.
    pub(super) score: Option<f64>,
    /// What is compared: the share of the match that the seat can expect, or the score, which is infinite once the match is over.
    pub(super) value: f64,
}

/// A judge's view of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opinion<A> {
    /// What it would play there, for the seat that it was asked about first; none where the match is over.
    pub(super) action: Option<A>,
    /// What the position is worth.
    pub(super) worth: Worth,
}

/// A bot that judges positions, each by itself: what it was asked before makes no difference.
pub(super) struct Judge<'a, K: GameKit> {
    kit: &'a K,
    name: String,
    bot: Box<dyn Bot<K::Game>>,
    seed: Seed,
    stop: &'a AtomicBool,
    scale: Scale,
}

impl<'a, K: GameKit> Judge<'a, K> {
    /// A judge by name.
    pub(super) fn new(
        kit: &'a K,
        spec: &BotSpec,
        seed: Seed,
        stop: &'a AtomicBool,
    ) -> Result<Self, ArenaError> {
        let bot = kit.make_bot(spec)?;
        Ok(Self { kit, name: spec.to_string(), bot, seed, stop, scale: Scale::of(kit) })
    }

    /// What the judge would play, and what it expects of that.
    pub(super) fn opinion(
        &mut self,
        game: &K::Game,
        seat: Seat,
        budget: Budget,
    ) -> Result<Opinion<KitAction<K>>, ArenaError> {
        let decision = self.decide(game, seat, budget)?;
        let worth = self.scored(decision.insight.score)?;
        Ok(Opinion { action: Some(decision.action), worth })
    }

    /// What a position is worth to a seat that may not be to act in it. Then the judge plays the others until the seat is, unless
    /// what is good for the one is bad for the other.
    pub(super) fn worth(
        &mut self,
        game: &K::Game,
        seat: Seat,
        chance: &SeededChance,
        budget: Budget,
    ) -> Result<Opinion<KitAction<K>>, ArenaError> {
        let mut game = game.clone();
        let mut reply = None;
        for _ in 0..=game.seats() {
            if let Some(outcome) = game.outcome() {
                return Ok(Opinion { action: reply, worth: self.scale.ended(&outcome, seat) });
            }
            let acting = game.to_act();
            if acting.has(seat) {
                let opinion = self.opinion(&game, seat, budget)?;
                return Ok(Opinion { action: reply.or(opinion.action), ..opinion });
            }
            let mut turn = Vec::with_capacity(acting.len());
            for other in acting.iter() {
                let decision = self.decide(&game, other, budget)?;
                if game.seats() == 2 && K::SCORES_TELL {
                    let worth = self.scored(decision.insight.score.map(|score| -score))?;
                    return Ok(Opinion { action: Some(decision.action), worth });
                }
                reply = reply.or(Some(decision.action));
                turn.push((other, Answer::Play(decision.action)));
            }
            game.apply(&turn, &mut chance.clone());
        }
        // The seat is out, and the others play on.
        Ok(Opinion { action: reply, worth: self.scale.lost() })
    }

    fn decide(
        &mut self,
        game: &K::Game,
        seat: Seat,
        budget: Budget,
    ) -> Result<Decision<KitAction<K>>, ArenaError> {
        let failed = |reason: String| {
            ArenaError::Asked(format!("the judge {} has no answer: {reason}", self.name))
        };
        let bot = self.bot.as_mut();
        start(bot, game, seat).map_err(|error| failed(error.to_string()))?;
        let asker = Asker {
            game,
            budget,
            margin: MARGIN,
            bot_seed: self.seed,
            threads: 1,
            insight: false,
            stop: self.stop,
            noted: None,
            recent: None,
            clocks: None,
            longest: None,
        };
        asker.ask(bot, seat).result.map_err(|error| failed(error.to_string()))
    }

    /// What a score is worth.
    fn scored(&self, score: Option<f64>) -> Result<Worth, ArenaError> {
        let value = match (self.scale, score) {
            (Scale::Expectation, Some(score)) => self.kit.expectation(score).unwrap_or(0.5),
            (Scale::Expectation, None) => {
                return Err(ArenaError::Asked(format!("{} gives no scores", self.name)));
            }
            (Scale::Comparison, Some(score)) => score,
            // A bot that sees nothing but the end has no score.
            (Scale::Comparison, None) => f64::NEG_INFINITY,
        };
        Ok(Worth { score, value })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lost_match_is_a_little_worse_than_its_worst_turn() {
        let spread = ScoreSpread::of(&[-10.0, -20.0, -30.0, -20.0]);
        let worth = |score: Option<f64>| Worth { score, value: score.unwrap_or(f64::NEG_INFINITY) };
        let swing = |better, played| Scale::Comparison.swing(worth(better), worth(played), spread);
        assert!((swing(Some(-30.0), None) - 1.0).abs() < 1e-9);
        assert!((swing(Some(-10.0), None) - 3.0).abs() < 1e-9);
        assert_eq!(swing(None, None), 0.0);
        assert!(swing(Some(-20.0), Some(-10.0)) < 0.0);
    }
}
