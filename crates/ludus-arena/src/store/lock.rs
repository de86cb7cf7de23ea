//! One program at a time plays a tournament: a lock that a program which ends loses, however it ends.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::error::StoreError;
use super::tournaments::TournamentId;

/// More than any process number is long.
const LONGEST: u64 = 32;

/// The right to play a tournament, until it is dropped: a locked file beside the store, in which the number of
/// the process stands.
#[derive(Debug)]
pub struct TournamentLock {
    path: PathBuf,
    /// Closing it gives the lock back. There is none where files cannot be locked.
    file: Option<File>,
}

impl TournamentLock {
    /// Takes the right to play this tournament of this store.
    ///
    /// # Errors
    /// If another process, or another thread of this one, is playing it.
    pub(super) fn take(store: &Path, id: TournamentId) -> Result<Self, StoreError> {
        let mut name = store.as_os_str().to_owned();
        name.push(format!("-{}.lock", id.0));
        let path = PathBuf::from(name);
        let say = |reason: std::io::Error| StoreError::Other {
            path: store.to_owned(),
            reason: format!("cannot lock {}: {reason}", path.display()),
        };
        loop {
            let file = OpenOptions::new()
                .read(true)
                .write(true)
                .create(true)
                .truncate(false)
                .open(&path)
                .map_err(say)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Played { tournament: id.0, by: read_number(file) });
                }
                // Some network file systems have no locks; results matter more than this.
                Err(TryLockError::Error(error))
                    if error.kind() == std::io::ErrorKind::Unsupported =>
                {
                    return Ok(Self { path, file: None });
                }
                Err(TryLockError::Error(error)) => return Err(say(error)),
            }
            // The last who had it may have taken the file away between our opening and locking it.
            if !still_there(&path, &file) {
                continue;
            }
            let mut lock = Self { path: path.clone(), file: Some(file) };
            lock.write_number().map_err(say)?;
            return Ok(lock);
        }
    }

    fn write_number(&mut self) -> std::io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        file.set_len(0)?;
        file.rewind()?;
        write!(file, "{}", std::process::id())
    }
}

impl Drop for TournamentLock {
    fn drop(&mut self) {
        if self.file.is_some() {
            // A file that stays is taken over by the next who plays.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// The number of the process that has the lock, if it has written it already.
fn read_number(file: File) -> Option<u32> {
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    text.trim().parse().ok()
}

/// Whether the path still leads to this file.
#[cfg(unix)]
fn still_there(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(there), Ok(here)) = (std::fs::metadata(path), file.metadata()) else { return false };
    (there.dev(), there.ino()) == (here.dev(), here.ino())
}

/// Whether the path still leads to this file: an open file cannot be removed here.
#[cfg(not(unix))]
fn still_there(_path: &Path, _file: &File) -> bool {
    true
}
