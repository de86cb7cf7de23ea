//! Weights files: `{"config": …, "evolved_at": …, "fitness": …, "weights": {…}}`.
//!
//! `ludus train` writes them, and the bots `weights:path=FILE` and `ludus train --from FILE` load them. This module
//! reads the text of such a file for all games. The game that loads it says which weights it expects.

use std::fmt;

use serde::de::{Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::names::hint;
use crate::train::Gene;

/// From this magnitude on, a bound is shown in scientific notation: `1e9`, not `1000000000`.
const SCIENTIFIC: f64 = 1e6;

/// A weights file: weights by name, in the order of the file.
///
/// ```
/// use ludus_core::{Gene, WeightsFile};
/// let file = WeightsFile::parse(r#"{"weights": {"lines": 0.5, "holes": 1}}"#).unwrap();
/// let genes = [Gene::new("holes", 0.0, 2.0), Gene::new("lines", 0.0, 2.0)];
/// assert_eq!(file.weights(&genes).unwrap(), [1.0, 0.5]);
/// ```
#[derive(Clone, Debug)]
pub struct WeightsFile {
    /// Each weight as it is written in the file: an error message shows that text.
    weights: Vec<(String, Box<RawValue>)>,
}

impl WeightsFile {
    /// Reads the text of a file.
    ///
    /// # Errors
    /// If the text is not JSON, has a key that a weights file does not have, or has a weight twice.
    pub fn parse(text: &str) -> Result<Self, WeightsError> {
        let contents: Contents =
            serde_json::from_str(text).map_err(|error| WeightsError::Form(error.to_string()))?;
        Ok(Self { weights: contents.weights.0 })
    }

    /// The names of the weights, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.weights.iter().map(|(name, _)| name.as_str())
    }

    /// Whether the file has a weight of this name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names().any(|given| given == name)
    }

    /// The value of every gene, in the order of the genes.
    ///
    /// # Errors
    /// If a weight is unknown, missing, not a number, or out of its bounds. The error names the weight.
    pub fn weights(&self, genes: &[Gene]) -> Result<Vec<f64>, WeightsError> {
        let names: Vec<&str> = genes.iter().map(|gene| gene.name).collect();
        if let Some(name) = self.names().find(|name| !names.contains(name)) {
            return Err(WeightsError::unknown(name, &names));
        }
        genes.iter().map(|gene| self.weight(gene, genes.len())).collect()
    }

    /// One of `expected` weights.
    fn weight(&self, gene: &Gene, expected: usize) -> Result<f64, WeightsError> {
        let Gene { name, low, high } = *gene;
        let Some((_, text)) = self.weights.iter().find(|(given, _)| given == name) else {
            return Err(WeightsError::Missing { name, expected, given: self.weights.len() });
        };
        // JSON has no infinities and no NaN, and a number that is too large for an `f64` cannot be read.
        let value = serde_json::from_str::<f64>(text.get()).ok();
        value.filter(|value| (low..=high).contains(value)).ok_or_else(|| WeightsError::Value {
            name,
            given: text.get().to_owned(),
            low: shown(low),
            high: shown(high),
        })
    }
}

/// A bound as people read it.
fn shown(bound: f64) -> String {
    if bound.abs() >= SCIENTIFIC { format!("{bound:e}") } else { bound.to_string() }
}

/// The file as it is written. Only the weights count; the other keys are notes of the training run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Contents {
    #[serde(default, rename = "config")]
    _config: IgnoredAny,
    #[serde(default, rename = "evolved_at")]
    _evolved_at: IgnoredAny,
    #[serde(default, rename = "fitness")]
    _fitness: IgnoredAny,
    weights: NamedWeights,
}

/// Weights by name, each name once.
struct NamedWeights(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for NamedWeights {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(NamedWeightsVisitor)
    }
}

struct NamedWeightsVisitor;

impl<'de> Visitor<'de> for NamedWeightsVisitor {
    type Value = NamedWeights;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("weights by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<NamedWeights, A::Error> {
        let mut weights: Vec<(String, Box<RawValue>)> = Vec::new();
        while let Some((name, value)) = map.next_entry::<String, _>()? {
            if weights.iter().any(|(given, _)| *given == name) {
                return Err(A::Error::custom(format!("the weight {name:?} is given twice")));
            }
            weights.push((name, value));
        }
        Ok(NamedWeights(weights))
    }
}

