//! `/api/v1/replays`: recorded matches, listed, shown, studied and downloaded.

use std::fmt::Display;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_arena::AnyGame;
use ludus_arena::replay::{ActionLine, Header, Line, Question, ReplayReader, SeatLine};
use ludus_core::{Budget, Outcome, Seat, Seed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::unusable;
use crate::archive::{Source, Wanted};
use crate::content::{Asked, Limits, Problem, body};
use crate::routes::Shared;
use crate::viewer::frames_of_replay;

/// How many matches a list has when nothing else is asked for, and at most.
const USUAL_COUNT: usize = 50;
const MOST_COUNT: usize = 200;

/// The most boards, of all seats and frames, that are shown of a match.
const MOST_BOARDS: usize = 60_000;

/// How many ticks of live play a frame stands for where nobody does anything: ten frames a second.
const IDLE_TICKS: u32 = 6;

/// How long a bot that is asked for advice may think.
const LONGEST_ADVICE: Duration = Duration::from_secs(10);

/// How much slower than anything else a large file may come.
const SLOWER: u32 = 12;

/// The addresses of recorded matches; a dropped file may be so large.
pub(super) fn router(most_bytes: usize) -> Router<Shared> {
    Router::new()
        .route("/", get(list).post(keep))
        .layer(DefaultBodyLimit::max(most_bytes))
        .route("/{id}", get(film))
        .route("/{id}/advice", post(advice))
        .route("/{id}/file", get(file))
        .route("/{id}/notation", get(notation))
        .route("/{id}/board", get(board))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    game: Option<String>,
    who: Option<String>,
    since: Option<String>,
    until: Option<String>,
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

async fn list(
    State(shared): State<Shared>,
    query: Result<Query<ListQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Value>, Problem> {
    let Query(query) = query.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let wanted = Wanted {
        game: given(query.game),
        who: given(query.who),
        since: given(query.since),
        until: given(query.until),
    };
    let count = query.count.unwrap_or(USUAL_COUNT).min(MOST_COUNT);
    let archive = Arc::clone(&shared.archive);
    let listed = move || Ok(archive.list(&wanted, query.from, count));
    let (replays, all) = shared.work.run(listed).await?;
    Ok(Json(json!({ "v": 1, "all": all, "replays": replays })))
}

/// Takes a file that was dropped on a page. It is kept only if it is a record that holds.
async fn keep(State(shared): State<Shared>, request: Request) -> Result<Json<Value>, Problem> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind != Some("application/jsonl") {
        let reason = "a recorded match has the content type application/jsonl";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
    }
    let limits = Limits { time: shared.limits.time * SLOWER, bytes: shared.replay_bytes };
    let text: Bytes = body(request, &shared, limits).await?;
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let id = shared.work.run(move || {
        let mut input: &[u8] = &text;
        let mut reader = ReplayReader::new(&mut input as &mut dyn BufRead).map_err(unreadable)?;
        let game = roster.played(&reader.header().game)?;
        game.verify(&mut reader).map_err(unreadable)?;
        archive.keep(text.to_vec())
    });
    Ok(Json(json!({ "v": 1, "id": id.await? })))
}

/// A recorded match with everything a page shows of it.
#[derive(Serialize)]
struct Film {
    v: u32,
    id: String,
    game: String,
    seats: Vec<SeatLine>,
    rules: Value,
    seed: Seed,
    budget: Budget,
    program: String,
    /// The game's own notation, if it can be had.
    notation: Option<&'static str>,
    frames: Vec<FilmFrame>,
}

#[derive(Serialize)]
struct FilmFrame {
    turn: u32,
    data: Value,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<ActionLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

async fn film(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Problem> {
    let with = Arc::clone(&shared.roster);
    let archive = Arc::clone(&shared.archive);
    let text = shared.work.run(move || {
        check_length(&mut archive.open(&id)?)?;
        let mut source = archive.open(&id)?;
        let mut reader = reader(&mut source)?;
        let game = with.played(&reader.header().game)?;
        let frames = game.frames(&mut reader).map_err(unreadable)?;
        let Header { game: name, seats, rules, seed, budget, program, .. } =
            reader.header().clone();
        let frames = frames
            .into_iter()
            .map(|shown| FilmFrame {
                turn: shown.turn,
                data: shown.snapshot.data,
                actions: shown.actions,
                outcome: shown.outcome,
            })
            .collect();
        let notation = game.notation();
        let film =
            Film { v: 1, id, game: name, seats, rules, seed, budget, program, notation, frames };
        serde_json::to_vec(&film).map_err(unreadable)
    });
    Ok(([(CONTENT_TYPE, "application/json")], text.await?).into_response())
}

/// Makes sure that a match is not so long that showing it takes too much memory: live play has frames where
/// nothing is recorded.
fn check_length(source: &mut Box<dyn Source>) -> Result<(), Problem> {
    let mut reader = reader(source)?;
    let seats = reader.header().seats.len().max(1);
    let (mut lines, mut last) = (0_usize, 0_u32);
    while let Some(line) = reader.next_line().map_err(unreadable)? {
        lines += 1;
        match line {
            Line::Tick(tick) => last = last.max(tick.turn),
            Line::Result(result) => last = last.max(result.turns),
            Line::Turn(_) | Line::Header(_) => {}
        }
    }
    let frames = lines + (last / IDLE_TICKS) as usize;
    match frames.saturating_mul(seats) <= MOST_BOARDS {
        true => Ok(()),
        false => {
            let reason = "the match is too long to be shown; ludus replay shows it";
            Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason))
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdviceWanted {
    turn: u32,
    seat: Seat,
    bot: String,
}

/// What a bot would play in a position of the match.
async fn advice(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Asked(wanted): Asked<AdviceWanted>,
) -> Result<Json<Value>, Problem> {
    let stop = Arc::new(AtomicBool::new(false));
    let ender = Arc::clone(&stop);
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let asked = shared.work.run(move || {
        let mut source = archive.open(&id)?;
        let mut reader = reader(&mut source)?;
        let listed = roster.game(&reader.header().game)?;
        let bot = listed.bot(&wanted.bot)?;
        let (turn, seat, budget) = (wanted.turn, wanted.seat, listed.offer.budget);
        let question = Question { turn, seat, bot: &bot, budget, stop: &stop };
        let advice = listed.offer.game.consult(&mut reader, &question).map_err(unusable)?;
        Ok(json!({ "v": 1, "bot": wanted.bot, "action": advice.action, "insight": advice.insight }))
    });
    let too_long = async {
        tokio::time::sleep(LONGEST_ADVICE).await;
        ender.store(true, Ordering::Relaxed);
        std::future::pending().await
    };
    tokio::select! {
        answer = asked => answer.map(Json),
        never = too_long => never,
    }
}

/// The file as it was recorded.
async fn file(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Problem> {
    let archive = Arc::clone(&shared.archive);
    let name = format!("{id}.jsonl");
    let text = shared.work.run(move || archive.open(&id)?.all().map_err(unreadable));
    Ok(download(&name, "application/jsonl", text.await?))
}

/// The match in its game's own notation.
async fn notation(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let named = id.clone();
    let (text, ending) = shared
        .work
        .run(move || {
            let mut source = archive.open(&id)?;
            let mut reader = reader(&mut source)?;
            let game: Arc<dyn AnyGame> = roster.played(&reader.header().game)?;
            let text = game.transcript(&mut reader).map_err(unreadable)?;
            let none = || format!("{} has no notation of its own", game.name());
            let text =
                text.ok_or_else(|| Problem::new(StatusCode::UNPROCESSABLE_ENTITY, none()))?;
            Ok((text, game.notation().unwrap_or("txt")))
        })
        .await?;
    Ok(download(&format!("{named}.{ending}"), "text/plain; charset=utf-8", text.into_bytes()))
}

/// The match as frames of the public Battlesnake board.
async fn board(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Problem> {
    let archive = Arc::clone(&shared.archive);
    let name = format!("{id}-frames.json");
    let text = shared.work.run(move || {
        let source = archive.open(&id)?;
        let mut reader = ReplayReader::new(source).map_err(unreadable)?;
        let mut text = Vec::new();
        frames_of_replay(&mut reader, &id, &mut text).map_err(unreadable)?;
        Ok(text)
    });
    Ok(download(&name, "application/json", text.await?))
}

fn reader(source: &mut Box<dyn Source>) -> Result<ReplayReader<&mut dyn BufRead>, Problem> {
    ReplayReader::new(source as &mut dyn BufRead).map_err(unreadable)
}

/// A file that a browser stores under this name.
pub(super) fn download(name: &str, kind: &'static str, text: Vec<u8>) -> Response {
    // Names have letters, digits and a few signs; whatever else there might be does not get into a header.
    let plain: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
    let told = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\""));
    let told = told.unwrap_or(HeaderValue::from_static("attachment"));
    ([(CONTENT_TYPE, HeaderValue::from_static(kind)), (CONTENT_DISPOSITION, told)], text)
        .into_response()
}

fn unreadable(error: impl Display) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, format!("the recorded match: {error}"))
}
