//! Another bot as a process that speaks TBP.

use std::sync::Arc;
use std::time::Duration;

use ludus_core::BotLog;
use ludus_process::{Launch, Process, ProcessEnd, ProcessError, Reason, StderrLines, Wait};

use super::message::{TbpFromBot, TbpInfo, TbpRandomizerName, TbpRules, TbpToBot};

/// How many lines are read while one message is expected: a bot that writes more is broken.
const MAX_LINES: usize = 10_000;
/// How long a bot may take to read a message.
const READ_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a bot may take to exit by itself after `quit`.
const QUIT_TIMEOUT: Duration = Duration::from_millis(100);
/// How long to look for the end of a bot, or for what it should not have said.
const GLANCE: Duration = Duration::from_millis(1);

/// A running bot. Dropping it ends the process and all processes that it started.
#[derive(Debug)]
pub struct TbpClient {
    process: Process,
    info: TbpInfo,
}

impl TbpClient {
    /// Starts a program, waits for its `info`, tells it the rules and waits for `ready`. Everything that is sent and
    /// received goes to the log, if there is one.
    ///
    /// # Errors
    /// If it does not start, exits, refuses the rules, or does not answer in time.
    pub fn start(
        launch: &Launch,
        log: Option<Arc<dyn BotLog>>,
        timeout: Duration,
    ) -> Result<Self, ProcessError> {
        let mut process = launch.start()?;
        process.log_to(log);
        let mut client = Self { process, info: TbpInfo::default() };
        client.info = match client.receive(&mut Wait::new("info", timeout))? {
            TbpFromBot::Info(info) => info,
            other => return Err(client.unexpected(&other, "info")),
        };
        client
            .send(&TbpToBot::Rules(TbpRules { randomizer: Some(TbpRandomizerName::SevenBag) }))?;
        match client.receive(&mut Wait::new("ready", timeout))? {
            TbpFromBot::Ready => Ok(client),
            other => Err(client.unexpected(&other, "ready")),
        }
    }

    /// Who the bot is.
    #[must_use]
    pub fn info(&self) -> &TbpInfo {
        &self.info
    }

    /// The number by which the system knows the process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Copies everything that is sent and received from now on to this log, or no longer to any.
    pub fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        self.process.log_to(log);
    }

    /// What the bot wrote to standard error since the last call.
    pub fn take_stderr(&mut self) -> StderrLines {
        self.process.take_stderr()
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the bot has exited or does not read.
    pub fn send(&mut self, message: &TbpToBot) -> Result<(), ProcessError> {
        self.send_line(message.kind(), &message.line())
    }

    /// Sends a line, which messages call by this name.
    ///
    /// # Errors
    /// If the bot has exited or does not read.
    pub fn send_line(&mut self, what: &str, line: &str) -> Result<(), ProcessError> {
        self.process.send(line, &mut Wait::new(format!("{what} to be read"), READ_TIMEOUT))
    }

    /// The next message. Messages of unknown types are skipped.
    ///
    /// # Errors
    /// If the bot exits, sends nothing in time, or something that is no message.
    pub fn receive(&mut self, wait: &mut Wait<'_>) -> Result<TbpFromBot, ProcessError> {
        for _ in 0..MAX_LINES {
            let line = self.process.line(wait)?;
            match TbpFromBot::parse(&line) {
                Ok(Some(message)) => return Ok(message),
                Ok(None) => {}
                Err(error) => return Err(self.protocol_error(format!("sent no message: {error}"))),
            }
        }
        Err(self.process.fail(Reason::Flood { lines: MAX_LINES, what: wait.what().to_owned() }))
    }

    /// Lets the bot think until the wait is over or stopped.
    ///
    /// # Errors
    /// If the bot exits meanwhile, or sends what it may not send before it is asked.
    pub fn think(&mut self, mut wait: Wait<'_>) -> Result<(), ProcessError> {
        loop {
            match self.receive(&mut wait) {
                // What it says about itself a second time changes nothing.
                Ok(TbpFromBot::Info(_) | TbpFromBot::Ready) => {}
                Ok(other) => return Err(self.unexpected(&other, "nothing")),
                Err(ProcessError {
                    reason: Reason::Silent { .. } | Reason::Stopped(_), ..
                }) => {
                    return Ok(());
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The same bot, if it still runs and owes nothing: it can play another match.
    #[must_use]
    pub fn into_usable(mut self) -> Option<Self> {
        self.think(Wait::new("nothing", GLANCE).unreported()).ok().map(|()| self)
    }

    /// Sends `quit` and gives the bot this much time to exit. Returns how it exited, if it did so by itself.
    pub fn quit(&mut self, grace: Duration) -> Option<ProcessEnd> {
        self.process.end(&TbpToBot::Quit.line(), grace)
    }

    /// An error about what the bot sent, with the last lines of its standard error.
    pub fn protocol_error(&mut self, what: String) -> ProcessError {
        self.process.fail(Reason::Protocol(what))
    }

    /// The error for a message that was not expected.
    pub(super) fn unexpected(&mut self, message: &TbpFromBot, expected: &str) -> ProcessError {
        self.protocol_error(match message {
            TbpFromBot::Error(failure) => format!("reported an error: {}", failure.reason),
            TbpFromBot::Info(_) => format!("sent info; expected {expected}"),
            TbpFromBot::Ready => format!("sent ready; expected {expected}"),
            TbpFromBot::Suggestion(_) => {
                format!("sent a suggestion that was not asked for; expected {expected}")
            }
        })
    }
}

impl Drop for TbpClient {
    fn drop(&mut self) {
        // A good bot exits by itself. Otherwise it is killed, with all processes that it started.
        self.quit(QUIT_TIMEOUT);
    }
}
