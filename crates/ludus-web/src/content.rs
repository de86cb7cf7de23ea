//! Reading requests, and what is wrong with one.

use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, Request as HttpRequest};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use ludus_snake::api::Request;
use ludus_snake::api::position::PositionError;
use serde::de::DeserializeOwned;
use serde_json::{error::Category, json};
use thiserror::Error;

/// The body of a request, and when the request arrived.
pub(crate) struct Content {
    /// What it says.
    pub(crate) request: Request,
    /// When its head had been read: a body that takes its time takes it from the search.
    pub(crate) arrived: Instant,
}

/// What the body of a request may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// How long it may take.
    pub(crate) time: Duration,
    /// How large it may be. The router holds bodies to it that do not say how large they are.
    pub(crate) bytes: usize,
}

impl<S: Send + Sync> FromRequest<S> for Content
where
    Limits: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, state: &S) -> Result<Self, Problem> {
        let arrived = Instant::now();
        let body = body(request, state, Limits::from_ref(state)).await?;
        // What the API calls a request has the content type of JSON; not every client says so.
        let request = serde_json::from_slice(&body)?;
        Ok(Self { request, arrived })
    }
}

/// What a page asks for, as JSON. Only pages of this site can send it: browsers let others send no JSON without
/// asking first.
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
        let kind = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/json")) {
            let reason = "the body has to be JSON, with the content type application/json";
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason));
        }
        let body = body(request, state, Limits::from_ref(state)).await?;
        let told = |error: serde_json::Error| match error.classify() {
            Category::Data => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
            _ => Problem::new(StatusCode::BAD_REQUEST, format!("not JSON: {error}")),
        };
        serde_json::from_slice(&body).map(Self).map_err(told)
    }
}

/// The body of a request, as large as it may be and as fast as it must be.
pub(crate) async fn body<S: Send + Sync>(
    request: HttpRequest,
    state: &S,
    limits: Limits,
) -> Result<Bytes, Problem> {
    if announced(&request).is_some_and(|bytes| bytes > limits.bytes) {
        let reason = format!("the body is larger than {} bytes", limits.bytes);
        return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
    }
    tokio::time::timeout(limits.time, Bytes::from_request(request, state))
        .await
        .map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body takes too long"))?
        .map_err(|error| Problem::new(error.status(), error.body_text()))
}

/// How large the body is, if the client says so.
fn announced(request: &HttpRequest) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
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
