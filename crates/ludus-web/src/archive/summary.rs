//! What a list says about a recorded match: from the first and the last line of its file.

use std::path::Path;
use std::time::SystemTime;

use ludus_arena::replay::MatchSummary;
use serde::Serialize;

use super::MatchFilter;

/// A recorded match in a list.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    /// Its name.
    pub(crate) id: String,
    #[serde(flatten)]
    played: MatchSummary,
    /// When it was recorded, UTC.
    pub(crate) recorded: String,
    bytes: u64,
}

impl Summary {
    /// Reads the first and the last line of a file; `None` if it is no recorded match.
    pub(super) fn read(path: &Path, changed: SystemTime, bytes: u64) -> Option<Self> {
        let recorded = jiff::Timestamp::try_from(changed).ok()?;
        Some(Self {
            id: path.file_stem()?.to_str()?.to_owned(),
            played: MatchSummary::read(path).ok()?,
            recorded: recorded.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
            bytes,
        })
    }

    /// Whether it is one of those that are wanted.
    pub(super) fn is_wanted(&self, wanted: &MatchFilter) -> bool {
        let day = self.recorded.get(..10).unwrap_or_default();
        let named = |who: &String| {
            let who = who.to_lowercase();
            self.played.seats.iter().any(|seat| seat.label.to_lowercase().contains(&who))
        };
        wanted.game.as_ref().is_none_or(|game| self.played.game.starts_with(game.as_str()))
            && wanted.who.as_ref().is_none_or(named)
            && wanted.since.as_ref().is_none_or(|since| day >= since.as_str())
            && wanted.until.as_ref().is_none_or(|until| day <= until.as_str())
    }
}
