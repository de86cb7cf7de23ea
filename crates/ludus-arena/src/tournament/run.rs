//! Plays what is not played yet of a tournament, on all cores.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Instant;

use super::fixtures::{self, Fixture};
use super::plan::{Format, TournamentPlan};
use super::swiss::{self, History, Round};
use super::{GameKey, GameResult, SeatFailures};
use crate::any::AnyGame;
use crate::contain::contain;
use crate::error::ArenaError;
use crate::failure::Failure;
use crate::pulse::Pulse;
use crate::series::{AnyPlayer, BrokenGame, GameRecord, PULSE, SeriesPlan};
use crate::turns::SeatResult;

/// The stack of a thread that plays: a search may go deep.
const STACK: usize = 16 << 20;

/// The games of a tournament that were played, in the order of their numbers.
pub type Results = BTreeMap<GameKey, GameResult>;

/// What follows a tournament.
pub trait TournamentWatch {
    /// A game was played. They come in the order in which they end; `results` has them all.
    ///
    /// # Errors
    /// If what the watcher does with the game fails; it ends the tournament.
    fn game(
        &mut self,
        key: GameKey,
        record: &GameRecord,
        results: &Results,
    ) -> Result<(), ArenaError>;

    /// What the threads are doing, a few times a second.
    fn pulse(&mut self, _threads: &[Arc<Pulse>]) {}

    /// A game could not be played to its end, because the game itself failed. It does not count; the others
    /// are played, and resuming the tournament tries it again.
    fn broken(&mut self, _key: GameKey, _game: &BrokenGame) {}
}

/// Plays all games that `results` does not have, and adds them to it. Setting `stop` ends it early.
/// Whether all games were played.
///
/// # Errors
/// If the rules or bots do not fit, or the watcher fails.
pub fn run(
    game: &dyn AnyGame,
    plan: &TournamentPlan,
    results: &mut Results,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn TournamentWatch,
) -> Result<bool, ArenaError> {
    match plan.format {
        Format::RoundRobin | Format::Gauntlet => {
            let fixtures = fixtures::all(plan.format, plan.line_up.len(), plan.seats);
            play(game, plan, &fixtures, results, stop, watch)
        }
        Format::Swiss => loop {
            let Some(round) = Swiss::so_far(plan, results)?.open else { return Ok(true) };
            if !play(game, plan, &round, results, stop, watch)? {
                return Ok(false);
            }
        },
    }
}

/// A Swiss tournament as far as it was played: its rounds follow from the results.
pub(super) struct Swiss {
    /// What the rounds that are complete have brought.
    pub(super) history: History,
    /// The fixtures of the round that is not complete; `None` when all are.
    open: Option<Vec<Fixture>>,
}

impl Swiss {
    pub(super) fn so_far(plan: &TournamentPlan, results: &Results) -> Result<Self, ArenaError> {
        let bots = plan.line_up.len();
        let mut history = History { points: vec![0; bots], ..History::default() };
        for number in 0..plan.rounds {
            let round = swiss::pair(&history).ok_or(ArenaError::Pairs(number + 1))?;
            let first = (number * (bots / 2)) as u64;
            let fixtures: Vec<Fixture> = (first..)
                .zip(&round.pairs)
                .map(|(number, &(a, b))| Fixture { number, entrants: vec![a, b] })
                .collect();
            if !missing(plan, &fixtures, results).is_empty() {
                return Ok(Self { history, open: Some(fixtures) });
            }
            history.add(plan, &round, &fixtures, results);
        }
        Ok(Self { history, open: None })
    }
}

impl History {
    /// Adds a round that is complete.
    fn add(
        &mut self,
        plan: &TournamentPlan,
        round: &Round,
        fixtures: &[Fixture],
        results: &Results,
    ) {
        for fixture in fixtures {
            let games = (0..plan.games).map(|number| GameKey { fixture: fixture.number, number });
            for game in games.filter_map(|key| results.get(&key)) {
                let seats = ludus_core::Seat::first(game.seats.len());
                for (seat, &bot) in seats.zip(&game.seats) {
                    self.points[bot] += game.half_points(seat);
                }
            }
        }
        self.met.extend(round.pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))));
        // A round off is worth as much as winning all its games.
        if let Some(bye) = round.bye {
            self.points[bye] += 2 * plan.games;
            self.byes.insert(bye);
        }
    }
}

/// The games of these fixtures that were not played: the place of the fixture, and the number.
fn missing(plan: &TournamentPlan, fixtures: &[Fixture], results: &Results) -> Vec<(usize, u64)> {
    let all = fixtures
        .iter()
        .enumerate()
        .flat_map(|(place, _)| (0..plan.games).map(move |number| (place, number)));
    all.filter(|&(place, number)| {
        !results.contains_key(&GameKey { fixture: fixtures[place].number, number })
    })
    .collect()
}

type Finished = (usize, Result<Ended, ArenaError>);

/// How a game came back from a thread.
enum Ended {
    /// It has its outcome.
    Played(Box<GameRecord>),
    /// The game itself failed.
    Broken(BrokenGame),
    /// It was stopped.
    Abandoned,
}

