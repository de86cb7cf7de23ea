//! Matches that are watched on a page: groups of sessions, as many at a time as their grid has boards.
//!
//! Everyone who knows the name of a group can watch and control it. A group without viewers ends.

mod message;

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludus_arena::session::SeatView;
use ludus_arena::{AnyGame, ArenaError, SeriesPlan, Session, SessionGroup, Stage};
use ludus_core::Seat;
use parking_lot::Mutex;
use tokio::sync::mpsc;

pub(crate) use self::message::GroupNews;
use self::message::{BoardNews, BoardSeat, GroupSummary, MatchState};
use crate::clocks::ClockState;
use crate::figures::SeatFigures;
use crate::insight::ShownInsight;
use crate::random;
use crate::rooms::give_way;
use crate::topics::TopicMessage;

/// How often a page gets news, at most.
const BEAT: Duration = Duration::from_millis(80);

/// How long a group without viewers continues.
const ALONE: Duration = Duration::from_secs(30);

/// All groups.
pub(crate) struct Groups {
    stage: Stage,
    most: usize,
    groups: Mutex<HashMap<String, Arc<Watched>>>,
}

/// A group that is watched.
pub(crate) struct Watched {
    id: String,
    game: Arc<dyn AnyGame>,
    /// Whether positions are sent as text, too.
    as_text: bool,
    group: SessionGroup,
    watchers: AtomicUsize,
    /// When the last watcher left, or the group began.
    left: Mutex<Instant>,
    delay: Mutex<Duration>,
}

/// What can be done with a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupCommand {
    /// Plays no further turns.
    Pause,
    /// Plays on.
    Resume,
    /// Pauses, and plays one turn of every match.
    Step,
    /// Plays with this time from turn to turn.
    Delay(Duration),
    /// Ends all matches.
    Abort,
}

impl Groups {
    /// Room for `most` groups, which play on `threads` threads.
    pub(crate) fn new(threads: usize, most: usize) -> Result<Self, ArenaError> {
        // The threads of the stage are as important as the one that starts them: less than live games.
        let stage = std::thread::spawn(move || {
            give_way();
            Stage::new(threads)
        });
        let panicked = |_| ArenaError::Thread(io::Error::other("a thread panicked"));
        let stage = stage.join().map_err(panicked)??;
        Ok(Self { stage, most, groups: Mutex::default() })
    }

    /// What is wrong with the threads that play, if anything is.
    pub(crate) fn complaint(&self) -> Option<String> {
        let dead = self.stage.dead_threads();
        (dead > 0).then(|| format!("{dead} threads that play watched matches have ended"))
    }

    /// Begins a group; its name.
    pub(crate) fn open(
        &self,
        game: &Arc<dyn AnyGame>,
        plan: SeriesPlan,
        delay: Duration,
        paused: bool,
        as_text: bool,
    ) -> Result<String, GroupError> {
        self.sweep();
        if self.groups.lock().len() >= self.most {
            return Err(GroupError::Full(self.most));
        }
        let id = random::token().map_err(GroupError::Name)?;
        let group = SessionGroup::open(&self.stage, game, plan, delay, paused)?;
        let watched = Watched {
            id: id.clone(),
            game: Arc::clone(game),
            as_text,
            group,
            watchers: AtomicUsize::new(0),
            left: Mutex::new(Instant::now()),
            delay: Mutex::new(delay),
        };
        self.groups.lock().insert(id.clone(), Arc::new(watched));
        Ok(id)
    }

    /// The group of this name.
    pub(crate) fn find(&self, id: &str) -> Option<Arc<Watched>> {
        self.groups.lock().get(id).cloned()
    }

    /// Ends a group that has no viewers any more.
    pub(crate) async fn look_after(this: Weak<Self>, id: String) {
        loop {
            tokio::time::sleep(ALONE / 2).await;
            let Some(groups) = this.upgrade() else { return };
            groups.sweep();
            if groups.find(&id).is_none() {
                return;
            }
        }
    }

    /// Ends the groups without viewers.
    fn sweep(&self) {
        let deserted = |group: &Watched| {
            group.watchers.load(Ordering::Relaxed) == 0 && group.left.lock().elapsed() > ALONE
        };
        // They are dropped without the lock, because that ends their matches.
        let ended: Vec<_> = self.groups.lock().extract_if(|_, group| deserted(group)).collect();
        drop(ended);
    }
}

