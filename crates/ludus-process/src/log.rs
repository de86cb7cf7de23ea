//! Logs of everything that is sent to a program and received from it.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// One line that was sent or received.
#[derive(Clone, Copy, Debug)]
pub struct LoggedLine<'a> {
    /// When, counted from the start of the program.
    pub at: Duration,
    /// The stream that it went through.
    pub stream: ProgramStream,
    /// The line, without its end.
    pub text: &'a str,
}

/// The three streams between Ludus and a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramStream {
    /// To the program: `→`.
    Stdin,
    /// From the program: `←`.
    Stdout,
    /// From the program, for people: `!`.
    Stderr,
}

impl fmt::Display for LoggedLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.stream {
            ProgramStream::Stdin => '→',
            ProgramStream::Stdout => '←',
            ProgramStream::Stderr => '!',
        };
        write!(f, "{:12.6} {sign} {}", self.at.as_secs_f64(), self.text)
    }
}

/// Where a log goes. It must not block for long: the program waits meanwhile.
pub trait LogSink: fmt::Debug + Send {
    /// Takes a line.
    fn record(&mut self, entry: &LoggedLine<'_>);

    /// Whether the sink takes no more lines. A flood on standard error then costs no more than reading it.
    fn is_full(&self) -> bool {
        false
    }
}

/// A log in a file of bounded size. When it is full, or cannot be written, the program continues without it.
#[derive(Debug)]
pub struct ProgramLog {
    file: Option<File>,
    /// How many bytes may still be written.
    left: u64,
}

impl ProgramLog {
    /// Creates the file, or replaces it. It gets at most `max_bytes` and then one line that says so.
    ///
    /// # Errors
    /// If the file cannot be created.
    pub fn create(path: &Path, max_bytes: u64) -> io::Result<Self> {
        Ok(Self { file: Some(File::create(path)?), left: max_bytes })
    }
}

impl LogSink for ProgramLog {
    fn record(&mut self, entry: &LoggedLine<'_>) {
        let Some(file) = &mut self.file else { return };
        let line = format!("{entry}\n");
        let written = if line.len() as u64 > self.left {
            let at = entry.at.as_secs_f64();
            let last = writeln!(file, "{at:12.6} ! the log is full and ends here");
            self.file = None;
            last
        } else {
            self.left -= line.len() as u64;
            file.write_all(line.as_bytes())
        };
        if let Err(error) = written {
            tracing::warn!("a log of a program cannot be written and ends: {error}");
            self.file = None;
        }
    }

    fn is_full(&self) -> bool {
        self.file.is_none()
    }
}
