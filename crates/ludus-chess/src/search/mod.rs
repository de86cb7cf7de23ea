//! The search: one engine for all levels, with features switched on by level.
//!
//! | file | what lives there |
//! |---|---|
//! | `engine` | [`Engine`]: iterative deepening, threads, the result |
//! | `root` | one iteration: the root moves, aspiration windows, ties |
//! | `negamax` | the inner nodes: transposition table, static evaluation, then pruning or the move loop |
//! | `pruning` | what is cut off unsearched: reverse futility, null move, late moves, losing exchanges |
//! | `move_loop` | the moves of a node, with late-move reductions and singular extensions |
//! | `qsearch` | quiescence search: captures until the position is quiet |
//! | `move_picker` | the order in which moves are tried |
//! | `history` | killer, quiet, capture and continuation history |
//! | `threats` | the squares that the opponent attacks |
//! | `correction_history` | by how much the static evaluation was wrong in similar positions |
//! | `see` | static exchange evaluation |
//! | `tt` | the transposition table, shared by all threads |
//! | `limits` | when to stop: depth, nodes, time |
//! | `handicap` | [`Handicap`]: weaker play at a given Elo |
//! | `move_time` | how much of its clock a move may use |
//! | `features` | what can be switched on and off |
//! | `search_position` | a position with its key and piece-square sums |
//! | `thread` | `SearchThread`: the memory of one thread, and what all its nodes do |
//! | `score` | scores and mates |
//!
//! # Where the numbers come from
//!
//! Inside the search a score is an `i32` in centipawns for the side to move; a depth is a number of plies.
//! Margins, divisors and depth limits are constants beside the code that uses them. They were set by hand, in
//! the range that open-source engines use (Stockfish, Ethereal and the Chess Programming Wiki). Each feature
//! was accepted as a whole by a sequential test of games with and without it; `docs/CHESS-STRENGTH.md` has the
//! results. A single number was tested only where its comment says so.

mod correction_history;
mod engine;
mod features;
mod handicap;
mod history;
mod limits;
mod move_loop;
mod move_picker;
mod move_time;
mod negamax;
mod pruning;
mod qsearch;
mod root;
mod score;
mod search_position;
mod see;
mod thread;
mod threats;
mod tt;

pub use engine::{Engine, SearchReport, SearchRequest, SearchResult};
pub use features::{Feature, Features, Level, UnknownFeature};
pub use handicap::Handicap;
pub use limits::{SearchLimits, StopCondition, TimeManager};
pub use move_time::MoveTime;
pub use score::Score;
pub use see::see_ge;
