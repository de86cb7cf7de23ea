//! Why a bot failed: the first failures of each kind in full, and how many more there were.

use std::path::PathBuf;
use std::time::Duration;

use ludus_core::{Forfeit, Seat};
use serde::Serialize;

use crate::failure::Failure;
use crate::series::GameRecord;

/// How many failures of one bot are kept in full. Others that read the same are only counted.
const MOST: usize = 10;

/// A failure of a bot, and how many more were like it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureReport {
    /// The number of the match, from 1.
    #[serde(rename = "match")]
    pub number: u64,
    /// The fixture of a tournament that the match belongs to, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixture: Option<u64>,
    /// The seat in which the bot sat.
    pub seat: Seat,
    /// The turn, from 1 as in replays; 0 if the bot did not start, `None` where it was not kept.
    pub turn: Option<u32>,
    /// The kind of failure, as in the counts.
    pub kind: &'static str,
    /// The reason in words.
    pub reason: String,
    /// The last lines of the program's standard error, the oldest first.
    pub stderr: Vec<String>,
    /// How many later failures of the bot had the same kind and reason.
    pub more: u64,
    /// The command that shows the turn. The arena knows no commands: the program that reports fills it in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub show: Option<String>,
    /// The file with everything that was said to and by the bot, if it is kept; also filled in by that program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<PathBuf>,
}

impl FailureReport {
    /// A failure of the bot in a seat, in a match, from 0, of a tournament's fixture, also from 0, if it is one's.
    #[must_use]
    pub fn new(failure: &Failure, seat: Seat, number: u64, fixture: Option<u64>) -> Self {
        Self {
            number: number + 1,
            fixture: fixture.map(|fixture| fixture + 1),
            seat,
            turn: Some(failure.turn),
            kind: failure.forfeit.kind(),
            reason: failure.reason(),
            stderr: failure.stderr.clone(),
            more: 0,
            show: None,
            log: None,
        }
    }

    /// A failure of which only the text of the forfeit was kept; `None` if it is a person's.
    #[must_use]
    pub fn of_text(text: &str, seat: Seat, number: u64, fixture: u64) -> Option<Self> {
        let forfeit = Forfeit::parse(text)?;
        let failure = Failure { turn: 0, forfeit, took: Duration::ZERO, stderr: Vec::new() };
        let report = Self { turn: None, ..Self::new(&failure, seat, number, Some(fixture)) };
        // How late it was is not known.
        let reason = match failure.forfeit {
            Forfeit::Late => failure.forfeit.to_string(),
            _ => report.reason,
        };
        failure.is_a_bots().then_some(Self { reason, ..report })
    }
}

/// The failures of one bot, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub struct Failures {
    first: Vec<FailureReport>,
    others: u64,
}

impl Failures {
    /// Adds all failures of a seat in a game.
    pub(super) fn add(&mut self, game: &GameRecord, seat: Seat) {
        let result = &game.result.seats[seat.index()];
        let all = result.failures.iter().chain(&result.forfeit);
        for failure in all.filter(|failure| failure.is_a_bots()) {
            self.push(FailureReport::new(failure, seat, game.number, None));
        }
    }

    /// Adds a failure.
    pub fn push(&mut self, failure: FailureReport) {
        if let Some(known) = self.first.iter_mut().find(|known| alike(known, &failure)) {
            known.more += 1;
        } else if self.first.len() < MOST {
            self.first.push(failure);
        } else {
            self.others += 1;
        }
    }

    /// Counts failures of which nothing else was kept.
    pub fn count(&mut self, others: u64) {
        self.others += others;
    }

    /// Those that are kept in full.
    #[must_use]
    pub fn first(&self) -> &[FailureReport] {
        &self.first
    }

    /// How many were different from all of those, and are only counted.
    #[must_use]
    pub const fn others(&self) -> u64 {
        self.others
    }
}

/// Whether two failures read the same; how late an answer was, and which move was not legal, makes no difference.
fn alike(a: &FailureReport, b: &FailureReport) -> bool {
    a.kind == b.kind && (a.reason == b.reason || a.kind == "time" || a.kind == "illegal action")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(number: u64, reason: &str) -> FailureReport {
        FailureReport {
            number,
            fixture: None,
            seat: Seat::FIRST,
            turn: Some(5),
            kind: "error",
            reason: reason.to_owned(),
            stderr: Vec::new(),
            more: 0,
            show: None,
            log: None,
        }
    }

    #[test]
    fn equal_failures_are_listed_once_and_counted() {
        let mut failures = Failures::default();
        for (number, reason) in [(1, "it ended"), (2, "it ended"), (3, "it hangs"), (7, "it ended")]
        {
            failures.push(failure(number, reason));
        }
        let listed: Vec<_> = failures.first().iter().map(|f| (f.number, f.more)).collect();
        assert_eq!(listed, [(1, 2), (3, 0)]);
    }

    #[test]
    fn ten_of_a_thousand_different_failures_are_listed() {
        let mut failures = Failures::default();
        for number in 1..=1000 {
            failures.push(failure(number, &format!("reason {number}")));
        }
        assert_eq!((failures.first().len(), failures.others()), (10, 990));
    }
}
