//! The threads of a series: they take games by number, and bring them back in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use ludus_core::{Bot, Game, GameKit, SpecError, Thought, Transcript};
use parking_lot::{Condvar, Mutex};

use crate::ask::caught;
use crate::error::ArenaError;
use crate::replay::Recorder;
use crate::series::{GameRecord, SeriesPlan};
use crate::turns::{MatchResult, Table, Turns};

/// How many games may be finished out of order before the threads wait for the slowest.
const MOST_AHEAD: u64 = 4096;

/// The stack of a thread that plays: a search may go deep.
const STACK: usize = 16 << 20;

/// The bots of one thread in the order of the line-up; those that play are taken out meanwhile.
type Bots<K> = Vec<Option<Box<dyn Bot<<K as GameKit>::Game>>>>;
type Finished = (u64, Result<Option<GameRecord>, ArenaError>);
type Count<'a> = dyn FnMut(&GameRecord) -> Result<ControlFlow<()>, ArenaError> + 'a;

/// How the counting of a series ended.
pub(super) struct Collected {
    /// Not all games of the plan were played, and nobody who counts said that it is enough.
    pub(super) interrupted: bool,
}

/// Plays all games of the plan and counts them in the order of their numbers.
pub(super) fn play_all<K: GameKit>(
    kit: &K,
    plan: &SeriesPlan,
    starts: &[<K::Game as Game>::Rules],
    stop: &Arc<AtomicBool>,
    count: &mut Count<'_>,
) -> Result<Collected, ArenaError> {
    let jobs = (plan.jobs as u64).clamp(1, plan.games.max(1)) as usize;
    // Every thread has bots of its own. They are made here, so that what cannot be made is said
    // before anything is played.
    let teams = (0..jobs).map(|_| make_bots(kit, plan)).collect::<Result<Vec<Bots<K>>, _>>()?;
    let halt = Arc::new(AtomicBool::new(false));
    let queue = Queue::new(plan.games);
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(2 * jobs);
        for bots in teams {
            let worker = Worker {
                kit,
                plan,
                starts,
                queue: &queue,
                halt: Arc::clone(&halt),
                sender: sender.clone(),
            };
            thread::Builder::new()
                .name("ludus-match".into())
                .stack_size(STACK)
                .spawn_scoped(scope, move || worker.run(bots))
                .map_err(ArenaError::Thread)?;
        }
        drop(sender);
        let result = collect(&receiver, &queue, stop, &halt, count);
        // Whatever ended the counting, the threads end now: a game under way is abandoned.
        halt.store(true, Ordering::Relaxed);
        queue.close();
        drop(receiver);
        result
    })
}

