//! The debug log: every move is one line of JSON, at the end of a file or on standard output.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};

use ludus_snake::log::LogEntry;

use crate::options::DebugLog;

/// How many lines may wait to be written. A disk that is slower loses lines rather than moves.
const WAITING: usize = 4096;

/// Where moves are noted.
#[derive(Clone)]
pub(crate) struct Journal {
    lines: SyncSender<Message>,
}

/// The thread that writes.
pub(crate) struct Writer {
    lines: SyncSender<Message>,
    thread: JoinHandle<()>,
}

enum Message {
    Line(Box<LogEntry>),
    End,
}

impl Journal {
    /// Opens the file and starts the thread that writes.
    pub(crate) fn open(log: &DebugLog) -> io::Result<(Self, Writer)> {
        let file: Box<dyn Write + Send> = match log {
            DebugLog::Stdout => Box::new(io::stdout()),
            DebugLog::File(path) => {
                Box::new(OpenOptions::new().create(true).append(true).open(path)?)
            }
        };
        let (lines, received) = mpsc::sync_channel(WAITING);
        let thread =
            thread::Builder::new().name("journal".into()).spawn(move || write(file, &received))?;
        Ok((Self { lines: lines.clone() }, Writer { lines, thread }))
    }

    /// Notes a move. It does not wait.
    pub(crate) fn note(&self, entry: LogEntry) {
        if let Err(TrySendError::Full(_)) = self.lines.try_send(Message::Line(Box::new(entry))) {
            tracing::warn!("the debug log is behind: a line is lost");
        }
    }
}

impl Writer {
    /// Writes what was noted so far, and ends.
    pub(crate) fn close(self) {
        // A thread that is gone has nothing left to write.
        let _ = self.lines.send(Message::End);
        let _ = self.thread.join();
    }
}

fn write(file: Box<dyn Write + Send>, lines: &Receiver<Message>) {
    let mut out = BufWriter::new(file);
    while let Ok(Message::Line(entry)) = lines.recv() {
        // What has arrived meanwhile goes with it: a reader sees whole turns soon, not every line.
        let mut next = Some(entry);
        let mut ended = false;
        while let Some(entry) = next.take() {
            if let Err(error) = append(&mut out, &entry) {
                tracing::error!(%error, "cannot write the debug log");
            }
            match lines.try_recv() {
                Ok(Message::Line(entry)) => next = Some(entry),
                Ok(Message::End) => ended = true,
                Err(_) => {}
            }
        }
        if let Err(error) = out.flush() {
            tracing::error!(%error, "cannot write the debug log");
        }
        if ended {
            return;
        }
    }
}

fn append(out: &mut impl Write, entry: &LogEntry) -> io::Result<()> {
    serde_json::to_writer(&mut *out, entry)?;
    out.write_all(b"\n")
}
