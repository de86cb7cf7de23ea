//! One match with viewers, and everything that can be done with it while it is played.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludus_core::{Seat, SeatSet};
use parking_lot::{Condvar, Mutex, RwLock};
use thiserror::Error;

use super::control::{SessionControl, State};
use super::stage::TurnQueue;
use super::turn_by_turn::AnyMatch;
use super::view::View;
use crate::any::AnyGame;
use crate::clocks::{ClockFaces, SharedClocks};
use crate::contain::{InternalError, contain};
use crate::error::ArenaError;
use crate::host::{SubmitError, UndoError};
use crate::series::{GameRecord, SeriesPlan};

/// A match with viewers. Clones are handles of the same session.
#[derive(Clone)]
pub struct Session(Arc<Core>);

/// Why something cannot be done with a session now.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SessionError {
    /// It is not this seat's turn to submit something.
    #[error("{0} is not to act")]
    NotToAct(Seat),
    /// A turn is being played; when it is over, it may be possible.
    #[error("a turn is being played")]
    Busy,
    /// The match is over.
    #[error("the match is over")]
    Over,
    /// The action does not count.
    #[error(transparent)]
    Submit(#[from] SubmitError),
    /// The turns cannot be taken back.
    #[error(transparent)]
    Undo(#[from] UndoError),
    /// The game itself failed.
    #[error(transparent)]
    Internal(#[from] InternalError),
}

/// What is done when a session is over, by the thread that ended it.
pub(super) type AtEnd = Box<dyn FnOnce(&Session) + Send>;

/// How a session begins.
pub(super) struct Opening {
    /// The number of the game in its series.
    pub(super) number: u64,
    /// The delay from turn to turn.
    pub(super) delay: Duration,
    /// Whether it begins paused.
    pub(super) paused: bool,
    /// What is done when it is over.
    pub(super) at_end: Option<AtEnd>,
    /// A count that every change of the session adds to.
    pub(super) changes: Arc<AtomicU64>,
}

/// What came of playing a turn.
enum TurnEnd {
    /// It was played, and these people have to act before the next.
    Played(SeatSet),
    /// It was the last one.
    Last,
    /// The match was stopped.
    None,
}

/// What all handles of a session share.
pub(super) struct Core {
    /// The name of the game.
    game: &'static str,
    queue: Arc<TurnQueue>,
    stop: Arc<AtomicBool>,
    control: Mutex<SessionControl>,
    /// The match, until it is over. Only the thread that took it into hand locks it.
    body: Mutex<Option<Box<dyn AnyMatch>>>,
    /// The clocks, in a match with clocks.
    clocks: Option<SharedClocks>,
    view: RwLock<Arc<View>>,
    /// The actions so far, as in [`GameRecord::actions`].
    history: Mutex<Vec<String>>,
    record: Mutex<Option<Arc<GameRecord>>>,
    at_end: Mutex<Option<AtEnd>>,
    version: Mutex<u64>,
    /// Changes of this session and of those it shares the count with.
    changes: Arc<AtomicU64>,
    changed: Condvar,
}

impl Session {
    pub(super) fn open(
        queue: &Arc<TurnQueue>,
        game: &Arc<dyn AnyGame>,
        plan: &Arc<SeriesPlan>,
        opening: Opening,
    ) -> Result<Self, ArenaError> {
        let Opening { number, delay, paused, at_end, changes } = opening;
        let stop = Arc::new(AtomicBool::new(false));
        let opened = contain(game.name(), || {
            let body = Arc::clone(game).open_match(Arc::clone(plan), number, &stop)?;
            let (waiting, view) = (body.waiting(), body.view());
            Ok::<_, ArenaError>((body, waiting, view))
        });
        let (body, waiting, view) = opened??;
        let clocks = body.clocks();
        let control = SessionControl::new(delay, paused, waiting, Instant::now());
        let session = Self(Arc::new(Core {
            game: game.name(),
            queue: Arc::clone(queue),
            stop,
            control: Mutex::new(control),
            view: RwLock::new(Arc::new(view)),
            body: Mutex::new(Some(body)),
            clocks,
            history: Mutex::new(Vec::new()),
            record: Mutex::new(None),
            at_end: Mutex::new(at_end),
            version: Mutex::new(1),
            changes,
            changed: Condvar::new(),
        }));
        Ok(session)
    }

    /// Lets it begin.
    pub(super) fn begin(&self) {
        self.0.schedule();
    }

    /// The newest position and what led to it. This never waits for a turn that is being played.
    #[must_use]
    pub fn view(&self) -> Arc<View> {
        Arc::clone(&self.0.view.read())
    }

    /// The clocks as they are now, in a match with clocks. Those of people stand still while the session is paused.
    #[must_use]
    pub fn clocks(&self) -> Option<ClockFaces> {
        Some(self.0.clocks.as_ref()?.faces(Instant::now()))
    }

    /// The actions from place `from` on, as in [`GameRecord::actions`]. After an undo there are fewer than before.
    #[must_use]
    pub fn history(&self, from: usize) -> Vec<String> {
        self.read_history(|actions| actions.get(from..).unwrap_or_default().to_vec())
    }

    /// The last actions, at most this many, and how many there were before them.
    #[must_use]
    pub fn recent(&self, most: usize) -> (usize, Vec<String>) {
        self.read_history(|actions| {
            let before = actions.len().saturating_sub(most);
            (before, actions[before..].to_vec())
        })
    }

    fn read_history<T>(&self, read: impl FnOnce(&[String]) -> T) -> T {
        match self.record().as_ref().and_then(|record| record.actions.as_deref()) {
            Some(actions) => read(actions),
            None => read(&self.0.history.lock()),
        }
    }

    /// What it does now.
    #[must_use]
    pub fn state(&self) -> State {
        self.0.control.lock().state()
    }

    /// The delay from turn to turn.
    #[must_use]
    pub fn delay(&self) -> Duration {
        self.0.control.lock().delay()
    }

    /// What the match came to, once it is finished.
    #[must_use]
    pub fn record(&self) -> Option<Arc<GameRecord>> {
        self.0.record.lock().clone()
    }

    /// A number that grows with every change of view or state.
    #[must_use]
    pub fn version(&self) -> u64 {
        *self.0.version.lock()
    }

    /// Waits until the version is greater than this one, or the time is over; the version then.
    pub fn wait_beyond(&self, version: u64, time: Duration) -> u64 {
        let until = Instant::now() + time;
        let mut current = self.0.version.lock();
        while *current <= version {
            if self.0.changed.wait_until(&mut current, until).timed_out() {
                break;
            }
        }
        *current
    }

    /// Plays no further turn. One that is being played is played to its end.
    pub fn pause(&self) {
        self.0.change(SessionControl::pause);
    }

    /// Plays on.
    pub fn resume(&self) {
        self.0.change(SessionControl::resume);
    }

    /// Pauses, and plays one turn now.
    pub fn step(&self) {
        self.0.change(SessionControl::step);
    }

    /// Sets the delay from turn to turn. It counts from the beginning of the last turn, so a shorter
    /// one takes effect at once.
    pub fn set_delay(&self, delay: Duration) {
        self.0.change(|control| control.set_delay(delay));
    }

    /// Ends the match without an outcome, unless it has one.
    pub fn abort(&self) {
        self.0.stop.store(true, Ordering::Relaxed);
        // Where a turn is being played, its thread sees the switch and ends the session.
        if self.0.control.lock().take() {
            self.0.end(State::Aborted);
        }
    }

    /// A person's action, as text in the game's notation.
    ///
    /// # Errors
    /// If the seat is not to act, or the text means no action that is legal now.
    pub fn submit(&self, seat: Seat, text: &str) -> Result<(), SessionError> {
        let view = self.view();
        let by_the_clock = view.clocked && view.to_act.has(seat);
        self.0.with_match(
            |control| match by_the_clock || control.waiting().has(seat) {
                true => Ok(()),
                false => Err(SessionError::NotToAct(seat)),
            },
            |body| Ok(body.submit(seat, text)?),
        )
    }

    /// Takes back everything since a person last acted, that action included.
    ///
    /// # Errors
    /// If a turn is being played, the match is over or recorded, or no person has acted yet.
    pub fn undo(&self) -> Result<(), SessionError> {
        self.0.with_match(|_| Ok(()), |body| Ok(body.undo()?))
    }
}

impl Core {
    pub(super) fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Plays the turn of this ticket, unless it is void.
    pub(super) fn play(self: &Arc<Self>, ticket: u64) {
        if !self.control.lock().take_turn(ticket, Instant::now()) {
            return;
        }
        let mut body = self.body.lock();
        let Some(playing) = body.as_mut() else { return };
        let played = contain(self.game, || self.play_turn(playing.as_mut()));
        drop(body);
        match played {
            Ok(Ok(TurnEnd::Last)) => self.end(State::Finished),
            Ok(Ok(TurnEnd::None)) => self.end(State::Aborted),
            Ok(Ok(TurnEnd::Played(waiting))) => self.give_back(waiting),
            Ok(Err(error)) => self.end(State::Failed(error.to_string())),
            Err(error) => self.end(State::Failed(error.to_string())),
        }
    }

    /// Plays a turn and shows where it led.
    fn play_turn(&self, playing: &mut dyn AnyMatch) -> Result<TurnEnd, ArenaError> {
        let waiting = playing.waiting();
        if !waiting.is_empty() {
            // It was taken up for a clock that was about to run out, and did not quite.
            return Ok(TurnEnd::Played(waiting));
        }
        let played = playing.play_turn()?;
        if played || playing.is_over() {
            self.publish(playing);
        }
        Ok(match (playing.is_over(), played) {
            (true, _) => TurnEnd::Last,
            (false, true) => TurnEnd::Played(playing.waiting()),
            (false, false) => TurnEnd::None,
        })
    }

    /// Ends the session after a failure that it did not contain itself.
    pub(super) fn give_up(self: &Arc<Self>, error: &InternalError) {
        self.control.lock().end(State::Failed(error.to_string()));
        self.changed();
    }

    /// Changes what happens next, and lets it happen.
    fn change(self: &Arc<Self>, what: impl FnOnce(&mut SessionControl)) {
        what(&mut self.control.lock());
        self.changed();
        self.schedule();
    }

    /// Puts the next turn, if one is due, into the queue.
    fn schedule(self: &Arc<Self>) {
        let mut control = self.control.lock();
        let now = Instant::now();
        // While a turn is played, the clocks are those of the thread that plays it.
        let clocks = self.clocks.as_ref().filter(|_| !control.is_taken());
        let flag = clocks.and_then(|clocks| {
            let thinking = control.thinking();
            match thinking.is_empty() {
                true => clocks.hold(control.waiting(), now),
                false => clocks.run(thinking, now),
            }
            clocks.next_flag(thinking)
        });
        let due = control.next(now, flag);
        drop(control);
        if let Some(due) = due {
            self.queue.push(self, due);
        }
    }

    /// Does something with the match between two turns.
    fn with_match(
        self: &Arc<Self>,
        allowed: impl FnOnce(&SessionControl) -> Result<(), SessionError>,
        what: impl FnOnce(&mut dyn AnyMatch) -> Result<(), SessionError>,
    ) -> Result<(), SessionError> {
        {
            let mut control = self.control.lock();
            if control.state().is_over() {
                return Err(SessionError::Over);
            }
            allowed(&control)?;
            if !control.take() {
                return Err(SessionError::Busy);
            }
        }
        let mut body = self.body.lock();
        let Some(playing) = body.as_mut() else { return Err(SessionError::Over) };
        let changed = contain(self.game, || {
            let done = what(playing.as_mut());
            self.publish(playing.as_ref());
            (done, playing.waiting())
        });
        drop(body);
        match changed {
            Ok((done, waiting)) => {
                self.give_back(waiting);
                done
            }
            Err(error) => {
                self.end(State::Failed(error.to_string()));
                Err(error.into())
            }
        }
    }

    /// Gives the match back between two turns, and lets happen what is next.
    fn give_back(self: &Arc<Self>, waiting: SeatSet) {
        self.control.lock().give_back(waiting);
        self.changed();
        if self.stop.load(Ordering::Relaxed) {
            // It was aborted while it was in hand.
            Session(Arc::clone(self)).abort();
        } else {
            self.schedule();
        }
    }

    /// Makes the match's position the one that is seen.
    fn publish(&self, playing: &dyn AnyMatch) {
        let mut history = self.history.lock();
        let turns = playing.actions(0).len();
        history.truncate(turns);
        let known = history.len();
        history.extend_from_slice(playing.actions(known));
        drop(history);
        *self.view.write() = Arc::new(playing.view());
    }

    fn changed(&self) {
        *self.version.lock() += 1;
        self.changes.fetch_add(1, Ordering::Release);
        self.changed.notify_all();
    }

    /// Ends the session: what is left is its last view, its history and its record.
    fn end(self: &Arc<Self>, how: State) {
        let body = self.body.lock().take();
        let mut how = how;
        // A match whose game failed is only let go of: it may be half-changed.
        let failed = matches!(how, State::Failed(_));
        // A bot that does not end well has said so in the record; only the game itself may fail here.
        let finished =
            body.map(|body| contain(self.game, || if failed { Ok(None) } else { body.finish() }));
        match finished {
            Some(Ok(Ok(Some(record)))) => {
                *self.record.lock() = Some(Arc::new(record));
                // From now on it is the record that holds the actions.
                *self.history.lock() = Vec::new();
            }
            Some(Ok(Err(error))) => how = State::Failed(error.to_string()),
            Some(Err(error)) if !failed => how = State::Failed(error.to_string()),
            Some(Ok(Ok(None)) | Err(_)) | None => {}
        }
        self.control.lock().end(how);
        if let Some(clocks) = &self.clocks {
            clocks.stop(Instant::now());
        }
        self.changed();
        let at_end = self.at_end.lock().take();
        if let Some(at_end) = at_end {
            at_end(&Session(Arc::clone(self)));
        }
    }
}
