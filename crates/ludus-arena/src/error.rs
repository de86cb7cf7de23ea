//! What can go wrong in the arena.

use std::io;
use std::path::{Path, PathBuf};

use ludus_core::{KeyError, OpeningsError, RulesError, SpecError, TrainError};
use thiserror::Error;

use crate::contain::InternalError;
use crate::replay::ReplayError;
use crate::series::BrokenGame;
use crate::store::StoreError;

/// A match or series that cannot be played, or a record that cannot be used.
#[derive(Debug, Error)]
pub enum ArenaError {
    /// The rules cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// The rules of a plan are those of another game.
    #[error("these are rules of {given}, not of {needed}")]
    OtherRules {
        /// The game whose rules they are.
        given: &'static str,
        /// The game that is to be played.
        needed: &'static str,
    },
    /// A setting of the rules does not fit.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// Openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningsError),
    /// A bot cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// A bot was made and cannot play: its program does not start, or its server does not answer.
    #[error("bot {bot}: {reason}{}", last_line(stderr))]
    Unready {
        /// The label of the bot.
        bot: String,
        /// Why it cannot play.
        reason: String,
        /// The last lines of its program's standard error, the oldest first.
        stderr: Vec<String>,
    },
    /// Something that training needs does not fit.
    #[error(transparent)]
    Train(#[from] TrainError),
    /// A file cannot be read or written.
    #[error("cannot {doing} {}: {reason}", path.display())]
    File {
        /// What was being done: "write".
        doing: &'static str,
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
    /// The game itself failed: a mistake in the program.
    #[error(transparent)]
    Internal(#[from] InternalError),
    /// A game could not be played to its end, because the game itself failed.
    #[error("game {} could not be finished: {}", .0.game, .0.reason)]
    Broken(BrokenGame),
    /// No pairs can be made for a round of a Swiss tournament.
    #[error("no pairs can be made for round {0}")]
    Pairs(usize),
    /// The system gives no more threads.
    #[error("cannot start a thread to play matches on: {0}")]
    Thread(io::Error),
    /// Something was asked for that does not go with the file.
    #[error("{0}")]
    Asked(String),
    /// A file that is read line by line cannot be read on.
    #[error("cannot read on: {0}")]
    Read(io::Error),
    /// What was found cannot be written.
    #[error("cannot write what was found")]
    Tell(#[source] io::Error),
    /// A bot that was asked for advice has none.
    #[error("no advice: {0}")]
    Advice(String),
    /// The result store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A replay cannot be read, or does not hold.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// The last line that a program wrote, as the end of a sentence: it mostly says why the program ended.
fn last_line(stderr: &[String]) -> String {
    stderr.last().map_or_else(String::new, |line| format!(": {}", line.trim()))
}

impl ArenaError {
    /// For `map_err`: what was being done with which file.
    pub(crate) fn file(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |reason| Self::File { doing, path: path.to_owned(), reason }
    }
}
