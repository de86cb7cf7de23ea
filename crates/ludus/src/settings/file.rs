//! Reading a settings file: every key with its value and line.

use anyhow::anyhow;
use serde_json::Value;
use toml::de::{DeTable, DeValue};

/// A key of a settings file that is set to a value.
#[derive(Debug, PartialEq)]
pub(crate) struct Leaf {
    /// The dotted key.
    pub(crate) key: String,
    /// The value.
    pub(crate) value: Value,
    /// The line where it stands.
    pub(crate) line: usize,
}

impl Leaf {
    /// Whether it is no key but a section without any.
    pub(crate) fn is_empty_section(&self) -> bool {
        self.value.as_object().is_some_and(serde_json::Map::is_empty)
    }
}

/// The keys of a settings file in the order they stand there. An error is one line.
pub(crate) fn leaves(text: &str) -> anyhow::Result<Vec<Leaf>> {
    let spans = DeTable::parse(text).map_err(|error| anyhow!(one_line(text, &error)))?;
    let values: toml::Table =
        toml::from_str(text).map_err(|error| anyhow!(one_line(text, &error)))?;
    let values = serde_json::to_value(values)?;
    let starts: Vec<usize> = text.match_indices('\n').map(|(place, _)| place + 1).collect();
    let mut out = Vec::new();
    walk(&starts, "", spans.get_ref(), &values, &mut out);
    out.sort_by_key(|leaf| leaf.line);
    Ok(out)
}

/// Adds the keys of a table; `starts` are the places where the lines after the first begin.
fn walk(starts: &[usize], prefix: &str, table: &DeTable<'_>, values: &Value, out: &mut Vec<Leaf>) {
    for (name, item) in table {
        let value = &values[name.get_ref().as_ref()];
        let name_line = starts.partition_point(|start| *start <= name.span().start) + 1;
        let key = match prefix {
            "" => name.get_ref().to_string(),
            _ => format!("{prefix}.{}", name.get_ref()),
        };
        match item.get_ref() {
            // An empty section sets nothing, but its name must be known.
            DeValue::Table(inner) if !inner.is_empty() => walk(starts, &key, inner, value, out),
            _ => out.push(Leaf { key, value: value.clone(), line: name_line }),
        }
    }
}

fn one_line(text: &str, error: &toml::de::Error) -> String {
    let line = error.span().map_or(1, |span| line_of(text, span.start));
    format!("line {line}: {}", error.message().lines().next().unwrap_or_default())
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_come_with_their_lines() {
        let text = "[match]\ngames = 5\n\n[tetris.rules]\n# low\nheight = 10\nspawn = \"free\"\n";
        let found: Vec<_> =
            leaves(text).unwrap().into_iter().map(|leaf| (leaf.key, leaf.line)).collect();
        let expected = [("match.games", 2), ("tetris.rules.height", 6), ("tetris.rules.spawn", 7)];
        assert_eq!(found, expected.map(|(key, line)| (key.to_owned(), line)));
    }

    #[test]
    fn a_file_that_is_no_toml_is_told_in_one_line_with_its_number() {
        let error = leaves("[match]\ngames = = 5\n").err().unwrap().to_string();
        assert!(error.starts_with("line 2: "), "{error}");
        assert!(!error.contains('\n'));
    }
}
