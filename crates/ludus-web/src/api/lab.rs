//! `/api/v1/lab`: bots with weights of one's own, and what they are worth against others.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};

use super::within;
use crate::content::{Asked, Problem};
use crate::jobs::contest::Contest;
use crate::random;
use crate::roster::BotWanted;
use crate::routes::Shared;

/// The most games against one opponent, and the most opponents.
const MOST_GAMES: u64 = 2000;
const MOST_OPPONENTS: u64 = 8;

/// The addresses of the lab.
pub(super) fn router() -> Router<Shared> {
    Router::new().route("/", get(workshops)).route("/match", post(play))
}

/// The weights that can be set, and the presets.
async fn workshops(State(shared): State<Shared>) -> Json<Value> {
    let games: Vec<Value> = shared
        .roster
        .games()
        .iter()
        .filter_map(|listed| {
            let workshop = listed.workshop.as_ref()?;
            Some(json!({ "game": listed.offer.game.name(), "workshop": workshop }))
        })
        .collect();
    Json(json!({ "v": 1, "games": games }))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    game: String,
    bot: BotWanted,
    against: Vec<BotWanted>,
    games: u64,
}

/// Starts a match of a bot against others.
async fn play(
    State(shared): State<Shared>,
    Asked(wanted): Asked<Wanted>,
) -> Result<Json<Value>, Problem> {
    within("games", wanted.games, 1, MOST_GAMES)?;
    within("against", wanted.against.len() as u64, 0, MOST_OPPONENTS)?;
    let listed = shared.roster.game(&wanted.game)?;
    let bot = listed.chosen(&wanted.bot)?;
    let against =
        wanted.against.iter().map(|other| listed.chosen(other)).collect::<Result<Vec<_>, _>>()?;
    let about = json!({
        "game": wanted.game,
        "bot": bot.label(),
        "against": against.iter().map(ludus_core::BotSpec::label).collect::<Vec<_>>(),
    });
    let contest = Contest {
        offer: listed.offer.clone(),
        bot,
        against,
        games: wanted.games,
        seed: random::seed().map_err(super::unusable)?,
        threads: shared.jobs.threads_each,
    };
    let job = shared.jobs.add("match", about, move |job| contest.play(job))?;
    Ok(Json(json!({ "v": 1, "job": job.id, "key": job.key })))
}
