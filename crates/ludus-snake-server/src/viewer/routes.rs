//! What the public board viewer asks for: `GET /games/ID`, and its WebSocket with the frames.

use std::fs::File;
use std::io::BufReader;
use std::net::SocketAddr;
use std::path::{Path as FilePath, PathBuf};
use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use ludus_arena::replay::ReplayReader;
use ludus_snake::api::frames::GameStatus;
use ludus_web::{Problem, limit_messages};
use serde::Serialize;
use tower_http::cors::{Any, CorsLayer};

use super::frames::{RecordedEvents, ViewError, recorded_game, unreadable};
use super::live::{ListedGame, text};
use crate::routes::RouteState;

/// How many frames of a recorded match are read at a time.
const AHEAD: usize = 16;

/// The largest message of a viewer, in bytes: it has nothing to say.
const MOST_HEARD: usize = 4096;

/// How long a viewer may take to take in what is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// The addresses of the viewer. It is a page of another site, and browsers let it ask only if CORS headers allow it.
pub(crate) fn router() -> Router<RouteState> {
    Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/events", get(events))
        .layer(CorsLayer::new().allow_origin(Any).allow_methods(Any).allow_headers(Any))
}

/// The games that are played.
#[derive(Serialize)]
struct ViewerGameList {
    games: Vec<ListedGame>,
}

async fn games(State(state): State<RouteState>) -> Json<ViewerGameList> {
    Json(ViewerGameList { games: state.games.list() })
}

async fn game(
    Path(id): Path<String>,
    State(state): State<RouteState>,
) -> Result<Json<GameStatus>, Problem> {
    if let Some(game) = state.games.game(&id) {
        return Ok(Json(GameStatus { game }));
    }
    let path = state.games.recorded(&id).ok_or_else(|| unknown(&id))?;
    let read = state.host.work().run(move || {
        let game = open(&path).and_then(|reader| recorded_game(reader.header(), &id));
        game.map_err(|error| unreadable(&error))
    });
    Ok(Json(GameStatus { game: read.await? }))
}

async fn events(
    Path(id): Path<String>,
    State(state): State<RouteState>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let counted = state.host.admit_socket(peer)?;
    let upgrade = limit_messages(upgrade, MOST_HEARD);
    let place = state.viewers.clone().try_acquire_owned().map_err(|_| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many viewers watch already")
    })?;
    if state.games.game(&id).is_some() {
        return Ok(upgrade.on_upgrade(|socket| async move {
            play(socket, &state, &id).await;
            drop((place, counted));
        }));
    }
    let path = state.games.recorded(&id).ok_or_else(|| unknown(&id))?;
    Ok(upgrade.on_upgrade(|socket| async move {
        show(socket, &state, path, id).await;
        drop((place, counted));
    }))
}

/// Sends a game while it is played, until it is over, forgotten, or the viewer leaves.
async fn play(mut socket: WebSocket, state: &RouteState, id: &str) {
    let mut sent = 0;
    while let Some(mut known) = state.games.events(id, sent) {
        sent += known.events.len();
        for event in known.events {
            if send(&mut socket, Message::Text(event)).await.is_err() {
                return;
            }
        }
        if known.over {
            break;
        }
        tokio::select! {
            // An error means that the game is forgotten, which the next look finds out.
            _ = known.more.wait_for(|count| *count > sent) => {}
            heard = socket.recv() => if !matches!(heard, Some(Ok(_))) { return },
        }
    }
    // The viewer may be gone.
    let _ = send(&mut socket, Message::Close(None)).await;
}

/// Sends a recorded match, a few frames at a time: no thread waits for the viewer.
async fn show(mut socket: WebSocket, state: &RouteState, path: PathBuf, id: String) {
    let begin = move || RecordedEvents::new(open(&path)?, &id);
    let mut events = match state.host.work().run_next(begin).await {
        Ok(Ok(events)) => events,
        Ok(Err(error)) => return tracing::warn!(%error, "a recorded match cannot be shown"),
        Err(_) => return,
    };
    loop {
        let read = state.host.work().run_next(move || {
            let few: Result<Vec<_>, _> =
                events.by_ref().take(AHEAD).map(|event| Ok(text(&event?))).collect();
            (few, events)
        });
        let few: Result<Vec<Utf8Bytes>, ViewError>;
        (few, events) = match read.await {
            Ok(read) => read,
            Err(_) => return,
        };
        let few = match few {
            Ok(few) => few,
            Err(error) => {
                tracing::warn!(%error, "a recorded match cannot be shown to its end");
                break;
            }
        };
        if few.is_empty() {
            break;
        }
        for event in few {
            if send(&mut socket, Message::Text(event)).await.is_err() {
                return;
            }
        }
    }
    let _ = send(&mut socket, Message::Close(None)).await;
}

/// Sends to a viewer, unless it has gone or does not listen any more.
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), ViewerGone> {
    match tokio::time::timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(ViewerGone),
    }
}

/// The viewer watches no more.
struct ViewerGone;

fn open(path: &FilePath) -> Result<ReplayReader<BufReader<File>>, ViewError> {
    Ok(ReplayReader::new(BufReader::new(File::open(path)?))?)
}

fn unknown(id: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no game {id:?}"))
}
