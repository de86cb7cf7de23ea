//! The debug log: every move is one line of JSON, at the end of a file or on standard output.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludus_snake::log::LogEntry;
use ludus_web::{Heart, Memory, Taken, Vitals};

use crate::options::DebugLog;

/// How long a disk may take for a line before the thread counts as stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long to wait before looking again whether the last line is written.
const PAUSE: Duration = Duration::from_millis(1);

/// How many lines may wait to be written, and how many bytes. A disk that is slower loses lines rather than moves.
const WAITING: usize = 4096;
const WAITING_BYTES: usize = 8 << 20;

/// The file of the log, opened.
pub(crate) struct LogFile(Box<dyn Write + Send>);

impl LogFile {
    /// Opens the file.
    pub(crate) fn open(log: &DebugLog) -> io::Result<Self> {
        Ok(Self(match log {
            DebugLog::Stdout => Box::new(io::stdout()),
            DebugLog::File(path) => {
                Box::new(OpenOptions::new().create(true).append(true).open(path)?)
            }
        }))
    }
}

/// Where moves are noted.
#[derive(Clone)]
pub(crate) struct MoveLog {
    lines: SyncSender<LogMessage>,
    memory: Memory,
}

/// The thread that writes.
pub(crate) struct MoveLogWriter {
    lines: SyncSender<LogMessage>,
    thread: JoinHandle<()>,
}

enum LogMessage {
    /// A line with its end, and what it takes up.
    Line(Vec<u8>, Taken),
    End,
}

impl MoveLog {
    /// Starts the thread that writes.
    pub(crate) fn start(file: LogFile, vitals: &Vitals) -> io::Result<(Self, MoveLogWriter)> {
        let (lines, received) = mpsc::sync_channel(WAITING);
        let heart = vitals.thread("move-log", Some(PATIENCE));
        let thread = thread::Builder::new()
            .name("move-log".into())
            .spawn(move || write(file.0, &received, &heart))?;
        let memory = Memory::new(WAITING_BYTES);
        Ok((Self { lines: lines.clone(), memory }, MoveLogWriter { lines, thread }))
    }

    /// Notes a move. It does not wait.
    pub(crate) fn note(&self, entry: &LogEntry) {
        if !self.try_note(entry) {
            tracing::warn!("the debug log is behind: a line is lost");
        }
    }

    fn try_note(&self, entry: &LogEntry) -> bool {
        let Ok(mut line) = serde_json::to_vec(entry) else { return false };
        line.push(b'\n');
        let mut taken = Taken::default();
        self.memory.take(&mut taken, line.len()).is_ok()
            && !matches!(
                self.lines.try_send(LogMessage::Line(line, taken)),
                Err(TrySendError::Full(_))
            )
    }
}

impl MoveLogWriter {
    /// Writes what was noted so far, and ends; what a slow disk has not taken by the deadline is lost.
    pub(crate) fn close(self, deadline: Instant) {
        let mut end = LogMessage::End;
        while let Err(TrySendError::Full(unsent)) = self.lines.try_send(end) {
            if Instant::now() >= deadline {
                break;
            }
            thread::sleep(PAUSE);
            end = unsent;
        }
        while !self.thread.is_finished() && Instant::now() < deadline {
            thread::sleep(PAUSE);
        }
        match self.thread.is_finished() {
            true => drop(self.thread.join()),
            false => tracing::warn!("the debug log is not complete: the disk is too slow"),
        }
    }
}

fn write(file: Box<dyn Write + Send>, lines: &Receiver<LogMessage>, heart: &Heart) {
    let mut out = BufWriter::new(file);
    while let Ok(LogMessage::Line(line, taken)) = lines.recv() {
        // What has arrived meanwhile goes with it: a reader sees whole turns soon, not every line.
        let mut next = Some((line, taken));
        let mut ended = false;
        while let Some((line, taken)) = next.take() {
            if let Err(error) = heart.beat(|| out.write_all(&line)) {
                tracing::error!(%error, "cannot write the debug log");
            }
            drop(taken);
            match lines.try_recv() {
                Ok(LogMessage::Line(line, taken)) => next = Some((line, taken)),
                Ok(LogMessage::End) => ended = true,
                Err(_) => {}
            }
        }
        if let Err(error) = heart.beat(|| out.flush()) {
            tracing::error!(%error, "cannot write the debug log");
        }
        if ended {
            return;
        }
    }
}
