//! One room: who is there, who sits, who is the host, and what each may do.
//!
//! A room waits, plays, and is over; then it can be opened again. Everything that changes it happens under its
//! lock and takes microseconds; what may take longer is done by the clerk or by the thinkers.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludus_arena::store::LiveId;
use ludus_arena::{AnyLive, LivePlan, Offer};
use ludus_core::{BotSpec, Forfeit, Seat, Seed, keys};
use parking_lot::Mutex;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::Sender;

use super::House;
use super::clerk::Job;
use super::message::{self, ClockPlan, Said};
use super::nickname;
use super::playing::{Ended, Order, Pace, Playing, Step};
use super::seats::{Sitter, Who, free_label};
use super::token::{self, Token};
use crate::roster::Roster;

/// How long a turn may take where turns come by a clock, in milliseconds.
const TURN_MS: std::ops::RangeInclusive<u64> = 100..=5000;

/// How long people have to put their fingers on the keys, in games by the clock.
const COUNTDOWN: Duration = Duration::from_secs(3);

/// How long the last position of a match on the screen of the front page stands.
const INTERVAL: Duration = Duration::from_secs(6);

/// A connection of somebody who is in a room.
pub(crate) struct Caller {
    /// The number of the connection.
    pub(crate) id: u64,
    /// Where what is said to it goes.
    pub(crate) out: Sender<Utf8Bytes>,
}

/// Whose room it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// People's, who find it in the list.
    Open,
    /// People's, who were given the link.
    Private,
    /// Nobody's: bots play on the front page as long as somebody looks.
    Screen,
}

/// A room.
pub(crate) struct Room {
    name: String,
    /// The name of its game, as pages have it.
    game: String,
    kind: Kind,
    house: Arc<House>,
    inner: Mutex<Inner>,
}

struct Inner {
    /// The game as people play it.
    offer: Offer,
    phase: Phase,
    sitters: Vec<Sitter>,
    sitters_so_far: u64,
    members: Vec<Member>,
    host: Host,
    rules: Value,
    pace: Pace,
    /// Since when nobody has been here.
    empty: Option<Instant>,
    /// How many matches were begun.
    matches: u64,
    closed: bool,
}

enum Phase {
    Waiting,
    /// The clerk sets the match up.
    Starting,
    Playing(Box<Playing>),
    Over(Box<Ended>),
}

struct Host {
    token: Token,
    gone: Option<Instant>,
}

/// Somebody who is connected.
struct Member {
    id: u64,
    out: Sender<Utf8Bytes>,
    /// The key of whoever it is that sits.
    sitter: Option<u64>,
    host: bool,
    /// Whether it missed something, because it does not read as fast as it is told.
    behind: bool,
}

impl Member {
    /// Says something; whoever has too much unread misses it.
    fn say(&mut self, text: Utf8Bytes) {
        if self.out.try_send(text).is_err() {
            self.behind = true;
        }
    }
}

