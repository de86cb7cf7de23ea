//! Positions of several recorded matches in one file, each with the actions that are right there: `ludus why --worst` writes it.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail};
use ludus_arena::lines::LineReader;
use ludus_arena::replay::ReplayReader;
use ludus_arena::rerun::{Expectation, Redecision, RerunPlan, RerunWatch, Selection};
use ludus_arena::why::WorstPosition;
use ludus_core::Seat;
use serde::{Deserialize, Serialize};

use super::open;
use super::rerun::plan;
use super::show::known;
use crate::cli::ReplayArgs;
use crate::commands::write_json;
use crate::failure::usage;
use crate::settings::Settings;

/// The most positions that one file may hold.
const MOST: usize = 1000;

/// A line of the file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RecordedPosition {
    line: PositionLine,
    /// The recorded match, as seen from the folder in which the command runs.
    replay: PathBuf,
    /// The seat that decides.
    seat: Seat,
    /// The turn, from 1.
    turn: u32,
    /// The actions that are right.
    expected: Vec<String>,
}

/// What kind of line it is.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum PositionLine {
    Position,
}

impl RecordedPosition {
    /// A position in which the judge's action is expected.
    pub(crate) fn new(worst: &WorstPosition) -> Self {
        Self {
            line: PositionLine::Position,
            replay: worst.replay.clone(),
            seat: worst.seat,
            turn: worst.turn,
            expected: vec![worst.better.action.clone()],
        }
    }

    /// Whether the text is a line of such a file.
    pub(super) fn is_line(text: &str) -> bool {
        serde_json::from_str::<Self>(text).is_ok()
    }
}

/// What came of one position.
#[derive(Debug, Serialize)]
struct CheckedPosition {
    #[serde(flatten)]
    position: RecordedPosition,
    found: Option<String>,
    holds: bool,
}

/// The JSON document.
#[derive(Serialize)]
struct PositionsDocument<'a> {
    file: &'a std::path::Path,
    kind: &'static str,
    passed: usize,
    failed: usize,
    positions: &'a [CheckedPosition],
}

/// Asks a bot about every position, by default the one that was recorded.
pub(super) fn validate(
    args: &ReplayArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let rerun = &args.rerun;
    let others = !rerun.turns.is_empty() || rerun.seat.is_some() || rerun.game.is_some();
    if others || rerun.against.is_some() || rerun.extract.is_some() || rerun.expected().is_some() {
        return Err(usage(
            "it is a file of positions, which says what is expected: use --validate without a value, --bot and a budget",
        ));
    }
    let positions = read(args)?;
    let mut base = None;
    let mut checked = Vec::new();
    for position in positions {
        let place = || format!("{}, turn {}", position.replay.display(), position.turn);
        let mut file = open(&position.replay).with_context(place)?;
        let mut reader = ReplayReader::new(&mut file as &mut dyn BufRead).with_context(place)?;
        let game = settings.game(known(reader.header(), settings.catalog())?)?;
        let base = match &base {
            Some(plan) => plan,
            // Signals are listened for once.
            None => base.insert(plan(rerun, settings, None, game.as_ref())?),
        };
        let mut found = LastDecision::default();
        let asked = asked(base, &position);
        let report =
            game.rerun_replay(None, &mut reader, &asked, &mut found).with_context(place)?;
        if report.interrupted {
            bail!("interrupted");
        }
        let (found, holds) = (found.0, report.holds());
        checked.push(CheckedPosition { position, found, holds });
        if let (false, Some(last)) = (args.json, checked.last()) {
            write_checked(out, last)?;
        }
    }
    let failed = checked.iter().filter(|checked| !checked.holds).count();
    let passed = checked.len() - failed;
    match args.json {
        true => {
            let file = &args.file;
            let (kind, positions) = ("positions", checked.as_slice());
            write_json(out, &PositionsDocument { file, kind, passed, failed, positions })?;
        }
        false => writeln!(out, "{passed} of {} positions passed", checked.len())?,
    }
    out.flush()?;
    if failed == 0 {
        Ok(())
    } else {
        Err(anyhow!("{failed} of {} positions failed", checked.len()))
    }
}

fn write_checked(out: &mut dyn Write, checked: &CheckedPosition) -> io::Result<()> {
    let CheckedPosition { position, found, holds } = checked;
    let (replay, turn, seat) = (position.replay.display(), position.turn, position.seat);
    let (expected, holds) = (position.expected.join("|"), if *holds { "passed" } else { "failed" });
    let found = found.as_deref().unwrap_or("no answer");
    writeln!(out, "{replay} turn {turn} seat {seat}: expected {expected}: {holds}, found {found}")?;
    out.flush()
}

/// The positions of the file, checked.
fn read(args: &ReplayArgs) -> anyhow::Result<Vec<RecordedPosition>> {
    let mut lines = LineReader::new(open(&args.file)?);
    let mut positions = Vec::new();
    while let Some(line) = lines.advance().context("cannot read the file")? {
        let number = line.number;
        let text = line.text.map_err(|reason| anyhow!("line {number}: {reason}"))?;
        let position: RecordedPosition = serde_json::from_str(text)
            .map_err(|error| anyhow!("line {number} is not a position: {error}"))?;
        if position.expected.is_empty() {
            bail!("line {number}: nothing is expected");
        }
        positions.push(position);
        if positions.len() > MOST {
            bail!("it has more than {MOST} positions");
        }
    }
    Ok(positions)
}

/// The plan that asks about one position.
fn asked(base: &RerunPlan, position: &RecordedPosition) -> RerunPlan {
    RerunPlan {
        selection: Selection {
            turns: Some([position.turn].into()),
            seat: Some(position.seat),
            id: None,
        },
        expected: vec![Expectation { turn: position.turn, actions: position.expected.clone() }],
        boards: false,
        ..base.clone()
    }
}

/// What a bot decided last.
#[derive(Default)]
struct LastDecision(Option<String>);

impl RerunWatch for LastDecision {
    fn decision(&mut self, decision: &Redecision) -> io::Result<()> {
        self.0 = Some(decision.now.text().to_owned());
        Ok(())
    }

    fn broken(&mut self, _line: usize, _reason: &str) -> io::Result<()> {
        Ok(())
    }
}
