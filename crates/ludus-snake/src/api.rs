//! The Battlesnake API, version 1: what servers and clients exchange.
//!
//! Writing is exact, reading is tolerant: real requests lack `settings` or `map`, have `null` where something is not known,
//! numbers as text or with a point, and contain unknown fields. What is read is checked when it becomes a position, see [`position`].

pub mod frames;
pub mod position;
pub(crate) mod tolerant;

use ludus_core::{Game, Seat};
use serde::{Deserialize, Deserializer, Serialize};

use self::tolerant::{WholeNumber, flag, needed, number, or_default, text};

use crate::game::Snake;
use crate::geometry::Point;
use crate::rules::{Ruleset, SnakeRules};

/// The body of `start`, `move` and `end` requests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRequest {
    /// The game.
    #[serde(default, deserialize_with = "or_default")]
    pub game: RequestGame,
    /// How many turns have been played.
    #[serde(default, deserialize_with = "number")]
    pub turn: u32,
    /// The board.
    pub board: ApiBoard,
    /// The snake that is asked.
    pub you: Battlesnake,
}

/// The game that a request is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RequestGame {
    /// The game's identity.
    #[serde(deserialize_with = "text")]
    pub id: String,
    /// The rules.
    #[serde(deserialize_with = "or_default")]
    pub ruleset: RulesetInfo,
    /// The map.
    #[serde(deserialize_with = "text")]
    pub map: String,
    /// How long an answer may take, in milliseconds.
    #[serde(deserialize_with = "timeout")]
    pub timeout: u32,
    /// The source of the game: `league`, `custom`.
    #[serde(deserialize_with = "text")]
    pub source: String,
}

impl Default for RequestGame {
    fn default() -> Self {
        Self {
            id: String::new(),
            ruleset: RulesetInfo::default(),
            map: "standard".to_owned(),
            timeout: SnakeRules::default().timeout,
            source: String::new(),
        }
    }
}

/// A timeout; nothing is that of the rules.
fn timeout<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    let given: Option<WholeNumber> = Option::deserialize(from)?;
    let usual = SnakeRules::default().timeout;
    Ok(given.map_or(usual, |WholeNumber(value)| value.clamp(0, u32::MAX.into()) as u32))
}

/// The rules that a request is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RulesetInfo {
    /// The rule set.
    #[serde(deserialize_with = "text")]
    pub name: String,
    /// The version of the rules.
    #[serde(deserialize_with = "text")]
    pub version: String,
    /// Its settings.
    #[serde(deserialize_with = "or_default")]
    pub settings: RulesetSettings,
}

impl Default for RulesetInfo {
    fn default() -> Self {
        Self {
            name: Ruleset::Standard.name().to_owned(),
            version: format!("ludus-{}", env!("CARGO_PKG_VERSION")),
            settings: RulesetSettings::default(),
        }
    }
}

/// The settings of the rules in the API.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", from = "GivenSettings")]
pub struct RulesetSettings {
    /// The chance in percent that food appears after a turn.
    pub food_spawn_chance: i64,
    /// The least amount of food.
    pub minimum_food: i64,
    /// The damage of a hazard, in health.
    pub hazard_damage_per_turn: i64,
    /// Settings of royale.
    pub royale: RoyaleSettings,
    /// Settings of squads; always false.
    pub squad: SquadSettings,
}

/// The settings of the rules as they are given: in the API's form, or flat as in the official rules.
#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct GivenSettings {
    food_spawn_chance: Option<WholeNumber>,
    minimum_food: Option<WholeNumber>,
    #[serde(alias = "damagePerTurn")]
    hazard_damage_per_turn: Option<WholeNumber>,
    shrink_every_n_turns: Option<WholeNumber>,
    #[serde(deserialize_with = "or_default")]
    royale: GivenRoyale,
    #[serde(deserialize_with = "or_default")]
    squad: SquadSettings,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct GivenRoyale {
    shrink_every_n_turns: Option<WholeNumber>,
}

