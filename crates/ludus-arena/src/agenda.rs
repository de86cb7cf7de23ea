//! What is due when: the queue of everything that waits for a moment.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::time::Instant;

/// Things that are due at moments, the earliest first; of the same moment the first that came.
///
/// ```
/// use std::time::{Duration, Instant};
/// use ludus_arena::Agenda;
/// let start = Instant::now();
/// let mut agenda = Agenda::default();
/// agenda.add(start + Duration::from_secs(2), "later");
/// agenda.add(start + Duration::from_secs(1), "first");
/// agenda.add(start + Duration::from_secs(1), "second");
/// assert_eq!(agenda.next(), Some(start + Duration::from_secs(1)));
/// assert_eq!(agenda.take_due(start), None);
/// let now = start + Duration::from_secs(1);
/// assert_eq!([(); 3].map(|()| agenda.take_due(now)), [Some("first"), Some("second"), None]);
/// ```
#[derive(Debug)]
pub struct Agenda<T> {
    entries: BinaryHeap<Reverse<Entry<T>>>,
    /// How many entries there have been.
    count: u64,
}

impl<T> Default for Agenda<T> {
    fn default() -> Self {
        Self { entries: BinaryHeap::new(), count: 0 }
    }
}

impl<T> Agenda<T> {
    /// Puts something in that is due at this moment.
    pub fn add(&mut self, at: Instant, what: T) {
        self.entries.push(Reverse(Entry { at, number: self.count, what }));
        self.count += 1;
    }

    /// When the next thing is due.
    #[must_use]
    pub fn next(&self) -> Option<Instant> {
        self.entries.peek().map(|Reverse(entry)| entry.at)
    }

    /// Takes the next thing out if it is due by now.
    pub fn take_due(&mut self, now: Instant) -> Option<T> {
        if self.next()? > now {
            return None;
        }
        self.entries.pop().map(|Reverse(entry)| entry.what)
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

#[derive(Debug)]
struct Entry<T> {
    at: Instant,
    /// Keeps entries of the same moment in the order they came.
    number: u64,
    what: T,
}

impl<T> Entry<T> {
    fn key(&self) -> (Instant, u64) {
        (self.at, self.number)
    }
}

impl<T> PartialEq for Entry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<T> Eq for Entry<T> {}

impl<T> PartialOrd for Entry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for Entry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}
