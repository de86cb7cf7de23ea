//! Weights files: `{"config": …, "evolved_at": …, "fitness": …, "weights": {…}}`.
//!
//! Seven sets of weights load, and nothing else: 8 for solo, 14 for battle, and both without the two
//! transitions, which came later and are 0 then. In battle files without transitions four battle
//! terms may have their old names. The last two are signed weights of all fourteen metrics, without and with
//! the battle terms.

use std::collections::BTreeMap;
use std::fmt;

use ludus_core::names::hint;
use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::metrics::Metric;
use crate::weights::{BattleTerm, Evaluator, MAX_WEIGHT, Weights};

/// The old names of battle terms.
const OLD_NAMES: [(&str, BattleTerm); 4] = [
    ("garbage_incoming", BattleTerm::GarbagePressure),
    ("garbage_send", BattleTerm::AttackBonus),
    ("opponent_danger", BattleTerm::DangerAggression),
    ("survival", BattleTerm::SurvivalHeight),
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default, rename = "config")]
    _config: IgnoredAny,
    #[serde(default, rename = "evolved_at")]
    _evolved_at: IgnoredAny,
    #[serde(default, rename = "fitness")]
    _fitness: IgnoredAny,
    weights: Pairs,
}

/// The weights in the order of the file, their values as they stand there.
struct Pairs(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(PairsVisitor)
    }
}

struct PairsVisitor;

impl<'de> Visitor<'de> for PairsVisitor {
    type Value = Pairs;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("weights by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs, A::Error> {
        let mut pairs: Vec<(String, Box<RawValue>)> = Vec::new();
        while let Some((key, value)) = map.next_entry::<String, _>()? {
            if pairs.iter().any(|(k, _)| *k == key) {
                return Err(A::Error::custom(format!("the key {key:?} is given twice")));
            }
            pairs.push((key, value));
        }
        Ok(Pairs(pairs))
    }
}

/// What a weights file holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FileWeights {
    /// Weights that are 0 or greater, for solo or battle.
    Trained(Weights),
    /// Signed weights of all metrics, and of the battle terms if they are there.
    Signed(Evaluator),
}

impl From<FileWeights> for Evaluator {
    fn from(weights: FileWeights) -> Self {
        match weights {
            FileWeights::Trained(weights) => weights.into(),
            FileWeights::Signed(evaluator) => evaluator,
        }
    }
}

/// The weights in the text of a file.
///
/// # Errors
/// If the text is no weights file; the error names the key that is wrong.
pub fn parse(text: &str) -> Result<FileWeights, WeightsError> {
    let file: File = serde_json::from_str(text).map_err(|e| WeightsError::Form(e.to_string()))?;
    // Only the set of signed weights has one of the last six metrics.
    let wide = &Metric::ALL[Metric::TRAINED..];
    if file.weights.0.iter().any(|(key, _)| wide.iter().any(|metric| metric.name() == key)) {
        return signed(&file.weights.0).map(FileWeights::Signed);
    }
    trained(&file.weights.0).map(FileWeights::Trained)
}

/// Signed weights of all metrics, and perhaps of the battle terms.
fn signed(pairs: &[(String, Box<RawValue>)]) -> Result<Evaluator, WeightsError> {
    let (metrics, terms) = (Metric::ALL.map(Metric::name), BattleTerm::ALL.map(BattleTerm::name));
    let names: Vec<&'static str> = metrics.into_iter().chain(terms).collect();
    if let Some((key, _)) = pairs.iter().find(|(key, _)| !names.contains(&key.as_str())) {
        return Err(WeightsError::Unknown { key: key.clone(), hint: hint(key, &names) });
    }
    let given = |name: &str| pairs.iter().find(|(key, _)| key == name).map(|(_, value)| value);
    let battle = terms.iter().any(|name| given(name).is_some());
    let count = if battle { names.len() } else { metrics.len() };
    let read = |name: &'static str, least: f64| {
        let missing = WeightsError::Missing { key: name, count, given: pairs.len() };
        weight(name, given(name).ok_or(missing)?.get(), least)
    };
    let mut weights = [0.0; Metric::ALL.len()];
    for (slot, name) in weights.iter_mut().zip(metrics) {
        *slot = read(name, -MAX_WEIGHT)?;
    }
    let mut of_terms = [0.0; BattleTerm::ALL.len()];
    for (slot, name) in of_terms.iter_mut().zip(terms).filter(|_| battle) {
        *slot = read(name, 0.0)?;
    }
    Ok(Evaluator::new(weights, battle.then_some(of_terms)))
}

