//! The judge: what it would play, and what a position is worth to a seat.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{Answer, Bot, BotSpec, Budget, Decision, Game, GameKit, Seat, Seed, SeededChance};

use super::scale::{Scale, Worth};
use super::seat::KitAction;
use crate::ask::{Asker, start};
use crate::error::ArenaError;

/// Nothing waits for the judge: no answer is late.
const MARGIN: Duration = Duration::from_secs(3600);

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
        let worth = self.scale.scored(self.kit, score);
        worth.ok_or_else(|| ArenaError::Asked(format!("{} gives no scores", self.name)))
    }
}
