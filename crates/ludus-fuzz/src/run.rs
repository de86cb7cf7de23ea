//! Feeds one parser with inputs until its share of time or inputs is used up.

use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use ludus_core::Seed;

use crate::mutate::{Dice, Examples};
use crate::targets::Target;

/// When to stop: after this many inputs, or after this long, whichever comes first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limit {
    pub(crate) inputs: u64,
    pub(crate) time: Duration,
}

/// What came of one parser.
#[derive(Debug)]
pub(crate) struct ParserReport {
    pub(crate) inputs: u64,
    /// Inputs that the parser took: if there are none, the examples are wrong.
    pub(crate) accepted: u64,
    pub(crate) seconds: f64,
    /// The longest time that one input took, in milliseconds.
    pub(crate) slowest_ms: f64,
    /// The files with the inputs that made it panic.
    pub(crate) failures: Vec<PathBuf>,
}

/// Failures of one parser after which it is given up: the next ones are most likely the same.
const MOST_FAILURES: usize = 5;

/// Feeds the examples themselves first: a parser must take each of them.
pub(crate) fn run(
    target: &Target,
    seed: Seed,
    limit: Limit,
    folder: &Path,
) -> anyhow::Result<ParserReport> {
    let examples = (target.examples)()?;
    anyhow::ensure!(!examples.is_empty(), "{} has no examples", target.name);
    for example in &examples {
        anyhow::ensure!(
            (target.parse)(example),
            "{} refuses its example {example:.200}",
            target.name
        );
    }
    let examples = Examples::new(&examples);
    let mut dice = Dice::new(seed.derive(target.name, 0));
    let mut verdict = ParserReport {
        inputs: 0,
        accepted: 0,
        seconds: 0.0,
        slowest_ms: 0.0,
        failures: Vec::new(),
    };
    let start = Instant::now();
    let mut now = start;
    while verdict.inputs < limit.inputs && now - start < limit.time {
        let input = examples.mutate(&mut dice);
        let before = now;
        match panic::catch_unwind(AssertUnwindSafe(|| (target.parse)(&input))) {
            Ok(accepted) => verdict.accepted += u64::from(accepted),
            Err(_) => verdict.failures.push(keep(folder, target.name, verdict.inputs, &input)?),
        }
        now = Instant::now();
        verdict.inputs += 1;
        verdict.slowest_ms = verdict.slowest_ms.max((now - before).as_secs_f64() * 1000.0);
        if verdict.failures.len() >= MOST_FAILURES {
            break;
        }
    }
    verdict.seconds = (now - start).as_secs_f64();
    Ok(verdict)
}

/// Writes down an input that made a parser panic, to be turned into a test.
fn keep(folder: &Path, name: &str, number: u64, input: &str) -> anyhow::Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let file = folder.join(format!("{name}-{number}"));
    fs::write(&file, input).with_context(|| format!("cannot write {}", file.display()))?;
    Ok(file)
}
