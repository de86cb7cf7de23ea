//! The addresses of the Battlesnake API.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use ludus_snake::api::{MoveResponse, SnakeInfo};
use ludus_web::{Problem, ServiceHost};
use serde::Serialize;
use tokio::sync::Semaphore;

use crate::call::{Call, unprocessable};
use crate::snakes::{ServedSnake, Snakes};
use crate::viewer::LiveGames;

/// What the routes share.
#[derive(Clone)]
pub(crate) struct RouteState {
    /// The bots.
    pub(crate) snakes: Arc<Snakes>,
    /// The games that can be watched.
    pub(crate) games: Arc<LiveGames>,
    /// How many more viewers may watch.
    pub(crate) viewers: Arc<Semaphore>,
    /// What is shared with the rest of the web server.
    pub(crate) host: ServiceHost,
}

impl RouteState {
    /// The bot that the address names; without a name, that of the root.
    fn bot(&self, name: Option<&str>) -> Result<ServedSnake, Problem> {
        let Some(name) = name else { return Ok(self.snakes.default_bot().clone()) };
        self.snakes
            .find(name)
            .map_err(|error| Problem::new(StatusCode::NOT_FOUND, error.to_string()))
    }
}

/// The name in the address, if it has one.
type Name = Option<Path<String>>;

/// The answer to requests that need none: `{}`.
#[derive(Serialize)]
pub(crate) struct Nothing {}

/// The addresses of the API: those of the snake at the root, except the root itself, and those of every snake.
pub(crate) fn router() -> Router<RouteState> {
    let snake = Router::new()
        .route("/start", post(start))
        .route("/move", post(play))
        .route("/end", post(end));
    Router::new()
        .merge(snake.clone())
        .nest("/snakes/{name}", snake.route("/", get(info)))
        .route("/snakes/{name}/", get(info))
}

/// The snake that answers at the root.
pub(crate) async fn root(State(state): State<RouteState>) -> Json<SnakeInfo> {
    Json(state.snakes.default_bot().info())
}

async fn info(name: Name, State(state): State<RouteState>) -> Result<Json<SnakeInfo>, Problem> {
    Ok(Json(state.bot(text(&name))?.info()))
}

async fn start(
    name: Name,
    State(state): State<RouteState>,
    Call { request, .. }: Call,
) -> Result<Json<Nothing>, Problem> {
    let bot = state.bot(text(&name))?;
    request.position().map_err(unprocessable)?;
    state.games.note(&request, false);
    tracing::info!(bot = %bot.name(), game = request.game.id, you = request.you.id, "game starts");
    Ok(Json(Nothing {}))
}

async fn play(
    name: Name,
    State(state): State<RouteState>,
    call: Call,
) -> Result<Json<MoveResponse>, Problem> {
    let bot = state.bot(text(&name))?;
    // A position that is impossible is refused, not shown.
    let position = call.request.position().map_err(unprocessable)?;
    state.games.note(&call.request, false);
    let direction = state.snakes.play(&bot, call, position).await;
    Ok(Json(MoveResponse { direction: direction.to_string(), shout: None }))
}

/// The position is not looked at: a snake that is dead is no longer on the board.
async fn end(
    name: Name,
    State(state): State<RouteState>,
    Call { request, .. }: Call,
) -> Result<Json<Nothing>, Problem> {
    let bot = state.bot(text(&name))?;
    state.games.note(&request, true);
    state.snakes.end(&bot, &request);
    let (turn, left) = (request.turn, request.board.snakes.len());
    tracing::info!(bot = %bot.name(), game = request.game.id, turn, left, "game ends");
    Ok(Json(Nothing {}))
}

fn text(name: &Name) -> Option<&str> {
    name.as_ref().map(|Path(name)| name.as_str())
}
