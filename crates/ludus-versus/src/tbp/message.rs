//! The messages of the protocol, one JSON object each: `0000-mvp` with the features `0001-randomizer` and
//! `0003-move_info`. Unknown types and attributes are ignored, as the specification says.

use std::borrow::Cow;
use std::collections::BTreeMap;

use ludus_core::text::{read_shown, shown};
use ludus_tetris::{Piece, Rotation};
use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::board::HEIGHT;
use crate::filled_cells::MatrixRow;
use crate::movegen::{Move, Spin};
use crate::shape::{Place, from_side, side};

/// The most pieces that a message lists.
pub const MAX_QUEUE: usize = 100;
/// The most suggested moves that are looked at.
pub const MAX_MOVES: usize = 256;
/// The most features that are kept of a bot.
const MAX_FEATURES: usize = 64;

/// A message to a bot.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TbpToBot {
    /// The rules of the game.
    Rules(TbpRules),
    /// Think about this position.
    Start(Box<TbpStart>),
    /// Stop thinking.
    Stop,
    /// Say which moves are best.
    Suggest,
    /// This move was played: think about the position after it.
    Play(TbpPlay),
    /// One more piece of the queue is known.
    NewPiece(TbpNewPiece),
    /// Exit.
    Quit,
}

/// A message of a bot.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TbpFromBot {
    /// Who the bot is: the first message.
    Info(TbpInfo),
    /// It can play by the rules.
    Ready,
    /// It cannot play.
    Error(TbpFailure),
    /// The moves that it would play.
    Suggestion(TbpSuggestion),
}

/// What a bot must know of the rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpRules {
    /// How pieces are drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<TbpRandomizerName>,
}

/// How pieces are drawn, by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TbpRandomizerName {
    /// Any piece at any time.
    Uniform,
    /// From a bag of one of each.
    SevenBag,
    /// From a bag with any contents.
    GeneralBag,
    /// In a way that this version does not know.
    #[serde(other)]
    Unknown,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpStart {
    /// The piece that is held.
    #[serde(default)]
    pub hold: Option<Piece>,
    /// The current piece and the next ones.
    #[serde(deserialize_with = "read_queue")]
    pub queue: Vec<Piece>,
    /// How many of the directly preceding placements cleared lines.
    pub combo: u32,
    /// Whether the last clear was hard.
    pub back_to_back: bool,
    /// 40 rows from the bottom.
    #[serde(deserialize_with = "read_board")]
    pub board: Vec<MatrixRow>,
    /// What is left to draw after the queue.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub randomizer: Option<TbpRandomizer>,
}

/// What is left to draw after the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TbpRandomizer {
    /// Any piece at any time.
    Uniform,
    /// A bag of one of each.
    SevenBag {
        /// The pieces that are left in the bag; never empty.
        bag_state: Vec<Piece>,
    },
    /// A bag with any contents.
    GeneralBag {
        /// How many of each piece are left.
        current_bag: BTreeMap<Piece, u32>,
        /// How many of each piece a full bag has.
        filled_bag: BTreeMap<Piece, u32>,
    },
    /// Something that this version does not know.
    #[serde(other)]
    Unknown,
}

/// A move that was played, word for word as the bot suggested it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TbpPlay {
    /// The move.
    pub r#move: Box<RawValue>,
}

/// A piece that joins the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpNewPiece {
    /// The piece.
    pub piece: Piece,
}

/// Who a bot is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpInfo {
    /// Its name.
    #[serde(default, deserialize_with = "read_shown")]
    pub name: String,
    /// Its version.
    #[serde(default, deserialize_with = "read_shown")]
    pub version: String,
    /// Who wrote it.
    #[serde(default, deserialize_with = "read_shown")]
    pub author: String,
    /// What it supports beyond `0000-mvp`.
    #[serde(default, deserialize_with = "read_features")]
    pub features: Vec<String>,
}

/// Why a bot cannot play.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpFailure {
    /// The reason.
    #[serde(default, deserialize_with = "read_shown")]
    pub reason: String,
}

/// The moves that a bot would play, the best first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TbpSuggestion {
    /// The moves as the bot wrote them: the one that is played is repeated word for word.
    #[serde(deserialize_with = "read_moves")]
    pub moves: Vec<Box<RawValue>>,
    /// How the bot found them.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_move_info")]
    pub move_info: Option<TbpMoveInfo>,
}

/// How a bot found its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpMoveInfo {
    /// How many positions it looked at.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_count")]
    pub nodes: Option<u64>,
    /// How many positions it looks at in a second.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_count")]
    pub nps: Option<u64>,
    /// How many placements deep it looked.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_count")]
    pub depth: Option<u64>,
    /// What else it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extra: Option<String>,
}

/// A move: a place, and the spin that it is reached by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpMove {
    /// Where the piece lies.
    pub location: TbpLocation,
    /// How it comes there.
    #[serde(serialize_with = "write_spin", deserialize_with = "read_spin")]
    pub spin: Spin,
}

/// Where a piece lies, by its rotation centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TbpLocation {
    /// The piece.
    pub r#type: Piece,
    /// How it is turned.
    #[serde(serialize_with = "write_side", deserialize_with = "read_side")]
    pub orientation: Rotation,
    /// The column of its centre.
    pub x: i64,
    /// The row of its centre.
    pub y: i64,
}

impl TbpMove {
    /// A move of this piece.
    #[must_use]
    pub fn new(piece: Piece, Move { place, spin }: Move) -> Self {
        Self { location: TbpLocation::new(piece, place), spin }
    }

