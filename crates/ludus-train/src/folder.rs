//! The folder of a run and its files: `run.json`, `log.csv`, `fitness.svg`, `checkpoint` and `weights.json`.
//!
//! Files are replaced as a whole ([`ludus_arena::files`]). If the program is killed at any time, each file is either
//! the old one or the new one.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludus_arena::files;
use ludus_core::Gene;
use serde::Serialize;
use thiserror::Error;

use crate::chart::{ChartError, chart};
use crate::plan::{FORMAT, Plan};
use crate::state::{LogRow, RunState};
use crate::weights::TrainedWeights;

const PLAN: &str = "run.json";
const LOG: &str = "log.csv";
const CHART: &str = "fitness.svg";
const CHECKPOINT: &str = "checkpoint";
const WEIGHTS: &str = "weights.json";
/// The name of the run on a cluster. It is there only while the run uses one.
const CLUSTER: &str = "cluster";

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// A file of a run that cannot be read or written.
#[derive(Debug, Error)]
pub enum FolderError {
    /// The system reported an error.
    #[error("cannot {action} {}: {reason}", path.display())]
    System {
        /// What the program tried to do.
        action: &'static str,
        /// The file.
        path: PathBuf,
        /// The error.
        reason: io::Error,
    },
    /// The folder already has a run.
    #[error("{} already has a run; --resume continues it, --force starts over", .0.display())]
    Exists(PathBuf),
    /// The folder has no run.
    #[error("{} is not a run: it has no run.json", .0.display())]
    NoRun(PathBuf),
    /// A file of the run has another format.
    #[error("{} cannot be used: its format is {format}, and this version reads {FORMAT}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// A file of the run is not what it should be, or cannot be made.
    #[error("{} cannot be used: {reason}", path.display())]
    Json {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: serde_json::Error,
    },
    /// The checkpoint does not match its checksum.
    #[error("{} cannot be used: it is damaged; start the run over with --force", .0.display())]
    Damaged(PathBuf),
    /// The checkpoint belongs to other weights.
    #[error("{} cannot be used: its genomes do not have {genes} genes", path.display())]
    Genes {
        /// The file.
        path: PathBuf,
        /// The expected number of genes.
        genes: usize,
    },
    /// The chart cannot be drawn.
    #[error("cannot draw {}: {reason}", path.display())]
    Chart {
        /// The file.
        path: PathBuf,
        /// The error.
        reason: ChartError,
    },
}

