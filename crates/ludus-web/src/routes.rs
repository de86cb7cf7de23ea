//! Which address answers what.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{FromRef, Path, State};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::map_response;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_snake::api::{MoveResponse, SnakeInfo};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::addresses::{Addresses, Counted};
use crate::api;
use crate::archive::Archive;
use crate::body::Limits;
use crate::content::{Content, Problem};
use crate::gallery::Gallery;
use crate::groups::Groups;
use crate::jobs::Jobs;
use crate::options::TrainingOptions;
use crate::rooms::Rooms;
use crate::roster::Roster;
use crate::runs::Runs;
use crate::site;
use crate::snakes::{Served, Snakes};
use crate::streams::Streams;
use crate::vitals::Vitals;
use crate::watch;
use crate::work::Work;

/// What the routes share.
#[derive(Clone)]
pub(crate) struct Shared {
    /// The bots.
    pub(crate) snakes: Arc<Snakes>,
    /// The games that can be watched.
    pub(crate) gallery: Arc<Gallery>,
    /// How many more may watch.
    pub(crate) viewers: Arc<Semaphore>,
    /// What can be chosen on the pages.
    pub(crate) roster: Arc<Roster>,
    /// Recorded matches.
    pub(crate) archive: Arc<Archive>,
    /// How large a recorded match may be, in bytes.
    pub(crate) replay_bytes: usize,
    /// Matches that are watched.
    pub(crate) groups: Arc<Groups>,
    /// What takes minutes.
    pub(crate) jobs: Arc<Jobs>,
    /// Runs of training.
    pub(crate) runs: Arc<Runs>,
    /// How runs are begun.
    pub(crate) training: Arc<TrainingOptions>,
    /// The result store.
    pub(crate) store: Option<PathBuf>,
    /// How large it may be, in bytes.
    pub(crate) store_bytes: u64,
    /// What takes a while.
    pub(crate) work: Arc<Work>,
    /// Large answers.
    pub(crate) streams: Arc<Streams>,
    /// Where people play.
    pub(crate) rooms: Arc<Rooms>,
    /// How many WebSockets every address has.
    pub(crate) sockets: Arc<Addresses>,
    /// What the body of a request may be.
    pub(crate) limits: Limits,
    /// Whether the threads are well.
    pub(crate) vitals: Vitals,
}

impl FromRef<Shared> for Limits {
    fn from_ref(shared: &Shared) -> Self {
        shared.limits.clone()
    }
}

impl Shared {
    /// One more WebSocket from an address.
    pub(crate) fn socket_from(&self, peer: SocketAddr) -> Result<Counted, Problem> {
        self.sockets.admit(peer.ip()).ok_or_else(|| {
            let reason = "too many pages are connected from this address already";
            Problem::new(StatusCode::TOO_MANY_REQUESTS, reason)
        })
    }

    /// The bot that the address names; without a name, that of the root.
    fn bot(&self, name: Option<&str>) -> Result<Served, Problem> {
        let Some(name) = name else { return Ok(self.snakes.default_bot().clone()) };
        self.snakes
            .find(name)
            .map_err(|error| Problem::new(StatusCode::NOT_FOUND, error.to_string()))
    }
}

/// The name in the address, if it has one.
type Name = Option<Path<String>>;

/// All addresses.
pub(crate) fn router(shared: Shared) -> Router {
    let snake = Router::new()
        .route("/start", post(start))
        .route("/move", post(play))
        .route("/end", post(end));
    Router::new()
        .route("/health", get(health))
        .merge(watch::router())
        .merge(site::router())
        .nest("/api/v1", api::router())
        .route("/", get(root))
        .merge(snake.clone())
        .nest("/snakes/{name}", snake.route("/", get(info)))
        .route("/snakes/{name}/", get(info))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(map_response(site::with_headers))
        .with_state(shared)
}

/// Whether every thread is alive and gets on with its work; if not, which are not.
async fn health(State(shared): State<Shared>) -> (StatusCode, Json<Value>) {
    let mut complaints = shared.vitals.complaints();
    complaints.extend(shared.groups.complaint());
    match complaints.is_empty() {
        true => (StatusCode::OK, Json(json!({ "status": "ok" }))),
        false => {
            let told = json!({ "status": "failing", "problems": complaints });
            (StatusCode::SERVICE_UNAVAILABLE, Json(told))
        }
    }
}

/// The arena for browsers, and the information about the snake for everybody else.
async fn root(State(shared): State<Shared>, headers: HeaderMap) -> Response {
    match site::wants_page(&headers) {
        true => site::page(&headers),
        false => Json(shared.snakes.default_bot().info()).into_response(),
    }
}

async fn info(name: Name, State(shared): State<Shared>) -> Result<Json<SnakeInfo>, Problem> {
    Ok(Json(shared.bot(text(&name))?.info()))
}

async fn start(
    name: Name,
    State(shared): State<Shared>,
    content: Content,
) -> Result<Json<Value>, Problem> {
    let bot = shared.bot(text(&name))?;
    let request = content.request;
    request.position()?;
    shared.gallery.note(&request, false);
    tracing::info!(bot = %bot.name(), game = request.game.id, you = request.you.id, "game starts");
    Ok(Json(json!({})))
}

async fn play(
    name: Name,
    State(shared): State<Shared>,
    content: Content,
) -> Result<Json<MoveResponse>, Problem> {
    let bot = shared.bot(text(&name))?;
    // A position that is impossible is refused, not shown.
    let position = content.request.position()?;
    shared.gallery.note(&content.request, false);
    let direction = shared.snakes.play(&bot, content, position).await;
    Ok(Json(MoveResponse { direction: direction.to_string(), shout: None }))
}

/// The position is not looked at: whoever is dead is no longer on the board.
async fn end(
    name: Name,
    State(shared): State<Shared>,
    content: Content,
) -> Result<Json<Value>, Problem> {
    let bot = shared.bot(text(&name))?;
    let request = content.request;
    shared.gallery.note(&request, true);
    shared.snakes.end(&bot, &request);
    let (turn, left) = (request.turn, request.board.snakes.len());
    tracing::info!(bot = %bot.name(), game = request.game.id, turn, left, "game ends");
    Ok(Json(json!({})))
}

async fn unknown(uri: Uri, headers: HeaderMap) -> Response {
    if site::wants_page(&headers) {
        return site::missing(&headers);
    }
    let reason = format!("there is nothing at {}", uri.path());
    Problem::new(StatusCode::NOT_FOUND, reason).into_response()
}

async fn wrong_method(uri: Uri) -> Problem {
    let reason =
        format!("{} is asked in another way: GET for the info, POST for a game", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, reason)
}

fn text(name: &Name) -> Option<&str> {
    name.as_ref().map(|Path(name)| name.as_str())
}
