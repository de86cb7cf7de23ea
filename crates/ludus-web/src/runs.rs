//! Runs of training as the pages show them: from their files, no matter what began them.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use axum::extract::ws::Utf8Bytes;
use ludus_arena::AnyTrainable;
use ludus_core::Seed;
use ludus_core::train::named;
use ludus_train::{LogRow, Plan, RunFolder, RunState};
use serde::Serialize;
use serde_json::{Map, Value};
use tokio::sync::mpsc;

use crate::jobs::{JobKind, Jobs, PageJobResult, TrainingProgress};
use crate::retention::{Kept, Retention, Shelf};
use crate::roster::Roster;
use crate::topics::TopicMessage;
use crate::versioned::Versioned;

/// The file that marks a run which a page began.
const MARK: &str = ".from-a-page";

/// How often the files of a run are looked at.
const BEAT: Duration = Duration::from_millis(500);

/// The runs of a folder.
pub(crate) struct Runs {
    folder: PathBuf,
    roster: Arc<Roster>,
    jobs: Arc<Jobs>,
}

impl Runs {
    /// The runs of this folder.
    pub(crate) fn new(folder: PathBuf, roster: Arc<Roster>, jobs: Arc<Jobs>) -> Self {
        Self { folder, roster, jobs }
    }

    /// The folder of the run of this name, if it can be one's name.
    pub(crate) fn folder(&self, name: &str) -> Option<RunFolder> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let named = !name.is_empty() && !name.starts_with('.') && name.chars().all(plain);
        named.then(|| RunFolder::at(self.folder.join(name)))
    }

    /// Marks a run as one that a page began.
    pub(crate) fn mark(folder: &RunFolder) -> io::Result<()> {
        std::fs::write(folder.path().join(MARK), "")
    }

    /// Makes room for one more run that a page begins: removes the oldest of those that pages began and that are
    /// not under way. Runs of `ludus train` stay.
    pub(crate) fn make_room(&self, keep: Retention) {
        let under_way = self.jobs.under_way(JobKind::Training);
        let busy = |path: &Path| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            under_way.iter().any(|job| job.about.trains(name))
        };
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten();
        let marked = entries
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.join(MARK).exists() && !busy(path));
        let room = Retention { count: keep.count.saturating_sub(under_way.len() + 1), ..keep };
        let mut runs = Shelf::new(room, marked.filter_map(Kept::folder));
        while let Some(old) = runs.surplus(SystemTime::now()) {
            // The mark is the last to go: what cannot be removed now can be later.
            let removed = RunFolder::at(old.path.clone()).remove();
            let _ = std::fs::remove_file(old.path.join(MARK));
            let _ = std::fs::remove_dir(&old.path);
            if let Err(error) = removed {
                tracing::error!(%error, "cannot remove an old run");
            }
        }
    }

    /// Removes what killed programs left half written in the runs.
    pub(crate) fn sweep(&self) {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten();
        let folders = entries.filter_map(|entry| Some(entry.ok()?.path()));
        folders
            .map(RunFolder::at)
            .filter(|folder| folder.plan().is_ok())
            .for_each(|run| run.sweep());
    }

    /// All runs, the newest first.
    pub(crate) fn list(&self) -> Vec<Versioned<TopicMessage>> {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return Vec::new() };
        let mut runs: Vec<(SystemTime, RunNews)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                let name = entry.file_name().into_string().ok()?;
                Some((self.changed(&name)?, self.show(&name, false)?))
            })
            .collect();
        runs.sort_by_key(|run| std::cmp::Reverse(run.0));
        runs.into_iter().map(|(_, run)| TopicMessage::Run(run).versioned()).collect()
    }

    /// The run of this name; with every generation and the weights, if they are wanted.
    pub(crate) fn show(&self, name: &str, all: bool) -> Option<RunNews> {
        let folder = self.folder(name)?;
        let plan = folder.plan().ok()?;
        let trainable = self.trainable(&plan)?;
        let state = folder.state(trainable.genes().len()).ok()?;
        let jobs = self.jobs.under_way(JobKind::Training);
        let job = jobs.into_iter().find(|job| job.about.trains(name));
        let progress = job.as_ref().and_then(|job| match job.result() {
            Some(PageJobResult::Training(progress)) => Some(progress),
            _ => None,
        });
        let best = state.as_ref().and_then(|state| state.best.as_ref());
        Some(RunNews {
            run: name.to_owned(),
            done: state.as_ref().map_or(0, |state| state.rows.len()),
            finished: state.as_ref().is_some_and(|state| state.is_finished(&plan)),
            job: job.map(|job| job.id.clone()),
            progress,
            best: best.map(|best| BestGenome {
                fitness: best.fitness,
                error: best.error,
                games: best.games,
            }),
            detail: state.as_ref().filter(|_| all).map(|state| RunDetail {
                rows: state.rows.iter().map(RunRow::from).collect(),
                weights: weights(trainable.as_ref(), state),
                shipped: named(trainable.genes(), &trainable.shipped()),
            }),
            optimizer: plan.search.optimizer.name(),
            population: plan.evolution.population,
            generations: plan.search.generations,
            games: plan.search.games,
            seed: plan.seed,
            adapts: plan.opponents.stagnation.is_some(),
            game: plan.game,
            mode: plan.mode,
        })
    }

    /// What a run trains, if this program has it.
    pub(crate) fn trainable(&self, plan: &Plan) -> Option<Arc<dyn AnyTrainable>> {
        let game = &self.roster.game(&plan.game).ok()?.offer.game;
        game.trainables().into_iter().find(|t| t.name() == plan.mode).map(Arc::from)
    }

    /// When something of a run was last written.
    fn changed(&self, name: &str) -> Option<SystemTime> {
        let files = self.folder(name)?.all();
        files.iter().filter_map(|path| path.metadata().ok()?.modified().ok()).max()
    }

    /// Sends how a run stands until the page is gone.
    pub(crate) async fn follow(self: Arc<Self>, name: String, out: mpsc::Sender<Utf8Bytes>) {
        let mut last = None;
        loop {
            let (runs, run) = (Arc::clone(&self), name.clone());
            let looked = tokio::task::spawn_blocking(move || runs.show(&run, true));
            let Ok(Some(shown)) = looked.await else { return };
            if last.as_ref() != Some(&shown) {
                last = Some(shown.clone());
                if out.send(TopicMessage::Run(shown).versioned().encode()).await.is_err() {
                    return;
                }
            }
            tokio::time::sleep(BEAT).await;
        }
    }
}

