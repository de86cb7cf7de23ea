//! Settings: built-in defaults < `ludus.toml` < `LUDUS_*` environment < flags.
//!
//! All settings are one tree of dotted keys, `match.games` or `tetris.rules.height`. The defaults are
//! the list of keys: what is not in them is unknown wherever it is set.

mod change;
mod file;
mod rooms;
mod sections;
mod source;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use ludus_arena::AnyGame;
use ludus_core::{Budget, Game, GameKit, keys, names};
use serde::Deserialize;
use serde_json::Value;

use self::change::Change;
#[cfg(feature = "cluster")]
pub(crate) use self::sections::ClusterSettings;
pub(crate) use self::sections::{
    DebugSettings, MatchSettings, ResultsSettings, ServeSettings, TournamentSettings, TrainSettings,
};
pub(crate) use self::source::Source;
use crate::failure::usage;
use ludus_catalog::{BudgetSettings, Catalog, bot_settings};

/// The file that is read when it is there and no other is named.
pub(crate) const SETTINGS_FILE: &str = "ludus.toml";

/// What all names of environment variables begin with.
const PREFIX: &str = "LUDUS_";

/// The variable that names the settings file; it is no setting itself.
pub(crate) const CONFIG: &str = "LUDUS_CONFIG";

/// The settings in force, and where each comes from.
#[derive(Clone)]
pub(crate) struct Settings {
    catalog: Catalog,
    tree: Value,
    sources: Vec<(String, Source)>,
    /// The file that was read, if there was one.
    file: Option<PathBuf>,
}

impl Settings {
    /// Reads the defaults, the file and the environment.
    ///
    /// `file` is the one the user named; without it, `ludus.toml` in this folder is read if it is
    /// there.
    pub(crate) fn load(catalog: &Catalog, file: Option<&Path>) -> anyhow::Result<Self> {
        let mut settings = Self::defaults(catalog);
        let named = file.map(Path::to_owned);
        let path = named.clone().unwrap_or_else(|| PathBuf::from(SETTINGS_FILE));
        if named.is_some() || path.exists() {
            settings.read_file(&path)?;
            settings.file = Some(path);
        }
        // What is not text is none of ours: our names and values are.
        let text = |text: std::ffi::OsString| text.into_string().ok();
        let variables = std::env::vars_os().filter_map(|(k, v)| Some((text(k)?, text(v)?)));
        settings.read_environment(variables)?;
        Ok(settings)
    }

    /// The settings that hold where nothing else is set.
    pub(crate) fn defaults(catalog: &Catalog) -> Self {
        let mut tree = sections::defaults(catalog);
        for entry in catalog.all() {
            tree[entry.name] = entry.defaults.clone();
        }
        let sources = keys::leaves(&tree).into_iter().map(|(k, _)| (k, Source::Default)).collect();
        Self { catalog: catalog.clone(), tree, sources, file: None }
    }

    /// Checks the text of a settings file against these settings.
    pub(crate) fn check(mut self, text: &str) -> anyhow::Result<()> {
        self.read_text(Path::new(SETTINGS_FILE), text)
    }

    fn read_file(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        self.read_text(path, &text)
    }

    /// Takes the settings from the text of the file of this name.
    fn read_text(&mut self, path: &Path, text: &str) -> anyhow::Result<()> {
        let leaves = file::leaves(text)
            .map_err(|error| usage(format!("{}: {error}", path.display())))?
            .into_iter()
            .filter(|leaf| !(leaf.is_empty_section() && self.has_section(&leaf.key)));
        let changes = leaves.map(|leaf| Change {
            key: leaf.key,
            value: leaf.value,
            source: Source::File { path: path.to_owned(), line: leaf.line },
        });
        self.take(changes.collect())
    }

    fn has_section(&self, name: &str) -> bool {
        let inside = |key: &str| key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        self.sources.iter().any(|(key, _)| inside(key))
    }

