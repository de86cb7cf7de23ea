//! How the games are drawn in the browser: the files of `pages`, one folder per game.

use std::collections::BTreeMap;

use ludus_web::{GamePage, PageFile};
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "pages/"]
struct Files;

/// The page files of every game that has some, for [`ludus_web::Options::pages`].
#[must_use]
pub fn pages() -> Vec<GamePage> {
    let mut games: BTreeMap<String, Vec<PageFile>> = BTreeMap::new();
    for path in Files::iter() {
        let Some((game, name)) = path.split_once('/') else { continue };
        let Some(EmbeddedFile { data, .. }) = Files::get(&path) else { continue };
        let file = PageFile { name: name.to_owned().into(), content: data };
        games.entry(game.to_owned()).or_default().push(file);
    }
    games.into_iter().map(|(game, files)| GamePage { game: game.into(), files }).collect()
}
