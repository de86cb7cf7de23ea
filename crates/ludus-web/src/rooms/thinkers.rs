//! The threads on which the bots of rooms think.
//!
//! Games whose turns come by the clock have threads of their own, so that a long thought about a
//! move does not hold up a bot that has a tick to answer. All of them give way to the thread that ticks: where the
//! system lets them, they run at a lower priority. What waits is bounded by the rooms: every bot has at most
//! one question.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, unbounded};
use ludus_arena::contain;
use ludus_arena::live::BotQuestion;
use parking_lot::Mutex;

use crate::vitals::{Heart, Vitals};

/// How long a bot may think, an external program included, before its thread counts as stuck.
const PATIENCE: Duration = Duration::from_secs(120);

/// The stack of a thread that thinks: a search may go deep.
const STACK: usize = 16 << 20;

/// How much less important thinking is than ticking, in the system's measure.
const LESS_IMPORTANT: i32 = 5;

/// Where questions are handed in.
pub(super) struct Thinkers {
    quick: Mutex<Option<Sender<BotQuestion>>>,
    slow: Mutex<Option<Sender<BotQuestion>>>,
    /// Set at the end: what still waits is not asked.
    closed: Arc<AtomicBool>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

impl Thinkers {
    /// Starts this many threads for the games by the clock, and as many for the others.
    pub(super) fn start(threads: usize, vitals: &Vitals) -> io::Result<Self> {
        let ((quick, to_quick), (slow, to_slow)) = (unbounded(), unbounded());
        let all = Self {
            quick: Mutex::new(Some(quick)),
            slow: Mutex::new(Some(slow)),
            closed: Arc::default(),
            threads: Mutex::default(),
        };
        for number in 0..threads.max(1) {
            for (name, questions) in [("quick", to_quick.clone()), ("slow", to_slow.clone())] {
                let name = format!("{name}-{number}");
                let heart = vitals.thread(&name, Some(PATIENCE));
                let closed = Arc::clone(&all.closed);
                let thread = thread::Builder::new()
                    .name(name)
                    .stack_size(STACK)
                    .spawn(move || think(&questions, &closed, &heart))?;
                all.threads.lock().push(thread);
            }
        }
        Ok(all)
    }

    /// Hands in questions of a game whose turns come by the clock, or not.
    pub(super) fn ask(&self, questions: Vec<BotQuestion>, clocked: bool) {
        let queue = if clocked { &self.quick } else { &self.slow };
        if let Some(queue) = &*queue.lock() {
            // After the end nothing is asked any more.
            questions.into_iter().for_each(|question| drop(queue.send(question)));
        }
    }

    /// Ends the threads, once the questions that are being asked are answered.
    pub(super) fn stop(&self) {
        self.closed.store(true, Ordering::Relaxed);
        drop((self.quick.lock().take(), self.slow.lock().take()));
        for thread in std::mem::take(&mut *self.threads.lock()) {
            if thread.join().is_err() {
                tracing::error!("a thread on which bots think panicked");
            }
        }
    }
}

/// What one thread does.
fn think(questions: &Receiver<BotQuestion>, closed: &AtomicBool, heart: &Heart) {
    give_way();
    for question in questions {
        if closed.load(Ordering::Relaxed) {
            return;
        }
        // A question contains what fails in its match and lets the match know.
        if let Err(error) = heart.beat(|| contain("a question", || question.ask())) {
            tracing::error!(%error, at = error.location, "a bot was not asked");
        }
    }
}

/// Makes this thread less important than the others of the program, where that can be said of one thread.
pub(crate) fn give_way() {
    #[cfg(target_os = "linux")]
    {
        // On Linux "this process" means this thread. Where it may not, it runs as it did.
        let now = rustix::process::getpriority_process(None).unwrap_or(0);
        let _ = rustix::process::setpriority_process(None, now + LESS_IMPORTANT);
    }
}