    fn read_environment(
        &mut self,
        variables: impl Iterator<Item = (String, String)>,
    ) -> anyhow::Result<()> {
        let known: Vec<(String, String)> =
            self.sources.iter().map(|(key, _)| (variable(key), key.clone())).collect();
        let mut changes = Vec::new();
        for (name, text) in variables {
            if !name.starts_with(PREFIX) || name == CONFIG || name.starts_with("LUDUS_TEST_") {
                continue;
            }
            let Some((_, key)) = known.iter().find(|(variable, _)| *variable == name) else {
                let near = names::nearest(&name, known.iter().map(|(name, _)| name.as_str()));
                let hint = near.map_or_else(
                    || "`config` lists all keys".to_owned(),
                    |near| format!("did you mean {near}?"),
                );
                return Err(usage(format!("unknown setting {name} in the environment; {hint}")));
            };
            let like = keys::find(&mut self.tree, key)?.clone();
            let value = keys::read_like(&like, &text)
                .map_err(|reason| usage(format!("{name} cannot be {text:?}: {reason}")))?;
            let key = key.clone();
            changes.push(Change { key, value, source: Source::Environment(name) });
        }
        self.take(changes)
    }

    /// The games that can be set.
    pub(crate) fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The settings file that was read, if there was one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The settings of `ludus match`.
    pub(crate) fn matches(&self) -> anyhow::Result<MatchSettings> {
        Ok(MatchSettings::deserialize(&self.tree["match"])?)
    }

    /// The settings of `ludus tournament`.
    pub(crate) fn tournament(&self) -> anyhow::Result<TournamentSettings> {
        Ok(TournamentSettings::deserialize(&self.tree["tournament"])?)
    }

    /// The settings of the result store.
    pub(crate) fn results(&self) -> anyhow::Result<ResultsSettings> {
        Ok(ResultsSettings::deserialize(&self.tree["results"])?)
    }

    /// The settings of `ludus train`.
    pub(crate) fn train(&self) -> anyhow::Result<TrainSettings> {
        Ok(TrainSettings::deserialize(&self.tree["train"])?)
    }

    /// The settings of clusters.
    #[cfg(feature = "cluster")]
    pub(crate) fn cluster(&self) -> anyhow::Result<ClusterSettings> {
        Ok(ClusterSettings::deserialize(&self.tree["cluster"])?)
    }

    /// The settings of `ludus serve`.
    pub(crate) fn serve(&self) -> anyhow::Result<ServeSettings> {
        Ok(ServeSettings::deserialize(&self.tree["serve"])?)
    }

    /// The settings of the debug log.
    pub(crate) fn debug(&self) -> anyhow::Result<DebugSettings> {
        Ok(DebugSettings::deserialize(&self.tree["debug"])?)
    }

    /// What is set about the bots of a game.
    pub(crate) fn bots<K: GameKit>(&self) -> anyhow::Result<K::Settings> {
        Ok(bot_settings::<K>(&self.tree[K::Game::NAME])?)
    }

    /// A game with its settings.
    pub(crate) fn game(&self, name: &str) -> anyhow::Result<Box<dyn AnyGame>> {
        Ok((self.catalog.find(name)?.open)(&self.tree)?)
    }

    /// The rules of a game as they are set.
    pub(crate) fn rules(&self, game: &dyn AnyGame) -> Value {
        self.tree[game.name()]["rules"].clone()
    }

    /// The budget of a game's decisions as it is set.
    pub(crate) fn budget(&self, game: &dyn AnyGame) -> anyhow::Result<Budget> {
        let section = &self.tree[game.name()]["budget"];
        Ok(BudgetSettings::deserialize(section)?.budget())
    }

    /// Every key with its value and where it comes from.
    pub(crate) fn all(&self) -> impl Iterator<Item = (String, &Value, &Source)> {
        keys::leaves(&self.tree)
            .into_iter()
            .zip(&self.sources)
            .map(|((key, value), (_, source))| (key, value, source))
    }
}

/// Whether a key holds a secret, which is not shown on the screen.
pub(crate) fn is_secret(key: &str) -> bool {
    matches!(key, "cluster.password" | "cluster.token")
}

/// The environment variable that sets this key.
pub(crate) fn variable(key: &str) -> String {
    format!("{PREFIX}{}", key.replace(['.', '-'], "_").to_uppercase())
}
