//! The games of a series in their own notation, appended to a file or printed.

use ludus_arena::{ArenaError, GameRecord};

use crate::output::{AppendTo, Appended};

/// Where games go as soon as they are over, each as a whole.
pub(super) struct Transcripts(Appended);

impl Transcripts {
    pub(super) fn open(to: &AppendTo) -> anyhow::Result<Self> {
        Ok(Self(to.open()?))
    }

    pub(super) fn push(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        let Some(text) = &game.transcript else { return Ok(()) };
        self.0.push(text).map_err(|reason| ArenaError::File {
            doing: "write",
            path: self.0.name(),
            reason,
        })
    }
}
