//! What can be trained: the weights of a bot as a named vector, and how a game judges them.
//!
//! A game's crate says which weights it has, which values they may take, who plays whom, and what a finished match
//! counts. It does not know how better weights are searched for, or on how many machines.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::bot::Bot;
use crate::budget::Budget;
use crate::game::Game;
use crate::keys::KeyError;
use crate::kit::BotInfo;
use crate::opponents::Pool;
use crate::outcome::Outcome;
use crate::seat::Seat;
use crate::seed::Seed;
use crate::spec::{BotSpec, SpecError};

/// One weight of a genome: its name and the values it may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gene {
    /// Its name in files and on screens.
    pub name: &'static str,
    /// The least value.
    pub low: f64,
    /// The greatest value.
    pub high: f64,
}

impl Gene {
    /// A gene with these bounds.
    #[must_use]
    pub const fn new(name: &'static str, low: f64, high: f64) -> Self {
        Self { name, low, high }
    }
}

/// Weights of a game that can be trained: `solo` and `battle` for tetris.
pub trait Trainable<G: Game>: Send + Sync {
    /// What fitness depends on besides the genome and the opponents. Its serialised form is the list of its keys, and
    /// one of them is `rules`.
    type Settings: Serialize + DeserializeOwned;

    /// Its name, the `--mode` of `ludus train`.
    fn name(&self) -> &'static str;

    /// What is trained, in a few words.
    fn summary(&self) -> &'static str;

    /// The weights, in the order of every genome.
    fn genes(&self) -> &[Gene];

    /// Brings a genome into the form that is played and saved. If possible, genomes that play the same become equal.
    fn normalise(&self, genome: &mut [f64]) {
        clamp(self.genes(), genome);
    }

    /// The weights that are part of the program.
    fn shipped(&self) -> Vec<f64>;

    /// The weights of the bot with this name, as a genome to start from; `None` if it has no such weights.
    fn weights_of(&self, bot: &str) -> Option<Vec<f64>> {
        let _ = bot;
        None
    }

    /// The key of the settings whose value can change from stage to stage of a run: what makes matches short at first
    /// and hard in the end. `None` if there is no such key.
    fn stage_key(&self) -> Option<&'static str> {
        None
    }

    /// Whether the opponents may be other genomes, which adapt during training.
    fn adapts(&self) -> bool {
        false
    }

    /// The usual settings.
    fn settings(&self) -> Self::Settings;

    /// The possible opponents; `None` if a genome plays alone.
    fn opposition(&self) -> Option<Opposition> {
        None
    }

    /// The same opponent without its file: the weights of the file become keys of the bot. Other bots are returned
    /// unchanged. So a run does not depend on a file that may change, or that another machine does not have.
    ///
    /// # Errors
    /// If the file cannot be used.
    fn embedded(&self, spec: &BotSpec) -> Result<BotSpec, SpecError> {
        Ok(spec.clone())
    }

    /// The fitness by these settings, against these opponents.
    ///
    /// # Errors
    /// If a setting is not valid, or an opponent cannot be made.
    fn fitness(
        &self,
        settings: Self::Settings,
        against: Pool,
    ) -> Result<Box<dyn Fitness<G>>, TrainError>;

    /// The match of the weights in this file against the shipped ones.
    fn contest(&self, settings: &Self::Settings, path: &str) -> Contest;
}

/// The possible opponents in training.
#[derive(Clone, Copy, Debug)]
pub struct Opposition {
    /// The opponents unless the user names others, separated by blanks.
    pub usual: &'static str,
    /// All bots of the game.
    pub bots: &'static [BotInfo],
}

/// How a genome is judged: which matches it plays, and what each counts.
pub trait Fitness<G: Game>: Send + Sync {
    /// The rules of every match.
    fn rules(&self) -> &G::Rules;

    /// What a decision may spend. It never limits time.
    fn budget(&self) -> Budget {
        Budget::NONE
    }

    /// Who plays the match with this seed, and in which seat the genome is. `rivals` are genomes that replace the
    /// first opponents.
    ///
    /// # Errors
    /// If a bot cannot be made.
    fn seating(
        &self,
        genome: &[f64],
        rivals: &[Vec<f64>],
        seed: Seed,
    ) -> Result<Seating<G>, TrainError>;

    /// What the finished match counts for this seat; more is better. A genome's fitness is the mean over its matches.
    fn score(&self, game: &G, outcome: &Outcome, seat: Seat) -> f64;

    /// The most that a match can count; `None` without a limit. Genomes that reach the limit cannot be compared.
    fn limit(&self) -> Option<f64> {
        None
    }
}

/// The bots of one match, seat by seat, and which of them plays by the genome.
pub struct Seating<G: Game> {
    /// The bots in the order of the seats.
    pub bots: Vec<Box<dyn Bot<G>>>,
    /// The seat of the genome.
    pub own: Seat,
}

