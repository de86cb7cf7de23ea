//! What a list tells about a recorded match: from the first and the last line of its file.

use std::fs::File;
use std::io::{BufRead as _, BufReader, Read as _, Seek as _, SeekFrom};
use std::path::Path;
use std::time::SystemTime;

use ludus_arena::replay::{ReplayLine, ReplayReader, ResultLine};
use serde::Serialize;

use super::MatchFilter;

/// How far before its end the last line of a file begins at most.
const LAST_LINE: u64 = 64 << 10;

/// A recorded match in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    /// Its name.
    pub(crate) id: String,
    game: String,
    seats: Vec<SummarySeat>,
    /// How it ended; none where the record has no end.
    reason: Option<String>,
    turns: Option<u32>,
    /// When it was recorded, UTC.
    pub(crate) recorded: String,
    bytes: u64,
}

#[derive(Clone, Debug, Serialize)]
struct SummarySeat {
    label: String,
    spec: String,
    rank: Option<usize>,
}

impl Summary {
    /// Reads the first and the last line of a file; `None` if it is no recorded match.
    pub(super) fn read(path: &Path, changed: SystemTime, bytes: u64) -> Option<Self> {
        let mut file = File::open(path).ok()?;
        let header = ReplayReader::new(BufReader::new(&file)).ok()?.header().clone();
        let result = last_line(&mut file, bytes);
        let outcome = result.as_ref().map(|result| &result.outcome);
        let rank = |seat: usize| outcome.and_then(|o| o.ranks().get(seat)).map(|r| r.number());
        let seats = header.seats.into_iter().enumerate();
        Some(Self {
            id: path.file_stem()?.to_str()?.to_owned(),
            game: header.game,
            seats: seats
                .map(|(seat, who)| SummarySeat {
                    label: who.label,
                    spec: who.spec,
                    rank: rank(seat),
                })
                .collect(),
            reason: outcome.map(|outcome| outcome.reason().to_owned()),
            turns: result.as_ref().map(|result| result.turns),
            recorded: jiff::Timestamp::try_from(changed)
                .ok()?
                .strftime("%Y-%m-%dT%H:%M:%SZ")
                .to_string(),
            bytes,
        })
    }

    /// Whether it is one of those that are wanted.
    pub(super) fn is_wanted(&self, wanted: &MatchFilter) -> bool {
        let day = self.recorded.get(..10).unwrap_or_default();
        let named = |who: &String| {
            let who = who.to_lowercase();
            self.seats.iter().any(|seat| seat.label.to_lowercase().contains(&who))
        };
        wanted.game.as_ref().is_none_or(|game| self.game.starts_with(game.as_str()))
            && wanted.who.as_ref().is_none_or(named)
            && wanted.since.as_ref().is_none_or(|since| day >= since.as_str())
            && wanted.until.as_ref().is_none_or(|until| day <= until.as_str())
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
