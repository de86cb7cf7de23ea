//! The bots.

pub mod aim;
mod list;
pub mod player;
pub mod random;
pub mod settings;

pub(crate) use list::shipped;
pub use list::{BOTS, make};
