//! A running program that exchanges lines with Ludus.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use ludus_core::{BotLog, LogKind};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::error::{ProcessEnd, ProcessError, Reason};
use crate::groups;
use crate::limiter::{self, NotStarted};
use crate::limits::{MemoryLimit, Reserved};
use crate::lines::LineBuffer;
use crate::stderr::{StderrBuffer, StderrLines};
use crate::wait::Wait;

/// How many bytes are read at a time.
const CHUNK: usize = 16 << 10;
/// How long a program that closed its output may take to exit, so that its status can be reported.
const EXIT_GRACE: Duration = Duration::from_millis(200);
/// How many bytes of standard error are read after a failure.
const MAX_LAST_STDERR: usize = 256 << 10;

/// A child process that was just started.
pub(crate) struct Started {
    pub(crate) name: String,
    pub(crate) child: Child,
    pub(crate) reserved: Reserved,
    pub(crate) memory: Option<MemoryLimit>,
    pub(crate) is_sandboxed: bool,
    pub(crate) max_line: usize,
}

/// A running program. Dropping it kills the program and all processes that it started.
///
/// The pipes do not block: `poll` says what can be read and written, so that every wait is limited and none needs a
/// thread.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    lines: LineBuffer,
    stderr: StderrBuffer,
    max_line: usize,
    /// What it was given of the machine, until it has ended.
    _reserved: Reserved,
    memory: Option<MemoryLimit>,
    is_sandboxed: bool,
    log: Option<Arc<dyn BotLog>>,
}

impl Process {
    /// Takes over a child process whose three streams are pipes. If that fails, the process is killed.
    pub(crate) fn new(started: Started) -> io::Result<Self> {
        let Started { name, mut child, reserved, memory, is_sandboxed, max_line } = started;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let process = Self {
            name,
            child,
            input,
            output,
            errors,
            lines: LineBuffer::default(),
            stderr: StderrBuffer::default(),
            max_line,
            _reserved: reserved,
            memory,
            is_sandboxed,
            log: None,
        };
        if let (Some(input), Some(output), Some(errors)) =
            (&process.input, &process.output, &process.errors)
        {
            ioctl_fionbio(input, true)?;
            ioctl_fionbio(output, true)?;
            ioctl_fionbio(errors, true)?;
            return Ok(process);
        }
        Err(io::Error::other("no pipe to it"))
    }

    /// The program's file name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Copies everything that is sent and received from now on to this log, or no longer to any.
    pub fn log_to(&mut self, log: Option<Arc<dyn BotLog>>) {
        self.log = log;
    }

    /// What the program wrote to standard error since the last call, as far as it has arrived. A program that writes to
    /// standard error before it answers finds its lines here after the answer.
    pub fn take_stderr(&mut self) -> StderrLines {
        self.drain_errors();
        self.stderr.take_recent()
    }

