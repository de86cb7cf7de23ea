//! Large answers, made part by part as fast as they are read: none of them is ever in memory as a whole.

use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::StatusCode;
use futures_util::{StreamExt as _, stream};
use tokio::sync::Semaphore;
use tokio::time::Instant;

use crate::content::Problem;
use crate::work::WorkQueue;

/// How large a part is, about, in bytes.
pub const PART_BYTES: usize = 64 << 10;

/// How many large answers are under way at a time.
const MOST: usize = 32;

/// How long a client may take to read one.
const LONGEST: Duration = Duration::from_secs(600);

/// What makes an answer: every call makes the next part, and the one after the last makes `None`.
pub trait Parts: Send + 'static {
    /// The next part.
    ///
    /// # Errors
    /// If it cannot be made; the answer ends early then.
    fn next_part(&mut self) -> io::Result<Option<Vec<u8>>>;
}

/// An answer of which nothing else is known.
pub type BoxedParts = Box<dyn Parts>;

impl Parts for BoxedParts {
    fn next_part(&mut self) -> io::Result<Option<Vec<u8>>> {
        (**self).next_part()
    }
}

/// A file as it is.
impl<R: Read + Send + 'static> Parts for io::BufReader<R> {
    fn next_part(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut part = Vec::with_capacity(PART_BYTES);
        let read = self.by_ref().take(PART_BYTES as u64).read_to_end(&mut part)?;
        Ok((read > 0).then_some(part))
    }
}

/// The large answers that are under way.
pub(crate) struct Streams {
    work: Arc<WorkQueue>,
    places: Arc<Semaphore>,
}

/// An answer that is under way.
struct StreamedAnswer<P> {
    parts: P,
    work: Arc<WorkQueue>,
    deadline: Instant,
    place: tokio::sync::OwnedSemaphorePermit,
}

impl Streams {
    /// Large answers that are made by these threads.
    pub(crate) fn new(work: Arc<WorkQueue>) -> Self {
        Self { work, places: Arc::new(Semaphore::new(MOST)) }
    }

    /// The body of an answer that is made of these parts.
    pub(crate) fn body(&self, parts: impl Parts) -> Result<Body, Problem> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let reason = "too many large answers are being read; try again in a moment";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason)
        })?;
        let (work, deadline) = (Arc::clone(&self.work), Instant::now() + LONGEST);
        let answer = StreamedAnswer { parts, work, deadline, place };
        let parts = stream::unfold(Some(answer), |answer| async { next(answer?).await });
        // What compresses it asks again after the end.
        Ok(Body::from_stream(parts.fuse()))
    }
}

/// The next part of an answer, and what is to come; nothing comes after an error.
async fn next<P: Parts>(
    answer: StreamedAnswer<P>,
) -> Option<(io::Result<Bytes>, Option<StreamedAnswer<P>>)> {
    let StreamedAnswer { mut parts, work, deadline, place } = answer;
    if Instant::now() > deadline {
        return Some((Err(io::ErrorKind::TimedOut.into()), None));
    }
    let making = work.run_next(move || {
        let part = parts.next_part();
        (part, parts)
    });
    let made = making.await;
    match made {
        Ok((Ok(Some(part)), parts)) => {
            Some((Ok(part.into()), Some(StreamedAnswer { parts, work, deadline, place })))
        }
        Ok((Ok(None), _)) => None,
        Ok((Err(error), _)) => {
            tracing::warn!(%error, "a large answer ends early");
            Some((Err(error), None))
        }
        Err(problem) => Some((Err(io::Error::other(problem)), None)),
    }
}
