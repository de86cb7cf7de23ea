//! `/api/v1/tournaments`: tournaments of the result store, and new ones. Its progress goes over the connection
//! of a page, as a job.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_arena::LineUp;
use ludus_arena::replay::RecordFolder;
use ludus_arena::store::{Filter, MatchRow, Store, StoreError, TournamentId, TournamentRow};
use ludus_arena::tournament::{Format, GameResults, Standings, TournamentPlan};
use serde::{Deserialize, Serialize};

use super::{JobMade, ReplayKept, unusable, within};
use crate::archive::Guest;
use crate::body::HeldBody;
use crate::content::{Asked, Problem};
use crate::jobs::tournament::Cup;
use crate::jobs::{JobAbout, JobKind, PageJobResult, TournamentNews};
use crate::plans::MARGIN;
use crate::random;
use crate::roster::{BotWanted, Roster, RosterGame};
use crate::routes::Shared;
use crate::topics::TopicMessage;
use crate::versioned::Versioned;

/// The most bots and games of a tournament that a page starts.
const MOST_BOTS: u64 = 32;
const MOST_GAMES: u64 = 1000;

/// The most games of all its bots together.
const MOST_OF_ALL: u64 = 50_000;

/// How many matches a list has at most.
const MOST_LISTED: usize = 200;

/// The addresses of tournaments.
pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/", get(list).post(begin))
        .route("/{id}", get(show))
        .route("/{id}/resume", post(resume))
        .route("/{id}/matches", get(matches))
        .route("/{id}/replay", post(replay))
}

/// The tournaments of the store, and those that are played now.
#[derive(Debug, Serialize)]
struct TournamentList {
    tournaments: Vec<TournamentRow>,
    jobs: Vec<Versioned<TopicMessage>>,
}

