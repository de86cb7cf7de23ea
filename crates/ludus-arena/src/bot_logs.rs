//! Files with everything that is said to and by external bots, one for each match and seat.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use ludus_core::{BotLog, LogKind, Seat, Seed};
use parking_lot::Mutex;

use crate::error::ArenaError;

/// The most bytes of one file. A long match of a talkative bot has a few hundred kilobytes.
const MOST_BYTES: u64 = 16 << 20;

/// How the names of these files end.
const ENDING: &str = "log";

/// Where the logs of a series go, a file for each match and seat of an external bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogFolder {
    path: PathBuf,
    /// What all names begin with: the game, the seed and perhaps the fixture, up to the next number.
    stem: String,
    overwrite: bool,
}

impl LogFolder {
    /// The logs of a series of this game with this seed. `overwrite` replaces logs that are there already.
    #[must_use]
    pub fn of_series(path: &Path, game: &str, seed: Seed, overwrite: bool) -> Self {
        Self { path: path.to_owned(), stem: format!("{game}-{seed}-"), overwrite }
    }

    /// The logs of a tournament of this game with this seed, of all fixtures.
    #[must_use]
    pub fn of_tournament(path: &Path, game: &str, seed: Seed, overwrite: bool) -> Self {
        Self { path: path.to_owned(), stem: format!("{game}-{seed}-f"), overwrite }
    }

    /// The logs of one fixture of the tournament, counted from 0.
    #[must_use]
    pub fn fixture(&self, fixture: u64) -> Self {
        Self { stem: format!("{}{:04}-", self.stem, fixture + 1), ..self.clone() }
    }

    /// The file of a seat in match `number` of the series, counted from 0.
    #[must_use]
    pub fn file(&self, number: u64, seat: Seat) -> PathBuf {
        self.path.join(format!("{}{:06}-seat{seat}.{ENDING}", self.stem, number + 1))
    }

    /// The first log of such a series or tournament in the folder, by name.
    #[must_use]
    pub fn first_taken(&self) -> Option<PathBuf> {
        let files = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let is_ours = |name: &str| {
            let rest = name.strip_prefix(&self.stem).unwrap_or_default();
            rest.starts_with(|c: char| c.is_ascii_digit()) && rest.ends_with(&format!(".{ENDING}"))
        };
        let taken = files.filter(|file| file.file_name().to_str().is_some_and(is_ours));
        taken.map(|file| file.path()).min()
    }

    /// Begins the log of a seat. `who` is what its bot is called, for the first line.
    ///
    /// # Errors
    /// If the folder or the file cannot be made, or the file exists and must not be replaced.
    pub(crate) fn open(
        &self,
        number: u64,
        seat: Seat,
        who: &str,
    ) -> Result<Arc<dyn BotLog>, ArenaError> {
        fs::create_dir_all(&self.path).map_err(ArenaError::file("make the folder", &self.path))?;
        let path = self.file(number, seat);
        let mut options = OpenOptions::new();
        options.write(true).create_new(!self.overwrite).create(true).truncate(true);
        let file = options.open(&path).map_err(|error| {
            let error = match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    io::Error::new(error.kind(), "it already exists; choose another folder or seed")
                }
                _ => error,
            };
            ArenaError::file("write", &path)(error)
        })?;
        let log = MatchLog { began: Instant::now(), open: Mutex::new(Some((file, MOST_BYTES))) };
        let match_number = number + 1;
        log.record(
            LogKind::Note,
            &format!(
                "match {match_number}, seat {seat}, {who}: seconds since the start of the match; \
                 → sent, ← received, ! standard error, # remarks of ludus"
            ),
        );
        Ok(Arc::new(log))
    }
}

/// The log of one seat in one match. When it is full, or cannot be written, the match continues without it.
#[derive(Debug)]
struct MatchLog {
    began: Instant,
    /// The file, and how many bytes may still be written.
    open: Mutex<Option<(File, u64)>>,
}

impl BotLog for MatchLog {
    fn record(&self, kind: LogKind, text: &str) {
        let at = self.began.elapsed().as_secs_f64();
        let mut open = self.open.lock();
        for line in text.lines() {
            let Some((file, left)) = open.as_mut() else { return };
            let line = format!("{at:12.6} {} {line}\n", kind.sign());
            let written = match left.checked_sub(line.len() as u64) {
                Some(rest) => {
                    *left = rest;
                    file.write_all(line.as_bytes()).is_ok()
                }
                None => {
                    // Whether this line is there makes no difference to the match.
                    let _ = writeln!(file, "{at:12.6} # the log is full and ends here");
                    false
                }
            };
            if !written {
                *open = None;
            }
        }
    }

    fn is_full(&self) -> bool {
        self.open.lock().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat() -> Seat {
        Seat::FIRST
    }

    #[test]
    fn a_log_has_signs_and_times_and_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let logs = LogFolder::of_series(&folder.path().join("logs"), "race", Seed::new(7), false);
        assert_eq!(logs.first_taken(), None);
        let log = logs.open(2, seat(), "mine").unwrap();
        log.record(LogKind::Sent, "hello");
        log.record(LogKind::Received, "two\nlines");
        log.record(LogKind::Stderr, "oops");
        let path = folder.path().join("logs/race-7-000003-seat0.log");
        assert_eq!(logs.file(2, seat()), path);
        let text = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().map(|line| &line[13..]).collect();
        assert!(lines[0].starts_with("# match 3, seat 0, mine: "), "{}", lines[0]);
        assert_eq!(lines[1..], ["→ hello", "← two", "← lines", "! oops"]);
        let at: f64 = text[..12].trim().parse().unwrap();
        assert!((0.0..60.0).contains(&at), "{at}");

        assert_eq!(logs.first_taken(), Some(path.clone()));
        let refused = logs.open(2, seat(), "mine").unwrap_err().to_string();
        assert!(refused.contains("it already exists"), "{refused}");
        let replacing = LogFolder { overwrite: true, ..logs };
        replacing.open(2, seat(), "other").unwrap();
        assert!(fs::read_to_string(&path).unwrap().contains("other"));
    }

    #[test]
    fn a_full_log_says_so_and_takes_no_more() {
        let folder = tempfile::tempdir().unwrap();
        let logs = LogFolder::of_tournament(folder.path(), "race", Seed::new(1), false).fixture(4);
        let log = logs.open(0, seat(), "mine").unwrap();
        let line = "x".repeat(1 << 20);
        for _ in 0..20 {
            log.record(LogKind::Received, &line);
        }
        assert!(log.is_full());
        let text = fs::read_to_string(folder.path().join("race-1-f0005-000001-seat0.log")).unwrap();
        assert!(text.ends_with("# the log is full and ends here\n"));
        assert!((text.len() as u64) < MOST_BYTES + 100, "{}", text.len());
    }
}
