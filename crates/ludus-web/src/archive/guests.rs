//! Files that readers dropped on a page: kept for a while, and only for who knows their names.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use parking_lot::Mutex;

use crate::names;

/// The most files that are kept.
const MOST_FILES: usize = 64;

/// What the name of such a file begins with; no file of a folder has such a name.
const MARK: &str = "~";

/// Files that readers dropped. When there is no more room, the oldest goes first.
pub(crate) struct Guests {
    most_bytes: u64,
    files: Mutex<VecDeque<(String, Arc<[u8]>)>>,
}

impl Guests {
    /// Room for files of this size together.
    pub(crate) fn new(most_bytes: u64) -> Self {
        Self { most_bytes, files: Mutex::default() }
    }

    /// Keeps a file; its name, which cannot be guessed.
    pub(crate) fn keep(&self, text: Vec<u8>) -> io::Result<String> {
        let id = format!("{MARK}{}", names::unguessable()?);
        let mut files = self.files.lock();
        files.push_back((id.clone(), text.into()));
        let bytes = |files: &VecDeque<(String, Arc<[u8]>)>| -> u64 {
            files.iter().map(|(_, text)| text.len() as u64).sum()
        };
        while files.len() > 1 && (files.len() > MOST_FILES || bytes(&files) > self.most_bytes) {
            files.pop_front();
        }
        Ok(id)
    }

    /// The file of this name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<[u8]>> {
        let files = self.files.lock();
        files.iter().find(|(known, _)| known == id).map(|(_, text)| Arc::clone(text))
    }
}
