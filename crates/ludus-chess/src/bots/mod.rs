//! The bots of chess: by chance, by search, and by somebody else's program.

mod easy;
mod external;
mod levels;
mod random;

use std::time::Duration;

use ludus_core::{Bot, BotInfo, BotKey, BotSpec, Origin, SpecError, names};

use crate::game::Chess;
use crate::search::Level;
use crate::train;

pub use easy::Easy;
pub use external::External;
pub use levels::{SearchSettings, Searcher};
pub use random::Random;

/// No decision takes longer than this.
const LONGEST: Duration = Duration::from_secs(30);

/// What a bot that searches looks at when nothing limits it, so that matches repeat exactly.
const DEFAULT_NODES: u64 = 30_000;

/// The keys of the bots that search.
const SEARCH_KEYS: &[BotKey] = &[
    BotKey::optional("depth", "how many moves of both sides it looks ahead, 1 to 127"),
    BotKey::optional("nodes", "how many positions it looks at"),
    BotKey::optional("hash", "its table in mebibytes, 1 to 16384"),
    BotKey::optional("without", "features to switch off, for measuring them: null-move+exchange"),
];

/// The keys of a bot with weights of its own.
const WEIGHTS_KEYS: &[BotKey] = &[
    BotKey::required("path", "a weights file"),
    SEARCH_KEYS[0],
    SEARCH_KEYS[1],
    SEARCH_KEYS[2],
    SEARCH_KEYS[3],
];

/// The keys of a bot whose weights are given one by one.
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

/// The keys of an external engine.
const EXTERNAL_KEYS: &[BotKey] = &[
    BotKey::required("cmd", "the program, with arguments separated by blanks"),
    BotKey::optional("elo", "its strength by UCI_LimitStrength and UCI_Elo"),
    BotKey::optional("nodes", "how many positions it looks at"),
    BotKey::optional("depth", "how many moves of both sides it looks ahead"),
    BotKey::optional("time", "milliseconds a move"),
    BotKey::optional("restart", "true: every match gets a process of its own"),
    BotKey::optional("option.NAME", "an option of the program by its name, option.Hash=64"),
];

/// All bots by name.
pub(crate) const BOTS: &[BotInfo] = &[
    BotInfo::new("random", "any legal move", &[]),
    BotInfo::new("easy", "any legal move, but takes a mate or a piece that is for free", &[]),
    BotInfo::new(
        "medium",
        "looks 4 moves ahead: material, squares, mobility, passed pawns",
        SEARCH_KEYS,
    ),
    BotInfo::new("hard", "looks 6 moves ahead, knows king safety and how to mate", SEARCH_KEYS),
    BotInfo::new("master", "everything this engine can do", SEARCH_KEYS),
    BotInfo::new(train::HEURISTIC, "hard with weights of your own", &HEURISTIC_KEYS),
    BotInfo::new("weights", "hard with the evaluation of a weights file", WEIGHTS_KEYS)
        .made_of(Origin::File),
    BotInfo::new("uci", "another program that speaks UCI", EXTERNAL_KEYS).made_of(Origin::Program),
];

/// A bot by name and settings. `hash` is the table of a bot without a depth of its own, in mebibytes.
pub(crate) fn make(spec: &BotSpec, hash: usize) -> Result<Box<dyn Bot<Chess>>, SpecError> {
    if spec.name() == "uci" {
        check_external_keys(spec)?;
        return Ok(Box::new(External::from_spec(spec)?));
    }
    Ok(match BuiltIn::from_spec(spec)? {
        BuiltIn::Search(settings) => Box::new(Searcher::with_settings(*settings, hash)),
        BuiltIn::Easy => Box::new(Easy),
        BuiltIn::Random => Box::new(Random),
    })
}

/// A bot that is part of this program.
#[derive(Clone, Debug)]
pub(crate) enum BuiltIn {
    Search(Box<SearchSettings>),
    Easy,
    Random,
}

impl BuiltIn {
    /// The bot that these settings name.
    pub(crate) fn from_spec(spec: &BotSpec) -> Result<Self, SpecError> {
        let info = spec.find_in("chess", BOTS)?;
        let level = match info.name {
            "easy" => return Ok(Self::Easy),
            "random" => return Ok(Self::Random),
            "weights" => train::level_of_file(spec)?,
            train::HEURISTIC => train::level_of_keys(spec)?,
            name => match Level::by_name(name) {
                Some(level) => level,
                None => {
                    let bot = name.to_owned();
                    let reason = "it is another program, which is not built in".to_owned();
                    return Err(SpecError::Source { bot, reason });
                }
            },
        };
        Ok(Self::Search(Box::new(SearchSettings::from_spec(level, spec)?)))
    }
}

/// The keys of an external engine are those of the list, and any `option.` with a name.
fn check_external_keys(spec: &BotSpec) -> Result<(), SpecError> {
    let known: Vec<&str> = EXTERNAL_KEYS.iter().map(|key| key.name).collect();
    let unknown = |key: &str| !known.contains(&key) && !key.starts_with("option.");
    if let Some((key, _)) = spec.settings().find(|(key, _)| unknown(key)) {
        let (bot, hint) = (spec.name().to_owned(), names::hint(key, &known));
        return Err(SpecError::Key { bot, key: key.to_owned(), hint });
    }
    match spec.get("cmd") {
        Some(_) => Ok(()),
        None => Err(SpecError::Missing { bot: spec.name().to_owned(), key: "cmd" }),
    }
}
