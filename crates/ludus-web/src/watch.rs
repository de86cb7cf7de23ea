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
use serde_json::{Value, json};
use tower_http::cors::{Any, CorsLayer};

use crate::content::Problem;
use crate::gallery::text;
use crate::routes::Shared;
use crate::sockets;
use crate::viewer::{RecordedEvents, ViewError, recorded_game};

/// How many frames of a recorded match are read at a time.
const AHEAD: usize = 16;

/// The largest message of a viewer, in bytes: it has nothing to say.
const MOST_HEARD: usize = 4096;

/// How long a viewer may take to take in what is sent.
const PATIENCE: Duration = Duration::from_secs(10);

/// The addresses of the viewer. It comes from another site, which browsers must be told is fine.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/events", get(events))
        .layer(CorsLayer::new().allow_origin(Any).allow_methods(Any).allow_headers(Any))
}

async fn games(State(shared): State<Shared>) -> Json<Value> {
    Json(json!({ "games": shared.gallery.list() }))
}

async fn game(
    Path(id): Path<String>,
    State(shared): State<Shared>,
) -> Result<Json<GameStatus>, Problem> {
    if let Some(game) = shared.gallery.game(&id) {
        return Ok(Json(GameStatus { game }));
    }
    let path = shared.gallery.recorded(&id).ok_or_else(|| unknown(&id))?;
    let read = shared.work.run(move || {
        let game = open(&path).and_then(|reader| recorded_game(reader.header(), &id));
        game.map_err(|error| broken(&error.to_string()))
    });
    Ok(Json(GameStatus { game: read.await? }))
}

async fn events(
    Path(id): Path<String>,
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let counted = shared.socket_from(peer)?;
    let upgrade = sockets::hearing(upgrade, MOST_HEARD);
    let place = shared.viewers.clone().try_acquire_owned().map_err(|_| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many viewers watch already")
    })?;
    if shared.gallery.game(&id).is_some() {
        return Ok(upgrade.on_upgrade(|socket| async move {
            play(socket, &shared, &id).await;
            drop((place, counted));
        }));
    }
    let path = shared.gallery.recorded(&id).ok_or_else(|| unknown(&id))?;
    Ok(upgrade.on_upgrade(|socket| async move {
        show(socket, &shared, path, id).await;
        drop((place, counted));
    }))
}

/// Sends a game while it is played, until it is over, forgotten, or nobody watches any more.
async fn play(mut socket: WebSocket, shared: &Shared, id: &str) {
    let mut sent = 0;
    while let Some(mut known) = shared.gallery.events(id, sent) {
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
    // Whoever is gone needs no farewell.
    let _ = send(&mut socket, Message::Close(None)).await;
}

/// Sends a recorded match, a few frames at a time: no thread waits for the viewer.
async fn show(mut socket: WebSocket, shared: &Shared, path: PathBuf, id: String) {
    let begin = move || RecordedEvents::new(open(&path)?, &id);
    let mut events = match shared.work.run_next(begin).await {
        Ok(Ok(events)) => events,
        Ok(Err(error)) => return tracing::warn!(%error, "a recorded match cannot be shown"),
        Err(_) => return,
    };
    loop {
        let read = shared.work.run_next(move || {
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
async fn send(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match tokio::time::timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Gone),
    }
}

/// The viewer watches no more.
struct Gone;

fn open(path: &FilePath) -> Result<ReplayReader<BufReader<File>>, ViewError> {
    Ok(ReplayReader::new(BufReader::new(File::open(path)?))?)
}

fn unknown(id: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no game {id:?}"))
}

fn broken(reason: &str) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, format!("the recorded match: {reason}"))
}
