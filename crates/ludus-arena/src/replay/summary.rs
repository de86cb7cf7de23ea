//! What a list says about a recorded match: from the first and the last line of its file.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;

use ludus_core::{Outcome, Rank, Seat};
use serde::Serialize;

use super::format::{FailureLine, ReplayLine, ResultLine};
use super::read::{ReplayError, ReplayReader};

/// How far before the end of a file its last line begins at most, in bytes.
const LAST_LINE: u64 = 64 << 10;

/// A recorded match in a list.
#[derive(Clone, Debug, Serialize)]
pub struct MatchSummary {
    /// The game's name.
    pub game: String,
    /// Who sat where, by seat.
    pub seats: Vec<SummarySeat>,
    /// How it ended; `None` where the record has no end.
    pub reason: Option<String>,
    /// How many turns were played.
    pub turns: Option<u32>,
    /// Which bots failed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<FailureLine>,
}

/// Who sat in a seat, and how it did.
#[derive(Clone, Debug, Serialize)]
pub struct SummarySeat {
    /// What the bot was called.
    pub label: String,
    /// How the bot was named.
    pub spec: String,
    /// Its rank, 1 for the first.
    pub rank: Option<Rank>,
}

impl MatchSummary {
    /// Reads the first and the last line of a file, however long it is.
    ///
    /// # Errors
    /// If the file cannot be read, or does not begin as a recorded match.
    pub fn read(path: &Path) -> Result<Self, ReplayError> {
        let unreadable = |reason| ReplayError::Read { line: 1, reason };
        let mut file = File::open(path).map_err(unreadable)?;
        let bytes = file.metadata().map_err(unreadable)?.len();
        let header = ReplayReader::new(BufReader::new(&file))?.header().clone();
        let result = last_line(&mut file, bytes);
        let rank = |outcome: &Outcome, seat: Seat| outcome.ranks().get(seat.index()).copied();
        let seats = Seat::first(header.seats.len()).zip(header.seats);
        Ok(Self {
            game: header.game,
            seats: seats
                .map(|(seat, who)| SummarySeat {
                    label: who.label,
                    spec: who.spec,
                    rank: result.as_ref().and_then(|result| rank(&result.outcome, seat)),
                })
                .collect(),
            reason: result.as_ref().map(|result| result.outcome.reason().to_owned()),
            turns: result.as_ref().map(|result| result.turns),
            failures: result.map(|result| result.failures).unwrap_or_default(),
        })
    }

    /// Whether a bot of this label was alone in the first place.
    #[must_use]
    pub fn is_won_by(&self, label: &str) -> bool {
        let mut first = self.seats.iter().filter(|seat| seat.rank == Some(Rank::FIRST));
        first.next().is_some_and(|seat| seat.label == label) && first.next().is_none()
    }

    /// Whether a bot of this label was not in the first place.
    #[must_use]
    pub fn is_lost_by(&self, label: &str) -> bool {
        let lost = |rank: Rank| rank != Rank::FIRST;
        self.seats.iter().any(|seat| seat.label == label && seat.rank.is_some_and(lost))
    }
}

/// The result at the end of a file, if it has one.
fn last_line(file: &mut File, bytes: u64) -> Option<ResultLine> {
    file.seek(SeekFrom::Start(bytes.saturating_sub(LAST_LINE))).ok()?;
    let end = BufReader::new(file.take(LAST_LINE));
    let last = end.split(b'\n').map_while(Result::ok).filter(|line| !line.is_empty()).last()?;
    match serde_json::from_slice(&last).ok()? {
        ReplayLine::Result(result) => Some(result),
        _ => None,
    }
}
