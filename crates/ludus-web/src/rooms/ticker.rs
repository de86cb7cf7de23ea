//! The thread that ticks: it plays the turns of all rooms when they are due, and waits in between.
//!
//! It never waits for a bot, a person or a file of results: what it does in a turn takes microseconds.

use std::io;
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludus_arena::{SharedAgenda, contain};

use super::lateness::Lateness;
use super::room::Room;
use crate::vitals::{Heart, Vitals};

/// The name of the thread.
const NAME: &str = "ludus-ticks";

/// A turn takes microseconds: after this long the thread is stuck.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often rooms are looked through for people who are gone.
const SWEEP: Duration = Duration::from_secs(1);

/// When which room wants to be looked at.
pub(super) struct Ticker {
    due: SharedAgenda<TickerTask>,
    /// How late ticks were played.
    pub(super) lateness: Lateness,
}

/// What the thread that ticks does at some moment.
enum TickerTask {
    /// It looks at a room.
    Room(Weak<Room>),
    /// It looks for people who are gone.
    Sweep,
}

impl Ticker {
    /// Starts the thread. It calls `sweep` about once a second, too.
    pub(super) fn start(
        vitals: &Vitals,
        sweep: impl Fn(Instant) + Send + 'static,
    ) -> io::Result<(Arc<Self>, JoinHandle<()>)> {
        let ticker = Arc::new(Self { due: SharedAgenda::default(), lateness: Lateness::default() });
        ticker.due.add(Instant::now() + SWEEP, TickerTask::Sweep);
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
        self.due.add(at, TickerTask::Room(Arc::downgrade(room)));
    }

    /// Ends the thread.
    pub(super) fn stop(&self) {
        self.due.close();
    }

    fn run(&self, heart: &Heart, sweep: &dyn Fn(Instant)) {
        while let Some(task) = self.due.wait() {
            let now = Instant::now();
            let done = heart.beat(|| match task {
                // A room contains what fails in its match: this is for what it does beside.
                TickerTask::Room(room) => contain("a room", || {
                    if let Some(room) = room.upgrade() {
                        room.on_time(now);
                    }
                }),
                TickerTask::Sweep => {
                    self.due.add(now + SWEEP, TickerTask::Sweep);
                    contain("the rooms", || sweep(now))
                }
            });
            if let Err(error) = done {
                tracing::error!(%error, at = error.location, "a room failed; the others are played");
            }
        }
    }
}
