//! The threads on which the bots of rooms think.
//!
//! Games whose turns come by the clock have threads of their own, so that a long thought about a
//! move does not hold up a bot that has a tick to answer. All of them give way to the thread that ticks: where the
//! system lets them, they run at a lower priority. What waits is bounded by the rooms: every bot has at most
//! one question.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludus_arena::contain;
use ludus_arena::live::Question;
use parking_lot::{Condvar, Mutex};

use crate::vitals::{Heart, Vitals};

/// How long a bot may think, an external program included, before its thread counts as stuck.
const PATIENCE: Duration = Duration::from_secs(120);

/// The stack of a thread that thinks: a search may go deep.
const STACK: usize = 16 << 20;

/// How much less important thinking is than ticking, in the system's measure.
const LESS_IMPORTANT: i32 = 5;

/// Where questions are handed in.
pub(super) struct Thinkers {
    quick: Arc<Queue>,
    slow: Arc<Queue>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

#[derive(Default)]
struct Queue {
    state: Mutex<State>,
    work: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Question>,
    closed: bool,
}

impl Thinkers {
    /// Starts this many threads for the games by the clock, and as many for the others.
    pub(super) fn start(threads: usize, vitals: &Vitals) -> io::Result<Self> {
        let (quick, slow) = (Arc::<Queue>::default(), Arc::<Queue>::default());
        let all = Self { quick, slow, threads: Mutex::default() };
        for number in 0..threads.max(1) {
            let queues = [("quick", Arc::clone(&all.quick)), ("slow", Arc::clone(&all.slow))];
            for (name, queue) in queues {
                let name = format!("{name}-{number}");
                let heart = vitals.thread(&name, Some(PATIENCE));
                let thread = thread::Builder::new()
                    .name(name)
                    .stack_size(STACK)
                    .spawn(move || queue.think(&heart))?;
                all.threads.lock().push(thread);
            }
        }
        Ok(all)
    }

    /// Hands in questions of a game whose turns come by the clock, or not.
    pub(super) fn ask(&self, questions: Vec<Question>, clocked: bool) {
        let queue = if clocked { &self.quick } else { &self.slow };
        let mut state = queue.state.lock();
        if !questions.is_empty() && !state.closed {
            state.waiting.extend(questions);
            queue.work.notify_all();
        }
    }

    /// Ends the threads, once the questions that are being asked are answered.
    pub(super) fn stop(&self) {
        for queue in [&self.quick, &self.slow] {
            let mut state = queue.state.lock();
            state.closed = true;
            state.waiting.clear();
            queue.work.notify_all();
        }
        for thread in std::mem::take(&mut *self.threads.lock()) {
            if thread.join().is_err() {
                tracing::error!("a thread on which bots think panicked");
            }
        }
    }
}

impl Queue {
    fn think(&self, heart: &Heart) {
        give_way();
        while let Some(question) = self.next() {
            // A question contains what fails in its match and lets the match know.
            if let Err(error) = heart.beat(|| contain("a question", || question.ask())) {
                tracing::error!(%error, at = error.location, "a bot was not asked");
            }
        }
    }

    fn next(&self) -> Option<Question> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            match state.waiting.pop_front() {
                Some(question) => return Some(question),
                None => self.work.wait(&mut state),
            }
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
