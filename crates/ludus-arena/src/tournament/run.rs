//! Plays what is not played yet of a tournament, on all cores.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::fixtures::{self, Fixture};
use super::plan::{Format, TournamentPlan};
use super::swiss::{self, History, Round};
use super::{GameKey, GameResult, SeatFailures};
use crate::any::AnyGame;
use crate::error::ArenaError;
use crate::failure::Failure;
use crate::pool::{self, Collector, NumberedGames, PlayedGame, PoolEnd};
use crate::pulse::Pulse;
use crate::series::{BrokenGame, GameRecord, SeriesPlan};
use crate::turns::SeatResult;

/// The games of a tournament that were played, in the order of their numbers.
pub type GameResults = BTreeMap<GameKey, GameResult>;

/// What follows a tournament.
pub trait TournamentWatch {
    /// A game was played. They come in the order in which they end; `results` has them all. Breaking ends the tournament as
    /// soon as all games with lower numbers are played, so that what ended it does not depend on the number of threads.
    ///
    /// # Errors
    /// If what the watcher does with the game fails; it ends the tournament.
    fn game(
        &mut self,
        key: GameKey,
        record: &GameRecord,
        results: &GameResults,
    ) -> Result<ControlFlow<()>, ArenaError>;

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
    results: &mut GameResults,
    stop: &AtomicBool,
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
    pub(super) fn so_far(plan: &TournamentPlan, results: &GameResults) -> Result<Self, ArenaError> {
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
        results: &GameResults,
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
fn missing(
    plan: &TournamentPlan,
    fixtures: &[Fixture],
    results: &GameResults,
) -> Vec<(usize, u64)> {
    let all = fixtures
        .iter()
        .enumerate()
        .flat_map(|(place, _)| (0..plan.games).map(move |number| (place, number)));
    all.filter(|&(place, number)| {
        !results.contains_key(&GameKey { fixture: fixtures[place].number, number })
    })
    .collect()
}

/// The missing games of some fixtures.
struct Missing {
    series: Vec<SeriesPlan>,
    /// The place of the fixture, and the number of the game.
    games: Vec<(usize, u64)>,
}

impl NumberedGames for Missing {
    fn len(&self) -> u64 {
        self.games.len() as u64
    }

    fn game(&self, place: u64) -> (&SeriesPlan, u64) {
        let (fixture, number) = self.games[place as usize];
        (&self.series[fixture], number)
    }
}

/// Plays the missing games of these fixtures; whether all of them were played.
fn play(
    game: &dyn AnyGame,
    plan: &TournamentPlan,
    fixtures: &[Fixture],
    results: &mut GameResults,
    stop: &AtomicBool,
    watch: &mut dyn TournamentWatch,
) -> Result<bool, ArenaError> {
    let list = Missing {
        series: fixtures.iter().map(|fixture| plan.series(fixture)).collect(),
        games: missing(plan, fixtures, results),
    };
    let jobs = plan.jobs.clamp(1, list.games.len().max(1));
    let players = (0..jobs).map(|_| game.player()).collect();
    let mut collector = AsTheyCome {
        list: &list,
        fixtures,
        results,
        watch,
        taken: 0,
        complete: true,
        places: InOrder::default(),
        last: None,
    };
    let ended = pool::play(players, &list, stop, &mut collector)?;
    Ok(ended == PoolEnd::All && collector.complete)
}

/// Takes in games in the order in which they end.
struct AsTheyCome<'a> {
    list: &'a Missing,
    fixtures: &'a [Fixture],
    results: &'a mut GameResults,
    watch: &'a mut dyn TournamentWatch,
    /// How many came.
    taken: u64,
    /// Whether all that came have a result.
    complete: bool,
    /// The places of those that came.
    places: InOrder,
    /// The lowest place of a game after which no more are wanted.
    last: Option<u64>,
}

/// Numbers that come in any order, and how many of them have come without a gap.
#[derive(Default)]
struct InOrder {
    /// The lowest number that has not come.
    next: u64,
    /// Those beyond it that have.
    early: BTreeSet<u64>,
}

impl InOrder {
    fn add(&mut self, number: u64) {
        self.early.insert(number);
        while self.early.remove(&self.next) {
            self.next += 1;
        }
    }
}

impl Collector for AsTheyCome<'_> {
    fn take(&mut self, place: u64, game: PlayedGame) -> Result<ControlFlow<()>, ArenaError> {
        let (fixture, number) = self.list.games[place as usize];
        let fixture = &self.fixtures[fixture];
        let key = GameKey { fixture: fixture.number, number };
        self.taken += 1;
        match game {
            PlayedGame::Finished(mut record) => {
                // From the fixture's line-up to the tournament's.
                record.seats = record.seats.iter().map(|&who| fixture.entrants[who]).collect();
                self.results.insert(key, GameResult::of(&record));
                if self.watch.game(key, &record, self.results)?.is_break() {
                    self.last = Some(self.last.map_or(place, |last| last.min(place)));
                }
            }
            PlayedGame::Broken(game) => {
                self.complete = false;
                self.watch.broken(key, &game);
            }
        }
        self.places.add(place);
        Ok(match self.last {
            Some(last) if self.places.next > last => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        })
    }

    fn settled(&self) -> u64 {
        self.taken
    }

    fn pulse(&mut self, threads: &[Arc<Pulse>]) {
        self.watch.pulse(threads);
    }
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
