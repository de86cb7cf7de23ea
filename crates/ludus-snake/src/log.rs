//! The debug log: one JSON line for each move that was answered.

use std::collections::BTreeMap;

use ludus_core::{Budget, Insight, Logged, Seat};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::api::position::{PositionError, RequestPosition};
use crate::api::{ApiBoard, Battlesnake, RequestGame};
use crate::game::Snake;
use crate::geometry::Direction;
use crate::settings::SnakeSettings;

/// One line of a debug log. Lines with only the first four keys can be re-run, too; `you` is then the first snake of
/// the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveLogEntry {
    /// How many turns had been played.
    pub turn: u32,
    /// The chosen move.
    pub chosen_move: Direction,
    /// The official board.
    pub board: ApiBoard,
    /// When, in ISO 8601.
    pub timestamp: String,
    /// The snake that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub you: Option<Battlesnake>,
    /// The game, with its rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<RequestGame>,
    /// The bot that answered, as [`BotSpec`](ludus_core::BotSpec) writes it: `hard`, `mine=weights:path=w.json`.
    /// Logs of earlier versions do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<String>,
    /// Why the bot chose it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub insight: Option<Insight>,
}

/// A line that cannot be used.
#[derive(Debug, Error)]
pub enum LogEntryError {
    /// It is not a line of a debug log.
    #[error("not a log line: {0}")]
    Json(#[from] serde_json::Error),
    /// Its position is impossible.
    #[error(transparent)]
    RequestPosition(#[from] PositionError),
}

impl MoveLogEntry {
    /// The entry of one line.
    ///
    /// # Errors
    /// If it is not a line of a debug log.
    pub fn parse(line: &str) -> Result<Self, LogEntryError> {
        Ok(serde_json::from_str(line)?)
    }

    /// The position in which the move was chosen.
    ///
    /// # Errors
    /// If the position is not playable.
    pub fn position(&self) -> Result<RequestPosition, LogEntryError> {
        let info = self.game.clone().unwrap_or_default();
        let (game, ids) = self.board.game(&info, self.turn)?;
        let you = match &self.you {
            None => Seat::new(0),
            Some(you) => ids.iter().position(|id| *id == you.id).and_then(Seat::new),
        };
        let named = || self.you.as_ref().map_or_else(String::new, |you| you.id.clone());
        let you = you.ok_or_else(|| PositionError::YouAreNotThere(named()))?;
        Ok(RequestPosition { game, you, ids })
    }

    /// The decision in the line. Its budget is the time that a server with these settings has.
    ///
    /// # Errors
    /// If the position is not playable.
    pub fn decision(self, settings: &SnakeSettings) -> Result<Logged<Snake>, LogEntryError> {
        let RequestPosition { game, you, .. } = self.position()?;
        let info = self.game.unwrap_or_default();
        Ok(Logged {
            game,
            seat: you,
            action: self.chosen_move,
            turn: self.turn,
            budget: Budget::of_time(settings.time_for(info.timeout)),
            id: info.id,
            bot: self.bot,
            after,
        })
    }
}

/// Whether the text is a line of a debug log, even a damaged one.
pub(crate) fn is_entry(line: &str) -> bool {
    let keys: Option<BTreeMap<String, IgnoredAny>> = serde_json::from_str(line).ok();
    keys.is_some_and(|keys| keys.contains_key("chosen_move") && keys.contains_key("board"))
}

/// The position after a move, if all others move straight ahead and nothing appears on the board.
fn after(game: &Snake, seat: Seat, direction: Direction) -> Snake {
    let mut after = game.clone();
    after.play(&[(seat, direction)]);
    after
}
