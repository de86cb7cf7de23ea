//! The folder of a training run and its files: `run.json`, `log.csv`, `fitness.svg`, `checkpoint` and `weights.json`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use ludus_core::Gene;

use super::{CHECKPOINT, Folder, FolderError, LOG, PLAN, remove};
use crate::chart::chart;
use crate::plan::Plan;
use crate::state::{LogRow, RunState};
use crate::weights::TrainedWeights;

const CHART: &str = "fitness.svg";
const WEIGHTS: &str = "weights.json";
/// The name of the run on a cluster. It is there only while the run uses one.
const CLUSTER: &str = "cluster";

/// The folder of a training run.
#[derive(Clone, Debug)]
pub struct RunFolder {
    folder: Folder,
}

impl RunFolder {
    /// The folder at this path, which need not exist yet.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { folder: Folder::at(path, &[PLAN, LOG, CHART, CHECKPOINT, WEIGHTS]) }
    }

    /// The path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The path of the weights file.
    #[must_use]
    pub fn weights(&self) -> PathBuf {
        self.folder.file(WEIGHTS)
    }

    /// The path of the log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.folder.file(LOG)
    }

    /// The paths of all files of a run, whether they exist or not.
    #[must_use]
    pub fn all(&self) -> Vec<PathBuf> {
        self.folder.all()
    }

    /// The path of the file with the name of the run on a cluster. It is not one of [`RunFolder::all`], because it does
    /// not belong to the result.
    #[cfg(feature = "cluster")]
    pub(crate) fn cluster(&self) -> PathBuf {
        self.folder.file(CLUSTER)
    }

    /// Forgets the name of the run on a cluster.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn forget_cluster(&self) -> Result<(), FolderError> {
        remove(&self.folder.file(CLUSTER))
    }

    /// Removes temporary files that killed programs left here. Those of running programs stay.
    pub fn sweep(&self) {
        self.folder.sweep();
    }

    /// Removes the files of the run, and the folder if it is empty then.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(&self) -> Result<(), FolderError> {
        self.sweep();
        self.forget_cluster()?;
        self.folder.remove_files()?;
        // The folder stays if it has other files.
        let _ = fs::remove_dir(self.path());
        Ok(())
    }

    /// Begins a run here. `force` removes the files of an earlier run.
    ///
    /// # Errors
    /// If the folder has a run already, or cannot be written.
    pub fn begin(&self, plan: &Plan, force: bool) -> Result<(), FolderError> {
        if force || self.all().iter().all(|path| !path.exists()) {
            self.folder.make()?;
            self.forget_cluster()?;
        }
        self.folder.begin(plan, force)
    }

    /// The plan of the run in this folder.
    ///
    /// # Errors
    /// If there is no run, or its plan cannot be read.
    pub fn plan(&self) -> Result<Plan, FolderError> {
        self.folder.plan()
    }

    /// Replaces the plan, to give the run more generations.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn write_plan(&self, plan: &Plan) -> Result<(), FolderError> {
        self.folder.write_json(PLAN, plan)
    }

    /// The state of the run in this folder; `None` before the end of its first generation.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, is damaged, or has genomes of another size.
    pub fn state(&self, genes: usize) -> Result<Option<RunState>, FolderError> {
        let Some(state) = self.folder.checkpoint::<RunState>()? else { return Ok(None) };
        let fits = |genome: &Vec<f64>| genome.len() == genes;
        match state.last.iter().all(fits) && state.rows.iter().all(|row| fits(&row.genome)) {
            true => Ok(Some(state)),
            false => Err(FolderError::Genes { path: self.folder.file(CHECKPOINT), genes }),
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
        self.folder.write(LOG, &log(genes, &state.rows))?;
        self.folder.write_chart(CHART, chart(plan, &state.rows))?;
        if let Some(weights) = TrainedWeights::new(plan, genes, state, evolved_at) {
            self.folder.write_json(WEIGHTS, &weights)?;
        }
        self.folder.save_checkpoint(state)
    }

    /// Writes the copies of the weights and of the log that the plan asks for.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn copy_out(&self, plan: &Plan) -> Result<(), FolderError> {
        for (name, copy) in [(WEIGHTS, &plan.output), (LOG, &plan.log)] {
            if let Some(copy) = copy {
                self.folder.copy(name, copy)?;
            }
        }
        Ok(())
    }
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
        let LogRow { best, mean, worst, opponents, genome, .. } = row;
        // Writing to a string cannot fail.
        let _ = write!(text, "{},{best},{mean},{worst},{}", number + 1, opponents.name());
        for value in genome {
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}
