//! A match in a room while it is played: when its turns are due, and what pages learn of them.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludus_arena::replay::Unwritten;
use ludus_arena::store::LiveId;
use ludus_arena::{AnyLive, ArenaError};
use ludus_core::{
    Budget, Controls, Figures, Forfeit, LegalAction, Outcome, Seat, SeatSet, Snapshot,
    TICKS_PER_SECOND, TimeControl,
};
use serde_json::Value;

use super::desk::replay_id;
use super::lateness::Lateness;
use super::patch;
use super::protocol::{Frame, MatchEnd, ServerMessage};
use super::refusal::Refusal;
use super::room::Room;
use super::seats::Seated;
use super::{House, Limits};
use crate::clocks::ClockState;
use crate::figures::SeatFigures;

/// One of this many ticks is sent to pages: twenty a second.
const TOLD_EVERY: u32 = 3;

/// A match that is further behind than this does not catch up: the machine slept.
const TOO_LATE: Duration = Duration::from_millis(250);

/// How long a move stands where only bots play, so that people can follow.
const MOVE: Duration = Duration::from_millis(800);

/// How fast a match is played.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// From one turn to the next, where turns come by a clock and are no ticks.
    pub(super) turn: Duration,
    /// The players' clocks, where they are waited for.
    pub(super) clock: Option<TimeControl>,
}

/// What a match is played with, beside its rules.
pub(super) struct MatchOrder {
    pub(super) pace: Pace,
    /// What a decision may spend.
    pub(super) budget: Budget,
    /// Who sits where: the result is about them, even if they leave afterwards.
    pub(super) seats: Vec<Seated>,
    /// When the first turn begins.
    pub(super) first: Instant,
    /// Whether the game has a page of its own.
    pub(super) has_page: bool,
}

/// A match that is played.
pub(super) struct Playing {
    live: Box<dyn AnyLive>,
    id: Option<LiveId>,
    seats: Vec<Seated>,
    clocked: bool,
    /// How people play their seats.
    controls: Controls,
    /// How many turns were played.
    turn: u32,
    /// When the next turn is due; where players are waited for, when it may be played at the earliest.
    due: Instant,
    period: Duration,
    /// What a decision may spend.
    budget: Budget,
    offers: SeatSet,
    /// The position that was sent last, and how often one was sent.
    sent: Value,
    /// The same as text, where it is wanted.
    text: Option<String>,
    told_count: u64,
    /// How many moves were sent.
    told_moves: usize,
    /// The numbers of the actions that were played, by seat, and of those that will be with the next turn.
    acks: Vec<u64>,
    next_acks: Vec<u64>,
    began: Instant,
}

/// What came of looking at a match.
pub(super) enum Step {
    /// It is not time yet; with the moment when it is, if that is known.
    Early(Option<Instant>),
    /// A turn was played.
    Played {
        /// Whether it is sent.
        show: bool,
    },
    /// It is over.
    Over,
}

impl Playing {
    /// A match that begins.
    pub(super) fn new(
        live: Box<dyn AnyLive>,
        id: Option<LiveId>,
        order: MatchOrder,
        limits: &Limits,
    ) -> Self {
        let MatchOrder { pace, budget, seats, first, has_page } = order;
        let (people, count) = (seats.iter().any(Seated::is_person), seats.len());
        let Snapshot { data: sent, text } = live.snapshot();
        let clocked = live.clocked();
        let period = match (clocked, live.ticks()) {
            (true, true) => Duration::from_secs(1) / TICKS_PER_SECOND,
            (true, false) => pace.turn,
            (false, _) if people => Duration::ZERO,
            (false, _) => MOVE,
        };
        // A bot that thinks until its turn is over is late; ticks are not thought about for so long.
        let time = match (clocked, live.ticks()) {
            (true, true) => None,
            (true, false) => Some(period.mul_f64(0.6).min(limits.bot_time)),
            (false, _) => Some(limits.bot_time),
        };
        let budget = Budget { time: budget.time.or(time), ..budget };
        let mut playing = Self {
            turn: live.turn(),
            controls: live.controls(),
            live,
            id,
            seats,
            clocked,
            due: if clocked && first <= Instant::now() { first + period } else { first },
            period,
            budget,
            offers: SeatSet::EMPTY,
            sent,
            // Where turns wait for people, the text is there for a page that fails.
            text: (!has_page || !clocked).then_some(text),
            told_count: 0,
            told_moves: 0,
            acks: vec![0; count],
            next_acks: vec![0; count],
            began: first,
        };
        playing.live.run_clocks(first);
        playing
    }

