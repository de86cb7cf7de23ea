//! Another engine as a process that is spoken to in UCI.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ludus_process::{Launch, Process, ProcessError, Reason, Wait};

/// Where Debian puts engines; it is often not on the PATH.
const GAMES: &str = "/usr/games";
/// The most lines of an engine that are read between two commands: one that floods is broken.
const MAX_LINES: usize = 1_000_000;
/// The most options of an engine that are remembered.
const MAX_OPTIONS: usize = 1_000;
/// How long an engine may take to read a command.
const TO_READ: Duration = Duration::from_secs(10);
/// How long an engine may take to end by itself after `quit`.
const TO_QUIT: Duration = Duration::from_millis(100);

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

/// A running engine. It is ended, with all that it started, when this is dropped.
#[derive(Debug)]
pub struct Client {
    process: Process,
    options: Vec<String>,
}

impl Client {
    /// Starts a program and waits until it has introduced itself.
    ///
    /// # Errors
    /// If it does not start, ends, or does not say `uciok` in time.
    pub fn start(
        program: &Path,
        arguments: &[String],
        patience: Duration,
    ) -> Result<Self, ProcessError> {
        let process = Launch::new(program).arguments(arguments).start()?;
        let mut client = Self { process, options: Vec::new() };
        client.say("uci")?;
        let mut options = Vec::new();
        client.wait_for(Wait::new("uciok", patience), |line| {
            if let Some(rest) = line.strip_prefix("option name ")
                && options.len() < MAX_OPTIONS
            {
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
    /// If it has ended, or does not read.
    pub fn say(&mut self, line: &str) -> Result<(), ProcessError> {
        let word = line.split(' ').next().unwrap_or_default();
        self.process.send(line, &mut Wait::new(format!("{word} to be read"), TO_READ))
    }

    /// Waits until the engine says that it is ready.
    ///
    /// # Errors
    /// If it ends or does not say so in time.
    pub fn ready(&mut self, patience: Duration) -> Result<(), ProcessError> {
        self.say("isready")?;
        self.wait_for(Wait::new("readyok", patience), |line| line == "readyok")
    }

    /// Waits for the line that `wanted` accepts; it sees all lines before that one too.
    ///
    /// # Errors
    /// If the engine ends, floods, does not say such a line in time, or the wait is stopped.
    pub fn wait_for(
        &mut self,
        mut wait: Wait<'_>,
        mut wanted: impl FnMut(&str) -> bool,
    ) -> Result<(), ProcessError> {
        let process = &mut self.process;
        for _ in 0..MAX_LINES {
            if wanted(&process.line(&mut wait)?) {
                return Ok(());
            }
        }
        Err(process.fail(Reason::Flood { lines: MAX_LINES, what: wait.what().to_owned() }))
    }

    /// An error about what the engine said, with its last words.
    pub fn refuse(&mut self, what: String) -> ProcessError {
        self.process.fail(Reason::Protocol(what))
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A good engine ends by itself; any other is killed, and so is what either started.
        self.process.end("quit", TO_QUIT);
    }
}