impl Room {
    /// An empty room, and the token of its host.
    pub(super) fn new(
        name: String,
        kind: Kind,
        offer: &Offer,
        house: &Arc<House>,
    ) -> std::io::Result<(Arc<Self>, Token)> {
        let played = offer.with_people.as_deref().unwrap_or(offer);
        let token = Token::new()?;
        let inner = Inner {
            offer: played.clone(),
            phase: Phase::Waiting,
            sitters: Vec::new(),
            sitters_so_far: 0,
            members: Vec::new(),
            host: Host { token: token.clone(), gone: None },
            rules: match kind {
                Kind::Screen => played.rules.clone(),
                _ => played.game.people_rules(&played.rules).map_err(std::io::Error::other)?,
            },
            pace: Pace { turn: house.limits.turn, clock: None },
            empty: Some(Instant::now()),
            matches: 0,
            closed: false,
        };
        let (game, house) = (offer.game.name().to_owned(), Arc::clone(house));
        let room = Self { name, game, kind, house, inner: Mutex::new(inner) };
        Ok((Arc::new(room), token))
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Does what somebody says who is in it, or wants to be.
    pub(crate) fn hear(
        self: &Arc<Self>,
        caller: &Caller,
        said: Said,
        roster: &Roster,
    ) -> Result<(), String> {
        let mut inner = self.inner.lock();
        if inner.closed {
            return Err("the room is closed".to_owned());
        }
        if let Said::Join { token, host } = said {
            return self.join(&mut inner, caller, token.as_deref(), host.as_deref());
        }
        if inner.members.iter().all(|member| member.id != caller.id) {
            return Err("join the room first".to_owned());
        }
        match said {
            Said::Leave {} => {
                self.leave(&mut inner, caller.id);
                Ok(())
            }
            Said::Sit { nickname } => self.sit(&mut inner, caller.id, &nickname),
            Said::Stand {} => self.stand(&mut inner, caller.id),
            Said::Act { action, n } => self.act(&mut inner, caller.id, &action, n),
            Said::Resign {} => self.resign(&mut inner, caller.id),
            Said::Draw { offer } => self.draw(&mut inner, caller.id, offer),
            Said::Sync {} => {
                self.tell_all_to(&mut inner, caller.id);
                Ok(())
            }
            Said::AddBot { bot } => {
                inner.check_host(caller.id)?;
                let listed = roster.game(&self.game).map_err(|problem| problem.to_string())?;
                let spec = listed.bot(&bot).map_err(|problem| problem.to_string())?;
                self.add_bot(&mut inner, bot, spec)
            }
            host => {
                inner.check_host(caller.id)?;
                self.hear_host(&mut inner, host)
            }
        }
    }

    /// Does what the host says.
    fn hear_host(self: &Arc<Self>, inner: &mut Inner, said: Said) -> Result<(), String> {
        match said {
            Said::Remove { seat } => {
                inner.check_waiting()?;
                if seat >= inner.sitters.len() {
                    return Err(format!("there is nobody in seat {seat}"));
                }
                inner.unseat(seat);
            }
            Said::Rules { rules, turn_ms, clock } => inner.set_rules(&rules, turn_ms, clock)?,
            Said::Start {} => self.start(inner)?,
            Said::Reopen {} => inner.reopen()?,
            Said::Rematch {} => {
                inner.reopen()?;
                if inner.sitters.len() == 2 {
                    // Whoever had the second move has the first.
                    inner.sitters.rotate_left(1);
                }
                self.tell_room(inner);
                self.start(inner)?;
            }
            other => return Err(format!("a host does not say {other:?}")),
        }
        self.tell_room(inner);
        Ok(())
    }

    fn join(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: &Caller,
        seat: Option<&str>,
        host: Option<&str>,
    ) -> Result<(), String> {
        let held = |sitter: &&Sitter| match (&sitter.who, seat) {
            (Who::Person { token, .. }, Some(shown)) => token.is(shown),
            _ => false,
        };
        let sitter = inner.sitters.iter().find(held).map(|sitter| sitter.key);
        if seat.is_some() && sitter.is_none() {
            return Err("no seat of this room has that token".to_owned());
        }
        let is_host = host.is_some_and(|shown| inner.host.token.is(shown));
        if host.is_some() && !is_host {
            return Err("that is not the token of this room's host".to_owned());
        }
        let others = inner.members.iter().filter(|m| m.id != caller.id && m.is_spectator()).count();
        if sitter.is_none() && !is_host && others >= self.house.limits.spectators {
            return Err("the room has as many spectators as it may".to_owned());
        }
        inner.members.retain(|member| member.id != caller.id);
        for member in &mut inner.members {
            // Who comes back from elsewhere is the one who counts.
            if sitter.is_some() && member.sitter == sitter {
                member.sitter = None;
            }
        }
        let out = caller.out.clone();
        inner.members.push(Member { id: caller.id, out, sitter, host: is_host, behind: false });
        inner.empty = None;
        inner.note_presence(Instant::now());
        self.tell_room(inner);
        self.tell_state_to(inner, caller.id);
        if self.kind == Kind::Screen && matches!(inner.phase, Phase::Waiting) {
            self.start(inner)?;
        }
        Ok(())
    }

    /// A connection has ended.
    pub(crate) fn gone(self: &Arc<Self>, caller: u64) {
        let mut inner = self.inner.lock();
        let before = inner.members.len();
        inner.members.retain(|member| member.id != caller);
        if inner.members.len() < before {
            inner.note_presence(Instant::now());
            self.tell_room(&mut inner);
        }
    }

    fn leave(self: &Arc<Self>, inner: &mut Inner, caller: u64) {
        // Whoever does not sit has nothing to give up.
        let _ = self.stand(inner, caller);
        inner.members.retain(|member| member.id != caller);
        inner.note_presence(Instant::now());
        self.tell_room(inner);
    }

    fn sit(self: &Arc<Self>, inner: &mut Inner, caller: u64, nickname: &str) -> Result<(), String> {
        inner.check_waiting()?;
        if self.kind == Kind::Screen {
            return Err("this is no room to play in".to_owned());
        }
        let name = nickname::check(nickname)?;
        if inner.member(caller).is_some_and(|member| member.sitter.is_some()) {
            return Err("you sit already".to_owned());
        }
        let token = Token::new().map_err(|error| format!("no token: {error}"))?;
        let label = free_label(&inner.sitters, &name);
        let key = inner.seat(label, Who::Person { token: token.clone(), gone: None })?;
        let seat = inner.sitters.len() - 1;
        if let Some(member) = inner.member(caller) {
            member.sitter = Some(key);
            member.say(message::about(
                &self.name,
                "seated",
                json!({ "seat": seat, "token": token }),
            ));
        }
        self.tell_room(inner);
        Ok(())
    }

    /// Gives a seat up; in the middle of a match it is lost.
    fn stand(self: &Arc<Self>, inner: &mut Inner, caller: u64) -> Result<(), String> {
        let seat = inner.seat_of(caller)?;
        match &mut inner.phase {
            Phase::Starting => return Err("the match is about to begin".to_owned()),
            Phase::Playing(playing) => {
                playing.lose(seat, Forfeit::Left);
                inner.release(seat.index());
                self.look();
            }
            Phase::Waiting | Phase::Over(_) => inner.unseat(seat.index()),
        }
        self.tell_room(inner);
        Ok(())
    }

    fn add_bot(
        self: &Arc<Self>,
        inner: &mut Inner,
        name: String,
        spec: BotSpec,
    ) -> Result<(), String> {
        inner.check_waiting()?;
        let label = free_label(&inner.sitters, &name);
        inner.seat(label, Who::Bot { name, spec })?;
        self.tell_room(inner);
        Ok(())
    }

    fn start(self: &Arc<Self>, inner: &mut Inner) -> Result<(), String> {
        inner.check_waiting()?;
        let game = Arc::clone(&inner.offer.game);
        let seats: Vec<_> = inner.sitters.iter().filter_map(Sitter::entrant).collect();
        if !game.seats().contains(&seats.len()) {
            let (least, most) = (game.seats().start().to_owned(), game.seats().end().to_owned());
            let needed =
                if least == most { least.to_string() } else { format!("{least} to {most}") };
            return Err(format!("{} needs {needed} seats, not {}", self.game, seats.len()));
        }
        game.check_rules(&inner.rules, seats.len()).map_err(|error| error.to_string())?;
        let seed = token::seed().map_err(|error| format!("no seed: {error}"))?;
        inner.matches += 1;
        let plan = LivePlan {
            id: format!("{}-{}", self.name, inner.matches),
            seats,
            rules: inner.rules.clone(),
            seed: Seed::new(seed),
            budget: inner.offer.budget,
            record: None,
        };
        inner.phase = Phase::Starting;
        let record = self.kind != Kind::Screen;
        self.house.clerk.ask(Job::Begin { room: Arc::clone(self), game, plan, record });
        Ok(())
    }

    /// The clerk has set the match up. Answers whether it is still wanted.
    pub(super) fn begin(self: &Arc<Self>, live: Box<dyn AnyLive>, id: Option<LiveId>) -> bool {
        let mut inner = self.inner.lock();
        if inner.closed || !matches!(inner.phase, Phase::Starting) {
            return false;
        }
        let now = Instant::now();
        let people = inner.sitters.iter().any(Sitter::is_person);
        let first = if people && live.clocked() { now + COUNTDOWN } else { now };
        let (pace, budget, seats) = (inner.pace, inner.offer.budget, inner.sitters.len());
        let order = Order { pace, budget, seats, people, first };
        let mut playing = Playing::new(live, id, order, &self.house.limits);
        playing.ask(self, &self.house, now);
        self.look_at(playing.next_look());
        inner.phase = Phase::Playing(Box::new(playing));
        self.tell_room(&mut inner);
        self.tell_state(&mut inner);
        true
    }

    /// The match cannot be set up.
    pub(super) fn fail(self: &Arc<Self>, reason: &str) {
        let mut inner = self.inner.lock();
        inner.phase = Phase::Waiting;
        let text = message::error(Some(&self.name), &format!("the match cannot begin: {reason}"));
        inner.members.iter_mut().for_each(|member| member.say(text.clone()));
        self.tell_room(&mut inner);
    }

    /// The result is in the store.
    pub(super) fn recorded(self: &Arc<Self>, id: LiveId, replay: bool) {
        let mut inner = self.inner.lock();
        if let Phase::Over(ended) = &mut inner.phase
            && ended.id == Some(id)
        {
            ended.replay = replay;
            self.tell_room(&mut inner);
        }
    }

    fn act(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: u64,
        action: &str,
        n: u64,
    ) -> Result<(), String> {
        let seat = inner.seat_of(caller)?;
        let playing = inner.playing()?;
        let done = playing.submit(seat, action, n);
        if !playing.is_clocked() {
            self.look();
        }
        done
    }

    fn resign(self: &Arc<Self>, inner: &mut Inner, caller: u64) -> Result<(), String> {
        let seat = inner.seat_of(caller)?;
        inner.playing()?.lose(seat, Forfeit::Resigned);
        self.look();
        Ok(())
    }

    fn draw(self: &Arc<Self>, inner: &mut Inner, caller: u64, offer: bool) -> Result<(), String> {
        let seat = inner.seat_of(caller)?;
        if inner.sitters.iter().any(|sitter| !sitter.is_person()) && offer {
            return Err("bots do not agree on draws".to_owned());
        }
        let seats = inner.sitters.len();
        let playing = inner.playing()?;
        playing.offer_draw(seat, offer, seats)?;
        self.look();
        self.tell_room(inner);
        Ok(())
    }

    /// Something has happened: the thread that ticks looks whether a turn can be played.
    pub(super) fn look(self: &Arc<Self>) {
        self.look_at(Some(Instant::now()));
    }

    fn look_at(self: &Arc<Self>, at: Option<Instant>) {
        if let Some(at) = at {
            self.house.ticker.at(self, at);
        }
    }

    /// Plays what is due. Only the thread that ticks calls it.
    pub(super) fn on_time(self: &Arc<Self>, now: Instant) {
        let mut inner = self.inner.lock();
        let Inner { phase, members, .. } = &mut *inner;
        match phase {
            Phase::Playing(playing) => {
                let step = playing.on_time(now, &self.house.ticker.lateness);
                match step {
                    Ok(Step::Early(at)) => self.look_at(at),
                    Ok(Step::Played { show }) => {
                        playing.ask(self, &self.house, now);
                        self.look_at(playing.next_look());
                        if show {
                            let text = playing.change(&self.name, now);
                            tell_change(&self.name, members, playing, text, now);
                        }
                    }
                    Ok(Step::Over) => {
                        let text = playing.change(&self.name, now);
                        tell_change(&self.name, members, playing, text, now);
                        self.end(&mut inner, now);
                    }
                    Err(error) => {
                        tracing::error!(%error, room = self.name, "a live match cannot go on");
                        self.abort(&mut inner, "its replay could not be written");
                    }
                }
            }
            Phase::Over(ended) if self.kind == Kind::Screen && now - ended.at >= INTERVAL => {
                if members.is_empty() {
                    inner.phase = Phase::Waiting;
                } else if let Err(error) = inner.reopen().and_then(|()| self.start(&mut inner)) {
                    tracing::error!(error, room = self.name, "bots cannot play");
                }
                self.tell_room(&mut inner);
            }
            _ => {}
        }
    }

    /// The match is over: the clerk writes it down.
    fn end(self: &Arc<Self>, inner: &mut Inner, now: Instant) {
        if let Phase::Playing(playing) = std::mem::replace(&mut inner.phase, Phase::Waiting) {
            let (live, ended) = playing.end(now);
            let (room, id) = (Arc::clone(self), ended.id);
            self.house.clerk.ask(Job::Finish { room, live, id });
            inner.phase = Phase::Over(Box::new(ended));
            if self.kind == Kind::Screen {
                self.look_at(Some(now + INTERVAL));
            }
        }
        self.tell_room(inner);
    }

    /// Ends a match without an outcome; the room waits again.
    fn abort(self: &Arc<Self>, inner: &mut Inner, reason: &'static str) {
        if let Phase::Playing(playing) = std::mem::replace(&mut inner.phase, Phase::Waiting) {
            let (live, ended) = playing.end(Instant::now());
            self.house.clerk.ask(Job::Abort { live, id: ended.id, reason });
        }
        self.tell_room(inner);
    }

    /// Looks for people who are gone. Answers whether the room has come to its end.
    pub(super) fn sweep(self: &Arc<Self>, now: Instant) -> bool {
        let limits = &self.house.limits;
        let mut inner = self.inner.lock();
        if self.kind == Kind::Screen {
            let idle = inner.empty.is_some_and(|since| now - since >= limits.alone);
            if idle && matches!(inner.phase, Phase::Playing(_)) {
                self.abort(&mut inner, "nobody looked");
            }
            return false;
        }
        if inner.empty.is_some_and(|since| now - since >= limits.alone) {
            self.close(&mut inner, "nobody was here any more");
            return true;
        }
        let gone = |sitter: &Sitter| sitter.is_gone(now, limits.reconnect);
        let seats: Vec<usize> =
            (0..inner.sitters.len()).filter(|&seat| gone(&inner.sitters[seat])).collect();
        for &seat in seats.iter().rev() {
            match (&mut inner.phase, Seat::new(seat)) {
                (Phase::Playing(playing), Some(seat)) => {
                    playing.lose(seat, Forfeit::Left);
                    self.look();
                }
                (Phase::Waiting | Phase::Over(_), _) => inner.unseat(seat),
                _ => {}
            }
        }
        let passed = self.pass_host_on(&mut inner, now);
        if passed || !seats.is_empty() && !matches!(inner.phase, Phase::Playing(_)) {
            self.tell_room(&mut inner);
        }
        false
    }

    /// Makes somebody else the host if the host has been gone for too long. Answers whether it did.
    fn pass_host_on(&self, inner: &mut Inner, now: Instant) -> bool {
        if inner.host.gone.is_none_or(|since| now - since < self.house.limits.reconnect) {
            return false;
        }
        let Some(next) = inner.members.iter_mut().find(|member| member.sitter.is_some()) else {
            return false;
        };
        let Ok(token) = Token::new() else { return false };
        next.host = true;
        next.say(message::about(&self.name, "host", json!({ "token": token })));
        inner.host = Host { token, gone: None };
        true
    }

    /// Ends the room, whatever happens in it.
    pub(super) fn shut(self: &Arc<Self>, reason: &'static str) {
        let mut inner = self.inner.lock();
        self.close(&mut inner, reason);
    }

    fn close(self: &Arc<Self>, inner: &mut Inner, reason: &'static str) {
        if inner.closed {
            return;
        }
        self.abort(inner, reason);
        inner.closed = true;
        let text = message::about(&self.name, "closed", json!({ "reason": reason }));
        inner.members.drain(..).for_each(|mut member| member.say(text.clone()));
    }

    /// Tells everybody how the room stands.
    fn tell_room(&self, inner: &mut Inner) {
        let common = self.to_json(inner);
        for at in 0..inner.members.len() {
            let seat = inner.members[at].sitter.and_then(|key| inner.place_of(key));
            let member = &mut inner.members[at];
            let mut own = common.clone();
            own["you"] = json!({ "seat": seat, "host": member.host });
            member.say(message::about(&self.name, "room", own));
        }
    }

    /// Tells everybody the whole position.
    fn tell_state(&self, inner: &mut Inner) {
        let now = Instant::now();
        let Some(text) = inner.state(&self.name, now) else { return };
        for member in &mut inner.members {
            member.say(text.clone());
        }
    }

    /// Tells one member the whole position.
    fn tell_state_to(&self, inner: &mut Inner, caller: u64) {
        let Some(text) = inner.state(&self.name, Instant::now()) else { return };
        if let Some(member) = inner.member(caller) {
            member.say(text);
        }
    }

    fn tell_all_to(&self, inner: &mut Inner, caller: u64) {
        self.tell_room(inner);
        self.tell_state_to(inner, caller);
    }

    /// The room as everybody sees it.
    fn to_json(&self, inner: &Inner) -> Value {
        let seats = inner.offer.game.seats();
        let clocked = match &inner.phase {
            Phase::Playing(playing) => Some(playing.is_clocked()),
            _ => None,
        };
        json!({
            "game": self.game,
            "phase": inner.phase.name(),
            "open": self.kind == Kind::Open,
            "screen": self.kind == Kind::Screen,
            "seats": inner.sitters.iter().map(Sitter::to_json).collect::<Vec<_>>(),
            "limits": [seats.start(), seats.end()],
            "rules": inner.rules,
            "turn_ms": inner.pace.turn.as_millis() as u64,
            "clock": inner.pace.clock,
            "clocked": clocked,
            "spectators": inner.members.iter().filter(|member| member.is_spectator()).count(),
            "offers": inner.phase.offers(),
            "result": inner.phase.result(),
        })
    }

    /// The room in a list.
    pub(super) fn listed(&self) -> Listed {
        let inner = self.inner.lock();
        let mut entry = self.to_json(&inner);
        if let Value::Object(entry) = &mut entry {
            entry.retain(|key, _| LISTED.contains(&key.as_str()));
            entry.insert("room".into(), self.name.as_str().into());
        }
        Listed {
            entry,
            kind: self.kind,
            playing: matches!(inner.phase, Phase::Playing(_)),
            members: inner.members.len(),
        }
    }
}

/// What a list tells about a room.
const LISTED: [&str; 7] = ["game", "phase", "seats", "limits", "spectators", "turn_ms", "clock"];

/// A room in a list.
pub(super) struct Listed {
    /// What pages are told.
    pub(super) entry: Value,
    pub(super) kind: Kind,
    pub(super) playing: bool,
    pub(super) members: usize,
}

/// Tells everybody what has changed, and everything to those who missed something.
fn tell_change(
    room: &str,
    members: &mut [Member],
    playing: &Playing,
    text: Utf8Bytes,
    now: Instant,
) {
    let mut whole: Option<Utf8Bytes> = None;
    for member in members {
        if !member.behind {
            member.say(text.clone());
        } else if member.out.capacity() * 2 >= member.out.max_capacity() {
            member.behind = false;
            member.say(whole.get_or_insert_with(|| playing.state(room, now)).clone());
        }
    }
}

impl Member {
    fn is_spectator(&self) -> bool {
        self.sitter.is_none() && !self.host
    }
}

impl Phase {
    const fn name(&self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Starting => "starting",
            Self::Playing(_) => "playing",
            Self::Over(_) => "over",
        }
    }

