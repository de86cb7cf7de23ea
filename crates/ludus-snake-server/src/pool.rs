//! The threads that search, and how they share the time.
//!
//! There is one thread for each core, so that searches do not slow each other down. While moves wait,
//! every search is cut after its fair share: with `n` moves running or waiting on `t` threads, after `t / n`
//! of the time that it had when it began. A move that had to wait searches with what is left.

mod kept;
mod share;

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludus_arena::contain;
use ludus_core::{Bot, BotError, BotSpec, Budget, Context, Decision, GameKit, Seed};
use ludus_snake::api::position::RequestPosition;
use ludus_snake::{Direction, Snake, SnakeKit};
use ludus_web::{Heart, Vitals};
use parking_lot::{Condvar, Mutex};
use thiserror::Error;
use tokio::sync::oneshot;

use self::kept::Kept;
pub(crate) use self::kept::{Key, Limit};
use self::share::fair_end;

/// A search ends with its game's turn: after this long its thread is stuck.
const PATIENCE: Duration = Duration::from_secs(60);

type SnakeBot = Box<dyn Bot<Snake>>;

/// A move to be searched.
pub(crate) struct Job {
    /// Which bot plays, and for whom.
    pub(crate) key: Key,
    /// How that bot is made.
    pub(crate) spec: Arc<BotSpec>,
    /// The position.
    pub(crate) position: RequestPosition,
    /// When the search has to end.
    pub(crate) deadline: Instant,
    /// The bot's randomness.
    pub(crate) seed: Seed,
    /// Whether somebody looks at the insight.
    pub(crate) insight: bool,
    /// Where the answer goes. If it is dropped, there is none.
    pub(crate) reply: oneshot::Sender<Decision<Direction>>,
}

/// More moves wait than may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("too many moves wait for a search")]
pub(crate) struct Busy;

/// Where moves are handed in.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Shared>,
}

/// The threads of a pool.
pub(crate) struct Threads {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

struct Shared {
    kit: Arc<SnakeKit>,
    threads: usize,
    most_waiting: usize,
    state: Mutex<State>,
    kept: Mutex<Kept<SnakeBot>>,
    /// Something waits, or the pool ends: for the threads that search.
    work: Condvar,
    /// What runs or waits has changed: for the thread that cuts.
    change: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Job>,
    running: Vec<Running>,
    closed: bool,
}

/// A search that runs.
struct Running {
    began: Instant,
    deadline: Instant,
    stop: Arc<AtomicBool>,
}

impl Pool {
    /// Starts this many threads that search. At most `most_waiting` moves wait for them, and the bots of
    /// as many games are kept as `kept` says.
    pub(crate) fn start(
        kit: Arc<SnakeKit>,
        threads: usize,
        most_waiting: usize,
        kept: Limit,
        vitals: &Vitals,
    ) -> io::Result<(Self, Threads)> {
        let shared = Arc::new(Shared {
            kit,
            threads: threads.max(1),
            most_waiting,
            state: Mutex::default(),
            kept: Mutex::new(Kept::new(kept)),
            work: Condvar::new(),
            change: Condvar::new(),
        });
        let mut pool = Threads { shared: Arc::clone(&shared), threads: Vec::new() };
        for number in 0..shared.threads {
            pool.spawn(format!("search-{number}"), vitals, Shared::search)?;
        }
        pool.spawn("cut".to_owned(), vitals, Shared::cut)?;
        Ok((Self { shared }, pool))
    }

    /// Hands in a move.
    pub(crate) fn ask(&self, job: Job) -> Result<(), Busy> {
        let mut state = self.shared.state.lock();
        if state.closed || state.waiting.len() >= self.shared.most_waiting {
            return Err(Busy);
        }
        state.waiting.push_back(job);
        self.shared.work.notify_one();
        self.shared.change.notify_one();
        Ok(())
    }

    /// The game is over: its bot is not needed again.
    pub(crate) fn forget(&self, key: &Key) {
        drop(self.shared.kept.lock().take(key));
    }
}

impl Threads {
    fn spawn(&mut self, name: String, vitals: &Vitals, run: fn(&Shared, &Heart)) -> io::Result<()> {
        let shared = Arc::clone(&self.shared);
        let heart = vitals.thread(&name, Some(PATIENCE));
        self.threads.push(thread::Builder::new().name(name).spawn(move || run(&shared, &heart))?);
        Ok(())
    }
}

/// Ends the threads. Searches that run are cut.
impl Drop for Threads {
    fn drop(&mut self) {
        self.shared.close();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the pool panicked");
            }
        }
    }
}

