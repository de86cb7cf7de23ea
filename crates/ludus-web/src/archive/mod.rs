//! Recorded matches that the pages show: files of the operator's folders, and files that readers dropped on a
//! page, which are kept for a while and only for who knows their names.
//!
//! | module | what lives there |
//! |---|---|
//! | `summary` | what a list tells about a file, from its first and last line |
//! | `guests` | files that readers dropped |

mod guests;
mod summary;

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use axum::http::StatusCode;
use parking_lot::Mutex;

pub(crate) use self::guests::{Guest, Guests};
pub(crate) use self::summary::Summary;
use crate::content::Problem;
use crate::memory::{MemoryFull, MemoryShare};
use crate::rooms::is_replay_id;

/// How a file's name ends that may hold a recorded match.
const ENDING: &str = "jsonl";

/// The recorded matches.
pub(crate) struct Archive {
    folders: Vec<PathBuf>,
    /// The size of the largest file that is shown.
    most_bytes: u64,
    guests: Guests,
    /// What is known about files, so that lists do not read them again.
    known: Mutex<HashMap<PathBuf, Known>>,
}

/// A recorded match that is read.
pub type Record = Box<dyn BufRead + Send>;

/// What a file said when it was last read.
struct Known {
    changed: SystemTime,
    bytes: u64,
    summary: Option<Summary>,
}

/// Which matches are wanted; what is not set does not limit.
#[derive(Clone, Debug, Default)]
pub(crate) struct MatchFilter {
    /// Only this game.
    pub(crate) game: Option<String>,
    /// Only where the name of a player has this in it.
    pub(crate) who: Option<String>,
    /// Not before this day, `2026-11-15`.
    pub(crate) since: Option<String>,
    /// Not after this day.
    pub(crate) until: Option<String>,
}

impl Archive {
    /// The matches of these folders, and room for those of readers.
    pub(crate) fn new(folders: Vec<PathBuf>, most_bytes: usize) -> Self {
        let guests = Guests::new(most_bytes.saturating_mul(2));
        Self { folders, most_bytes: most_bytes as u64, guests, known: Mutex::default() }
    }

    /// The matches that are wanted, the newest first, and how many there are without a limit.
    pub(crate) fn list(
        &self,
        wanted: &MatchFilter,
        from: usize,
        count: usize,
    ) -> (Vec<Summary>, usize) {
        let mut all: Vec<Summary> = self.folders.iter().flat_map(|f| self.folder(f)).collect();
        all.retain(|summary| summary.is_wanted(wanted));
        // The same moment is decided by the name, so that a list does not jump.
        all.sort_by(|a, b| (&b.recorded, &b.id).cmp(&(&a.recorded, &a.id)));
        let count_all = all.len();
        (all.into_iter().skip(from).take(count).collect(), count_all)
    }

    /// The file of this name, whatever it says.
    pub(crate) fn open(&self, id: &str) -> Result<Record, Problem> {
        if let Some(file) = self.guests.get(id) {
            return Ok(Box::new(Cursor::new(file)));
        }
        let cannot = |error: io::Error| {
            let reason = format!("the recorded match {id:?} cannot be read: {error}");
            Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason)
        };
        let missing = || {
            let reason = match is_replay_id(id) {
                true => format!("the replay {id} is no longer kept"),
                false => format!("there is no match {id:?}"),
            };
            Problem::new(StatusCode::NOT_FOUND, reason)
        };
        let path = self.path(id).ok_or_else(missing)?;
        let file = File::open(path).map_err(cannot)?;
        if file.metadata().map_err(cannot)?.len() > self.most_bytes {
            let reason = format!("the recorded match {id:?} is larger than {}", self.most_bytes);
            return Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, reason));
        }
        Ok(Box::new(BufReader::new(file)))
    }

    /// Makes room for a file that a reader drops.
    pub(crate) fn room_for(&self, bytes: usize) -> Result<MemoryShare, MemoryFull> {
        self.guests.room_for(bytes)
    }

    /// Keeps a file that a reader dropped; its name.
    pub(crate) fn keep(&self, file: Guest) -> Result<String, Problem> {
        self.guests.keep(file).map_err(|error| {
            let reason = format!("the file cannot be kept: {error}");
            Problem::new(StatusCode::INTERNAL_SERVER_ERROR, reason)
        })
    }

    /// The path of a file of this name, if there can be one.
    fn path(&self, id: &str) -> Option<PathBuf> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.#".contains(c);
        if id.is_empty() || id.starts_with('.') || !id.chars().all(plain) {
            return None;
        }
        let paths = self.folders.iter().map(|folder| folder.join(format!("{id}.{ENDING}")));
        paths.into_iter().find(|path| path.is_file())
    }

    /// The matches of a folder. What cannot be read is not listed.
    fn folder(&self, folder: &Path) -> Vec<Summary> {
        let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        paths
            .filter(|p| p.extension().is_some_and(|e| e == ENDING))
            .filter_map(|p| self.summary(p))
            .collect()
    }

    fn summary(&self, path: PathBuf) -> Option<Summary> {
        let about = std::fs::metadata(&path).ok()?;
        let (changed, bytes) = (about.modified().ok()?, about.len());
        let same = |known: &&Known| known.changed == changed && known.bytes == bytes;
        if let Some(known) = self.known.lock().get(&path).filter(same) {
            return known.summary.clone();
        }
        let summary = Summary::read(&path, changed, bytes);
        let known = Known { changed, bytes, summary: summary.clone() };
        self.known.lock().insert(path, known);
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::HeldBody;
    use std::io::Read as _;

    #[test]
    fn no_name_leads_out_of_the_folders() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        for name in ["secret.jsonl", "in/match.jsonl", "in/.hidden.jsonl"] {
            std::fs::write(folder.path().join(name), "").unwrap();
        }
        let archive = Archive::new(vec![folder.path().join("in")], 1000);
        assert!(archive.open("match").is_ok());
        for bad in ["../secret", "..", "", ".hidden", "/etc/passwd", "in/match", "a\\b", "match\0"]
        {
            assert!(archive.open(bad).is_err(), "{bad}");
        }
    }

    /// Keeps a file of this many bytes; its name.
    fn drop_file(archive: &Archive, bytes: usize) -> Result<String, MemoryFull> {
        let taken = archive.room_for(bytes)?;
        Ok(archive.keep(Guest::new(HeldBody::new(vec![b'x'; bytes], taken))).unwrap())
    }

    #[test]
    fn what_a_reader_drops_is_found_by_its_name_alone() {
        let archive = Archive::new(Vec::new(), 100);
        let id = drop_file(&archive, 3).unwrap();
        let mut text = String::new();
        archive.open(&id).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "xxx");
        assert!(archive.list(&MatchFilter::default(), 0, 10).0.is_empty());
        // Two hundred bytes are kept: what came first goes first.
        let last = drop_file(&archive, 199).unwrap();
        assert!(archive.open(&id).is_err() && archive.open(&last).is_ok());
    }

    #[test]
    fn a_file_takes_up_memory_as_long_as_it_is_read() {
        let archive = Archive::new(Vec::new(), 100);
        let id = drop_file(&archive, 150).unwrap();
        let reading = archive.open(&id).unwrap();
        assert!(drop_file(&archive, 100).is_err(), "150 bytes are still there");
        drop(reading);
        assert!(drop_file(&archive, 100).is_ok());
    }
}