    /// Whether turns come by the clock.
    pub(super) fn is_clocked(&self) -> bool {
        self.clocked
    }

    /// The seats that offer a draw.
    pub(super) fn offers(&self) -> SeatSet {
        self.offers
    }

    /// A person's action.
    pub(super) fn submit(&mut self, seat: Seat, action: &str, n: u64) -> Result<(), Refusal> {
        // Also what is refused has been seen: the page that showed it at once takes it back.
        self.next_acks[seat.index()] = n;
        if self.clocked && Instant::now() < self.began {
            return Err(Refusal::NotBegun);
        }
        Ok(self.live.submit(seat, action)?)
    }

    /// The seat is lost.
    pub(super) fn lose(&mut self, seat: Seat, why: Forfeit) {
        self.live.lose(seat, why);
    }

    /// A seat offers a draw, or no longer does. If all do, it is one.
    pub(super) fn offer_draw(&mut self, seat: Seat, offer: bool) -> Result<(), Refusal> {
        if self.clocked {
            return Err(Refusal::NoDraws);
        }
        if offer {
            self.offers.insert(seat);
        } else {
            self.offers = SeatSet::EMPTY;
        }
        if self.offers.len() == self.seats.len() {
            self.live.agree_draw();
        }
        Ok(())
    }

    /// Hands the bots that are to act to the threads on which they think.
    pub(super) fn ask(&mut self, room: &Arc<Room>, house: &House) {
        let wakes = !self.clocked;
        let weak = Arc::downgrade(room);
        let wake = || -> Box<dyn FnOnce() + Send> {
            let weak = weak.clone();
            Box::new(move || {
                if let Some(room) = weak.upgrade().filter(|_| wakes) {
                    room.look();
                }
            })
        };
        let questions = self.live.questions(self.budget, &wake);
        house.thinkers.ask(questions, self.clocked);
    }

    /// Lines of the replay that the clerk should write now.
    pub(super) fn unwritten(&mut self) -> Option<Unwritten> {
        self.live.unwritten()
    }

    /// When the match wants to be looked at, whatever comes in before.
    pub(super) fn next_look(&self) -> Option<Instant> {
        if self.clocked { Some(self.due) } else { self.live.next_flag() }
    }

    /// Plays the next turn if it is time.
    pub(super) fn on_time(&mut self, now: Instant, late: &Lateness) -> Result<Step, ArenaError> {
        if self.live.outcome().is_some() {
            return Ok(Step::Over);
        }
        if self.clocked { self.by_the_clock(now, late) } else { self.when_ready(now) }
    }

    fn by_the_clock(&mut self, now: Instant, late: &Lateness) -> Result<Step, ArenaError> {
        if now < self.due {
            return Ok(Step::Early(None));
        }
        if self.live.ticks() {
            late.count(now - self.due);
        }
        self.due += self.period;
        if now > self.due + TOO_LATE {
            self.due = now + self.period;
        }
        self.play(now)
    }

    fn when_ready(&mut self, now: Instant) -> Result<Step, ArenaError> {
        if !self.live.is_ready() {
            // The clock of a bot runs since it was asked, which may have been after the last look.
            return Ok(Step::Early(self.live.next_flag().filter(|flag| *flag > now)));
        }
        if now < self.due {
            return Ok(Step::Early(Some(self.due)));
        }
        self.due = now + self.period;
        self.play(now)
    }

    fn play(&mut self, now: Instant) -> Result<Step, ArenaError> {
        self.live.play()?;
        self.turn = self.live.turn();
        self.acks.copy_from_slice(&self.next_acks);
        // An offer stands until the one to whom it was made has moved.
        self.offers = SeatSet::EMPTY;
        self.live.run_clocks(now);
        if self.live.outcome().is_some() {
            return Ok(Step::Over);
        }
        let show = !self.live.ticks() || self.turn.is_multiple_of(TOLD_EVERY);
        Ok(Step::Played { show })
    }

    /// What has changed since it was last sent.
    pub(super) fn change(&mut self, room: &str, now: Instant) -> Utf8Bytes {
        let Snapshot { data, text } = self.live.snapshot();
        self.text = self.text.is_some().then_some(text);
        let patch = patch::between(&self.sent, &data);
        self.sent = data;
        self.told_count += 1;
        let moves = &self.moves()[self.told_moves..];
        let message =
            ServerMessage::Change { room, frame: &self.frame(now), moves, patch }.encode();
        self.told_moves = self.moves().len();
        message
    }

