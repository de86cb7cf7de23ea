//! The course of a match: its rules, its start, what people do in it, its end.

use std::sync::Arc;
use std::time::{Duration, Instant};

use ludus_arena::store::LiveId;
use ludus_arena::{AnyLive, ArenaError, LivePlan};
use ludus_core::{Forfeit, Pacing, TimeControl, keys};
use serde_json::{Map, Value};

use super::tell::{tell_change, tell_legal};
use super::{BUSY, COUNTDOWN, INTERVAL, Inner, Phase, Room, RoomKind, TURN_MS};
use crate::clocks::FOR_PEOPLE;
use crate::random;
use crate::rooms::clerk::ClerkTask;
use crate::rooms::playing::{MatchOrder, Playing, Step};
use crate::rooms::protocol::ServerMessage;
use crate::rooms::refusal::Refusal;
use crate::rooms::seats::{Seated, Sitter};

impl Room {
    pub(super) fn start(self: &Arc<Self>, inner: &mut Inner) -> Result<(), Refusal> {
        inner.check_waiting()?;
        let game = Arc::clone(&inner.offer.game);
        let seats: Vec<_> = inner.sitters.iter().filter_map(Sitter::entrant).collect();
        if !game.info().seats.contains(&seats.len()) {
            let (least, most) = game.info().seats.into_inner();
            let needed =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            let (game, seats) = (self.game.clone(), seats.len());
            return Err(Refusal::SeatCount { game, needed, seats });
        }
        game.check_rules(&inner.rules, seats.len())?;
        let seed = random::seed().map_err(Refusal::Randomness)?;
        inner.matches += 1;
        let plan = LivePlan {
            id: format!("{}-{}", self.name, inner.matches),
            seats,
            rules: inner.rules.clone(),
            seed,
            budget: inner.offer.budget,
            clock: inner.pace.clock,
            record: None,
        };
        inner.phase = Phase::Starting;
        let record = self.kind != RoomKind::Screen;
        self.house.clerk.ask(ClerkTask::Begin { room: Arc::clone(self), game, plan, record });
        Ok(())
    }

    /// The clerk has set the match up. If it cannot begin, this is why.
    pub(in crate::rooms) fn begin(
        self: &Arc<Self>,
        live: Box<dyn AnyLive>,
        id: Option<LiveId>,
    ) -> Result<(), Refusal> {
        self.guarded(|inner| {
            if inner.closed || !matches!(inner.phase, Phase::Starting) {
                return Err(Refusal::Closed);
            }
            let now = Instant::now();
            let people = inner.sitters.iter().any(Sitter::is_person);
            let first = if people && live.clocked() { now + COUNTDOWN } else { now };
            let seats = inner.sitters.iter().map(Seated::from).collect();
            let order = MatchOrder {
                pace: inner.pace,
                budget: inner.offer.budget,
                seats,
                first,
                has_page: self.house.pages.entry(&self.game).is_some(),
            };
            let mut playing = Playing::new(live, id, order, &self.house.limits);
            playing.ask(self, &self.house);
            self.look_at(playing.next_look());
            inner.phase = Phase::Playing(Box::new(playing));
            inner.members.iter_mut().for_each(|member| member.played = member.sitter);
            self.tell_room(inner);
            self.tell_state(inner);
            Ok(())
        })
        .unwrap_or_else(|error| Err(error.into()))
    }

    /// The match cannot be set up.
    pub(in crate::rooms) fn fail(self: &Arc<Self>, reason: &str) {
        self.cannot_begin(&mut self.inner.lock(), reason);
    }

    /// Tells everyone that the match cannot begin; the room waits again.
    pub(super) fn cannot_begin(&self, inner: &mut Inner, reason: &str) {
        inner.phase = Phase::Waiting;
        let message = format!("the match cannot begin: {reason}");
        let text = ServerMessage::Error { room: Some(&self.name), message: &message }.encode();
        inner.members.iter_mut().for_each(|member| member.say(text.clone()));
        self.tell_room(inner);
    }

