//! Many games of one line-up as sessions, with live statistics.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex};

use super::control::State;
use super::handle::{Opening, Session};
use super::stage::{Stage, TurnQueue};
use crate::any::AnyGame;
use crate::error::ArenaError;
use crate::series::{BrokenGame, BrokenGames, SeriesPlan};
use crate::stats::LiveStats;

/// How many finished games are kept with their last position and their actions; of older ones only
/// the counts are left.
const KEPT_GAMES: usize = 1024;

/// How many turns the finished games that are kept may have together.
const KEPT_TURNS: usize = 200_000;

/// All games of a series, watched: at most `jobs` of the plan are under way at a time, and the next
/// begins when one ends. The games are those that the series plays with the same seed.
///
/// Dropping it ends all games.
pub struct SessionGroup(Arc<Group>);

/// How a group stands.
#[derive(Clone, Debug)]
pub struct GroupStatus {
    /// How many games there will be.
    pub games: u64,
    /// How many have begun.
    pub begun: u64,
    /// How many are under way.
    pub under_way: u64,
    /// Whether the group as a whole is paused.
    pub paused: bool,
    /// Whether no game is under way and none will be.
    pub over: bool,
    /// Whether it was aborted.
    pub aborted: bool,
    /// Why a game could not be played, if one could not: the first reason.
    pub failure: Option<String>,
    /// How many games began and could not be played to their end. The others are played.
    pub broken: u64,
    /// What the finished games say.
    pub stats: LiveStats,
}

/// What came of beginning a game.
enum Begun {
    /// It is under way.
    UnderWay,
    /// There is none to begin.
    None,
    /// The game failed at once.
    Broken,
}

struct Group {
    queue: Arc<TurnQueue>,
    game: Arc<dyn AnyGame>,
    plan: Arc<SeriesPlan>,
    inner: Mutex<GroupState>,
    ended: Condvar,
    /// Counts every change of every game and of the group.
    changes: Arc<AtomicU64>,
}

struct GroupState {
    /// The number of the next game.
    next: u64,
    /// Games that are being set up.
    opening: u64,
    under_way: BTreeMap<u64, Session>,
    /// Games that are over, as many as are kept.
    over: BTreeMap<u64, Session>,
    kept_turns: usize,
    stats: LiveStats,
    delay: Duration,
    paused: bool,
    aborted: bool,
    /// Why no more games can begin.
    failure: Option<String>,
    /// Games that began and could not be played to their end.
    broken: BrokenGames,
}

impl SessionGroup {
    /// Starts the games of a plan, with this delay from turn to turn.
    ///
    /// # Errors
    /// If the rules or bots do not fit.
    pub fn open(
        stage: &Stage,
        game: &Arc<dyn AnyGame>,
        plan: SeriesPlan,
        delay: Duration,
        paused: bool,
    ) -> Result<Self, ArenaError> {
        let inner = GroupState {
            next: 0,
            opening: 0,
            under_way: BTreeMap::new(),
            over: BTreeMap::new(),
            kept_turns: 0,
            stats: LiveStats::new(&plan.line_up),
            delay,
            paused,
            aborted: false,
            failure: None,
            broken: BrokenGames::default(),
        };
        let group = Arc::new(Group {
            queue: Arc::clone(stage.queue()),
            game: Arc::clone(game),
            plan: Arc::new(plan),
            inner: Mutex::new(inner),
            ended: Condvar::new(),
            changes: Arc::new(AtomicU64::new(0)),
        });
        // Made first: dropping it ends what was begun before an error.
        let this = Self(group);
        for _ in 0..this.0.plan.jobs.max(1) {
            if !this.0.begin_next()? {
                break;
            }
        }
        Ok(this)
    }

    /// What is played.
    #[must_use]
    pub fn plan(&self) -> &SeriesPlan {
        &self.0.plan
    }

    /// How it stands.
    #[must_use]
    pub fn status(&self) -> GroupStatus {
        let inner = self.0.inner.lock();
        GroupStatus {
            games: self.0.plan.games,
            begun: inner.next,
            under_way: inner.under_way.len() as u64,
            paused: inner.paused,
            over: self.0.is_over(&inner),
            aborted: inner.aborted,
            failure: inner.failure.clone().or_else(|| inner.broken.summary()),
            broken: inner.broken.count,
            stats: inner.stats.clone(),
        }
    }

