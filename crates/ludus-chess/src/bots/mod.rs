//! The bots of chess: random, by search, and other engines.

mod easy;
mod external;
mod random;
mod search;

use std::time::Duration;

use ludus_core::{Bot, BotInfo, BotKey, BotSpec, Origin, SpecError};

use crate::game::Chess;
use crate::search::Level;
use crate::train;

pub use easy::EasyBot;
pub use external::ExternalEngine;
pub use random::RandomMoveBot;
pub use search::{EngineBot, SearchSettings};

/// The longest time for one decision.
const MAX_MOVE_TIME: Duration = Duration::from_secs(30);

/// The node limit of a search without any other limit. Nodes, not time, so that matches repeat exactly.
const DEFAULT_NODES: u64 = 30_000;

/// The keys of the bots that search.
const SEARCH_KEYS: &[BotKey] = &[
    BotKey::optional("depth", "search depth in plies, 1 to 127"),
    BotKey::optional("nodes", "nodes for each move"),
    BotKey::optional("hash", "transposition table in mebibytes, 1 to 16384"),
    BotKey::optional("elo", "weaker play at about this Elo, 800 to 2850"),
    BotKey::optional("without", "features to switch off, to measure them: null-move+exchange"),
];

/// The keys of a bot with the weights of a file.
const WEIGHTS_KEYS: &[BotKey] = &[
    BotKey::required("path", "a weights file"),
    SEARCH_KEYS[0],
    SEARCH_KEYS[1],
    SEARCH_KEYS[2],
    SEARCH_KEYS[3],
    SEARCH_KEYS[4],
];

/// The keys of a bot whose weights are keys.
const HEURISTIC_KEYS: [BotKey; train::WEIGHT_KEYS.len() + SEARCH_KEYS.len()] = {
    let mut keys = [SEARCH_KEYS[0]; train::WEIGHT_KEYS.len() + SEARCH_KEYS.len()];
    let mut i = 0;
    while i < keys.len() {
        keys[i] = match i < train::WEIGHT_KEYS.len() {
            true => train::WEIGHT_KEYS[i],
            false => SEARCH_KEYS[i - train::WEIGHT_KEYS.len()],
        };
        i += 1;
    }
    keys
};

/// The keys of an external engine, besides those of every program.
const UCI_KEYS: &[BotKey] = &[
    BotKey::required("cmd", "the program with its arguments, quoted as in a shell"),
    BotKey::optional("elo", "strength, set with UCI_LimitStrength and UCI_Elo"),
    BotKey::optional("nodes", "nodes for each move"),
    BotKey::optional("depth", "search depth in plies"),
    BotKey::optional("time", "milliseconds for each move"),
    BotKey::optional("restart", "true: a new process for every match"),
    BotKey::optional("option.NAME", "a UCI option by name: option.Hash=64"),
];

/// All keys of an external engine.
const EXTERNAL_KEYS: [BotKey; UCI_KEYS.len() + ludus_process::KEYS.len()] =
    BotKey::followed_by(UCI_KEYS, ludus_process::KEYS);

/// All bots by name.
pub(crate) const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "a random legal move", &[]),
    BotInfo::new("easy", "mates in one, takes undefended pieces, else moves at random", &[]),
    BotInfo::new(
        "medium",
        "searches 4 plies: material, squares, mobility, passed pawns",
        SEARCH_KEYS,
    ),
    BotInfo::new("hard", "searches 6 plies, knows king safety and how to mate", SEARCH_KEYS),
    BotInfo::new("master", "the full search with a neural network", SEARCH_KEYS),
    BotInfo::new(train::HEURISTIC, "hard with weights that you give as keys", &HEURISTIC_KEYS),
    BotInfo::new("weights", "hard with the weights of a file", WEIGHTS_KEYS).made_of(Origin::File),
    BotInfo::new("uci", "another engine that speaks UCI", &EXTERNAL_KEYS).made_of(Origin::Program),
];

/// Makes a bot. `hash` is the size of the transposition table for a bot without a fixed depth, in mebibytes.
pub(crate) fn make(spec: &BotSpec, hash: usize) -> Result<Box<dyn Bot<Chess>>, SpecError> {
    if spec.name() == "uci" {
        spec.find_in("chess", BOTS)?;
        return Ok(Box::new(ExternalEngine::from_spec(spec)?));
    }
    Ok(match BuiltIn::from_spec(spec)? {
        BuiltIn::Search(settings) => Box::new(EngineBot::with_settings(*settings, hash)),
        BuiltIn::EasyBot => Box::new(EasyBot),
        BuiltIn::RandomMoveBot => Box::new(RandomMoveBot),
    })
}

/// A bot that is part of this program.
#[derive(Clone, Debug)]
pub(crate) enum BuiltIn {
    Search(Box<SearchSettings>),
    EasyBot,
    RandomMoveBot,
}

impl BuiltIn {
    /// The bot that a spec names.
    pub(crate) fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let info = spec.find_in("chess", BOTS)?;
        let level = match info.name {
            "easy" => return Ok(Self::EasyBot),
            "random" => return Ok(Self::RandomMoveBot),
            "weights" => train::level_from_file(spec)?,
            train::HEURISTIC => train::level_from_keys(spec)?,
            name => match Level::by_name(name) {
                Some(level) => level,
                None => {
                    let bot = name.to_owned();
                    let reason = "it is another program and not built in".to_owned();
                    return Err(SpecError::Source { bot, reason });
                }
            },
        };
        Ok(Self::Search(Box::new(SearchSettings::from_spec(level, spec)?)))
    }
}
