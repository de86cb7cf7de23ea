//! A parameter that is tuned: bounds, start and kind; and specs with other values.

use ludus_core::{BotSpec, ParamKind};
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How finely a real parameter is set: digits of its range. Games cannot tell finer values apart, and they would make specs
/// unreadable.
const DIGITS: i32 = 5;

/// A parameter that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TunedParameter {
    /// Its name.
    pub name: String,
    /// The key of the bot's spec that sets it.
    pub key: String,
    /// The least value.
    pub min: f64,
    /// The greatest value.
    pub max: f64,
    /// The value that the untuned bot has.
    pub start: f64,
    /// Which numbers it takes.
    pub kind: ParamKind,
}

/// A parameter whose bounds or start cannot be used.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ParameterBoundsError {
    /// The bounds are not in order, or not finite.
    #[error("parameter {name} has the bounds {min}..{max}; the first must be less than the second")]
    Order {
        /// The parameter.
        name: String,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
    },
    /// The start lies outside the bounds.
    #[error(
        "parameter {name} starts at {start}, outside its bounds {min}..{max}; give others: {name}=MIN..MAX"
    )]
    Start {
        /// The parameter.
        name: String,
        /// The start.
        start: f64,
        /// The lower bound.
        min: f64,
        /// The upper bound.
        max: f64,
    },
}

impl TunedParameter {
    /// Checks bounds and start.
    ///
    /// # Errors
    /// If they cannot be used.
    pub fn check(&self) -> Result<(), ParameterBoundsError> {
        let (name, min, max, start) = (self.name.clone(), self.min, self.max, self.start);
        if !(min.is_finite() && max.is_finite() && min < max) {
            return Err(ParameterBoundsError::Order { name, min, max });
        }
        match (min..=max).contains(&start) {
            true => Ok(()),
            false => Err(ParameterBoundsError::Start { name, start, min, max }),
        }
    }

    /// A value as it is written: between the bounds, and with few digits.
    #[must_use]
    pub fn written(&self, value: f64) -> f64 {
        let digits = DIGITS - libm::floor(libm::log10(self.max - self.min)) as i32;
        let unit = libm::pow(10.0, f64::from(digits.max(0)));
        ((value * unit).round() / unit).clamp(self.min, self.max)
    }

    /// A value as it is played: whole numbers are rounded.
    #[must_use]
    pub fn played(&self, value: f64) -> f64 {
        match self.kind {
            ParamKind::Real => self.written(value),
            // Bounds that are not whole leave out the numbers beyond them.
            ParamKind::Integer => value.round().clamp(self.min.ceil(), self.max.floor()),
        }
    }

    /// The least perturbation that changes what is played, as a share of the range.
    #[must_use]
    pub fn least_step(&self) -> f64 {
        match self.kind {
            ParamKind::Real => 0.0,
            ParamKind::Integer => 0.5 / (self.max - self.min),
        }
    }
}

/// The bot with these values.
#[must_use]
pub(crate) fn spec_with(bot: &BotSpec, parameters: &[TunedParameter], values: &[f64]) -> BotSpec {
    parameters.iter().zip(values).fold(bot.clone(), |spec, (parameter, value)| {
        // −0 and 0 are the same bot.
        spec.with(&parameter.key, parameter.played(*value) + 0.0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(min: f64, max: f64, kind: ParamKind) -> TunedParameter {
        TunedParameter { name: "p".into(), key: "param.p".into(), min, max, start: min, kind }
    }

    #[test]
    fn values_are_written_with_few_digits_and_whole_numbers_are_rounded() {
        let real = parameter(-20.0, 20.0, ParamKind::Real);
        assert_eq!(real.played(-7.123_456_789), -7.1235);
        assert_eq!(real.played(99.0), 20.0);
        let fine = parameter(0.0, 0.01, ParamKind::Real);
        assert_eq!(fine.played(0.001_234_567_89), 0.001_234_6);
        let whole = parameter(0.5, 9.5, ParamKind::Integer);
        assert_eq!((whole.played(3.5), whole.played(0.2), whole.played(11.0)), (4.0, 1.0, 9.0));
        let spec: BotSpec = "mine=proc:cmd=x,param.p=3".parse().unwrap();
        assert_eq!(spec_with(&spec, &[real], &[-0.0]).to_string(), "mine=proc:cmd=x,param.p=0");
    }

    #[test]
    fn bounds_and_start_are_checked() {
        let wrong = TunedParameter { start: 3.0, ..parameter(0.0, 2.0, ParamKind::Real) };
        assert!(
            wrong.check().unwrap_err().to_string().contains("starts at 3, outside its bounds 0..2")
        );
        assert!(parameter(2.0, 2.0, ParamKind::Real).check().is_err());
        assert!(parameter(f64::NAN, 2.0, ParamKind::Real).check().is_err());
        assert!(parameter(0.0, 2.0, ParamKind::Integer).check().is_ok());
    }
}
