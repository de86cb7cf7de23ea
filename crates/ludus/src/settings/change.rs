//! Taking over what a file or the environment sets.

use std::collections::BTreeSet;

use ludus_core::{KeyError, keys};
use serde_json::Value;

use super::{Settings, Source, sections};
use crate::failure::usage;
use ludus_catalog::Catalog;

/// A key that is set.
pub(super) struct Change {
    /// The dotted key.
    pub(super) key: String,
    /// Its new value.
    pub(super) value: Value,
    /// Where it is set.
    pub(super) source: Source,
}

impl Change {
    /// The name of the section that the key is in.
    fn section(&self) -> &str {
        self.key.split('.').next().unwrap_or_default()
    }

    fn refused(&self, error: &serde_json::Error) -> KeyError {
        let text = self.value.as_str().map(str::to_owned);
        KeyError::Value {
            key: self.key.clone(),
            given: text.unwrap_or_else(|| self.value.to_string()),
            reason: error.to_string(),
        }
    }
}

impl Settings {
    /// Makes all these changes, and checks every section that they touch once, as a whole.
    ///
    /// # Errors
    /// Names the first change that does not fit, and where it stands. The settings are then of no use.
    pub(super) fn take(&mut self, changes: Vec<Change>) -> anyhow::Result<()> {
        let touched: BTreeSet<&str> = changes.iter().map(Change::section).collect();
        let known_sections = touched.iter().filter(|name| self.tree.get(name).is_some());
        let before: Vec<(&str, Value)> =
            known_sections.map(|name| (*name, self.tree[name].clone())).collect();
        let known = changes.iter().filter(|change| self.put(change).is_ok()).count();
        let wrong: BTreeSet<&str> = touched
            .into_iter()
            .filter(|name| check(&self.catalog, name, &self.tree).is_err())
            .collect();
        if known < changes.len() || !wrong.is_empty() {
            for (name, section) in before {
                self.tree[name] = section;
            }
            self.find_culprit(&changes, &wrong)?;
        }
        for change in changes {
            if let Some((_, source)) = self.sources.iter_mut().find(|(key, _)| *key == change.key) {
                *source = change.source;
            }
        }
        Ok(())
    }

    /// Makes the changes one by one, and ends with the first that does not fit. Only these sections are in doubt.
    fn find_culprit(
        &mut self,
        changes: &[Change],
        doubtful: &BTreeSet<&str>,
    ) -> anyhow::Result<()> {
        for change in changes {
            let here = |error| usage(format!("{}: {error}", change.source.place()));
            self.put(change).map_err(here)?;
            if doubtful.contains(change.section()) {
                check(&self.catalog, change.section(), &self.tree)
                    .map_err(|error| here(change.refused(&error)))?;
            }
        }
        Ok(())
    }

    fn put(&mut self, change: &Change) -> Result<(), KeyError> {
        *keys::find(&mut self.tree, &change.key)? = change.value.clone();
        Ok(())
    }
}

/// Whether a section of these settings can be used; an error says what does not fit. One that is unknown has nothing
/// to check.
fn check(catalog: &Catalog, section: &str, tree: &Value) -> Result<(), serde_json::Error> {
    match catalog.all().iter().find(|entry| entry.name == section) {
        Some(entry) => (entry.check)(tree),
        None => sections::check(section, &tree[section]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Program;

    fn check(text: &str) -> anyhow::Result<()> {
        Settings::defaults(&Program::standard().catalog()).check(text)
    }

    #[test]
    fn keys_that_fit_only_together_may_stand_in_any_order() {
        let opening = "opening = \"Kf3\"\n";
        let fen = "fen = \"4k3/8/8/8/8/8/4K3/7R w - - 0 1\"\n";
        check(&format!("[chess.rules]\n{opening}{fen}")).unwrap();
        check(&format!("[chess.rules]\n{fen}{opening}")).unwrap();
        let error = check(&format!("[chess.rules]\n{opening}")).unwrap_err().to_string();
        assert!(error.starts_with("ludus.toml, line 2: key chess.rules.opening "), "{error}");
    }

    #[test]
    fn the_first_of_several_errors_is_named() {
        let wrong = [("match", "games = \"many\""), ("og", "komi = 7"), ("serve", "work = 0")];
        for first in 0..wrong.len() {
            let rest = (0..wrong.len()).filter(|place| *place != first);
            let text: String = [first]
                .into_iter()
                .chain(rest)
                .map(|place| format!("[{}]\n{}\n", wrong[place].0, wrong[place].1))
                .collect();
            let error = check(&text).unwrap_err().to_string();
            let (section, key) = (wrong[first].0, wrong[first].1.split(' ').next().unwrap());
            assert!(error.starts_with("ludus.toml, line 2: "), "{error}");
            assert!(error.contains(&format!("{section}.{key}")), "{error}");
        }
    }
}
