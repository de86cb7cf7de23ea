//! The recorded matches of a folder as a list.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ludus_arena::replay::{FailureLine, MatchSummary};
use ludus_core::text::shown;
use serde::Serialize;

use crate::cli::{ListArgs, ReplayArgs};
use crate::commands::play::again::show_turn;
use crate::commands::spool::ResultSpool;
use crate::commands::write_json;
use crate::failure::usage;
use crate::tables::{number, table};

/// How the name of a recorded match ends.
const ENDING: &str = "jsonl";

/// Lists the recorded matches of a folder that are wanted. Of each file only the first and the last line are read, and of
/// what they say nothing is kept but the rows that are shown.
pub(super) fn run(args: &ReplayArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    check(args)?;
    let mut list = ReplayListing::new(args)?;
    for path in files(&args.file)? {
        list.add(path)?;
    }
    list.finish(out)
}

/// Makes sure that nothing is asked for that only one match has.
fn check(args: &ReplayArgs) -> anyhow::Result<()> {
    let other = args.verify || args.watch || args.show.is_some() || args.frames.is_some();
    if other || args.rerun.is_wanted_beside_bot() {
        return Err(usage("it is a folder, of which a list is shown; name one of its files"));
    }
    Ok(())
}

/// The files of a folder that may be recorded matches, sorted by the numbers in their names.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).context("cannot read the folder")? {
        let path = entry.context("cannot read the folder")?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push(path);
        }
    }
    files.sort_by_cached_key(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name_parts(&name), name)
    });
    Ok(files)
}

/// A part of a name: numbers are compared as numbers, so that match 10 comes after match 9.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum NamePart {
    /// Digits: how many they are without zeros in front, and which.
    Digits(usize, String),
    /// Everything else.
    Text(String),
}

fn name_parts(name: &str) -> Vec<NamePart> {
    let mut parts = Vec::new();
    let mut rest = name;
    while let Some(first) = rest.chars().next() {
        let is_digit = |c: char| c.is_ascii_digit();
        let same = |c: char| is_digit(c) == is_digit(first);
        let (part, after) = rest.split_at(rest.find(|c| !same(c)).unwrap_or(rest.len()));
        parts.push(match is_digit(first) {
            true => {
                let digits = part.trim_start_matches('0').to_owned();
                NamePart::Digits(digits.len(), digits)
            }
            false => NamePart::Text(part.to_owned()),
        });
        rest = after;
    }
    parts
}

/// A match as the document lists it.
#[derive(Serialize)]
struct Listed<'a> {
    file: &'a Path,
    #[serde(flatten)]
    summary: &'a MatchSummary,
    /// The command that shows it.
    show: String,
}

/// The list while it grows.
struct ReplayListing<'a> {
    args: &'a ReplayArgs,
    rows: comfy_table::Table,
    /// The first match that was listed: the file, and the turn in which a bot failed.
    first: Option<(PathBuf, Option<u32>)>,
    spool: Option<ResultSpool>,
    /// How many files are recorded matches.
    all: u64,
    /// How many of them are wanted.
    wanted: u64,
    /// How many files are none.
    unreadable: u64,
}

impl<'a> ReplayListing<'a> {
    fn new(args: &'a ReplayArgs) -> anyhow::Result<Self> {
        let spool = args.json.then(ResultSpool::new).transpose()?;
        let rows = table(&["file", "game", "bots by rank", "turns", "result"]);
        Ok(Self { args, rows, first: None, spool, all: 0, wanted: 0, unreadable: 0 })
    }

    fn add(&mut self, path: PathBuf) -> anyhow::Result<()> {
        let Ok(summary) = MatchSummary::read(&path) else {
            self.unreadable += 1;
            return Ok(());
        };
        self.all += 1;
        if !is_wanted(&summary, &self.args.list, self.args.rerun.bot.as_deref()) {
            return Ok(());
        }
        self.wanted += 1;
        let turn = summary.failures.iter().map(|failure| failure.turn.max(1)).min();
        if let Some(spool) = &mut self.spool {
            let show = show_turn(&path, turn);
            spool.push(&Listed { file: &path, summary: &summary, show })?;
        } else if self.wanted <= self.args.list.limit {
            self.rows.add_row(cells(&path, &summary));
        }
        if self.first.is_none() {
            self.first = Some((path, turn));
        }
        Ok(())
    }

