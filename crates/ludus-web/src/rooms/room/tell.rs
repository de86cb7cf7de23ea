//! What people are told.

use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use serde_json::{Value, json};

use super::{Inner, Kind, Member, Phase, Room};
use crate::rooms::message;
use crate::rooms::playing::Playing;
use crate::rooms::seats::Sitter;

impl Room {
    /// Tells everybody how the room stands.
    pub(super) fn tell_room(&self, inner: &mut Inner) {
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
        self.tell_room(inner);
        self.tell_state_to(inner, caller);
    }

    /// The room as everybody sees it.
    pub(super) fn to_json(&self, inner: &Inner) -> Value {
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

impl Inner {
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
