//! The files of a run, all in one folder: `run.json`, `log.csv`, `fitness.svg`, `checkpoint`,
//! `weights.json`.
//!
//! Each is written as a whole ([`ludus_arena::files`]): whenever the program is ended there is the old file or the
//! new one.

use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use ludus_arena::files;
use ludus_core::Gene;
use ludus_core::train::named;
use serde_json::{Value, json};
use thiserror::Error;

use crate::chart::chart;
use crate::plan::{FORMAT, Plan};
use crate::run::{Row, State};

const PLAN: &str = "run.json";
const LOG: &str = "log.csv";
const CHART: &str = "fitness.svg";
const CHECKPOINT: &str = "checkpoint";
const WEIGHTS: &str = "weights.json";

/// The folder of a run.
#[derive(Clone, Debug)]
pub struct Folder {
    path: PathBuf,
}

/// Files of a run that cannot be read or written.
#[derive(Debug, Error)]
pub enum FilesError {
    /// The system refused.
    #[error("cannot {doing} {}: {reason}", path.display())]
    System {
        /// What was being done.
        doing: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        reason: io::Error,
    },
    /// There is a run in the folder already.
    #[error("{} already has a run; --resume continues it, --force starts over", .0.display())]
    Exists(PathBuf),
    /// There is no run in the folder.
    #[error("{} is not a run: it has no run.json", .0.display())]
    NoRun(PathBuf),
    /// A file of the run does not hold what it should.
    #[error("{} cannot be used: {reason}", path.display())]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
}

fn system(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> FilesError {
    move |reason| FilesError::System { doing, path: path.to_owned(), reason }
}

impl Folder {
    /// The folder at this path, which need not be there yet.
    #[must_use]
    pub fn at(path: PathBuf) -> Self {
        Self { path }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The weights file.
    #[must_use]
    pub fn weights(&self) -> PathBuf {
        self.path.join(WEIGHTS)
    }

    /// The log.
    #[must_use]
    pub fn log(&self) -> PathBuf {
        self.path.join(LOG)
    }

    /// All files of a run, whether they are there or not.
    #[must_use]
    pub fn all(&self) -> Vec<PathBuf> {
        [PLAN, LOG, CHART, CHECKPOINT, WEIGHTS].iter().map(|name| self.path.join(name)).collect()
    }

    /// Removes what killed programs left here half written. What a running one writes stays.
    pub fn sweep(&self) {
        files::sweep(&self.path);
    }

    /// Removes the run: its files, and the folder if there is nothing else in it.
    ///
    /// # Errors
    /// If a file cannot be removed.
    pub fn remove(&self) -> Result<(), FilesError> {
        self.sweep();
        for path in self.all().into_iter().filter(|path| path.exists()) {
            fs::remove_file(&path).map_err(system("remove", &path))?;
        }
        // A file that is not ours keeps the folder.
        let _ = fs::remove_dir(&self.path);
        Ok(())
    }

    /// Begins a run here. What another run left is removed if `force` is set.
    ///
    /// # Errors
    /// If there is a run already, or the folder cannot be written.
    pub fn begin(&self, plan: &Plan, force: bool) -> Result<(), FilesError> {
        let there: Vec<PathBuf> = self.all().into_iter().filter(|path| path.exists()).collect();
        if !there.is_empty() && !force {
            return Err(FilesError::Exists(self.path.clone()));
        }
        for path in there {
            fs::remove_file(&path).map_err(system("remove", &path))?;
        }
        fs::create_dir_all(&self.path).map_err(system("make the folder", &self.path))?;
        self.write(PLAN, &pretty(&json!(plan)))
    }

    /// The plan of the run that is here.
    ///
    /// # Errors
    /// If there is none, or it is not one of this form.
    pub fn plan(&self) -> Result<Plan, FilesError> {
        let path = self.path.join(PLAN);
        if !path.exists() {
            return Err(FilesError::NoRun(self.path.clone()));
        }
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        let plan: Plan = serde_json::from_str(&text).map_err(|e| corrupt(&path, e))?;
        if plan.format != FORMAT {
            let reason =
                format!("its format is {}, and this version of ludus reads {FORMAT}", plan.format);
            return Err(corrupt(&path, reason));
        }
        Ok(plan)
    }

    /// The state of the run that is here; `None` if it never came to the end of a generation.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, or is not whole.
    pub fn state(&self, genes: usize) -> Result<Option<State>, FilesError> {
        let path = self.path.join(CHECKPOINT);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read_to_string(&path).map_err(system("read", &path))?;
        let (sum, body) = text.split_once('\n').unwrap_or_default();
        if sum != checksum(body) {
            return Err(corrupt(&path, "it is damaged; start the run over with --force"));
        }
        let state: State = serde_json::from_str(body).map_err(|e| corrupt(&path, e))?;
        let of_size = |genome: &Vec<f64>| genome.len() == genes;
        if !state.last.iter().all(of_size) || !state.rows.iter().all(|row| of_size(&row.genome)) {
            return Err(corrupt(&path, format!("its genomes do not have {genes} genes")));
        }
        Ok(Some(state))
    }

    /// Writes the plan anew: the run is to have more generations.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn replan(&self, plan: &Plan) -> Result<(), FilesError> {
        self.write(PLAN, &pretty(&json!(plan)))
    }

    /// Writes what is known now: the log, the chart, the weights of the best genome so far, and last the checkpoint.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn keep(
        &self,
        plan: &Plan,
        genes: &[Gene],
        state: &State,
        evolved_at: Option<&str>,
    ) -> Result<(), FilesError> {
        self.write(LOG, &log(genes, &state.rows))?;
        self.write(
            CHART,
            &chart(plan, &state.rows)
                .map_err(|reason| FilesError::Corrupt { path: self.path.join(CHART), reason })?,
        )?;
        if let Some(weights) = weights(plan, genes, state, evolved_at) {
            self.write(WEIGHTS, &pretty(&weights))?;
        }
        let body = json!(state).to_string();
        self.write(CHECKPOINT, &format!("{}\n{body}", checksum(&body)))
    }

    /// Writes the copies that the plan asks for, of the weights and of the log.
    ///
    /// # Errors
    /// If a file cannot be read or written.
    pub fn copy_out(&self, plan: &Plan) -> Result<(), FilesError> {
        for (name, copy) in [(WEIGHTS, &plan.output), (LOG, &plan.log)] {
            let Some(copy) = copy else { continue };
            let path = self.path.join(name);
            let text = fs::read_to_string(&path).map_err(system("read", &path))?;
            write(copy, &text)?;
        }
        Ok(())
    }

    fn write(&self, name: &str, text: &str) -> Result<(), FilesError> {
        write(&self.path.join(name), text)
    }
}