impl Shared {
    fn close(&self) {
        let mut state = self.state.lock();
        state.closed = true;
        for search in &state.running {
            search.stop.store(true, Ordering::Relaxed);
        }
        self.work.notify_all();
        self.change.notify_all();
    }

    /// What a thread that searches does.
    fn search(&self, heart: &Heart) {
        while let Some((job, stop, threads)) = self.next() {
            let ctx = Context {
                budget: Budget::of_time(job.deadline.saturating_duration_since(Instant::now())),
                deadline: Some(job.deadline),
                stop: &stop,
                seed: job.seed,
                threads,
                insight: job.insight,
            };
            // A bot that panicked is not used again: it is taken out and not put back.
            let bot = self.kept.lock().take(&job.key);
            let answer = heart.beat(|| contain("a bot", || self.decide(bot, &job, &ctx)));
            self.finished(&stop);
            match answer {
                Ok(Ok((decision, bot))) => {
                    // First, so that it is there when the answer brings the next turn.
                    self.kept.lock().put(job.key, bot, Instant::now());
                    // Whoever asked may be gone.
                    let _ = job.reply.send(decision);
                }
                Ok(Err(error)) => {
                    tracing::error!(bot = %job.key.bot, %error, "a bot has no answer");
                }
                Err(error) => {
                    let (bot, at) = (&job.key.bot, error.location.as_deref());
                    tracing::error!(%bot, %error, at, "a bot panicked");
                }
            }
        }
    }

    fn decide(
        &self,
        bot: Option<SnakeBot>,
        job: &Job,
        ctx: &Context<'_>,
    ) -> Result<(Decision<Direction>, SnakeBot), BotError> {
        let mut bot = match bot {
            Some(bot) => bot,
            None => {
                let bot = self.kit.make_bot(&job.spec);
                bot.map_err(|error| BotError::new(error.to_string()))?
            }
        };
        let decision = bot.decide(&job.position.game, job.position.you, ctx)?;
        Ok((decision, bot))
    }

    /// The next move, the flag that cuts its search, and how many threads it may use; `None` at the end.
    fn next(&self) -> Option<(Job, Arc<AtomicBool>, usize)> {
        let mut state = self.state.lock();
        loop {
            if state.closed {
                return None;
            }
            match state.waiting.pop_front() {
                // Whoever asked has given up.
                Some(job) if job.reply.is_closed() => {}
                Some(job) => {
                    let stop = Arc::new(AtomicBool::new(false));
                    state.running.push(Running {
                        began: Instant::now(),
                        deadline: job.deadline,
                        stop: Arc::clone(&stop),
                    });
                    let threads = (self.threads / state.pending()).max(1);
                    self.change.notify_one();
                    return Some((job, stop, threads));
                }
                None => self.work.wait(&mut state),
            }
        }
    }

    fn finished(&self, stop: &Arc<AtomicBool>) {
        self.state.lock().running.retain(|search| !Arc::ptr_eq(&search.stop, stop));
    }

    /// What the thread that cuts does: while moves wait, it ends every search after its share.
    fn cut(&self, _: &Heart) {
        let mut state = self.state.lock();
        while !state.closed {
            match state.cut(Instant::now(), self.threads) {
                Some(next) => drop(self.change.wait_until(&mut state, next)),
                None => self.change.wait(&mut state),
            }
        }
    }
}

impl State {
    fn pending(&self) -> usize {
        self.waiting.len() + self.running.len()
    }

    /// Cuts the searches whose share is over, and tells when the next one's will be.
    fn cut(&self, now: Instant, threads: usize) -> Option<Instant> {
        if self.waiting.is_empty() {
            return None;
        }
        let pending = self.pending();
        let mut next: Option<Instant> = None;
        for search in &self.running {
            let end = fair_end(search.began, search.deadline, threads, pending);
            if end <= now {
                search.stop.store(true, Ordering::Relaxed);
            } else {
                next = Some(next.map_or(end, |next| next.min(end)));
            }
        }
        next
    }
}
