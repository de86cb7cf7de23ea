//! The folder of a tuning run and its files: `run.json`, `log.csv`, `chart.svg`, `checkpoint` and `result.json`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use super::chart::chart;
use super::plan::TunePlan;
use super::result::TuneResult;
use super::state::{TuneRow, TuneState};
use crate::folder::{CHECKPOINT, Folder, FolderError, LOG, PLAN};

const CHART: &str = "chart.svg";
const RESULT: &str = "result.json";

/// The folder of a tuning run.
#[derive(Clone, Debug)]
pub struct TuneFolder {
    folder: Folder,
}

impl TuneFolder {
    /// The folder at this path, which need not exist yet.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { folder: Folder::at(path, &[PLAN, LOG, CHART, CHECKPOINT, RESULT]) }
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The paths of all files of a run, whether they exist or not.
    #[must_use]
    pub fn all(&self) -> Vec<PathBuf> {
        self.folder.all()
    }

    /// The path of the result.
    #[must_use]
    pub fn result(&self) -> PathBuf {
        self.folder.file(RESULT)
    }

    /// Removes temporary files that killed programs left here.
    pub fn sweep(&self) {
        self.folder.sweep();
    }

    /// Begins a run here. `force` removes the files of an earlier run.
    ///
    /// # Errors
    /// If the folder has a run already, or cannot be written.
    pub fn begin(&self, plan: &TunePlan, force: bool) -> Result<(), FolderError> {
        self.folder.begin(plan, force)
    }

    /// The plan of the run in this folder.
    ///
    /// # Errors
    /// If there is no run, or its plan cannot be read.
    pub fn plan(&self) -> Result<TunePlan, FolderError> {
        self.folder.plan()
    }

    /// The state of the run in this folder; `None` before it was first saved.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, is damaged, or has values of other parameters.
    pub fn state(&self, plan: &TunePlan) -> Result<Option<TuneState>, FolderError> {
        let Some(state) = self.folder.checkpoint::<TuneState>()? else { return Ok(None) };
        let genes = plan.parameters.len();
        match state.rows.iter().all(|row| row.values.len() == genes) {
            true => Ok(Some(state)),
            false => Err(FolderError::Genes { path: self.folder.file(CHECKPOINT), genes }),
        }
    }

    /// Saves a state: the log, the chart, the result so far, and last the checkpoint.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(&self, plan: &TunePlan, state: &TuneState) -> Result<(), FolderError> {
        self.folder.write(LOG, &log(plan, &state.rows))?;
        self.folder.write_chart(CHART, chart(plan, &state.rows))?;
        self.folder.write_json(RESULT, &TuneResult::new(plan, state))?;
        self.folder.save_checkpoint(state)
    }

    /// Writes the copy of the result that the plan asks for.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn copy_out(&self, plan: &TunePlan) -> Result<(), FolderError> {
        match &plan.output {
            Some(copy) => self.folder.copy(RESULT, copy),
            None => Ok(()),
        }
    }
}

/// The log: a row per iteration, with every parameter.
fn log(plan: &TunePlan, rows: &[TuneRow]) -> String {
    let mut text = String::from("iteration,games,score");
    for parameter in &plan.parameters {
        text.push(',');
        text.push_str(&quoted(&parameter.name));
    }
    text.push('\n');
    for (number, TuneRow { games, score, values }) in rows.iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(text, "{},{games},{score}", number + 1);
        for value in values {
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}

/// A name as a field of a CSV file (RFC 4180): a program may call its parameters anything.
fn quoted(name: &str) -> String {
    match name.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    }
}