    /// The result is in the store.
    pub(in crate::rooms) fn recorded(self: &Arc<Self>, id: LiveId, replay: bool) {
        let mut inner = self.inner.lock();
        if let Phase::Over(ended) = &mut inner.phase
            && ended.id == Some(id)
        {
            ended.replay = replay;
            self.tell_room(&mut inner);
        }
    }

    pub(super) fn act(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: u64,
        action: &str,
        n: u64,
    ) -> Result<(), Refusal> {
        let seat = inner.seat_of(caller)?;
        let playing = inner.playing()?;
        let done = playing.submit(seat, action, n);
        if !playing.is_clocked() {
            self.look();
        }
        done
    }

    pub(super) fn resign(self: &Arc<Self>, inner: &mut Inner, caller: u64) -> Result<(), Refusal> {
        let seat = inner.seat_of(caller)?;
        inner.playing()?.lose(seat, Forfeit::Resigned);
        self.look();
        Ok(())
    }

    pub(super) fn draw(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: u64,
        offer: bool,
    ) -> Result<(), Refusal> {
        let seat = inner.seat_of(caller)?;
        if inner.sitters.iter().any(|sitter| !sitter.is_person()) && offer {
            return Err(Refusal::BotsDraw);
        }
        inner.playing()?.offer_draw(seat, offer)?;
        self.look();
        self.tell_room(inner);
        Ok(())
    }

    /// Something has happened: the thread that ticks looks whether a turn can be played.
    pub(in crate::rooms) fn look(self: &Arc<Self>) {
        self.look_at(Some(Instant::now()));
    }

    pub(super) fn look_at(self: &Arc<Self>, at: Option<Instant>) {
        if let Some(at) = at {
            self.house.ticker.at(self, at);
        }
    }

    /// Plays what is due. Only the thread that ticks calls it, and it has other rooms: when this one is
    /// being changed at the moment, it comes back.
    pub(in crate::rooms) fn on_time(self: &Arc<Self>, now: Instant) {
        let Some(mut inner) = self.inner.try_lock() else {
            return self.look_at(Some(now + BUSY));
        };
        // What fails ends the match, and everyone in the room hears of it.
        let _ = self.contained(&mut inner, |inner| self.play_due(inner, now));
    }

    fn play_due(self: &Arc<Self>, inner: &mut Inner, now: Instant) {
        let Inner { phase, members, sitters, .. } = inner;
        match phase {
            Phase::Playing(playing) => {
                let step = playing.on_time(now, &self.house.ticker.lateness);
                match step {
                    Ok(Step::Early(at)) => self.look_at(at),
                    Ok(Step::Played { show }) => {
                        if let Some(lines) = playing.unwritten() {
                            self.house.clerk.ask(ClerkTask::Write(lines));
                        }
                        playing.ask(self, &self.house);
                        self.look_at(playing.next_look());
                        if show {
                            let text = playing.change(&self.name, now);
                            tell_change(&self.name, members, playing, &text, now);
                            tell_legal(&self.name, members, sitters, playing);
                        }
                    }
                    Ok(Step::Over) => {
                        let text = playing.change(&self.name, now);
                        tell_change(&self.name, members, playing, &text, now);
                        self.end(inner, now);
                    }
                    Err(ArenaError::Internal(error)) => self.broke(inner, &error),
                    Err(error) => {
                        tracing::error!(%error, room = self.name, "a live match cannot go on");
                        self.break_off(inner, "it failed");
                    }
                }
            }
            Phase::Over(ended) if self.kind == RoomKind::Screen && now - ended.at >= INTERVAL => {
                if members.is_empty() {
                    inner.phase = Phase::Waiting;
                } else if let Err(error) = inner.reopen().and_then(|()| self.start(inner)) {
                    tracing::error!(%error, room = self.name, "bots cannot play");
                }
                self.tell_room(inner);
            }
            _ => {}
        }
    }

