//! From what a page wants to what is played.

use std::time::Duration;

use ludus_arena::{LineUp, Offer, SeriesPlan};
use ludus_core::{BotSpec, Seed};

/// How much later than its time an answer may come.
pub(crate) const MARGIN: Duration = Duration::from_millis(50);

/// A series of these bots, `at_a_time` games at a time.
pub(crate) fn series(
    offer: &Offer,
    bots: Vec<BotSpec>,
    games: u64,
    at_a_time: usize,
    seed: Seed,
) -> SeriesPlan {
    SeriesPlan {
        games,
        seed,
        budget: offer.budget,
        margin: MARGIN,
        jobs: at_a_time,
        ..SeriesPlan::new(LineUp::new(bots), offer.rules.clone())
    }
}
