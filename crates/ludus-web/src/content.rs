//! Reading requests, and what is wrong with one.

use axum::Json;
use axum::extract::{FromRef, FromRequest, Request as HttpRequest};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;
use thiserror::Error;

use crate::body::{self, BodyLimits};

/// What a page asks for, as JSON. Only pages of this site can send it.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<S, T> FromRequest<S> for Asked<T>
where
    S: Send + Sync,
    T: DeserializeOwned,
    BodyLimits: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, state: &S) -> Result<Self, Problem> {
        check_json(request.headers())?;
        let held = body::read(request, &BodyLimits::from_ref(state)).await?;
        Ok(Self(serde_json::from_slice(&held.text)?))
    }
}

/// Makes sure that the body is JSON by its content type. Browsers let pages of other sites send no JSON without
/// asking first.
///
/// # Errors
/// If it is something else.
pub fn check_json(headers: &HeaderMap) -> Result<(), Problem> {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = kind.split(';').next().unwrap_or_default().trim();
    if essence.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    let reason = "the body has to be JSON, with the content type application/json";
    Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, reason))
}

/// A request that cannot be answered: the status, and a JSON document with the reason.
#[derive(Debug, Error)]
#[error("{reason}")]
pub struct Problem {
    status: StatusCode,
    reason: String,
}

impl Problem {
    /// A problem for this reason.
    #[must_use]
    pub fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into() }
    }

    /// What kind of problem it is.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }
}

/// A body that is not JSON, or JSON that says something else than it should.
impl From<serde_json::Error> for Problem {
    fn from(error: serde_json::Error) -> Self {
        match error.classify() {
            Category::Data => Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
            _ => Self::new(StatusCode::BAD_REQUEST, format!("not JSON: {error}")),
        }
    }
}

/// The document that says why a request was refused.
#[derive(Serialize)]
struct Refused {
    error: String,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        tracing::warn!(status = self.status.as_u16(), reason = %self.reason, "request refused");
        (self.status, Json(Refused { error: self.reason })).into_response()
    }
}
