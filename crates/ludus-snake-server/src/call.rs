//! Reading the requests of game engines.

use std::time::Instant;

use axum::extract::{FromRequest, Request as HttpRequest};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use ludus_snake::api::GameRequest;
use ludus_web::{Problem, check_json, check_origin, read_body};
use serde_json::error::Category;

use crate::routes::RouteState;

/// The longest identity of a game or a snake, in bytes: servers use a few dozen, and it is kept between turns.
const LONGEST_ID: usize = 256;

/// What a game engine says, and when its request arrived.
pub(crate) struct Call {
    /// What it says.
    pub(crate) request: GameRequest,
    /// When its head had been read: a body that takes its time takes it from the search.
    pub(crate) arrived: Instant,
}

impl FromRequest<RouteState> for Call {
    type Rejection = Problem;

    async fn from_request(request: HttpRequest, state: &RouteState) -> Result<Self, Problem> {
        let arrived = Instant::now();
        // A page of another site can make a browser send this, and would use this machine's cores.
        check_origin(request.headers())?;
        // Clients that say nothing about the kind are no browsers.
        if request.headers().contains_key(CONTENT_TYPE) {
            check_json(request.headers())?;
        }
        let held = read_body(request, state.host.body_limits()).await?;
        let request = serde_json::from_slice(&held.text).map_err(not_a_request)?;
        check_ids(&request)?;
        Ok(Self { request, arrived })
    }
}

fn not_a_request(error: serde_json::Error) -> Problem {
    match error.classify() {
        Category::Data => unprocessable(format!("not a request of the Battlesnake API: {error}")),
        _ => error.into(),
    }
}

/// Makes sure that no identity is too long to be kept.
fn check_ids(request: &GameRequest) -> Result<(), Problem> {
    let snakes = request.board.snakes.iter().chain([&request.you]).map(|snake| &snake.id);
    let mut ids = snakes.chain([&request.game.id]);
    match ids.all(|id| id.len() <= LONGEST_ID) {
        true => Ok(()),
        false => Err(unprocessable(format!("an identity is longer than {LONGEST_ID} bytes"))),
    }
}

/// A request that was understood and cannot be answered.
pub(crate) fn unprocessable(reason: impl ToString) -> Problem {
    Problem::new(StatusCode::UNPROCESSABLE_ENTITY, reason.to_string())
}
