//! The single results of a series, kept in a file until they are printed: a series of a million games
//! needs no more memory than one of ten.

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};

use anyhow::Context as _;
use ludus_arena::stats::{Sprt, SprtPlan, Verdict};
use ludus_arena::{ArenaError, SeriesReport};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// Results in the order of the games, one JSON line each, in a temporary file without a name.
pub(super) struct Results(RefCell<BufWriter<File>>);

impl Results {
    pub(super) fn new() -> anyhow::Result<Self> {
        let file = tempfile::tempfile().context("cannot make a temporary file for the results")?;
        Ok(Self(RefCell::new(BufWriter::new(file))))
    }

    pub(super) fn push(&mut self, result: &Value) -> Result<(), ArenaError> {
        writeln!(self.0.get_mut(), "{result}").map_err(|reason| ArenaError::File {
            doing: "write",
            path: std::env::temp_dir(),
            reason,
        })
    }
}

impl Serialize for Results {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut writer = self.0.borrow_mut();
        writer.flush().and_then(|()| writer.get_mut().rewind()).map_err(S::Error::custom)?;
        let mut seq = serializer.serialize_seq(None)?;
        for line in BufReader::new(writer.get_ref()).lines() {
            let line = line.map_err(S::Error::custom)?;
            seq.serialize_element(&RawValue::from_string(line).map_err(S::Error::custom)?)?;
        }
        seq.end()
    }
}

/// The whole JSON document of `ludus match`.
#[derive(Serialize)]
pub(super) struct Document<'a> {
    #[serde(flatten)]
    report: &'a SeriesReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestReport>,
    results: &'a Results,
}

/// What a sequential test came to.
#[derive(Serialize)]
struct TestReport {
    #[serde(flatten)]
    plan: SprtPlan,
    llr: f64,
    lower: f64,
    upper: f64,
    verdict: Verdict,
    /// Pairs of games with 0, ½, 1, 1½ and 2 points of the first bot.
    pairs: [u64; 5],
}

impl<'a> Document<'a> {
    pub(super) fn new(report: &'a SeriesReport, sprt: Option<&Sprt>, results: &'a Results) -> Self {
        let sprt = sprt.map(|sprt| TestReport {
            plan: *sprt.plan(),
            llr: sprt.ratio(),
            lower: sprt.plan().lower(),
            upper: sprt.plan().upper(),
            verdict: sprt.verdict(),
            pairs: sprt.pairs(),
        });
        Self { report, sprt, results }
    }
}
