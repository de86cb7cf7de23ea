//! Which address answers what.

use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::map_response;
use axum::response::{IntoResponse as _, Response};
use axum::routing::{MethodRouter, get};
use axum::{Json, Router};
use serde::Serialize;
use tower::ServiceExt as _;

use crate::addresses::Addresses;
use crate::api;
use crate::archive::Archive;
use crate::body::BodyLimits;
use crate::content::Problem;
use crate::game_pages::GamePages;
use crate::groups::Groups;
use crate::jobs::Jobs;
use crate::options::TrainingOptions;
use crate::rooms::Rooms;
use crate::roster::Roster;
use crate::runs::Runs;
use crate::service::Export;
use crate::site;
use crate::streams::Streams;
use crate::vitals::Vitals;
use crate::work::WorkQueue;

/// What the routes share.
#[derive(Clone)]
pub(crate) struct Shared {
    /// What can be chosen on the pages.
    pub(crate) roster: Arc<Roster>,
    /// How games are drawn.
    pub(crate) pages: Arc<GamePages>,
    /// Recorded matches.
    pub(crate) archive: Arc<Archive>,
    /// How large a recorded match may be, in bytes.
    pub(crate) replay_bytes: usize,
    /// Further formats of recorded matches.
    pub(crate) exports: Arc<[Export]>,
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
    pub(crate) work: Arc<WorkQueue>,
    /// Large answers.
    pub(crate) streams: Arc<Streams>,
    /// Where people play.
    pub(crate) rooms: Arc<Rooms>,
    /// How many WebSockets every address has.
    pub(crate) sockets: Arc<Addresses>,
    /// What the body of a request may be.
    pub(crate) limits: BodyLimits,
    /// Whether the threads are well.
    pub(crate) vitals: Vitals,
}

impl FromRef<Shared> for BodyLimits {
    fn from_ref(shared: &Shared) -> Self {
        shared.limits.clone()
    }
}

/// All addresses: the server's own, and those of its services. `root` answers at the root where no page is wanted.
pub(crate) fn router(shared: Shared, services: Router, root: Option<MethodRouter>) -> Router {
    Router::new()
        .route("/health", get(health))
        .merge(site::router())
        .nest("/api/v1", api::router())
        .with_state(shared)
        .route("/", get(move |request| front(request, root)))
        .merge(services)
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(map_response(site::with_headers))
}

/// What `/health` answers.
#[derive(Serialize)]
struct Health {
    status: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<String>,
}

/// Whether every thread is alive and gets on with its work; if not, which are not.
async fn health(State(shared): State<Shared>) -> (StatusCode, Json<Health>) {
    let mut problems = shared.vitals.complaints();
    problems.extend(shared.groups.complaint());
    let (code, status) = match problems.is_empty() {
        true => (StatusCode::OK, "ok"),
        false => (StatusCode::SERVICE_UNAVAILABLE, "failing"),
    };
    (code, Json(Health { status, problems }))
}

/// The arena for browsers. Other clients get what a service answers at the root, if one does.
async fn front(request: Request, root: Option<MethodRouter>) -> Response {
    match root {
        Some(root) if !site::wants_page(request.headers()) => {
            let Ok(answer) = root.oneshot(request).await;
            answer
        }
        _ => site::page(request.headers()),
    }
}

async fn unknown(uri: Uri, headers: HeaderMap) -> Response {
    if site::wants_page(&headers) {
        return site::missing(&headers);
    }
    let reason = format!("there is nothing at {}", uri.path());
    Problem::new(StatusCode::NOT_FOUND, reason).into_response()
}

async fn wrong_method(method: Method, uri: Uri) -> Problem {
    let reason = format!("{} does not answer {method} requests", uri.path());
    Problem::new(StatusCode::METHOD_NOT_ALLOWED, reason)
}
