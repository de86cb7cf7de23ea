//! The `step` filter: a position and moves in, the next position out.
//!
//! One turn of the official rules, without the chance events after it: no food appears, and royale keeps its hazards.
//! As in the official rules, the end of the game is checked before the turn, so a finished game does not change. States
//! that matches do not reach, and single stages of a turn, are played by [`stages`].

mod stages;

use ludus_core::{Seat, StepError};
use serde::{Deserialize, Serialize};

use self::stages::{StagedTurn, TurnStage};
use crate::api::position::PositionError;
use crate::api::tolerant::{number, or_default};
use crate::api::{ApiBoard, RequestGame, RulesetInfo, RulesetSettings, SnakeIdentity};
use crate::game::Snake;
use crate::geometry::Direction;
use crate::rules::Ruleset;
use crate::turn::Cause;

/// A request of the filter.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SnakeStepRequest {
    /// The name of the rule set; standard by default.
    #[serde(default)]
    ruleset: Option<String>,
    /// Whether the game continues while a single snake lives.
    #[serde(default)]
    solo: bool,
    /// The settings of the rules.
    #[serde(default, deserialize_with = "or_default")]
    settings: RulesetSettings,
    /// How many turns have been played.
    #[serde(default, deserialize_with = "number")]
    turn: u32,
    /// The stages of the turn, if it is not a whole one by the rule set.
    #[serde(default)]
    stages: Option<Vec<TurnStage>>,
    prev: ApiBoard,
    #[serde(default, deserialize_with = "or_default")]
    moves: Vec<StepMove>,
}

#[derive(Deserialize)]
struct StepMove {
    #[serde(alias = "ID")]
    id: String,
    #[serde(rename = "move", alias = "Move")]
    direction: String,
}

/// The reply to a request.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SnakeStepReply {
    next: ApiBoard,
    game_over: bool,
    eliminated: Vec<EliminatedSnake>,
}

/// A snake that did not survive the turn.
#[derive(Serialize)]
struct EliminatedSnake {
    id: String,
    cause: Cause,
    /// The id of the snake that it met; empty if it met none.
    by: String,
    turn: u32,
}

/// Answers one request.
pub(crate) fn step(request: SnakeStepRequest) -> Result<SnakeStepReply, StepError> {
    let SnakeStepRequest { ruleset, solo, settings, turn, stages, prev, moves: given } = request;
    let name = ruleset.unwrap_or_else(|| Ruleset::Standard.name().to_owned());
    let ruleset = RulesetInfo { name, settings, ..RulesetInfo::default() };
    let info = RequestGame { ruleset, ..RequestGame::default() };
    let solo = solo || info.ruleset.name == Ruleset::Solo.name();
    let game = prev.game(&info, turn);
    if let Err(error @ PositionError::Size { .. }) = &game {
        return Err(StepError::new(error.to_string()));
    }
    let (game, ids) = match (stages, game) {
        (None, Ok(game)) => game,
        (stages, _) => {
            let rules = info.rules(prev.width as u8, prev.height as u8);
            let stages = stages.unwrap_or_else(|| TurnStage::of(rules.ruleset, solo));
            return staged(&prev, &stages, &given, (rules.hazard_damage.into(), turn));
        }
    };
    let mut game = game.with_solo(solo);
    if game.is_over() {
        return Ok(SnakeStepReply { next: prev, game_over: true, eliminated: Vec::new() });
    }
    let moves = moves(&game, &ids, &given)?;
    game.play(&moves);
    Ok(SnakeStepReply {
        next: ApiBoard::of(&game, &identities(&prev)),
        game_over: false,
        eliminated: eliminated(&game, &ids),
    })
}

/// Answers a request about single stages, or about a state that matches do not reach.
fn staged(
    prev: &ApiBoard,
    stages: &[TurnStage],
    given: &[StepMove],
    (damage, turn): (i64, u32),
) -> Result<SnakeStepReply, StepError> {
    let moves = given.iter().map(|given| (given.id.clone(), given.direction.parse().ok()));
    let moves: Vec<(String, Option<Direction>)> = moves.collect();
    let mut played = StagedTurn::new(prev, damage, &moves);
    let game_over = played.run(stages).map_err(|error| StepError::new(error.to_string()))?;
    let (next, eliminations) = played.finish();
    let id = |snake: usize| prev.snakes[snake].id.clone();
    let eliminated = eliminations.into_iter().map(|out| EliminatedSnake {
        id: id(out.snake),
        cause: out.cause,
        by: out.by.map(id).unwrap_or_default(),
        turn: turn + 1,
    });
    Ok(SnakeStepReply { next, game_over, eliminated: eliminated.collect() })
}

/// The moves by seat. An unknown direction means straight ahead; a missing move is an error.
fn moves(
    game: &Snake,
    ids: &[String],
    given: &[StepMove],
) -> Result<Vec<(Seat, Direction)>, StepError> {
    let move_of = |(seat, id): (Seat, &String)| {
        let given = given.iter().find(|given| given.id == *id);
        let given = given.ok_or_else(|| StepError::new(format!("no move for snake {id:?}")))?;
        let straight = game.board.straight(seat.index());
        Ok((seat, given.direction.parse().unwrap_or(straight)))
    };
    Seat::first(ids.len()).zip(ids).map(move_of).collect()
}

/// The identities of the snakes, as in the request.
fn identities(prev: &ApiBoard) -> Vec<SnakeIdentity> {
    let living = prev.snakes.iter().filter(|snake| snake.eliminated_cause.is_empty());
    living
        .map(|snake| SnakeIdentity {
            id: snake.id.clone(),
            name: snake.name.clone(),
            author: String::new(),
            customizations: snake.customizations.clone(),
            latency: snake.latency.parse().unwrap_or(0),
            shout: snake.shout.clone(),
        })
        .collect()
}

/// The snakes that did not survive the turn.
fn eliminated(game: &Snake, ids: &[String]) -> Vec<EliminatedSnake> {
    let dead = |(seat, id): (Seat, &String)| {
        let death = game.death(seat)?;
        let by = death.by.map(|by| ids[by.index()].clone()).unwrap_or_default();
        Some(EliminatedSnake { id: id.clone(), cause: death.cause, by, turn: death.turn })
    };
    Seat::first(ids.len()).zip(ids).filter_map(dead).collect()
}
