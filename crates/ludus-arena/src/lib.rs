//! Plays matches: one, or many of them on all cores; counts results; records and verifies replays.
//!
//! The arena knows no game. It sees games through [`ludus_core::Game`] and
//! [`ludus_core::GameKit`], and shows them to front ends as [`AnyGame`], without their types.
//!
//! | module | what lives there |
//! |---|---|
//! | [`turns`] | [`Turns`]: the driver that plays one match turn by turn |
//! | [`host`] | seats bots and people, takes in actions, plays turns, keeps notes and the replay: what series, sessions and live matches have in common |
//! | `pool` | threads that play numbered games, for series and tournaments |
//! | [`ask`] | asking one bot, and what becomes of errors, panics and late answers |
//! | [`failure`] | why an answer did not count |
//! | `bot_logs` | [`LogFolder`]: files with everything that is said to and by external bots |
//! | `clocks` | the clocks of a match |
//! | `recent` | what the seats did since each bot was last asked |
//! | [`pulse`] | what the threads that play are doing: turns played, bots waited for |
//! | [`contain`](mod@contain) | a panic ends the match it happens in, and nothing else |
//! | [`arbiter`] | ends matches that the bots hold to be decided |
//! | [`line_up`] | [`LineUp`]: which bots play, under which labels, in which seats |
//! | [`series`] | many matches of one line-up on all cores, in an order that does not depend on them |
//! | [`session`] | matches with viewers: paused, stepped, sped up, aborted |
//! | [`live`] | matches with people in real time, whose bots think on other threads |
//! | [`stats`] | means and medians, wins and ranks, Elo with its interval |
//! | [`tournament`] | many line-ups: round robin, gauntlet, Swiss; standings, cross table, ratings |
//! | [`store`] | results in an SQLite file |
//! | [`replay`] | the record of a match: written, read back, verified, shown |
//! | [`rerun`] | recorded decisions taken again by a bot, compared and checked |
//! | [`why`] | why a match was lost: its turning points, found by a judge |
//! | [`agenda`] | [`Agenda`]: what is due when; [`SharedAgenda`]: the same for several threads |
//! | [`check`] | checks that every bot must pass: legal, in time, again and again |
//! | [`files`] | files that are there as a whole or not at all |
//! | [`lines`] | the lines of a file, however long, one at a time |
//! | [`trainee`] | [`AnyTrainable`]: weights that can be trained, without the types of their game |
//! | [`offer`] | [`Offer`]: a game with its settings, as front ends get it |
//! | [`any`] | [`AnyGame`]: a game without its types, as one trait for each kind of user |

pub mod agenda;
pub mod any;
pub mod arbiter;
pub mod ask;
mod bot_logs;
pub mod check;
mod clocks;
pub mod contain;
mod error;
pub mod failure;
pub mod files;
pub mod host;
pub mod line_up;
pub mod lines;
pub mod live;
pub mod offer;
mod pool;
pub mod pulse;
mod recent;
pub mod replay;
pub mod rerun;
mod rules;
pub mod series;
pub mod session;
pub mod stats;
pub mod store;
pub mod tournament;
pub mod trainee;
pub mod turns;
pub mod why;

pub use agenda::{Agenda, SharedAgenda};
pub use any::{
    AboutGame, AnyFilm, AnyGame, CheckGame, LogGame, PlanGame, PlayGame, ReplayGame, ToolGame,
};
pub use bot_logs::LogFolder;
pub use check::CheckPlan;
pub use clocks::{ClockFaces, SharedClocks};
pub use contain::{InternalError, contain};
pub use error::ArenaError;
pub use failure::Failure;
pub use line_up::{Entrant, LineUp};
pub use live::{AnyLive, LivePlan, LiveResult};
pub use offer::Offer;
pub use pulse::Pulse;
pub use rules::AnyRules;
pub use series::{BrokenGame, BrokenGames, GameRecord, GameReport, SeriesPlan, SeriesWatch};
pub use session::{Session, SessionGroup, Stage, View};
pub use stats::{BotTally, Elo, SeriesReport, Spread};
pub use trainee::{AnyTrainable, Task};
pub use turns::{MatchResult, Played, SeatResult, Table, Turns};