    fn offers(&self) -> Vec<Seat> {
        match self {
            Self::Playing(playing) => playing.offers().iter().collect(),
            _ => Vec::new(),
        }
    }

    fn result(&self) -> Option<Value> {
        match self {
            Self::Over(ended) => Some(ended.to_json()),
            _ => None,
        }
    }
}

impl Inner {
    fn member(&mut self, id: u64) -> Option<&mut Member> {
        self.members.iter_mut().find(|member| member.id == id)
    }

    /// The place of a sitter, by its key.
    fn place_of(&self, key: u64) -> Option<usize> {
        self.sitters.iter().position(|sitter| sitter.key == key)
    }

    /// The seat of a connection.
    fn seat_of(&self, caller: u64) -> Result<Seat, String> {
        self.members
            .iter()
            .find(|member| member.id == caller)
            .and_then(|member| self.place_of(member.sitter?))
            .and_then(Seat::new)
            .ok_or_else(|| "you have no seat".to_owned())
    }

    fn playing(&mut self) -> Result<&mut Playing, String> {
        match &mut self.phase {
            Phase::Playing(playing) => Ok(playing),
            _ => Err("no match is played".to_owned()),
        }
    }

    fn check_host(&self, caller: u64) -> Result<(), String> {
        match self.members.iter().any(|member| member.id == caller && member.host) {
            true => Ok(()),
            false => Err("only the host may do that".to_owned()),
        }
    }

