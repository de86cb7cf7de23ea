//! `/api/v1/groups`: matches that are watched. What happens in them goes over the connection of a page,
//! topic `group/NAME`.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use ludus_arena::SeriesPlan;
use ludus_core::TimeControl;
use serde::{Deserialize, Serialize};

use super::{Done, unusable, within};
use crate::clocks::FOR_BOTS;
use crate::content::{Asked, Problem};
use crate::groups::{GroupCommand, GroupError, Groups};
use crate::plans;
use crate::random;
use crate::roster::BotWanted;
use crate::routes::Shared;
use crate::versioned::Versioned;

/// The longest time from turn to turn.
const MOST_DELAY: u64 = 10_000;

/// The most boards of a group, and the most matches.
const MOST_BOARDS: usize = 16;
const MOST_GAMES: u64 = 10_000;

/// The addresses of groups.
pub(super) fn router() -> Router<Shared> {
    Router::new().route("/", post(open)).route("/{id}", post(control))
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct GroupRequest {
    game: String,
    bots: Vec<BotWanted>,
    games: u64,
    boards: usize,
    delay_ms: u64,
    #[serde(default)]
    paused: bool,
    /// The clock of each seat.
    #[serde(default)]
    clock: Option<TimeControl>,
}

/// A group that was begun.
#[derive(Debug, Serialize)]
struct GroupMade {
    group: String,
}

async fn open(
    State(shared): State<Shared>,
    Asked(wanted): Asked<GroupRequest>,
) -> Result<Json<Versioned<GroupMade>>, Problem> {
    within("games", wanted.games, 1, MOST_GAMES)?;
    within("boards", wanted.boards as u64, 1, MOST_BOARDS as u64)?;
    within("delay_ms", wanted.delay_ms, 0, MOST_DELAY)?;
    let clock = wanted.clock.map(|clock| FOR_BOTS.check(clock)).transpose();
    let clock = clock.map_err(unusable)?;
    let listed = shared.roster.game(&wanted.game)?;
    let bots = listed.line_up(&wanted.bots)?;
    let offer = listed.offer.clone();
    let (groups, as_text) = (Arc::clone(&shared.groups), shared.roster.sends_text(&wanted.game));
    let id = shared.work.run(move || {
        let seed = random::seed().map_err(|error| refused(&GroupError::Name(error)))?;
        let plan = plans::series(&offer, bots, wanted.games, wanted.boards, seed);
        let plan = SeriesPlan { clock, ..plan };
        let delay = Duration::from_millis(wanted.delay_ms);
        groups
            .open(&offer.game, plan, delay, wanted.paused, as_text)
            .map_err(|error| refused(&error))
    });
    let id = id.await?;
    tokio::spawn(Groups::look_after(Arc::downgrade(&shared.groups), id.clone()));
    Ok(Json(Versioned::new(GroupMade { group: id })))
}

#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
enum Control {
    Pause {},
    Resume {},
    Step {},
    Speed { delay_ms: u64 },
    Abort {},
}

async fn control(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Asked(control): Asked<Control>,
) -> Result<Json<Versioned<Done>>, Problem> {
    let missing = || {
        let reason = "this session has expired: it closes after 30 s without viewers";
        Problem::new(StatusCode::NOT_FOUND, reason)
    };
    let group = shared.groups.find(&id).ok_or_else(missing)?;
    let order = match control {
        Control::Pause {} => GroupCommand::Pause,
        Control::Resume {} => GroupCommand::Resume,
        Control::Step {} => GroupCommand::Step,
        Control::Abort {} => GroupCommand::Abort,
        Control::Speed { delay_ms } => {
            within("delay_ms", delay_ms, 0, MOST_DELAY)?;
            GroupCommand::Delay(Duration::from_millis(delay_ms))
        }
    };
    group.obey(order);
    Ok(Json(Versioned::new(Done {})))
}

fn refused(error: &GroupError) -> Problem {
    let status = match error {
        GroupError::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
        GroupError::Arena(_) => StatusCode::UNPROCESSABLE_ENTITY,
        GroupError::Name(_) => StatusCode::INTERNAL_SERVER_ERROR,
    };
    Problem::new(status, error.to_string())
}
