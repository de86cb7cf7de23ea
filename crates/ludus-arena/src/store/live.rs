//! Matches with people: each is noted when it begins, and again when it ends, however it does.

use std::collections::BTreeMap;

use ludus_core::Seat;
use rusqlite::{Row, named_params, params};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Store;
use super::error::StoreError;
use crate::line_up::Entrant;
use crate::replay::figure_map;
use crate::session::is_person;
use crate::turns::MatchResult;

/// The number of a live match in its store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LiveId(pub i64);

/// A live match as it begins.
#[derive(Clone, Debug)]
pub struct LiveEntry<'a> {
    /// The game.
    pub game: &'a str,
    /// The room it is played in.
    pub room: &'a str,
    /// Its rules.
    pub rules: &'a Value,
    /// Who sits where.
    pub seats: &'a [Entrant],
}

/// How far a live match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LiveState {
    /// It is being played.
    Playing,
    /// It has its outcome.
    Finished,
    /// It was ended before it had one: the room closed, or the server stopped.
    Aborted,
    /// The program ended while it was played.
    Lost,
}

impl LiveState {
    /// The state's name, in the store and in messages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Finished => "finished",
            Self::Aborted => "aborted",
            Self::Lost => "lost",
        }
    }
}

/// Which live matches are wanted; what is not set does not limit.
#[derive(Clone, Debug, Default)]
pub struct LiveFilter {
    /// Only this game.
    pub game: Option<String>,
    /// Only matches in which this label took part.
    pub label: Option<String>,
    /// Only in this state.
    pub state: Option<LiveState>,
    /// Only those that began before this one.
    pub before: Option<LiveId>,
}

/// A live match in a list.
#[derive(Clone, Debug, Serialize)]
pub struct LiveRow {
    /// Its number.
    pub id: LiveId,
    /// The game.
    pub game: String,
    /// The room it was played in.
    pub room: String,
    /// Its rules.
    pub rules: Value,
    /// When it began, UTC.
    pub begun: String,
    /// When it ended, UTC.
    pub ended: Option<String>,
    /// How far it has come: `playing`, `finished`, `aborted` or `lost`.
    pub state: String,
    /// Why it ended.
    pub reason: Option<String>,
    /// How many turns it had.
    pub turns: Option<i64>,
    /// How long it took.
    pub seconds: Option<f64>,
    /// The name of its replay's file.
    pub replay: Option<String>,
    /// Who sat where.
    pub seats: Vec<LiveSeatRow>,
}

/// A seat of a live match in a list.
#[derive(Clone, Debug, Serialize)]
pub struct LiveSeatRow {
    /// The label of the person or bot.
    pub label: String,
    /// How the bot was named; `human` for a person.
    pub spec: String,
    /// Whether it was a person.
    pub person: bool,
    /// The rank, 1 is first; none while it is not finished.
    pub rank: Option<i64>,
    /// What the game reports about the seat.
    pub figures: BTreeMap<String, f64>,
}

const NOW: &str = "strftime('%Y-%m-%dT%H:%M:%SZ', 'now')";

