//! What pages ask for and takes a while: so much of it at a time, some of it waiting, the rest refused.

use std::sync::Arc;

use axum::http::StatusCode;
use ludus_arena::contain;
use tokio::sync::Semaphore;

use crate::content::Problem;

/// Does what takes a while, off the threads that read and write.
pub struct WorkQueue {
    /// How much may be done at a time.
    places: Arc<Semaphore>,
    /// How much may be done and wait.
    queue: Arc<Semaphore>,
}

impl WorkQueue {
    /// So much at a time, and so much more that waits.
    pub(crate) fn new(places: usize, waiting: usize) -> Self {
        let places = places.max(1);
        Self {
            places: Arc::new(Semaphore::new(places)),
            queue: Arc::new(Semaphore::new(places + waiting)),
        }
    }

    /// Does this, when there is a place.
    ///
    /// # Errors
    /// If too much waits already, or with what went wrong.
    pub async fn run<T: Send + 'static>(
        &self,
        what: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = || {
            let reason = "this server has too much to do; try again in a moment";
            Problem::new(StatusCode::SERVICE_UNAVAILABLE, reason)
        };
        let queued = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| busy())?;
        // The place in the queue is free when the work is done, also where no request waits for it any more.
        let done = self.run_next(move || {
            let done = what();
            drop(queued);
            done
        });
        done.await?
    }

    /// Does the next part of what has begun, when there is a place: it is never refused.
    ///
    /// # Errors
    /// If it panicked.
    pub async fn run_next<T: Send + 'static>(
        &self,
        what: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let failed = |reason: String| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, reason);
        let place = Arc::clone(&self.places).acquire_owned().await;
        let done = tokio::task::spawn_blocking(move || {
            let done = contain("this request", what);
            drop(place);
            done
        });
        let done = done.await.map_err(|error| failed(error.to_string()))?;
        done.map_err(|error| {
            tracing::error!(%error, at = error.location, "a request failed");
            failed(error.to_string())
        })
    }
}
