//! Reading requests, and what is wrong with one.

use std::time::Instant;

use axum::Json;
use axum::extract::{FromRef, FromRequest, Request as HttpRequest};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use ludus_snake::api::GameRequest;
use ludus_snake::api::position::PositionError;
use serde::de::DeserializeOwned;
use serde_json::{error::Category, json};
use thiserror::Error;

use crate::body::{self, Limits};
use crate::guard::check_origin;

/// The body of a request, and when the request arrived.
pub(crate) struct Content {
    /// What it says.
    pub(crate) request: GameRequest,
    /// When its head had been read: a body that takes its time takes it from the search.
    pub(crate) arrived: Instant,
}

/// The longest identity of a game or a snake, in bytes: servers use a few dozen, and it is kept between turns.
const LONGEST_ID: usize = 256;

impl<S: Send + Sync> FromRequest<S> for Content
where
    Limits: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, state: &S) -> Result<Self, Problem> {
        let arrived = Instant::now();
        // A page of another site can make a browser send this, and would use this machine's cores.
        check_origin(request.headers())?;
        // Clients that say nothing about the kind are no browsers.
        if request.headers().contains_key(CONTENT_TYPE) {
            check_kind(request.headers())?;
        }
        let held = body::read(request, &Limits::from_ref(state)).await?;
        let request = serde_json::from_slice(&held.text)?;
        check_ids(&request)?;
        Ok(Self { request, arrived })
    }
}

/// What a page asks for, as JSON. Only pages of this site can send it.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<S, T> FromRequest<S> for Asked<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
    Limits: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, state: &S) -> Result<Self, Problem> {
        check_kind(request.headers())?;
        let held = body::read(request, &Limits::from_ref(state)).await?;
        let told = |error: serde_json::Error| match error.classify() {
            Category::Data => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
            _ => Problem::new(StatusCode::BAD_REQUEST, format!("not JSON: {error}")),
        };
        serde_json::from_slice(&held.text).map(Self).map_err(told)
    }
}

/// Makes sure that the body is JSON by its content type. Browsers let pages of other sites send no JSON without
/// asking first.
fn check_kind(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let reason = "the body has to be JSON, with the content type application/json";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason))
}

/// Makes sure that no identity is too long to be kept.
fn check_ids(request: &GameRequest) -> Result<(), Problem> {
    let snakes = request.board.snakes.iter().chain([&request.you]).map(|snake| &snake.id);
    let mut ids = snakes.chain([&request.game.id]);
    match ids.all(|id| id.len() <= LONGEST_ID) {
        true => Ok(()),
        false => {
            let reason = format!("an identity is longer than {LONGEST_ID} bytes");
            Err(Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason))
        }
    }
}

/// A request that cannot be answered: the status, and a JSON document with the reason.
#[derive(Debug, Error)]
#[error("{reason}")]
pub(crate) struct Problem {
    status: StatusCode,
    reason: String,
}

impl Problem {
    /// A problem for this reason.
    pub(crate) fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into() }
    }

    /// What kind of problem it is.
    pub(crate) fn status(&self) -> StatusCode {
        self.status
    }
}

impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        match error.classify() {
            Category::Data => Self::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                format!("not a request of the Battlesnake API: {error}"),
            ),
            _ => Self::new(StatusCode::BAD_REQUEST, format!("not JSON: {error}")),
        }
    }
}

impl From<PositionError> for Problem {
    fn from(error: PositionError) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        tracing::warn!(status = self.status.as_u16(), reason = %self.reason, "request refused");
        (self.status, Json(json!({ "error": self.reason }))).into_response()
    }
}