    /// The match is over: the clerk writes it down.
    pub(super) fn end(self: &Arc<Self>, inner: &mut Inner, now: Instant) {
        if let Phase::Playing(playing) = std::mem::replace(&mut inner.phase, Phase::Waiting) {
            let (live, ended) = playing.end(now);
            let (room, id) = (Arc::clone(self), ended.id);
            self.house.clerk.ask(ClerkTask::Finish { room, live, id });
            inner.phase = Phase::Over(Box::new(ended));
            if self.kind == RoomKind::Screen {
                self.look_at(Some(now + INTERVAL));
            }
        }
        self.tell_room(inner);
    }

    /// Ends a match without an outcome; the room waits again.
    pub(super) fn abort(self: &Arc<Self>, inner: &mut Inner, reason: &'static str) {
        if let Phase::Playing(playing) = std::mem::replace(&mut inner.phase, Phase::Waiting) {
            let (live, ended) = playing.break_off(Instant::now(), reason);
            self.house.clerk.ask(ClerkTask::Abort { live, id: ended.id, reason: reason.into() });
        }
        self.tell_room(inner);
    }

    /// Ends a match without an outcome; the room shows why.
    pub(super) fn break_off(self: &Arc<Self>, inner: &mut Inner, reason: &str) {
        if !matches!(inner.phase, Phase::Playing(_)) {
            return;
        }
        if let Phase::Playing(playing) = std::mem::replace(&mut inner.phase, Phase::Waiting) {
            let now = Instant::now();
            let (live, ended) = playing.break_off(now, reason);
            let reason = reason.to_owned().into();
            self.house.clerk.ask(ClerkTask::Abort { live, id: ended.id, reason });
            inner.phase = Phase::Over(Box::new(ended));
            if self.kind == RoomKind::Screen {
                self.look_at(Some(now + INTERVAL));
            }
        }
        self.tell_room(inner);
    }
}

impl Inner {
    /// Lets the room wait again after a match; people who are gone lose their seats.
    pub(super) fn reopen(&mut self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Over(_) => {}
            Phase::Waiting => return Ok(()),
            _ => return Err(Refusal::Playing),
        }
        self.phase = Phase::Waiting;
        for seat in (0..self.sitters.len()).rev() {
            if self.sitters[seat].is_gone(Instant::now(), Duration::ZERO) {
                self.unseat(seat);
            }
        }
        Ok(())
    }

    pub(super) fn set_rules(
        &mut self,
        given: &Map<String, Value>,
        turn_ms: Option<u64>,
        clock: Option<Option<TimeControl>>,
    ) -> Result<(), Refusal> {
        self.check_waiting()?;
        let mut tree = self.rules.tree().clone();
        for (key, value) in given {
            *keys::find(&mut tree, key)? = value.clone();
        }
        let game = &self.offer.game;
        let rules = game.rules(&tree)?;
        let seats = {
            let (least, most) = game.info().seats.into_inner();
            self.sitters.len().clamp(least, most)
        };
        game.check_rules(&rules, seats)?;
        if clock.is_some_and(|clock| clock.is_some()) && game.info().pace != Pacing::Waits {
            return Err(Refusal::NoClocks);
        }
        let checked = |clock: TimeControl| FOR_PEOPLE.check(clock);
        let clock = clock.map(|clock| clock.map(checked).transpose()).transpose()?;
        if turn_ms.is_some_and(|turn| !TURN_MS.contains(&turn)) {
            let (least, most) = (TURN_MS.start(), TURN_MS.end());
            return Err(Refusal::Turn { low: *least, high: *most });
        }
        self.rules = rules;
        self.pace.turn = turn_ms.map_or(self.pace.turn, Duration::from_millis);
        self.pace.clock = clock.unwrap_or(self.pace.clock);
        Ok(())
    }
}