/// A group that cannot begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GroupError {
    /// There are as many as there may be.
    #[error("{0} groups of matches are watched already, and no more are allowed; try again later")]
    Full(usize),
    /// The bots or the rules do not fit.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The system has no randomness.
    #[error("no name can be made: {0}")]
    Name(io::Error),
}

impl Watched {
    /// Does something with all matches.
    pub(crate) fn obey(&self, order: GroupCommand) {
        match order {
            GroupCommand::Pause => self.group.pause(),
            GroupCommand::Resume => self.group.resume(),
            GroupCommand::Step => self.group.step(),
            GroupCommand::Delay(delay) => {
                *self.delay.lock() = delay;
                self.group.set_delay(delay);
            }
            GroupCommand::Abort => self.group.abort(),
        }
    }

    /// Sends what is new until it is over or the page is gone.
    pub(crate) async fn follow(self: Arc<Self>, out: mpsc::Sender<Utf8Bytes>) {
        let presence = Presence::new(&self);
        let mut news = News::default();
        loop {
            let group = Arc::clone(&self);
            let looked = tokio::task::spawn_blocking(move || {
                let message = news.look(&group);
                (message, news)
            });
            let Ok((message, kept)) = looked.await else { break };
            news = kept;
            if let Some(message) = message
                && out.send(TopicMessage::Group(message).versioned().encode()).await.is_err()
            {
                break;
            }
            if news.over {
                // It stays as long as the page is there; nothing will change any more.
                out.closed().await;
                break;
            }
            tokio::time::sleep(BEAT).await;
        }
        drop(presence);
    }

    fn board(&self, session: &Session) -> BoardNews {
        let view = session.view();
        let seat = |seat: &SeatView| BoardSeat {
            label: seat.label.clone(),
            entrant: seat.entrant,
            action: seat.last.as_ref().map(|deed| deed.text.clone()),
            insight: seat
                .last
                .as_ref()
                .map(|deed| ShownInsight::new(&*self.game, deed.insight.clone())),
        };
        let snapshot = view.snapshot();
        BoardNews {
            number: view.number,
            turn: view.turn,
            state: MatchState::from(&session.state()),
            seats: view.seats.iter().map(seat).collect(),
            figures: Seat::first(view.seats.len())
                .map(|seat| SeatFigures(view.figures(seat)))
                .collect(),
            data: snapshot.data.clone(),
            text: self.as_text.then(|| snapshot.text.clone()),
            outcome: view.outcome.clone(),
            clocks: session.clocks().map(ClockState::from),
        }
    }
}

/// A viewer, as long as this lives.
struct Presence(Arc<Watched>);

impl Presence {
    fn new(group: &Arc<Watched>) -> Self {
        group.watchers.fetch_add(1, Ordering::Relaxed);
        Self(Arc::clone(group))
    }
}

impl Drop for Presence {
    fn drop(&mut self) {
        *self.0.left.lock() = Instant::now();
        self.0.watchers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What a viewer has got.
#[derive(Default)]
struct News {
    /// The versions of the matches that were shown, by number.
    shown: BTreeMap<u64, u64>,
    status: Option<GroupSummary>,
    over: bool,
}

impl News {
    /// What is new since the last look.
    fn look(&mut self, watched: &Watched) -> Option<GroupNews> {
        let group = &watched.group;
        let status = group.status();
        let under_way = group.under_way();
        let mut boards = Vec::new();
        let numbers: Vec<u64> = under_way.iter().chain(self.shown.keys()).copied().collect();
        for number in numbers {
            // A match that is no longer kept has been shown for the last time.
            let Some(session) = group.session(number) else {
                self.shown.remove(&number);
                continue;
            };
            let version = session.version();
            if self.shown.get(&number) != Some(&version) {
                boards.push(watched.board(&session));
                self.shown.insert(number, version);
            }
            if session.state().is_over() && !under_way.contains(&number) {
                self.shown.remove(&number);
            }
        }
        let summary = GroupSummary::new(&status, watched.delay.lock().as_millis() as u64);
        let changed = self.status.as_ref() != Some(&summary);
        self.over = status.over && self.shown.is_empty();
        if boards.is_empty() && !changed {
            return None;
        }
        self.status = Some(summary.clone());
        let (group, game) = (watched.id.clone(), watched.game.name());
        Some(GroupNews { group, game, status: summary, under_way, boards })
    }
}
