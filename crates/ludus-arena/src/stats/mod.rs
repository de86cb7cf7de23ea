//! Statistics: what a series of matches says about its bots.

mod elo;
mod live;
mod report;
mod spread;
mod sprt;
mod tally;

pub use elo::Elo;
pub use live::{LiveBot, LiveGame, LiveStats};
pub use report::{BotReport, SeriesReport};
pub use spread::Spread;
pub use sprt::{Sprt, SprtError, SprtPlan, Verdict};
pub(crate) use tally::Tally;
pub use tally::{BotTally, Extremes};
