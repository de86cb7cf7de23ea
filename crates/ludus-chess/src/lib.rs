//! Chess for Ludus: the rules (by cozy-chess), the engine, the bots, and the file formats.
//!
//! | module | what lives there |
//! |---|---|
//! | [`game`] | [`Chess`]: a game and its rules |
//! | [`rules`] | [`ChessRules`]: first position, opening, length limit |
//! | [`game_end`] | [`GameEnd`](game_end::GameEnd): how a game ended |
//! | [`position`] | FEN, which positions are possible, and what cozy-chess does not know about them |
//! | [`notation`] | moves as text: UCI and SAN |
//! | `mistake` | what scores mean for the match, and what a mistake is called |
//! | [`snapshot`] | [`ChessSnapshot`](snapshot::ChessSnapshot): what front ends draw |
//! | [`eval`] | the hand-crafted evaluation |
//! | [`network`] | the neural network, which is the evaluation of `master` |
//! | [`search`] | the search engine |
//! | [`bots`] | `random`, `easy`, `medium`, `hard`, `master`, and other engines |
//! | `train` | training of the hand-crafted evaluation |
//! | [`uci`] | UCI: this program as an engine, and other engines as bots |
//! | [`perft`] | counting the leaf positions of the move tree |
//! | [`kit`] | [`ChessKit`]: what the crate offers to the program |
//! | `starters` | the bots that people can begin with |
//! | [`pgn`], [`epd`] | files of games and of positions |
//! | [`openings`] | openings: the embedded set, PGN and EPD |

mod bench;
pub mod bots;
pub mod epd;
pub mod eval;
pub mod game;
pub mod game_end;
pub mod kit;
mod mistake;
pub mod network;
pub mod notation;
pub mod openings;
pub mod perft;
pub mod pgn;
pub mod position;
pub mod rules;
pub mod search;
pub mod snapshot;
mod starters;
mod step;
mod text;
mod train;
pub mod uci;

pub use game::Chess;
pub use kit::{ChessKit, ChessSettings};
pub use rules::ChessRules;
