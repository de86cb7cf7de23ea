//! Lines in and out.

use std::sync::Arc;
use std::time::Duration;

use ludus_core::BotLog;
use ludus_process::{Process, ProcessError, Reason, Wait};

/// What carries the lines of a conversation: the pipes of a process, or a script in a test.
pub trait Transport: Send {
    /// Sends a line.
    ///
    /// # Errors
    /// If the other side is gone, or does not read in time.
    fn send(&mut self, line: &str, wait: &mut Wait<'_>) -> Result<(), ProcessError>;

    /// The next line of the other side.
    ///
    /// # Errors
    /// If there is none in time.
    fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, ProcessError>;

    /// What the other side wrote to standard error since the last call.
    fn take_stderr(&mut self) -> Vec<String>;

    /// An error of the other side, with the last lines of its standard error.
    fn fail(&mut self, reason: Reason) -> ProcessError;

    /// Copies everything that is sent and received from now on to this log, or no longer to any.
    fn log_to(&mut self, _log: Option<Arc<dyn BotLog>>) {}

    /// Sends a last line, and ends the other side after this time at the latest.
    fn end(&mut self, goodbye: &str, grace: Duration);
}

impl Transport for Process {
    fn send(&mut self, line: &str, wait: &mut Wait<'_>) -> Result<(), ProcessError> {
        Self::send(self, line, wait)
    }

    fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, ProcessError> {
        Self::line(self, wait)
    }

    fn take_stderr(&mut self) -> Vec<String> {
        Self::take_stderr(self).lines
    }

    fn fail(&mut self, reason: Reason) -> ProcessError {
        Self::fail(self, reason)
    }

    fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        Self::log_to(self, log);
    }

    fn end(&mut self, goodbye: &str, grace: Duration) {
        Self::end(self, goodbye, grace);
    }
}
