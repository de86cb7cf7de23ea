//! `/api/v1/training`: runs of training. Its progress goes over the connection of a page, topic `run/NAME`.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_arena::AnyTrainable;
use ludus_train::{FORMAT, OpponentParameters, Plan, RunFolder, SearchParameters};
use serde::{Deserialize, Serialize};

use super::{JobMade, unusable, within};
use crate::content::{Asked, Problem};
use crate::jobs::training::TrainingTask;
use crate::jobs::{JobAbout, JobKind, JobPlace};
use crate::random;
use crate::routes::Shared;
use crate::runs::Runs;
use crate::topics::TopicMessage;
use crate::versioned::Versioned;

/// The addresses of runs.
pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/", get(list).post(begin))
        .route("/{run}", get(show))
        .route("/{run}/resume", post(resume))
        .route("/{run}/weights", get(weights))
}

/// The runs there are, and what can be trained.
#[derive(Debug, Serialize)]
struct TrainingList {
    runs: Vec<Versioned<TopicMessage>>,
    kinds: Vec<TrainingKind>,
}

/// Something that can be trained.
#[derive(Debug, Serialize)]
struct TrainingKind {
    game: &'static str,
    mode: &'static str,
    summary: &'static str,
}

/// A run that continues, and the job that trains it.
#[derive(Debug, Serialize)]
struct RunMade {
    run: String,
    #[serde(flatten)]
    job: JobMade,
}

async fn list(State(shared): State<Shared>) -> Result<Json<Versioned<TrainingList>>, Problem> {
    let runs = Arc::clone(&shared.runs);
    let runs = shared.work.run(move || Ok(runs.list())).await?;
    let kinds = shared
        .roster
        .games()
        .iter()
        .flat_map(|listed| listed.offer.game.trainables())
        .map(|kind| TrainingKind { game: kind.game(), mode: kind.name(), summary: kind.summary() })
        .collect();
    Ok(Json(Versioned::new(TrainingList { runs, kinds })))
}

