//! The parsers of what comes from outside, each with examples of what it takes.

mod bot;
mod chess;
mod cluster;
mod files;
mod games;
mod tbp;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use anyhow::Context;
use ludus_arena::AnyGame;
use ludus_chess::ChessKit;
use ludus_core::GameKit;
use ludus_snake::SnakeKit;
use ludus_tetris::TetrisKit;
use ludus_tetris::live::LiveKit;
use ludus_versus::VersusKit;
use ludus_versus::live::LiveVersusKit;

/// A parser to be fed.
pub(crate) struct Target {
    /// What it reads, as the command line names it.
    pub(crate) name: &'static str,
    /// Inputs that it takes.
    pub(crate) examples: fn() -> anyhow::Result<Vec<String>>,
    /// Feeds it, uses what it gives as the program would, and says whether it took the input. It may not panic.
    pub(crate) parse: fn(&str) -> bool,
}

/// All of them.
pub(crate) fn all() -> Vec<Target> {
    let targets = [
        chess::targets(),
        games::targets(),
        files::targets(),
        cluster::targets(),
        bot::targets(),
        tbp::targets(),
    ];
    targets.into_iter().flatten().collect()
}

/// Every game with its usual settings. The program opens a game once, so this does too: what is measured is the parser.
static GAMES: LazyLock<[Box<dyn AnyGame>; 6]> = LazyLock::new(|| {
    [
        Box::new(TetrisKit::new(Default::default())),
        Box::new(ChessKit::new(Default::default())),
        Box::new(SnakeKit::new(Default::default())),
        Box::new(VersusKit::new(())),
        Box::new(LiveKit::new(Default::default())),
        Box::new(LiveVersusKit::new(Default::default())),
    ]
});

/// The games that bots play turn by turn.
fn games() -> impl Iterator<Item = &'static dyn AnyGame> {
    GAMES[..4].iter().map(Box::as_ref)
}

/// The game of this name, live ones too.
fn game(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().map(Box::as_ref).find(|game| game.name() == name)
}

/// The folder of the whole project, where examples are.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A file of the project.
fn read(name: &str) -> anyhow::Result<String> {
    let path = root().join(name);
    fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
}

/// The files of a folder of the project that end with `.jsonl`, sorted by name.
fn read_all(folder: &str) -> anyhow::Result<Vec<String>> {
    let folder = root().join(folder);
    let entries =
        fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths = entries.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    let mut paths: Vec<_> =
        paths.into_iter().filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect();
    paths.sort();
    paths.iter().map(|path| Ok(fs::read_to_string(path)?)).collect()
}

/// Owned copies of texts.
fn owned(texts: &[&str]) -> anyhow::Result<Vec<String>> {
    Ok(texts.iter().map(|text| (*text).to_owned()).collect())
}