/// A weights file that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WeightsError {
    /// The text is not JSON, or does not have the form of a weights file.
    #[error("not a weights file: {0}")]
    Form(String),
    /// The game has no weight of this name.
    #[error("unknown weight {name:?}; {hint}")]
    Unknown {
        /// The name in the file.
        name: String,
        /// The allowed names, and the nearest one.
        hint: String,
    },
    /// A weight is missing.
    #[error("weight {name} is missing: expected {expected} weights, found {given}")]
    Missing {
        /// The name of the missing weight.
        name: &'static str,
        /// How many weights there should be.
        expected: usize,
        /// How many weights the file has.
        given: usize,
    },
    /// A weight is not a number, or is out of its bounds.
    #[error("weight {name} is {given}; allowed: a number, {low} to {high}")]
    Value {
        /// The name of the weight.
        name: &'static str,
        /// The value as it is written in the file.
        given: String,
        /// The least allowed value.
        low: String,
        /// The greatest allowed value.
        high: String,
    },
}

impl WeightsError {
    /// The error for a weight that is not one of `allowed`.
    #[must_use]
    pub fn unknown(name: &str, allowed: &[&str]) -> Self {
        Self::Unknown { name: name.to_owned(), hint: hint(name, allowed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GENES: [Gene; 2] = [Gene::new("holes", 0.0, 1.0), Gene::new("lines", -1e9, 1e9)];

    fn error(weights: &str) -> String {
        let text = format!(r#"{{"fitness": 1.5, "weights": {{{weights}}}}}"#);
        WeightsFile::parse(&text).and_then(|file| file.weights(&GENES)).unwrap_err().to_string()
    }

    #[test]
    fn weights_come_in_the_order_of_the_genes() {
        let text =
            r#"{"config": {"x": 1}, "evolved_at": null, "weights": {"lines": -2e3, "holes": 0}}"#;
        let file = WeightsFile::parse(text).unwrap();
        assert_eq!(file.weights(&GENES), Ok(vec![0.0, -2000.0]));
        assert_eq!(file.names().collect::<Vec<_>>(), ["lines", "holes"]);
    }

    #[test]
    fn a_weight_too_many_or_too_few_is_named() {
        let missing = "weight lines is missing: expected 2 weights, found 1";
        assert_eq!(error(r#""holes": 1"#), missing);
        let unknown = r#"unknown weight "hoels"; allowed: holes, lines; did you mean holes?"#;
        assert_eq!(error(r#""hoels": 1, "lines": 1"#), unknown);
    }

    #[test]
    fn a_value_that_is_not_a_weight_is_shown_as_it_is_written() {
        for value in ["null", "true", "\"0.5\"", "[1]", "{}", "-0.001", "1.5", "1e999", "-1e999"] {
            let expected = format!("weight holes is {value}; allowed: a number, 0 to 1");
            assert_eq!(error(&format!(r#""holes": {value}, "lines": 1"#)), expected);
        }
        let expected = "weight lines is 1e10; allowed: a number, -1e9 to 1e9";
        assert_eq!(error(r#""holes": 1, "lines": 1e10"#), expected);
    }

    #[test]
    fn text_of_another_form_is_refused() {
        for (text, expected) in [
            ("", "EOF"),
            ("[]", "invalid length"),
            ("7", "invalid type"),
            ("{}", "missing field `weights`"),
            (r#"{"weights": 7}"#, "expected weights by name"),
            (r#"{"weights": {}, "wieghts": {}}"#, "unknown field `wieghts`"),
            (r#"{"weights": {"holes": NaN}}"#, "expected value at line 1"),
            (r#"{"weights": {"holes": 1, "holes": 2}}"#, "the weight \"holes\" is given twice"),
        ] {
            let error = WeightsFile::parse(text).unwrap_err().to_string();
            assert!(error.starts_with("not a weights file: "), "{error}");
            assert!(error.contains(expected), "{error}");
        }
    }
}
