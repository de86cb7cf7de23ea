//! Errors of other programs.

use std::fmt;
use std::time::Duration;

use ludus_core::{BotError, BotErrorKind};
use rustix::process::WaitIdStatus;
use thiserror::Error;

use crate::limits::{LimitError, MemoryLimit};

/// An error of a program, with the last lines of its standard error.
#[derive(Debug, Error)]
#[error("{program} {reason}")]
pub struct ProcessError {
    /// The program's file name.
    pub program: String,
    /// What went wrong.
    pub reason: Reason,
    /// The last lines of its standard error, oldest first, without control characters.
    pub stderr: Vec<String>,
}

/// What went wrong. The message continues a sentence that begins with the name of the program.
#[derive(Debug, Error)]
pub enum Reason {
    /// It could not be started.
    #[error("does not start: {0}")]
    Start(#[source] std::io::Error),
    /// One of its limits is not possible.
    #[error("is not started: {0}")]
    Limit(#[source] LimitError),
    /// Ludus is exiting and starts no more programs.
    #[error("is not started: Ludus is exiting")]
    Ending,
    /// It exited, or closed its output or its input.
    #[error("{end} while {what} was expected{}", limit_note(*.memory))]
    Ended {
        /// How it ended.
        end: ProcessEnd,
        /// What was expected of it.
        what: String,
        /// Its limit of memory, which may be why.
        memory: Option<MemoryLimit>,
    },
    /// It did not answer in time.
    #[error("did not answer {what} within {} s", seconds(*.patience))]
    Silent {
        /// What was expected of it.
        what: String,
        /// How long Ludus waited.
        patience: Duration,
    },
    /// It did not read its input in time.
    #[error("did not read its input within {} s", seconds(*.0))]
    Deaf(Duration),
    /// The wait was stopped, because its answer is no longer needed.
    #[error("was stopped while {0} was expected")]
    Stopped(String),
    /// It printed a line that is too long.
    #[error("printed a line of more than {0} bytes")]
    LongLine(usize),
    /// It printed many lines, but not the one that was expected.
    #[error("printed {lines} lines without {what}")]
    Flood {
        /// How many lines.
        lines: usize,
        /// What was expected of it.
        what: String,
    },
    /// It printed something that its protocol does not allow.
    #[error("{0}")]
    Protocol(String),
    /// Reading from it or writing to it failed.
    #[error("cannot be reached through its pipes: {0}")]
    Pipe(#[source] std::io::Error),
}

fn limit_note(memory: Option<MemoryLimit>) -> String {
    memory.map_or_else(String::new, |limit| format!(" (its memory is limited to {limit})"))
}

/// Seconds as people read them: `10`, `2.1`, `0.05`.
fn seconds(time: Duration) -> String {
    let text = format!("{:.2}", time.as_secs_f64());
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessEnd {
    /// It exited with this status.
    Status(i32),
    /// A signal killed it.
    Signal(i32),
    /// It closed its standard output and still runs.
    ClosedOutput,
    /// It closed its standard input and still runs: nothing can be said to it any more.
    ClosedInput,
}

impl ProcessError {
    /// Whether the program did not answer, or did not read, in time.
    #[must_use]
    pub fn is_timeout(&self) -> bool {
        matches!(self.reason, Reason::Silent { .. } | Reason::Deaf(_))
    }
}

/// The error for reports: the reason in one line, and the last lines of the program's standard error.
impl From<ProcessError> for BotError {
    fn from(error: ProcessError) -> Self {
        let kind = match &error.reason {
            Reason::Ended { .. } => BotErrorKind::Crash,
            Reason::Silent { .. } | Reason::Deaf(_) => BotErrorKind::Time,
            Reason::LongLine(_) | Reason::Flood { .. } | Reason::Protocol(_) => {
                BotErrorKind::Protocol
            }
            Reason::Start(_)
            | Reason::Limit(_)
            | Reason::Ending
            | Reason::Stopped(_)
            | Reason::Pipe(_) => BotErrorKind::Error,
        };
        Self::of_kind(kind, error.to_string()).with_stderr(error.stderr)
    }
}

impl ProcessEnd {
    /// The end of a process that has exited, as the system reports it.
    pub(crate) fn of(status: &WaitIdStatus) -> Self {
        match (status.exit_status(), status.terminating_signal()) {
            (Some(code), _) => Self::Status(code),
            (None, Some(signal)) => Self::Signal(signal),
            (None, None) => Self::ClosedOutput,
        }
    }

    /// The end of a program in a sandbox, whose first process exits with 128 and the number of the signal that killed
    /// the program.
    pub(crate) fn in_sandbox(self) -> Self {
        match self {
            Self::Status(code) if code > 128 && signal_name(code - 128).is_some() => {
                Self::Signal(code - 128)
            }
            end => end,
        }
    }
}

impl fmt::Display for ProcessEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Status(code) => write!(f, "exited with status {code}"),
            Self::Signal(number) => match signal_name(*number) {
                Some(name) => write!(f, "was killed by signal {number} ({name})"),
                None => write!(f, "was killed by signal {number}"),
            },
            Self::ClosedOutput => write!(f, "closed its output"),
            Self::ClosedInput => write!(f, "closed its input"),
        }
    }
}

/// The name of a signal that ends programs. The numbers are the same on all common systems.
fn signal_name(number: i32) -> Option<&'static str> {
    Some(match number {
        1 => "SIGHUP",
        2 => "SIGINT",
        3 => "SIGQUIT",
        4 => "SIGILL",
        5 => "SIGTRAP",
        6 => "SIGABRT",
        8 => "SIGFPE",
        9 => "SIGKILL",
        11 => "SIGSEGV",
        13 => "SIGPIPE",
        14 => "SIGALRM",
        15 => "SIGTERM",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_shown_with_its_number_and_name() {
        assert_eq!(ProcessEnd::Status(3).to_string(), "exited with status 3");
        assert_eq!(ProcessEnd::Signal(11).to_string(), "was killed by signal 11 (SIGSEGV)");
        assert_eq!(ProcessEnd::Signal(60).to_string(), "was killed by signal 60");
    }
}
