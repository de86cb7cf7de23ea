//! From API requests to playable positions.

use ludus_core::Seat;
use thiserror::Error;

use super::{ApiBoard, Battlesnake, GameRequest, RequestGame};
use crate::board::{BodyError, MAX_SNAKES};
use crate::game::{PlacedSnake, Snake};
use crate::rules::{FULL_HEALTH, MAX_HAZARD_DAMAGE, MAX_SIDE, Ruleset, SnakeRules};

/// The allowed sizes of a board in a request, in cells. Matches start at 7, but smaller boards are valid here.
const SIZES: std::ops::RangeInclusive<i64> = 2..=MAX_SIDE as i64;

/// A position from a request: the game, and the seat that is asked.
#[derive(Clone, Debug)]
pub struct RequestPosition {
    /// The game. Its seats are the snakes of the board in their order.
    pub game: Snake,
    /// The seat that is asked.
    pub you: Seat,
    /// The identity of each seat.
    pub ids: Vec<String>,
}

/// A position that is not playable.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The board is too small or too large.
    #[error("the board is {width}×{height}; allowed: {} to {} each way", SIZES.start(), SIZES.end())]
    Size {
        /// The width that was given.
        width: i64,
        /// The height that was given.
        height: i64,
    },
    /// There is no snake.
    #[error("the board has no snakes")]
    NoSnakes,
    /// There are too many snakes.
    #[error("the board has {0} snakes; allowed: up to {MAX_SNAKES}")]
    TooManySnakes(usize),
    /// A snake's body is impossible.
    #[error("snake {id:?} {error}")]
    Body {
        /// The snake.
        id: String,
        /// What is wrong with its body.
        error: BodyError,
    },
    /// A snake's health is impossible.
    #[error("snake {id:?} has health {health}; allowed: 0 to {FULL_HEALTH}")]
    Health {
        /// The snake.
        id: String,
        /// The health that was given.
        health: i64,
    },
    /// Two snakes have the same identity.
    #[error("two snakes have the id {0:?}")]
    SameId(String),
    /// The snake that is asked is not on the board.
    #[error("you are snake {0:?}, which is not on the board")]
    YouAreNotThere(String),
}

impl GameRequest {
    /// The position of the request.
    ///
    /// # Errors
    /// If the position is not playable.
    pub fn position(&self) -> Result<RequestPosition, PositionError> {
        let (game, ids) = self.board.game(&self.game, self.turn)?;
        let you = ids.iter().position(|id| *id == self.you.id).and_then(Seat::new);
        let you = you.ok_or_else(|| PositionError::YouAreNotThere(self.you.id.clone()))?;
        Ok(RequestPosition { game, you, ids })
    }
}

impl ApiBoard {
    /// The game of this board, and the id of each seat.
    ///
    /// # Errors
    /// If the board is not playable.
    pub fn game(
        &self,
        info: &RequestGame,
        turn: u32,
    ) -> Result<(Snake, Vec<String>), PositionError> {
        if !SIZES.contains(&self.width) || !SIZES.contains(&self.height) {
            return Err(PositionError::Size { width: self.width, height: self.height });
        }
        let living: Vec<&Battlesnake> =
            self.snakes.iter().filter(|snake| snake.eliminated_cause.is_empty()).collect();
        match living.len() {
            0 => return Err(PositionError::NoSnakes),
            n if n > MAX_SNAKES => return Err(PositionError::TooManySnakes(n)),
            _ => {}
        }
        let ids: Vec<String> = living.iter().map(|snake| snake.id.clone()).collect();
        if let Some(twice) = ids.iter().enumerate().find(|(i, id)| ids[..*i].contains(id)) {
            return Err(PositionError::SameId(twice.1.clone()));
        }
        let snakes = living.into_iter().map(placed).collect::<Result<Vec<_>, _>>()?;
        let rules = info.rules(self.width as u8, self.height as u8);
        Snake::from_position(rules, turn, &snakes, &self.food, &self.hazards)
            .map(|game| (game, ids.clone()))
            .map_err(|(seat, error)| PositionError::Body { id: ids[seat].clone(), error })
    }
}

fn placed(snake: &Battlesnake) -> Result<PlacedSnake, PositionError> {
    if !(0..=i64::from(FULL_HEALTH)).contains(&snake.health) {
        return Err(PositionError::Health { id: snake.id.clone(), health: snake.health });
    }
    Ok(PlacedSnake { body: snake.body.clone(), health: snake.health as i32 })
}

impl RequestGame {
    /// The rules of the game on a board of this size. Unknown rule sets are played as standard, as in the official
    /// rules. Settings out of range are clamped.
    #[must_use]
    pub fn rules(&self, width: u8, height: u8) -> SnakeRules {
        let settings = &self.ruleset.settings;
        let limited = |value: i64, low: i64, high: i64| value.clamp(low, high);
        SnakeRules {
            ruleset: Ruleset::from_name(&self.ruleset.name).unwrap_or_default(),
            width,
            height,
            food_spawn_chance: limited(settings.food_spawn_chance, 0, 100) as u8,
            minimum_food: limited(settings.minimum_food, 0, u8::MAX.into()) as u8,
            hazard_damage: limited(
                settings.hazard_damage_per_turn,
                -i64::from(MAX_HAZARD_DAMAGE),
                MAX_HAZARD_DAMAGE.into(),
            ) as i32,
            shrink_every: limited(settings.royale.shrink_every_n_turns, 1, i64::from(u32::MAX))
                as u32,
            turn_cap: u32::MAX,
            timeout: self.timeout.max(1),
        }
    }
}