/// Weights that are 0 or greater, for solo or battle.
fn trained(pairs: &[(String, Box<RawValue>)]) -> Result<Weights, WeightsError> {
    let mut given = BTreeMap::new();
    for (key, value) in pairs {
        given.insert(key.as_str(), weight(key, value.get(), 0.0)?);
    }
    let set = key_set(&given.keys().copied().collect::<Vec<_>>())?;
    let value = |slot: Slot| set.iter().find(|(_, s)| *s == slot).map_or(0.0, |(k, _)| given[k]);
    let battle = set.iter().any(|(_, slot)| matches!(slot, Slot::Battle(_)));
    let mut board = [0.0; Metric::TRAINED];
    for (weight, metric) in board.iter_mut().zip(Metric::ALL) {
        *weight = value(Slot::Board(metric));
    }
    let terms = BattleTerm::ALL.map(|term| value(Slot::Battle(term)));
    Ok(Weights { board, battle: battle.then_some(terms) })
}

/// What a key of the file is the weight of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Slot {
    Board(Metric),
    Battle(BattleTerm),
}

type Set = Vec<(&'static str, Slot)>;

/// The sets of keys that load, smaller ones first.
fn key_sets() -> [Set; 5] {
    let transition = |m: &Metric| matches!(m, Metric::RowTransitions | Metric::ColumnTransitions);
    let board = |metrics: &[Metric]| -> Set {
        metrics.iter().map(|&m| (m.name(), Slot::Board(m))).collect()
    };
    let eight = &Metric::ALL[..Metric::TRAINED];
    let six: Vec<_> = eight.iter().copied().filter(|m| !transition(m)).collect();
    let new: Set = BattleTerm::ALL.iter().map(|&t| (t.name(), Slot::Battle(t))).collect();
    let old_name = |term| OLD_NAMES.iter().find(|(_, t)| *t == term).map(|(name, _)| *name);
    let old: Set = BattleTerm::ALL
        .iter()
        .map(|&t| (old_name(t).unwrap_or(t.name()), Slot::Battle(t)))
        .collect();
    let (six, eight) = (board(&six), board(eight));
    let with = |board: &Set, terms: &Set| board.iter().chain(terms).copied().collect();
    [six.clone(), eight.clone(), with(&six, &new), with(&six, &old), with(&eight, &new)]
}

/// The set of keys that these are.
fn key_set(given: &[&str]) -> Result<Set, WeightsError> {
    let sets = key_sets();
    let known = |key: &str| sets.iter().flatten().any(|(k, _)| *k == key);
    if let Some(key) = given.iter().find(|key| !known(key)) {
        let mut names: Vec<_> = sets[4].iter().map(|(name, _)| *name).collect();
        names.extend(OLD_NAMES.iter().map(|(name, _)| *name));
        return Err(WeightsError::Unknown { key: (*key).to_owned(), hint: hint(key, &names) });
    }
    // The first set that has all the given keys is the smallest, so what it has more is missing.
    let has = |set: &Set, key: &str| set.iter().any(|(k, _)| *k == key);
    let Some(set) = sets.into_iter().find(|set| given.iter().all(|key| has(set, key))) else {
        let mixed = |key: &&&str| OLD_NAMES.iter().any(|(old, _)| old == *key);
        let key = given.iter().find(mixed).map_or_else(String::new, |key| (*key).to_owned());
        return Err(WeightsError::Mixed { key });
    };
    match set.iter().find(|(key, _)| !given.contains(key)) {
        Some((key, _)) => Err(WeightsError::Missing { key, count: set.len(), given: given.len() }),
        None => Ok(set),
    }
}

/// One weight: a number from `least` on that is not beyond all measure.
fn weight(key: &str, text: &str, least: f64) -> Result<f64, WeightsError> {
    let valid = |number: &f64| (least..=MAX_WEIGHT).contains(number);
    serde_json::from_str(text).ok().filter(valid).ok_or_else(|| WeightsError::Value {
        key: key.to_owned(),
        given: text.to_owned(),
        least: if least < 0.0 { "-1e9" } else { "0" },
    })
}

/// Text that is no weights file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// Not JSON, or not of the form of a weights file.
    #[error("not a weights file: {0}")]
    Form(String),
    /// A weight that there is not.
    #[error("unknown weight {key:?}; {hint}")]
    Unknown {
        /// The key that was given.
        key: String,
        /// The keys there are, and the nearest one.
        hint: String,
    },
    /// A weight is not there.
    #[error("weight {key} is missing: the set has {count} weights, {given} are given")]
    Missing {
        /// The key that is missing.
        key: &'static str,
        /// How many weights belong together.
        count: usize,
        /// How many are given.
        given: usize,
    },
    /// Old names of battle terms beside what came later.
    #[error(
        "weight {key} is an old name: it goes with the other old names and without transitions"
    )]
    Mixed {
        /// The old name.
        key: String,
    },
    /// A weight has a value that it cannot have.
    #[error("weight {key} is {given}; allowed: a number, {least} to 1e9")]
    Value {
        /// The key.
        key: String,
        /// The value as it stands in the file.
        given: String,
        /// The least value allowed.
        least: &'static str,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIX: &str = r#""height":1,"holes":2,"bumpiness":3,"lines":4,"max_height":5,"wells":6"#;
    const TWO: &str = r#""row_transitions":7,"column_transitions":8"#;
    const NEW: &str = r#""garbage_pressure":9,"attack_bonus":10,"danger_aggression":11,
        "survival_height":12,"tetris_bonus":13,"line_efficiency":14"#;
    const OLD: &str = r#""garbage_incoming":9,"garbage_send":10,"opponent_danger":11,
        "survival":12,"tetris_bonus":13,"line_efficiency":14"#;

    fn file(weights: &str) -> String {
        format!(r#"{{"config":{{"x":1}},"evolved_at":null,"fitness":1.5,"weights":{{{weights}}}}}"#)
    }

    fn load(groups: &[&str]) -> Result<Weights, WeightsError> {
        match parse(&file(&groups.join(",")))? {
            FileWeights::Trained(weights) => Ok(weights),
            FileWeights::Signed(weights) => panic!("signed weights {weights:?}"),
        }
    }

    const BATTLE: Option<[f64; 6]> = Some([9.0, 10.0, 11.0, 12.0, 13.0, 14.0]);

    #[test]
    fn the_five_sets_of_keys_load() {
        let eight = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0];
        let six = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.0, 0.0];
        assert_eq!(load(&[SIX]), Ok(Weights { board: six, battle: None }));
        assert_eq!(load(&[SIX, TWO]), Ok(Weights { board: eight, battle: None }));
        assert_eq!(load(&[SIX, NEW]), Ok(Weights { board: six, battle: BATTLE }));
        assert_eq!(load(&[SIX, OLD]), Ok(Weights { board: six, battle: BATTLE }));
        assert_eq!(load(&[NEW, TWO, SIX]), Ok(Weights { board: eight, battle: BATTLE }));
    }

    #[test]
    fn signed_weights_of_all_metrics_load() {
        let all: Vec<_> = Metric::ALL
            .iter()
            .enumerate()
            .map(|(i, metric)| format!("\"{}\":{}", metric.name(), 3 - i as i32))
            .collect();
        let expected: [f64; 14] = std::array::from_fn(|i| 3.0 - i as f64);
        assert_eq!(
            parse(&file(&all.join(","))),
            Ok(FileWeights::Signed(Evaluator::new(expected, None)))
        );
        let error = parse(&file(&all.join(",").replace(":-10", ":-1e10"))).unwrap_err();
        assert_eq!(error.to_string(), "weight diversity is -1e10; allowed: a number, -1e9 to 1e9");
    }

    #[test]
    fn a_key_too_many_or_too_few_is_named() {
        let error = |groups: &[&str]| load(groups).unwrap_err().to_string();
        let cases = [
            (error(&[]), "weight height is missing"),
            (error(&[TWO]), "weight height is missing: the set has 8 weights, 2 are given"),
            (error(&[SIX, r#""row_transitions":1"#]), "weight column_transitions is missing"),
            (error(&[SIX, r#""tetris_bonus":1"#]), "weight garbage_pressure is missing"),
            (error(&[SIX, r#""survival":1"#]), "weight garbage_incoming is missing"),
            (error(&[SIX, r#""hoels":1"#]), r#"unknown weight "hoels"; allowed: height, "#),
            (
                error(&[SIX, r#""diversity":1"#]),
                "weight row_transitions is missing: the set has 14 weights, 7 are given",
            ),
            (
                error(&[SIX, NEW, r#""diversity":1"#]),
                "weight row_transitions is missing: the set has 20 weights, 13 are given",
            ),
            (error(&[SIX, TWO, OLD]), "weight garbage_incoming is an old name"),
            (error(&[SIX, NEW, r#""survival":1"#]), "weight survival is an old name"),
        ];
        for (error, expected) in cases {
            assert!(error.contains(expected), "{error}");
        }
        assert!(error(&[SIX, r#""hoels":1"#]).ends_with("did you mean holes?"));
    }

    #[test]
    fn a_value_that_is_no_weight_is_named_with_its_key() {
        for value in [
            "null", "true", "\"0.5\"", "\"NaN\"", "[1]", "{}", "-1", "-0.001", "1e10", "1e999",
            "-1e999",
        ] {
            let weights = SIX.replace("\"holes\":2", &format!("\"holes\":{value}"));
            assert_eq!(
                load(&[&weights]).unwrap_err().to_string(),
                format!("weight holes is {value}; allowed: a number, 0 to 1e9")
            );
        }
    }

    #[test]
    fn text_of_another_form_is_refused() {
        let holes_nan = file(&SIX.replace("\"holes\":2", "\"holes\":NaN"));
        let twice = file(&format!("{SIX},\"holes\":3"));
        let cases = [
            ("", "EOF"),
            ("[]", "invalid length"),
            ("7", "invalid type"),
            ("{}", "missing field `weights`"),
            (r#"{"weights": 7}"#, "invalid type"),
            (r#"{"weights": {}, "wieghts": {}}"#, "unknown field `wieghts`"),
            (holes_nan.as_str(), "expected value at line 1"),
            (twice.as_str(), "the key \"holes\" is given twice"),
        ];
        for (text, expected) in cases {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.starts_with("not a weights file: "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
