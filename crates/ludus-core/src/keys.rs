//! Settings and rules by dotted key: `height=10`, `bank.I=2`.
//!
//! The serialised default of a settings type is the list of its keys. Any other key is unknown, and the type of the
//! default value is the type of the key.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use thiserror::Error;

use crate::names::nearest;

/// A key or value that is not allowed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum KeyError {
    /// There is no such key.
    #[error("unknown key {key:?}{}", .nearest.as_ref().map_or_else(|| format!("; allowed: {allowed}"), |n| format!("; did you mean {n}?")))]
    Unknown {
        /// The key that was given.
        key: String,
        /// The nearest known key, if one is near.
        nearest: Option<String>,
        /// The allowed keys: those of the same group, or else the names of all groups.
        allowed: String,
    },
    /// The key cannot have this value.
    #[error("key {key} cannot be {given:?}: {reason}")]
    Value {
        /// The key.
        key: String,
        /// The value that was given, as text.
        given: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The text is not of the form `key=value`.
    #[error("{0:?} is not of the form key=value")]
    Form(String),
}

/// The keys of a tree of settings with their values, in order.
///
/// ```
/// use ludus_core::keys::leaves;
/// let tree = serde_json::json!({"a": 1, "b": {"c": true}});
/// let keys: Vec<_> = leaves(&tree).into_iter().map(|(key, _)| key).collect();
/// assert_eq!(keys, ["a", "b.c"]);
/// ```
#[must_use]
pub fn leaves(tree: &Value) -> Vec<(String, &Value)> {
    fn walk<'a>(prefix: &str, map: &'a Map<String, Value>, out: &mut Vec<(String, &'a Value)>) {
        for (key, value) in map {
            let key = if prefix.is_empty() { key.clone() } else { format!("{prefix}.{key}") };
            match value {
                Value::Object(inner) => walk(&key, inner, out),
                leaf => out.push((key, leaf)),
            }
        }
    }
    let mut out = Vec::new();
    if let Value::Object(map) = tree {
        walk("", map, &mut out);
    }
    out
}

/// The value of a dotted key in a tree of settings.
///
/// # Errors
/// If there is no such key.
pub fn find<'a>(tree: &'a mut Value, key: &str) -> Result<&'a mut Value, KeyError> {
    let is_leaf = key
        .split('.')
        .try_fold(&*tree, |node, part| node.as_object()?.get(part))
        .is_some_and(|leaf| !leaf.is_object());
    if !is_leaf {
        let known: Vec<String> = leaves(tree).into_iter().map(|(key, _)| key).collect();
        return Err(unknown(key, &known));
    }
    Ok(key.split('.').fold(tree, |node, part| &mut node[part]))
}

fn unknown(key: &str, known: &[String]) -> KeyError {
    KeyError::Unknown {
        key: key.to_owned(),
        nearest: nearest(key, known.iter().map(String::as_str)).map(str::to_owned),
        allowed: allowed(key, known).join(", "),
    }
}

/// The keys in the same group as this one. If there is no such group, the first part of every key.
fn allowed<'a>(key: &str, known: &'a [String]) -> Vec<&'a str> {
    fn first(key: &str) -> &str {
        key.split('.').next().unwrap_or(key)
    }
    let same: Vec<&str> = known
        .iter()
        .map(String::as_str)
        .filter(|k| *k != first(k) && first(k) == first(key))
        .collect();
    if !same.is_empty() {
        return same;
    }
    let mut firsts: Vec<&str> = known.iter().map(|key| first(key)).collect();
    firsts.dedup();
    firsts
}

/// Text that cannot be read as a value of the expected type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TypeError {
    /// The key is true or false.
    #[error("expected true or false")]
    Bool,
    /// The key is a number.
    #[error("expected a number")]
    Number,
    /// The key is a list.
    #[error("expected a list, [1, 2]")]
    List,
    /// The key has keys of its own and cannot be set as a whole.
    #[error("it is a group of keys")]
    Group,
}

/// Reads text as a value of the same type as `like`. If `like` is null, the text itself decides the type.
///
/// # Errors
/// If the text cannot be read as that type.
pub fn read_like(like: &Value, text: &str) -> Result<Value, TypeError> {
    let json = || serde_json::from_str::<Value>(text);
    match like {
        Value::String(_) => Ok(Value::String(text.to_owned())),
        Value::Bool(_) => json().ok().filter(Value::is_boolean).ok_or(TypeError::Bool),
        Value::Number(_) => json().ok().filter(Value::is_number).ok_or(TypeError::Number),
        Value::Null => Ok(json().unwrap_or_else(|_| Value::String(text.to_owned()))),
        Value::Array(_) => json().ok().filter(Value::is_array).ok_or(TypeError::List),
        Value::Object(_) => Err(TypeError::Group),
    }
}

