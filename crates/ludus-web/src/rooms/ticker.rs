//! The thread that ticks: it plays the turns of all rooms when they are due, and waits in between.
//!
//! It never waits for a bot, a person or a file of results: what it does in a turn takes microseconds.

use std::io;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludus_arena::{Agenda, contain};
use parking_lot::{Condvar, Mutex};

use super::lateness::Lateness;
use super::room::Room;
use crate::vitals::{Heart, Vitals};

/// The name of the thread.
const NAME: &str = "ludus-ticks";

/// A turn takes microseconds: after this long the thread is stuck.
const PATIENCE: Duration = Duration::from_secs(5);

/// When which room wants to be looked at.
pub(super) struct Ticker {
    state: Mutex<State>,
    moved: Condvar,
    /// How late ticks were played.
    pub(super) lateness: Lateness,
}

#[derive(Default)]
struct State {
    due: Agenda<Weak<Room>>,
    closed: bool,
}

impl Ticker {
    /// Starts the thread. It calls `sweep` about once a second, too.
    pub(super) fn start(
        vitals: &Vitals,
        sweep: impl Fn(Instant) + Send + 'static,
    ) -> io::Result<(Arc<Self>, JoinHandle<()>)> {
        let ticker = Arc::new(Self {
            state: Mutex::default(),
            moved: Condvar::new(),
            lateness: Lateness::default(),
        });
        let shared = Arc::clone(&ticker);
        let heart = vitals.thread(NAME, Some(PATIENCE));
        let thread = thread::Builder::new()
            .name(NAME.to_owned())
            .spawn(move || shared.run(&heart, &sweep))?;
        Ok((ticker, thread))
    }

    /// Looks at the room at this moment. What it finds there is the room's business: a moment too many
    /// does no harm.
    pub(super) fn at(&self, room: &Arc<Room>, at: Instant) {
        let mut state = self.state.lock();
        let first = state.due.next().is_none_or(|next| at < next);
        state.due.add(at, Arc::downgrade(room));
        if first {
            self.moved.notify_one();
        }
    }

    /// Ends the thread.
    pub(super) fn stop(&self) {
        self.state.lock().closed = true;
        self.moved.notify_all();
    }

    fn run(&self, heart: &Heart, sweep: &dyn Fn(Instant)) {
        let mut next_sweep = Instant::now() + SWEEP;
        while let Some(due) = self.next(next_sweep) {
            let now = Instant::now();
            let done = heart.beat(|| match due {
                // A room contains what fails in its match: this is for what it does beside.
                Due::Room(room) => contain("a room", || {
                    if let Some(room) = room.upgrade() {
                        room.on_time(now);
                    }
                }),
                Due::Sweep => {
                    next_sweep = now + SWEEP;
                    contain("the rooms", || sweep(now))
                }
            });
            if let Err(error) = done {
                tracing::error!(%error, at = error.location, "a room failed; the others are played");
            }
        }
    }

    /// Waits for what is due next; `None` at the end.
    fn next(&self, sweep: Instant) -> Option<Due> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            let now = Instant::now();
            if now >= sweep {
                return Some(Due::Sweep);
            }
            if let Some(room) = state.due.take_due(now) {
                return Some(Due::Room(room));
            }
            let until = state.due.next().map_or(sweep, |next| next.min(sweep));
            self.moved.wait_until(&mut state, until);
        }
    }
}

enum Due {
    Room(Weak<Room>),
    Sweep,
}

/// How often rooms are looked through for people who are gone.
const SWEEP: Duration = Duration::from_secs(1);
