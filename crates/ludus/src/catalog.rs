//! The catalog: the one list of the games that this program has.

use ludus_arena::AnyGame;
use ludus_chess::ChessKit;
use ludus_core::{Budget, Game, GameKit, keys, names};
use ludus_tetris::TetrisKit;
use serde_json::{Map, Value, json};

use crate::failure::usage;

/// Every game, in the order in which they are listed. A new game is one line here.
pub(crate) fn entries() -> Vec<Entry> {
    vec![entry::<TetrisKit>(), entry::<ChessKit>()]
}

/// A game of the catalog before its settings are known.
pub(crate) struct Entry {
    /// The game's name, and that of its section in the settings.
    pub(crate) name: &'static str,
    /// Its section of the settings when nothing is set.
    pub(crate) defaults: Value,
    /// The game with this section of the settings; an error says what does not fit.
    pub(crate) open: fn(&Value) -> Result<Box<dyn AnyGame>, serde_json::Error>,
}

fn entry<K: GameKit>() -> Entry {
    let mut defaults = keys::to_tree(&K::Settings::default());
    let kit = K::new(K::Settings::default());
    let budget: Budget = kit.default_budget();
    if let Value::Object(section) = &mut defaults {
        let time = budget.time.map(|time| time.as_millis() as u64);
        let budget = json!({ "time_ms": time, "nodes": budget.nodes, "depth": budget.depth });
        section.insert("budget".into(), budget);
        section.insert("rules".into(), AnyGame::default_rules(&kit));
    }
    Entry { name: K::Game::NAME, defaults, open: open::<K> }
}

fn open<K: GameKit>(section: &Value) -> Result<Box<dyn AnyGame>, serde_json::Error> {
    let Value::Object(section) = section else {
        return Err(serde::de::Error::custom("expected a section"));
    };
    let own: Map<String, Value> = section
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "budget" | "rules"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let _: <K::Game as Game>::Rules =
        serde_json::from_value(section.get("rules").cloned().unwrap_or_default())?;
    Ok(Box::new(K::new(serde_json::from_value(Value::Object(own))?)))
}

/// The entry of the game with this name.
pub(crate) fn find(name: &str) -> anyhow::Result<Entry> {
    let mut entries = entries();
    match entries.iter().position(|entry| entry.name == name) {
        Some(place) => Ok(entries.swap_remove(place)),
        None => {
            let names: Vec<_> = entries.iter().map(|entry| entry.name).collect();
            Err(usage(format!("there is no game {name:?}; {}", names::hint(name, &names))))
        }
    }
}
