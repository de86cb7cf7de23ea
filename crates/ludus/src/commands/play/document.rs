//! The whole JSON document of `ludus match`.

use ludus_arena::SeriesReport;
use ludus_arena::stats::{Sprt, SprtPlan, Verdict};
use serde::Serialize;

use super::strict::StrictFailure;
use crate::commands::spool::ResultSpool;

/// The whole JSON document of `ludus match`.
#[derive(Serialize)]
pub(super) struct SeriesDocument<'a> {
    #[serde(flatten)]
    report: &'a SeriesReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<TestReport>,
    /// The failure that ended the series, with `--strict`.
    #[serde(skip_serializing_if = "Option::is_none")]
    strict: Option<&'a StrictFailure>,
    results: &'a ResultSpool,
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
    /// Pairs of games with 0, ½, 1, 1½ and 2 points of the first bot; with more than two seats, units by
    /// its score in equal steps from 0 to 1.
    pairs: Vec<u64>,
}

impl<'a> SeriesDocument<'a> {
    pub(super) fn new(
        report: &'a SeriesReport,
        sprt: Option<&Sprt>,
        strict: Option<&'a StrictFailure>,
        results: &'a ResultSpool,
    ) -> Self {
        let sprt = sprt.map(|sprt| TestReport {
            plan: *sprt.plan(),
            llr: sprt.ratio(),
            lower: sprt.plan().lower(),
            upper: sprt.plan().upper(),
            verdict: sprt.verdict(),
            pairs: sprt.units().to_vec(),
        });
        Self { report, sprt, strict, results }
    }
}
