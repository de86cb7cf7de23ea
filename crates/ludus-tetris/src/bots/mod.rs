//! The bots.

mod list;
pub mod random;
pub mod scoring;
pub mod settings;
pub mod target;
mod workshop;

pub use list::{BOTS, make};
pub(crate) use list::{embedded, preset_weights, shipped};
pub(crate) use workshop::{HEURISTIC, weight_keys, workshop};