/// Writes a file as a whole.
fn write(path: &Path, text: &str) -> Result<(), FilesError> {
    files::write(path, text.as_bytes()).map_err(system("write", path))
}

fn corrupt(path: &Path, reason: impl ToString) -> FilesError {
    FilesError::Corrupt { path: path.to_owned(), reason: reason.to_string() }
}

fn pretty(document: &Value) -> String {
    format!("{document:#}\n")
}

/// The log: a row for every generation, with every gene of its best.
fn log(genes: &[Gene], rows: &[Row]) -> String {
    let mut text = String::from("generation,best,mean,worst,opponents");
    for gene in genes {
        text.push(',');
        text.push_str(gene.name);
    }
    text.push('\n');
    for (number, row) in rows.iter().enumerate() {
        let Row { best, mean, worst, opponents, genome } = row;
        // Writing into a string cannot fail.
        let _ = write!(text, "{},{best},{mean},{worst},{}", number + 1, opponents.name());
        for value in genome {
            let _ = write!(text, ",{value}");
        }
        text.push('\n');
    }
    text
}

/// The weights file, which bots load: of the best genome, or of the best so far while the run is not finished. There is
/// none before the first generation.
fn weights(plan: &Plan, genes: &[Gene], state: &State, evolved_at: Option<&str>) -> Option<Value> {
    let best = match &state.best {
        Some(best) => (best.fitness, Some(best.error), best.games, &best.genome),
        None => state.best_row().map(|row| (row.best, None, plan.games, &row.genome))?,
    };
    let (fitness, fitness_error, fitness_games, genome) = best;
    Some(json!({
        "config": {
            "game": plan.game,
            "mode": plan.mode,
            "version": plan.version,
            "seed": plan.seed,
            "optimizer": plan.optimizer.name(),
            "population": plan.evolution.population,
            "generations": state.rows.len(),
            "finished": state.best.is_some(),
            "games": plan.games,
            "fitness_error": fitness_error,
            "fitness_games": fitness_games,
            "settings": plan.settings,
        },
        "evolved_at": evolved_at,
        "fitness": fitness,
        "weights": named(genes, genome),
    }))
}

/// The checksum of a text (FNV-1a), which tells a damaged file from a whole one.
fn checksum(text: &str) -> String {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    for byte in text.bytes() {
        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{sum:016x}")
}
