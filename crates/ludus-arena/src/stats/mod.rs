//! Statistics: what a series of matches says about its bots.

mod elo;
mod report;
mod spread;
mod tally;

pub use elo::Elo;
pub use report::SeriesReport;
pub use spread::Spread;
pub(crate) use tally::Tally;
pub use tally::{BotTally, Extremes};
