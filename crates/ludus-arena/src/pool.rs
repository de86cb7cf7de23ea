//! Threads that play numbered games, and bring them back to the thread that collects them.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, bounded, unbounded};

use crate::contain::contain;
use crate::error::ArenaError;
use crate::pulse::Pulse;
use crate::series::{AnyPlayer, BrokenGame, GameRecord, SeriesPlan};

/// How many games may be handed out beyond those that are settled. It bounds what the collector has to remember
/// while it waits for a slow game.
const MOST_AHEAD: u64 = 4096;

/// The stack of a thread that plays, in bytes: a search may go deep.
pub(crate) const STACK: usize = 16 << 20;

/// How often collectors see what the threads are doing.
const PULSE: Duration = Duration::from_millis(100);

/// The games to play, by their place in a list.
pub(crate) trait NumberedGames: Sync {
    /// How many there are.
    fn len(&self) -> u64;

    /// The plan that a game belongs to, and its number in it.
    fn game(&self, place: u64) -> (&SeriesPlan, u64);
}

/// A game that came back.
pub(crate) enum PlayedGame {
    /// It has its outcome.
    Finished(Box<GameRecord>),
    /// The game itself failed.
    Broken(BrokenGame),
}

/// Takes in the games, on the thread that started the pool.
pub(crate) trait Collector {
    /// A game came back. Breaking ends the pool.
    fn take(&mut self, place: u64, game: PlayedGame) -> Result<ControlFlow<()>, ArenaError>;

    /// How many games are counted and need not be remembered. The pool ends when it is all of them.
    fn settled(&self) -> u64;

    /// What the threads are doing, a few times a second.
    fn pulse(&mut self, threads: &[Arc<Pulse>]);
}

/// Why a pool ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PoolEnd {
    /// All games are settled.
    All,
    /// The collector has enough.
    Enough,
    /// It was stopped.
    Stopped,
}

type NumberedGame = (u64, Result<PlayedGame, ArenaError>);

/// Plays the games of the list, each player on a thread of its own, until all are settled, the collector has enough,
/// or `stop` is set.
///
/// # Errors
/// If a game cannot be played, the collector fails, or the system gives no more threads.
pub(crate) fn play(
    players: Vec<Box<dyn AnyPlayer + '_>>,
    list: &dyn NumberedGames,
    stop: &AtomicBool,
    collector: &mut dyn Collector,
) -> Result<PoolEnd, ArenaError> {
    let halt = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        let (places, to_play) = unbounded();
        let (deliver, delivered) = bounded(2 * players.len());
        let pulses: Vec<Arc<Pulse>> = players.iter().map(|player| player.pulse()).collect();
        for player in players {
            let worker = PoolThread {
                list,
                to_play: to_play.clone(),
                deliver: deliver.clone(),
                halt: Arc::clone(&halt),
            };
            thread::Builder::new()
                .name("ludus-match".into())
                .stack_size(STACK)
                .spawn_scoped(scope, move || worker.run(player))
                .map_err(ArenaError::Thread)?;
        }
        // Only the threads hold these now: when all of them have ended, the collector notices.
        drop((to_play, deliver));
        let ended = collect(list, &places, &delivered, &pulses, stop, collector);
        // However it ended, the threads end now: a game under way is abandoned.
        halt.store(true, Ordering::Relaxed);
        drop((places, delivered));
        ended
    })
}

/// Hands out places and takes in games.
fn collect(
    list: &dyn NumberedGames,
    places: &Sender<u64>,
    delivered: &Receiver<NumberedGame>,
    pulses: &[Arc<Pulse>],
    stop: &AtomicBool,
    collector: &mut dyn Collector,
) -> Result<PoolEnd, ArenaError> {
    let mut handed_out = 0;
    let mut shown = Instant::now();
    collector.pulse(pulses);
    loop {
        let settled = collector.settled();
        if settled >= list.len() {
            return Ok(PoolEnd::All);
        }
        while handed_out < list.len().min(settled + MOST_AHEAD) {
            if places.send(handed_out).is_err() {
                return Ok(PoolEnd::Stopped);
            }
            handed_out += 1;
        }
        if shown.elapsed() >= PULSE {
            shown = Instant::now();
            collector.pulse(pulses);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(PoolEnd::Stopped);
        }
        let (place, game) = match delivered.recv_timeout(PULSE / 2) {
            Ok(delivery) => delivery,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(PoolEnd::Stopped),
        };
        if collector.take(place, game?)?.is_break() {
            return Ok(PoolEnd::Enough);
        }
    }
}

/// One thread of a pool.
struct PoolThread<'a> {
    list: &'a dyn NumberedGames,
    to_play: Receiver<u64>,
    deliver: Sender<NumberedGame>,
    halt: Arc<AtomicBool>,
}

impl PoolThread<'_> {
    /// Plays games until there are no more.
    fn run(&self, mut player: Box<dyn AnyPlayer + '_>) {
        for place in &self.to_play {
            if self.halt.load(Ordering::Relaxed) {
                return;
            }
            let Some(game) = self.play(place, player.as_mut()).transpose() else { return };
            let failed = game.is_err();
            if self.deliver.send((place, game)).is_err() || failed {
                return;
            }
        }
    }

    /// Plays one game; `None` if it was abandoned.
    fn play(
        &self,
        place: u64,
        player: &mut dyn AnyPlayer,
    ) -> Result<Option<PlayedGame>, ArenaError> {
        let (plan, number) = self.list.game(place);
        match contain(plan.rules.game(), || player.play_game(plan, number, &self.halt)) {
            Ok(played) => Ok(played?.map(|record| PlayedGame::Finished(Box::new(record)))),
            Err(error) => {
                // Its bots may be half-changed: others are made for the next game.
                player.forget_bots();
                Ok(Some(PlayedGame::Broken(BrokenGame::new(number, &error))))
            }
        }
    }
}
