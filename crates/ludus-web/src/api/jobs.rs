//! `/api/v1/jobs`: what pages started and takes a while. Its progress goes over the connection of a page,
//! topic `job/NAME`.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;

use super::Done;
use crate::content::{Asked, Problem};
use crate::routes::Shared;
use crate::topics::TopicMessage;
use crate::versioned::Versioned;

/// The addresses of jobs.
pub(super) fn router() -> Router<Shared> {
    Router::new().route("/{id}", get(show)).route("/{id}/stop", post(stop))
}

async fn show(
    State(shared): State<Shared>,
    Path(id): Path<String>,
) -> Result<Json<Versioned<TopicMessage>>, Problem> {
    let missing = || Problem::new(StatusCode::NOT_FOUND, "there is no such job any more");
    Ok(Json(shared.jobs.find(&id).ok_or_else(missing)?.message()))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Key {
    key: String,
}

async fn stop(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Asked(Key { key }): Asked<Key>,
) -> Result<Json<Versioned<Done>>, Problem> {
    shared.jobs.stop(&id, &key)?;
    Ok(Json(Versioned::new(Done {})))
}
