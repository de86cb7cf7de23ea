//! Training in duels: weights of a bot that are trained in matches against one opponent.

use crate::bot::Bot;
use crate::game::Game;
use crate::kit::BotInfo;
use crate::opponents::Pool;
use crate::points::{DuelSettings, PointsFitness};
use crate::spec::{BotSpec, SpecError};
use crate::train::{Contest, Fitness, Gene, Opposition, TrainError, Trainable};

/// Makes the bot that plays by a genome, from plain data.
type PlayerFn<G> = fn(&[f64]) -> Box<dyn Bot<G>>;

/// Makes a bot by name.
type OpponentFn<G> = fn(&BotSpec) -> Result<Box<dyn Bot<G>>, SpecError>;

/// How many games the match against the shipped weights has.
const CONTEST_GAMES: u64 = 400;

/// The node limit of a decision in training.
const NODES: u64 = 1_000;

/// Weights that are trained by their points in matches against one opponent. A game whose fitness is another
/// implements [`Trainable`] itself.
///
/// The trained weights play as the bot `weights:path=FILE`, which the game must have.
#[derive(Clone, Debug)]
pub struct DuelTraining<G: Game> {
    /// Its name, the `--mode` of `ludus train`. The bot of this name plays by the shipped weights.
    pub name: &'static str,
    /// What is trained, in a few words.
    pub summary: &'static str,
    /// The weights with their bounds.
    pub genes: &'static [Gene],
    /// The weights that are part of the program.
    pub shipped: &'static [f64],
    /// The rules of every match, unless the user sets others.
    pub rules: G::Rules,
    /// The node limit of a decision, unless the user sets another.
    pub nodes: u64,
    /// The opponents unless the user names others, separated by blanks.
    pub against: &'static str,
    /// All bots of the game.
    pub bots: &'static [BotInfo],
    /// Makes the bot that plays by a genome.
    pub player: PlayerFn<G>,
    /// Makes an opponent by name.
    pub opponent: OpponentFn<G>,
    /// The same opponent without its file, see [`Trainable::embedded`].
    pub embedded: fn(&BotSpec) -> Result<BotSpec, SpecError>,
}

impl<G: Game> DuelTraining<G> {
    /// Training of the weights of the bot `name`, against that bot.
    pub fn new(
        name: &'static str,
        genes: &'static [Gene],
        shipped: &'static [f64],
        player: PlayerFn<G>,
        bots: &'static [BotInfo],
        opponent: OpponentFn<G>,
    ) -> Self {
        Self {
            name,
            summary: "the weights of the evaluation, one against one",
            genes,
            shipped,
            rules: G::Rules::default(),
            nodes: NODES,
            against: name,
            bots,
            player,
            opponent,
            embedded: |spec| Ok(spec.clone()),
        }
    }
}

impl<G: Game> Trainable<G> for DuelTraining<G> {
    type Settings = DuelSettings<G::Rules>;

    fn name(&self) -> &'static str {
        self.name
    }

    fn summary(&self) -> &'static str {
        self.summary
    }

    fn genes(&self) -> &[Gene] {
        self.genes
    }

    fn shipped(&self) -> Vec<f64> {
        self.shipped.to_vec()
    }

    fn settings(&self) -> Self::Settings {
        DuelSettings { rules: self.rules.clone(), nodes: self.nodes }
    }

    fn opposition(&self) -> Option<Opposition> {
        Some(Opposition { usual: self.against, bots: self.bots })
    }

    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError> {
        (self.embedded)(spec)
    }

    fn fitness(
        &self,
        settings: Self::Settings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<G>>, TrainError> {
        PointsFitness::duel(settings, against, self.player, self.opponent).checked()
    }

    fn contest(&self, settings: &Self::Settings, path: &str) -> Contest {
        Contest::duel(path, self.name, CONTEST_GAMES, settings.nodes)
    }
}
