//! A few threads that play any number of sessions, and the queue of what is due.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::Mutex;

use super::control::Due;
use super::handle::{Core, Opening, Session};
use crate::agenda::SharedAgenda;
use crate::any::AnyGame;
use crate::contain::contain;
use crate::error::ArenaError;
use crate::pool::STACK;
use crate::series::SeriesPlan;

/// Plays sessions on a few threads. When it is dropped, no session is played any further.
///
/// A session lives as long as a handle of it or of its group does.
pub struct Stage {
    queue: Arc<TurnQueue>,
    threads: Vec<JoinHandle<()>>,
}

impl Stage {
    /// A stage with this many threads, at least one.
    ///
    /// # Errors
    /// If the system gives no more threads.
    pub fn new(threads: usize) -> Result<Self, ArenaError> {
        let mut stage = Self { queue: Arc::new(TurnQueue::default()), threads: Vec::new() };
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

    pub(super) fn queue(&self) -> &Arc<TurnQueue> {
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
pub(super) struct TurnQueue {
    /// The sessions with a turn to come, and the tickets of these turns. A session that was just played stands behind
    /// those that have waited longer, so all of them get a turn before one gets two.
    due: SharedAgenda<(Weak<Core>, u64)>,
    /// The switches that stop the turns being played, to end them when the stage does.
    playing: Mutex<Vec<Arc<AtomicBool>>>,
    closed: AtomicBool,
}

impl TurnQueue {
    /// Puts in a session's next turn.
    pub(super) fn push(&self, core: &Arc<Core>, due: Due) {
        self.due.add(due.at, (Arc::downgrade(core), due.ticket));
    }

    /// One thread: plays what is due until the stage closes.
    fn work(&self) {
        while let Some((core, ticket)) = self.due.wait() {
            // A session that is held by no handle is not played on.
            let Some(core) = core.upgrade() else { continue };
            let stop = core.stop();
            self.playing.lock().push(Arc::clone(&stop));
            // Closing sets the flag before it looks through the list: this turn is seen there, or sees the flag here.
            if self.closed.load(Ordering::SeqCst) {
                return;
            }
            // A session contains what fails in its match; should anything else fail, the thread plays the others.
            if let Err(error) = contain("a session", || core.play(ticket)) {
                core.give_up(&error);
            }
            self.playing.lock().retain(|other| !Arc::ptr_eq(other, &stop));
        }
    }

    fn close(&self) {
        self.closed.store(true, Ordering::SeqCst);
        self.due.close();
        for stop in &*self.playing.lock() {
            stop.store(true, Ordering::Relaxed);
        }
    }
}
