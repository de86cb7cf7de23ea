//! PGN, the notation in which people and programs exchange games: written for whole games, read for
//! their main lines.

mod read;
mod tokens;
mod write;

pub use read::{PgnError, PgnGame, read};
pub use write::{PgnComment, PgnHeader, write};
