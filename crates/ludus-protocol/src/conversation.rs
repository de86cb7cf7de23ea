//! The conversation with one program, within its limits.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_core::{BotError, BotErrorKind, BotLog};
use ludus_process::{ProcessError, Reason, Wait};
use serde::Serialize;

use crate::VERSION;
use crate::message::{Act, End, FromBot, Hello, QUIT, Ready, Start, Turn};
use crate::transport::Transport;

/// How long a program may take to say that it is ready.
const READY_TIME: Duration = Duration::from_secs(10);
/// How long a program may take to read a message that it need not answer.
const READ_TIME: Duration = Duration::from_secs(1);
/// How long a program may take to exit after `quit`.
const QUIT_TIME: Duration = Duration::from_millis(100);
/// How long to look for what a program printed between two matches.
const GLANCE: Duration = Duration::from_micros(50);
/// How many bytes a program may print in one turn.
const MAX_TURN: usize = 1 << 20;
/// How many lines for debugging are kept in a turn: the last ones.
const MAX_DEBUG_LINES: usize = 20;
/// How many characters of each of them are kept.
const MAX_DEBUG_CHARS: usize = 300;

/// How much time an answer may take.
#[derive(Clone, Copy, Debug)]
pub struct TurnTime<'a> {
    /// How long Ludus waits for it.
    pub patience: Duration,
    /// Set from outside when no answer is wanted any more.
    pub stop: &'a AtomicBool,
}

/// What came of one turn.
#[derive(Debug)]
pub struct TurnReply {
    /// What the program plays, or why it has no answer.
    pub act: Result<Act, BotError>,
    /// How long it took, from the first byte sent to the line read.
    pub took: Duration,
    /// The last of its lines for debugging, followed by its standard error.
    pub stderr: Vec<String>,
}

/// The conversation with one program. Dropping it ends the program.
///
/// After an error of the program, other than an answer that did not come in time, the program is ended at once, and the
/// conversation repeats that error.
#[derive(Debug)]
pub struct Conversation<T: Transport> {
    /// The way to the program, until an error ends it.
    transport: Option<T>,
    error: Option<BotError>,
    ready: Ready,
    /// The current match.
    id: String,
    /// The match before it: late answers to it are dropped.
    earlier: String,
    /// Whether the program has not answered its last turn.
    owes_answer: bool,
    /// The message that is being written.
    out: Vec<u8>,
}

impl<T: Transport> Conversation<T> {
    /// Greets a program that was just started, and waits until it is ready.
    ///
    /// # Errors
    /// If it is not ready in time, or speaks another version of the protocol.
    pub fn open(transport: T, game: &str) -> Result<Self, BotError> {
        let mut conversation = Self {
            transport: Some(transport),
            error: None,
            ready: Ready::default(),
            id: String::new(),
            earlier: String::new(),
            owes_answer: false,
            out: Vec::new(),
        };
        let mut wait = Wait::new("ready", READY_TIME);
        let hello = Hello { protocol: VERSION, game, ludus: env!("CARGO_PKG_VERSION") };
        conversation.send(&hello, &mut wait)?;
        conversation.ready = match conversation.next_message(&mut wait, &mut Printed::default())? {
            FromBot::Ready(ready) if ready.protocol == VERSION => ready,
            FromBot::Ready(Ready { protocol, .. }) => {
                let text = format!("speaks protocol {protocol}, not {VERSION}");
                return Err(conversation.break_rule(text));
            }
            FromBot::Act(_) => return Err(conversation.break_rule("sent act before ready")),
            FromBot::Error(failure) => return Err(conversation.give_up(&failure.reason)),
        };
        Ok(conversation)
    }

    /// What the program said about itself.
    pub const fn ready(&self) -> &Ready {
        &self.ready
    }

    /// The same, to set its parameters.
    pub(crate) const fn ready_mut(&mut self) -> &mut Ready {
        &mut self.ready
    }

