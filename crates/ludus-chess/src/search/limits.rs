//! When a search stops: at a depth, after some nodes, or by time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cozy_chess::Move;

/// The limits of a search, except time.
#[derive(Clone, Debug, Default)]
pub struct SearchLimits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes after which the search stops.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// The search stops when it has found a mate in this many moves.
    pub mate: Option<u32>,
    /// The root moves to search; empty: all legal moves.
    pub root_moves: Vec<Move>,
    /// How many root moves besides the best one get a score and a line of their own (MultiPV less one).
    pub more_lines: usize,
}

/// Stands for a time limit that is never reached, in microseconds.
const NEVER: u64 = u64::MAX;

/// The soft and the hard time limit of one search. They can change while the search runs: that is what
/// `ponderhit` does.
#[derive(Debug)]
pub struct TimeManager {
    start: Instant,
    /// Microseconds from the start after which no new iteration begins.
    soft: AtomicU64,
    /// Microseconds from the start after which the search stops.
    hard: AtomicU64,
}

impl TimeManager {
    /// Starts now, without a limit.
    #[must_use]
    pub fn unlimited() -> Self {
        let never = || AtomicU64::new(NEVER);
        Self { start: Instant::now(), soft: never(), hard: never() }
    }

    /// Starts now, and allows exactly this time.
    #[must_use]
    pub fn fixed(time: Duration) -> Self {
        let manager = Self::unlimited();
        manager.set(time, time);
        manager
    }

    /// Counted from now, the search begins no iteration after `soft` and stops after `hard`. If both are the
    /// same, the search uses all of the time.
    pub fn set(&self, soft: Duration, hard: Duration) {
        let elapsed = self.elapsed();
        let from_start =
            |time: Duration| (elapsed + time).as_micros().min(u128::from(NEVER)) as u64;
        self.soft.store(from_start(soft), Ordering::Relaxed);
        self.hard.store(from_start(hard), Ordering::Relaxed);
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// What stops a search from outside: its time limits, and a flag that stops it at once.
#[derive(Clone, Copy, Debug)]
pub struct StopCondition<'a> {
    stop: &'a AtomicBool,
    time: &'a TimeManager,
}

impl<'a> StopCondition<'a> {
    /// The condition made of these two parts.
    #[must_use]
    pub fn new(stop: &'a AtomicBool, time: &'a TimeManager) -> Self {
        Self { stop, time }
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }

    /// Whether the search has to stop now.
    #[must_use]
    pub fn is_met(&self) -> bool {
        let hard = self.time.hard.load(Ordering::Relaxed);
        self.stop.load(Ordering::Relaxed)
            || (hard != NEVER && self.elapsed().as_micros() as u64 >= hard)
    }

    /// Whether this percentage of the soft limit has passed, so that no new iteration should begin. A search
    /// whose two limits are equal has no soft limit.
    pub(super) fn is_past_soft_limit(&self, percent: u64) -> bool {
        let soft = self.time.soft.load(Ordering::Relaxed);
        let hard = self.time.hard.load(Ordering::Relaxed);
        soft != hard && self.elapsed().as_micros() as u64 >= soft / 100 * percent
    }
}
