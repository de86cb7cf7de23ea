//! Workshops: a bot whose weights people set by hand.

use serde::Serialize;

/// A bot whose weights people set by hand. Its spec is the bot's name with a key for every weight and choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Workshop {
    /// The bot's name.
    pub bot: &'static str,
    /// The weights.
    pub knobs: Vec<Knob>,
    /// What else can be chosen.
    pub choices: Vec<WorkshopChoice>,
    /// Weights to start from.
    pub presets: Vec<Preset>,
}

/// A weight that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Knob {
    /// Its key.
    pub name: &'static str,
    /// What the weight multiplies, in a few words.
    pub summary: &'static str,
    /// The least value that makes sense.
    pub low: f64,
    /// The greatest value that makes sense.
    pub high: f64,
}

/// Something that can be chosen besides the weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct WorkshopChoice {
    /// Its key.
    pub name: &'static str,
    /// What it means, in a few words.
    pub summary: &'static str,
    /// The values it can have.
    pub values: &'static [&'static str],
}

/// Weights to start from.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Preset {
    /// Their name.
    pub name: &'static str,
    /// How they play, in a few words.
    pub summary: &'static str,
    /// The weights, in the order of the knobs.
    pub weights: Vec<f64>,
    /// The choices, in the order of the workshop's.
    pub choices: Vec<String>,
}
