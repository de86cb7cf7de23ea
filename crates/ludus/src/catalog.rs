//! The catalog: the one list of the games that this program has.

use std::num::{NonZeroU32, NonZeroU64};
use std::time::Duration;

use ludus_arena::AnyGame;
use ludus_chess::ChessKit;
use ludus_core::{Budget, Game, GameKit, Seed, SeededChance, keys, names};
use ludus_snake::SnakeKit;
use ludus_tetris::TetrisKit;
use ludus_tetris::live::LiveKit;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::failure::usage;

/// Every game, in the order in which they are listed. A new game is one line here.
pub(crate) fn entries() -> Vec<Entry> {
    vec![entry::<TetrisKit>(), entry::<ChessKit>(), entry::<SnakeKit>()]
}

/// Every game, and the other ways to play one: they are found by name but not listed as games.
pub(crate) fn all() -> Vec<Entry> {
    let live = Entry { open: open_live::<LiveKit, TetrisKit>, ..entry::<LiveKit>() };
    entries().into_iter().chain([live]).collect()
}

/// A game of the catalog before its settings are known.
pub(crate) struct Entry {
    /// The game's name, and that of its section in the settings.
    pub(crate) name: &'static str,
    /// Its section of the settings when nothing is set. This opens the game, which takes a while.
    pub(crate) defaults: fn() -> Value,
    /// Whether the game's own section of these settings fits; an error says what does not.
    pub(crate) check: fn(&Value) -> Result<(), serde_json::Error>,
    /// The game with these settings, all sections by name; an error says what does not fit.
    pub(crate) open: fn(&Value) -> Result<Box<dyn AnyGame>, serde_json::Error>,
}

const fn entry<K: GameKit>() -> Entry {
    Entry {
        name: K::Game::NAME,
        defaults: defaults_of::<K>,
        check: |settings| check::<K>(settings).map(drop),
        open: open::<K>,
    }
}

fn defaults_of<K: GameKit>() -> Value {
    let mut defaults = keys::to_tree(&K::Settings::default());
    let kit = K::new(K::Settings::default());
    if let Value::Object(section) = &mut defaults {
        let budget = BudgetSettings::of(kit.default_budget());
        section.insert("budget".into(), keys::to_tree(&budget));
        section.insert("rules".into(), AnyGame::default_rules(&kit));
    }
    defaults
}

fn open<K: GameKit>(settings: &Value) -> Result<Box<dyn AnyGame>, serde_json::Error> {
    Ok(Box::new(K::new(check::<K>(settings)?)))
}

/// The live form of a game, which gets the settings of that game's bots.
fn open_live<K: GameKit, Base: GameKit>(
    settings: &Value,
) -> Result<Box<dyn AnyGame>, serde_json::Error> {
    let bots = bot_section(&settings[Base::Game::NAME])?;
    Ok(Box::new(K::new(check::<K>(settings)?).with_base(&bots)?))
}

/// What the settings say about a game's bots, with the game's section checked as a whole.
fn check<K: GameKit>(settings: &Value) -> Result<K::Settings, serde_json::Error> {
    let section = &settings[K::Game::NAME];
    let own = bot_settings::<K>(section)?;
    BudgetSettings::deserialize(&section["budget"])?;
    let rules = <K::Game as Game>::Rules::deserialize(&section["rules"])?;
    // Whether rules can be played does not depend on chance.
    K::Game::new(&rules, *K::Game::SEATS.end(), &mut SeededChance::new(Seed::new(0)))
        .map_err(serde::de::Error::custom)?;
    Ok(own)
}

/// The sections of all games with their defaults.
#[cfg(feature = "cluster")]
pub(crate) fn defaults() -> Value {
    all().into_iter().map(|entry| (entry.name.to_owned(), (entry.defaults)())).collect()
}

/// What the section of a game says about its bots.
pub(crate) fn bot_settings<K: GameKit>(section: &Value) -> Result<K::Settings, serde_json::Error> {
    serde_json::from_value(bot_section(section)?)
}

/// The part of a game's section that is about its bots.
fn bot_section(section: &Value) -> Result<Value, serde_json::Error> {
    let Value::Object(section) = section else {
        return Err(serde::de::Error::custom("expected a section"));
    };
    let own: Map<String, Value> = section
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "budget" | "rules"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    Ok(Value::Object(own))
}

/// What a decision of a game may spend, as the settings have it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BudgetSettings {
    time_ms: Option<NonZeroU64>,
    nodes: Option<NonZeroU64>,
    depth: Option<NonZeroU32>,
}

impl BudgetSettings {
    fn of(budget: Budget) -> Self {
        let time = budget.time.and_then(|time| u64::try_from(time.as_millis()).ok());
        Self {
            time_ms: time.and_then(NonZeroU64::new),
            nodes: budget.nodes.and_then(NonZeroU64::new),
            depth: budget.depth.and_then(NonZeroU32::new),
        }
    }

    /// The budget.
    pub(crate) fn budget(self) -> Budget {
        Budget {
            time: self.time_ms.map(|time| Duration::from_millis(time.get())),
            nodes: self.nodes.map(NonZeroU64::get),
            depth: self.depth.map(NonZeroU32::get),
        }
    }
}

/// The entry of the game with this name.
pub(crate) fn find(name: &str) -> anyhow::Result<Entry> {
    let mut entries = all();
    match entries.iter().position(|entry| entry.name == name) {
        Some(place) => Ok(entries.swap_remove(place)),
        None => {
            let names: Vec<_> = entries.iter().map(|entry| entry.name).collect();
            Err(usage(format!("there is no game {name:?}; {}", names::hint(name, &names))))
        }
    }
}
