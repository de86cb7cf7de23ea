//! Where the lines of a replay go: into a file at once, or into memory until another thread writes them.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::format::ReplayLine;
use crate::error::ArenaError;
use crate::files::UnnamedFile;

/// How many bytes of lines wait in memory before they are handed out to be written: a few blocks of a disk.
const PART: usize = 32 << 10;

/// The most bytes of one replay that may wait in memory, handed out or not. An hour of live play has fewer. If the
/// disk is so far behind, the match is played on and its replay given up.
const MOST_UNWRITTEN: usize = 4 << 20;

/// The file of a replay while it is written. It gets its name when it is kept.
pub(super) struct ReplayFile {
    path: PathBuf,
    overwrite: bool,
    draft: UnnamedFile,
}

impl ReplayFile {
    /// Begins a file, which must not exist yet unless it is to be replaced.
    pub(super) fn new(path: PathBuf, overwrite: bool) -> Result<Self, ArenaError> {
        if !overwrite && path.exists() {
            let exists = "it already exists; choose another folder or seed";
            let error = io::Error::new(io::ErrorKind::AlreadyExists, exists);
            return Err(ArenaError::file("write", &path)(error));
        }
        let draft = UnnamedFile::new(&path).map_err(ArenaError::file("write", &path))?;
        Ok(Self { path, overwrite, draft })
    }

    /// Adds a line.
    pub(super) fn write_line(&mut self, line: &ReplayLine) -> Result<(), ArenaError> {
        serde_json::to_writer(&mut self.draft, line)
            .map_err(io::Error::from)
            .and_then(|()| self.draft.write_all(b"\n"))
            .map_err(ArenaError::file("write", &self.path))
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.draft.write_all(bytes)
    }

    /// Gives the file its name, which is returned.
    pub(super) fn keep(self) -> Result<PathBuf, ArenaError> {
        // Another program may have written it meanwhile.
        let kept = if self.overwrite { self.draft.keep() } else { self.draft.keep_new() };
        kept.map_err(ArenaError::file("write", &self.path))?;
        Ok(self.path)
    }
}

/// A replay whose lines are written by another thread than the one that plays.
pub(super) struct Deferred {
    buffer: Vec<u8>,
    behind: Arc<Behind>,
}

/// What the thread that plays shares with the threads that write.
struct Behind {
    file: Mutex<ReplayFile>,
    /// The bytes that were handed out and are not written yet.
    handed_out: AtomicUsize,
    /// Lines were dropped or could not be written: the replay is not kept.
    lost: AtomicBool,
    /// What the system said when lines could not be written.
    reason: Mutex<Option<io::Error>>,
}

impl Deferred {
    /// Continues with this file.
    pub(super) fn new(file: ReplayFile) -> Self {
        let behind = Behind {
            file: Mutex::new(file),
            handed_out: AtomicUsize::new(0),
            lost: AtomicBool::new(false),
            reason: Mutex::new(None),
        };
        Self { buffer: Vec::new(), behind: Arc::new(behind) }
    }

    /// Adds a line. This never waits for a disk.
    pub(super) fn add(&mut self, line: &ReplayLine) {
        if self.behind.lost.load(Ordering::Relaxed) {
            return;
        }
        let written = serde_json::to_writer(&mut self.buffer, line);
        self.buffer.push(b'\n');
        let waiting = self.buffer.len() + self.behind.handed_out.load(Ordering::Acquire);
        if written.is_err() || waiting > MOST_UNWRITTEN {
            self.behind.lost.store(true, Ordering::Relaxed);
            self.buffer = Vec::new();
        }
    }

    /// The lines that wait, if they are enough to be written.
    pub(super) fn take(&mut self) -> Option<Unwritten> {
        if self.buffer.len() < PART {
            return None;
        }
        let bytes = std::mem::take(&mut self.buffer);
        self.behind.handed_out.fetch_add(bytes.len(), Ordering::AcqRel);
        Some(Unwritten { bytes, behind: Arc::clone(&self.behind) })
    }

    /// Writes the rest and gives the file its name. What was handed out must be written by now.
    pub(super) fn finish(self) -> Result<PathBuf, ArenaError> {
        let path = self.behind.file.lock().path.clone();
        let failed = |reason| ArenaError::file("write", &path)(reason);
        let too_slow = || failed(io::Error::other("the disk is too slow"));
        // Lines that wait somewhere to be written hold on to the file.
        let behind = Arc::into_inner(self.behind).ok_or_else(too_slow)?;
        if let Some(reason) = behind.reason.into_inner() {
            return Err(failed(reason));
        }
        if behind.lost.into_inner() {
            return Err(too_slow());
        }
        let mut file = behind.file.into_inner();
        file.write(&self.buffer).map_err(failed)?;
        file.keep()
    }
}

/// Lines of a replay that wait to be written by whatever thread has time. If they are dropped instead, the replay is
/// given up.
pub struct Unwritten {
    bytes: Vec<u8>,
    behind: Arc<Behind>,
}

impl Unwritten {
    /// Writes the lines, which may wait for a disk. An error ends the replay and is reported at its end. The parts of
    /// a replay must be written in the order in which they were handed out.
    pub fn write(mut self) {
        let bytes = std::mem::take(&mut self.bytes);
        if let Err(error) = self.behind.file.lock().write(&bytes) {
            self.behind.lost.store(true, Ordering::Relaxed);
            self.behind.reason.lock().get_or_insert(error);
        }
        self.behind.handed_out.fetch_sub(bytes.len(), Ordering::AcqRel);
    }
}

impl Drop for Unwritten {
    fn drop(&mut self) {
        if !self.bytes.is_empty() {
            self.behind.lost.store(true, Ordering::Relaxed);
            self.behind.handed_out.fetch_sub(self.bytes.len(), Ordering::AcqRel);
        }
    }
}
