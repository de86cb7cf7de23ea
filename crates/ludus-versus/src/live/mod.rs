//! Live versus Tetris: the same rules played with keys, 60 ticks a second.
//!
//! Keys, gravity, lock delay and the phases of bots are those of live Tetris ([`ludus_tetris::live`]); boards, turns, spins,
//! attacks and garbage are those of the match in turns.
//!
//! | module | what lives there |
//! |---|---|
//! | [`spun_piece`] | [`SpunPiece`], [`VersusWell`]: the falling piece, where it moves and turns, and its spin |
//! | [`rules`] | [`LiveVersusRules`]: the settings of the rules |
//! | [`game`] | [`LiveVersus`]: the match |
//! | `tick` | what keys and time do: hold, locks, attacks, garbage |
//! | [`key_path`] | the keys that bring a piece to a place with a spin |
//! | [`kit`] | [`LiveVersusKit`]: what the program calls |

pub mod game;
pub mod key_path;
pub mod kit;
pub mod rules;
pub mod spun_piece;
mod tick;

pub use game::LiveVersus;
pub use kit::LiveVersusKit;
pub use rules::LiveVersusRules;
pub use spun_piece::{SpunPiece, VersusWell};
