//! Statistics: what a series of matches says about its bots.

mod bradley_terry;
mod elo;
mod live;
mod report;
mod spread;
mod sprt;
mod tally;
mod weng_lin;

pub use bradley_terry::{PairUnit, Strength, bradley_terry};
pub use elo::Elo;
pub use live::{LiveBot, LiveGame, LiveStats};
pub use report::{BotReport, SeriesReport};
pub use spread::Spread;
pub use sprt::{Sprt, SprtError, SprtPlan, Verdict};
pub use tally::{BotTally, Extremes, Tally};
pub use weng_lin::WengLin;