    fn check_waiting(&self) -> Result<(), String> {
        match self.phase {
            Phase::Waiting => Ok(()),
            Phase::Starting => Err("the match is about to begin".to_owned()),
            Phase::Playing(_) => Err("a match is played".to_owned()),
            Phase::Over(_) => Err("the match is over; the host can open the room again".to_owned()),
        }
    }

    /// Puts somebody into the next seat.
    fn seat(&mut self, label: String, who: Who) -> Result<u64, String> {
        let most = *self.offer.game.seats().end();
        if self.sitters.len() >= most {
            return Err(format!("all {most} seats are taken"));
        }
        self.sitters_so_far += 1;
        let key = self.sitters_so_far;
        self.sitters.push(Sitter { key, label, who });
        Ok(key)
    }

    fn unseat(&mut self, seat: usize) {
        self.release(seat);
        self.sitters.remove(seat);
    }

    /// Takes a seat away from whoever is connected with it.
    fn release(&mut self, seat: usize) {
        let key = self.sitters[seat].key;
        for member in self.members.iter_mut().filter(|member| member.sitter == Some(key)) {
            member.sitter = None;
        }
        self.sitters[seat].set_gone(Some(Instant::now()));
    }

    /// Notes who is there and who is not.
    fn note_presence(&mut self, now: Instant) {
        for sitter in &mut self.sitters {
            let there = self.members.iter().any(|member| member.sitter == Some(sitter.key));
            let since = match &sitter.who {
                Who::Person { gone, .. } => gone.or(Some(now)),
                Who::Bot { .. } => None,
            };
            sitter.set_gone(if there { None } else { since });
        }
        let there = self.members.iter().any(|member| member.host);
        self.host.gone = if there { None } else { self.host.gone.or(Some(now)) };
        self.empty = if self.members.is_empty() { self.empty.or(Some(now)) } else { None };
    }

