//! What everyone may see of a position, as data.

use ludus_core::{Game as _, Seat, Snapshot};
use serde::Serialize;

use crate::api::{ApiBoard, SnakeIdentity};
use crate::game::{Death, Snake};
use crate::geometry::Point;
use crate::rules::{Ruleset, SnakeRules};
use crate::turn::Cause;

/// The data of a snapshot.
#[derive(Serialize)]
pub(crate) struct SnakeSnapshot<'a> {
    turn: u32,
    ruleset: Ruleset,
    rules: &'a SnakeRules,
    /// The official board of the living snakes. Their ids are their seat numbers.
    board: ApiBoard,
    /// All seats, dead or alive.
    seats: Vec<SnakeSeatSnapshot>,
}

/// What everyone may see of one seat.
#[derive(Serialize)]
struct SnakeSeatSnapshot {
    alive: bool,
    health: i32,
    length: usize,
    /// The segments, head first; of a dead snake, those after its last move.
    body: Vec<Point>,
    /// How much food it has eaten.
    food: u32,
    kills: u32,
    /// How it was eliminated; null while it is alive.
    death: Option<DeathSnapshot>,
}

/// How a snake was eliminated.
#[derive(Serialize)]
struct DeathSnapshot {
    turn: u32,
    cause: Cause,
    /// The seat of the snake that it met; null if it met none.
    by: Option<Seat>,
    /// Why its bot forfeited; null if it did not.
    forfeit: Option<String>,
}

impl DeathSnapshot {
    fn new(death: &Death) -> Self {
        Self {
            turn: death.turn,
            cause: death.cause,
            by: death.by,
            forfeit: death.forfeit.as_ref().map(ToString::to_string),
        }
    }
}

impl<'a> SnakeSnapshot<'a> {
    /// The data of a position. All of it may be seen by every seat.
    pub(crate) fn of(game: &'a Snake) -> Self {
        let seat = |seat| SnakeSeatSnapshot {
            alive: game.lives(seat),
            health: game.health(seat),
            length: game.length(seat),
            body: game.body(seat),
            food: game.eaten(seat),
            kills: game.kills(seat),
            death: game.death(seat).map(DeathSnapshot::new),
        };
        Self {
            turn: game.turn,
            ruleset: game.rules().ruleset,
            rules: game.rules(),
            board: ApiBoard::of(game, &SnakeIdentity::by_seat(game.seats())),
            seats: Seat::first(game.seats()).map(seat).collect(),
        }
    }
}

/// The snapshot of a position.
pub(crate) fn of(game: &Snake) -> Snapshot {
    Snapshot::new(game.draw(), &SnakeSnapshot::of(game))
}