impl From<GivenSettings> for RulesetSettings {
    fn from(given: GivenSettings) -> Self {
        let usual = Self::default();
        let or = |number: Option<WholeNumber>, usual| number.map_or(usual, |number| number.0);
        let shrink = given.royale.shrink_every_n_turns.or(given.shrink_every_n_turns);
        Self {
            food_spawn_chance: or(given.food_spawn_chance, usual.food_spawn_chance),
            minimum_food: or(given.minimum_food, usual.minimum_food),
            hazard_damage_per_turn: or(given.hazard_damage_per_turn, usual.hazard_damage_per_turn),
            royale: RoyaleSettings {
                shrink_every_n_turns: or(shrink, usual.royale.shrink_every_n_turns),
            },
            squad: given.squad,
        }
    }
}

impl Default for RulesetSettings {
    fn default() -> Self {
        Self::of(&SnakeRules::default())
    }
}

impl RulesetSettings {
    fn of(rules: &SnakeRules) -> Self {
        Self {
            food_spawn_chance: rules.food_spawn_chance.into(),
            minimum_food: rules.minimum_food.into(),
            hazard_damage_per_turn: rules.hazard_damage.into(),
            royale: RoyaleSettings { shrink_every_n_turns: rules.shrink_every.into() },
            squad: SquadSettings::default(),
        }
    }
}

/// The settings of royale.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RoyaleSettings {
    /// After how many turns the safe area shrinks.
    pub shrink_every_n_turns: i64,
}

impl Default for RoyaleSettings {
    fn default() -> Self {
        Self { shrink_every_n_turns: SnakeRules::default().shrink_every.into() }
    }
}

/// The settings of squads, which are no longer played. They are here for compatibility.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SquadSettings {
    /// Always false.
    #[serde(deserialize_with = "flag")]
    pub allow_body_collisions: bool,
    /// Always false.
    #[serde(deserialize_with = "flag")]
    pub shared_elimination: bool,
    /// Always false.
    #[serde(deserialize_with = "flag")]
    pub shared_health: bool,
    /// Always false.
    #[serde(deserialize_with = "flag")]
    pub shared_length: bool,
}

/// The official board object.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ApiBoard {
    /// The height in cells.
    #[serde(alias = "Height", deserialize_with = "needed")]
    pub height: i64,
    /// The width in cells.
    #[serde(alias = "Width", deserialize_with = "needed")]
    pub width: i64,
    /// The food.
    #[serde(alias = "Food", default, deserialize_with = "or_default")]
    pub food: Vec<Point>,
    /// The hazards. Stacked hazards appear several times.
    #[serde(alias = "Hazards", default, deserialize_with = "or_default")]
    pub hazards: Vec<Point>,
    /// The living snakes.
    #[serde(alias = "Snakes", default, deserialize_with = "or_default")]
    pub snakes: Vec<Battlesnake>,
}

/// A snake in the API.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Battlesnake {
    /// The snake's identity in this game.
    #[serde(alias = "ID", deserialize_with = "text")]
    pub id: String,
    /// Its name.
    #[serde(alias = "Name", deserialize_with = "text")]
    pub name: String,
    /// How long its last answer took, in milliseconds, as text; `0` after a timeout.
    #[serde(deserialize_with = "text")]
    pub latency: String,
    /// Its health.
    #[serde(alias = "Health", deserialize_with = "number")]
    pub health: i64,
    /// Its segments, head first.
    #[serde(alias = "Body", deserialize_with = "or_default")]
    pub body: Vec<Point>,
    /// The first segment. It is read from the body.
    pub head: Option<Point>,
    /// The number of segments. It is read from the body.
    #[serde(deserialize_with = "number")]
    pub length: usize,
    /// Its last shout.
    #[serde(deserialize_with = "text")]
    pub shout: String,
    /// Its squad, which is no longer used.
    #[serde(deserialize_with = "text")]
    pub squad: String,
    /// How it looks.
    #[serde(deserialize_with = "or_default")]
    pub customizations: Customizations,
    /// Why it was eliminated, in states of the official rules that keep such snakes.
    #[serde(alias = "EliminatedCause", skip_serializing, deserialize_with = "text")]
    pub eliminated_cause: String,
}