    /// The move with the canonical name of its place; `None` if it lies far from the board.
    #[must_use]
    pub fn placed(&self) -> Option<Move> {
        let TbpLocation { r#type, orientation, x, y } = self.location;
        let near = |number: i64| i8::try_from(number).ok().filter(|n| (-4..=60).contains(n));
        let place = Place::new(orientation, near(x)?, near(y)?).canonical(r#type);
        Some(Move { place, spin: self.spin })
    }
}

impl TbpLocation {
    /// The location of a piece at a place.
    #[must_use]
    pub fn new(piece: Piece, Place { rotation, x, y }: Place) -> Self {
        Self { r#type: piece, orientation: rotation, x: x.into(), y: y.into() }
    }
}

/// A line that is not a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason} in {line:?}")]
pub struct TbpError {
    /// The beginning of the line.
    pub line: String,
    /// What is wrong.
    pub reason: String,
}

/// The attribute that every message has.
#[derive(Deserialize)]
struct TypeOnly<'a> {
    #[serde(borrow)]
    r#type: Cow<'a, str>,
}

impl TbpToBot {
    /// Reads a message; `None` if its type is unknown.
    ///
    /// # Errors
    /// If the line is not a message, or a message of a known type lacks something.
    pub fn parse(line: &str) -> Result<Option<Self>, TbpError> {
        let kind: TypeOnly<'_> = read(line)?;
        Ok(Some(match &*kind.r#type {
            "rules" => Self::Rules(read(line)?),
            "start" => Self::Start(Box::new(read(line)?)),
            "stop" => Self::Stop,
            "suggest" => Self::Suggest,
            "play" => Self::Play(owned(line)?),
            "new_piece" => Self::NewPiece(read(line)?),
            "quit" => Self::Quit,
            _ => return Ok(None),
        }))
    }

    /// The type of the message.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Rules(_) => "rules",
            Self::Start(_) => "start",
            Self::Stop => "stop",
            Self::Suggest => "suggest",
            Self::Play(_) => "play",
            Self::NewPiece(_) => "new_piece",
            Self::Quit => "quit",
        }
    }

    /// The message as a line.
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }
}

impl TbpFromBot {
    /// Reads a message; `None` if its type is unknown.
    ///
    /// # Errors
    /// If the line is not a message, or a message of a known type lacks something.
    pub fn parse(line: &str) -> Result<Option<Self>, TbpError> {
        let kind: TypeOnly<'_> = read(line)?;
        Ok(Some(match &*kind.r#type {
            "info" => Self::Info(read(line)?),
            "ready" => Self::Ready,
            "error" => Self::Error(read(line)?),
            "suggestion" => Self::Suggestion(owned(line)?),
            _ => return Ok(None),
        }))
    }

    /// The message as a line.
    #[must_use]
    pub fn line(&self) -> String {
        line(self)
    }
}

fn read<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, TbpError> {
    serde_json::from_str(line)
        .map_err(|error| TbpError { line: beginning(line), reason: error.to_string() })
}

fn owned<T: DeserializeOwned>(line: &str) -> Result<T, TbpError> {
    read(line)
}

/// The beginning of a line from outside, for errors.
fn beginning(line: &str) -> String {
    const MOST: usize = 80;
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", shown(&line[..end])),
        None => shown(line),
    }
}

/// Messages hold nothing that JSON cannot say, so there is always a line.
fn line(message: &impl Serialize) -> String {
    serde_json::to_string(message).unwrap_or_default()
}

fn read_queue<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Piece>, D::Error> {
    let queue = Vec::<Piece>::deserialize(deserializer)?;
    match queue.len() {
        0..=MAX_QUEUE => Ok(queue),
        count => Err(D::Error::custom(format!("{count} pieces in queue; at most {MAX_QUEUE}"))),
    }
}

fn read_board<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<MatrixRow>, D::Error> {
    let board = Vec::<MatrixRow>::deserialize(deserializer)?;
    match board.len() {
        HEIGHT => Ok(board),
        count => Err(D::Error::custom(format!("{count} rows in board; expected {HEIGHT}"))),
    }
}

fn read_features<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let features = Vec::<String>::deserialize(deserializer)?;
    Ok(features.iter().take(MAX_FEATURES).map(|name| shown(name)).collect())
}

fn read_moves<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Box<RawValue>>, D::Error> {
    let mut moves = Vec::<Box<RawValue>>::deserialize(deserializer)?;
    moves.truncate(MAX_MOVES);
    Ok(moves)
}

/// Reads what a bot says about its search. It explains a move and does not change it: what cannot be read is left out.
fn read_move_info<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<TbpMoveInfo>, D::Error> {
    let raw = serde_json::Value::deserialize(deserializer)?;
    let info: Option<TbpMoveInfo> = serde_json::from_value(raw).ok();
    Ok(info.map(|info| TbpMoveInfo { extra: info.extra.as_deref().map(shown), ..info }))
}

/// Reads a count that may be written as any number.
fn read_count<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    let number = Option::<f64>::deserialize(deserializer)?;
    Ok(number.filter(|number| *number >= 0.0).map(|number| number as u64))
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn write_spin<S: Serializer>(spin: &Spin, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(spin.name())
}

fn read_spin<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Spin, D::Error> {
    let name = Cow::<str>::deserialize(deserializer)?;
    Spin::from_name(&name).ok_or_else(|| {
        D::Error::custom(format!("unknown spin {:?}; allowed: none, mini, full", shown(&name)))
    })
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn write_side<S: Serializer>(rotation: &Rotation, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(side(*rotation))
}

fn read_side<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Rotation, D::Error> {
    let name = Cow::<str>::deserialize(deserializer)?;
    from_side(&name).ok_or_else(|| {
        let name = shown(&name);
        D::Error::custom(format!("unknown orientation {name:?}; allowed: north, east, south, west"))
    })
}

#[cfg(test)]
mod tests;