    /// The whole position.
    pub(super) fn state(&self, room: &str, now: Instant) -> Utf8Bytes {
        let (frame, controls) = (&self.frame(now), &self.controls);
        let moves = &self.moves()[..self.told_moves];
        ServerMessage::State { room, frame, controls, moves, data: &self.sent }.encode()
    }

    /// What was played so far, turn by turn, where turns wait for people.
    fn moves(&self) -> &[String] {
        if self.clocked { &[] } else { self.live.actions() }
    }

    /// What a person's seat may do, if it is to act and its controls show what is legal.
    pub(super) fn legal(&self, room: &str, seat: Seat) -> Option<Utf8Bytes> {
        let shown = matches!(self.controls, Controls::Cells { .. } | Controls::Text);
        if !shown || !self.live.to_act().has(seat) {
            return None;
        }
        let actions: Vec<LegalAction> = self.live.legal(seat);
        Some(ServerMessage::Legal { room, seat, turn: self.turn, actions: &actions }.encode())
    }

    /// What is sent with every position.
    fn frame(&self, now: Instant) -> Frame {
        Frame {
            seq: self.told_count,
            turn: self.turn,
            acks: self.acks.clone(),
            to_act: self.live.to_act().iter().collect(),
            text: self.text.clone(),
            clocks: self.live.clocks(now).map(ClockState::from),
            begins_ms: (now < self.began).then(|| (self.began - now).as_millis() as u64),
        }
    }

    /// Ends it: the match, for the clerk, and what is left to show.
    pub(super) fn end(self: Box<Self>, now: Instant) -> (Box<dyn AnyLive>, Ended) {
        let figures = Seat::first(self.seats.len()).map(|seat| self.live.figures(seat)).collect();
        let outcome = self.live.outcome();
        let reason = outcome.as_ref().map(|outcome| outcome.reason().to_owned());
        self.over(now, outcome, reason, figures)
    }

    /// Ends it without an outcome, for this reason. The match is not asked anything: it may have failed.
    pub(super) fn break_off(
        self: Box<Self>,
        now: Instant,
        reason: &str,
    ) -> (Box<dyn AnyLive>, Ended) {
        self.over(now, None, Some(reason.to_owned()), Vec::new())
    }

    fn over(
        self: Box<Self>,
        now: Instant,
        outcome: Option<Outcome>,
        reason: Option<String>,
        figures: Vec<Figures>,
    ) -> (Box<dyn AnyLive>, Ended) {
        let result = MatchEnd {
            ranks: outcome.map(|outcome| outcome.ranks().to_vec()),
            reason,
            figures: figures.into_iter().map(SeatFigures).collect(),
            turns: self.turn,
            seconds: now.saturating_duration_since(self.began).as_secs_f64(),
            replay: None,
            seats: self.seats.iter().map(|seated| seated.info.clone()).collect(),
        };
        let frame = Frame {
            seq: self.told_count,
            turn: self.turn,
            acks: self.acks,
            to_act: Vec::new(),
            text: self.text,
            clocks: self.live.clocks(now).map(ClockState::from),
            begins_ms: None,
        };
        let keys = self.seats.iter().map(|seated| seated.key).collect();
        let moves = if self.clocked { Vec::new() } else { self.live.actions().to_vec() };
        let ended = Ended {
            id: self.id,
            replay: false,
            at: now,
            keys,
            frame,
            controls: self.controls,
            moves,
            data: self.sent,
            result,
        };
        (self.live, ended)
    }
}

/// What is left of a match that is over.
pub(super) struct Ended {
    /// Its number in the store.
    pub(super) id: Option<LiveId>,
    /// Whether its replay is there.
    pub(super) replay: bool,
    /// When it ended.
    pub(super) at: Instant,
    /// The keys of the sitters, by seat.
    keys: Vec<u64>,
    frame: Frame,
    controls: Controls,
    moves: Vec<String>,
    data: Value,
    result: MatchEnd,
}

impl Ended {
    /// How it ended, as pages see it.
    pub(super) fn summary(&self) -> MatchEnd {
        MatchEnd { replay: self.id.filter(|_| self.replay).map(replay_id), ..self.result.clone() }
    }

    /// The seat that a sitter had in the match.
    pub(super) fn seat_of(&self, key: u64) -> Option<usize> {
        self.keys.iter().position(|sitter| *sitter == key)
    }

    /// The last position.
    pub(super) fn state(&self, room: &str) -> Utf8Bytes {
        let Self { frame, controls, moves, data, .. } = self;
        ServerMessage::State { room, frame, controls, moves, data }.encode()
    }
}
