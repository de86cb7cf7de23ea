//! The search: one engine for all levels, with features switched on by level.
//!
//! | file | what lives there |
//! |---|---|
//! | `engine` | [`Engine`]: threads, iterations, what was found |
//! | `root` | one iteration: the root's moves, aspiration windows, ties |
//! | `node` | the inner nodes: the table, the evaluation, and then one of the next two |
//! | `prune` | what need not be looked at |
//! | `moves` | the moves of a node, with reductions and extensions |
//! | `quiesce` | captures until the position is quiet |
//! | `picker` | the order in which moves are tried |
//! | `history` | what earlier searching says about moves |
//! | `threats` | the squares that the enemy attacks |
//! | `correction` | by how much the evaluation was wrong for similar positions |
//! | `see` | what an exchange on a square wins or loses |
//! | `table` | the transposition table, shared by all threads |
//! | `clock` | when to stop |
//! | `features` | what can be switched on and off |
//! | `state` | a position with what the search keeps beside it |
//! | `worker` | one thread: its memory, and what all its nodes do |
//! | `values` | scores, mates and their limits |

mod clock;
mod correction;
mod engine;
mod features;
mod history;
mod moves;
mod node;
mod picker;
mod prune;
mod quiesce;
mod root;
mod see;
mod state;
mod table;
mod threats;
mod values;
mod worker;

pub use clock::{Clock, Limits, Timer};
pub use engine::{Engine, Found, Question, Report};
pub use features::{Feature, Features, Level};
pub use see::exchange_wins;
pub use values::Value;
