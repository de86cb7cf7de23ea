//! When to stop.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use cozy_chess::Move;

/// What limits a search, beside the clock.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Do not look deeper than this.
    pub depth: Option<u32>,
    /// Do not look at more positions than this.
    pub nodes: Option<u64>,
    /// Stop when a mate in this many moves is found.
    pub mate: Option<u32>,
    /// Look at these moves only; empty: at all.
    pub only: Vec<Move>,
}

/// The time of one search. It can be set while the search runs: that is what `ponderhit` does.
#[derive(Debug)]
pub struct Timer {
    start: Instant,
    /// Microseconds from the start after which no new iteration begins, and after which the search
    /// stops; `u64::MAX`: never.
    soft: AtomicU64,
    hard: AtomicU64,
}

impl Timer {
    /// A timer that starts now and never ends.
    #[must_use]
    pub fn endless() -> Self {
        let never = || AtomicU64::new(u64::MAX);
        Self { start: Instant::now(), soft: never(), hard: never() }
    }

    /// A timer that starts now and ends after this time.
    #[must_use]
    pub fn of(time: Duration) -> Self {
        let timer = Self::endless();
        timer.set(time, time);
        timer
    }

    /// Counted from now, the search begins no iteration after `soft`, and stops after `hard`. If
    /// both are the same the time is used to the end.
    pub fn set(&self, soft: Duration, hard: Duration) {
        let passed = self.elapsed();
        let from_start =
            |time: Duration| (passed + time).as_micros().min(u128::from(u64::MAX)) as u64;
        self.soft.store(from_start(soft), Ordering::Relaxed);
        self.hard.store(from_start(hard), Ordering::Relaxed);
    }

    /// The time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }
}

/// The clock of one search: a timer, and a flag that stops it at once.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    stop: &'a AtomicBool,
    timer: &'a Timer,
}

impl<'a> Clock<'a> {
    /// A clock from its two parts.
    #[must_use]
    pub fn new(stop: &'a AtomicBool, timer: &'a Timer) -> Self {
        Self { stop, timer }
    }

    /// The time since the search began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.timer.elapsed()
    }

    /// Whether the search has to end now.
    #[must_use]
    pub fn expired(&self) -> bool {
        let hard = self.timer.hard.load(Ordering::Relaxed);
        self.stop.load(Ordering::Relaxed)
            || (hard != u64::MAX && self.elapsed().as_micros() as u64 >= hard)
    }

    /// Whether no new iteration should begin. `share` stretches or shrinks the time for that, in
    /// hundredths, by how settled the search is.
    pub(super) fn is_late(&self, share: u64) -> bool {
        let soft = self.timer.soft.load(Ordering::Relaxed);
        let hard = self.timer.hard.load(Ordering::Relaxed);
        soft != hard && self.elapsed().as_micros() as u64 >= soft / 100 * share
    }
}
