//! Writing: a tournament begins, each of its games is added once, it ends.

use ludus_core::{Outcome, Seat};
use rusqlite::{Connection, ErrorCode, params};

use super::Store;
use super::error::StoreError;
use super::lock::TournamentLock;
use crate::series::GameRecord;
use crate::tournament::{GameKey, GameResult, GameResults, Standings, TournamentPlan};

/// The number of a tournament in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TournamentId(pub i64);

/// A tournament as it is taken up.
#[derive(Debug)]
pub struct ResumedTournament {
    /// Its number.
    pub id: TournamentId,
    /// The games that were played before.
    pub results: GameResults,
    /// The right to play the others, to be kept until they are played; none is needed where all are.
    pub lock: Option<TournamentLock>,
}

impl Store {
    /// Takes up the newest tournament with the same plan, or begins one.
    ///
    /// # Errors
    /// If the store cannot be read or written, or another program is playing the tournament.
    pub fn take_up(&mut self, plan: &TournamentPlan) -> Result<ResumedTournament, StoreError> {
        let identity = plan.identity().to_string();
        // Two programs may begin at the same time: only one of them makes the tournament.
        let found = self.all_or_nothing(|transaction| {
            let sql = "SELECT max(id) FROM tournaments WHERE plan = ?1";
            let found: Option<i64> = transaction.query_row(sql, [&identity], |row| row.get(0))?;
            found.map_or_else(|| insert(transaction, plan), |id| Ok(TournamentId(id)))
        });
        let id = found.map_err(self.say())?;
        let results = self.results(id)?;
        if results.len() as u64 == plan.all_games() {
            return Ok(ResumedTournament { id, results, lock: None });
        }
        let lock = TournamentLock::take(&self.path, id)?;
        // The last program that played it may have played on until it gave up the lock.
        Ok(ResumedTournament { id, results: self.results(id)?, lock: Some(lock) })
    }

