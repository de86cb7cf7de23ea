//! What can be wrong with a store, in words.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use thiserror::Error;

/// A store that cannot be used.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is no file.
    #[error("there is no result store {}; the command tournament makes one", .0.display())]
    Missing(PathBuf),
    /// Another program is writing.
    #[error(
        "the result store {} is locked by another program; try again when that has ended",
        .0.display()
    )]
    Locked(PathBuf),
    /// The file is damaged, or no database at all.
    #[error(
        "the result store {} is damaged or no result store ({reason}); move it away, or name another with --store",
        path.display()
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What SQLite said.
        reason: String,
    },
    /// A database of some other program.
    #[error("{} is the database of another program; name another file with --store", .0.display())]
    Foreign(PathBuf),
    /// A later version of this program made it.
    #[error(
        "the result store {} was made by a newer ludus (its version is {found}, this program knows {known}); use that one, or name another file with --store",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The newest version that this program knows.
        known: i64,
    },
    /// Another program plays this tournament.
    #[error(
        "tournament {tournament} is being played by {}; wait until it ends, or start another one with --new",
        player(*.by)
    )]
    Played {
        /// The number of the tournament.
        tournament: i64,
        /// The number of the process that plays it, if it is known.
        by: Option<u32>,
    },
    /// It has become larger than it may.
    #[error("the result store {} has {bytes} bytes, and {most} are allowed", path.display())]
    Full {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// The largest size.
        most: u64,
    },
    /// A game is there already.
    #[error(
        "game {number} of fixture {fixture} is in the result store {} already; is another program playing the same tournament?",
        path.display()
    )]
    Twice {
        /// The file.
        path: PathBuf,
        /// The fixture, from 1.
        fixture: u64,
        /// The game in it, from 1.
        number: u64,
    },
    /// Anything else.
    #[error("cannot use the result store {}: {reason}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// What was said.
        reason: String,
    },
}

/// Who plays a tournament, in words.
fn player(process: Option<u32>) -> String {
    match process {
        Some(number) if number == std::process::id() => "this program already".to_owned(),
        Some(number) => format!("process {number}"),
        None => "another process".to_owned(),
    }
}

impl StoreError {
    /// What an error of SQLite means for the user.
    pub(super) fn new(path: &Path, error: &rusqlite::Error) -> Self {
        let path = path.to_owned();
        let reason = error.to_string();
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Locked(path),
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::Corrupt { path, reason }
            }
            _ => Self::Other { path, reason },
        }
    }
}
