//! Chess for Ludus: the rules by cozy-chess, and everything that makes a game, an opponent and a
//! record out of them.
//!
//! | module | what lives there |
//! |---|---|
//! | [`game`] | [`Chess`]: the game with all its ends |
//! | [`rules`] | [`ChessRules`]: first position, opening, length |
//! | [`ends`] | [`GameEnd`](game_end::GameEnd): how a game ended, in words |
//! | [`position`] | FEN in, which positions can be, and what cozy-chess does not know about them |
//! | [`notation`] | moves as text, UCI and SAN |
//! | [`snapshot`] | what front ends draw from |
//! | [`eval`] | what a position is worth, by hand-written terms |
//! | [`network`] | what it is worth by a network: the evaluation of `master` |
//! | [`search`] | the engine |
//! | [`bots`] | `random`, `easy`, `medium`, `hard`, `master`, and other programs |
//! | `train` | what of the evaluation can be trained |
//! | [`uci`] | this engine for others, and others for us |
//! | [`perft`] | counting the ways a game can go on |
//! | [`kit`] | [`ChessKit`]: all of it for the program's catalog |
//! | [`pgn`], [`epd`] | games and positions as files |
//! | [`openings`] | where matches start: the embedded set, PGN and EPD |

mod bench;
pub mod bots;
pub mod epd;
pub mod eval;
pub mod game;
pub mod game_end;
pub mod kit;
pub mod network;
pub mod notation;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod rules;
pub mod search;
pub mod snapshot;
mod step;
mod text;
mod train;
pub mod uci;

pub use game::Chess;
pub use kit::{ChessKit, ChessSettings};
pub use rules::ChessRules;
