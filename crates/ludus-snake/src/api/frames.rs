//! The frames of the public board viewer: what `GET /games/ID` and its WebSocket return.

use ludus_core::{Game, Seat};
use serde::{Deserialize, Serialize};

use super::{ApiBoard, Battlesnake, RequestGame, SnakeIdentity};
use crate::game::Snake;
use crate::geometry::Point;
use crate::rules::SnakeRules;

/// The answer to `GET /games/ID`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct GameStatus {
    /// The game.
    pub game: ViewedGame,
}

/// A game in the form that the board viewer expects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ViewedGame {
    /// The game's identity.
    #[serde(rename = "ID")]
    pub id: String,
    /// `running` or `complete`.
    pub status: String,
    /// The width in cells.
    pub width: u8,
    /// The height in cells.
    pub height: u8,
    /// The rule set by name.
    pub ruleset: RulesetName,
    /// The milliseconds that an answer may take.
    pub snake_timeout: u32,
    /// Where the game comes from.
    pub source: String,
    /// The rule set.
    pub ruleset_name: String,
    /// Not used by the viewer.
    pub rules_stages: Vec<String>,
    /// The map.
    pub map: String,
}

/// The rule set in the form that the viewer expects.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesetName {
    /// The rule set.
    pub name: String,
}

/// What the WebSocket sends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "Type", content = "Data")]
pub enum ViewerEvent {
    /// One position.
    #[serde(rename = "frame")]
    Frame(ViewerFrame),
    /// The game is over.
    #[serde(rename = "game_end")]
    GameEnd(ViewedGame),
}

/// One position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct ViewerFrame {
    /// How many turns were played.
    pub turn: u32,
    /// All snakes, dead or alive.
    pub snakes: Vec<FrameSnake>,
    /// The food.
    pub food: Vec<FramePoint>,
    /// The hazards.
    pub hazards: Vec<FramePoint>,
}

/// A cell, with capitals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct FramePoint {
    /// The column, from the left.
    pub x: i32,
    /// The row, from the bottom.
    pub y: i32,
}

impl From<Point> for FramePoint {
    fn from(point: Point) -> Self {
        Self { x: point.x, y: point.y }
    }
}

/// A snake, dead or alive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct FrameSnake {
    /// The snake's identity in this game.
    #[serde(rename = "ID")]
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its segments, head first.
    pub body: Vec<FramePoint>,
    /// Its health.
    pub health: i32,
    /// How it was eliminated, if it was.
    pub death: Option<FrameDeath>,
    /// A colour, `#rrggbb`.
    pub color: String,
    /// A kind of head.
    pub head_type: String,
    /// A kind of tail.
    pub tail_type: String,
    /// The milliseconds that its last answer took.
    pub latency: String,
    /// What it last said.
    pub shout: String,
    /// Not used any more.
    pub squad: String,
    /// Who wrote it.
    pub author: String,
    /// The HTTP status of its last answer.
    pub status_code: u16,
    /// What was wrong with its last answer.
    pub error: String,
    /// Always false.
    pub is_bot: bool,
    /// Always false.
    pub is_environment: bool,
}

/// How a snake was eliminated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub struct FrameDeath {
    /// The cause, in the official words.
    pub cause: String,
    /// In which turn.
    pub turn: u32,
    /// The id of the snake that it collided with.
    pub eliminated_by: String,
}

impl ViewedGame {
    /// A game by these rules; `over` when it has ended.
    #[must_use]
    pub fn of(rules: &SnakeRules, id: &str, over: bool) -> Self {
        let name = rules.ruleset.name().to_owned();
        Self {
            id: id.to_owned(),
            status: if over { "complete" } else { "running" }.to_owned(),
            width: rules.width,
            height: rules.height,
            ruleset: RulesetName { name: name.clone() },
            snake_timeout: rules.timeout,
            source: "custom".to_owned(),
            ruleset_name: name,
            rules_stages: Vec::new(),
            map: RequestGame::of(rules, id).map,
        }
    }

