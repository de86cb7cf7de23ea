//! What people are told.

use std::collections::HashMap;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use serde::Serialize;
use serde_json::{Value, json};

use super::{Inner, Kind, Member, Phase, Room};
use crate::rooms::message;
use crate::rooms::playing::Playing;
use crate::rooms::seats::Sitter;

impl Room {
    /// Tells everybody how the room stands. Those who have the same part in it are told the same text, which is made
    /// once: most are spectators.
    pub(super) fn tell_room(&self, inner: &mut Inner) {
        let common = self.to_json(inner);
        let mut texts: HashMap<You, Utf8Bytes> = HashMap::new();
        for at in 0..inner.members.len() {
            let you = inner.you(at);
            let text = texts.entry(you).or_insert_with(|| self.told(&common, you)).clone();
            inner.members[at].say(text);
        }
    }

    /// Tells one member how the room stands.
    fn tell_room_to(&self, inner: &mut Inner, caller: u64) {
        let Some(at) = inner.members.iter().position(|member| member.id == caller) else { return };
        let text = self.told(&self.to_json(inner), inner.you(at));
        inner.members[at].say(text);
    }

    fn told(&self, common: &Value, you: You) -> Utf8Bytes {
        let mut own = common.clone();
        own["you"] = json!(you);
        message::about(&self.name, "room", own)
    }

    /// Tells everybody the whole position.
    pub(super) fn tell_state(&self, inner: &mut Inner) {
        let now = Instant::now();
        let Some(text) = inner.state(&self.name, now) else { return };
        for member in &mut inner.members {
            member.say(text.clone());
        }
    }

    /// Tells one member the whole position.
    pub(super) fn tell_state_to(&self, inner: &mut Inner, caller: u64) {
        let Some(text) = inner.state(&self.name, Instant::now()) else { return };
        if let Some(member) = inner.member(caller) {
            member.say(text);
        }
    }

    pub(super) fn tell_all_to(&self, inner: &mut Inner, caller: u64) {
        self.tell_room_to(inner, caller);
        self.tell_state_to(inner, caller);
    }

    /// The room as everybody sees it.
    pub(super) fn to_json(&self, inner: &Inner) -> Value {
        let seats = inner.offer.game.info().seats;
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
    pub(in crate::rooms) fn listed(&self) -> Listed {
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

/// The part of a member in a room.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize)]
struct You {
    seat: Option<usize>,
    host: bool,
    /// The seat in the match that is shown, also after leaving the seat.
    played: Option<usize>,
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

/// What a list tells about a room.
const LISTED: [&str; 7] = ["game", "phase", "seats", "limits", "spectators", "turn_ms", "clock"];

/// A room in a list.
pub(in crate::rooms) struct Listed {
    /// What pages are told.
    pub(in crate::rooms) entry: Value,
    pub(in crate::rooms) kind: Kind,
    pub(in crate::rooms) playing: bool,
    pub(in crate::rooms) members: usize,
}

/// Tells everybody what has changed, and everything to those who missed something.
pub(super) fn tell_change(
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
