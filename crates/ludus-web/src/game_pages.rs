//! The page files of games: how a game is drawn and played in the browser.
//!
//! The server knows no game. Who starts it hands in the files of every game that has some, and they are served at
//! `/games/NAME/FILE`. The pages import `page.js` of a game; what it exports is the type `GamePage` of
//! `assets/lib/types.js`. Games without files are shown as text.

use std::borrow::Cow;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use axum::body::Bytes;

/// The file that the pages import.
pub(crate) const ENTRY: &str = "page.js";

/// The page files of one game.
#[derive(Clone, Debug)]
pub struct GamePage {
    /// The name of the game.
    pub game: Cow<'static, str>,
    /// Its files; one of them is `page.js`.
    pub files: Vec<PageFile>,
}

/// A file of a game's page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Its name, without a folder.
    pub name: Cow<'static, str>,
    /// What is in it.
    pub content: Cow<'static, [u8]>,
}

impl PageFile {
    /// A file that is part of the program, such as one of `include_bytes!`.
    #[must_use]
    pub const fn new(name: &'static str, content: &'static [u8]) -> Self {
        Self { name: Cow::Borrowed(name), content: Cow::Borrowed(content) }
    }
}

/// A file as it is served.
pub(crate) struct ServedFile {
    pub(crate) content: Bytes,
    /// Another content has another one.
    pub(crate) tag: String,
}

/// The page files of all games.
#[derive(Default)]
pub(crate) struct GamePages {
    games: HashMap<String, HashMap<String, ServedFile>>,
}

impl GamePages {
    /// The files of these games.
    pub(crate) fn new(pages: &[GamePage]) -> Self {
        let served = |file: &PageFile| {
            let content = Bytes::copy_from_slice(&file.content);
            (file.name.to_string(), ServedFile { tag: tag_of(&content), content })
        };
        let games = pages
            .iter()
            .map(|page| (page.game.to_string(), page.files.iter().map(served).collect()));
        Self { games: games.collect() }
    }

    /// A file of a game.
    pub(crate) fn file(&self, game: &str, name: &str) -> Option<&ServedFile> {
        self.games.get(game)?.get(name)
    }

    /// The address that the pages import for a game, if it has a page.
    pub(crate) fn entry(&self, game: &str) -> Option<String> {
        self.file(game, ENTRY).map(|_| format!("/games/{game}/{ENTRY}"))
    }
}

fn tag_of(content: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    format!("\"{:016x}-{:x}\"", hasher.finish(), content.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_has_a_page_if_it_has_the_file_that_is_imported() {
        let file = |name: &'static str| PageFile { name: name.into(), content: b"//".into() };
        let page =
            |game: &'static str, name| GamePage { game: game.into(), files: vec![file(name)] };
        let pages = GamePages::new(&[page("go", "page.js"), page("dice", "style.css")]);
        assert_eq!(pages.entry("go").as_deref(), Some("/games/go/page.js"));
        assert_eq!(pages.entry("dice"), None);
        assert!(pages.file("dice", "style.css").is_some());
        assert!(pages.file("go", "style.css").is_none() && pages.file("hex", "page.js").is_none());
    }

    #[test]
    fn another_content_has_another_tag() {
        assert_eq!(tag_of(b"one"), tag_of(b"one"));
        assert_ne!(tag_of(b"one"), tag_of(b"two"));
    }
}
