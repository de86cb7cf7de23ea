//! Two bots that play each other from all seats, many pairs at a time.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::series::run_many;
use ludus_arena::{AnyGame, AnyRules, ArenaError, GameRecord, LineUp, SeriesPlan};
use ludus_core::{BotSpec, Budget, Seed};

use super::state::TuneForfeits;

/// Two bots that play two games on the same chance. Each has every other seat, and then those that the other had.
#[derive(Clone, Debug)]
pub(crate) struct Pairing {
    /// The bot whose score counts.
    pub(crate) own: BotSpec,
    /// The other.
    pub(crate) other: BotSpec,
    /// Where the chance of both games comes from. Pairings with the same seed have the same chance.
    pub(crate) seed: Seed,
}

/// What all games of a run have in common.
#[derive(Clone, Debug)]
pub(crate) struct Conditions {
    pub(crate) rules: AnyRules,
    /// How many seats a game has, an even number.
    pub(crate) seats: usize,
    pub(crate) budget: Budget,
    pub(crate) margin: Duration,
    /// How many games are played at a time.
    pub(crate) jobs: usize,
    /// How many threads a bot may use.
    pub(crate) threads: usize,
}

impl Conditions {
    /// Plays these pairs. Returns the score of each pair's own bot, from 0 to 2, in their order. `failures` counts games that
    /// a bot lost without playing them to their end.
    ///
    /// # Errors
    /// If the rules or bots do not fit, or a game itself fails.
    pub(crate) fn play(
        &self,
        game: &dyn AnyGame,
        pairings: &[Pairing],
        failures: &mut TuneForfeits,
        done: &mut dyn FnMut(),
    ) -> Result<Vec<f64>, ArenaError> {
        let plans: Vec<SeriesPlan> = pairings.iter().map(|pairing| self.plan(pairing)).collect();
        let never = AtomicBool::new(false);
        let games = run_many(game, &plans, self.jobs, &never, &mut |_| done())?.unwrap_or_default();
        for (plan, games) in plans.iter().zip(&games) {
            games.iter().for_each(|game| failures.add(plan, game));
        }
        let first: Vec<bool> = (0..self.seats).map(|place| place % 2 == 0).collect();
        let score = |game: &GameRecord| game.score_of_sides(&first).unwrap_or(0.5);
        Ok(games.iter().map(|games| games.iter().map(score).sum()).collect())
    }

    fn plan(&self, pairing: &Pairing) -> SeriesPlan {
        // Bots are kept by label from one game to the next: without labels of their own, other values have other ones.
        let sides = [&pairing.own, &pairing.other].map(BotSpec::without_label);
        let bots = sides.iter().cycle().take(self.seats).cloned();
        SeriesPlan {
            games: 2,
            seed: pairing.seed,
            budget: self.budget,
            margin: self.margin,
            threads: self.threads,
            ..SeriesPlan::new(LineUp::new(bots.collect()), self.rules.clone())
        }
    }
}

impl TuneForfeits {
    /// Counts the seats of a game that were lost without playing it to its end.
    fn add(&mut self, plan: &SeriesPlan, game: &GameRecord) {
        for (&entrant, seat) in game.seats.iter().zip(&game.result.seats) {
            let Some(failure) = &seat.forfeit else { continue };
            self.count += 1;
            let label = &plan.line_up.entrants()[entrant].label;
            self.first.get_or_insert_with(|| format!("{label}: {}", failure.forfeit));
        }
    }
}
