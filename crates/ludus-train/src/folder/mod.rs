//! The folders of runs. `Folder` reads and writes the files of any run; [`RunFolder`] is the folder of a training run, and
//! [`TuneFolder`](crate::tune::TuneFolder) that of a tuning run.
//!
//! Files are replaced as a whole ([`ludus_arena::files`]). If the program is killed at any time, each file is either
//! the old one or the new one.

mod training;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludus_arena::files;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub use training::RunFolder;

use crate::chart::ChartError;
use crate::plan::FORMAT;

/// The file with the plan of a run.
pub(crate) const PLAN: &str = "run.json";
/// The file with the log of a run.
pub(crate) const LOG: &str = "log.csv";
/// The file with the state of a run.
pub(crate) const CHECKPOINT: &str = "checkpoint";

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

/// The folder of a run of any kind.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    path: PathBuf,
    /// The names of all files of such a run.
    names: &'static [&'static str],
}

/// The part of every plan that says whether the rest can be read.
#[derive(Deserialize)]
struct PlanFormat {
    format: u32,
}

impl Folder {
    /// The folder at this path, which need not exist yet, of a run with files of these names.
    pub(crate) fn at(path: PathBuf, names: &'static [&'static str]) -> Self {
        Self { path, names }
    }

    /// The path of the folder.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The path of a file.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// The paths of all files of the run, whether they exist or not.
    pub(crate) fn all(&self) -> Vec<PathBuf> {
        self.names.iter().map(|name| self.file(name)).collect()
    }

    /// Removes temporary files that killed programs left here. Those of running programs stay.
    pub(crate) fn sweep(&self) {
        files::sweep(&self.path);
    }

    /// Removes the files of the run.
    pub(crate) fn remove_files(&self) -> Result<(), FolderError> {
        self.all().iter().try_for_each(|path| remove(path))
    }

    /// Makes the folder, if it does not exist.
    pub(crate) fn make(&self) -> Result<(), FolderError> {
        fs::create_dir_all(&self.path).map_err(system("make the folder", &self.path))
    }

    /// Begins a run here. `force` removes the files of an earlier run.
    pub(crate) fn begin(&self, plan: &impl Serialize, force: bool) -> Result<(), FolderError> {
        if !force && self.all().iter().any(|path| path.exists()) {
            return Err(FolderError::Exists(self.path.clone()));
        }
        self.make()?;
        self.remove_files()?;
        self.write_json(PLAN, plan)
    }

    /// The plan of the run.
    pub(crate) fn plan<P: DeserializeOwned>(&self) -> Result<P, FolderError> {
        let path = self.file(PLAN);
        if !path.exists() {
            return Err(FolderError::NoRun(self.path.clone()));
        }
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        let PlanFormat { format } = serde_json::from_str(&text).map_err(json(&path))?;
        if format != FORMAT {
            return Err(FolderError::Format { path, format });
        }
        serde_json::from_str(&text).map_err(json(&path))
    }

    /// The state of the run; `None` before it is first saved.
    pub(crate) fn checkpoint<S: DeserializeOwned>(&self) -> Result<Option<S>, FolderError> {
        let path = self.file(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        let (sum, body) = text.split_once('\n').unwrap_or_default();
        if sum != checksum(body) {
            return Err(FolderError::Damaged(path));
        }
        serde_json::from_str(body).map(Some).map_err(json(&path))
    }

    /// Saves the state of the run. It is the last file to be written: the others can be made from it.
    pub(crate) fn save_checkpoint(&self, state: &impl Serialize) -> Result<(), FolderError> {
        let body = serde_json::to_string(state).map_err(json(&self.file(CHECKPOINT)))?;
        self.write(CHECKPOINT, &format!("{}\n{body}", checksum(&body)))
    }

    /// Copies a file of the run to another place.
    pub(crate) fn copy(&self, name: &str, copy: &Path) -> Result<(), FolderError> {
        let path = self.file(name);
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        write(copy, &text)
    }

    /// Writes a file as JSON.
    pub(crate) fn write_json(
        &self,
        name: &str,
        document: &impl Serialize,
    ) -> Result<(), FolderError> {
        let path = self.file(name);
        let text = serde_json::to_string_pretty(document).map_err(json(&path))?;
        write(&path, &format!("{text}\n"))
    }

    /// Writes a chart.
    pub(crate) fn write_chart(
        &self,
        name: &str,
        chart: Result<String, ChartError>,
    ) -> Result<(), FolderError> {
        let path = self.file(name);
        let text = chart.map_err(|reason| FolderError::Chart { path, reason })?;
        self.write(name, &text)
    }

    /// Writes a file.
    pub(crate) fn write(&self, name: &str, text: &str) -> Result<(), FolderError> {
        write(&self.file(name), text)
    }
}

/// Removes a file, if it exists.
fn remove(path: &Path) -> Result<(), FolderError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(system("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Replaces a file as a whole.
fn write(path: &Path, text: &str) -> Result<(), FolderError> {
    files::write(path, text.as_bytes()).map_err(system("write", path))
}

/// The checksum of a text, which detects a damaged file: FNV-1a with 64 bits (Fowler, Noll, Vo; draft-eastlake-fnv).
fn checksum(text: &str) -> String {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0100_0000_01b3;
    let mix = |sum: u64, byte: u8| (sum ^ u64::from(byte)).wrapping_mul(PRIME);
    format!("{:016x}", text.bytes().fold(OFFSET_BASIS, mix))
}
