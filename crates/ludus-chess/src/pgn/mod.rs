//! PGN, the format in which people and programs exchange games. Whole games are written; of games that are read,
//! the main line is kept.

mod read;
mod tokens;
mod write;

pub use read::{PgnError, PgnFault, PgnGame, read};
pub use write::{PgnComment, PgnHeader, write};
