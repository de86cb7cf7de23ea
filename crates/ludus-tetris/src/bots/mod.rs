//! The bots.

pub mod aim;
mod list;
pub mod player;
pub mod random;
pub mod settings;

pub use list::{BOTS, make};
