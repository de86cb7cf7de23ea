//! A running program that is spoken to in lines.

use std::io::{self, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::ioctl_fionbio;
use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

use crate::error::{End, ProcessError, Reason};
use crate::groups;
use crate::lines::{Lines, Tail};
use crate::wait::Wait;

/// How much is read at a time.
const CHUNK: usize = 16 << 10;
/// How long a program that closed its output may take to end, so that its status is known.
const LAST_BREATH: Duration = Duration::from_millis(200);
/// How much of its standard error is read after it failed.
const LAST_WORDS: usize = 256 << 10;

/// A running program. When this is dropped, the program is killed with all that it started.
///
/// The pipes do not block: what can be read and written is asked of the system first, so that every wait is bounded
/// and none needs a thread.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    input: Option<ChildStdin>,
    output: Option<ChildStdout>,
    errors: Option<ChildStderr>,
    lines: Lines,
    tail: Tail,
    longest_line: usize,
}

impl Process {
    /// Takes over a child whose three streams are pipes. It is ended if that fails.
    pub(crate) fn new(name: String, mut child: Child, longest_line: usize) -> io::Result<Self> {
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (lines, tail) = (Lines::default(), Tail::default());
        let process = Self { name, child, input, output, errors, lines, tail, longest_line };
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

    /// Says a line.
    ///
    /// # Errors
    /// If the program has ended, or does not read in time.
    pub fn send(&mut self, line: &str, wait: &mut Wait<'_>) -> Result<(), ProcessError> {
        let text = format!("{line}\n");
        let mut left = text.as_bytes();
        loop {
            match self.input.as_mut().map(|input| input.write(left)) {
                Some(Ok(written)) => left = &left[written..],
                Some(Err(error)) if is_later(&error) => {}
                Some(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
                    return Err(self.fail(Reason::Pipe(error)));
                }
                Some(Err(_)) | None => return Err(self.ended(wait)),
            }
            if left.is_empty() {
                return Ok(());
            }
            let slice = wait.slice(&self.name).map_err(|reason| match reason {
                Reason::Silent { patience, .. } => self.fail(Reason::Deaf(patience)),
                reason => self.fail(reason),
            })?;
            // What it says meanwhile is taken, or both would wait for each other.
            self.pump(true, slice).map_err(|error| self.fail(Reason::Pipe(error)))?;
        }
    }

    /// The next line that the program says, trimmed.
    ///
    /// # Errors
    /// If there is none in time: the program has ended, says nothing, or says a line without an end.
    pub fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, ProcessError> {
        loop {
            if let Some(line) = self.lines.take() {
                wait.heard();
                return Ok(line);
            }
            if self.lines.waiting() > self.longest_line {
                return Err(self.fail(Reason::LongLine(self.longest_line)));
            }
            let slice = wait.slice(&self.name).map_err(|reason| self.fail(reason))?;
            if self.is_over(slice).map_err(|error| self.fail(Reason::Pipe(error)))? {
                return self.lines.take_rest().ok_or_else(|| self.ended(wait));
            }
        }
    }

    /// Reads what comes within this time; whether nothing more can come. Something that the program started may keep
    /// its output open after its own end.
    fn is_over(&mut self, slice: Duration) -> io::Result<bool> {
        let moved = self.pump(false, slice)?;
        if self.output.is_none() {
            return Ok(true);
        }
        // What it wrote just before it ended is still read.
        Ok(!moved && self.status().is_some() && !self.pump(false, Duration::ZERO)?)
    }

    /// Lets the program end by itself after a last line, and then ends it with all that it started.
    pub fn end(&mut self, goodbye: &str, grace: Duration) {
        if let Some(input) = &mut self.input {
            // It may have ended, or not read any more: it is killed below.
            let _ = input.write(format!("{goodbye}\n").as_bytes());
        }
        self.input = None;
        self.wait_for_end(grace);
        groups::end(&mut self.child);
    }

    /// Waits until something can be read (or written, if asked) and reads a piece of it. Answers whether anything
    /// was there.
    fn pump(&mut self, writing: bool, slice: Duration) -> io::Result<bool> {
        let hungry = self.lines.waiting() <= self.longest_line;
        let input = self.input.as_ref().filter(|_| writing);
        let output = self.output.as_ref().filter(|_| hungry);
        let mut ready = Vec::with_capacity(3);
        ready.extend(input.map(|pipe| PollFd::new(pipe, PollFlags::OUT)));
        ready.extend(output.map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        ready.extend(self.errors.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        let timeout =
            Timespec { tv_sec: slice.as_secs() as i64, tv_nsec: i64::from(slice.subsec_nanos()) };
        match poll(&mut ready, Some(&timeout)) {
            Ok(0) => return Ok(false),
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
        self.read_errors()?;
        if !hungry {
            return Ok(true);
        }
        self.read_output()?;
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

    /// Reads a piece of standard error; answers how many bytes.
    fn read_errors(&mut self) -> io::Result<usize> {
        let mut chunk = [0; CHUNK];
        match read(&mut self.errors, &mut chunk)? {
            Some(length) => {
                self.tail.push(&chunk[..length]);
                Ok(length)
            }
            None => {
                self.errors = None;
                Ok(0)
            }
        }
    }

    /// How the program ended, if it has. It is not waited for: its number stays its own.
    fn status(&self) -> Option<End> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(Pid::from_child(&self.child)), options).ok()??;
        Some(End::of(&status))
    }

    fn wait_for_end(&self, grace: Duration) -> Option<End> {
        let deadline = Instant::now() + grace;
        loop {
            let end = self.status();
            if end.is_some() || Instant::now() >= deadline {
                return end;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The error for a program that has ended or closed its pipes.
    fn ended(&mut self, wait: &Wait<'_>) -> ProcessError {
        let end = self.wait_for_end(LAST_BREATH).unwrap_or(End::Closed);
        self.fail(Reason::Ended { end, what: wait.what().to_owned() })
    }

    /// An error with the program's last words, for what is wrong by the rules of a protocol too.
    pub fn fail(&mut self, reason: Reason) -> ProcessError {
        let mut read = 0;
        while read < LAST_WORDS {
            match self.read_errors() {
                Ok(length) if length > 0 => read += length,
                _ => break,
            }
        }
        ProcessError { program: self.name.clone(), reason, stderr: self.tail.lines() }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Ending a program twice does nothing the second time.
        groups::end(&mut self.child);
    }
}

/// Reads what is there, which may be nothing; `None` at the end of the stream.
fn read(pipe: &mut Option<impl Read>, chunk: &mut [u8]) -> io::Result<Option<usize>> {
    let Some(pipe) = pipe else { return Ok(None) };
    match pipe.read(chunk) {
        Ok(0) => Ok(None),
        Ok(length) => Ok(Some(length)),
        Err(error) if is_later(&error) => Ok(Some(0)),
        Err(error) => Err(error),
    }
}

fn is_later(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted)
}
