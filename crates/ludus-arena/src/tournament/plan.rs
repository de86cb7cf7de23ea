//! What is played in a tournament.

use std::fmt;
use std::time::Duration;

use ludus_core::{Budget, Seed, SpecError, TimeControl};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::GameKey;
use super::fixtures::{self, Fixture};
use super::run::GameResults;
use crate::any::AnyGame;
use crate::bot_logs::LogFolder;
use crate::error::ArenaError;
use crate::line_up::{Entrant, LineUp};
use crate::rules::AnyRules;
use crate::series::SeriesPlan;

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every bot meets every other bot.
    RoundRobin,
    /// The first bot meets every other bot.
    Gauntlet,
    /// In each round bots with equal points meet, no two of them twice.
    Swiss,
}

impl Format {
    /// Its name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
        }
    }
}

/// What is played in a tournament.
#[derive(Clone, Debug)]
pub struct TournamentPlan {
    /// The game's name.
    pub game: &'static str,
    /// All bots.
    pub line_up: LineUp,
    /// Who meets whom.
    pub format: Format,
    /// Rounds of a Swiss tournament.
    pub rounds: usize,
    /// How many seats a match has.
    pub seats: usize,
    /// How many games a fixture has: a multiple of the seats.
    pub games: u64,
    /// Where everything random comes from.
    pub seed: Seed,
    /// The rules.
    pub rules: AnyRules,
    /// What a decision may spend.
    pub budget: Budget,
    /// The clock of each seat, which takes the place of the budget.
    pub clock: Option<TimeControl>,
    /// How much later than the budget's time an answer may come.
    pub margin: Duration,
    /// How many games are played at a time.
    pub jobs: usize,
    /// How many threads a bot may use.
    pub threads: usize,
    /// The folder where everything goes that is said to and by external bots, if that is wanted.
    pub logs: Option<LogFolder>,
}

/// A plan that makes no tournament.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PlanError {
    /// Too few bots for the seats.
    #[error("{given} bots are too few: a tournament of matches with {seats} seats needs {needed}")]
    Bots {
        /// How many were given.
        given: usize,
        /// How many seats a match has.
        seats: usize,
        /// How many are needed.
        needed: usize,
    },
    /// Matches of one seat decide nothing.
    #[error("a tournament needs matches with 2 seats or more, not {0}")]
    Seats(usize),
    /// Seats would not be taken equally often.
    #[error(
        "{games} games are no whole number of rotations of {seats} seats; give a multiple of {seats}"
    )]
    Games {
        /// How many were given.
        games: u64,
        /// How many seats a match has.
        seats: usize,
    },
    /// Swiss pairs are pairs.
    #[error(
        "a Swiss tournament is played with 2 seats, not {0}; round-robin and gauntlet take more"
    )]
    SwissSeats(usize),
    /// Two bots would have to meet twice.
    #[error(
        "{rounds} rounds are not possible with {bots} bots; allowed: 1 to {most}, so that no two bots meet twice"
    )]
    Rounds {
        /// How many were given.
        rounds: usize,
        /// How many bots there are.
        bots: usize,
        /// How many are possible.
        most: usize,
    },
    /// More games than can be waited for.
    #[error("{0} fixtures are too many; give fewer bots, other --seats, or --format swiss")]
    Fixtures(u128),
}

/// A document that is no tournament's identity.
#[derive(Debug, Error)]
pub enum IdentityError {
    /// It has another shape.
    #[error("the plan cannot be read: {0}")]
    Shape(#[from] serde_json::Error),
    /// It has rules that its game does not know.
    #[error(transparent)]
    Rules(#[from] ArenaError),
    /// It names a bot that cannot be.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// It makes no tournament.
    #[error(transparent)]
    Plan(#[from] PlanError),
}

/// Everything that the results of a tournament depend on: the same identity, the same tournament. How many threads
/// play it is not in there. The version of the program is, because another version may play other moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentIdentity {
    /// The version of the program.
    pub program: String,
    /// The game's name.
    pub game: String,
    /// The rules as a complete tree of keys.
    pub rules: Value,
    /// All bots.
    pub bots: Vec<IdentityBot>,
    /// Who meets whom.
    pub format: Format,
    /// The rounds of a Swiss tournament.
    pub rounds: Option<usize>,
    /// How many seats a match has.
    pub seats: usize,
    /// How many games a fixture has.
    pub games: u64,
    /// Where everything random comes from.
    pub seed: Seed,
    /// What a decision may spend.
    pub budget: Budget,
    /// The clock of each seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
}

/// A bot of a tournament, by its label and as it was named.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdentityBot {
    /// What it is called.
    pub label: String,
    /// How it was named.
    pub spec: String,
}

/// As one JSON document, which the store compares.
impl fmt::Display for TournamentIdentity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl TournamentPlan {
    /// The most fixtures that a tournament may have.
    const MOST_FIXTURES: u128 = 1_000_000;

