//! The threads that search, and how they share the time.
//!
//! There is one thread for each core, so that searches do not slow each other down. While moves wait,
//! every search is cut after its fair share: with `n` moves running or waiting on `t` threads, after `t / n`
//! of the time that it had when it began. A move that had to wait searches with what is left.
//!
//! | module | what lives there |
//! |---|---|
//! | `kept_bots` | the bots of the games under way |
//! | `share` | the fair share of a search |
//! | `one_step` | moves without a search |

mod kept_bots;
mod one_step;
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
use parking_lot::{Condvar, Mutex, MutexGuard};
use thiserror::Error;
use tokio::sync::oneshot;

use self::kept_bots::KeptBots;
pub(crate) use self::kept_bots::{KeepLimit, SnakeKey};
use self::one_step::{StepJob, straight_on};
use self::share::fair_end;

/// A search ends with its game's turn: after this long its thread is stuck.
const PATIENCE: Duration = Duration::from_secs(60);

type SnakeBot = Box<dyn Bot<Snake>>;

/// A move to be searched.
pub(crate) struct SearchJob {
    /// Which bot plays, and for whom.
    pub(crate) key: SnakeKey,
    /// How that bot is made.
    pub(crate) spec: Arc<BotSpec>,
    /// The position.
    pub(crate) position: RequestPosition,
    /// When the search has to end.
    pub(crate) deadline: Instant,
    /// The bot's randomness.
    pub(crate) seed: Seed,
    /// Whether the insight is wanted.
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
pub(crate) struct SearchPool {
    searches: Arc<Searches>,
}

/// The threads of a pool.
pub(crate) struct PoolThreads {
    searches: Arc<Searches>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads and those who hand in moves share.
struct Searches {
    kit: Arc<SnakeKit>,
    threads: usize,
    most_waiting: usize,
    moves: Mutex<Moves>,
    kept: Mutex<KeptBots<SnakeBot>>,
    /// Something waits, or the pool ends: for the threads that search.
    work: Condvar,
    /// What runs or waits has changed: for the thread that cuts.
    change: Condvar,
    /// A position needs a move at once, or the pool ends: for the thread that does not search.
    step: Condvar,
}

/// The moves that were handed in and not answered yet.
#[derive(Default)]
struct Moves {
    waiting: VecDeque<SearchJob>,
    running: Vec<PoolSearch>,
    /// Positions that need a move at once.
    steps: VecDeque<StepJob>,
    closed: bool,
}

/// A search that runs.
struct PoolSearch {
    began: Instant,
    deadline: Instant,
    stop: Arc<AtomicBool>,
}

impl SearchPool {
    /// Starts this many threads that search. At most `most_waiting` moves wait for them, and the bots of
    /// as many games are kept as `kept` says.
    pub(crate) fn start(
        kit: Arc<SnakeKit>,
        threads: usize,
        most_waiting: usize,
        kept: KeepLimit,
        vitals: &Vitals,
    ) -> io::Result<(Self, PoolThreads)> {
        let searches = Arc::new(Searches {
            kit,
            threads: threads.max(1),
            most_waiting,
            moves: Mutex::default(),
            kept: Mutex::new(KeptBots::new(kept)),
            work: Condvar::new(),
            change: Condvar::new(),
            step: Condvar::new(),
        });
        let mut pool = PoolThreads { searches: Arc::clone(&searches), threads: Vec::new() };
        for number in 0..searches.threads {
            pool.spawn(format!("search-{number}"), vitals, Searches::search)?;
        }
        pool.spawn("cut".to_owned(), vitals, Searches::cut)?;
        pool.spawn("one-step".to_owned(), vitals, Searches::step)?;
        Ok((Self { searches }, pool))
    }

    /// Hands in a move to be searched.
    pub(crate) fn search(&self, job: SearchJob) -> Result<(), Busy> {
        let mut moves = self.searches.moves.lock();
        if moves.closed || moves.waiting.len() >= self.searches.most_waiting {
            return Err(Busy);
        }
        moves.waiting.push_back(job);
        self.searches.work.notify_one();
        self.searches.change.notify_one();
        Ok(())
    }

    /// A move without a search, in microseconds. As many wait for theirs as there are requests under way.
    pub(crate) async fn one_step(
        &self,
        position: RequestPosition,
        seed: Seed,
    ) -> Decision<Direction> {
        let straight_on = straight_on(&position);
        let (job, answer) = StepJob::new(position, seed);
        {
            let mut moves = self.searches.moves.lock();
            if !moves.closed {
                moves.steps.push_back(job);
                self.searches.step.notify_one();
            }
        }
        answer.await.unwrap_or(straight_on)
    }

