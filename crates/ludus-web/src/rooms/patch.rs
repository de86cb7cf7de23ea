//! What has changed from one position to the next, so that not everything is sent all the time.
//!
//! A patch is an object with one key: `r`, replace by this; `o`, an object of which these keys have changed,
//! each with its patch; `a`, a list of which these places have; `p`, a list to which these were added.

use serde_json::{Map, Value, json};

/// The patch that makes `after` of `before`; nothing if they are equal.
pub(super) fn between(before: &Value, after: &Value) -> Option<Value> {
    match (before, after) {
        _ if before == after => None,
        (Value::Object(a), Value::Object(b)) if a.keys().all(|key| b.contains_key(key)) => {
            let changed = b.iter().filter_map(|(key, value)| {
                let patch = match a.get(key) {
                    Some(old) => between(old, value)?,
                    None => json!({ "r": value }),
                };
                Some((key.clone(), patch))
            });
            Some(json!({ "o": changed.collect::<Map<_, _>>() }))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let changed: Map<String, Value> = a
                .iter()
                .zip(b)
                .enumerate()
                .filter_map(|(at, (old, new))| Some((at.to_string(), between(old, new)?)))
                .collect();
            // Where most has changed, all of it is shorter.
            let few = changed.len() * 2 <= b.len() || b.iter().any(Value::is_object);
            Some(if few { json!({ "a": changed }) } else { json!({ "r": after }) })
        }
        (Value::Array(a), Value::Array(b)) if !a.is_empty() && b.starts_with(a) => {
            Some(json!({ "p": b[a.len()..] }))
        }
        _ => Some(json!({ "r": after })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a page does with a patch.
    fn apply(value: &mut Value, patch: &Value) {
        let (kind, content) = patch.as_object().unwrap().iter().next().unwrap();
        match kind.as_str() {
            "r" => *value = content.clone(),
            "o" => {
                for (key, patch) in content.as_object().unwrap() {
                    apply(&mut value[key.as_str()], patch);
                }
            }
            "a" => {
                for (at, patch) in content.as_object().unwrap() {
                    apply(&mut value[at.parse::<usize>().unwrap()], patch);
                }
            }
            "p" => value.as_array_mut().unwrap().extend(content.as_array().unwrap().clone()),
            other => panic!("{other}"),
        }
    }

    #[test]
    fn a_patch_makes_the_new_of_the_old() {
        let values = [
            json!({"turn": 1, "seats": [{"board": ["..", "#."], "next": "I"}, {"board": ["..", ".."]}]}),
            json!({"turn": 2, "seats": [{"board": ["..", "##"], "next": "T"}, {"board": ["..", ".."]}]}),
            json!({"turn": 3, "seats": [{"board": ["..", "##"], "next": null}], "san": ["e4"]}),
            json!({"turn": 3, "seats": [], "san": ["e4", "e5"]}),
            json!({"san": ["e4", "e5", "Nf3"], "x": {"r": 1}}),
            json!([1, 2, 3]),
            json!([]),
            json!(null),
        ];
        for before in &values {
            for after in &values {
                let mut value = before.clone();
                match between(before, after) {
                    Some(patch) => apply(&mut value, &patch),
                    None => assert_eq!(before, after),
                }
                assert_eq!(&value, after);
            }
        }
    }

    #[test]
    fn only_what_has_changed_is_in_it() {
        let before = json!({"turn": 1, "rows": ["....", "....", "....", "#..."]});
        let after = json!({"turn": 1, "rows": ["....", "....", "....", "##.."]});
        let patch = json!({"o": {"rows": {"a": {"3": {"r": "##.."}}}}});
        assert_eq!(between(&before, &after), Some(patch));
        let longer = between(&json!(["e4"]), &json!(["e4", "c5"]));
        assert_eq!(longer, Some(json!({"p": ["c5"]})));
    }
}
