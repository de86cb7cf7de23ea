//! The debug log: every move is one line of JSON, at the end of a file or on standard output.

use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludus_snake::log::LogEntry;

use crate::memory::{Memory, Taken};
use crate::options::DebugLog;
use crate::vitals::{Heart, Vitals};

/// How long a disk may take for a line before the thread counts as stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many lines may wait to be written, and how many bytes. A disk that is slower loses lines rather than moves.
const WAITING: usize = 4096;
const WAITING_BYTES: usize = 8 << 20;

/// Where moves are noted.
#[derive(Clone)]
pub(crate) struct Journal {
    lines: SyncSender<Message>,
    memory: Memory,
}

/// The thread that writes.
pub(crate) struct Writer {
    lines: SyncSender<Message>,
    thread: JoinHandle<()>,
}

enum Message {
    /// A line with its end, and what it takes up.
    Line(Vec<u8>, Taken),
    End,
}

impl Journal {
    /// Opens the file and starts the thread that writes.
    pub(crate) fn open(log: &DebugLog, vitals: &Vitals) -> io::Result<(Self, Writer)> {
        let file: Box<dyn Write + Send> = match log {
            DebugLog::Stdout => Box::new(io::stdout()),
            DebugLog::File(path) => {
                Box::new(OpenOptions::new().create(true).append(true).open(path)?)
            }
        };
        let (lines, received) = mpsc::sync_channel(WAITING);
        let heart = vitals.thread("journal", Some(PATIENCE));
        let thread = thread::Builder::new()
            .name("journal".into())
            .spawn(move || write(file, &received, &heart))?;
        let memory = Memory::new(WAITING_BYTES);
        Ok((Self { lines: lines.clone(), memory }, Writer { lines, thread }))
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
                self.lines.try_send(Message::Line(line, taken)),
                Err(TrySendError::Full(_))
            )
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

fn write(file: Box<dyn Write + Send>, lines: &Receiver<Message>, heart: &Heart) {
    let mut out = BufWriter::new(file);
    while let Ok(Message::Line(line, taken)) = lines.recv() {
        // What has arrived meanwhile goes with it: a reader sees whole turns soon, not every line.
        let mut next = Some((line, taken));
        let mut ended = false;
        while let Some((line, taken)) = next.take() {
            if let Err(error) = heart.beat(|| out.write_all(&line)) {
                tracing::error!(%error, "cannot write the debug log");
            }
            drop(taken);
            match lines.try_recv() {
                Ok(Message::Line(line, taken)) => next = Some((line, taken)),
                Ok(Message::End) => ended = true,
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
