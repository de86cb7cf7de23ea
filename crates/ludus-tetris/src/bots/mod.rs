//! The bots.

pub mod aim;
mod list;
pub mod player;
pub mod random;
pub mod settings;
mod workshop;

pub use list::{BOTS, make};
pub(crate) use list::{embedded, shipped};
pub(crate) use workshop::workshop;