async fn show(
    State(shared): State<Shared>,
    Path(name): Path<String>,
) -> Result<Json<Versioned<TopicMessage>>, Problem> {
    let runs = Arc::clone(&shared.runs);
    let missing = missing(&name);
    let shown = shared.work.run(move || runs.show(&name, true).ok_or(missing)).await?;
    Ok(Json(TopicMessage::Run(shown).versioned()))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TrainingRequest {
    game: String,
    mode: String,
    population: usize,
    #[serde(flatten)]
    search: SearchParameters,
}

async fn begin(
    State(shared): State<Shared>,
    Asked(wanted): Asked<TrainingRequest>,
) -> Result<Json<Versioned<RunMade>>, Problem> {
    within("population", wanted.population as u64, 4, 500)?;
    within("generations", wanted.search.generations, 1, 2000)?;
    within("games", wanted.search.games as u64, 1, 200)?;
    let (plan, trainable) = plan(&shared, &wanted)?;
    let name = format!("{}-{}-{}", plan.game, plan.mode, plan.seed);
    // Before anything is written: a run that is refused leaves nothing.
    let place = shared.jobs.reserve()?;
    let (runs, named, begun) = (Arc::clone(&shared.runs), name.clone(), plan.clone());
    let keep = shared.training.keep;
    let begin = move || {
        runs.make_room(keep);
        let folder = runs.folder(&named).ok_or_else(|| missing(&named))?;
        folder.begin(&begun, false).map_err(unusable)?;
        Runs::mark(&folder).map_err(unusable)?;
        Ok(folder)
    };
    let folder = shared.work.run(begin).await?;
    let training = TrainingTask { trainable, plan, folder, threads: shared.jobs.threads_each };
    start(&name, training, place)
}

/// The plan that is wanted, checked.
fn plan(
    shared: &Shared,
    wanted: &TrainingRequest,
) -> Result<(Plan, Arc<dyn AnyTrainable>), Problem> {
    let offer = &shared.roster.game(&wanted.game)?.offer;
    let kinds = offer.game.trainables();
    let known: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let hint = ludus_core::names::hint(&wanted.mode, &known);
    let none =
        || unusable(format!("{} has no {:?} to be trained; {hint}", wanted.game, wanted.mode));
    let trainable = kinds.into_iter().find(|kind| kind.name() == wanted.mode).ok_or_else(none)?;
    let usual = &shared.training;
    let plan = Plan {
        format: FORMAT,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        game: wanted.game.clone(),
        mode: wanted.mode.clone(),
        seed: random::seed().map_err(unusable)?,
        search: wanted.search.clone(),
        evolution: usual.evolution.with_population(wanted.population),
        opponents: OpponentParameters {
            stagnation: usual.opponents.stagnation.filter(|_| trainable.adapts()),
            ..usual.opponents.clone()
        },
        start: None,
        sigma: None,
        early_stages: Vec::new(),
        settings: trainable
            .settings()
            .with_rules(offer.rules.tree(), offer.game.default_rules().tree())
            .map_err(unusable)?,
        match_games: None,
        stamp: false,
        output: None,
        log: None,
    };
    plan.check().map_err(unusable)?;
    trainable.check(&plan.settings).map_err(unusable)?;
    Ok((plan, Arc::from(trainable)))
}

async fn resume(
    State(shared): State<Shared>,
    Path(name): Path<String>,
) -> Result<Json<Versioned<RunMade>>, Problem> {
    let (runs, named) = (Arc::clone(&shared.runs), name.clone());
    let read = shared.work.run(move || open(&runs, &named));
    let (folder, plan, trainable) = read.await?;
    if job(&shared, &name).is_some() {
        return Err(Problem::new(StatusCode::CONFLICT, "it is under way already"));
    }
    let training = TrainingTask { trainable, plan, folder, threads: shared.jobs.threads_each };
    start(&name, training, shared.jobs.reserve()?)
}

fn open(runs: &Runs, name: &str) -> Result<(RunFolder, Plan, Arc<dyn AnyTrainable>), Problem> {
    let folder = runs.folder(name).ok_or_else(|| missing(name))?;
    let plan = folder.plan().map_err(|_| missing(name))?;
    if plan.version != env!("CARGO_PKG_VERSION") {
        let reason =
            format!("it was begun by version {}, and would not go on the same", plan.version);
        return Err(Problem::new(StatusCode::CONFLICT, reason));
    }
    let trainable = runs.trainable(&plan).ok_or_else(|| missing(name))?;
    let state = folder.state(trainable.genes().len()).map_err(unusable)?;
    if state.is_some_and(|state| state.is_finished(&plan)) {
        return Err(Problem::new(StatusCode::CONFLICT, "this run is finished"));
    }
    Ok((folder, plan, trainable))
}

fn start(
    name: &str,
    training: TrainingTask,
    place: JobPlace,
) -> Result<Json<Versioned<RunMade>>, Problem> {
    let run = name.to_owned();
    let about = JobAbout::Training { run: run.clone() };
    let job = place.take(about, move |job| training.go_on(job))?;
    Ok(Json(Versioned::new(RunMade { run, job: JobMade::of(&job) })))
}

/// The weights of a run, as `ludus train` writes them: of its best genome so far.
async fn weights(
    State(shared): State<Shared>,
    Path(name): Path<String>,
) -> Result<axum::response::Response, Problem> {
    let folder = shared.runs.folder(&name).ok_or_else(|| missing(&name))?;
    let none = move |_| {
        Problem::new(
            StatusCode::NOT_FOUND,
            "it has no weights yet: its first generation is not done",
        )
    };
    let text = shared.work.run(move || std::fs::read(folder.weights()).map_err(none)).await?;
    Ok(super::replays::download(&format!("{name}.json"), "application/json", text))
}

/// The job that trains a run, if this server does.
fn job(shared: &Shared, name: &str) -> Option<Arc<crate::jobs::PageJob>> {
    shared.jobs.under_way(JobKind::Training).into_iter().find(|job| job.about.trains(name))
}

fn missing(name: &str) -> Problem {
    Problem::new(StatusCode::NOT_FOUND, format!("there is no run {name:?}"))
}
