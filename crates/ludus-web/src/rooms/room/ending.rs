//! The end of a room.

use std::sync::Arc;
use std::time::Instant;

use ludus_core::{Forfeit, Seat};

use super::{Host, Inner, Phase, Room, RoomKind};
use crate::rooms::protocol::ServerMessage;
use crate::rooms::seats::Sitter;
use crate::rooms::token::Token;

impl Room {
    /// Looks for people who are gone. Answers whether the room has come to its end.
    pub(in crate::rooms) fn sweep(self: &Arc<Self>, now: Instant) -> bool {
        // A room whose match fails here is looked at again a second later.
        self.guarded(|inner| self.look_after(inner, now)).unwrap_or(false)
    }

    fn look_after(self: &Arc<Self>, inner: &mut Inner, now: Instant) -> bool {
        let limits = &self.house.limits;
        if self.kind == RoomKind::Screen {
            let idle = inner.empty.is_some_and(|since| now - since >= limits.alone);
            if idle && matches!(inner.phase, Phase::Playing(_)) {
                self.abort(inner, "no viewers were left");
            }
            return false;
        }
        if inner.empty.is_some_and(|since| now - since >= limits.alone) {
            self.close(inner, "everyone has left");
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
        let passed = self.pass_host_on(inner, now);
        if passed || !seats.is_empty() && !matches!(inner.phase, Phase::Playing(_)) {
            self.tell_room(inner);
        }
        false
    }

    /// Makes another player the host if the host has been gone for too long. Answers whether it did.
    pub(super) fn pass_host_on(&self, inner: &mut Inner, now: Instant) -> bool {
        if inner.host.gone.is_none_or(|since| now - since < self.house.limits.reconnect) {
            return false;
        }
        let Some(next) = inner.members.iter_mut().find(|member| member.sitter.is_some()) else {
            return false;
        };
        let Ok(token) = Token::new() else { return false };
        next.host = true;
        next.say(ServerMessage::Host { room: &self.name, token: &token }.encode());
        inner.host = Host { token, gone: None };
        true
    }

    /// Ends the room, whatever happens in it.
    pub(in crate::rooms) fn shut(self: &Arc<Self>, reason: &'static str) {
        let mut inner = self.inner.lock();
        self.close(&mut inner, reason);
    }

    pub(super) fn close(self: &Arc<Self>, inner: &mut Inner, reason: &'static str) {
        if inner.closed {
            return;
        }
        self.abort(inner, reason);
        inner.closed = true;
        let text = ServerMessage::Closed { room: &self.name, reason }.encode();
        inner.members.drain(..).for_each(|mut member| member.say(text.clone()));
    }
}
