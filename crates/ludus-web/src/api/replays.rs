//! `/api/v1/replays`: recorded matches, listed, shown, studied and downloaded.

use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Cursor};
use std::iter;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::body::Body;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_arena::replay::{Consultation, Header, ReplayReader, SeatLine, Shown};
use ludus_arena::session::Advice;
use ludus_arena::{AnyFilm, AnyGame};
use ludus_core::{ActionMark, Budget, Outcome, Seat, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ReplayKept, unusable};
use crate::archive::{Guest, MatchFilter, Record, Summary};
use crate::body::{BodyLimits, announced, drain, read_reserved};
use crate::content::{Asked, Problem};
use crate::insight::{ShownAction, ShownInsight};
use crate::roster::Roster;
use crate::routes::Shared;
use crate::service::Export;
use crate::streams::{PART_BYTES, Parts};
use crate::versioned::Versioned;

/// How many matches a list has when nothing else is asked for, and at most.
const USUAL_COUNT: usize = 50;
const MOST_COUNT: usize = 200;

/// The most boards, of all seats and frames, that are shown of a match.
const MOST_BOARDS: usize = 60_000;

/// How long a bot that is asked for advice may think.
const LONGEST_ADVICE: Duration = Duration::from_secs(10);

/// How much slower than anything else a large file may come.
const SLOWER: u32 = 12;

/// The addresses of recorded matches.
pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/", get(list).post(keep))
        .route("/{id}", get(film))
        .route("/{id}/advice", post(advice))
        .route("/{id}/why", post(super::why::why))
        .route("/{id}/file", get(file))
        .route("/{id}/notation", get(notation))
        .route("/{id}/{format}", get(export))
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

/// Recorded matches, the newest first.
#[derive(Debug, Serialize)]
struct ReplayList {
    /// How many there are.
    all: usize,
    replays: Vec<Summary>,
}

async fn list(
    State(shared): State<Shared>,
    query: Result<Query<ListQuery>, axum::extract::rejection::QueryRejection>,
) -> Result<Json<Versioned<ReplayList>>, Problem> {
    let Query(query) = query.map_err(|error| Problem::new(error.status(), error.body_text()))?;
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let wanted = MatchFilter {
        game: given(query.game),
        who: given(query.who),
        since: given(query.since),
        until: given(query.until),
    };
    let count = query.count.unwrap_or(USUAL_COUNT).min(MOST_COUNT);
    let archive = Arc::clone(&shared.archive);
    let listed = move || Ok(archive.list(&wanted, query.from, count));
    let (replays, all) = shared.work.run(listed).await?;
    Ok(Json(Versioned::new(ReplayList { all, replays })))
}

/// Takes a file that was dropped on a page. It is kept only if it is a record that holds.
async fn keep(
    State(shared): State<Shared>,
    request: Request,
) -> Result<Json<Versioned<ReplayKept>>, Problem> {
    let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if kind != Some("application/jsonl") {
        let reason = "a recorded match has the content type application/jsonl";
        return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
    }
    let limits = BodyLimits {
        time: shared.limits.time * SLOWER,
        bytes: shared.replay_bytes,
        ..shared.limits.clone()
    };
    // Memory for all of it is taken before anything is read: of many files at once, some arrive as a whole.
    let bytes = announced(&request).unwrap_or(limits.bytes).min(limits.bytes);
    let taken = match shared.archive.room_for(bytes) {
        Ok(taken) => taken,
        Err(full) => {
            drain(request).await;
            return Err(full.into());
        }
    };
    let file = Guest::new(read_reserved(request, &limits, taken).await?);
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let id = shared.work.run(move || {
        check(&roster, Box::new(Cursor::new(file.clone())))?;
        archive.keep(file)
    });
    Ok(Json(Versioned::new(ReplayKept { id: id.await? })))
}