fn system(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FolderError {
    move |reason| FolderError::System { action, path: path.to_owned(), reason }
}

fn json(path: &Path) -> impl FnOnce(serde_json::Error) -> FolderError {
    move |reason| FolderError::Json { path: path.to_owned(), reason }
}

impl RunFolder {
    /// The folder at this path, which need not exist yet.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the weights file.
    #[must_use]
    pub fn weights(&self) -> PathBuf {
        self.path.join(WEIGHTS)
    }

    /// The path of the log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.path.join(LOG)
    }

    /// The paths of all files of a run, whether they exist or not.
    #[must_use]
    pub fn all(&self) -> Vec<PathBuf> {
        [PLAN, LOG, CHART, CHECKPOINT, WEIGHTS].iter().map(|name| self.path.join(name)).collect()
    }

    /// The path of the file with the name of the run on a cluster. It is not one of [`RunFolder::all`], because it does
    /// not belong to the result.
    #[cfg(feature = "cluster")]
    pub(crate) fn cluster(&self) -> PathBuf {
        self.path.join(CLUSTER)
    }

    /// Forgets the name of the run on a cluster.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn forget_cluster(&self) -> Result<(), FolderError> {
        let path = self.path.join(CLUSTER);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(system("remove", &path)(error))
            }
            _ => Ok(()),
        }
    }

    /// Removes temporary files that killed programs left here. Those of running programs stay.
    pub fn sweep(&self) {
        files::sweep(&self.path);
    }

    /// Removes the files of the run, and the folder if it is empty then.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(&self) -> Result<(), FolderError> {
        self.sweep();
        self.remove_files()?;
        // The folder stays if it has other files.
        let _ = fs::remove_dir(&self.path);
        Ok(())
    }

    fn remove_files(&self) -> Result<(), FolderError> {
        self.forget_cluster()?;
        for path in self.all().into_iter().filter(|path| path.exists()) {
            fs::remove_file(&path).map_err(system("remove", &path))?;
        }
        Ok(())
    }

    /// Begins a run here. `force` removes the files of an earlier run.
    ///
    /// # Errors
    /// If the folder has a run already, or cannot be written.
    pub fn begin(&self, plan: &Plan, force: bool) -> Result<(), FolderError> {
        if !force && self.all().iter().any(|path| path.exists()) {
            return Err(FolderError::Exists(self.path.clone()));
        }
        fs::create_dir_all(&self.path).map_err(system("make the folder", &self.path))?;
        self.remove_files()?;
        self.write_plan(plan)
    }

    /// The plan of the run in this folder.
    ///
    /// # Errors
    /// If there is no run, or its plan cannot be read.
    pub fn plan(&self) -> Result<Plan, FolderError> {
        let path = self.path.join(PLAN);
        if !path.exists() {
            return Err(FolderError::NoRun(self.path.clone()));
        }
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        let plan: Plan = serde_json::from_str(&text).map_err(json(&path))?;
        match plan.format {
            FORMAT => Ok(plan),
            format => Err(FolderError::Format { path, format }),
        }
    }

    /// Replaces the plan, to give the run more generations.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_plan(&self, plan: &Plan) -> Result<(), FolderError> {
        self.write_json(PLAN, plan)
    }

    /// The state of the run in this folder; `None` before the end of its first generation.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, is damaged, or has genomes of another size.
    pub fn state(&self, genes: usize) -> Result<Option<RunState>, FolderError> {
        let path = self.path.join(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        let (sum, body) = text.split_once('\n').unwrap_or_default();
        if sum != checksum(body) {
            return Err(FolderError::Damaged(path));
        }
        let state: RunState = serde_json::from_str(body).map_err(json(&path))?;
        let fits = |genome: &Vec<f64>| genome.len() == genes;
        match state.last.iter().all(fits) && state.rows.iter().all(|row| fits(&row.genome)) {
            true => Ok(Some(state)),
            false => Err(FolderError::Genes { path, genes }),
        }
    }

    /// Saves a state: the log, the chart, the weights of the best genome so far, and last the checkpoint.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn save(
        &self,
        plan: &Plan,
        genes: &[Gene],
        state: &RunState,
        evolved_at: Option<&str>,
    ) -> Result<(), FolderError> {
        self.write(LOG, &log(genes, &state.rows))?;
        let chart = chart(plan, &state.rows)
            .map_err(|reason| FolderError::Chart { path: self.path.join(CHART), reason })?;
        self.write(CHART, &chart)?;
        if let Some(weights) = TrainedWeights::new(plan, genes, state, evolved_at) {
            self.write_json(WEIGHTS, &weights)?;
        }
        let body = serde_json::to_string(state).map_err(json(&self.path.join(CHECKPOINT)))?;
        self.write(CHECKPOINT, &format!("{}\n{body}", checksum(&body)))
    }

    /// Writes the copies of the weights and of the log that the plan asks for.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn copy_out(&self, plan: &Plan) -> Result<(), FolderError> {
        for (name, copy) in [(WEIGHTS, &plan.output), (LOG, &plan.log)] {
            let Some(copy) = copy else { continue };
            let path = self.path.join(name);
            let text = fs::read_to_string(&path).map_err(system("read", &path))?;
            write(copy, &text)?;
        }
        Ok(())
    }

    fn write_json(&self, name: &str, document: &impl Serialize) -> Result<(), FolderError> {
        let path = self.path.join(name);
        let text = serde_json::to_string_pretty(document).map_err(json(&path))?;
        write(&path, &format!("{text}\n"))
    }

    fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        write(&self.path.join(name), text)
    }
}

/// Replaces a file as a whole.
fn write(path: &Path, text: &str) -> Result<(), FolderError> {
    files::write(path, text.as_bytes()).map_err(system("write", path))
}

/// The log: a row per generation, with every gene of its best genome.
fn log(genes: &[Gene], rows: &[LogRow]) -> String {
    let mut text = String::from("generation,best,mean,worst,opponents");
    for gene in genes {
        text.push(',');
        text.push_str(gene.name);
    }
    text.push('\n');
    for (number, row) in rows.iter().enumerate() {
        let LogRow { best, mean, worst, opponents, genome } = row;
        // Writing to a string cannot fail.
        let _ = write!(text, "{},{best},{mean},{worst},{}", number + 1, opponents.name());
        for value in genome {
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}

/// The checksum of a text, which detects a damaged file: FNV-1a with 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
fn checksum(text: &str) -> String {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(PRIME);
    format!("{:016x}", text.bytes().fold(OFFSET_BASIS, mix))
}
