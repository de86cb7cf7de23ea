//! A job as pages see it.

use ludus_arena::SeriesReport;
use ludus_arena::store::TournamentId;
use ludus_arena::tournament::{GameResults, Standings, TournamentIdentity, TournamentPlan};
use serde::Serialize;

/// How a job stands.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct JobNews {
    /// The name of the job.
    pub(super) job: String,
    pub(super) kind: JobKind,
    pub(super) about: JobAbout,
    pub(super) state: JobState,
    pub(super) error: Option<String>,
    /// What it has led to so far.
    pub(crate) result: Option<PageJobResult>,
}

/// The kinds of jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum JobKind {
    /// A match of the lab.
    Match,
    /// A tournament.
    Tournament,
    /// A run of training.
    Training,
}

impl JobKind {
    /// Its name, for logs.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Tournament => "tournament",
            Self::Training => "training",
        }
    }
}

/// What a job is about, as everyone may know it.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum JobAbout {
    /// A match of the lab.
    Match {
        /// The game.
        game: String,
        /// The bot that is tried.
        bot: String,
        /// Its opponents.
        against: Vec<String>,
    },
    /// A tournament.
    Tournament {
        /// The game.
        game: &'static str,
        /// The document that identifies it.
        plan: Box<TournamentIdentity>,
    },
    /// A run of training.
    Training {
        /// The name of the run.
        run: String,
    },
}

impl JobAbout {
    /// Its kind.
    pub(crate) const fn kind(&self) -> JobKind {
        match self {
            Self::Match { .. } => JobKind::Match,
            Self::Tournament { .. } => JobKind::Tournament,
            Self::Training { .. } => JobKind::Training,
        }
    }

    /// Whether it trains the run of this name.
    pub(crate) fn trains(&self, name: &str) -> bool {
        matches!(self, Self::Training { run } if run == name)
    }
}

/// What happens with a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JobState {
    /// It waits for its turn.
    Waiting,
    /// It is done now.
    Playing,
    /// It has come to its end.
    Done,
    /// It was stopped.
    Stopped,
    /// It could not be done.
    Failed,
}

/// What a job has led to so far.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum PageJobResult {
    /// A match of the lab.
    Match {
        /// A report for every opponent.
        rows: Vec<SeriesReport>,
        /// Games against each.
        games: u64,
    },
    /// A tournament.
    Tournament(TournamentNews),
    /// A run of training.
    Training(TrainingProgress),
}

/// How a tournament stands.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TournamentNews {
    /// Its number in the store.
    pub(crate) tournament: i64,
    plan: Box<TournamentIdentity>,
    played: usize,
    games: u64,
    table: Option<Standings>,
}

impl TournamentNews {
    /// How the tournament of this plan stands.
    pub(crate) fn new(
        plan: &TournamentPlan,
        id: TournamentId,
        results: &GameResults,
        table: Option<Standings>,
    ) -> Self {
        Self {
            tournament: id.0,
            plan: Box::new(plan.identity()),
            played: results.len(),
            games: plan.all_games(),
            table,
        }
    }
}

/// How far a generation has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct TrainingProgress {
    /// Matches played.
    pub(super) done: usize,
    /// Matches that there will be.
    pub(super) of: usize,
}
