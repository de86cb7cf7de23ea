//! Another engine as a process that is spoken to in UCI.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

/// Where Debian puts engines; it is often not on the PATH.
const GAMES: &str = "/usr/games";
/// The most lines of an engine that are read between two commands: one that floods is broken.
const MAX_LINES: usize = 1_000_000;

/// What can go wrong with another engine.
#[derive(Debug, Error)]
pub enum ClientError {
    /// It cannot be started.
    #[error("{program} does not start: {source}")]
    Start {
        /// The program.
        program: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// It ended.
    #[error("it ended while {0} was expected")]
    Ended(&'static str),
    /// It did not answer in time.
    #[error("it did not answer {0} within {1:?}")]
    Silent(&'static str, Duration),
    /// It says very much and nothing that was asked for.
    #[error("it printed {MAX_LINES} lines without {0}")]
    Flood(&'static str),
}

/// The program of this name: a path as it is, a name from the PATH or from the games' directory.
///
/// # Errors
/// If there is no such file; the text says where it was looked for.
pub fn find_program(name: &str) -> Result<PathBuf, String> {
    if name.contains('/') {
        let path = PathBuf::from(name);
        return if path.is_file() { Ok(path) } else { Err(format!("there is no program {name}")) };
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from(GAMES)])
        .map(|directory| directory.join(name))
        .find(|file| file.is_file())
        .ok_or_else(|| format!("there is no program {name} on the PATH or in {GAMES}"))
}

/// A running engine. It is killed when this is dropped.
#[derive(Debug)]
pub struct Client {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    options: Vec<String>,
}

impl Client {
    /// Starts a program and waits until it has introduced itself.
    ///
    /// # Errors
    /// If it does not start, ends, or does not say `uciok` in time.
    pub fn start(
        program: &PathBuf,
        arguments: &[String],
        patience: Duration,
    ) -> Result<Self, ClientError> {
        let fail = |source| ClientError::Start { program: program.display().to_string(), source };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(fail)?;
        let missing = || fail(std::io::Error::other("no pipe to it"));
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(output);
            let mut line = Vec::new();
            while matches!(reader.read_until(b'\n', &mut line), Ok(1..)) {
                if sender.send(String::from_utf8_lossy(&line).trim().to_owned()).is_err() {
                    break;
                }
                line.clear();
            }
        });
        let mut client = Self { child, input, lines, options: Vec::new() };
        client.say("uci")?;
        let mut options = Vec::new();
        client.wait_for("uciok", patience, |line| {
            if let Some(rest) = line.strip_prefix("option name ") {
                options.push(rest.split(" type ").next().unwrap_or(rest).to_owned());
            }
            line == "uciok"
        })?;
        client.options = options;
        Ok(client)
    }

    /// Whether the engine has an option of this name.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.eq_ignore_ascii_case(name))
    }

    /// Says a line to the engine.
    ///
    /// # Errors
    /// If it has ended.
    pub fn say(&mut self, line: &str) -> Result<(), ClientError> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        sent.map_err(|_| ClientError::Ended("a command"))
    }

    /// Waits until the engine says that it is ready.
    ///
    /// # Errors
    /// If it ends or does not say so in time.
    pub fn ready(&mut self, patience: Duration) -> Result<(), ClientError> {
        self.say("isready")?;
        self.wait_for("readyok", patience, |line| line == "readyok")
    }

    /// Waits for a line that `wanted` accepts; it sees all lines before that one too.
    ///
    /// # Errors
    /// If the engine ends, floods, or does not say such a line in time.
    pub fn wait_for(
        &mut self,
        what: &'static str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<(), ClientError> {
        let deadline = Instant::now() + patience;
        for _ in 0..MAX_LINES {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if wanted(&line) => return Ok(()),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => return Err(ClientError::Silent(what, patience)),
                Err(RecvTimeoutError::Disconnected) => return Err(ClientError::Ended(what)),
            }
        }
        Err(ClientError::Flood(what))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A good engine ends by itself; any other is ended. It may be gone already.
        let _ = self.say("quit");
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(1));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
