//! What can be set about the Battlesnake server.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use ludus_core::BotSpec;
use ludus_snake::SnakeSettings;

/// Where the debug log goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DebugLog {
    /// To standard output.
    Stdout,
    /// To the end of this file.
    File(PathBuf),
}

impl fmt::Display for DebugLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdout => f.write_str("on standard output"),
            Self::File(path) => path.display().fmt(f),
        }
    }
}

/// What can be set about the Battlesnake server.
#[derive(Clone, Debug)]
pub struct SnakeOptions {
    /// How the snakes play, and how much of a game's timeout they use.
    pub settings: SnakeSettings,
    /// The bot that answers at the root: the name of one that is served, or a whole spec.
    pub root: String,
    /// The operator's own bots, which are served under their labels.
    pub bots: Vec<BotSpec>,
    /// How many searches run at the same time.
    pub threads: usize,
    /// How many moves may wait for a search; one more is answered at once, without.
    pub waiting: usize,
    /// For how many snakes what their bots know is kept from one turn to the next.
    pub kept_games: usize,
    /// For how long after a move it is kept.
    pub kept_for: Duration,
    /// Where every move is logged.
    pub log: Option<DebugLog>,
    /// How many games that are played can be watched; the one heard of least recently is forgotten first.
    pub games: usize,
    /// How long a game can be watched after it was last heard of.
    pub games_age: Duration,
    /// How many viewers may watch at the same time.
    pub viewers: usize,
    /// The folder of recorded matches that can be watched.
    pub replays: Option<PathBuf>,
}

impl Default for SnakeOptions {
    fn default() -> Self {
        Self {
            settings: SnakeSettings::default(),
            root: "hard".to_owned(),
            bots: Vec::new(),
            threads: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            waiting: 256,
            kept_games: 32,
            kept_for: Duration::from_secs(60),
            log: None,
            games: 64,
            games_age: Duration::from_secs(3600),
            viewers: 1024,
            replays: None,
        }
    }
}
