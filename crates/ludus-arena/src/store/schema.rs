//! The tables of a store, their version, and how older files become newer ones.

use std::path::Path;

use rusqlite::{Connection, TransactionBehavior};

use super::error::StoreError;

/// Marks a database as a result store of this program: "Ludu".
const APPLICATION: i64 = 0x4c75_6475;

/// What leads from each version to the next; the first makes an empty file a store. A change of the
/// tables is one more entry, never a change of one that was shipped.
const STEPS: &[&str] = &["
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        plan TEXT NOT NULL,          -- everything the results depend on, as JSON
        games INTEGER NOT NULL,      -- how many there will be
        begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
        ended TEXT                   -- when the last game was played
    );
    CREATE TABLE matches (
        id INTEGER PRIMARY KEY,
        tournament INTEGER NOT NULL REFERENCES tournaments(id),
        fixture INTEGER NOT NULL,
        number INTEGER NOT NULL,
        played TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
        seed INTEGER NOT NULL,
        bot_seed INTEGER NOT NULL,
        reason TEXT NOT NULL,
        turns INTEGER NOT NULL,
        seconds REAL NOT NULL,
        UNIQUE (tournament, fixture, number)
    );
    CREATE TABLE seats (
        match INTEGER NOT NULL REFERENCES matches(id),
        seat INTEGER NOT NULL,
        entrant INTEGER NOT NULL,
        label TEXT NOT NULL,
        spec TEXT NOT NULL,
        rank INTEGER NOT NULL,
        forfeit TEXT,
        PRIMARY KEY (match, seat)
    ) WITHOUT ROWID;
    CREATE INDEX seats_by_label ON seats (label);
    CREATE TABLE ratings (
        tournament INTEGER NOT NULL REFERENCES tournaments(id),
        label TEXT NOT NULL,
        place INTEGER NOT NULL,
        games INTEGER NOT NULL,
        points REAL NOT NULL,
        system TEXT NOT NULL,
        rating REAL,
        low REAL,
        high REAL,
        PRIMARY KEY (tournament, label)
    ) WITHOUT ROWID;
", "
    CREATE TABLE live (              -- matches with people, played in rooms
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        room TEXT NOT NULL,
        rules TEXT NOT NULL,         -- as JSON
        begun TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
        ended TEXT,
        state TEXT NOT NULL DEFAULT 'playing',   -- 'finished', 'aborted', or 'lost' with the program
        reason TEXT,
        turns INTEGER,
        seconds REAL,
        replay TEXT                  -- the name of its file in the folder of live replays
    );
    CREATE INDEX live_by_state ON live (state);
    CREATE TABLE live_seats (
        live INTEGER NOT NULL REFERENCES live(id),
        seat INTEGER NOT NULL,
        label TEXT NOT NULL,
        spec TEXT NOT NULL,
        rank INTEGER,
        figures TEXT,                -- as JSON
        PRIMARY KEY (live, seat)
    ) WITHOUT ROWID;
    CREATE INDEX live_seats_by_label ON live_seats (label);
"];

/// Makes an empty file a store, an older store a newer one, and refuses everything else.
pub(super) fn prepare(path: &Path, connection: &mut Connection) -> Result<(), StoreError> {
    let say = |error| StoreError::new(path, &error);
    let known = STEPS.len() as i64;
    if version(path, connection)? == known {
        return Ok(());
    }
    // Two programs may begin at the same time: only one of them changes the file.
    let transaction =
        connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(say)?;
    let found = version(path, &transaction)?;
    for step in STEPS.iter().skip(usize::try_from(found).unwrap_or_default()) {
        transaction.execute_batch(step).map_err(say)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION).map_err(say)?;
    transaction.pragma_update(None, "user_version", known).map_err(say)?;
    transaction.commit().map_err(say)
}

/// The version of the file; 0 for an empty one.
fn version(path: &Path, connection: &Connection) -> Result<i64, StoreError> {
    let say = |error| StoreError::new(path, &error);
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let tables: i64 = connection
        .query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))
        .map_err(say)?;
    let (application, found) =
        (pragma("application_id").map_err(say)?, pragma("user_version").map_err(say)?);
    let known = STEPS.len() as i64;
    match (tables, application, found) {
        (0, 0, 0) => Ok(0),
        (_, APPLICATION, found) if found > known => {
            Err(StoreError::Newer { path: path.to_owned(), found, known })
        }
        (_, APPLICATION, found) if found > 0 => Ok(found),
        _ => Err(StoreError::Foreign(path.to_owned())),
    }
}
