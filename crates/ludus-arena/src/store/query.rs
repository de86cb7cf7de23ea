//! Reading: tournaments, matches and ratings, with filters.

use std::collections::BTreeMap;

use rusqlite::{Row, ToSql, named_params};
use serde::Serialize;
use serde_json::Value;

use super::Store;
use super::error::StoreError;
use crate::stats::WengLin;

/// Which results are wanted; what is not set does not limit.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Only this game.
    pub game: Option<String>,
    /// Only where a bot with this label took part.
    pub bot: Option<String>,
    /// Only this tournament.
    pub tournament: Option<i64>,
    /// Not before this day, `2026-11-15`.
    pub since: Option<String>,
    /// Not after this day.
    pub until: Option<String>,
}

/// A tournament in a list.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentRow {
    /// Its number.
    pub id: i64,
    /// The game.
    pub game: String,
    /// When it began, UTC.
    pub begun: String,
    /// When its last game was played, UTC; `None` while games are missing.
    pub ended: Option<String>,
    /// Games played.
    pub played: i64,
    /// Games that there will be.
    pub games: i64,
    /// The bot in the first place, as far as it was noted.
    pub winner: Option<String>,
    /// Everything its results depend on.
    pub plan: Value,
}

/// A match in a list.
#[derive(Clone, Debug, Serialize)]
pub struct MatchRow {
    /// The number of its tournament.
    pub tournament: i64,
    /// The game.
    pub game: String,
    /// The fixture, from 1.
    pub fixture: i64,
    /// The game in the fixture, from 1.
    pub number: i64,
    /// When it was played, UTC.
    pub played: String,
    /// The seed of its chance.
    pub seed: i64,
    /// Why it ended.
    pub reason: String,
    /// How many turns it had.
    pub turns: i64,
    /// How long it took.
    pub seconds: f64,
    /// Who sat where.
    pub seats: Vec<SeatRow>,
}

/// A seat of a match in a list.
#[derive(Clone, Debug, Serialize)]
pub struct SeatRow {
    /// What its bot is called.
    pub label: String,
    /// How it was named.
    pub spec: String,
    /// Its rank, 1 is first.
    pub rank: i64,
    /// Why it was lost without a move on the board, if it was.
    pub forfeit: Option<String>,
}

/// The rating of a bot after a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct RatingRow {
    /// The number of the tournament.
    pub tournament: i64,
    /// The game.
    pub game: String,
    /// When the tournament ended, or began where it has not ended, UTC.
    pub at: String,
    /// The bot.
    pub label: String,
    /// Its place in the tournament.
    pub place: i64,
    /// Its games in the tournament.
    pub games: i64,
    /// How the tournament's ratings are computed.
    pub system: String,
    /// Its rating in the tournament, relative to who took part.
    pub rating: Option<f64>,
    /// The lower end of its 95 % interval.
    pub low: Option<f64>,
    /// The upper end of its 95 % interval.
    pub high: Option<f64>,
    /// Its Weng–Lin rating over all tournaments of this game in the store up to and with this one.
    pub running: f64,
    /// Half of the width of its 95 % interval.
    pub running_error: f64,
}

/// The condition of a filter, for a query in which `t` are the tournaments and `day` the day.
const WHERE: &str = "(:game IS NULL OR t.game = :game)
    AND (:tournament IS NULL OR t.id = :tournament)
    AND (:since IS NULL OR day >= :since) AND (:until IS NULL OR day <= :until)";

/// Ratings with their errors, by tournament and label.
type Running = BTreeMap<(i64, String), (f64, f64)>;

