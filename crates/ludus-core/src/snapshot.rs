//! Snapshots: what everybody may see of a position.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What everybody may see of a position. Front ends draw from this alone, and replays record it.
///
/// The data has the game's own shape, described where the game makes it. It holds nothing that a
/// player could not know: no future pieces, no seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Snapshot {
    /// The position as text that people exchange: a board drawn in characters, a FEN.
    pub text: String,
    /// Everything that can be seen, as the game defines it.
    pub data: Value,
}

impl Snapshot {
    /// A snapshot with this text and data. Data that cannot be written as JSON, such as a map whose keys are no text,
    /// becomes `null`: it is a mistake in the game, which its tests find at once.
    pub fn new(text: impl Into<String>, data: &impl Serialize) -> Self {
        Self { text: text.into(), data: serde_json::to_value(data).unwrap_or_default() }
    }

    /// The data in the game's own type.
    ///
    /// # Errors
    /// If it has another shape: a snapshot of a replay comes from a file.
    pub fn data<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        T::deserialize(&self.data)
    }
}
