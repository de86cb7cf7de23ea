//! Parameters: numbers that a bot offers to be set from outside.

use ludus_core::names::hint;
use ludus_core::text::read_shown;
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

/// The most parameters that a bot can offer.
pub const MAX_PARAMS: usize = 256;

/// A parameter of a bot, from its `ready` message.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Param {
    /// Its name. `param.NAME=` sets it.
    #[serde(deserialize_with = "read_shown")]
    pub name: String,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The value that the bot plays with: its own, or the one that was set.
    pub value: f64,
}

impl Param {
    fn allows(&self, value: f64) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

/// What is wrong with the parameters of a program. Its text says what the program does.
#[derive(Debug, Error)]
pub(crate) enum ParamError {
    /// The program offers too many.
    #[error("offers {0} parameters; allowed: {MAX_PARAMS} and less")]
    TooMany(usize),
    /// The program offers one whose own value is not allowed.
    #[error("offers the parameter {}={}, outside its {} to {}", .0.name, .0.value, .0.min, .0.max)]
    Offer(Param),
    /// A value that is to be set is not allowed.
    #[error("cannot have param.{}={value}; allowed: {} to {}", param.name, param.min, param.max)]
    Bounds {
        /// The parameter as the program offers it.
        param: Param,
        /// The value.
        value: f64,
    },
    /// A parameter is to be set, and the program offers none.
    #[error("has no parameter {0:?}: it offers none")]
    NoParams(String),
    /// An unknown parameter is to be set.
    #[error("has no parameter {name:?}; {hint}")]
    Unknown {
        /// Its name.
        name: String,
        /// The nearest name, or all names.
        hint: String,
    },
}

/// Checks what a bot offers, and sets some of it.
///
/// # Errors
/// If the bot offers too many parameters or one whose value is outside its bounds, or if a value that is set is for an
/// unknown parameter or outside its bounds.
pub(crate) fn set(params: &mut [Param], values: &[(String, f64)]) -> Result<(), ParamError> {
    if params.len() > MAX_PARAMS {
        return Err(ParamError::TooMany(params.len()));
    }
    if let Some(param) = params.iter().find(|p| !p.allows(p.value)) {
        return Err(ParamError::Offer(param.clone()));
    }
    for (name, value) in values {
        let names: Vec<String> = params.iter().map(|param| param.name.clone()).collect();
        match params.iter_mut().find(|param| param.name == *name) {
            Some(param) if param.allows(*value) => param.value = *value,
            Some(param) => {
                return Err(ParamError::Bounds { param: param.clone(), value: *value });
            }
            None if names.is_empty() => return Err(ParamError::NoParams(name.clone())),
            None => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let hint = hint(name, &names);
                return Err(ParamError::Unknown { name: name.clone(), hint });
            }
        }
    }
    Ok(())
}

/// The values of all parameters by name, as the `start` message has them.
pub(crate) fn write_values<S: Serializer>(
    params: &&[Param],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(params.len()))?;
    for Param { name, value, .. } in *params {
        map.serialize_entry(name, &Number(*value))?;
    }
    map.end()
}

/// A number that is written without a fraction if it has none: `-7`, as the bot wrote it.
struct Number(f64);

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Every such number is exact as an integer.
        const EXACT: f64 = (1_u64 << 53) as f64;
        match self.0.fract() == 0.0 && self.0.abs() < EXACT {
            true => serializer.serialize_i64(self.0 as i64),
            false => serializer.serialize_f64(self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params() -> Vec<Param> {
        let text = r#"[{"name":"holes","min":-20,"max":0,"value":-7},
                       {"name":"lines","min":0,"max":1.5,"value":0.5,"unknown":true}]"#;
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn values_are_set_within_their_bounds() {
        let mut params = params();
        set(&mut params, &[("holes".to_owned(), -20.0)]).unwrap();
        assert_eq!((params[0].value, params[1].value), (-20.0, 0.5));
        let error = |name: &str, value| {
            set(&mut self::params(), &[(name.to_owned(), value)]).unwrap_err().to_string()
        };
        assert_eq!(error("holes", 1.0), "cannot have param.holes=1; allowed: -20 to 0");
        assert_eq!(
            error("hole", 0.0),
            "has no parameter \"hole\"; allowed: holes, lines; did you mean holes?"
        );
        assert_eq!(error("holes", f64::NAN), "cannot have param.holes=NaN; allowed: -20 to 0");
    }

    #[test]
    fn what_a_bot_offers_is_checked() {
        let mut outside = params();
        outside[0].value = 3.0;
        let expected = "offers the parameter holes=3, outside its -20 to 0";
        assert_eq!(set(&mut outside, &[]).unwrap_err().to_string(), expected);
        let mut many = vec![params()[0].clone(); MAX_PARAMS + 1];
        assert!(set(&mut many, &[]).unwrap_err().to_string().starts_with("offers 257 parameters"));
        let none = set(&mut [], &[("a".to_owned(), 0.0)]).unwrap_err();
        assert_eq!(none.to_string(), "has no parameter \"a\": it offers none");
    }
}