    /// Lets the room wait again after a match; whoever is gone loses the seat.
    fn reopen(&mut self) -> Result<(), String> {
        match self.phase {
            Phase::Over(_) => {}
            Phase::Waiting => return Ok(()),
            _ => return Err("a match is played".to_owned()),
        }
        self.phase = Phase::Waiting;
        for seat in (0..self.sitters.len()).rev() {
            if self.sitters[seat].is_gone(Instant::now(), Duration::ZERO) {
                self.unseat(seat);
            }
        }
        Ok(())
    }

    fn set_rules(
        &mut self,
        given: &Map<String, Value>,
        turn_ms: Option<u64>,
        clock: Option<Option<ClockPlan>>,
    ) -> Result<(), String> {
        self.check_waiting()?;
        let mut rules = self.rules.clone();
        for (key, value) in given {
            *keys::find(&mut rules, key).map_err(|error| error.to_string())? = value.clone();
        }
        let game = &self.offer.game;
        let seats = self.sitters.len().clamp(*game.seats().start(), *game.seats().end());
        game.check_rules(&rules, seats).map_err(|error| error.to_string())?;
        let clock = clock.map(|clock| clock.map(ClockPlan::check).transpose()).transpose()?;
        if turn_ms.is_some_and(|turn| !TURN_MS.contains(&turn)) {
            let (least, most) = (TURN_MS.start(), TURN_MS.end());
            return Err(format!("a turn takes {least} to {most} milliseconds"));
        }
        self.rules = rules;
        self.pace.turn = turn_ms.map_or(self.pace.turn, Duration::from_millis);
        self.pace.clock = clock.unwrap_or(self.pace.clock);
        Ok(())
    }

    /// The whole position, if there is one.
    fn state(&self, room: &str, now: Instant) -> Option<Utf8Bytes> {
        match &self.phase {
            Phase::Playing(playing) => Some(playing.state(room, now)),
            Phase::Over(ended) => Some(ended.state(room)),
            _ => None,
        }
    }
}

/// Puts bots into the seats of a room on the screen of the front page.
pub(super) fn seat_bots(room: &Arc<Room>, bots: &[&str]) {
    let mut inner = room.inner.lock();
    for name in bots {
        if let Ok(spec) = name.parse::<BotSpec>() {
            let label = free_label(&inner.sitters, name);
            // A demonstration has as many bots as the game has seats, or fewer.
            let _ = inner.seat(label, Who::Bot { name: (*name).to_owned(), spec });
        }
    }
}
