//! A few threads that play any number of sessions, and the queue of what is due.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::control::Due;
use super::handle::{Core, Opening, Session};
use crate::agenda::Agenda;
use crate::any::AnyGame;
use crate::contain::contain;
use crate::error::ArenaError;
use crate::series::SeriesPlan;

/// The stack of a thread that plays: a search may go deep.
const STACK: usize = 16 << 20;

/// Plays sessions on a few threads. When it is dropped, no session is played any further.
///
/// A session lives as long as somebody holds it or its group.
pub struct Stage {
    queue: Arc<Queue>,
    threads: Vec<JoinHandle<()>>,
}

impl Stage {
    /// A stage with this many threads, at least one.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn new(threads: usize) -> Result<Self, ArenaError> {
        let mut stage = Self { queue: Arc::new(Queue::default()), threads: Vec::new() };
        for _ in 0..threads.max(1) {
            let queue = Arc::clone(&stage.queue);
            let thread = thread::Builder::new()
                .name("ludus-session".into())
                .stack_size(STACK)
                .spawn(move || queue.work())
                .map_err(ArenaError::Thread)?;
            stage.threads.push(thread);
        }
        Ok(stage)
    }

    /// Starts game `number` of a series as a session, with this delay from turn to turn.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    pub fn open(
        &self,
        game: &Arc<dyn AnyGame>,
        plan: &Arc<SeriesPlan>,
        number: u64,
        delay: Duration,
        paused: bool,
    ) -> Result<Session, ArenaError> {
        let changes = Arc::new(AtomicU64::new(0));
        let opening = Opening { number, delay, paused, at_end: None, changes };
        let session = Session::open(&self.queue, game, plan, opening)?;
        session.begin();
        Ok(session)
    }

    /// How many of its threads have ended, which none does as long as the stage is there.
    #[must_use]
    pub fn dead_threads(&self) -> usize {
        self.threads.iter().filter(|thread| thread.is_finished()).count()
    }

    pub(super) fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        self.queue.close();
        for thread in self.threads.drain(..) {
            // A thread that panicked has said so already.
            let _ = thread.join();
        }
    }
}

/// What is to be played, and when.
#[derive(Default)]
pub(super) struct Queue {
    waiting: Mutex<Lists>,
    moved: Condvar,
}

#[derive(Default)]
struct Lists {
    /// Due now, in the order in which it became so: everybody gets a turn before anybody gets two.
    ready: VecDeque<(Weak<Core>, u64)>,
    /// Due later.
    later: Agenda<(Weak<Core>, u64)>,
    /// The switches that stop the turns being played, to end them when the stage does.
    playing: Vec<Arc<AtomicBool>>,
    closed: bool,
}

impl Queue {
    /// Puts a session's next turn where it belongs.
    pub(super) fn push(&self, core: &Arc<Core>, due: Due) {
        let mut lists = self.waiting.lock();
        if lists.closed {
            return;
        }
        let core = Arc::downgrade(core);
        if due.at <= Instant::now() {
            lists.ready.push_back((core, due.ticket));
        } else {
            lists.later.add(due.at, (core, due.ticket));
        }
        // The entry may be due before what the threads wait for.
        self.moved.notify_one();
    }

    /// One thread: plays what is due until the stage closes.
    fn work(&self) {
        while let Some((core, ticket)) = self.take() {
            // A session that nobody holds any more is not played on.
            let Some(core) = core.upgrade() else { continue };
            let stop = core.stop();
            let mut lists = self.waiting.lock();
            if lists.closed {
                return;
            }
            lists.playing.push(Arc::clone(&stop));
            drop(lists);
            // A session contains what fails in its match; should anything else fail, the thread plays the others.
            if let Err(error) = contain("a session", || core.play(ticket)) {
                core.give_up(&error);
            }
            self.waiting.lock().playing.retain(|other| !Arc::ptr_eq(other, &stop));
        }
    }

    /// Waits for the next turn that is due; `None` when the stage closes.
    fn take(&self) -> Option<(Weak<Core>, u64)> {
        let mut lists = self.waiting.lock();
        loop {
            if lists.closed {
                return None;
            }
            let now = Instant::now();
            while let Some(due) = lists.later.take_due(now) {
                lists.ready.push_back(due);
            }
            if let Some(next) = lists.ready.pop_front() {
                if !lists.ready.is_empty() {
                    self.moved.notify_one();
                }
                return Some(next);
            }
            match lists.later.next() {
                Some(at) => drop(self.moved.wait_until(&mut lists, at)),
                None => self.moved.wait(&mut lists),
            }
        }
    }

    fn close(&self) {
        let mut lists = self.waiting.lock();
        lists.closed = true;
        lists.ready.clear();
        lists.later.clear();
        for stop in &lists.playing {
            stop.store(true, Ordering::Relaxed);
        }
        self.moved.notify_all();
    }
}
