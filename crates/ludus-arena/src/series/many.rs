//! Many small series on one set of threads.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::any::AnyGame;
use crate::error::ArenaError;
use crate::pool::{self, Collector, NumberedGames, PlayedGame, PoolEnd};
use crate::pulse::Pulse;
use crate::series::{GameRecord, SeriesPlan};

/// Plays several series, `jobs` games at a time, and returns the games of each in the order of their numbers. They do not
/// depend on `jobs`. `done` is called after every game, in any order. `None` if `stop` was set before all games were
/// played. What the plans say about jobs does not count.
///
/// # Errors
/// If the rules or bots do not fit, a game itself fails, or the system gives no more threads.
pub fn run_many(
    game: &dyn AnyGame,
    plans: &[SeriesPlan],
    jobs: usize,
    stop: &AtomicBool,
    done: &mut dyn FnMut(&GameRecord),
) -> Result<Option<Vec<Vec<GameRecord>>>, ArenaError> {
    let list = PlanList::new(plans);
    let jobs = (jobs as u64).clamp(1, list.len().max(1)) as usize;
    let players = (0..jobs).map(|_| game.player()).collect();
    let records = plans.iter().map(|plan| vec![None; plan.games as usize]).collect();
    let mut gathered = Gathered { list: &list, records, count: 0, done };
    if pool::play(players, &list, stop, &mut gathered)? == PoolEnd::Stopped {
        return Ok(None);
    }
    Ok(gathered.records.into_iter().map(|games| games.into_iter().collect()).collect())
}

/// The games of several plans, one plan after the other.
struct PlanList<'a> {
    plans: &'a [SeriesPlan],
    /// The place of each plan's first game, and at the end how many games there are.
    firsts: Vec<u64>,
}

impl<'a> PlanList<'a> {
    fn new(plans: &'a [SeriesPlan]) -> Self {
        let mut firsts = vec![0];
        for plan in plans {
            firsts.push(firsts[firsts.len() - 1] + plan.games);
        }
        Self { plans, firsts }
    }

    /// The plan of a place by its index, and the number of the game in it.
    fn find(&self, place: u64) -> (usize, u64) {
        let plan = self.firsts.partition_point(|first| *first <= place) - 1;
        (plan, place - self.firsts[plan])
    }
}

impl NumberedGames for PlanList<'_> {
    fn len(&self) -> u64 {
        self.firsts[self.plans.len()]
    }

    fn game(&self, place: u64) -> (&SeriesPlan, u64) {
        let (plan, number) = self.find(place);
        (&self.plans[plan], number)
    }
}

/// The games that came back, by plan and number.
struct Gathered<'a> {
    list: &'a PlanList<'a>,
    records: Vec<Vec<Option<GameRecord>>>,
    count: u64,
    done: &'a mut dyn FnMut(&GameRecord),
}

impl Collector for Gathered<'_> {
    fn take(&mut self, place: u64, game: PlayedGame) -> Result<ControlFlow<()>, ArenaError> {
        let record = match game {
            PlayedGame::Finished(record) => *record,
            PlayedGame::Broken(game) => return Err(ArenaError::Broken(game)),
        };
        (self.done)(&record);
        let (plan, number) = self.list.find(place);
        self.records[plan][number as usize] = Some(record);
        self.count += 1;
        Ok(ControlFlow::Continue(()))
    }

    fn settled(&self) -> u64 {
        self.count
    }

    fn pulse(&mut self, _threads: &[Arc<Pulse>]) {}
}