    fn finish(self, out: &mut dyn Write) -> anyhow::Result<()> {
        let folder = self.args.file.as_path();
        if let Some(replays) = self.spool {
            let (matches, of, unreadable) = (self.wanted, self.all, self.unreadable);
            return write_json(out, &ListDocument { folder, matches, of, unreadable, replays });
        }
        if self.wanted > 0 {
            writeln!(out, "{}", self.rows)?;
        }
        let limit = self.args.list.limit;
        let shown = match self.wanted > limit {
            true => format!(", the first {} shown (--limit shows more)", number(limit as f64)),
            false => String::new(),
        };
        let (wanted, all) = (number(self.wanted as f64), number(self.all as f64));
        writeln!(out, "{wanted} of {all} recorded matches{shown}")?;
        match self.unreadable {
            0 => {}
            1 => writeln!(out, "1 file is no recorded match")?,
            many => writeln!(out, "{} files are no recorded matches", number(many as f64))?,
        }
        if let Some((path, turn)) = self.first {
            writeln!(out, "see one: {}", show_turn(&path, turn))?;
        }
        Ok(())
    }
}

/// The whole JSON document of a list.
#[derive(Serialize)]
struct ListDocument<'a> {
    folder: &'a Path,
    /// How many matches are listed.
    matches: u64,
    /// How many recorded matches the folder has.
    of: u64,
    /// How many files end like a recorded match and are none.
    unreadable: u64,
    replays: ResultSpool,
}

/// Whether a match is one of those that are asked for.
fn is_wanted(summary: &MatchSummary, args: &ListArgs, bot: Option<&str>) -> bool {
    let has = |label: &str| summary.seats.iter().any(|seat| seat.label == label);
    let reason = |text: &str| {
        let text = text.to_lowercase();
        let failures = summary.failures.iter().map(|failure| failure.reason.as_str());
        let mut reasons = summary.reason.as_deref().into_iter().chain(failures);
        reasons.any(|reason| reason.to_lowercase().contains(&text))
    };
    bot.is_none_or(has)
        && args.lost_by.as_deref().is_none_or(|label| summary.is_lost_by(label))
        && args.won_by.as_deref().is_none_or(|label| summary.is_won_by(label))
        && args.reason.as_deref().is_none_or(reason)
        && (!args.failed || !summary.failures.is_empty())
}

/// The cells of a row. Files may come from anywhere, so their texts are made safe to show.
fn cells(path: &Path, summary: &MatchSummary) -> Vec<String> {
    let mut seats: Vec<_> = summary.seats.iter().collect();
    seats.sort_by_key(|seat| seat.rank);
    let bots = seats.iter().map(|seat| match seat.rank {
        Some(rank) => format!("{rank} {}", shown(&seat.label)),
        None => shown(&seat.label),
    });
    let reason = summary.reason.as_deref().map_or_else(|| "unfinished".to_owned(), shown);
    let failure = |failure: &FailureLine| {
        let label = summary.seats.get(failure.seat.index()).map_or("", |seat| &seat.label);
        format!("{}, turn {}: {}", shown(label), failure.turn, shown(&failure.reason))
    };
    let result: Vec<String> =
        std::iter::once(reason).chain(summary.failures.iter().map(failure)).collect();
    vec![
        path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        shown(&summary.game),
        bots.collect::<Vec<_>>().join(", "),
        summary.turns.map_or_else(|| "–".to_owned(), |turns| number(f64::from(turns))),
        result.join("; "),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_by_their_numbers() {
        let mut names = ["a-1-10", "a-1-9", "b-1-1", "a-10-1", "a-2-000003", "a-2-2"];
        names.sort_by_cached_key(|name| name_parts(name));
        assert_eq!(names, ["a-1-9", "a-1-10", "a-2-2", "a-2-000003", "a-10-1", "b-1-1"]);
    }
}
