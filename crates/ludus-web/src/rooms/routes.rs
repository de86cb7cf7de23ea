//! The addresses of rooms, below `/api/v1`.

use std::net::SocketAddr;

use axum::extract::{ConnectInfo, State, WebSocketUpgrade};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use ludus_arena::Offer;
use serde::Deserialize;

use super::protocol::{LiveReport, RoomList, RoomMade};
use super::socket::{self, MOST_BYTES};
use crate::content::{Asked, Problem};
use crate::routes::Shared;
use crate::sockets;
use crate::versioned::Versioned;

/// The addresses of rooms.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
        .route("/rooms", get(list).post(create))
        .route("/live", get(live))
        .route("/socket", get(connect))
}

/// A room that is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RoomRequest {
    game: String,
    /// Whether it is in the list.
    #[serde(default = "yes")]
    open: bool,
}

const fn yes() -> bool {
    true
}

async fn list(State(shared): State<Shared>) -> Json<Versioned<RoomList>> {
    let offers: Vec<Offer> =
        shared.roster.games().iter().map(|listed| listed.offer.clone()).collect();
    Json(Versioned::new(shared.rooms.list(&offers)))
}

async fn live(State(shared): State<Shared>) -> Json<Versioned<LiveReport>> {
    Json(Versioned::new(shared.rooms.report()))
}

async fn create(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    Asked(wanted): Asked<RoomRequest>,
) -> Result<Json<Versioned<RoomMade>>, Problem> {
    let listed = shared.roster.game(&wanted.game)?;
    let (room, host) = shared
        .rooms
        .create(&listed.offer, wanted.open, peer.ip())
        .map_err(|error| Problem::new(StatusCode::SERVICE_UNAVAILABLE, error.to_string()))?;
    Ok(Json(Versioned::new(RoomMade { room, host })))
}

async fn connect(
    State(shared): State<Shared>,
    ConnectInfo(peer): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let counted = shared.sockets.admit_socket(peer)?;
    let place = shared.rooms.places.clone().try_acquire_owned().map_err(|_| {
        Problem::new(StatusCode::SERVICE_UNAVAILABLE, "too many pages are connected already")
    })?;
    Ok(sockets::limit_messages(upgrade, 2 * MOST_BYTES).on_upgrade(move |socket| async move {
        socket::serve(socket, &shared, peer.ip()).await;
        drop((place, counted));
    }))
}
