//! The plan of a tuning run: everything you need to repeat it, as written in `run.json`.

use std::path::PathBuf;

use ludus_core::{BotSpec, Budget, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::check::TuneCheckPlan;
use super::method::{TuneMethod, TuneSearch};
use super::parameter::{ParameterBoundsError, TunedParameter, spec_with};
use crate::optimizer::{Optimizer, Spsa, SpsaGains};
use crate::parameters::{EvolutionParameters, MIN_POPULATION};
use crate::space::SearchSpace;

/// The most parameters of a run. A search in more dimensions needs more games than can be played.
const MAX_PARAMETERS: usize = 256;

/// The plan of a tuning run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunePlan {
    /// The format of the files, [`FORMAT`](crate::FORMAT).
    pub format: u32,
    /// The version of the program. Games depend on its bots and rules.
    pub version: String,
    /// The name of the game.
    pub game: String,
    /// The bot as it was before.
    pub bot: BotSpec,
    /// The parameters.
    pub parameters: Vec<TunedParameter>,
    /// The opponents. Without any, the values play against each other.
    pub against: Vec<BotSpec>,
    /// How values are searched for.
    pub optimizer: TuneMethod,
    /// How many seats a game has: an even number, half of them for each side. Runs of earlier versions have two.
    #[serde(default = "duel")]
    pub seats: usize,
    /// How many games are played.
    pub games: u64,
    /// SPSA: pairs of an iteration. Otherwise: pairs that each genome of a generation plays.
    pub batch: u64,
    /// How many genomes a generation has. SPSA has none.
    pub population: usize,
    /// How large the perturbations and steps of SPSA are.
    pub gains: SpsaGains,
    /// The seed of everything random.
    pub seed: Seed,
    /// The rules, as a complete tree of keys.
    pub rules: Value,
    /// What a decision may spend.
    pub budget: Budget,
    /// How much later than the budget's time an answer may come, in milliseconds.
    pub margin_ms: u64,
    /// The test of the tuned bot against the bot as it was, if there is one.
    pub check: Option<TuneCheckPlan>,
    /// A file to copy the result to.
    pub output: Option<PathBuf>,
}

/// The seats of a game between two bots.
const fn duel() -> usize {
    2
}

/// A plan that cannot be carried out.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum TunePlanError {
    /// There is nothing to tune, or too much.
    #[error("{0} parameters cannot be tuned; allowed: 1 to {MAX_PARAMETERS}")]
    Count(usize),
    /// A parameter cannot be used.
    #[error(transparent)]
    Parameter(#[from] ParameterBoundsError),
    /// Two parameters set the same key.
    #[error("parameter {0} is given twice")]
    Twice(String),
    /// There are too few games for one iteration.
    #[error("{given} games are too few for one iteration; needed: {needed} and more")]
    Games {
        /// How many there are.
        given: u64,
        /// How many an iteration has.
        needed: u64,
    },
    /// A number is outside its bounds.
    #[error("{name} is {given}; allowed: {allowed}")]
    Number {
        /// The number, spelled like its flag without the dashes.
        name: &'static str,
        /// The given value.
        given: f64,
        /// The allowed values, in words.
        allowed: &'static str,
    },
}

impl TunePlan {
    /// Games that one pair takes: two of the values against each other, or two of each against an opponent.
    #[must_use]
    pub fn games_per_pair(optimizer: TuneMethod, opponents: usize) -> u64 {
        match optimizer {
            TuneMethod::Spsa if opponents > 0 => 4,
            _ => 2,
        }
    }

    /// How many pairs a run of SPSA has.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.games / Self::games_per_pair(self.optimizer, self.against.len())
    }

    /// How many iterations the run has.
    #[must_use]
    pub fn iterations(&self) -> u64 {
        match self.optimizer {
            TuneMethod::Spsa => self.pairs().div_ceil(self.batch),
            TuneMethod::Population(_) => self.games / (2 * self.batch * self.population as u64),
        }
    }

    /// Checks everything that can be wrong without playing a game.
    ///
    /// # Errors
    /// If the plan cannot be carried out.
    pub fn check(&self) -> Result<(), TunePlanError> {
        let count = self.parameters.len();
        if !(1..=MAX_PARAMETERS).contains(&count) {
            return Err(TunePlanError::Count(count));
        }
        for (place, parameter) in self.parameters.iter().enumerate() {
            parameter.check()?;
            if self.parameters[..place].iter().any(|other| other.key == parameter.key) {
                return Err(TunePlanError::Twice(parameter.name.clone()));
            }
        }
        self.check_numbers()?;
        let needed = match self.optimizer {
            TuneMethod::Spsa => Self::games_per_pair(self.optimizer, self.against.len()),
            TuneMethod::Population(_) => 2 * self.batch * self.population as u64,
        };
        match self.iterations() {
            0 => Err(TunePlanError::Games { given: self.games, needed }),
            _ => Ok(()),
        }
    }

    fn check_numbers(&self) -> Result<(), TunePlanError> {
        let number = |name, given: f64, holds: bool, allowed| match holds {
            true => Ok(()),
            false => Err(TunePlanError::Number { name, given, allowed }),
        };
        let SpsaGains { step, rate } = self.gains;
        number("step", step, step > 0.0 && step <= 0.5, "more than 0, up to 0.5")?;
        number("rate", rate, rate > 0.0 && rate <= 10.0, "more than 0, up to 10")?;
        let population = self.population;
        number("batch", self.batch as f64, (1..=100_000).contains(&self.batch), "1 to 100000")?;
        let fits = (MIN_POPULATION..=100_000).contains(&population);
        number("population", population as f64, fits, "4 to 100000")?;
        let halves = self.seats >= 2 && self.seats.is_multiple_of(2);
        let allowed = "an even number: each side has half of the seats";
        number("seats", self.seats as f64, halves, allowed)
    }

    /// The space of the parameters. Genomes in it are values as they are played.
    pub(crate) fn space(&self) -> SearchSpace<'_> {
        let bounds = self.parameters.iter().map(|parameter| (parameter.min, parameter.max));
        SearchSpace::within(bounds, |values| {
            for (value, parameter) in values.iter_mut().zip(&self.parameters) {
                *value = parameter.played(*value);
            }
        })
    }

    /// The values of the untuned bot.
    pub(crate) fn start(&self) -> Vec<f64> {
        self.parameters.iter().map(|parameter| parameter.start).collect()
    }

    /// The bot with these values, under its own label.
    #[must_use]
    pub fn bot_with(&self, values: &[f64]) -> BotSpec {
        spec_with(&self.bot, &self.parameters, values)
    }

    /// The search before its first iteration.
    pub(crate) fn first_search(&self) -> TuneSearch {
        let (space, start) = (self.space(), self.start());
        match self.optimizer {
            TuneMethod::Spsa => {
                let least = self.parameters.iter().map(TunedParameter::least_step).collect();
                TuneSearch::Spsa(Spsa::new(self.gains, self.pairs(), space.point(&start), least))
            }
            TuneMethod::Population(method) => {
                let parameters = EvolutionParameters::default().with_population(self.population);
                TuneSearch::Population(Optimizer::new(
                    method,
                    &parameters,
                    &space,
                    Some(&start),
                    None,
                ))
            }
        }
    }
}