    /// The rounds that a Swiss tournament of this number of bots needs to find the best: the logarithm.
    #[must_use]
    pub fn usual_rounds(bots: usize) -> usize {
        bots.max(2).next_power_of_two().ilog2() as usize
    }

    /// Makes sure that the plan makes a tournament.
    ///
    /// # Errors
    /// If it does not; the error says what is allowed.
    pub fn check(&self) -> Result<(), PlanError> {
        let (bots, seats) = (self.line_up.len(), self.seats);
        if seats < 2 {
            return Err(PlanError::Seats(seats));
        }
        let needed = seats.max(2);
        if bots < needed {
            return Err(PlanError::Bots { given: bots, seats, needed });
        }
        if self.games == 0 || !self.games.is_multiple_of(seats as u64) {
            return Err(PlanError::Games { games: self.games, seats });
        }
        if self.format == Format::Swiss {
            if seats != 2 {
                return Err(PlanError::SwissSeats(seats));
            }
            // While every bot has at least half of the others left to meet, pairs can always be made
            // (Dirac 1952).
            let most = bots.div_ceil(2);
            if !(1..=most).contains(&self.rounds) {
                return Err(PlanError::Rounds { rounds: self.rounds, bots, most });
            }
        }
        let fixtures = fixtures::count(self.format, bots, seats);
        if fixtures > Self::MOST_FIXTURES {
            return Err(PlanError::Fixtures(fixtures));
        }
        Ok(())
    }

    /// How many games the whole tournament has.
    #[must_use]
    pub fn all_games(&self) -> u64 {
        let fixtures = match self.format {
            Format::Swiss => (self.rounds * (self.line_up.len() / 2)) as u128,
            other => fixtures::count(other, self.line_up.len(), self.seats),
        };
        u64::try_from(fixtures).unwrap_or(u64::MAX).saturating_mul(self.games)
    }

    /// Everything that results depend on.
    #[must_use]
    pub fn identity(&self) -> TournamentIdentity {
        let bot =
            |who: &Entrant| IdentityBot { label: who.label.clone(), spec: who.spec.to_string() };
        TournamentIdentity {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.game.to_owned(),
            rules: self.rules.tree().clone(),
            bots: self.line_up.entrants().iter().map(bot).collect(),
            format: self.format,
            rounds: (self.format == Format::Swiss).then_some(self.rounds),
            seats: self.seats,
            games: self.games,
            seed: self.seed,
            budget: self.budget,
            clock: self.clock,
        }
    }

    /// The plan of this game that this document is the identity of.
    ///
    /// # Errors
    /// If it is none; the error says what is wrong.
    pub fn from_identity(game: &dyn AnyGame, identity: &Value) -> Result<Self, IdentityError> {
        let identity = TournamentIdentity::deserialize(identity)?;
        let specs =
            identity.bots.iter().map(|bot| bot.spec.parse()).collect::<Result<Vec<_>, _>>()?;
        let plan = Self {
            game: game.name(),
            rounds: identity.rounds.unwrap_or_else(|| Self::usual_rounds(specs.len())),
            line_up: LineUp::new(specs),
            format: identity.format,
            seats: identity.seats,
            games: identity.games,
            seed: identity.seed,
            rules: game.rules(&identity.rules)?,
            budget: identity.budget,
            clock: identity.clock,
            margin: Duration::ZERO,
            jobs: 1,
            threads: 1,
            logs: None,
        };
        plan.check()?;
        Ok(plan)
    }

    /// The series of a fixture some games of which were played.
    #[must_use]
    pub fn series_of(&self, results: &GameResults, fixture: u64) -> Option<SeriesPlan> {
        // In the first game of a fixture the bots sit in the order in which the fixture has them.
        let first = results.get(&GameKey { fixture, number: 0 })?;
        Some(self.series(&Fixture { number: fixture, entrants: first.seats.clone() }))
    }

    /// The series that a fixture is.
    pub(super) fn series(&self, fixture: &Fixture) -> SeriesPlan {
        SeriesPlan {
            games: self.games,
            seed: self.seed.derive("fixture", fixture.number),
            budget: self.budget,
            clock: self.clock,
            margin: self.margin,
            threads: self.threads,
            logs: self.logs.as_ref().map(|logs| logs.fixture(fixture.number)),
            ..SeriesPlan::new(self.line_up.pick(&fixture.entrants), self.rules.clone())
        }
    }
}
