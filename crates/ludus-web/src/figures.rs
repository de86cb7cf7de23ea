//! What a game reports about a seat, as pages get it.

use ludus_core::Figures;
use serde::{Serialize, Serializer};

/// Numbers by name, in the game's order.
#[derive(Clone, Debug)]
pub(crate) struct SeatFigures(pub(crate) Figures);

impl Serialize for SeatFigures {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter())
    }
}