impl<G: Game> Seating<G> {
    /// The genome's bot alone.
    #[must_use]
    pub fn solo(bot: Box<dyn Bot<G>>) -> Self {
        Self { bots: vec![bot], own: Seat::FIRST }
    }

    /// The genome's bot among these opponents, in a seat that comes from the seed.
    #[must_use]
    pub fn among(bot: Box<dyn Bot<G>>, mut others: Vec<Box<dyn Bot<G>>>, seed: Seed) -> Self {
        let place = seed.derive("own seat", 0).rng().below(others.len() as u32 + 1) as usize;
        others.insert(place, bot);
        Self { bots: others, own: Seat::new(place).unwrap_or(Seat::FIRST) }
    }
}

/// A match of trained weights against the shipped ones.
#[derive(Clone, Debug, PartialEq)]
pub struct Contest {
    /// The bot that plays by the trained weights.
    pub trained: String,
    /// The bot that plays by the shipped ones.
    pub shipped: String,
    /// Whether each plays alone, instead of against the other.
    pub alone: bool,
    /// How many games.
    pub games: u64,
    /// What a decision may spend.
    pub budget: Budget,
}

impl Contest {
    /// A match of the bot `weights:path=…` against this bot, in which both may search as many nodes as in training.
    #[must_use]
    pub fn duel(path: &str, shipped: &str, games: u64, nodes: u64) -> Self {
        Self {
            trained: format!("trained=weights:path={path}"),
            shipped: shipped.to_owned(),
            alone: false,
            games,
            budget: Budget::of_nodes(nodes),
        }
    }
}

/// Weights or settings of training that are not valid.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TrainError {
    /// A setting is not valid.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// An opponent cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The number of opponents is not possible.
    #[error("{given} opponents; allowed: 1 to {most}", most = Seat::MAX - 1)]
    Opponents {
        /// The number in the settings.
        given: usize,
    },
    /// The list of opponents is empty.
    #[error("against names no bot")]
    NoOpponent,
    /// A genome has too few or too many genes.
    #[error("a genome of {trainable} has {expected} genes")]
    GenomeLength {
        /// What is trained.
        trainable: &'static str,
        /// How many genes it has.
        expected: usize,
    },
}

/// Clamps every gene to its bounds. NaN becomes the lower bound.
pub fn clamp(genes: &[Gene], genome: &mut [f64]) {
    for (value, gene) in genome.iter_mut().zip(genes) {
        *value = if value.is_nan() { gene.low } else { value.clamp(gene.low, gene.high) };
    }
}

/// Makes negative genes 0, and the sum of all 1. A genome of zeros becomes 1/n each.
///
/// ```
/// use ludus_core::train::to_sum_one;
/// let mut genome = [3.0, 1.0, -2.0];
/// to_sum_one(&mut genome);
/// assert_eq!(genome, [0.75, 0.25, 0.0]);
/// let mut nothing = [0.0, -1.0];
/// to_sum_one(&mut nothing);
/// assert_eq!(nothing, [0.5, 0.5]);
/// ```
pub fn to_sum_one(genome: &mut [f64]) {
    for value in genome.iter_mut() {
        *value = value.max(0.0);
    }
    let sum: f64 = genome.iter().sum();
    let count = genome.len() as f64;
    for value in genome.iter_mut() {
        *value = if sum > 0.0 { *value / sum } else { 1.0 / count };
    }
}

/// Scales signed genes to a vector of length 1, which does not change the order of scores. A genome of zeros stays.
pub fn to_length_one(genome: &mut [f64]) {
    let length = genome.iter().map(|value| value * value).sum::<f64>().sqrt();
    if length > 0.0 && length.is_finite() {
        genome.iter_mut().for_each(|value| *value /= length);
    }
}

/// The value that a genome has for the gene of this name; 0 if there is no such gene.
#[must_use]
pub fn value(genes: &[Gene], genome: &[f64], name: &str) -> f64 {
    let place = genes.iter().position(|gene| gene.name == name);
    place.and_then(|place| genome.get(place)).copied().unwrap_or(0.0)
}

/// A genome as weights by name.
#[must_use]
pub fn named(genes: &[Gene], genome: &[f64]) -> Map<String, Value> {
    genes.iter().zip(genome).map(|(gene, value)| (gene.name.to_owned(), (*value).into())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const GENES: [Gene; 2] = [Gene::new("holes", 0.0, 1.0), Gene::new("lines", 0.0, 2.0)];

    #[test]
    fn a_genome_is_written_as_weights_by_name() {
        let weights = named(&GENES, &[0.25, 1.5]);
        assert_eq!(Value::Object(weights), json!({"holes": 0.25, "lines": 1.5}));
    }

    #[test]
    fn what_is_no_number_is_brought_into_bounds_too() {
        let mut genome = [f64::NAN, f64::INFINITY];
        clamp(&GENES, &mut genome);
        assert_eq!(genome, [0.0, 2.0]);
    }
}
