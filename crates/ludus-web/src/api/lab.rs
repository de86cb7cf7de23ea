//! `/api/v1/lab`: bots with weights of one's own, and what they are worth against others.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_core::{BotSpec, Workshop};
use serde::{Deserialize, Serialize};

use super::{JobMade, within};
use crate::content::{Asked, Problem};
use crate::jobs::JobAbout;
use crate::jobs::contest::LabMatch;
use crate::random;
use crate::roster::{BotWanted, RosterGame};
use crate::routes::Shared;
use crate::versioned::Versioned;

/// The most games against one opponent, and the most opponents.
const MOST_GAMES: u64 = 2000;
const MOST_OPPONENTS: u64 = 8;

/// The addresses of the lab.
pub(super) fn router() -> Router<Shared> {
    Router::new().route("/", get(workshops)).route("/match", post(play))
}

/// The games whose bots people can make by hand.
#[derive(Debug, Serialize)]
struct WorkshopList {
    games: Vec<WorkshopEntry>,
}

/// The weights of one game that can be set, and the presets.
#[derive(Debug, Serialize)]
struct WorkshopEntry {
    game: &'static str,
    workshop: Workshop,
}

async fn workshops(State(shared): State<Shared>) -> Json<Versioned<WorkshopList>> {
    let entry = |listed: &RosterGame| {
        let workshop = listed.workshop.clone()?;
        Some(WorkshopEntry { game: listed.offer.game.name(), workshop })
    };
    let games = shared.roster.games().iter().filter_map(entry).collect();
    Json(Versioned::new(WorkshopList { games }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct LabRequest {
    game: String,
    bot: BotWanted,
    against: Vec<BotWanted>,
    games: u64,
}

/// Starts a match of a bot against others.
async fn play(
    State(shared): State<Shared>,
    Asked(wanted): Asked<LabRequest>,
) -> Result<Json<Versioned<JobMade>>, Problem> {
    within("games", wanted.games, 1, MOST_GAMES)?;
    within("against", wanted.against.len() as u64, 0, MOST_OPPONENTS)?;
    let listed = shared.roster.game(&wanted.game)?;
    let bot = listed.chosen(&wanted.bot)?;
    let against =
        wanted.against.iter().map(|other| listed.chosen(other)).collect::<Result<Vec<_>, _>>()?;
    let about = JobAbout::Match {
        game: wanted.game,
        bot: bot.label(),
        against: against.iter().map(BotSpec::label).collect(),
    };
    let contest = LabMatch {
        offer: listed.offer.clone(),
        bot,
        against,
        games: wanted.games,
        seed: random::seed().map_err(super::unusable)?,
        threads: shared.jobs.threads_each,
    };
    let job = shared.jobs.add(about, move |job| contest.play(job))?;
    Ok(Json(Versioned::new(JobMade::of(&job))))
}
