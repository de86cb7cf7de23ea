//! How the games are drawn in the browser: the files of `pages`, one folder per game.

use ludus_web::PageFile;
use rust_embed::{Embed, EmbeddedFile};

#[derive(Embed)]
#[folder = "pages/"]
struct GamePageFiles;

/// The page files in this folder of `pages`; none if there is no such folder.
#[must_use]
pub fn page(folder: &str) -> Vec<PageFile> {
    let file = |path: std::borrow::Cow<'static, str>| {
        let (game, name) = path.split_once('/')?;
        let EmbeddedFile { data, .. } = GamePageFiles::get(&path).filter(|_| game == folder)?;
        Some(PageFile { name: name.to_owned().into(), content: data })
    };
    GamePageFiles::iter().filter_map(file).collect()
}