/// Settings with some keys set from text.
///
/// ```
/// use ludus_core::keys::with_pairs;
/// #[derive(serde::Serialize, serde::Deserialize)]
/// struct Rules { height: u8 }
/// let rules = with_pairs(&Rules { height: 20 }, "height=10").unwrap();
/// assert_eq!(rules.height, 10);
/// ```
///
/// # Errors
/// If a key is unknown, or the value is not one of the key's type.
pub fn with_pairs<T: Serialize + DeserializeOwned>(base: &T, pairs: &str) -> Result<T, KeyError> {
    let mut tree = to_tree(base);
    for pair in pairs.split(',').map(str::trim).filter(|pair| !pair.is_empty()) {
        let (key, text) = pair.split_once('=').ok_or_else(|| KeyError::Form(pair.to_owned()))?;
        set(&mut tree, key.trim(), text.trim())?;
        check::<T>(&tree, key.trim(), text.trim())?;
    }
    check(&tree, "", pairs)
}

/// Sets one key of a tree from text.
///
/// # Errors
/// If the key is unknown, or the text cannot be read as its type.
pub fn set(tree: &mut Value, key: &str, text: &str) -> Result<(), KeyError> {
    let slot = find(tree, key)?;
    *slot = read_like(slot, text).map_err(|reason| KeyError::Value {
        key: key.to_owned(),
        given: text.to_owned(),
        reason: reason.to_string(),
    })?;
    Ok(())
}

/// Reads a tree as settings. `key` is the key that was changed last; the error names it.
///
/// # Errors
/// If the tree is not of the type.
pub fn check<T: DeserializeOwned>(tree: &Value, key: &str, given: &str) -> Result<T, KeyError> {
    T::deserialize(tree).map_err(|error| KeyError::Value {
        key: key.to_owned(),
        given: given.to_owned(),
        reason: error.to_string(),
    })
}

/// The settings as a tree of keys.
///
/// # Panics
/// If the type cannot be serialised as JSON: settings are plain structs of plain values.
pub fn to_tree<T: Serialize>(settings: &T) -> Value {
    serde_json::to_value(settings).expect("settings are plain structs of plain values")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Rules {
        height: u8,
        spawn: Spawn,
        cap: Option<u32>,
        bank: Bank,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Spawn {
        Top,
        Free,
    }

    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Bank {
        i: u8,
    }

    const RULES: Rules = Rules { height: 20, spawn: Spawn::Top, cap: None, bank: Bank { i: 15 } };

    fn error(pairs: &str) -> String {
        with_pairs(&RULES, pairs).unwrap_err().to_string()
    }

    #[test]
    fn keys_are_set_by_their_types() {
        let rules = with_pairs(&RULES, "height=10, spawn=free,cap=7,bank.i=2").unwrap();
        let expected = Rules { height: 10, spawn: Spawn::Free, cap: Some(7), bank: Bank { i: 2 } };
        assert_eq!(rules, expected);
        assert_eq!(with_pairs(&RULES, "").unwrap(), RULES);
    }

    #[test]
    fn what_does_not_fit_is_named() {
        assert_eq!(error("hieght=1"), "unknown key \"hieght\"; did you mean height?");
        assert_eq!(error("x=1"), "unknown key \"x\"; allowed: height, spawn, cap, bank");
        assert_eq!(error("bank.x=1"), "unknown key \"bank.x\"; did you mean bank.i?");
        assert_eq!(error("bank.gold=1"), "unknown key \"bank.gold\"; allowed: bank.i");
        assert_eq!(error("bank=1"), "unknown key \"bank\"; did you mean bank.i?");
        assert_eq!(error("height=tall"), "key height cannot be \"tall\": expected a number");
        assert_eq!(error("height"), "\"height\" is not of the form key=value");
        assert!(error("height=300").starts_with("key height cannot be \"300\": invalid value"));
        assert_eq!(
            error("spawn=left"),
            "key spawn cannot be \"left\": unknown variant `left`, expected `top` or `free`"
        );
    }
}
