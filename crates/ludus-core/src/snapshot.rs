//! Snapshots: what everybody may see of a position.

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
