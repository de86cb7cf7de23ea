//! What is due when: the queue of everything that waits for a moment, and the same for several threads.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;
use std::time::Instant;

use parking_lot::{Condvar, Mutex};

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
    entries: BinaryHeap<Reverse<AgendaEntry<T>>>,
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
        self.entries.push(Reverse(AgendaEntry { at, number: self.count, what }));
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

/// An agenda that threads share: some put things in, others wait for what is due.
///
/// It is a queue of its own because no channel hands things out by the time at which they are due.
///
/// ```
/// use std::time::Instant;
/// use ludus_arena::SharedAgenda;
/// let agenda = SharedAgenda::default();
/// agenda.add(Instant::now(), "now");
/// assert_eq!(agenda.wait(), Some("now"));
/// agenda.close();
/// assert_eq!(agenda.wait(), None);
/// ```
#[derive(Debug)]
pub struct SharedAgenda<T> {
    state: Mutex<AgendaState<T>>,
    moved: Condvar,
}

#[derive(Debug)]
struct AgendaState<T> {
    agenda: Agenda<T>,
    closed: bool,
}

impl<T> Default for SharedAgenda<T> {
    fn default() -> Self {
        let state = AgendaState { agenda: Agenda::default(), closed: false };
        Self { state: Mutex::new(state), moved: Condvar::new() }
    }
}

impl<T> SharedAgenda<T> {
    /// Puts something in that is due at this moment. After the end it is dropped.
    pub fn add(&self, at: Instant, what: T) {
        let mut state = self.state.lock();
        if state.closed {
            return;
        }
        // A thread waits for the first thing: only an earlier one concerns it.
        let first = state.agenda.next().is_none_or(|next| at < next);
        state.agenda.add(at, what);
        drop(state);
        if first {
            self.moved.notify_one();
        }
    }

    /// Waits for the next thing that is due; `None` at the end.
    pub fn wait(&self) -> Option<T> {
        let mut state = self.state.lock();
        while !state.closed {
            if let Some(what) = state.agenda.take_due(Instant::now()) {
                let more = state.agenda.next().is_some();
                drop(state);
                // Another thread takes over the waiting for what is next.
                if more {
                    self.moved.notify_one();
                }
                return Some(what);
            }
            match state.agenda.next() {
                Some(at) => drop(self.moved.wait_until(&mut state, at)),
                None => self.moved.wait(&mut state),
            }
        }
        None
    }

    /// Forgets everything and ends all waiting.
    pub fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        state.agenda.clear();
        drop(state);
        self.moved.notify_all();
    }
}

#[derive(Debug)]
struct AgendaEntry<T> {
    at: Instant,
    /// Keeps entries of the same moment in the order they came.
    number: u64,
    what: T,
}

impl<T> AgendaEntry<T> {
    fn key(&self) -> (Instant, u64) {
        (self.at, self.number)
    }
}

impl<T> PartialEq for AgendaEntry<T> {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl<T> Eq for AgendaEntry<T> {}

impl<T> PartialOrd for AgendaEntry<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for AgendaEntry<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}
