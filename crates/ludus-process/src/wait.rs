//! What to wait for, and how long.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::error::Reason;

/// After this time without output, a program is reported as one that Ludus waits for.
const QUIET: Duration = Duration::from_secs(2);
/// The longest sleep between two checks: whether the wait was stopped, and whether the program has exited while a
/// process that it started keeps its output open.
const SLICE: Duration = Duration::from_millis(50);

/// What to wait for, and how long. One wait can cover several lines and commands.
#[derive(Debug)]
pub struct Wait<'a> {
    what: String,
    patience: Duration,
    began: Instant,
    stop: Option<&'a AtomicBool>,
    /// When the program last printed something, or when the wait began.
    heard: Instant,
    reported: bool,
}

impl<'a> Wait<'a> {
    /// A wait that begins now. `what` is used in messages.
    pub fn new(what: impl Into<String>, patience: Duration) -> Self {
        let now = Instant::now();
        let what = what.into();
        Self { what, patience, began: now, stop: None, heard: now, reported: false }
    }

    /// Ends the wait when this flag is set.
    #[must_use]
    pub fn or_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// Does not report a program that prints nothing: it is not expected to.
    #[must_use]
    pub fn unreported(self) -> Self {
        Self { reported: true, ..self }
    }

    /// What this waits for.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// Notes that the program has printed something.
    pub(crate) fn heard(&mut self) {
        self.heard = Instant::now();
    }

    /// How long to sleep before the next check, or why the wait is over. A program that prints nothing is reported once.
    pub(crate) fn slice(&mut self, program: &str) -> Result<Duration, Reason> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(Reason::Stopped(self.what.clone()));
        }
        let left = self.patience.saturating_sub(self.began.elapsed());
        if left.is_zero() {
            return Err(Reason::Silent { what: self.what.clone(), patience: self.patience });
        }
        if !self.reported && self.heard.elapsed() >= QUIET {
            self.reported = true;
            let most = self.patience.as_secs_f64();
            tracing::warn!("waiting for {} from {program} (at most {most:.0} s)", self.what);
        }
        Ok(left.min(SLICE))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_ends_with_its_patience_or_when_it_is_stopped() {
        let mut over = Wait::new("an answer", Duration::ZERO);
        assert!(matches!(over.slice("x"), Err(Reason::Silent { .. })));
        let stop = AtomicBool::new(false);
        let mut wait = Wait::new("an answer", Duration::from_secs(60)).or_stop(&stop);
        assert!(wait.slice("x").is_ok_and(|slice| slice <= SLICE));
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(wait.slice("x"), Err(Reason::Stopped(_))));
    }
}
