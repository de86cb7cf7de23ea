//! What series, tournaments, sessions and live matches are played with.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ludus_core::GameKit;

use crate::error::ArenaError;
use crate::live::{AnyLive, LiveMatch, LivePlan};
use crate::series::{AnyPlayer, SeriesPlan, SeriesPlayer};
use crate::session::{AnyMatch, SessionMatch};

/// Sets matches up, for the three drivers of matches. Every [`GameKit`] does.
pub trait PlayGame: Send + Sync {
    /// A player for one thread, which plays games of this game one after the other.
    fn player(&self) -> Box<dyn AnyPlayer + '_>;

    /// Sets up game `number` of a series to be played turn by turn, see [`crate::session`]. A seat
    /// whose bot is `human` is a person's. Setting `stop` abandons it.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    fn open_match(
        self: Arc<Self>,
        plan: Arc<SeriesPlan>,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn AnyMatch>, ArenaError>;

    /// Sets up a match with people, see [`crate::live`]. It may take its time: bots are started.
    ///
    /// # Errors
    /// If the rules or bots do not fit, or the replay cannot be written.
    fn open_live(self: Arc<Self>, plan: &LivePlan) -> Result<Box<dyn AnyLive>, ArenaError>;
}

impl<K: GameKit> PlayGame for K {
    fn player(&self) -> Box<dyn AnyPlayer + '_> {
        Box::new(SeriesPlayer::new(self))
    }

    fn open_match(
        self: Arc<Self>,
        plan: Arc<SeriesPlan>,
        number: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Box<dyn AnyMatch>, ArenaError> {
        Ok(Box::new(SessionMatch::open(self, plan, number, stop)?))
    }

    fn open_live(self: Arc<Self>, plan: &LivePlan) -> Result<Box<dyn AnyLive>, ArenaError> {
        Ok(Box::new(LiveMatch::open(self, plan)?))
    }
}
