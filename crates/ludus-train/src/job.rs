//! Jobs: one genome, the matches it plays, and what came of them.
//!
//! A job can be written down, sent to another machine and carried out there. Its score depends on the job alone and
//! on the version of the program, so it does not matter who carries it out, how often, or in which order.
//!
//! A [`Job`] cannot be read from text: what comes from another machine is a [`JobText`], which becomes a job only
//! if its opponents are bots that the reader trusts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_arena::{AnyTrainable, ArenaError, Task};
use ludus_core::{Pool, Seed, Trust};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;

/// One genome and the matches that are played with it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Job {
    /// The game's name.
    pub game: String,
    /// What of the game is trained: [`AnyTrainable::name`].
    pub mode: String,
    /// What fitness depends on beside the genome and the opponents, as a complete tree of keys.
    pub settings: Value,
    /// The bots that opponents are drawn from.
    pub against: Pool,
    /// The weights.
    pub genome: Vec<f64>,
    /// Genomes that take the place of the first opponents.
    pub rivals: Vec<Vec<f64>>,
    /// The seeds of the matches, one match each.
    pub seeds: Vec<Seed>,
}

/// A job as it comes from another machine, before anything in it is believed.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JobText {
    game: String,
    mode: String,
    settings: Value,
    against: Vec<String>,
    genome: Vec<f64>,
    rivals: Vec<Vec<f64>>,
    seeds: Vec<Seed>,
}

/// A job from another machine that is refused.
#[derive(Debug, Error)]
pub enum JobError {
    /// It is no job.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    /// This program does not know what is to be trained.
    #[error("nothing here trains {game} {mode}")]
    Unknown {
        /// The game.
        game: String,
        /// What of it.
        mode: String,
    },
    /// It has too many matches.
    #[error("it has {0} matches; allowed: 1 to {most}", most = JobText::MOST_MATCHES)]
    Matches(usize),
    /// An opponent is unknown, or comes from outside this program.
    #[error(transparent)]
    Opponent(ArenaError),
}

impl JobText {
    /// The most matches of a job that another machine may ask for.
    pub const MOST_MATCHES: usize = 1_000;

    /// Reads a job that was sent, and what it trains. `trust` says whose opponents may be played.
    ///
    /// # Errors
    /// If it cannot be read, or is not to be carried out here.
    pub fn admit(
        bytes: &[u8],
        trainables: &[Arc<dyn AnyTrainable>],
        trust: Trust,
    ) -> Result<(Arc<dyn AnyTrainable>, Job), JobError> {
        let text: Self = serde_json::from_slice(bytes)?;
        let Self { game, mode, settings, against, genome, rivals, seeds } = text;
        let fits = |t: &&Arc<dyn AnyTrainable>| t.game() == game && t.name() == mode;
        let Some(trainable) = trainables.iter().find(fits).cloned() else {
            return Err(JobError::Unknown { game, mode });
        };
        if !(1..=Self::MOST_MATCHES).contains(&seeds.len()) {
            return Err(JobError::Matches(seeds.len()));
        }
        let against = trainable.pool(&against, trust).map_err(JobError::Opponent)?;
        Ok((trainable, Job { game, mode, settings, against, genome, rivals, seeds }))
    }
}

/// What each match of a job counted, in the order of its seeds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Score(pub Vec<f64>);

impl Score {
    /// The mean over the matches, which is the genome's fitness; 0 without any.
    #[must_use]
    pub fn mean(&self) -> f64 {
        if self.0.is_empty() {
            return 0.0;
        }
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// Makes sure that this can be the score of a job: a finite number for every match.
    ///
    /// # Errors
    /// If it cannot; the text says why.
    pub fn check(&self, job: &Job) -> Result<(), String> {
        let (given, wanted) = (self.0.len(), job.seeds.len());
        if given != wanted {
            return Err(format!("{given} scores for {wanted} matches"));
        }
        match self.0.iter().find(|score| !score.is_finite()) {
            Some(score) => Err(format!("a match with the score {score}")),
            None => Ok(()),
        }
    }
}

/// Carries out a job; `None` if it was stopped. `trainable` must be the one that the job names.
///
/// # Errors
/// If the job does not fit what is trained.
pub fn perform(
    trainable: &dyn AnyTrainable,
    job: &Job,
    stop: &Arc<AtomicBool>,
) -> Result<Option<Score>, ArenaError> {
    let Job { settings, against, genome, rivals, seeds, .. } = job;
    let task = Task { settings, against, genome, rivals, seeds };
    Ok(trainable.play(&task, stop)?.map(Score))
}
