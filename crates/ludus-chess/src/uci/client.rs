//! Another engine as a process that speaks UCI.

use std::sync::Arc;
use std::time::Duration;

use ludus_core::BotLog;
use ludus_process::{Launch, Process, ProcessError, Reason, StderrLines, Wait};

/// How many lines are read after one command: an engine that writes more is broken.
const MAX_LINES: usize = 1_000_000;
/// How many options of an engine are remembered.
const MAX_OPTIONS: usize = 1_000;
/// How long an engine may take to read a command.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// How long an engine may take to exit by itself after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(100);

/// An option that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciOption {
    /// Its name.
    pub name: String,
    /// Its values, if it is a number with bounds: an option of the type `spin`.
    pub spin: Option<SpinValues>,
}

/// The values of an option that is a number with bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpinValues {
    /// The value that it has when nothing is set.
    pub default: i64,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
}

impl UciOption {
    /// The option in a line of an engine, without the words `option name` before it.
    fn parse(text: &str) -> Self {
        let (name, rest) = text.split_once(" type ").unwrap_or((text, ""));
        let mut words = rest.split_whitespace();
        let is_spin = words.next() == Some("spin");
        let words: Vec<&str> = words.collect();
        let number = |key: &str| {
            let place = words.iter().position(|word| *word == key)?;
            words.get(place + 1)?.parse().ok()
        };
        let spin = || {
            let spin = SpinValues {
                default: number("default")?,
                min: number("min")?,
                max: number("max")?,
            };
            (spin.min <= spin.default && spin.default <= spin.max).then_some(spin)
        };
        Self { name: name.to_owned(), spin: if is_spin { spin() } else { None } }
    }
}

/// A running engine. Dropping it ends the process and all processes that it started.
#[derive(Debug)]
pub struct UciClient {
    process: Process,
    options: Vec<UciOption>,
}

impl UciClient {
    /// Starts a program and waits for `uciok`. Everything that is sent and received goes to the log, if there is one.
    ///
    /// # Errors
    /// If it does not start, exits, or does not send `uciok` in time.
    pub fn start(
        launch: &Launch,
        log: Option<Arc<dyn BotLog>>,
        timeout: Duration,
    ) -> Result<Self, ProcessError> {
        let mut process = launch.start()?;
        process.log_to(log);
        let mut client = Self { process, options: Vec::new() };
        client.send("uci")?;
        let mut options = Vec::new();
        client.wait_for(Wait::new("uciok", timeout), |line| {
            if let Some(rest) = line.strip_prefix("option name ")
                && options.len() < MAX_OPTIONS
            {
                options.push(UciOption::parse(rest));
            }
            line == "uciok"
        })?;
        client.options = options;
        Ok(client)
    }

    /// Copies everything that is sent and received from now on to this log, or no longer to any.
    pub fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        self.process.log_to(log);
    }

    /// What the engine wrote to standard error since the last call.
    pub fn take_stderr(&mut self) -> StderrLines {
        self.process.take_stderr()
    }

    /// Whether the engine has an option of this name.
    #[must_use]
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// The options that the engine has.
    #[must_use]
    pub fn options(&self) -> &[UciOption] {
        &self.options
    }

    /// Sends a line to the engine.
    ///
    /// # Errors
    /// If it has exited or does not read.
    pub fn send(&mut self, line: &str) -> Result<(), ProcessError> {
        let word = line.split(' ').next().unwrap_or_default();
        self.process.send(line, &mut Wait::new(format!("{word} to be read"), READ_TIMEOUT))
    }

    /// Sends `isready` and waits for `readyok`.
    ///
    /// # Errors
    /// If the engine exits or does not answer in time.
    pub fn wait_until_ready(&mut self, timeout: Duration) -> Result<(), ProcessError> {
        self.send("isready")?;
        self.wait_for(Wait::new("readyok", timeout), |line| line == "readyok")
    }

    /// Waits for a line that `is_last` accepts. `is_last` sees every line before it too.
    ///
    /// # Errors
    /// If the engine exits, writes too many lines, does not send such a line in time, or the wait is stopped.
    pub fn wait_for(
        &mut self,
        mut wait: Wait<'_>,
        mut is_last: impl FnMut(&str) -> bool,
    ) -> Result<(), ProcessError> {
        let process = &mut self.process;
        for _ in 0..MAX_LINES {
            if is_last(&process.line(&mut wait)?) {
                return Ok(());
            }
        }
        Err(process.fail(Reason::Flood { lines: MAX_LINES, what: wait.what().to_owned() }))
    }

    /// An error about what the engine sent, with the last lines of its standard error.
    pub fn protocol_error(&mut self, what: String) -> ProcessError {
        self.process.fail(Reason::Protocol(what))
    }
}

impl Drop for UciClient {
    fn drop(&mut self) {
        // A good engine exits by itself. Otherwise it is killed, with all processes that it started.
        self.process.end("quit", QUIT_TIMEOUT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_spin_options_with_sound_bounds_are_numbers() {
        let parse = |text: &str| UciOption::parse(text).spin;
        let spin = Some(SpinValues { default: 24, min: -100, max: 100 });
        assert_eq!(parse("Contempt type spin default 24 min -100 max 100"), spin);
        assert_eq!(parse("Contempt type spin min -100 max 100 default 24"), spin);
        assert_eq!(
            UciOption::parse("Skill Level type spin default 20 min 0 max 20").name,
            "Skill Level"
        );
        for other in [
            "Ponder type check default false",
            "Style type combo default Normal var Solid var Normal",
            "Broken type spin default 5 min 0",
            "Broken type spin default 5 min 6 max 9",
            "Clear Hash type button",
            "Nothing",
        ] {
            assert_eq!(parse(other), None, "{other}");
        }
    }
}
