//! How fast a server answers, and whether the network delays its answers.
//!
//! A server without `TCP_NODELAY` that writes an answer in two parts sends the second part only when the first was
//! acknowledged. The other side delays the acknowledgement by 40 ms. So every answer takes 40 ms, however fast the
//! bot is.

use std::time::Duration;

/// How many answers are needed before the hint is given.
const ENOUGH: usize = 12;

/// The typical time of a delayed answer. Few bots always think for exactly that long.
const HELD_BACK: std::ops::RangeInclusive<Duration> =
    Duration::from_millis(38)..=Duration::from_millis(46);

/// The answers of a server so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Latency {
    answers: usize,
    held_back: usize,
}

impl Latency {
    /// Counts an answer.
    pub(super) fn add(&mut self, took: Duration) {
        self.answers += 1;
        self.held_back += usize::from(HELD_BACK.contains(&took));
    }

    /// A hint if nine of ten answers take 40 ms.
    pub(super) fn remark(&self) -> Option<&'static str> {
        let steady = self.answers >= ENOUGH && self.held_back * 10 >= self.answers * 9;
        steady.then_some(
            "almost every answer takes 40 ms, as delayed acknowledgements do: let its server set TCP_NODELAY, or \
             write each answer at once",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn remark(times: impl IntoIterator<Item = u64>) -> bool {
        let mut latency = Latency::default();
        times.into_iter().for_each(|ms| latency.add(Duration::from_millis(ms)));
        latency.remark().is_some()
    }

    #[test]
    fn only_answers_that_are_held_back_are_remarked() {
        assert!(remark([41, 44, 40, 42, 43, 41, 41, 40, 42, 44, 41, 40]));
        assert!(remark([3].into_iter().chain([42; 20])), "the first one was not");
        assert!(!remark([42; 5]), "too few to tell");
        assert!(!remark([2; 100]), "fast");
        assert!(!remark((30..60).cycle().take(100)), "a bot that thinks now and then that long");
        assert!(!remark([42, 1].into_iter().cycle().take(100)));
    }
}