    /// A number that grows with every change of any game or of the group: as long as it stays the same, there is
    /// nothing new to be seen.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.0.changes.load(Ordering::Acquire)
    }

    /// Game `number`, from 0: under way, or over and still kept.
    #[must_use]
    pub fn session(&self, number: u64) -> Option<Session> {
        let inner = self.0.inner.lock();
        inner.under_way.get(&number).or_else(|| inner.over.get(&number)).cloned()
    }

    /// The numbers of the games that are under way.
    #[must_use]
    pub fn under_way(&self) -> Vec<u64> {
        self.0.inner.lock().under_way.keys().copied().collect()
    }

    /// The games that are over and still kept, in the order of their numbers.
    #[must_use]
    pub fn over(&self) -> Vec<Session> {
        self.0.inner.lock().over.values().cloned().collect()
    }

    /// Plays no further turns of any game.
    pub fn pause(&self) {
        self.each(|inner| inner.paused = true, Session::pause);
    }

    /// Plays on with all games.
    pub fn resume(&self) {
        self.each(|inner| inner.paused = false, Session::resume);
    }

    /// Pauses, and plays one turn of every game that is under way.
    pub fn step(&self) {
        self.each(|inner| inner.paused = true, Session::step);
    }

    /// Sets the delay from turn to turn for all games, also for those to come.
    pub fn set_delay(&self, delay: Duration) {
        self.each(|inner| inner.delay = delay, |session| session.set_delay(delay));
    }

    /// Ends all games that are under way without an outcome; no other begins.
    pub fn abort(&self) {
        self.each(|inner| inner.aborted = true, Session::abort);
    }

    /// Waits until no game is under way and none will be, or the time is over; whether it is so.
    pub fn wait(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        let mut inner = self.0.inner.lock();
        while !self.0.is_over(&inner) {
            if self.0.ended.wait_until(&mut inner, until).timed_out() {
                break;
            }
        }
        self.0.is_over(&inner)
    }

    /// Changes the group and then every game under way. The games are changed without the lock, because
    /// one that ends comes back for the next.
    fn each(&self, group: impl FnOnce(&mut GroupState), session: impl Fn(&Session)) {
        let mut inner = self.0.inner.lock();
        group(&mut inner);
        let sessions: Vec<Session> = inner.under_way.values().cloned().collect();
        drop(inner);
        sessions.iter().for_each(session);
        self.0.changed();
    }
}

impl Drop for SessionGroup {
    fn drop(&mut self) {
        self.abort();
    }
}

impl Group {
    fn is_over(&self, inner: &GroupState) -> bool {
        let none_to_come =
            inner.next >= self.plan.games || inner.aborted || inner.failure.is_some();
        none_to_come && inner.under_way.is_empty() && inner.opening == 0
    }

    /// Begins the next game that can begin; `false` if there is none.
    fn begin_next(self: &Arc<Self>) -> Result<bool, ArenaError> {
        loop {
            match self.begin_one()? {
                Begun::UnderWay => return Ok(true),
                Begun::None => return Ok(false),
                Begun::Broken => {}
            }
        }
    }

    fn begin_one(self: &Arc<Self>) -> Result<Begun, ArenaError> {
        let mut inner = self.inner.lock();
        if inner.next >= self.plan.games || inner.aborted || inner.failure.is_some() {
            return Ok(Begun::None);
        }
        let number = inner.next;
        inner.next += 1;
        inner.opening += 1;
        let (delay, paused) = (inner.delay, inner.paused);
        drop(inner);
        let group: Weak<Self> = Arc::downgrade(self);
        let at_end = Box::new(move |session: &Session| {
            if let Some(group) = group.upgrade() {
                group.ended(number, session);
            }
        });
        let changes = Arc::clone(&self.changes);
        let opening = Opening { number, delay, paused, at_end: Some(at_end), changes };
        let opened = Session::open(&self.queue, &self.game, &self.plan, opening);
        let mut inner = self.inner.lock();
        inner.opening -= 1;
        let session = match opened {
            // The first position of another game may be possible.
            Err(ArenaError::Internal(error)) => {
                inner.broken.add(BrokenGame::new(number, &error));
                return Ok(Begun::Broken);
            }
            opened => opened?,
        };
        inner.under_way.insert(number, session.clone());
        // What was changed while the game was being set up.
        let (delay, paused, aborted) = (inner.delay, inner.paused, inner.aborted);
        drop(inner);
        session.set_delay(delay);
        match (aborted, paused) {
            (true, _) => session.abort(),
            (false, true) => session.pause(),
            (false, false) => session.resume(),
        }
        Ok(Begun::UnderWay)
    }

    /// A game is over: it is counted, and the next begins.
    fn ended(self: &Arc<Self>, number: u64, session: &Session) {
        let mut inner = self.inner.lock();
        inner.under_way.remove(&number);
        if let Some(record) = session.record() {
            inner.stats.add(&record);
        }
        if let State::Failed(reason) = session.state() {
            inner.broken.add(BrokenGame { game: number + 1, reason });
        }
        inner.keep(number, session);
        drop(inner);
        if let Err(error) = self.begin_next() {
            self.inner.lock().failure.get_or_insert(error.to_string());
        }
        self.changed();
    }

    /// Lets those who wait or look know that the group has changed.
    fn changed(&self) {
        self.changes.fetch_add(1, Ordering::Release);
        self.ended.notify_all();
    }
}

impl GroupState {
    /// Keeps a game that is over, and as many older ones as there is room for.
    fn keep(&mut self, number: u64, session: &Session) {
        let turns = |session: &Session| session.view().turn as usize;
        self.kept_turns += turns(session);
        self.over.insert(number, session.clone());
        while self.over.len() > KEPT_GAMES || self.over.len() > 1 && self.kept_turns > KEPT_TURNS {
            let Some((_, oldest)) = self.over.pop_first() else { return };
            self.kept_turns -= turns(&oldest);
        }
    }
}
