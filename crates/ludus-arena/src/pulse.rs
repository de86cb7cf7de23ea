//! What a thread that plays is doing: how many turns it has played, and which bots it waits for.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use parking_lot::Mutex;

/// What one thread that plays is doing, for those who follow a series. Only that thread counts turns, so that
/// counting costs no more than writing a number.
#[derive(Debug, Default)]
pub struct Pulse {
    turns: AtomicU64,
    waits: Mutex<Vec<AskedBot>>,
}

/// A bot that has been asked and has not answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedBot {
    /// What the bot is called.
    pub label: String,
    /// The turn that it was asked about, from 1; 0 if it is starting.
    pub turn: u32,
    /// When it was asked.
    pub since: Instant,
}

impl Pulse {
    /// How many turns were played so far, over all matches.
    #[must_use]
    pub fn turns(&self) -> u64 {
        self.turns.load(Ordering::Relaxed)
    }

    /// The bots that are waited for now.
    #[must_use]
    pub fn waits(&self) -> Vec<AskedBot> {
        self.waits.lock().clone()
    }

    /// Counts a turn.
    pub(crate) fn turn(&self) {
        self.turns.store(self.turns.load(Ordering::Relaxed) + 1, Ordering::Relaxed);
    }

    /// Notes that a bot is waited for, until what this gives back is dropped.
    pub(crate) fn wait(&self, label: &str, turn: u32) -> Waiting<'_> {
        let wait = AskedBot { label: label.to_owned(), turn, since: Instant::now() };
        self.waits.lock().push(wait.clone());
        Waiting { pulse: self, wait }
    }
}

/// A bot that is being waited for.
pub(crate) struct Waiting<'a> {
    pulse: &'a Pulse,
    wait: AskedBot,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut waits = self.pulse.waits.lock();
        if let Some(place) = waits.iter().position(|wait| *wait == self.wait) {
            waits.swap_remove(place);
        }
    }
}

/// The turns that all these threads have played.
#[must_use]
pub fn turns(threads: &[Arc<Pulse>]) -> u64 {
    threads.iter().map(|thread| thread.turns()).sum()
}

/// The bot that has been waited for longest, if that is longer than `patience`.
#[must_use]
pub fn longest_wait(threads: &[Arc<Pulse>], patience: Duration) -> Option<AskedBot> {
    let waits = threads.iter().flat_map(|thread| thread.waits());
    waits.filter(|wait| wait.since.elapsed() >= patience).min_by_key(|wait| wait.since)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_are_waited_for_until_they_answer() {
        let threads = [Arc::new(Pulse::default()), Arc::new(Pulse::default())];
        threads[1].turn();
        threads[1].turn();
        threads[0].turn();
        assert_eq!(turns(&threads), 3);
        let first = threads[1].wait("mine", 7);
        let second = threads[0].wait("theirs", 0);
        let longest = longest_wait(&threads, Duration::ZERO).unwrap();
        assert_eq!((longest.label.as_str(), longest.turn), ("mine", 7));
        assert_eq!(longest_wait(&threads, Duration::from_secs(3600)), None);
        drop(first);
        assert_eq!(longest_wait(&threads, Duration::ZERO).unwrap().label, "theirs");
        drop(second);
        assert_eq!(longest_wait(&threads, Duration::ZERO), None);
    }
}
