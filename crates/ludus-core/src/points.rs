//! Training by points: a genome plays against bots of the game, and its fitness is the share of opponents that it beats.

use serde::{Deserialize, Serialize};

use crate::bot::Bot;
use crate::budget::Budget;
use crate::game::Game;
use crate::opponents::Pool;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::seed::Seed;
use crate::spec::{BotSpec, SpecError};
use crate::train::{Fitness, Seating, TrainError};

/// The settings of a training in matches against one opponent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DuelSettings<R> {
    /// The rules of every match.
    pub rules: R,
    /// The node limit of a decision.
    pub nodes: u64,
}

/// Makes the bot that plays by a genome.
pub type GenomePlayer<G> = Box<dyn Fn(&[f64]) -> Box<dyn Bot<G>> + Send + Sync>;

/// Makes an opponent.
pub type OpponentMaker<G> =
    Box<dyn Fn(&BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> + Send + Sync>;

/// Points in percent: 100 for a win, 50 for a draw; among several opponents, the share of those that ranked lower.
pub struct PointsFitness<G: Game> {
    /// The rules of every match.
    pub rules: G::Rules,
    /// The node limit of a decision.
    pub nodes: u64,
    /// How many opponents a match has.
    pub opponents: usize,
    /// The bots that opponents are drawn from.
    pub against: Pool,
    /// Makes the bot that plays by a genome.
    pub player: GenomePlayer<G>,
    /// Makes an opponent.
    pub opponent: OpponentMaker<G>,
}

impl<G: Game> PointsFitness<G> {
    /// Matches against one opponent.
    pub fn duel(
        settings: DuelSettings<G::Rules>,
        against: Pool,
        player: impl Fn(&[f64]) -> Box<dyn Bot<G>> + Send + Sync + 'static,
        opponent: impl Fn(&BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> + Send + Sync + 'static,
    ) -> Self {
        let DuelSettings { rules, nodes } = settings;
        let (player, opponent) = (Box::new(player), Box::new(opponent));
        Self { rules, nodes, opponents: 1, against, player, opponent }
    }

    /// The same, once every opponent is known to be possible.
    ///
    /// # Errors
    /// If a bot cannot be made, or the number of opponents is not possible.
    pub fn checked(self) -> Result<Box<dyn Fitness<G>>, TrainError> {
        if !(1..Seat::MAX).contains(&self.opponents) {
            return Err(TrainError::Opponents { given: self.opponents });
        }
        self.against.specs().try_for_each(|spec| (self.opponent)(spec).map(drop))?;
        Ok(Box::new(self))
    }
}

impl<G: Game> Fitness<G> for PointsFitness<G> {
    fn rules(&self) -> &G::Rules {
        &self.rules
    }

    fn budget(&self) -> Budget {
        Budget::of_nodes(self.nodes)
    }

    fn seating(
        &self,
        genome: &[f64],
        rivals: &[Vec<f64>],
        seed: Seed,
    ) -> Result<Seating<G>, TrainError> {
        let rivals = rivals.iter().map(|rival| Ok((self.player)(rival)));
        let drawn = self.against.draw(seed).map(&self.opponent);
        let others = rivals.chain(drawn).take(self.opponents);
        let others = others.collect::<Result<Vec<_>, SpecError>>()?;
        Ok(Seating::among((self.player)(genome), others, seed))
    }

    fn score(&self, _game: &G, outcome: &Outcome, seat: Seat) -> f64 {
        100.0 * outcome.score(seat)
    }

    fn limit(&self) -> Option<f64> {
        Some(100.0)
    }
}
