//! The last turn before a certain loss, in games whose seats act at the same time.
//!
//! There, a search sees a loss coming some turns ahead, and all that is played after that changes nothing. What decided the match is
//! the last turn in which another action would not have been lost for certain. It is found backwards from the end.

use ludus_core::{Game as _, GameKit};

use super::has_lost;
use super::judge::Judge;
use super::jury::Jury;
use super::scale::Worth;
use super::seat::{KitAction, OwnTurn, SeatInquiry, TurnVerdict};
use crate::error::ArenaError;

/// How many turns are searched backwards beyond the first look, at most.
const MOST_STEPS: usize = 60;

/// How many other actions are tried where the judge would have played the same.
const MOST_OTHERS: usize = 8;

impl<'a, K: GameKit> SeatInquiry<'a, K> {
    /// Adds the last chance of a seat that lost, if it had one.
    pub(super) fn add_last_chance(
        &self,
        turns: &[OwnTurn<'a, K::Game>],
        named: &mut Vec<(usize, TurnVerdict<KitAction<K>>)>,
        jury: &mut Jury<'_, 'a, K>,
    ) -> Result<(), ArenaError> {
        let lost = has_lost(&self.recorded.outcome, self.seat);
        let shared = turns.last().is_some_and(|turn| turn.recorded.is_shared());
        if !self.scale().tells_certain_losses() || !lost || !shared || jury.is_stopped() {
            return Ok(());
        }
        let not_lost = turns.iter().rposition(|turn| turn.before.worth.value > 0.0);
        let Some(last) = not_lost else { return Ok(()) };
        for place in (last.saturating_sub(MOST_STEPS)..=last).rev() {
            let mut answers =
                jury.answers(&[place], |judge, place| self.chance(judge, &turns[*place]))?;
            let Some(chance) = answers.pop().flatten() else { return Ok(()) };
            let Some(verdict) = chance else { continue };
            named.retain(|(other, _)| *other != place);
            named.push((place, verdict));
            return Ok(());
        }
        Ok(())
    }

    /// What a last chance was worth; `None` if the position is lost already, or no other action is any better.
    fn chance(
        &self,
        judge: &mut Judge<'a, K>,
        turn: &OwnTurn<'a, K::Game>,
    ) -> Result<Option<TurnVerdict<KitAction<K>>>, ArenaError> {
        let before = judge.opinion(&turn.recorded.before, self.seat, self.budget)?;
        if before.worth.value <= 0.0 {
            return Ok(None);
        }
        let mut others: Vec<_> = before.action.into_iter().collect();
        if before.action == Some(turn.played) {
            turn.recorded.before.legal(self.seat, &mut others);
        }
        others.retain(|action| *action != turn.played);
        let mut best: Option<(KitAction<K>, Worth)> = None;
        for action in others.into_iter().take(MOST_OTHERS) {
            let worth = self.worth_of(judge, turn.recorded, action, self.budget)?.worth;
            if best.is_none_or(|(_, best)| worth.value > best.value) {
                best = Some((action, worth));
            }
        }
        let played = self.worth_of(judge, turn.recorded, turn.played, self.budget)?;
        let better = best.filter(|(_, worth)| worth.value > played.worth.value);
        Ok(better.map(|better| {
            let swing = better.1.value - played.worth.value;
            TurnVerdict { better, played, swing, last_chance: true }
        }))
    }
}
