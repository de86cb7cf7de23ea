//! How much of its clock the engine uses for a move.

use std::time::Duration;

use ludus_core::{Clock, Seat};

use super::limits::TimeManager;

/// The time limits of one move: no iteration begins after `soft`, and the search stops after `hard`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveTime {
    /// After this time no new iteration begins.
    pub soft: Duration,
    /// After this time the search stops.
    pub hard: Duration,
}

/// The shortest time for a move.
const MIN_MOVE_TIME: Duration = Duration::from_micros(500);
/// The soft limit as a fraction of a move's share, numerator and denominator: the last iteration usually goes beyond it.
const SOFT_SHARE: (u32, u32) = (7, 10);
/// The hard limit as a multiple of a move's share.
const HARD_FACTOR: u32 = 3;

impl MoveTime {
    /// All of this time.
    #[must_use]
    pub fn exactly(time: Duration) -> Self {
        let time = time.max(MIN_MOVE_TIME);
        Self { soft: time, hard: time }
    }

    /// What a seat should use of its clock. `overhead` is the time between the answer and the moment when the clock stops.
    #[must_use]
    pub fn by_clock(clock: &Clock, seat: Seat, overhead: Duration) -> Self {
        let share = clock.share(seat, overhead);
        let (numerator, denominator) = SOFT_SHARE;
        Self {
            soft: (share.usual * numerator / denominator).min(share.most),
            hard: (share.usual * HARD_FACTOR).min(share.most),
        }
    }

    /// A time manager with these limits, which starts now.
    #[must_use]
    pub fn start(self) -> TimeManager {
        let manager = TimeManager::unlimited();
        manager.set(self.soft, self.hard);
        manager
    }
}
