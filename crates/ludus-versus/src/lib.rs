//! Modern versus Tetris: the guideline game with hold, spins and garbage that can be cancelled, and its bots.
//!
//! | module | what lives there |
//! |---|---|
//! | [`shape`] | [`Place`](shape::Place): where a piece lies, by its rotation centre |
//! | [`kicks`] | which offsets a turn tries |
//! | [`board`] | [`BitBoard`](board::BitBoard): which cells are filled, one word for each column |
//! | [`movegen`] | all places that a piece can reach, with their spins |
//! | [`perft`](mod@perft) | how many ways there are to place a sequence of pieces |
//! | [`rules`] | [`VersusRules`]: the settings of the rules |
//! | [`start`] | [`VersusStart`](start::VersusStart): a board and pieces to begin with |
//! | [`attack`] | how many rows a clear sends |
//! | [`garbage`] | the attacks on their way to a seat, and their holes |
//! | [`action`] | [`VersusAction`]: which piece a seat places where, `T.south.x4.y1.full` |
//! | [`field`], [`filled_cells`] | the board, the pieces, the garbage and the figures of one seat |
//! | [`game`], [`turn`] | [`Versus`]: a match and its turns |
//! | [`live`] | the same game with keys, 60 ticks a second |
//! | [`search`] | the search that the bots share |
//! | [`bots`] | the bots by name |
//! | [`tbp`] | the Tetris Bot Protocol: other programs as bots, and this program as a bot of others |
//! | [`train`] | what can be trained, and how it is judged |
//! | `starters` | the bots that people can begin with |
//! | [`step`](mod@step), [`bench`](mod@bench), [`kit`] | what the program calls: `ludus step`, `ludus bench`, the catalog |

pub mod action;
pub mod attack;
pub mod bench;
pub mod board;
pub mod bots;
pub mod field;
pub mod filled_cells;
pub mod game;
pub mod garbage;
pub mod kicks;
pub mod kit;
pub mod live;
pub mod movegen;
pub mod perft;
pub mod rules;
pub mod search;
pub mod shape;
mod snapshot;
pub mod start;
mod starters;
pub mod step;
pub mod tbp;
pub mod train;
pub mod turn;

pub use action::VersusAction;
pub use game::Versus;
pub use kit::VersusKit;
pub use rules::VersusRules;
