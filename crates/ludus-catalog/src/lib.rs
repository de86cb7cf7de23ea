//! The catalog: the games that a program has.
//!
//! The arena, the bot protocol and the replays are generic over games. This crate is where they meet the games, so the compiler
//! makes the loops of matches here, for each game. That is why it is compiled for speed, and the command line above it for size.
//!
//! | module | what lives there |
//! |---|---|
//! | [`Catalog`] | the finished list of games |
//! | `standard` | the games of this project |
//! | `entry` | one game while a program is put together, and afterwards |
//! | `extended` | a kit with the bots that a program adds to it |

mod entry;
mod extended;
mod standard;

use std::sync::Arc;

use ludus_core::names;
use ludus_tui::widgets::Widgets;
use ludus_web::GamePage;
use serde_json::Value;

pub use self::entry::{AnyEntry, BudgetSettings, Drawing, Entry, GameEntry, Opener, bot_settings};
pub use self::extended::OwnBot;
pub use self::standard::standard;

/// A name that no game of the catalog has.
#[derive(Clone, Debug, thiserror::Error)]
#[error("there is no game {name:?}; {hint}")]
pub struct UnknownGame {
    /// The name as it was given.
    pub name: String,
    /// Names like it, or all names.
    pub hint: String,
}

/// The games of this program. It is made once, when the program starts.
#[derive(Clone)]
pub struct Catalog {
    entries: Arc<[Entry]>,
}

impl Catalog {
    /// The finished list of these games.
    ///
    /// # Panics
    /// If two games have the same name: a mistake in the program, which its first start shows.
    #[must_use]
    pub fn new(games: Vec<Box<dyn AnyEntry>>) -> Self {
        let entries: Vec<Entry> = games.into_iter().map(AnyEntry::finish).collect();
        let mut names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            panic!("two games are called {:?}; Game::NAME must be unique", pair[0]);
        }
        Self { entries: entries.into() }
    }

    /// Every game, in the order in which they are listed. Live forms are found by name but not listed as games.
    pub fn games(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter().filter(|entry| !entry.is_live)
    }

    /// Every game and every live form.
    pub fn all(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry of the game with this name or short name.
    ///
    /// # Errors
    ///
    /// If no game is called so.
    pub fn find(&self, name: &str) -> Result<&Entry, UnknownGame> {
        self.entries.iter().find(|entry| entry.is_called(name)).ok_or_else(|| {
            let names: Vec<_> = self.entries.iter().map(|entry| entry.name).collect();
            UnknownGame { name: name.to_owned(), hint: names::hint(name, &names) }
        })
    }

    /// The terminal widgets of all games.
    pub fn widgets(&self) -> Widgets {
        let with = |widgets: Widgets, entry: &Entry| widgets.with(entry.name, entry.widget);
        self.entries.iter().fold(Widgets::default(), with)
    }

    /// The page files of all games that have some.
    pub fn pages(&self) -> Vec<GamePage> {
        let page = |entry: &Entry| GamePage { game: entry.name.into(), files: entry.page.clone() };
        self.entries.iter().filter(|entry| !entry.page.is_empty()).map(page).collect()
    }

    /// The sections of all games with their defaults.
    pub fn defaults(&self) -> Value {
        let section = |entry: &Entry| (entry.name.to_owned(), entry.defaults.clone());
        self.entries.iter().map(section).collect()
    }
}