async fn list(State(shared): State<Shared>) -> Result<Json<Versioned<TournamentList>>, Problem> {
    let path = shared.store.clone();
    let stored = shared.work.run(move || {
        let Some(store) = existing(path.as_ref())? else { return Ok(Vec::new()) };
        let mut rows = store.tournaments(&Filter::default()).map_err(unusable)?;
        rows.reverse();
        Ok(rows)
    });
    let tournaments = stored.await?;
    let jobs = shared.jobs.under_way(JobKind::Tournament).iter().map(|job| job.message()).collect();
    Ok(Json(Versioned::new(TournamentList { tournaments, jobs })))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TournamentRequest {
    game: String,
    bots: Vec<BotWanted>,
    format: Format,
    #[serde(default = "two")]
    seats: usize,
    games: u64,
    rounds: Option<usize>,
}

const fn two() -> usize {
    2
}

/// Starts a tournament.
async fn begin(
    State(shared): State<Shared>,
    Asked(wanted): Asked<TournamentRequest>,
) -> Result<Json<Versioned<JobMade>>, Problem> {
    within("bots", wanted.bots.len() as u64, 2, MOST_BOTS)?;
    within("games", wanted.games, 1, MOST_GAMES)?;
    let listed = shared.roster.game(&wanted.game)?;
    let specs = wanted.bots.iter().map(|bot| listed.chosen(bot)).collect::<Result<Vec<_>, _>>()?;
    let offer = listed.offer.clone();
    let plan = TournamentPlan {
        game: offer.game.name(),
        rounds: wanted.rounds.unwrap_or_else(|| TournamentPlan::usual_rounds(specs.len())),
        line_up: LineUp::new(specs),
        format: wanted.format,
        seats: wanted.seats,
        games: wanted.games,
        seed: random::seed().map_err(unusable)?,
        rules: offer.rules.clone(),
        budget: offer.budget,
        margin: MARGIN,
        jobs: shared.jobs.threads_each,
        threads: 1,
        logs: None,
        clock: None,
    };
    plan.check().map_err(unusable)?;
    within("games of all bots", plan.all_games(), 1, MOST_OF_ALL)?;
    offer.game.check_rules(&plan.rules, plan.seats).map_err(unusable)?;
    start(&shared, listed, plan, false)
}

fn start(
    shared: &Shared,
    listed: &RosterGame,
    plan: TournamentPlan,
    resumes: bool,
) -> Result<Json<Versioned<JobMade>>, Problem> {
    let no_store = || unusable("this server has no result store");
    let store = shared.store.clone().ok_or_else(no_store)?;
    let about = JobAbout::Tournament { game: plan.game, plan: Box::new(plan.identity()) };
    let (offer, store_bytes) = (listed.offer.clone(), shared.store_bytes);
    let cup = Cup { offer, plan, store, store_bytes, resumes };
    let job = shared.jobs.add(about, move |job| cup.play(job))?;
    Ok(Json(Versioned::new(JobMade::of(&job))))
}

/// A tournament of the store.
#[derive(Debug, Serialize)]
struct TournamentShown {
    #[serde(flatten)]
    news: TournamentNews,
    begun: String,
    ended: Option<String>,
    /// The job that plays it.
    job: Option<String>,
}

/// How a tournament of the store stands.
async fn show(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Json<Versioned<TournamentShown>>, Problem> {
    let (path, roster) = (shared.store.clone(), Arc::clone(&shared.roster));
    let shown = shared.work.run(move || {
        let (plan, results, row) = stored(path.as_ref(), &roster, id)?;
        let standings = Standings::new(&plan, &results).map_err(unusable)?;
        let news = TournamentNews::new(&plan, TournamentId(id), &results, Some(standings));
        Ok((news, row))
    });
    let (news, row) = shown.await?;
    let plays = |result: Option<PageJobResult>| matches!(result, Some(PageJobResult::Tournament(news)) if news.tournament == id);
    let jobs = shared.jobs.under_way(JobKind::Tournament);
    let job = jobs.iter().find(|job| plays(job.result())).map(|job| job.id.clone());
    let TournamentRow { begun, ended, .. } = row;
    Ok(Json(Versioned::new(TournamentShown { news, begun, ended, job })))
}

/// Continues a tournament that was stopped.
async fn resume(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Json<Versioned<JobMade>>, Problem> {
    let (path, roster) = (shared.store.clone(), Arc::clone(&shared.roster));
    let (mut plan, _, row) = shared.work.run(move || stored(path.as_ref(), &roster, id)).await?;
    plan.jobs = shared.jobs.threads_each;
    let listed = shared.roster.game(plan.game)?;
    playable(listed, &plan, &row)?;
    start(&shared, listed, plan, true)
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MatchesQuery {
    #[serde(default)]
    from: usize,
    bot: Option<String>,
}

/// Matches of a tournament.
#[derive(Debug, Serialize)]
struct MatchList {
    all: usize,
    matches: Vec<MatchRow>,
}

/// The single matches of a tournament.
async fn matches(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
    query: Result<Query<MatchesQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Versioned<MatchList>>, Problem> {
    let Query(query) = query.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    let path = shared.store.clone();
    let listed = shared.work.run(move || {
        let store = existing(path.as_ref())?.ok_or_else(|| missing(id))?;
        let bot = query.bot.filter(|bot| !bot.is_empty());
        let filter = Filter { tournament: Some(id), bot, ..Filter::default() };
        let (mut rows, mut count) = (Vec::new(), 0);
        store
            .matches::<StoreError>(&filter, |row| {
                if count >= query.from && rows.len() < MOST_LISTED {
                    rows.push(row);
                }
                count += 1;
                Ok(())
            })
            .map_err(unusable)?;
        Ok(MatchList { all: count, matches: rows })
    });
    Ok(Json(Versioned::new(listed.await?)))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GameWanted {
    /// From 1, as in lists.
    fixture: u64,
    number: u64,
}

/// Plays one match of a tournament again, to be looked at: it comes out as it did, because it depends on nothing
/// but its plan.
async fn replay(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
    Asked(wanted): Asked<GameWanted>,
) -> Result<Json<Versioned<ReplayKept>>, Problem> {
    let (path, roster) = (shared.store.clone(), Arc::clone(&shared.roster));
    let archive = Arc::clone(&shared.archive);
    let kept = shared.work.run(move || {
        let (plan, results, row) = stored(path.as_ref(), &roster, id)?;
        let listed = roster.game(plan.game)?;
        playable(listed, &plan, &row)?;
        if !plan.budget.is_exact() {
            return Err(unusable(
                "its bots had time limits, so that it would not come out the same",
            ));
        }
        let (fixture, number) = (wanted.fixture.saturating_sub(1), wanted.number.saturating_sub(1));
        let series = plan.series_of(&results, fixture).filter(|series| number < series.games);
        let mut series = series.ok_or_else(|| missing(id))?;
        let folder = tempfile::tempdir().map_err(unusable)?;
        series.record = Some(RecordFolder { path: folder.path().to_owned(), overwrite: false });
        let stop = Arc::new(AtomicBool::new(false));
        listed.offer.game.player().play_game(&series, number, &stop).map_err(unusable)?;
        let file = std::fs::read_dir(folder.path()).map_err(unusable)?.next();
        let file = file.ok_or_else(|| missing(id))?.map_err(unusable)?;
        let text = std::fs::read(file.path()).map_err(unusable)?;
        let taken = archive.room_for(text.len())?;
        archive.keep(Guest::new(HeldBody::new(text, taken)))
    });
    Ok(Json(Versioned::new(ReplayKept { id: kept.await? })))
}

/// Makes sure that a page may let these bots play: a stored tournament may have others.
fn playable(
    listed: &RosterGame,
    plan: &TournamentPlan,
    row: &TournamentRow,
) -> Result<(), Problem> {
    if row.plan["program"] != env!("CARGO_PKG_VERSION") {
        return Err(unusable("it was played by another version of this program"));
    }
    match plan.line_up.entrants().iter().find(|who| !listed.permits(&who.spec)) {
        None => Ok(()),
        Some(who) => {
            let reason = format!("{} is no bot that a page may let play", who.label);
            Err(Problem::new(StatusCode::FORBIDDEN, reason))
        }
    }
}

/// A tournament of the store.
fn stored(
    path: Option<&PathBuf>,
    roster: &Roster,
    id: i64,
) -> Result<(TournamentPlan, GameResults, TournamentRow), Problem> {
    let store = existing(path)?.ok_or_else(|| missing(id))?;
    let filter = Filter { tournament: Some(id), ..Filter::default() };
    let rows = store.tournaments(&filter).map_err(unusable)?;
    let row = rows.into_iter().next().ok_or_else(|| missing(id))?;
    let game = &roster.game(&row.game)?.offer.game;
    let plan = TournamentPlan::from_identity(game.as_ref(), &row.plan).map_err(unusable)?;
    let results = store.results(TournamentId(id)).map_err(unusable)?;
    Ok((plan, results, row))
}

/// The store, if there is one already.
fn existing(path: Option<&PathBuf>) -> Result<Option<Store>, Problem> {
    match path.filter(|path| path.exists()) {
        Some(path) => Store::open_existing(path).map(Some).map_err(unusable),
        None => Ok(None),
    }
}

fn missing(id: i64) -> Problem {
    Problem::new(
        StatusCode::NOT_FOUND,
        format!("there is no tournament {id}, or no such match in it"),
    )
}
