//! The catalog: the games that this program has.

mod entry;
mod extended;

use std::sync::Arc;

use ludus_core::names;
use ludus_tui::widgets::Widgets;
use ludus_web::GamePage;
#[cfg(feature = "cluster")]
use serde_json::Value;

pub(crate) use self::entry::{AnyEntry, BudgetSettings, Drawing, Entry, GameEntry, bot_settings};
pub(crate) use self::extended::OwnBot;
use crate::failure::usage;

/// The games of this program. It is made once, when the program starts.
#[derive(Clone)]
pub(crate) struct Catalog {
    entries: Arc<[Entry]>,
}

impl Catalog {
    /// A catalog of these games.
    pub(crate) fn new(entries: Vec<Entry>) -> Self {
        Self { entries: entries.into() }
    }

    /// Every game, in the order in which they are listed. Live forms are found by name but not listed as games.
    pub(crate) fn games(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.is_live)
    }

    /// Every game and every live form.
    pub(crate) fn all(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of the game with this name or short name.
    pub(crate) fn find(&self, name: &str) -> anyhow::Result<&Entry> {
        self.entries.iter().find(|entry| entry.is_called(name)).ok_or_else(|| {
            let names: Vec<_> = self.entries.iter().map(|entry| entry.name).collect();
            usage(format!("there is no game {name:?}; {}", names::hint(name, &names)))
        })
    }

    /// The terminal widgets of all games.
    pub(crate) fn widgets(&self) -> Widgets {
        let with = |widgets: Widgets, entry: &Entry| widgets.with(entry.name, entry.widget);
        self.entries.iter().fold(Widgets::default(), with)
    }

    /// The page files of all games that have some.
    pub(crate) fn pages(&self) -> Vec<GamePage> {
        let page = |entry: &Entry| GamePage { game: entry.name.into(), files: entry.page.clone() };
        self.entries.iter().filter(|entry| !entry.page.is_empty()).map(page).collect()
    }

    /// The sections of all games with their defaults.
    #[cfg(feature = "cluster")]
    pub(crate) fn defaults(&self) -> Value {
        let section = |entry: &Entry| (entry.name.to_owned(), entry.defaults.clone());
        self.entries.iter().map(section).collect()
    }
}