/// Counts finished games in the order of their numbers until all are counted, counting is enough, or
/// somebody stops the series.
fn collect(
    receiver: &Receiver<Finished>,
    queue: &Queue,
    stop: &AtomicBool,
    halt: &AtomicBool,
    count: &mut Count<'_>,
) -> Result<Collected, ArenaError> {
    let mut early: BTreeMap<u64, GameRecord> = BTreeMap::new();
    let mut next = 0;
    while next < queue.games {
        if stop.load(Ordering::Relaxed) {
            halt.store(true, Ordering::Relaxed);
            return Ok(Collected { interrupted: true });
        }
        let (number, game) = match receiver.recv_timeout(std::time::Duration::from_millis(50)) {
            Ok(finished) => finished,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => continue,
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
        };
        let Some(game) = game? else { continue };
        early.insert(number, game);
        while let Some(game) = early.remove(&next) {
            next += 1;
            if count(&game)?.is_break() {
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

    /// Lets nobody wait any longer, and gives out no more numbers.
    fn close(&self) {
        self.next.store(self.games, Ordering::Relaxed);
        self.counted(self.games);
    }
}

fn make_bots<K: GameKit>(kit: &K, plan: &SeriesPlan) -> Result<Bots<K>, SpecError> {
    plan.line_up.entrants().iter().map(|entrant| kit.make_bot(&entrant.spec).map(Some)).collect()
}

/// What is noted of a game while it is played, where the plan asks for it.
#[derive(Default)]
struct Notes {
    /// The actions as text, turn by turn.
    actions: Vec<String>,
    /// What the bots thought, decision by decision.
    thoughts: Vec<Thought>,
}

/// One thread of a series.
struct Worker<'a, K: GameKit> {
    kit: &'a K,
    plan: &'a SeriesPlan,
    /// The rules of the units, one after the other.
    starts: &'a [<K::Game as Game>::Rules],
    queue: &'a Queue,
    halt: Arc<AtomicBool>,
    sender: SyncSender<Finished>,
}

impl<K: GameKit> Worker<'_, K> {
    fn run(&self, mut bots: Bots<K>) {
        while !self.halt.load(Ordering::Relaxed) {
            let Some(number) = self.queue.take() else { return };
            let game = caught(|| self.play(number, &mut bots))
                .unwrap_or_else(|reason| Err(ArenaError::Mistake { number: number + 1, reason }));
            let failed = game.is_err();
            if self.sender.send((number, game)).is_err() || failed {
                return;
            }
        }
    }

    /// Plays one game; `None` if it was abandoned.
    fn play(&self, number: u64, bots: &mut Bots<K>) -> Result<Option<GameRecord>, ArenaError> {
        let table = self.table(number);
        let (seed, bot_seed) = (table.seed, table.bot_seed);
        let seats = self.plan.line_up.seating(self.plan.seed, number);
        let seated = seats.iter().filter_map(|&entrant| bots[entrant].take()).collect();
        let mut turns = Turns::new(table.clone(), seated)?;
        let mut recorder = match &self.plan.record {
            Some(folder) => Some(Recorder::start(folder, self.plan, number, &table, turns.game())?),
            None => None,
        };
        let notes = self.play_turns(&mut turns, recorder.as_mut())?;
        let position = self.plan.positions.then(|| turns.game().snapshot().text);
        let last = self.plan.transcripts.then(|| turns.game().clone());
        let (result, seated) = turns.finish();
        for (&entrant, bot) in seats.iter().zip(seated) {
            bots[entrant] = Some(bot);
        }
        let Some(result) = result else { return Ok(None) };
        if let Some(recorder) = recorder {
            recorder.finish(&result)?;
        }
        let transcript =
            last.and_then(|last| self.transcript(number, &seats, &last, &result, &notes));
        let actions = self.plan.actions.then_some(notes.actions);
        let game =
            GameRecord { number, seed, bot_seed, seats, result, position, actions, transcript };
        self.replace_panicked(&game, bots)?;
        Ok(Some(game))
    }

    fn table(&self, number: u64) -> Table<<K::Game as Game>::Rules> {
        let unit = self.plan.line_up.unit(number);
        let rules = &self.starts[(unit % self.starts.len() as u64) as usize];
        self.plan.table(number, rules.clone(), &self.halt)
    }

    /// Plays all turns, and notes what the plan asks for.
    fn play_turns(
        &self,
        turns: &mut Turns<K::Game>,
        mut recorder: Option<&mut Recorder>,
    ) -> Result<Notes, ArenaError> {
        let mut notes = Notes::default();
        if !self.plan.actions && !self.plan.transcripts && recorder.is_none() {
            while turns.play_turn().is_some() {}
            return Ok(notes);
        }
        loop {
            // An action's text needs the position in which it is played.
            let before = turns.game().clone();
            let Some(played) = turns.play_turn() else { break };
            let texts: Vec<String> =
                played.iter().map(|p| crate::replay::told(&before, p)).collect();
            if self.plan.transcripts {
                notes.thoughts.extend(played.iter().map(|p| Thought {
                    seat: p.seat,
                    insight: p.insight.clone(),
                    took: p.took,
                }));
            }
            if self.plan.actions {
                notes.actions.push(texts.join(" "));
            }
            if let Some(recorder) = &mut recorder {
                let played = played.to_vec();
                recorder.add(&before, &played, texts, turns.game())?;
            }
        }
        Ok(notes)
    }

    /// The game in its own notation, if it has one.
    fn transcript(
        &self,
        number: u64,
        seats: &[usize],
        last: &K::Game,
        result: &MatchResult,
        notes: &Notes,
    ) -> Option<String> {
        let entrants = self.plan.line_up.entrants();
        let labels: Vec<&str> = seats.iter().map(|&who| entrants[who].label.as_str()).collect();
        self.kit.transcript(&Transcript {
            game: last,
            outcome: &result.outcome,
            labels: &labels,
            number: number + 1,
            thoughts: &notes.thoughts,
        })
    }

    /// A bot that panicked may be half-changed: a new one takes its place.
    fn replace_panicked(&self, game: &GameRecord, bots: &mut Bots<K>) -> Result<(), ArenaError> {
        for (seat, &entrant) in game.result.seats.iter().zip(&game.seats) {
            if seat.panicked() {
                let spec = &self.plan.line_up.entrants()[entrant].spec;
                bots[entrant] = Some(self.kit.make_bot(spec)?);
            }
        }
        Ok(())
    }
}
