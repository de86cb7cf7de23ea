//! `ludus config`: the settings in force and where each comes from.

use std::io::Write;

use ludus_train::secret::without_login;
use serde_json::{Map, Value, json};

use crate::cli::ConfigArgs;
use crate::commands::write_json;
use crate::settings::{Settings, is_secret, variable};
use crate::tables::table;

pub(super) fn run(
    args: &ConfigArgs,
    settings: &Settings,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    if args.json {
        let all: Map<String, Value> = settings
            .all()
            .map(|(key, value, source)| {
                let entry = json!({
                    "value": shown(&key, value),
                    "source": source.to_string(),
                    "variable": variable(&key),
                });
                (key, entry)
            })
            .collect();
        return write_json(out, &all);
    }
    let mut rows = table(&["key", "value", "from"]);
    for (key, value, source) in settings.all() {
        let value = match shown(&key, value) {
            Value::Null => "not set".to_owned(),
            Value::String(text) => text,
            other => other.to_string(),
        };
        rows.add_row([key, value, source.to_string()]);
    }
    writeln!(out, "{rows}")?;
    writeln!(out, "set a key in ludus.toml, or in the environment: {}", variable("match.games"))?;
    Ok(())
}

/// A value as it may be shown: a secret only as being set, an address without the password in it.
fn shown(key: &str, value: &Value) -> Value {
    match value.as_str() {
        Some(text) if is_secret(key) && !text.is_empty() => "(secret)".into(),
        Some(url) if key == "cluster.url" => without_login(url).into(),
        _ => value.clone(),
    }
}