/// The weights of the best genome: of the race's winner, or of the best so far.
fn weights(trainable: &dyn AnyTrainable, state: &RunState) -> Option<Map<String, Value>> {
    let so_far = state.best_row().map(|row| &row.genome);
    let genome = state.best.as_ref().map(|best| &best.genome).or(so_far);
    genome.map(|genome| named(trainable.genes(), genome))
}

/// A run as pages see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct RunNews {
    run: String,
    game: String,
    mode: String,
    optimizer: &'static str,
    population: usize,
    generations: u64,
    games: usize,
    seed: Seed,
    /// Whether its opponents change with its fitness.
    adapts: bool,
    /// Generations that are done.
    done: usize,
    finished: bool,
    /// The job that trains it.
    job: Option<String>,
    progress: Option<TrainingProgress>,
    best: Option<BestGenome>,
    /// Only where one run is shown, not in a list.
    #[serde(flatten)]
    detail: Option<RunDetail>,
}

/// The genome that won the final race.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct BestGenome {
    fitness: f64,
    error: f64,
    games: usize,
}

/// What is shown of one run and left out in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct RunDetail {
    rows: Vec<RunRow>,
    weights: Option<Map<String, Value>>,
    shipped: Map<String, Value>,
}

/// A generation.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct RunRow {
    best: f64,
    mean: f64,
    worst: f64,
    opponents: &'static str,
}

impl From<&LogRow> for RunRow {
    fn from(row: &LogRow) -> Self {
        let LogRow { best, mean, worst, opponents, .. } = row;
        Self { best: *best, mean: *mean, worst: *worst, opponents: opponents.name() }
    }
}