    /// The game is over: its bot is not needed again.
    pub(crate) fn forget(&self, key: &SnakeKey) {
        drop(self.searches.kept.lock().take(key));
    }
}

impl PoolThreads {
    fn spawn(
        &mut self,
        name: String,
        vitals: &Vitals,
        run: fn(&Searches, &Heart),
    ) -> io::Result<()> {
        let searches = Arc::clone(&self.searches);
        let heart = vitals.thread(&name, Some(PATIENCE));
        self.threads.push(thread::Builder::new().name(name).spawn(move || run(&searches, &heart))?);
        Ok(())
    }
}

/// Ends the threads. Searches that run are cut.
impl Drop for PoolThreads {
    fn drop(&mut self) {
        self.searches.close();
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the pool panicked");
            }
        }
    }
}

impl Searches {
    fn close(&self) {
        let mut moves = self.moves.lock();
        moves.closed = true;
        for search in &moves.running {
            search.stop.store(true, Ordering::Relaxed);
        }
        // Requests that still wait for one get an answer.
        moves.steps.clear();
        self.work.notify_all();
        self.change.notify_all();
        self.step.notify_all();
    }

    /// What a thread that searches does.
    fn search(&self, heart: &Heart) {
        while let Some((job, stop, threads)) = self.next() {
            let ctx = Context {
                budget: Budget::of_time(job.deadline.saturating_duration_since(Instant::now())),
                deadline: Some(job.deadline),
                seed: job.seed,
                threads,
                insight: job.insight,
                ..Context::new(&stop)
            };
            // A bot that panicked is not used again: it is taken out and not put back.
            let bot = self.kept.lock().take(&job.key);
            let answer = heart.beat(|| contain("a bot", || self.decide(bot, &job, &ctx)));
            self.finished(&stop);
            match answer {
                Ok(Ok((decision, bot))) => {
                    // First, so that it is there when the answer brings the next turn.
                    self.kept.lock().put(job.key, bot, Instant::now());
                    // The client may be gone.
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
        job: &SearchJob,
        ctx: &Context<'_>,
    ) -> Result<(Decision<Direction>, SnakeBot), BotError> {
        let mut bot = match bot {
            Some(bot) => bot,
            None => {
                let bot = self.kit.make_bot(&job.spec);
                bot.map_err(|error| BotError::new(error.to_string()))?
            }
        };
        assert_not_async();
        let decision = bot.decide(&job.position.game, job.position.you, ctx)?;
        Ok((decision, bot))
    }

    /// The next move, the flag that cuts its search, and how many threads it may use; `None` at the end.
    fn next(&self) -> Option<(SearchJob, Arc<AtomicBool>, usize)> {
        let mut moves = self.moves.lock();
        loop {
            if moves.closed {
                return None;
            }
            match moves.waiting.pop_front() {
                // The request has been answered without it.
                Some(job) if job.reply.is_closed() => {}
                Some(job) => {
                    let stop = Arc::new(AtomicBool::new(false));
                    moves.running.push(PoolSearch {
                        began: Instant::now(),
                        deadline: job.deadline,
                        stop: Arc::clone(&stop),
                    });
                    let threads = (self.threads / moves.pending()).max(1);
                    self.change.notify_one();
                    return Some((job, stop, threads));
                }
                None => self.work.wait(&mut moves),
            }
        }
    }

    fn finished(&self, stop: &Arc<AtomicBool>) {
        self.moves.lock().running.retain(|search| !Arc::ptr_eq(&search.stop, stop));
    }

    /// What the thread that cuts does: while moves wait, it ends every search after its share.
    fn cut(&self, _: &Heart) {
        let mut moves = self.moves.lock();
        while !moves.closed {
            match moves.cut(Instant::now(), self.threads) {
                Some(next) => drop(self.change.wait_until(&mut moves, next)),
                None => self.change.wait(&mut moves),
            }
        }
    }

    /// What the thread does that answers without a search.
    fn step(&self, heart: &Heart) {
        let mut moves = self.moves.lock();
        while !moves.closed {
            match moves.steps.pop_front() {
                Some(job) => MutexGuard::unlocked(&mut moves, || heart.beat(|| job.run())),
                None => self.step.wait(&mut moves),
            }
        }
    }
}

impl Moves {
    fn pending(&self) -> usize {
        self.waiting.len() + self.running.len()
    }

    /// Cuts the searches whose share is over, and says when the next one's will be.
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

/// Bots decide on threads of their own: one that takes long would hold up the requests of others.
fn assert_not_async() {
    debug_assert!(
        tokio::runtime::Handle::try_current().is_err(),
        "a bot decides on an async thread"
    );
}