    /// Copies everything that is said from now on to this log, or no longer to any.
    pub fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        if let Some(transport) = &mut self.transport {
            transport.log_to(log);
        }
    }

    /// The conversation, if the program can play another match.
    pub fn into_usable(mut self) -> Option<Self> {
        self.is_usable().then_some(self)
    }

    /// Whether the program runs, and has answered everything. What it printed since its last answer is dropped.
    fn is_usable(&mut self) -> bool {
        let mut wait = Wait::new("nothing", GLANCE);
        let mut printed = Printed::default();
        while self.error.is_none() {
            let Some(transport) = &mut self.transport else { break };
            match transport.line(&mut wait) {
                Ok(line) if printed.add(&line) => {
                    let act = serde_json::from_str(&line);
                    if matches!(act, Ok(FromBot::Act(act)) if act.id == self.id) {
                        self.owes_answer = false;
                    }
                }
                Err(ProcessError { reason: Reason::Silent { .. }, .. }) => {
                    return !self.owes_answer;
                }
                Ok(_) | Err(_) => break,
            }
        }
        false
    }

    /// Tells the program that a match begins.
    ///
    /// # Errors
    /// If it has ended, or does not read.
    pub fn start(&mut self, start: &Start<'_>) -> Result<(), BotError> {
        std::mem::swap(&mut self.earlier, &mut self.id);
        start.id.clone_into(&mut self.id);
        self.send(start, &mut Wait::new("start to be read", READ_TIME))
    }

    /// Asks the program for an action.
    pub fn turn<S: Serialize, L: Serialize>(
        &mut self,
        turn: &Turn<'_, S, L>,
        time: TurnTime<'_>,
    ) -> TurnReply {
        let mut printed = Printed::default();
        if let Err(error) = self.write(turn) {
            return TurnReply { act: Err(error), took: Duration::ZERO, stderr: Vec::new() };
        }
        let began = Instant::now();
        let mut wait = Wait::new("act", time.patience).or_stop(time.stop);
        self.owes_answer = true;
        let act = self
            .send_written(&mut wait)
            .and_then(|()| self.wait_for_act(turn.turn, &mut wait, &mut printed));
        let took = began.elapsed();
        let mut stderr = printed.lines;
        if let Some(transport) = &mut self.transport {
            stderr.extend(transport.take_stderr());
        }
        TurnReply { act, took, stderr }
    }

    /// Tells the program that the match is over. An error shows in the next match.
    pub fn end(&mut self, end: &End<'_>) {
        // The error is kept.
        let _ = self.send(end, &mut Wait::new("end to be read", READ_TIME));
    }

    fn wait_for_act(
        &mut self,
        turn: u32,
        wait: &mut Wait<'_>,
        printed: &mut Printed,
    ) -> Result<Act, BotError> {
        loop {
            match self.next_message(wait, printed)? {
                FromBot::Act(act) if act.id == self.id && act.turn == turn => {
                    self.owes_answer = false;
                    return Ok(act);
                }
                FromBot::Act(act) if self.is_late(&act, turn) => {}
                FromBot::Act(act) if act.id == self.id => {
                    let text = format!("answered turn {}, not turn {turn}", act.turn);
                    return Err(self.break_rule(text));
                }
                FromBot::Act(_) => return Err(self.break_rule("answered for another match")),
                FromBot::Ready(_) => return Err(self.break_rule("sent ready twice")),
                FromBot::Error(failure) => return Err(self.give_up(&failure.reason)),
            }
        }
    }

    /// Whether this answers a question of which the answer is no longer wanted.
    fn is_late(&self, act: &Act, turn: u32) -> bool {
        act.id == self.id && act.turn < turn || !self.earlier.is_empty() && act.id == self.earlier
    }

    /// The next message of the program. Lines for debugging are kept aside.
    fn next_message(
        &mut self,
        wait: &mut Wait<'_>,
        printed: &mut Printed,
    ) -> Result<FromBot, BotError> {
        loop {
            let line = match self.transport()?.line(wait) {
                Ok(line) => line,
                Err(error) => return Err(self.fail(error)),
            };
            if !printed.add(&line) {
                return Err(
                    self.break_rule(format!("printed more than {MAX_TURN} bytes in a turn"))
                );
            }
            if line.starts_with('{') {
                return serde_json::from_str(&line)
                    .map_err(|error| self.break_rule(format!("sent no valid message: {error}")));
            }
        }
    }

    fn transport(&mut self) -> Result<&mut T, BotError> {
        match (&mut self.transport, &self.error) {
            (Some(transport), None) => Ok(transport),
            (_, Some(error)) => Err(error.clone().repeated()),
            (None, None) => Err(BotError::new("its program has ended")),
        }
    }

    fn send(&mut self, message: &impl Serialize, wait: &mut Wait<'_>) -> Result<(), BotError> {
        self.write(message)?;
        self.send_written(wait)
    }

    fn write(&mut self, message: &impl Serialize) -> Result<(), BotError> {
        self.out.clear();
        serde_json::to_writer(&mut self.out, message)
            .map_err(|error| BotError::new(format!("a message cannot be written: {error}")))
    }

    fn send_written(&mut self, wait: &mut Wait<'_>) -> Result<(), BotError> {
        let out = std::mem::take(&mut self.out);
        // JSON is text.
        let sent = self.transport()?.send(std::str::from_utf8(&out).unwrap_or_default(), wait);
        self.out = out;
        sent.map_err(|error| self.fail(error))
    }

    /// The error for something that the protocol does not allow.
    fn break_rule(&mut self, text: impl Into<String>) -> BotError {
        match self.transport() {
            Ok(transport) => {
                let error = transport.fail(Reason::Protocol(text.into()));
                self.fail(error)
            }
            Err(error) => error,
        }
    }

    /// The error for a program that gives up.
    fn give_up(&mut self, reason: &str) -> BotError {
        let stderr = match self.transport() {
            Ok(transport) => transport.fail(Reason::Protocol(String::new())).stderr,
            Err(error) => return error,
        };
        self.finish(BotError::new(reason).with_stderr(stderr))
    }

    fn fail(&mut self, error: ProcessError) -> BotError {
        let kind = match &error.reason {
            Reason::Ended { .. } => BotErrorKind::Crash,
            Reason::Silent { .. } | Reason::Deaf(_) => BotErrorKind::Time,
            Reason::LongLine(_) | Reason::Flood { .. } | Reason::Protocol(_) => {
                BotErrorKind::Protocol
            }
            _ => BotErrorKind::Error,
        };
        let failed = BotError::of_kind(kind, error.to_string()).with_stderr(error.stderr);
        match error.reason {
            // It may still answer, or be asked something else.
            Reason::Silent { .. } | Reason::Stopped(_) => failed,
            _ => self.finish(failed),
        }
    }

    /// Ends the program because of this error.
    fn finish(&mut self, error: BotError) -> BotError {
        self.transport = None;
        self.error = Some(error.clone().with_stderr(Vec::new()));
        error
    }
}

impl<T: Transport> Drop for Conversation<T> {
    fn drop(&mut self) {
        if let Some(transport) = &mut self.transport {
            transport.end(QUIT, QUIT_TIME);
        }
    }
}

/// What a program prints in one turn.
#[derive(Default)]
struct Printed {
    bytes: usize,
    /// The last lines for debugging.
    lines: Vec<String>,
}

impl Printed {
    /// Adds a line. Returns whether the program has not printed too much.
    fn add(&mut self, line: &str) -> bool {
        self.bytes += line.len() + 1;
        if !line.starts_with('{') && !line.is_empty() {
            if self.lines.len() == MAX_DEBUG_LINES {
                self.lines.remove(0);
            }
            self.lines.push(line.chars().take(MAX_DEBUG_CHARS).collect());
        }
        self.bytes <= MAX_TURN
    }
}
