//! Workshops: a bot whose weights people set by hand, with what they can choose from.

use serde::Serialize;

/// A bot whose weights people set by hand. Its spec is the bot's name with a key for every weight and choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Workshop {
    /// The bot's name.
    pub bot: &'static str,
    /// The weights.
    pub knobs: Vec<Knob>,
    /// What else can be chosen.
    pub choices: Vec<Choice>,
    /// Where to begin.
    pub presets: Vec<Preset>,
}

/// A weight that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Knob {
    /// Its key.
    pub name: &'static str,
    /// What it weighs, in a few words.
    pub summary: &'static str,
    /// The least value that makes sense.
    pub low: f64,
    /// The greatest value that makes sense.
    pub high: f64,
}

/// Something that can be chosen beside the weights.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Choice {
    /// Its key.
    pub name: &'static str,
    /// What it means, in a few words.
    pub summary: &'static str,
    /// The values it can have.
    pub values: &'static [&'static str],
}

/// Weights to begin with.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Preset {
    /// What they are called.
    pub name: &'static str,
    /// How they play, in a few words.
    pub summary: &'static str,
    /// The weights, in the order of the knobs.
    pub weights: Vec<f64>,
    /// The choices, in the order of the workshop's.
    pub choices: Vec<String>,
}
