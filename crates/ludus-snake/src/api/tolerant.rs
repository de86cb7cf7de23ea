//! Reading what servers and tools really send: numbers as text or with a point, `null` for what is not known.

use serde::{Deserialize, Deserializer, de};

/// A whole number: `54`, `54.0` or `"54"`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct WholeNumber(pub(super) i64);

/// The forms of a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum NumberForm {
    Whole(i64),
    Float(f64),
    Text(String),
}

impl<'de> Deserialize<'de> for WholeNumber {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let expected = |form| de::Error::custom(format!("expected a whole number, not {form}"));
        let whole = |value: f64| {
            let fits = value.fract() == 0.0 && value.abs() <= i64::from(i32::MAX) as f64;
            fits.then_some(value as i64)
        };
        let form = NumberForm::deserialize(from)
            .map_err(|_| de::Error::custom("expected a whole number: 54, 54.0 or \"54\""))?;
        let number = match &form {
            NumberForm::Whole(value) => Some(*value),
            NumberForm::Float(value) => whole(*value),
            NumberForm::Text(text) => {
                let text = text.trim();
                text.parse().ok().or_else(|| text.parse().ok().and_then(whole))
            }
        };
        let number = number.ok_or_else(|| match &form {
            NumberForm::Whole(value) => expected(value.to_string()),
            NumberForm::Float(value) => expected(value.to_string()),
            NumberForm::Text(text) => expected(format!("{text:?}")),
        })?;
        Ok(Self(number))
    }
}

/// A number of any type that holds it; nothing is 0.
pub(crate) fn number<'de, D, N>(from: D) -> Result<N, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<i64>,
{
    fitting(or_default(from)?)
}

/// A number that has to be there.
pub(crate) fn needed<'de, D, N>(from: D) -> Result<N, D::Error>
where
    D: Deserializer<'de>,
    N: TryFrom<i64>,
{
    fitting(WholeNumber::deserialize(from)?)
}

fn fitting<N: TryFrom<i64>, E: de::Error>(WholeNumber(value): WholeNumber) -> Result<N, E> {
    N::try_from(value).map_err(|_| E::custom(format!("{value} is out of range")))
}

/// Text, or a number as text; nothing is the empty text.
pub(super) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum TextForm {
        Text(String),
        Number(serde_json::Number),
    }
    Ok(match Option::deserialize(from)? {
        Some(TextForm::Text(text)) => text,
        Some(TextForm::Number(number)) => number.to_string(),
        None => String::new(),
    })
}

/// A truth value, also as text; nothing is false.
pub(super) fn flag<'de, D: Deserializer<'de>>(from: D) -> Result<bool, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum FlagForm {
        Flag(bool),
        Text(String),
    }
    Ok(match Option::deserialize(from)? {
        Some(FlagForm::Flag(flag)) => flag,
        // As in the official rules, everything else is false.
        Some(FlagForm::Text(text)) => text == "true",
        None => false,
    })
}

/// A value; nothing is its default.
pub(crate) fn or_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(from)?.unwrap_or_default())
}
