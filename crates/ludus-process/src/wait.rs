//! For what and how long a program is waited for.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::error::Reason;

/// After how long without a word a program is reported as one that is waited for.
const QUIET: Duration = Duration::from_secs(2);
/// The longest sleep between two looks at what else may have happened: a stop, or the end of the program while
/// something that it started keeps its output open.
const SLICE: Duration = Duration::from_millis(50);

/// For what and how long a program is waited for. One wait can cover several lines and commands.
#[derive(Debug)]
pub struct Wait<'a> {
    what: String,
    patience: Duration,
    began: Instant,
    stop: Option<&'a AtomicBool>,
    /// When the program said something last, or the wait began.
    heard: Instant,
    reported: bool,
}

impl<'a> Wait<'a> {
    /// A wait for this, from now on.
    pub fn new(what: impl Into<String>, patience: Duration) -> Self {
        let now = Instant::now();
        let what = what.into();
        Self { what, patience, began: now, stop: None, heard: now, reported: false }
    }

    /// The wait, ended when this flag is set.
    #[must_use]
    pub fn or_stop(self, stop: &'a AtomicBool) -> Self {
        Self { stop: Some(stop), ..self }
    }

    /// What is waited for.
    #[must_use]
    pub fn what(&self) -> &str {
        &self.what
    }

    /// The program has said something.
    pub(crate) fn heard(&mut self) {
        self.heard = Instant::now();
    }

    /// How long to sleep before looking again, or why there is nothing to wait for any more. A program that says
    /// nothing is reported once, with its name.
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