/// What the threads share.
struct Work {
    /// The name of the game.
    game: &'static str,
    series: Vec<SeriesPlan>,
    missing: Vec<(usize, u64)>,
    next: AtomicUsize,
    halt: Arc<AtomicBool>,
}

/// Plays the missing games of these fixtures; whether all of them were played.
fn play(
    game: &dyn AnyGame,
    plan: &TournamentPlan,
    fixtures: &[Fixture],
    results: &mut Results,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn TournamentWatch,
) -> Result<bool, ArenaError> {
    let work = Work {
        game: game.name(),
        series: fixtures.iter().map(|fixture| plan.series(fixture)).collect(),
        missing: missing(plan, fixtures, results),
        next: AtomicUsize::new(0),
        halt: Arc::new(AtomicBool::new(false)),
    };
    let jobs = plan.jobs.clamp(1, work.missing.len().max(1));
    thread::scope(|scope| {
        let (sender, receiver) = sync_channel(2 * jobs);
        let players: Vec<_> = (0..jobs).map(|_| game.player()).collect();
        let pulses: Vec<Arc<Pulse>> = players.iter().map(|player| player.pulse()).collect();
        for player in players {
            let (work, sender) = (&work, sender.clone());
            thread::Builder::new()
                .name("ludus-match".into())
                .stack_size(STACK)
                .spawn_scoped(scope, move || work.run(player, &sender))
                .map_err(ArenaError::Thread)?;
        }
        drop(sender);
        let arrivals = Arrivals { receiver, pulses };
        let done = collect(&work, fixtures, &arrivals, results, stop, watch);
        // However it ended, the threads end now: a game under way is abandoned.
        work.halt.store(true, Ordering::Relaxed);
        drop(arrivals);
        done
    })
}

impl Work {
    /// One thread: plays games until there are no more.
    fn run(&self, mut player: Box<dyn AnyPlayer + '_>, sender: &SyncSender<Finished>) {
        while !self.halt.load(Ordering::Relaxed) {
            let place = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&(fixture, number)) = self.missing.get(place) else { return };
            let series = &self.series[fixture];
            let played = contain(self.game, || player.play_game(series, number, &self.halt));
            let ended = match played {
                Ok(played) => played.map(|game| {
                    game.map_or(Ended::Abandoned, |record| Ended::Played(Box::new(record)))
                }),
                Err(error) => {
                    // Its bots may be half-changed: others are made for the next game.
                    player.forget_bots();
                    Ok(Ended::Broken(BrokenGame::new(number, &error)))
                }
            };
            let failed = ended.is_err();
            if sender.send((place, ended)).is_err() || failed {
                return;
            }
        }
    }
}

/// What comes from the threads: games, and what they are doing.
struct Arrivals {
    receiver: Receiver<Finished>,
    pulses: Vec<Arc<Pulse>>,
}

/// Takes in the games as they end; whether all of them came.
fn collect(
    work: &Work,
    fixtures: &[Fixture],
    arrivals: &Arrivals,
    results: &mut Results,
    stop: &AtomicBool,
    watch: &mut dyn TournamentWatch,
) -> Result<bool, ArenaError> {
    let mut left = work.missing.len();
    let mut shown = Instant::now();
    watch.pulse(&arrivals.pulses);
    let mut complete = true;
    while left > 0 {
        if shown.elapsed() >= PULSE {
            shown = Instant::now();
            watch.pulse(&arrivals.pulses);
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(false);
        }
        let (place, played) = match arrivals.receiver.recv_timeout(PULSE / 2) {
            Ok(finished) => finished,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
        };
        let (fixture, number) = work.missing[place];
        let fixture = &fixtures[fixture];
        let key = GameKey { fixture: fixture.number, number };
        let mut record = match played? {
            Ended::Played(record) => *record,
            Ended::Abandoned => continue,
            Ended::Broken(game) => {
                left -= 1;
                complete = false;
                watch.broken(key, &game);
                continue;
            }
        };
        // From the fixture's line-up to the tournament's.
        record.seats = record.seats.iter().map(|&who| fixture.entrants[who]).collect();
        results.insert(key, GameResult::of(&record));
        left -= 1;
        watch.game(key, &record, results)?;
    }
    Ok(complete)
}

impl GameResult {
    fn of(record: &GameRecord) -> Self {
        let forfeit = |seat: &SeatResult| seat.forfeit.as_ref().map(ToString::to_string);
        let mut failures: Vec<_> = record.result.seats.iter().map(SeatFailures::of).collect();
        if failures.iter().all(|seat| seat.first.is_empty()) {
            failures.clear();
        }
        Self {
            seats: record.seats.clone(),
            outcome: record.result.outcome.clone(),
            forfeits: record.result.seats.iter().map(forfeit).collect(),
            failures,
            turns: record.result.turns,
            seconds: record.result.time.as_secs_f64(),
        }
    }
}

/// How many failures of a seat are kept with a game.
const MOST_FAILURES: usize = 3;

impl SeatFailures {
    fn of(seat: &SeatResult) -> Self {
        let all = || seat.failures.iter().chain(&seat.forfeit).filter(|f| f.is_a_bots());
        let first: Vec<Failure> = all().take(MOST_FAILURES).cloned().collect();
        let more = (all().count() - first.len()) as u64;
        Self { first, more }
    }
}
