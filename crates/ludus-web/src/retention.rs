//! What pages leave on the disk is bounded in bytes, number and age: the oldest goes first.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How much is kept of something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    /// How many bytes in all.
    pub bytes: u64,
    /// How many of them.
    pub count: usize,
    /// For how long; without, as long as there is room.
    pub age: Option<Duration>,
}

impl Retention {
    /// The replays of rooms: a gibibyte, for ninety days.
    pub const REPLAYS: Self =
        Self { bytes: 1 << 30, count: usize::MAX, age: Some(Duration::from_secs(90 * 86_400)) };

    /// The runs of training that pages begin: fifty of them, and a gibibyte.
    pub const RUNS: Self = Self { bytes: 1 << 30, count: 50, age: None };
}

/// Something on the disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Where.
    pub(crate) path: PathBuf,
    /// How large.
    pub(crate) bytes: u64,
    /// When it was last written.
    pub(crate) written: SystemTime,
}

impl Kept {
    /// The file at this path.
    pub(crate) fn file(path: PathBuf) -> Option<Self> {
        let about = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
        Some(Self { path, bytes: about.len(), written: about.modified().ok()? })
    }

    /// The files of a folder, and those alone, as one thing.
    pub(crate) fn folder(path: PathBuf) -> Option<Self> {
        let files: Vec<Self> = files_of(&path).collect();
        let bytes = files.iter().map(|file| file.bytes).sum();
        let written = files.iter().map(|file| file.written).max()?;
        Some(Self { path, bytes, written })
    }
}

/// The files of a folder.
pub(crate) fn files_of(folder: &Path) -> impl Iterator<Item = Kept> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    entries.filter_map(|entry| Kept::file(entry.ok()?.path()))
}

/// Things of one kind, the oldest first.
#[derive(Debug)]
pub(crate) struct Shelf {
    retention: Retention,
    things: VecDeque<Kept>,
    bytes: u64,
}

impl Shelf {
    /// What is there already.
    pub(crate) fn new(retention: Retention, things: impl IntoIterator<Item = Kept>) -> Self {
        let mut things: Vec<Kept> = things.into_iter().collect();
        things.sort_by(|a, b| (a.written, &a.path).cmp(&(b.written, &b.path)));
        let bytes = things.iter().map(|thing| thing.bytes).sum();
        Self { retention, things: things.into(), bytes }
    }

    /// Adds the newest, if there is one.
    pub(crate) fn extend(&mut self, newest: Option<Kept>) {
        self.bytes += newest.iter().map(|thing| thing.bytes).sum::<u64>();
        self.things.extend(newest);
    }

    /// Takes the oldest off the shelf if there is too much on it, or it is too old.
    pub(crate) fn surplus(&mut self, now: SystemTime) -> Option<Kept> {
        let Retention { bytes, count, age } = self.retention;
        let oldest = self.things.front()?;
        // A file from the future is as new as can be.
        let old = now.duration_since(oldest.written).unwrap_or_default();
        if self.bytes <= bytes && self.things.len() <= count && age.is_none_or(|age| old <= age) {
            return None;
        }
        let oldest = self.things.pop_front()?;
        self.bytes -= oldest.bytes;
        Some(oldest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(86_400);

    fn thing(name: &str, bytes: u64, written: SystemTime) -> Kept {
        Kept { path: name.into(), bytes, written }
    }

    fn swept(retention: Retention, now: SystemTime) -> Vec<String> {
        let ages = [("b", 40, 2), ("a", 30, 3), ("d", 20, 0), ("c", 10, 1)];
        let things = ages.map(|(name, bytes, days)| thing(name, bytes, now - days * DAY));
        let mut shelf = Shelf::new(retention, things);
        let taken = std::iter::from_fn(|| shelf.surplus(now));
        taken.map(|kept| kept.path.display().to_string()).collect()
    }

    #[test]
    fn the_oldest_goes_until_bytes_number_and_age_are_within_bounds() {
        let now = SystemTime::UNIX_EPOCH + 1000 * DAY;
        let all = Retention { bytes: 100, count: 4, age: None };
        assert_eq!(swept(all, now), [""; 0]);
        assert_eq!(swept(Retention { bytes: 99, ..all }, now), ["a"]);
        assert_eq!(swept(Retention { bytes: 30, ..all }, now), ["a", "b"]);
        assert_eq!(swept(Retention { count: 1, ..all }, now), ["a", "b", "c"]);
        assert_eq!(swept(Retention { age: Some(DAY), ..all }, now), ["a", "b"]);
        assert_eq!(swept(Retention { bytes: 0, ..all }, now), ["a", "b", "c", "d"]);
    }

    #[test]
    fn what_is_added_counts_and_a_clock_that_goes_back_removes_nothing() {
        let now = SystemTime::UNIX_EPOCH + 1000 * DAY;
        let retention = Retention { bytes: 10, count: 9, age: Some(DAY) };
        let mut shelf = Shelf::new(retention, [thing("old", 6, now)]);
        assert_eq!(shelf.surplus(now - 10 * DAY), None);
        shelf.extend(Some(thing("new", 5, now)));
        assert_eq!(shelf.surplus(now).map(|kept| kept.path), Some("old".into()));
        assert_eq!(shelf.surplus(now), None);
    }
}