    /// A game that is known from requests; `over` when it has ended.
    #[must_use]
    pub fn from_request(info: &RequestGame, board: &ApiBoard, over: bool) -> Self {
        let size = |cells: i64| cells.clamp(0, 255) as u8;
        let rules = info.rules(size(board.width), size(board.height));
        let game = Self::of(&rules, &info.id, over);
        Self { map: info.map.clone(), source: info.source.clone(), ..game }
    }
}

impl ViewerFrame {
    /// The frame of a position. `identities` has one entry per seat.
    #[must_use]
    pub fn of(game: &Snake, identities: &[SnakeIdentity]) -> Self {
        let points = |points: Vec<Point>| points.into_iter().map(FramePoint::from).collect();
        Self {
            turn: game.turn(),
            snakes: Seat::first(game.seats())
                .map(|seat| FrameSnake::of(game, seat, identities))
                .collect(),
            food: points(game.food()),
            hazards: points(game.hazards()),
        }
    }

    /// The frame of a board in a request, following an earlier frame. Requests do not contain dead snakes. A snake
    /// that is missing stays where it was last seen and counts as eliminated, without a known cause.
    #[must_use]
    pub fn from_request(turn: u32, board: &ApiBoard, before: Option<&Self>) -> Self {
        let points = |points: &[Point]| points.iter().copied().map(FramePoint::from).collect();
        let mut here: Vec<FrameSnake> = board.snakes.iter().map(FrameSnake::from_request).collect();
        let mut snakes = Vec::new();
        for old in before.map_or(&[][..], |before| &before.snakes) {
            match here.iter().position(|snake| snake.id == old.id) {
                Some(place) => snakes.push(here.remove(place)),
                None => snakes.push(old.gone(turn)),
            }
        }
        snakes.append(&mut here);
        Self { turn, snakes, food: points(&board.food), hazards: points(&board.hazards) }
    }
}

impl FrameSnake {
    /// A living snake in a request.
    fn from_request(snake: &Battlesnake) -> Self {
        let look = &snake.customizations;
        Self {
            id: snake.id.clone(),
            name: snake.name.clone(),
            body: snake.body.iter().copied().map(FramePoint::from).collect(),
            health: snake.health.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32,
            death: None,
            color: look.color.clone(),
            head_type: look.head.clone(),
            tail_type: look.tail.clone(),
            latency: snake.latency.clone(),
            shout: snake.shout.clone(),
            squad: String::new(),
            author: String::new(),
            status_code: 200,
            error: String::new(),
            is_bot: false,
            is_environment: false,
        }
    }

    /// The same snake after its elimination.
    fn gone(&self, turn: u32) -> Self {
        let unknown = FrameDeath { cause: String::new(), turn, eliminated_by: String::new() };
        let death = self.death.clone().unwrap_or(unknown);
        Self { death: Some(death), ..self.clone() }
    }

    fn of(game: &Snake, seat: Seat, identities: &[SnakeIdentity]) -> Self {
        let identity = identities.get(seat.index()).cloned().unwrap_or_default();
        let id_of = |seat: Seat| identities.get(seat.index()).map(|identity| identity.id.clone());
        let death = game.death(seat).map(|death| FrameDeath {
            cause: death.cause.name().to_owned(),
            turn: death.turn,
            eliminated_by: death.by.and_then(id_of).unwrap_or_default(),
        });
        Self {
            id: identity.id,
            name: identity.name,
            body: game.body(seat).into_iter().map(FramePoint::from).collect(),
            health: game.health(seat),
            death,
            color: identity.customizations.color,
            head_type: identity.customizations.head,
            tail_type: identity.customizations.tail,
            latency: identity.latency.to_string(),
            shout: identity.shout,
            squad: String::new(),
            author: identity.author,
            status_code: 200,
            error: String::new(),
            is_bot: false,
            is_environment: false,
        }
    }
}
