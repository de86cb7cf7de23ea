//! The record of one game of a series.

use ludus_core::{Rank, Seed, Snapshot};
use serde::Serialize;

use crate::contain::InternalError;
use crate::stats::ByName;
use crate::turns::{MatchResult, SeatResult};

/// One finished game of a series.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// Its number, from 0.
    pub number: u64,
    /// The seed of its chance, shared by all games of its unit.
    pub seed: Seed,
    /// The seed of its bots' randomness.
    pub bot_seed: Seed,
    /// Who sat in each seat, as an index into the line-up.
    pub seats: Vec<usize>,
    /// How it went.
    pub result: MatchResult,
    /// The final position, if the plan asks for it.
    pub position: Option<Snapshot>,
    /// The actions, one text per turn, if the plan asks for them; of live play one text, which begins with its
    /// number, per tick in which a seat did something.
    pub actions: Option<Vec<String>>,
    /// The game in its own notation, if the plan asks for it and the game has one.
    pub transcript: Option<String>,
}

/// A game of a series that could not be played to its end, because the game itself failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BrokenGame {
    /// Its number, from 1 as in all reports.
    pub game: u64,
    /// What failed.
    pub reason: String,
}

impl BrokenGame {
    /// Game `number`, from 0, failed like this.
    #[must_use]
    pub fn new(number: u64, error: &InternalError) -> Self {
        Self { game: number + 1, reason: error.to_string() }
    }
}

/// How many broken games a report names.
const MOST_NAMED: usize = 20;

/// The games of a series that could not be played to their end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BrokenGames {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub games: Vec<BrokenGame>,
}

impl BrokenGames {
    /// Whether all games could be played.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.count == 0
    }

    /// Adds one.
    pub fn add(&mut self, game: BrokenGame) {
        self.count += 1;
        if self.games.len() < MOST_NAMED {
            self.games.push(game);
        }
    }

    /// One line about them, if there are any.
    #[must_use]
    pub fn summary(&self) -> Option<String> {
        let first = self.games.first()?;
        let (count, noun) = (self.count, if self.count == 1 { "game" } else { "games" });
        Some(format!("{count} {noun} could not be finished: game {}: {}", first.game, first.reason))
    }
}

impl GameRecord {
    /// The record without position, actions and transcript.
    #[must_use]
    pub fn brief(&self) -> Self {
        Self { position: None, actions: None, transcript: None, ..self.clone() }
    }

    /// The score of one side against the other, where `first` tells which bots of the line-up are the
    /// first side: the share of pairs of opponents in which its seat came before the other's, a tie
    /// counted half. `None` if a side is empty.
    #[must_use]
    pub fn score_of_sides(&self, first: &[bool]) -> Option<f64> {
        let ranks = |side: bool| {
            let seats = self.seats.iter().zip(self.result.outcome.ranks());
            seats.filter(move |(who, _)| first[**who] == side).map(|(_, rank)| rank)
        };
        let (mut pairs, mut score) = (0.0, 0.0);
        for own in ranks(true) {
            for other in ranks(false) {
                pairs += 1.0;
                score += match own.cmp(other) {
                    std::cmp::Ordering::Less => 1.0,
                    std::cmp::Ordering::Equal => 0.5,
                    std::cmp::Ordering::Greater => 0.0,
                };
            }
        }
        (pairs > 0.0).then(|| score / pairs)
    }

    /// The record as reports have it, with the bots by label.
    #[must_use]
    pub fn report(&self, labels: &[&str]) -> GameReport {
        let seats = || self.seats.iter().map(|&entrant| labels[entrant].to_owned());
        let figures = |seat: &SeatResult| {
            seat.figures.iter().map(|(name, value)| (name.to_owned(), value)).collect()
        };
        GameReport {
            number: self.number + 1,
            seed: self.seed,
            seats: seats().collect(),
            ranks: seats().zip(self.result.outcome.ranks().iter().copied()).collect(),
            reason: self.result.outcome.reason().to_owned(),
            turns: self.result.turns,
            seconds: self.result.time.as_secs_f64(),
            figures: seats().zip(self.result.seats.iter().map(figures)).collect(),
            position: self.position.as_ref().map(|position| position.text.clone()),
            actions: self.actions.clone(),
        }
    }
}

/// A finished game as reports have it. Scripts rely on the names.
#[derive(Clone, Debug, Serialize)]
pub struct GameReport {
    /// Its number, from 1.
    pub number: u64,
    /// The seed of its chance.
    pub seed: Seed,
    /// The labels of the bots, seat by seat.
    pub seats: Vec<String>,
    /// The ranks by label, 1 is first.
    pub ranks: ByName<Rank>,
    /// How it ended.
    pub reason: String,
    /// How many turns were played.
    pub turns: u32,
    /// How long it took.
    pub seconds: f64,
    /// What the game reports about each bot, by label.
    pub figures: ByName<ByName<f64>>,
    /// The final position as text, if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The actions, if they were kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<Vec<String>>,
}
