//! The games of a series in their own notation, appended to a file.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ludus_arena::{ArenaError, GameRecord};

/// A file to which games are appended. Each is written at once, so that a program that is ended never
/// leaves half a game.
pub(super) struct Transcripts {
    path: PathBuf,
    file: File,
}

impl Transcripts {
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let file = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path: path.to_owned(), file })
    }

    pub(super) fn push(&mut self, game: &GameRecord) -> Result<(), ArenaError> {
        let Some(text) = &game.transcript else { return Ok(()) };
        self.file.write_all(text.as_bytes()).map_err(|reason| ArenaError::File {
            doing: "write",
            path: self.path.clone(),
            reason,
        })
    }
}
