//! Reading requests, and what is wrong with one.

use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, Request as HttpRequest};
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;
use axum::response::{IntoResponse, Response};
use ludus_snake::api::Request;
use ludus_snake::api::position::PositionError;
use serde_json::{error::Category, json};

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
        let limits = Limits::from_ref(state);
        if announced(&request).is_some_and(|bytes| bytes > limits.bytes) {
            let reason = format!("the body is larger than {} bytes", limits.bytes);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
        let body = tokio::time::timeout(limits.time, Bytes::from_request(request, state))
            .await
            .map_err(|_| Problem::new(StatusCode::REQUEST_TIMEOUT, "the body takes too long"))?
            .map_err(|error| Problem::new(error.status(), error.body_text()))?;
        // What the API calls a request has the content type of JSON; not every client says so.
        let request = serde_json::from_slice(&body)?;
        Ok(Self { request, arrived })
    }
}

/// How large the body is, if the client says so.
fn announced(request: &HttpRequest) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// A request that cannot be answered: the status, and a JSON document with the reason.
#[derive(Debug)]
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
