//! The debug log: every move is one line of JSON, at the end of a file or on standard output.

use std::convert::Infallible;
use std::fs::OpenOptions;
use std::io::{self, BufWriter, Write};
use std::iter;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use ludus_snake::log::MoveLogEntry;
use ludus_web::{Heart, MemoryBudget, MemoryShare, Vitals};

use crate::options::DebugLog;

/// How long a disk may take for a line before the thread counts as stuck.
const PATIENCE: Duration = Duration::from_secs(60);

/// How many lines may wait to be written, and how many bytes. A disk that is slower loses lines rather than moves.
const WAITING: usize = 4096;
const WAITING_BYTES: usize = 8 << 20;

/// The file of the log, opened.
pub(crate) struct MoveLogFile(Box<dyn Write + Send>);

impl MoveLogFile {
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
    lines: Sender<LogMessage>,
    memory: MemoryBudget,
}

/// The thread that writes.
pub(crate) struct MoveLogWriter {
    lines: Sender<LogMessage>,
    /// Disconnected when the thread has ended.
    ended: Receiver<Infallible>,
    thread: JoinHandle<()>,
}

enum LogMessage {
    /// A line with its end, and what it takes up.
    Line(Vec<u8>, MemoryShare),
    End,
}

impl MoveLog {
    /// Starts the thread that writes.
    pub(crate) fn start(file: MoveLogFile, vitals: &Vitals) -> io::Result<(Self, MoveLogWriter)> {
        let (lines, received) = bounded(WAITING);
        let heart = vitals.thread("move-log", Some(PATIENCE));
        let (runs, ended) = bounded(0);
        let thread = thread::Builder::new().name("move-log".into()).spawn(move || {
            write(file.0, &received, &heart);
            drop(runs);
        })?;
        let memory = MemoryBudget::new(WAITING_BYTES);
        Ok((Self { lines: lines.clone(), memory }, MoveLogWriter { lines, ended, thread }))
    }

    /// Notes a move. It does not wait.
    pub(crate) fn note(&self, entry: &MoveLogEntry) {
        if !self.try_note(entry) {
            tracing::warn!("the debug log is behind: a line is lost");
        }
    }

    fn try_note(&self, entry: &MoveLogEntry) -> bool {
        let Ok(mut line) = serde_json::to_vec(entry) else { return false };
        line.push(b'\n');
        let mut taken = MemoryShare::default();
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
        // A thread that is gone has nothing left to write.
        let _ = self.lines.send_deadline(LogMessage::End, deadline);
        match self.ended.recv_deadline(deadline) {
            Err(RecvTimeoutError::Timeout) => {
                tracing::warn!("the debug log is not complete: the disk is too slow");
            }
            _ => drop(self.thread.join()),
        }
    }
}

/// What the thread does that writes.
fn write(file: Box<dyn Write + Send>, lines: &Receiver<LogMessage>, heart: &Heart) {
    let report = |written: io::Result<()>| {
        if let Err(error) = written {
            tracing::error!(%error, "cannot write the debug log");
        }
    };
    let mut out = BufWriter::new(file);
    while let Ok(first) = lines.recv() {
        // What has arrived meanwhile is flushed with it: a reader sees whole turns soon, not every line.
        let ended = iter::once(first).chain(lines.try_iter()).any(|message| match message {
            LogMessage::Line(line, _share) => {
                report(heart.beat(|| out.write_all(&line)));
                false
            }
            LogMessage::End => true,
        });
        report(heart.beat(|| out.flush()));
        if ended {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk that takes nothing until it is let go.
    struct StuckDisk(Receiver<Infallible>);

    impl Write for StuckDisk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let _ = self.0.recv();
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_disk_that_is_stuck_does_not_keep_the_server_from_ending() {
        let (let_go, stuck) = bounded(0);
        let file = MoveLogFile(Box::new(StuckDisk(stuck)));
        let (log, writer) = MoveLog::start(file, &Vitals::default()).unwrap();
        let line = vec![b'x'; 1 << 20];
        log.lines.send(LogMessage::Line(line, MemoryShare::default())).unwrap();
        let since = Instant::now();
        writer.close(since + Duration::from_millis(100));
        assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
        drop(let_go);
    }
}