    /// Begins a tournament, also where there is one with the same plan.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn begin(&mut self, plan: &TournamentPlan) -> Result<ResumedTournament, StoreError> {
        let id = self.all_or_nothing(|transaction| insert(transaction, plan));
        let id = id.map_err(self.say())?;
        let lock = TournamentLock::take(&self.path, id)?;
        Ok(ResumedTournament { id, results: GameResults::new(), lock: Some(lock) })
    }

    /// Adds a game of a tournament.
    ///
    /// # Errors
    /// If it is there already, or the store cannot be written.
    pub fn add(
        &mut self,
        id: TournamentId,
        plan: &TournamentPlan,
        key: GameKey,
        record: &GameRecord,
    ) -> Result<(), StoreError> {
        let outcome = &record.result.outcome;
        let added = self.all_or_nothing(|transaction| {
            let mut insert = transaction.prepare_cached(
                "INSERT INTO matches
                 (tournament, fixture, number, seed, bot_seed, reason, turns, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            )?;
            insert.execute(params![
                id.0,
                key.fixture as i64,
                key.number as i64,
                record.seed.number() as i64,
                record.bot_seed.number() as i64,
                outcome.reason(),
                record.result.turns,
                record.result.time.as_secs_f64(),
            ])?;
            let number = transaction.last_insert_rowid();
            let mut insert = transaction.prepare_cached(
                "INSERT INTO seats (match, seat, entrant, label, spec, rank, forfeit)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?;
            for (seat, &entrant) in Seat::first(record.seats.len()).zip(&record.seats) {
                let who = &plan.line_up.entrants()[entrant];
                let forfeit = &record.result.seats[seat.index()].forfeit;
                insert.execute(params![
                    number,
                    seat.index() as i64,
                    entrant as i64,
                    who.label,
                    who.spec.to_string(),
                    outcome.rank(seat).number() as i64,
                    forfeit.as_ref().map(ToString::to_string),
                ])?;
            }
            Ok(())
        });
        added.map_err(|error| match error.sqlite_error_code() {
            Some(ErrorCode::ConstraintViolation) => StoreError::Twice {
                path: self.path.clone(),
                fixture: key.fixture + 1,
                number: key.number + 1,
            },
            _ => StoreError::new(&self.path, &error),
        })
    }

    /// Notes how a tournament stands, and that it has ended if it has.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn note(
        &mut self,
        id: TournamentId,
        standings: &Standings,
        ended: bool,
    ) -> Result<(), StoreError> {
        let noted = self.all_or_nothing(|transaction| {
            let mut insert = transaction.prepare_cached(
                "INSERT OR REPLACE INTO ratings
                 (tournament, label, place, games, points, system, rating, low, high)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            )?;
            for bot in &standings.standings {
                insert.execute(params![
                    id.0,
                    bot.label,
                    bot.place as i64,
                    bot.games as i64,
                    bot.points,
                    standings.system.name(),
                    bot.rating,
                    bot.rating_low,
                    bot.rating_high,
                ])?;
            }
            if ended {
                let sql = "UPDATE tournaments SET ended = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
                           WHERE id = ?1 AND ended IS NULL";
                transaction.execute(sql, [id.0])?;
            }
            Ok(())
        });
        noted.map_err(self.say())
    }

    /// The games of a tournament that were played.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn results(&self, TournamentId(id): TournamentId) -> Result<GameResults, StoreError> {
        let mut select = self
            .connection
            .prepare(
                "SELECT m.fixture, m.number, m.reason, m.turns, m.seconds, s.entrant, s.rank, s.forfeit
                 FROM matches m JOIN seats s ON s.match = m.id
                 WHERE m.tournament = ?1 ORDER BY m.fixture, m.number, s.seat",
            )
            .map_err(self.say())?;
        let mut rows = select.query([id]).map_err(self.say())?;
        let mut read: Vec<(GameKey, ReadGame)> = Vec::new();
        while let Some(row) = rows.next().map_err(self.say())? {
            let mut one = |row: &rusqlite::Row<'_>| -> rusqlite::Result<()> {
                let key = GameKey {
                    fixture: row.get::<_, i64>(0)? as u64,
                    number: row.get::<_, i64>(1)? as u64,
                };
                if read.last().is_none_or(|(last, _)| *last != key) {
                    let game = ReadGame {
                        reason: row.get(2)?,
                        turns: row.get(3)?,
                        seconds: row.get(4)?,
                        ..ReadGame::default()
                    };
                    read.push((key, game));
                }
                if let Some((_, game)) = read.last_mut() {
                    game.seats.push(row.get::<_, i64>(5)? as usize);
                    game.ranks.push(row.get(6)?);
                    game.forfeits.push(row.get(7)?);
                }
                Ok(())
            };
            one(row).map_err(self.say())?;
        }
        Ok(read.into_iter().map(|(key, game)| (key, game.into())).collect())
    }
}

/// Adds a tournament without games.
fn insert(connection: &Connection, plan: &TournamentPlan) -> rusqlite::Result<TournamentId> {
    let sql = "INSERT INTO tournaments (game, plan, games) VALUES (?1, ?2, ?3)";
    let games = plan.all_games() as i64;
    connection.execute(sql, params![plan.game, plan.identity().to_string(), games])?;
    Ok(TournamentId(connection.last_insert_rowid()))
}

/// A game while it is read, row by row.
#[derive(Default)]
struct ReadGame {
    reason: String,
    turns: u32,
    seconds: f64,
    seats: Vec<usize>,
    ranks: Vec<i64>,
    forfeits: Vec<Option<String>>,
}

impl From<ReadGame> for GameResult {
    fn from(read: ReadGame) -> Self {
        // A smaller rank is the better one; ranks of the same order give the same outcome.
        let merits: Vec<i64> = read.ranks.iter().map(|rank| -rank).collect();
        Self {
            seats: read.seats,
            outcome: Outcome::by_merit(&merits, read.reason),
            forfeits: read.forfeits,
            failures: Vec::new(),
            turns: read.turns,
            seconds: read.seconds,
        }
    }
}