impl Store {
    /// The tournaments, oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn tournaments(&self, filter: &Filter) -> Result<Vec<TournamentRow>, StoreError> {
        let sql = format!(
            "SELECT t.id, t.game, t.begun, t.ended, t.games, t.plan, date(t.begun) AS day,
                (SELECT count(*) FROM matches m WHERE m.tournament = t.id),
                (SELECT label FROM ratings r WHERE r.tournament = t.id AND r.place = 1
                 ORDER BY label LIMIT 1)
             FROM tournaments t
             WHERE {WHERE} AND (:bot IS NULL OR EXISTS (
                SELECT 1 FROM matches m JOIN seats s ON s.match = m.id
                WHERE m.tournament = t.id AND s.label = :bot))
             ORDER BY t.id"
        );
        self.list(&sql, filter, |row| {
            let plan: String = row.get(5)?;
            Ok(TournamentRow {
                id: row.get(0)?,
                game: row.get(1)?,
                begun: row.get(2)?,
                ended: row.get(3)?,
                games: row.get(4)?,
                plan: serde_json::from_str(&plan).unwrap_or(Value::String(plan)),
                played: row.get(7)?,
                winner: row.get(8)?,
            })
        })
    }

    /// Hands over the matches one by one, in the order of tournaments, fixtures and numbers.
    ///
    /// # Errors
    /// If the store cannot be read, or `each` fails.
    pub fn matches<E: From<StoreError>>(
        &self,
        filter: &Filter,
        mut each: impl FnMut(MatchRow) -> Result<(), E>,
    ) -> Result<(), E> {
        let sql = format!(
            "SELECT t.id, t.game, m.fixture, m.number, m.played, m.seed, m.reason, m.turns,
                m.seconds, s.label, s.spec, s.rank, s.forfeit, date(m.played) AS day
             FROM matches m JOIN tournaments t ON t.id = m.tournament JOIN seats s ON s.match = m.id
             WHERE {WHERE} AND (:bot IS NULL OR EXISTS (
                SELECT 1 FROM seats b WHERE b.match = m.id AND b.label = :bot))
             ORDER BY t.id, m.fixture, m.number, s.seat"
        );
        let mut select = self.connection.prepare(&sql).map_err(self.say())?;
        let parameters = filter.parameters();
        let mut rows = select.query(&parameters[..]).map_err(self.say())?;
        let mut open: Option<MatchRow> = None;
        while let Some(row) = rows.next().map_err(self.say())? {
            let (game, seat) = read_seat(row).map_err(self.say())?;
            let key = |game: &MatchRow| (game.tournament, game.fixture, game.number);
            if open.as_ref().is_none_or(|last| key(last) != key(&game)) {
                open.replace(game).map_or(Ok(()), &mut each)?;
            }
            if let Some(game) = &mut open {
                game.seats.push(seat);
            }
        }
        open.map_or(Ok(()), each)
    }

    /// The ratings of bots after each tournament, oldest first.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub fn ratings(&self, filter: &Filter) -> Result<Vec<RatingRow>, StoreError> {
        let running = self.running(filter.game.as_deref())?;
        let sql = format!(
            "SELECT t.id, t.game, coalesce(t.ended, t.begun), r.label, r.place, r.games, r.system,
                r.rating, r.low, r.high, date(t.begun) AS day
             FROM ratings r JOIN tournaments t ON t.id = r.tournament
             WHERE {WHERE} AND (:bot IS NULL OR r.label = :bot)
             ORDER BY t.id, r.place, r.label"
        );
        self.list(&sql, filter, |row| {
            let (tournament, label): (i64, String) = (row.get(0)?, row.get(3)?);
            // A bot without a game has the rating that every bot begins with.
            let known = running.get(&(tournament, label.clone()));
            let (rating, error) = known.copied().unwrap_or_else(|| WengLin::new(1).rating(0));
            Ok(RatingRow {
                tournament,
                game: row.get(1)?,
                at: row.get(2)?,
                label,
                place: row.get(4)?,
                games: row.get(5)?,
                system: row.get(6)?,
                rating: row.get(7)?,
                low: row.get(8)?,
                high: row.get(9)?,
                running: rating,
                running_error: error,
            })
        })
    }

    /// The Weng–Lin rating of every bot after every tournament, games of one game in their order.
    fn running(&self, game: Option<&str>) -> Result<Running, StoreError> {
        let filter = Filter { game: game.map(str::to_owned), ..Filter::default() };
        let mut tables: BTreeMap<String, (Vec<String>, WengLin)> = BTreeMap::new();
        let mut after = BTreeMap::new();
        self.matches::<StoreError>(&filter, |row| {
            let (labels, ratings) =
                tables.entry(row.game).or_insert_with(|| (Vec::new(), WengLin::new(0)));
            let seats: Vec<(usize, usize)> = row
                .seats
                .iter()
                .map(|seat| {
                    let known = labels.iter().position(|label| *label == seat.label);
                    let bot = known.unwrap_or_else(|| {
                        labels.push(seat.label.clone());
                        ratings.join()
                    });
                    (bot, usize::try_from(seat.rank).unwrap_or(1))
                })
                .collect();
            ratings.push(&seats);
            for (bot, _) in seats {
                after.insert((row.tournament, labels[bot].clone()), ratings.rating(bot));
            }
            Ok(())
        })?;
        Ok(after)
    }

    fn list<T>(
        &self,
        sql: &str,
        filter: &Filter,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let mut select = self.connection.prepare(sql).map_err(self.say())?;
        let parameters = filter.parameters();
        let rows = select.query_map(&parameters[..], read).map_err(self.say())?;
        rows.collect::<rusqlite::Result<Vec<T>>>().map_err(self.say())
    }
}

impl Filter {
    fn parameters(&self) -> Vec<(&'static str, &dyn ToSql)> {
        named_params! {
            ":game": self.game,
            ":bot": self.bot,
            ":tournament": self.tournament,
            ":since": self.since,
            ":until": self.until,
        }
        .to_vec()
    }
}

/// A row of the join of matches and seats.
fn read_seat(row: &Row<'_>) -> rusqlite::Result<(MatchRow, SeatRow)> {
    let game = MatchRow {
        tournament: row.get(0)?,
        game: row.get(1)?,
        fixture: row.get::<_, i64>(2)? + 1,
        number: row.get::<_, i64>(3)? + 1,
        played: row.get(4)?,
        seed: row.get(5)?,
        reason: row.get(6)?,
        turns: row.get(7)?,
        seconds: row.get(8)?,
        seats: Vec::new(),
    };
    let seat = SeatRow {
        label: row.get(9)?,
        spec: row.get(10)?,
        rank: row.get(11)?,
        forfeit: row.get(12)?,
    };
    Ok((game, seat))
}
