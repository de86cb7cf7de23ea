//! Tetris, alone or as a battle, and its bots.
//!
//! | module | what lives there |
//! |---|---|
//! | [`piece`] | [`Piece`], [`Rotation`], [`Shape`]: the seven pieces |
//! | [`action`] | [`Action`], [`Placement`], [`Column`]: what a seat does, `r2x5>3` |
//! | [`board`] | [`Board`]: which cells are filled |
//! | [`landing`] | [`Landing`]: where a piece lands, and what its lock clears |
//! | [`metric`] | [`Metric`]: the metrics by name, and the sets of them that are measured together |
//! | [`metrics`] | [`Metrics`]: what a board looks like after a placement |
//! | `steps` | the steps between neighbouring heights as bits, and which pieces fit there |
//! | [`surface`] | [`Surface`](surface::Surface): the same, fast, for all placements of a piece |
//! | [`rules`] | [`TetrisRules`]: the settings of the rules |
//! | [`stream`] | which piece comes next |
//! | [`field`] | [`Field`](field::Field): the board, the pieces and the figures of one seat |
//! | [`game`], [`turn`] | [`Tetris`]: a match and its turns |
//! | [`battle`] | [`BattleContext`](battle::BattleContext): what a seat sees of its opponents |
//! | [`hunt`] | [`Hunt`](hunt::Hunt): which seats send their garbage to the leader |
//! | [`caution`] | [`Exposure`](caution::Exposure): what it costs a seat to lead |
//! | [`weights`], [`weights_file`] | how placements are scored, and the files with weights |
//! | [`search`], [`lookahead`] | all placements and the replies to them |
//! | [`bots`] | the bots by name |
//! | [`live`] | the same game with keys, 60 ticks a second |
//! | [`key_plan`] | the keys that bring a piece to its placement in live play |
//! | [`mistake`] | what a mistake is called |
//! | `starters` | the bots that people can begin with |
//! | [`train`] | what can be trained, and how it is judged |
//! | [`step`](mod@step), [`bench`](mod@bench), [`kit`] | what the program calls: `ludus step`, `ludus bench`, the catalog |

pub mod action;
pub mod battle;
pub mod bench;
pub mod board;
pub mod bots;
pub mod caution;
pub mod field;
pub mod game;
pub mod hunt;
pub mod key_plan;
pub mod kit;
pub mod landing;
pub mod live;
pub mod lookahead;
pub mod metric;
pub mod metrics;
pub mod mistake;
pub mod piece;
pub mod rules;
pub mod search;
mod snapshot;
mod starters;
pub mod step;
mod steps;
pub mod stream;
pub mod surface;
pub mod train;
pub mod turn;
pub mod weights;
pub mod weights_file;

pub use action::{Action, Column, Placement};
pub use board::{Board, BoardError};
pub use bots::settings::TetrisSettings;
pub use game::Tetris;
pub use kit::TetrisKit;
pub use landing::Landing;
pub use metric::Metric;
pub use metrics::Metrics;
pub use piece::{Piece, Rotation, Shape};
pub use rules::{Pieces, Spawn, TetrisRules};
