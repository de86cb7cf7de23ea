//! Files that readers dropped on a page: kept for a while, and only for who knows their names.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::body::HeldBody;
use crate::memory::{MemoryBudget, MemoryFull, MemoryShare};
use crate::random;

/// The most files that are kept.
const MOST_FILES: usize = 64;

/// What the name of such a file begins with; no file of a folder has such a name.
const MARK: &str = "~";

/// A file that a reader dropped. It takes up memory until the last one who reads it is done.
#[derive(Clone)]
pub(crate) struct Guest(Arc<HeldBody>);

impl Guest {
    /// A file that was read.
    pub(crate) fn new(held: HeldBody) -> Self {
        Self(Arc::new(held))
    }
}

impl AsRef<[u8]> for Guest {
    fn as_ref(&self) -> &[u8] {
        &self.0.text
    }
}

/// Files that readers dropped. When there is no more room, the oldest goes first.
pub(crate) struct Guests {
    memory: MemoryBudget,
    files: Mutex<VecDeque<(String, Guest)>>,
}

impl Guests {
    /// Room for files of this size together, those included that are still being read.
    pub(crate) fn new(most_bytes: usize) -> Self {
        Self { memory: MemoryBudget::new(most_bytes), files: Mutex::default() }
    }

    /// Makes room for a file.
    pub(crate) fn room_for(&self, bytes: usize) -> Result<MemoryShare, MemoryFull> {
        let mut taken = MemoryShare::default();
        while let Err(full) = self.memory.take(&mut taken, bytes) {
            // Dropped before the next try, so that its memory is free.
            let oldest = self.files.lock().pop_front();
            drop(oldest.ok_or(full)?);
        }
        Ok(taken)
    }

    /// Keeps a file; its name, which cannot be guessed.
    pub(crate) fn keep(&self, file: Guest) -> io::Result<String> {
        let id = format!("{MARK}{}", random::token()?);
        let mut files = self.files.lock();
        files.push_back((id.clone(), file));
        while files.len() > MOST_FILES {
            files.pop_front();
        }
        Ok(id)
    }

    /// The file of this name.
    pub(crate) fn get(&self, id: &str) -> Option<Guest> {
        let files = self.files.lock();
        files.iter().find(|(known, _)| known == id).map(|(_, file)| file.clone())
    }
}
