//! Parameters of bots that can be tuned: named numbers with bounds, each set by a key of the bot's spec.

use serde::{Deserialize, Serialize};

use crate::spec::{BotSpec, SpecError};

/// A parameter of a bot, as the bot or its game lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct BotParam {
    /// Its name, as the bot's author knows it: `holes`, `Contempt`.
    pub name: String,
    /// The key of the spec that sets it: `holes`, `option.Contempt`.
    pub key: String,
    /// The least and the greatest value; `None` if they are not known.
    pub bounds: Option<(f64, f64)>,
    /// The value it has now; `None` if it is not known.
    pub value: Option<f64>,
    /// Which numbers it takes.
    pub kind: ParamKind,
}

/// Which numbers a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ParamKind {
    /// Whole numbers.
    Integer,
    /// All numbers.
    Real,
}

/// A weight of a bot whose weights are keys of its spec.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeightKey {
    /// The key, which is also the weight's name.
    pub name: &'static str,
    /// The least value that makes sense.
    pub low: f64,
    /// The greatest value that makes sense.
    pub high: f64,
    /// The value where the spec gives none.
    pub usual: f64,
}

impl BotParam {
    /// The parameters of a bot whose weights are keys of its spec: the weights that the spec gives, or all of them if it
    /// gives none.
    ///
    /// # Errors
    /// If a given weight is not a number.
    pub fn of_weights(
        spec: &BotSpec,
        weights: impl IntoIterator<Item = WeightKey>,
    ) -> Result<Vec<Self>, SpecError> {
        let param = |weight: WeightKey| {
            let given = spec.value::<f64>(weight.name, "a number")?;
            let param = Self {
                name: weight.name.to_owned(),
                key: weight.name.to_owned(),
                bounds: Some((weight.low, weight.high)),
                value: Some(given.unwrap_or(weight.usual)),
                kind: ParamKind::Real,
            };
            Ok((given.is_some(), param))
        };
        let all = weights.into_iter().map(param).collect::<Result<Vec<_>, SpecError>>()?;
        let some_given = all.iter().any(|(given, _)| *given);
        let wanted = |(given, _): &(bool, Self)| *given || !some_given;
        Ok(all.into_iter().filter(wanted).map(|(_, param)| param).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WEIGHTS: [WeightKey; 2] = [
        WeightKey { name: "holes", low: -20.0, high: 0.0, usual: -7.0 },
        WeightKey { name: "lines", low: 0.0, high: 20.0, usual: 2.0 },
    ];

    fn of(text: &str) -> Result<Vec<(String, Option<f64>)>, SpecError> {
        let params = BotParam::of_weights(&text.parse().unwrap(), WEIGHTS)?;
        Ok(params.into_iter().map(|param| (param.name, param.value)).collect())
    }

    #[test]
    fn a_spec_that_gives_weights_is_tuned_in_those_alone() {
        assert_eq!(of("heuristic:lines=3").unwrap(), [("lines".into(), Some(3.0))]);
        let all = [("holes".to_owned(), Some(-7.0)), ("lines".to_owned(), Some(2.0))];
        assert_eq!(of("heuristic:noise=0.1").unwrap(), all);
        assert!(of("heuristic:lines=x").is_err());
    }
}
