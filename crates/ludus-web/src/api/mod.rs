//! What the pages ask for, `/api/v1/…`: JSON over HTTP, described in `docs/API.md`.
//!
//! Everything that is answered has `"v": 1`; what cannot be answered has `"error"` with the reason.

mod groups;
mod jobs;
mod lab;
mod replays;
mod tournaments;
mod training;
mod why;

use std::fmt::Display;

use axum::extract::State;
use axum::http::StatusCode;
use axum::middleware;
use axum::routing::get;
use axum::{Json, Router};
use serde::Serialize;
use tower_http::compression::CompressionLayer;

use crate::content::Problem;
use crate::guard;
use crate::jobs::PageJob;
use crate::rooms;
use crate::roster::RosterEntry;
use crate::routes::Shared;
use crate::versioned::Versioned;

/// The addresses of the API.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/games", get(games))
        .nest("/replays", replays::router())
        .nest("/groups", groups::router())
        .nest("/jobs", jobs::router())
        .nest("/lab", lab::router())
        .nest("/tournaments", tournaments::router())
        .nest("/training", training::router())
        .layer(CompressionLayer::new())
        .merge(rooms::router())
        .layer(middleware::from_fn(guard::same_site))
}

/// The games and the bots that pages may choose.
#[derive(Debug, Serialize)]
struct GameList {
    games: Vec<RosterEntry>,
}

async fn games(State(shared): State<Shared>) -> Json<Versioned<GameList>> {
    Json(Versioned::new(GameList { games: shared.roster.entries() }))
}

/// The answer to what is done at once and has nothing to say.
#[derive(Debug, Serialize)]
struct Done {}

/// The recorded match that was kept.
#[derive(Debug, Serialize)]
struct ReplayKept {
    id: String,
}

/// The job that was started, and what it takes to stop it.
#[derive(Debug, Serialize)]
struct JobMade {
    job: String,
    key: String,
}

impl JobMade {
    fn of(job: &PageJob) -> Self {
        Self { job: job.id.clone(), key: job.key.clone() }
    }
}

/// Makes sure that a number is between two others.
fn within(key: &str, given: u64, low: u64, high: u64) -> Result<(), Problem> {
    match (low..=high).contains(&given) {
        true => Ok(()),
        false => Err(unusable(format!("{key} is {given}; allowed: {low} to {high}"))),
    }
}

/// Something that cannot be done, and this is why.
fn unusable(error: impl Display) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
}
