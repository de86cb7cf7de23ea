//! Snapshots: what everyone may see of a position.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::keys::to_tree;

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
    /// A snapshot with this text and the game's own data.
    ///
    /// # Panics
    /// If the data cannot be written as JSON. Data are plain structs, which always can.
    pub fn new(text: String, data: &impl Serialize) -> Self {
        Self { text, data: to_tree(data) }
    }
}