    fn record(&self, kind: LogKind, text: &str) {
        if let Some(log) = &self.log {
            log.record(kind, text);
        }
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the program has exited, or does not read in time.
    pub fn send(&mut self, line: &str, wait: &mut Wait<'_>) -> Result<(), ProcessError> {
        self.record(LogKind::Sent, line);
        let text = format!("{line}\n");
        let mut left = text.as_bytes();
        loop {
            match self.input.as_mut().map(|input| input.write(left)) {
                Some(Ok(written)) => left = &left[written..],
                Some(Err(error)) if would_block(&error) => {}
                Some(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                    return Err(self.fail(Reason::Pipe(error)));
                }
                Some(Err(_)) | None => return Err(self.ended(ProcessEnd::ClosedInput, wait)),
            }
            if left.is_empty() {
                return Ok(());
            }
            let slice = wait.slice(&self.name).map_err(|reason| match reason {
                Reason::Silent { patience, .. } => self.fail(Reason::Deaf(patience)),
                reason => self.fail(reason),
            })?;
            // Its output is read meanwhile; otherwise both sides could wait for each other.
            self.pump(true, slice).map_err(|error| self.fail(Reason::Pipe(error)))?;
        }
    }

    /// The next line of the program's output, trimmed.
    ///
    /// # Errors
    /// If there is none in time: the program has exited, prints nothing, or prints a line that is too long.
    pub fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, ProcessError> {
        loop {
            if let Some(line) = self.lines.next_line() {
                wait.heard();
                self.record(LogKind::Received, &line);
                return Ok(line);
            }
            if self.lines.buffered() > self.max_line {
                return Err(self.fail(Reason::LongLine(self.max_line)));
            }
            let slice = match wait.slice(&self.name) {
                Ok(slice) => slice,
                // It may have read its input before it closed it, so it had its time to answer.
                Err(Reason::Silent { .. }) if self.has_closed_input() => {
                    return Err(self.ended(ProcessEnd::ClosedInput, wait));
                }
                Err(reason) => return Err(self.fail(reason)),
            };
            if self.is_over(slice).map_err(|error| self.fail(Reason::Pipe(error)))? {
                let Some(line) = self.lines.unfinished_line() else {
                    return Err(self.ended(ProcessEnd::ClosedOutput, wait));
                };
                self.record(LogKind::Received, &line);
                return Ok(line);
            }
        }
    }

    /// Reads what arrives within this time. Returns whether no more output can arrive: the program may have exited while
    /// a process that it started still keeps the output open.
    fn is_over(&mut self, slice: Duration) -> io::Result<bool> {
        let moved = self.pump(false, slice)?;
        if self.output.is_none() {
            return Ok(true);
        }
        // What it wrote just before it exited is still read.
        Ok(!moved && self.status().is_some() && !self.pump(false, Duration::ZERO)?)
    }

    /// The number by which the system knows the program.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a last line, gives the program this much time to exit, and then kills it with all processes that it started.
    /// Returns how it exited, if it did so by itself.
    pub fn end(&mut self, goodbye: &str, grace: Duration) -> Option<ProcessEnd> {
        self.record(LogKind::Sent, goodbye);
        if let Some(input) = &mut self.input {
            // An error does not matter: the program is killed below.
            let _ = input.write(format!("{goodbye}\n").as_bytes());
        }
        self.input = None;
        let end = self.wait_for_end(grace);
        groups::end(&mut self.child);
        end
    }

    /// Waits until something can be read, or written if `writing` is set, and reads a piece of it. Returns whether
    /// anything happened.
    fn pump(&mut self, writing: bool, slice: Duration) -> io::Result<bool> {
        let has_room = self.lines.buffered() <= self.max_line;
        let input = self.input.as_ref().filter(|_| writing);
        let output = self.output.as_ref().filter(|_| has_room);
        let mut pipes = Vec::with_capacity(3);
        pipes.extend(output.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        pipes.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        pipes.extend(input.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        let timeout =
            Timespec { tv_sec: slice.as_secs() as i64, tv_nsec: i64::from(slice.subsec_nanos()) };
        match poll(&mut pipes, Some(&timeout)) {
            Ok(0) => return Ok(false),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        let mut ready = pipes.iter().map(|pipe| !pipe.revents().is_empty());
        let output_ready = output.is_some() && ready.next() == Some(true);
        let errors_ready = self.errors.is_some() && ready.next() == Some(true);
        if errors_ready {
            self.read_errors()?;
        }
        if output_ready {
            self.read_output()?;
        }
        Ok(true)
    }

    fn read_output(&mut self) -> io::Result<()> {
        let mut chunk = [0; CHUNK];
        match read(&mut self.output, &mut chunk)? {
            Some(length) => self.lines.push(&chunk[..length]),
            None => self.output = None,
        }
        Ok(())
    }

    /// Reads a piece of standard error. Returns the number of bytes.
    fn read_errors(&mut self) -> io::Result<usize> {
        let mut chunk = [0; CHUNK];
        let length = read(&mut self.errors, &mut chunk)?;
        match length {
            Some(length) => self.keep_errors(Some(&chunk[..length])),
            None => {
                self.keep_errors(None);
                self.errors = None;
            }
        }
        Ok(length.unwrap_or(0))
    }

    /// Keeps these bytes of standard error, or ends the last line if there are no more.
    fn keep_errors(&mut self, bytes: Option<&[u8]>) {
        let log = self.log.as_ref().filter(|log| !log.is_full());
        let mut record = log.map(|log| |text: &str| log.record(LogKind::Stderr, text));
        let record = record.as_mut().map(|record| record as &mut dyn FnMut(&str));
        match bytes {
            Some(bytes) => self.stderr.push(bytes, record),
            None => self.stderr.finish(record),
        }
    }

    /// Reads the standard error that is there, up to a bound.
    fn drain_errors(&mut self) {
        let mut read = 0;
        while read < MAX_LAST_STDERR {
            match self.read_errors() {
                Ok(length) if length > 0 => read += length,
                _ => break,
            }
        }
    }

    /// How the program ended, if it has. The process is not reaped, so its ID stays reserved.
    fn status(&self) -> Option<ProcessEnd> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(&self.child)), options).ok()??;
        let end = ProcessEnd::of(&status);
        Some(if self.is_sandboxed { end.in_sandbox() } else { end })
    }

    fn wait_for_end(&self, grace: Duration) -> Option<ProcessEnd> {
        let deadline = Instant::now() + grace;
        loop {
            let end = self.status();
            if end.is_some() || Instant::now() >= deadline {
                return end;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Whether the other end of the program's input is closed. The system reports that as an error of the pipe.
    fn has_closed_input(&self) -> bool {
        let Some(input) = &self.input else { return false };
        let mut pipes = [PollFd::new(input, PollFlags::empty())];
        let polled = poll(&mut pipes, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
        polled.is_ok() && pipes[0].revents().contains(PollFlags::ERR)
    }

    /// The error for a program that has exited or, if it still runs, closed a pipe.
    fn ended(&mut self, closed: ProcessEnd, wait: &Wait<'_>) -> ProcessError {
        let end = self.wait_for_end(EXIT_GRACE).unwrap_or(closed);
        let reason = Reason::Ended { end, what: wait.what().to_owned(), memory: self.memory };
        let mut error = self.fail(reason);
        // The process may have ended before it became the program.
        let said = error.stderr.last().and_then(|line| line.strip_prefix(limiter::MESSAGE));
        if let (ProcessEnd::Status(status), Some(said)) = (end, said)
            && status == i32::from(NotStarted::STATUS)
        {
            error.reason = Reason::Start(io::Error::other(said.to_owned()));
            error.stderr.clear();
        }
        error
    }

    /// An error with the last lines of standard error. Protocols use it for their own errors too.
    pub fn fail(&mut self, reason: Reason) -> ProcessError {
        self.drain_errors();
        self.keep_errors(None);
        ProcessError { program: self.name.clone(), reason, stderr: self.stderr.tail() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // If the program was ended already, this does nothing.
        groups::end(&mut self.child);
    }
}

/// Reads what is available, which may be nothing. Returns `None` at the end of the stream.
fn read(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> io::Result<Option<usize>> {
    let Some(pipe) = pipe else { return Ok(None) };
    match pipe.read(chunk) {
        Ok(0) => Ok(None),
        Ok(length) => Ok(Some(length)),
        Err(error) if would_block(&error) => Ok(Some(0)),
        Err(error) => Err(error),
    }
}

fn would_block(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
