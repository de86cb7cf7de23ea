//! A server with the Battlesnake API on a free port, and what game engines send to it.

#![allow(dead_code, unused_imports, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../../../ludus-web/tests/common/mod.rs"]
mod web;

use std::path::{Path, PathBuf};

use ludus_core::{Game, Seat, Seed, SeededChance};
use ludus_snake::api::{GameRequest, SnakeIdentity};
use ludus_snake::{Snake, SnakeRules};
use ludus_snake_server::{BattlesnakeServer, SnakeOptions};
use ludus_web::Options;
use serde_json::{Value, json};
pub(crate) use web::{Server, arena};

/// A server that nothing was set about.
pub(crate) fn serve() -> Server {
    serve_with(SnakeOptions::default(), Options::default())
}

/// A server of these snakes beside whatever else it is to have.
pub(crate) fn serve_with(snakes: SnakeOptions, options: Options) -> Server {
    let snakes = BattlesnakeServer::open(snakes).unwrap();
    Server::start(Options { services: vec![Box::new(snakes)], ..options })
}

/// Posts what a game engine says.
pub(crate) fn send(server: &Server, path: &str, request: &GameRequest) -> (u16, Value) {
    server.post(path, &serde_json::to_string(request).unwrap())
}

/// Recorded matches of every game.
pub(crate) fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludus/tests/golden")
}

/// A match that has just begun.
pub(crate) fn new_game(seed: u64, seats: usize) -> (Snake, SeededChance) {
    let mut chance = SeededChance::new(Seed::new(seed));
    (Snake::new(&SnakeRules::default(), seats, &mut chance).unwrap(), chance)
}

/// What an official server would send to the first seat.
pub(crate) fn request(game: &Snake, id: &str) -> GameRequest {
    GameRequest::of(game, Seat::new(0).unwrap(), id, &SnakeIdentity::by_seat(game.seats()))
}

/// A request as JSON, on a small board where only one move is safe: up.
pub(crate) fn only_up() -> Value {
    let body = json!([{"x": 0, "y": 1}, {"x": 1, "y": 1}, {"x": 1, "y": 0}, {"x": 0, "y": 0}, {"x": 0, "y": 0}]);
    let you = json!({"id": "me", "health": 90, "body": body});
    json!({
        "game": {"id": "unknown", "timeout": 200},
        "turn": 14,
        "board": {"width": 7, "height": 7, "food": [], "snakes": [you.clone()]},
        "you": you,
    })
}