/// Makes sure that a match holds, and that it is not too long for a page; its game.
fn check(roster: &Roster, record: Record) -> Result<String, Problem> {
    let reader = ReplayReader::new(record).map_err(unreadable)?;
    let most = MOST_BOARDS / reader.header().seats.len().max(1);
    let name = reader.header().game.clone();
    let game = roster.played(&name)?;
    for (number, frame) in game.film(reader).map_err(unreadable)?.enumerate() {
        frame.map_err(unreadable)?;
        if number >= most {
            let reason = "the match is too long to be shown; the command replay shows it";
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
    }
    Ok(name)
}

/// A recorded match with everything a page shows of it; the frames follow.
#[derive(Serialize)]
struct FilmHead {
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
    downloads: Vec<Download>,
}

/// A file that people can download.
#[derive(Serialize)]
struct Download {
    /// What the link to it says.
    label: String,
    address: String,
}

/// In which formats a match of this game can be downloaded.
fn downloads(game: &dyn AnyGame, id: &str, exports: &[Export]) -> Vec<Download> {
    // Of what the name of a match may have in it, this alone has a meaning in an address.
    let id = id.replace('#', "%23");
    let download = |label: &str, format: &str| Download {
        label: label.to_owned(),
        address: format!("/api/v1/replays/{id}/{format}"),
    };
    let notation = game.info().notation.map(|ending| download(&ending.to_uppercase(), "notation"));
    let exports = exports.iter().filter(|export| export.game == game.name());
    iter::once(download("Replay (JSONL)", "file"))
        .chain(notation)
        .chain(exports.map(|export| download(export.label, export.name)))
        .collect()
}

#[derive(Serialize)]
struct FilmFrame {
    turn: u32,
    data: Value,
    /// The position as text, see [`Roster::sends_text`].
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    actions: Vec<ShownAction>,
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<Outcome>,
}

/// A film as it is sent.
struct FilmParts {
    /// What comes before the frames, until it was sent.
    head: Vec<u8>,
    game: Arc<dyn AnyGame>,
    frames: AnyFilm,
    as_text: bool,
    /// Whether a frame was sent already.
    begun: bool,
    over: bool,
}

impl FilmParts {
    /// The film of a record that was checked.
    fn new(
        roster: &Roster,
        record: Record,
        id: String,
        exports: &[Export],
    ) -> Result<Self, Problem> {
        let reader = ReplayReader::new(record).map_err(unreadable)?;
        let played = roster.played(&reader.header().game)?;
        let as_text = roster.sends_text(&reader.header().game);
        let Header { game, seats, rules, seed, budget, program, .. } = reader.header().clone();
        let notation = played.info().notation;
        let downloads = downloads(&*played, &id, exports);
        let head =
            FilmHead { v: 1, id, game, seats, rules, seed, budget, program, notation, downloads };
        let mut head = serde_json::to_vec(&head).map_err(unreadable)?;
        // The frames are the last key of the same object.
        head.pop();
        head.extend(b",\"frames\":[");
        let frames = Arc::clone(&played).film(reader).map_err(unreadable)?;
        Ok(Self { head, game: played, frames, as_text, begun: false, over: false })
    }
}

impl Parts for FilmParts {
    fn next_part(&mut self) -> io::Result<Option<Vec<u8>>> {
        if self.over {
            return Ok(None);
        }
        let mut part = std::mem::take(&mut self.head);
        while part.len() < PART_BYTES {
            let Some(shown) = self.frames.next() else {
                self.over = true;
                part.extend(b"]}");
                break;
            };
            let Shown { turn, snapshot, actions, outcome, .. } = shown.map_err(io::Error::other)?;
            if std::mem::replace(&mut self.begun, true) {
                part.push(b',');
            }
            let text = self.as_text.then_some(snapshot.text);
            let shown = |line| ShownAction::new(&*self.game, line);
            let actions = actions.into_iter().map(shown).collect();
            let frame = FilmFrame { turn, data: snapshot.data, text, actions, outcome };
            serde_json::to_writer(&mut part, &frame)?;
        }
        Ok(Some(part))
    }
}

/// A film is checked first, so that what is wrong with it can still be reported, and then sent as fast as it is read.
async fn film(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Problem> {
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let exports = Arc::clone(&shared.exports);
    let parts = shared.work.run(move || {
        check(&roster, archive.open(&id)?)?;
        FilmParts::new(&roster, archive.open(&id)?, id, &exports)
    });
    let body = shared.streams.body(parts.await?)?;
    Ok(([(CONTENT_TYPE, "application/json")], body).into_response())
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdviceWanted {
    turn: u32,
    seat: Seat,
    bot: String,
}

/// What a bot would play.
#[derive(Debug, Serialize)]
struct AdviceAnswer {
    bot: String,
    action: String,
    /// Where the action is on the board.
    mark: ActionMark,
    insight: ShownInsight,
}

/// What a bot would play in a position of the match.
async fn advice(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Asked(wanted): Asked<AdviceWanted>,
) -> Result<Json<Versioned<AdviceAnswer>>, Problem> {
    let stop = Arc::new(AtomicBool::new(false));
    let ender = Arc::clone(&stop);
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let asked = shared.work.run(move || {
        let mut source = archive.open(&id)?;
        let mut reader = reader(&mut source)?;
        let listed = roster.game(&reader.header().game)?;
        let bot = listed.bot(&wanted.bot)?;
        let (turn, seat, budget) = (wanted.turn, wanted.seat, listed.offer.budget);
        let question = Consultation { turn, seat, bot: &bot, budget, stop: &stop };
        let advice = listed.offer.game.consult(&mut reader, &question).map_err(unusable)?;
        let Advice { action, mark, insight } = advice;
        let insight = ShownInsight::new(&*listed.offer.game, insight);
        Ok(AdviceAnswer { bot: wanted.bot, action, mark, insight })
    });
    let too_long = async {
        tokio::time::sleep(LONGEST_ADVICE).await;
        ender.store(true, Ordering::Relaxed);
        std::future::pending().await
    };
    tokio::select! {
        answer = asked => answer.map(|advice| Json(Versioned::new(advice))),
        never = too_long => never,
    }
}

/// The file as it was recorded.
async fn file(State(shared): State<Shared>, Path(id): Path<String>) -> Result<Response, Problem> {
    let archive = Arc::clone(&shared.archive);
    let name = format!("{id}.jsonl");
    let record = shared.work.run(move || archive.open(&id)).await?;
    let body = shared.streams.body(BufReader::new(record))?;
    Ok(download(&name, "application/jsonl", body))
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
            Ok((text, game.info().notation.unwrap_or("txt")))
        })
        .await?;
    Ok(download(&format!("{named}.{ending}"), "text/plain; charset=utf-8", text.into_bytes()))
}

/// The match in a format that a service offers.
async fn export(
    State(shared): State<Shared>,
    Path((id, format)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let export = shared.exports.iter().find(|export| export.name == format).copied();
    let export = export.ok_or_else(|| {
        let reason = format!("no match can be had in the format {format:?}");
        Problem::new(StatusCode::NOT_FOUND, reason)
    })?;
    let (roster, archive) = (Arc::clone(&shared.roster), Arc::clone(&shared.archive));
    let name = format!("{id}{}", export.suffix);
    let parts = shared.work.run(move || {
        let game = check(&roster, archive.open(&id)?)?;
        if game != export.game {
            let reason = format!("only matches of {} can be had in this format", export.game);
            return Err(unusable(reason));
        }
        (export.make)(archive.open(&id)?, &id)
    });
    Ok(download(&name, export.content_type, shared.streams.body(parts.await?)?))
}

pub(super) fn reader(source: &mut Record) -> Result<ReplayReader<&mut dyn BufRead>, Problem> {
    ReplayReader::new(source as &mut dyn BufRead).map_err(unreadable)
}

/// A file that a browser stores under this name.
pub(super) fn download(name: &str, kind: &'static str, text: impl Into<Body>) -> Response {
    // Names have letters, digits and a few signs; whatever else there might be does not get into a header.
    let plain: String =
        name.chars().filter(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).collect();
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{plain}\""));
    let disposition = disposition.unwrap_or(HeaderValue::from_static("attachment"));
    (
        [(CONTENT_TYPE, HeaderValue::from_static(kind)), (CONTENT_DISPOSITION, disposition)],
        text.into(),
    )
        .into_response()
}

fn unreadable(error: impl Display) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, format!("the recorded match: {error}"))
}
