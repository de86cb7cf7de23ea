//! What the pages ask for, `/api/v1/…`: JSON over HTTP, described in `docs/API.md`.
//!
//! Everything that is answered has `"v": 1`; what cannot be answered has `"error"` with the reason.

mod replays;

use axum::extract::State;
use axum::middleware;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};
use tower_http::compression::CompressionLayer;

use crate::guard;
use crate::options::Options;
use crate::rooms;
use crate::routes::Shared;

/// The addresses of the API.
pub(crate) fn router(options: &Options) -> Router<Shared> {
    Router::new()
        .route("/games", get(games))
        .nest("/replays", replays::router(options.replay_bytes))
        .layer(CompressionLayer::new())
        .merge(rooms::router())
        .layer(middleware::from_fn(guard::same_site))
}

/// The games and the bots that pages may choose.
async fn games(State(shared): State<Shared>) -> Json<Value> {
    Json(json!({ "v": 1, "games": shared.roster.to_json() }))
}
