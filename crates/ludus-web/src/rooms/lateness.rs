//! How late ticks are played: counted in buckets, so that a day of ticks takes no more room than a second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::protocol::LatenessReport;

/// Quarter milliseconds up to 64 ms, and one bucket for everything beyond.
const BUCKETS: usize = 257;

/// The width of a bucket.
const WIDTH: Duration = Duration::from_micros(250);

/// How late ticks were played.
pub(super) struct Lateness {
    buckets: [AtomicU64; BUCKETS],
    worst: AtomicU64,
}

impl Default for Lateness {
    fn default() -> Self {
        Self { buckets: [const { AtomicU64::new(0) }; BUCKETS], worst: AtomicU64::new(0) }
    }
}

impl Lateness {
    /// A tick was played this much too late.
    pub(super) fn count(&self, late: Duration) {
        let bucket = (late.as_micros() / WIDTH.as_micros()) as usize;
        self.buckets[bucket.min(BUCKETS - 1)].fetch_add(1, Ordering::Relaxed);
        self.worst.fetch_max(late.as_micros() as u64, Ordering::Relaxed);
    }

    /// The counts in words: how many ticks, within how many milliseconds half of them, 99 % and 99.9 % of
    /// them were played, and the worst. Beyond 64 ms, and without ticks, a share is null.
    pub(super) fn report(&self) -> LatenessReport {
        let counts: Vec<u64> =
            self.buckets.iter().map(|bucket| bucket.load(Ordering::Relaxed)).collect();
        let all: u64 = counts.iter().sum();
        let within = |share: f64| {
            let mut seen = 0;
            let enough = |count: &u64| {
                seen += count;
                seen as f64 >= share * all as f64
            };
            let bucket = counts.iter().position(enough).filter(|_| all > 0)?;
            let width = WIDTH.as_secs_f64() * 1000.0;
            (bucket < BUCKETS - 1).then(|| (bucket + 1) as f64 * width)
        };
        let [p50_ms, p99_ms, p999_ms] = [0.5, 0.99, 0.999].map(within);
        let worst_ms = self.worst.load(Ordering::Relaxed) as f64 / 1000.0;
        LatenessReport { ticks: all, p50_ms, p99_ms, p999_ms, worst_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_told_as_the_upper_ends_of_their_buckets() {
        let lateness = Lateness::default();
        for _ in 0..989 {
            lateness.count(Duration::from_micros(100));
        }
        for _ in 0..10 {
            lateness.count(Duration::from_micros(5100));
        }
        lateness.count(Duration::from_secs(1));
        let expected = LatenessReport {
            ticks: 1000,
            p50_ms: Some(0.25),
            p99_ms: Some(5.25),
            p999_ms: Some(5.25),
            worst_ms: 1000.0,
        };
        assert_eq!(lateness.report(), expected);
    }
}
