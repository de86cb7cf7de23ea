//! Results in an SQLite file: tournaments, their matches, who sat where, and ratings.
//!
//! | module | what lives there |
//! |---|---|
//! | `schema` | the tables, their version, and how older files become newer ones |
//! | `error` | what can be wrong with the file, in words |
//! | `tournaments` | writing: a tournament begins, each of its games once, it ends |
//! | `lock` | one program at a time plays a tournament |
//! | `live` | matches with people: begun, finished, aborted, lost |
//! | `query` | reading: tournaments, matches, ratings, with filters |
//!
//! Every game is a transaction of its own in a write-ahead log: whatever ends the program, the file
//! holds whole games.

mod error;
mod live;
mod lock;
mod query;
mod schema;
mod tournaments;

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};

pub use error::StoreError;
pub use live::{LiveEntry, LiveFilter, LiveId, LiveRow, LiveSeatRow, LiveState};
pub use lock::TournamentLock;
pub use query::{Filter, MatchRow, RatingRow, SeatRow, TournamentRow};
pub use tournaments::{ResumedTournament, TournamentId};

/// How long to wait for another program that is writing.
const PATIENCE: Duration = Duration::from_secs(2);

/// An open store.
pub struct Store {
    connection: Connection,
    path: PathBuf,
}

impl Store {
    /// Opens the store for reading and writing, and makes it if it is not there.
    ///
    /// # Errors
    /// If the file cannot be opened, is locked, damaged, another program's, or newer than this program.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|reason| StoreError::Other {
                path: path.to_owned(),
                reason: format!("its folder cannot be made: {reason}"),
            })?;
        }
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE)
    }

    /// Opens a store that must be there already.
    ///
    /// # Errors
    /// As [`Store::open`], and if there is none.
    pub fn open_existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.to_owned()));
        }
        // Reading a write-ahead log may mean writing: so it is opened for both.
        Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let say = |error| StoreError::new(path, &error);
        let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags).map_err(say)?;
        connection.busy_timeout(PATIENCE).map_err(say)?;
        schema::prepare(path, &mut connection)?;
        // A process that is killed loses nothing in this mode; a machine that loses power may lose
        // the last games, which are then played again.
        connection.pragma_update(None, "journal_mode", "wal").map_err(say)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(say)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(say)?;
        Ok(Self { connection, path: path.to_owned() })
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes sure that the store is not larger than this, in bytes.
    ///
    /// # Errors
    /// If it is.
    pub fn check_size(&self, most: u64) -> Result<(), StoreError> {
        let bytes = self.path.metadata().map_or(0, |about| about.len());
        match bytes <= most {
            true => Ok(()),
            false => Err(StoreError::Full { path: self.path.clone(), bytes, most }),
        }
    }

    /// Makes changes of which either all or none are there afterwards, whatever happens on the way.
    fn all_or_nothing<T>(
        &mut self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<T> {
        let transaction =
            self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = change(&transaction)?;
        transaction.commit()?;
        Ok(changed)
    }

    fn say(&self) -> impl Fn(rusqlite::Error) -> StoreError + '_ {
        |error| StoreError::new(&self.path, &error)
    }
}
