//! What people learn about a room.

use std::collections::HashMap;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use ludus_core::Seat;

use super::{Inner, Member, Phase, Room, RoomKind};
use crate::rooms::playing::Playing;
use crate::rooms::protocol::{RoomEntry, RoomState, ServerMessage, You};
use crate::rooms::seats::Sitter;

impl Room {
    /// Tells everyone how the room stands. Those who have the same part in it get the same text, which is made
    /// once: most are spectators.
    pub(super) fn tell_room(&self, inner: &mut Inner) {
        let state = self.state(inner);
        let mut texts: HashMap<You, Utf8Bytes> = HashMap::new();
        for at in 0..inner.members.len() {
            let you = inner.you(at);
            let text = texts.entry(you).or_insert_with(|| self.message(&state, you)).clone();
            inner.members[at].say(text);
        }
    }

    /// Tells one member how the room stands.
    fn tell_room_to(&self, inner: &mut Inner, caller: u64) {
        let Some(at) = inner.members.iter().position(|member| member.id == caller) else { return };
        let text = self.message(&self.state(inner), inner.you(at));
        inner.members[at].say(text);
    }

    fn message(&self, state: &RoomState, you: You) -> Utf8Bytes {
        ServerMessage::Room { room: &self.name, state, you }.encode()
    }

    /// Tells everyone the whole position.
    pub(super) fn tell_state(&self, inner: &mut Inner) {
        let now = Instant::now();
        let Some(text) = inner.state(&self.name, now) else { return };
        for member in &mut inner.members {
            member.say(text.clone());
        }
        if let Inner { phase: Phase::Playing(playing), members, sitters, .. } = inner {
            tell_legal(&self.name, members, sitters, playing);
        }
    }

    /// Tells one member the whole position.
    pub(super) fn tell_state_to(&self, inner: &mut Inner, caller: u64) {
        let Some(text) = inner.state(&self.name, Instant::now()) else { return };
        let Inner { phase, members, sitters, .. } = inner;
        let Some(at) = members.iter().position(|member| member.id == caller) else { return };
        members[at].say(text);
        if let Phase::Playing(playing) = phase {
            tell_legal(&self.name, &mut members[at..=at], sitters, playing);
        }
    }

    pub(super) fn tell_all_to(&self, inner: &mut Inner, caller: u64) {
        self.tell_room_to(inner, caller);
        self.tell_state_to(inner, caller);
    }

    /// The room as everyone in it sees it.
    fn state(&self, inner: &Inner) -> RoomState {
        let seats = inner.offer.game.info().seats;
        let clocked = match &inner.phase {
            Phase::Playing(playing) => Some(playing.is_clocked()),
            _ => None,
        };
        RoomState {
            game: self.game.clone(),
            phase: inner.phase.name(),
            open: self.kind == RoomKind::Open,
            screen: self.kind == RoomKind::Screen,
            seats: inner.sitters.iter().map(Sitter::info).collect(),
            limits: [*seats.start(), *seats.end()],
            rules: inner.rules.clone(),
            turn_ms: inner.pace.turn.as_millis() as u64,
            clock: inner.pace.clock,
            clocked,
            spectators: inner.members.iter().filter(|member| member.is_spectator()).count(),
            offers: inner.phase.offers(),
            result: inner.phase.result(),
        }
    }

    /// The room in a list.
    pub(in crate::rooms) fn listed(&self) -> ListedRoom {
        let inner = self.inner.lock();
        let RoomState { game, phase, seats, limits, spectators, turn_ms, clock, .. } =
            self.state(&inner);
        let room = self.name.clone();
        ListedRoom {
            entry: RoomEntry { room, game, phase, seats, limits, spectators, turn_ms, clock },
            kind: self.kind,
            playing: matches!(inner.phase, Phase::Playing(_)),
            members: inner.members.len(),
        }
    }
}

impl Inner {
    fn you(&self, at: usize) -> You {
        let member = &self.members[at];
        let seat = member.sitter.and_then(|key| self.place_of(key));
        let played = match &self.phase {
            Phase::Over(ended) => member.played.and_then(|key| ended.seat_of(key)),
            _ => seat,
        };
        You { seat, host: member.host, played }
    }

    /// The whole position, if there is one.
    pub(super) fn state(&self, room: &str, now: Instant) -> Option<Utf8Bytes> {
        match &self.phase {
            Phase::Playing(playing) => Some(playing.state(room, now)),
            Phase::Over(ended) => Some(ended.state(room)),
            _ => None,
        }
    }
}

/// A room in a list.
pub(in crate::rooms) struct ListedRoom {
    /// What pages learn.
    pub(in crate::rooms) entry: RoomEntry,
    pub(in crate::rooms) kind: RoomKind,
    pub(in crate::rooms) playing: bool,
    pub(in crate::rooms) members: usize,
}

/// Tells everyone what has changed, and everything to those who missed something.
pub(super) fn tell_change(
    room: &str,
    members: &mut [Member],
    playing: &Playing,
    text: &Utf8Bytes,
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

/// Tells the people whose seats are to act what they may do.
pub(super) fn tell_legal(
    room: &str,
    members: &mut [Member],
    sitters: &[Sitter],
    playing: &Playing,
) {
    for member in members.iter_mut().filter(|member| !member.behind) {
        let place = member.sitter.and_then(|key| sitters.iter().position(|one| one.key == key));
        if let Some(text) = place.and_then(Seat::new).and_then(|seat| playing.legal(room, seat)) {
            member.say(text);
        }
    }
}
