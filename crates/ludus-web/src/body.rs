//! Reading the bodies of requests: as large as they may be, as fast as they must be, and no more of them at a time
//! than the server can hold.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::CONTENT_LENGTH;

use crate::connections::Visitor;
use crate::content::Problem;
use crate::memory::{MemoryBudget, MemoryFull, MemoryShare};

/// How long the rest of a body that is refused is read, so that the client hears why.
const DRAIN: Duration = Duration::from_secs(1);

/// What the body of a request may be.
#[derive(Clone, Debug)]
pub struct BodyLimits {
    /// How long it may take.
    pub(crate) time: Duration,
    /// How long it may pause.
    pub(crate) pause: Duration,
    /// How large it may be.
    pub(crate) bytes: usize,
    /// What all bodies together may take up.
    pub(crate) memory: MemoryBudget,
}

impl BodyLimits {
    /// Why a body is refused that is too large.
    fn too_large(&self) -> Problem {
        let reason = format!("the body is larger than {} bytes", self.bytes);
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason)
    }
}

impl From<MemoryFull> for Problem {
    fn from(full: MemoryFull) -> Self {
        Self::new(StatusCode::SERVICE_UNAVAILABLE, full.to_string())
    }
}

/// A body in memory. It counts as used memory until it is dropped.
pub struct HeldBody {
    /// What it says.
    pub text: Vec<u8>,
    /// Kept as long as the text is.
    _taken: MemoryShare,
}

impl HeldBody {
    /// A text, and the memory that was taken for it.
    pub(crate) fn new(text: Vec<u8>, taken: MemoryShare) -> Self {
        Self { text, _taken: taken }
    }
}

/// How large the body is, if the client says so.
pub(crate) fn announced(request: &Request) -> Option<usize> {
    request.headers().get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

/// Reads a body; every part of it takes up memory when it arrives.
///
/// # Errors
/// If it is too large, comes too slowly or breaks off, or if all bodies together take up too much.
pub async fn read(request: Request, limits: &BodyLimits) -> Result<HeldBody, Problem> {
    read_into(request, limits, MemoryShare::default(), true).await
}

/// Reads a body for which memory was taken before.
pub(crate) async fn read_reserved(
    request: Request,
    limits: &BodyLimits,
    taken: MemoryShare,
) -> Result<HeldBody, Problem> {
    read_into(request, limits, taken, false).await
}

/// Reads and forgets what still comes, for a moment: a client that cannot send does not listen either.
pub(crate) async fn drain(request: Request) {
    let mut body = request.into_body();
    drain_body(&mut body).await;
}

async fn read_into(
    request: Request,
    limits: &BodyLimits,
    taken: MemoryShare,
    takes: bool,
) -> Result<HeldBody, Problem> {
    let visitor = request.extensions().get::<Arc<Visitor>>().cloned();
    let too_large = announced(&request).is_some_and(|bytes| bytes > limits.bytes);
    let mut body = request.into_body();
    if let Some(visitor) = &visitor {
        visitor.is_awaited();
    }
    let read = match too_large {
        true => Err(limits.too_large()),
        false => {
            let all = collect(&mut body, limits, taken, takes);
            tokio::time::timeout(limits.time, all).await.unwrap_or_else(|_| Err(too_slow()))
        }
    };
    if read.as_ref().is_err_and(|problem| problem.status() != StatusCode::REQUEST_TIMEOUT) {
        drain_body(&mut body).await;
    }
    if let Some(visitor) = &visitor {
        visitor.is_served();
    }
    read
}

async fn collect(
    body: &mut Body,
    limits: &BodyLimits,
    mut taken: MemoryShare,
    takes: bool,
) -> Result<HeldBody, Problem> {
    let mut text = Vec::new();
    loop {
        let part = tokio::time::timeout(limits.pause, next(body)).await.map_err(|_| too_slow())?;
        let Some(part) = part? else { return Ok(HeldBody::new(text, taken)) };
        if part.len() > limits.bytes - text.len() {
            return Err(limits.too_large());
        }
        if takes {
            limits.memory.take(&mut taken, part.len())?;
        }
        text.extend_from_slice(&part);
    }
}

/// The next part of a body; `None` at its end.
async fn next(body: &mut Body) -> Result<Option<Bytes>, Problem> {
    loop {
        let frame = poll_fn(|cx| Pin::new(&mut *body).poll_frame(cx)).await;
        match frame.transpose() {
            Ok(None) => return Ok(None),
            // What is no data is a trailer, which says nothing here.
            Ok(Some(frame)) => {
                if let Ok(data) = frame.into_data() {
                    return Ok(Some(data));
                }
            }
            Err(error) => {
                let reason = format!("the body cannot be read: {error}");
                return Err(Problem::new(StatusCode::BAD_REQUEST, reason));
            }
        }
    }
}

async fn drain_body(body: &mut Body) {
    let rest = async { while let Ok(Some(_)) = next(body).await {} };
    // A client that sends for longer gets no answer.
    let _ = tokio::time::timeout(DRAIN, rest).await;
}

fn too_slow() -> Problem {
    Problem::new(StatusCode::REQUEST_TIMEOUT, "the body takes too long")
}
