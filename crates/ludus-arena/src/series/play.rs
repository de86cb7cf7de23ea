//! The threads of a series: they take games by number, and bring them back in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use ludus_core::{Game, GameKit};
use parking_lot::{Condvar, Mutex};

use crate::contain::contain;
use crate::error::ArenaError;
use crate::pulse::Pulse;
use crate::series::player::{AnyPlayer as _, Player};
use crate::series::{BrokenGame, GameRecord, SeriesPlan, SeriesWatch};
use crate::stats::Tally;

/// How many games may be finished out of order before the threads wait for the slowest.
const MOST_AHEAD: u64 = 4096;

/// The stack of a thread that plays: a search may go deep.
const STACK: usize = 16 << 20;

type Finished = (u64, Result<Option<Ended>, ArenaError>);

/// How often watchers see what the threads are doing.
pub(crate) const PULSE: Duration = Duration::from_millis(100);

/// A game that is over, one way or the other.
enum Ended {
    /// It has its outcome.
    Played(Box<GameRecord>),
    /// The game itself failed.
    Broken(BrokenGame),
}

/// Counts games in their order, and lets the watch know.
pub(super) struct Count<'a> {
    /// What was counted.
    pub(super) tally: Tally,
    /// What follows the series.
    pub(super) watch: &'a mut dyn SeriesWatch,
}

impl Count<'_> {
    fn game(&mut self, game: &Ended) -> Result<ControlFlow<()>, ArenaError> {
        match game {
            Ended::Played(game) => {
                self.tally.add(game);
                self.watch.game(game)
            }
            Ended::Broken(game) => {
                self.tally.broke(game.clone());
                self.watch.broken(game);
                Ok(ControlFlow::Continue(()))
            }
        }
    }
}

/// How the counting of a series ended.
pub(super) struct Collected {
    /// Not all games of the plan were played, and no watcher said that it is enough.
    pub(super) interrupted: bool,
}

/// Plays all games of the plan and counts them in the order of their numbers.
pub(super) fn play_all<K: GameKit>(
    kit: &K,
    plan: &SeriesPlan,
    stop: &Arc<AtomicBool>,
    count: &mut Count<'_>,
) -> Result<Collected, ArenaError> {
    let jobs = (plan.jobs as u64).clamp(1, plan.games.max(1)) as usize;
    // Every thread has bots of its own. They are made here, so that what cannot be made is said
    // before anything is played.
    let players =
        (0..jobs).map(|_| Player::with_bots(kit, &plan.line_up)).collect::<Result<Vec<_>, _>>()?;
    let halt = Arc::new(AtomicBool::new(false));
    let queue = Queue::new(plan.games);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(2 * jobs);
        let pulses: Vec<Arc<Pulse>> = players.iter().map(Player::pulse).collect();
        for player in players {
            let worker =
                Worker { plan, queue: &queue, halt: Arc::clone(&halt), sender: sender.clone() };
            thread::Builder::new()
                .name("ludus-match".into())
                .stack_size(STACK)
                .spawn_scoped(scope, move || worker.run(player))
                .map_err(ArenaError::Thread)?;
        }
        drop(sender);
        let result = collect(&receiver, &queue, &pulses, stop, count);
        // However the counting ended, the threads end now: a game under way is abandoned.
        halt.store(true, Ordering::Relaxed);
        queue.close();
        drop(receiver);
        result
    })
}

/// Counts finished games in the order of their numbers until all are counted, counting is enough, or
/// the series is stopped.
fn collect(
    receiver: &Receiver<Finished>,
    queue: &Queue,
    pulses: &[Arc<Pulse>],
    stop: &AtomicBool,
    count: &mut Count<'_>,
) -> Result<Collected, ArenaError> {
    let mut early: BTreeMap<u64, Ended> = BTreeMap::new();
    let mut next = 0;
    let mut shown = Instant::now();
    count.watch.pulse(pulses);
    while next < queue.games {
        if shown.elapsed() >= PULSE {
            shown = Instant::now();
            count.watch.pulse(pulses);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(Collected { interrupted: true });
        }
        let (number, game) = match receiver.recv_timeout(PULSE / 2) {
            Ok(finished) => finished,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => continue,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
        };
        let Some(game) = game? else { continue };
        early.insert(number, game);
        while let Some(game) = early.remove(&next) {
            next += 1;
            if count.game(&game)?.is_break() {
                return Ok(Collected { interrupted: false });
            }
        }
        queue.counted(next);
    }
    Ok(Collected { interrupted: next < queue.games })
}

/// The numbers of the games that are still to be played.
struct Queue {
    games: u64,
    next: AtomicU64,
    counted: Mutex<u64>,
    moved: Condvar,
}

impl Queue {
    fn new(games: u64) -> Self {
        Self { games, next: AtomicU64::new(0), counted: Mutex::new(0), moved: Condvar::new() }
    }

    /// The next number, once it is not too far ahead of what was counted; `None` after the last.
    fn take(&self) -> Option<u64> {
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        if number >= self.games {
            return None;
        }
        let mut counted = self.counted.lock();
        while number >= counted.saturating_add(MOST_AHEAD) {
            self.moved.wait(&mut counted);
        }
        Some(number)
    }

    fn counted(&self, games: u64) {
        *self.counted.lock() = games;
        self.moved.notify_all();
    }

    /// Ends all waiting, and gives out no more numbers.
    fn close(&self) {
        self.next.store(self.games, Ordering::Relaxed);
        self.counted(self.games);
    }
}

/// One thread of a series.
struct Worker<'a> {
    plan: &'a SeriesPlan,
    queue: &'a Queue,
    halt: Arc<AtomicBool>,
    sender: SyncSender<Finished>,
}

impl Worker<'_> {
    fn run<K: GameKit>(&self, mut player: Player<'_, K>) {
        while !self.halt.load(Ordering::Relaxed) {
            let Some(number) = self.queue.take() else { return };
            let played = contain(K::Game::NAME, || player.play_game(self.plan, number, &self.halt));
            let game = match played {
                Ok(played) => played.map(|game| game.map(|game| Ended::Played(Box::new(game)))),
                Err(error) => {
                    // Its bots may be half-changed: others are made for the next game.
                    player.forget_bots();
                    Ok(Some(Ended::Broken(BrokenGame::new(number, &error))))
                }
            };
            let failed = game.is_err();
            if self.sender.send((number, game)).is_err() || failed {
                return;
            }
        }
    }
}
