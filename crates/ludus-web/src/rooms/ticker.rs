//! The thread that ticks: it plays the turns of all rooms when they are due, and waits in between.
//!
//! It never waits for a bot, a person or a file of results: what it does in a turn takes microseconds.

use std::io;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludus_arena::Agenda;
use parking_lot::{Condvar, Mutex};

use super::lateness::Lateness;
use super::room::Room;

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
        sweep: impl Fn(Instant) + Send + 'static,
    ) -> io::Result<(Arc<Self>, JoinHandle<()>)> {
        let ticker = Arc::new(Self {
            state: Mutex::default(),
            moved: Condvar::new(),
            lateness: Lateness::default(),
        });
        let shared = Arc::clone(&ticker);
        let thread = thread::Builder::new()
            .name("ludus-ticks".to_owned())
            .spawn(move || shared.run(&sweep))?;
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

    fn run(&self, sweep: &dyn Fn(Instant)) {
        let mut next_sweep = Instant::now() + SWEEP;
        while let Some(due) = self.next(next_sweep) {
            match due {
                Due::Room(room) => {
                    if let Some(room) = room.upgrade() {
                        room.on_time(Instant::now());
                    }
                }
                Due::Sweep => {
                    next_sweep = Instant::now() + SWEEP;
                    sweep(Instant::now());
                }
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
