//! Statistics: what a series of matches says about its bots.

mod beta;
mod bradley_terry;
mod by_name;
mod elo;
mod failures;
mod live;
mod matrix;
mod report;
mod spread;
mod sprt;
mod tally;
mod weng_lin;

pub use bradley_terry::{PairUnit, Strength, bradley_terry};
pub use by_name::ByName;
pub use elo::Elo;
pub use failures::{FailureReport, Failures};
pub use live::{GameLength, LiveBot, LiveStats};
pub use report::{BotReport, SeriesReport};
pub use spread::Spread;
pub use sprt::{Sprt, SprtError, SprtPlan, Verdict};
pub use tally::{BotTally, Extremes, Tally};
pub use weng_lin::WengLin;

/// The half-width of a 95 % interval in standard deviations, where a distribution is as good as normal.
const Z95: f64 = 1.959_963_984_540_054;
