//! Snapshots: what everyone may see of a position.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What everyone may see of a position. Front ends draw from this alone, and replays record it.
///
/// Each game defines and documents the shape of its data. The data contains nothing that a player could not know: no
/// future pieces and no seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The position as text that people exchange: a board drawn in characters, or a FEN.
    pub text: String,
    /// Everything that can be seen, in the shape that the game defines.
    pub data: Value,
}

impl Snapshot {
    /// A snapshot with this text and data. Data that cannot be written as JSON, such as a map whose keys are not text,
    /// becomes `null`: that is a mistake in the game, which its tests find at once.
    pub fn new(text: impl Into<String>, data: &impl Serialize) -> Self {
        Self { text: text.into(), data: serde_json::to_value(data).unwrap_or_default() }
    }

    /// The data in the game's own type.
    ///
    /// # Errors
    /// If the data has another shape. A snapshot of a replay comes from a file, so it may.
    pub fn data<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(&self.data)
    }
}