/// How a snake looks.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Customizations {
    /// A colour, `#rrggbb`.
    #[serde(deserialize_with = "text")]
    pub color: String,
    /// A kind of head.
    #[serde(deserialize_with = "text")]
    pub head: String,
    /// A kind of tail.
    #[serde(deserialize_with = "text")]
    pub tail: String,
}

/// The answer to `GET /`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SnakeInfo {
    /// The version of the API: `1`.
    pub apiversion: String,
    /// Who wrote the snake.
    #[serde(default)]
    pub author: String,
    /// A colour, `#rrggbb`.
    #[serde(default)]
    pub color: String,
    /// A kind of head.
    #[serde(default)]
    pub head: String,
    /// A kind of tail.
    #[serde(default)]
    pub tail: String,
    /// The snake's own version.
    #[serde(default)]
    pub version: String,
}

/// The answer to `move`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveResponse {
    /// `up`, `down`, `left` or `right`.
    #[serde(rename = "move")]
    pub direction: String,
    /// A message to the other snakes, up to 256 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shout: Option<String>,
}

/// The greatest length of a shout, in characters.
pub const MAX_SHOUT: usize = 256;

/// How a seat appears in the API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SnakeIdentity {
    /// The snake's identity in this game.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Who wrote it.
    pub author: String,
    /// How it looks.
    pub customizations: Customizations,
    /// How long its last answer took, in milliseconds; `0` after a timeout.
    pub latency: u32,
    /// Its last shout.
    pub shout: String,
}

impl SnakeIdentity {
    /// Identities with only seat numbers, for positions without names.
    #[must_use]
    pub fn by_seat(seats: usize) -> Vec<Self> {
        let numbered =
            |n: usize| Self { id: n.to_string(), name: format!("seat {n}"), ..Self::default() };
        (0..seats).map(numbered).collect()
    }
}

impl GameRequest {
    /// The request that an official server would send to this seat. `identities` has one entry per seat.
    #[must_use]
    pub fn of(game: &Snake, seat: Seat, game_id: &str, identities: &[SnakeIdentity]) -> Self {
        Self {
            game: RequestGame::of(game.rules(), game_id),
            turn: game.turn(),
            board: ApiBoard::of(game, identities),
            you: Battlesnake::of(game, seat, identities),
        }
    }
}

impl RequestGame {
    /// A game by these rules.
    #[must_use]
    pub fn of(rules: &SnakeRules, id: &str) -> Self {
        let map = if rules.ruleset == Ruleset::Royale { "royale" } else { "standard" };
        Self {
            id: id.to_owned(),
            ruleset: RulesetInfo {
                name: rules.ruleset.name().to_owned(),
                settings: RulesetSettings::of(rules),
                ..RulesetInfo::default()
            },
            map: map.to_owned(),
            timeout: rules.timeout,
            source: "custom".to_owned(),
        }
    }
}

impl ApiBoard {
    /// The official board of a position, with its living snakes.
    #[must_use]
    pub fn of(game: &Snake, identities: &[SnakeIdentity]) -> Self {
        Self {
            height: game.rules().height.into(),
            width: game.rules().width.into(),
            food: game.food(),
            hazards: game.hazards(),
            snakes: game.living().map(|seat| Battlesnake::of(game, seat, identities)).collect(),
        }
    }
}

impl Battlesnake {
    fn of(game: &Snake, seat: Seat, identities: &[SnakeIdentity]) -> Self {
        let identity = identities.get(seat.index()).cloned().unwrap_or_default();
        let body = game.body(seat);
        Self {
            id: identity.id,
            name: identity.name,
            latency: identity.latency.to_string(),
            health: game.health(seat).into(),
            head: body.first().copied(),
            length: body.len(),
            body,
            shout: identity.shout,
            squad: String::new(),
            customizations: identity.customizations,
            eliminated_cause: String::new(),
        }
    }
}
