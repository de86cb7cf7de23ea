//! The bots.

mod list;
mod random;
mod searching;

pub use list::{BOTS, make, shipped_weights};
pub use searching::{VersusBot, VersusLevel};