impl Store {
    /// Notes that a live match begins.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn begin_live(&mut self, entry: &LiveEntry<'_>) -> Result<LiveId, StoreError> {
        let id = self.all_or_nothing(|transaction| {
            let sql = "INSERT INTO live (game, room, rules) VALUES (?1, ?2, ?3)";
            transaction.execute(sql, params![entry.game, entry.room, entry.rules.to_string()])?;
            let id = transaction.last_insert_rowid();
            for (seat, who) in Seat::first(entry.seats.len()).zip(entry.seats) {
                let sql =
                    "INSERT INTO live_seats (live, seat, label, spec) VALUES (?1, ?2, ?3, ?4)";
                let row = params![id, seat.index() as i64, who.label, who.spec.to_string()];
                transaction.execute(sql, row)?;
            }
            Ok(id)
        });
        id.map(LiveId).map_err(self.say())
    }

    /// Notes how a live match ended, and the file of its replay.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn finish_live(
        &mut self,
        id: LiveId,
        result: &MatchResult,
        replay: Option<&str>,
    ) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE live SET state = ?2, ended = {NOW}, reason = ?3, turns = ?4, seconds = ?5,
             replay = ?6 WHERE id = ?1"
        );
        let state = LiveState::Finished.name();
        let (reason, seconds) = (result.outcome.reason(), result.time.as_secs_f64());
        let noted = self.all_or_nothing(|transaction| {
            let row = params![id.0, state, reason, result.turns, seconds, replay];
            transaction.execute(&sql, row)?;
            for (seat, of_seat) in Seat::first(result.seats.len()).zip(&result.seats) {
                let sql =
                    "UPDATE live_seats SET rank = ?3, figures = ?4 WHERE live = ?1 AND seat = ?2";
                let rank = result.outcome.rank(seat).number() as i64;
                let figures = serde_json::json!(figure_map(&of_seat.figures)).to_string();
                transaction.execute(sql, params![id.0, seat.index() as i64, rank, figures])?;
            }
            Ok(())
        });
        noted.map_err(self.say())
    }

    /// Notes that a live match was ended before it had an outcome.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn abort_live(&mut self, id: LiveId, reason: &str) -> Result<(), StoreError> {
        let sql = format!(
            "UPDATE live SET state = ?2, ended = {NOW}, reason = ?3
             WHERE id = ?1 AND state = 'playing'"
        );
        let row = params![id.0, LiveState::Aborted.name(), reason];
        self.connection.execute(&sql, row).map(drop).map_err(self.say())
    }

    /// Marks as lost what is noted as being played. Only a program that knows that no other plays live
    /// matches with this store may say so. Answers how many there were.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn mark_lost(&mut self) -> Result<usize, StoreError> {
        let sql = format!(
            "UPDATE live SET state = ?1, ended = {NOW}, reason = 'the server ended in the middle'
             WHERE state = 'playing'"
        );
        self.connection.execute(&sql, [LiveState::Lost.name()]).map_err(self.say())
    }

    /// Notes that a replay is no longer kept. What the match came to stays.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub fn forget_replay(&mut self, replay: &str) -> Result<(), StoreError> {
        let sql = "UPDATE live SET replay = NULL WHERE replay = ?1";
        self.connection.execute(sql, [replay]).map(drop).map_err(self.say())
    }

    /// The live matches, newest first, at most `most`.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn live_matches(
        &self,
        filter: &LiveFilter,
        most: usize,
    ) -> Result<Vec<LiveRow>, StoreError> {
        let sql = format!(
            "{SELECT} WHERE (:game IS NULL OR game = :game) AND (:state IS NULL OR state = :state)
             AND (:before IS NULL OR id < :before)
             AND (:label IS NULL OR EXISTS (
                SELECT 1 FROM live_seats s WHERE s.live = l.id AND s.label = :label))
             ORDER BY id DESC LIMIT :most"
        );
        let mut select = self.connection.prepare(&sql).map_err(self.say())?;
        let rows = select
            .query_map(
                named_params! {
                    ":game": filter.game,
                    ":state": filter.state.map(LiveState::name),
                    ":before": filter.before.map(|id| id.0),
                    ":label": filter.label,
                    ":most": i64::try_from(most).unwrap_or(i64::MAX),
                },
                read,
            )
            .map_err(self.say())?;
        let rows = rows.collect::<rusqlite::Result<Vec<_>>>().map_err(self.say())?;
        rows.into_iter().map(|row| self.with_seats(row)).collect()
    }

    fn with_seats(&self, mut row: LiveRow) -> Result<LiveRow, StoreError> {
        let sql = "SELECT label, spec, rank, figures FROM live_seats WHERE live = ?1 ORDER BY seat";
        let mut select = self.connection.prepare_cached(sql).map_err(self.say())?;
        let seats = select.query_map([row.id.0], read_seat).map_err(self.say())?;
        row.seats = seats.collect::<rusqlite::Result<_>>().map_err(self.say())?;
        Ok(row)
    }
}

const SELECT: &str =
    "SELECT id, game, room, rules, begun, ended, state, reason, turns, seconds, replay
    FROM live l";

fn read(row: &Row<'_>) -> rusqlite::Result<LiveRow> {
    let rules: String = row.get(3)?;
    Ok(LiveRow {
        id: LiveId(row.get(0)?),
        game: row.get(1)?,
        room: row.get(2)?,
        rules: serde_json::from_str(&rules).unwrap_or(Value::String(rules)),
        begun: row.get(4)?,
        ended: row.get(5)?,
        state: row.get(6)?,
        reason: row.get(7)?,
        turns: row.get(8)?,
        seconds: row.get(9)?,
        replay: row.get(10)?,
        seats: Vec::new(),
    })
}

fn read_seat(row: &Row<'_>) -> rusqlite::Result<LiveSeatRow> {
    let (spec, figures): (String, Option<String>) = (row.get(1)?, row.get(3)?);
    let figures = figures.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    let person = spec.parse().is_ok_and(|spec| is_person(&spec));
    Ok(LiveSeatRow { label: row.get(0)?, spec, person, rank: row.get(2)?, figures })
}
