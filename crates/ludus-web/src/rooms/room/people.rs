//! Who comes, goes, sits down and gets up.

use std::sync::Arc;
use std::time::Instant;

use ludus_core::{BotSpec, Forfeit};

use super::{Caller, Inner, Member, Phase, Room, RoomKind};
use crate::rooms::nickname;
use crate::rooms::protocol::ServerMessage;
use crate::rooms::refusal::Refusal;
use crate::rooms::seats::{Sitter, Who, free_label};
use crate::rooms::token::Token;

impl Room {
    pub(super) fn join(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: &Caller,
        seat: Option<&str>,
        host: Option<&str>,
    ) -> Result<(), Refusal> {
        let held = |sitter: &&Sitter| match (&sitter.who, seat) {
            (Who::Person { token, .. }, Some(shown)) => token.is(shown),
            _ => false,
        };
        let sitter = inner.sitters.iter().find(held).map(|sitter| sitter.key);
        if seat.is_some() && sitter.is_none() {
            return Err(Refusal::SeatToken);
        }
        let is_host = host.is_some_and(|shown| inner.host.token.is(shown));
        if host.is_some() && !is_host {
            return Err(Refusal::HostToken);
        }
        let others = inner.members.iter().filter(|m| m.id != caller.id && m.is_spectator()).count();
        if sitter.is_none() && !is_host && others >= self.house.limits.spectators {
            return Err(Refusal::Spectators);
        }
        inner.members.retain(|member| member.id != caller.id);
        let counted = self.visitors.admit(caller.from);
        if sitter.is_none() && !is_host && counted.is_none() {
            return Err(Refusal::Pages);
        }
        for member in &mut inner.members {
            // Who comes back from elsewhere is the one who counts.
            if sitter.is_some() && member.sitter == sitter {
                member.sitter = None;
            }
        }
        let out = caller.out.clone();
        let (id, played) = (caller.id, sitter);
        inner.members.push(Member {
            id,
            out,
            sitter,
            played,
            host: is_host,
            behind: false,
            _counted: counted,
        });
        inner.empty = None;
        inner.note_presence(Instant::now());
        self.tell_room(inner);
        self.tell_state_to(inner, caller.id);
        if self.kind == RoomKind::Screen && matches!(inner.phase, Phase::Waiting) {
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

    pub(super) fn leave(self: &Arc<Self>, inner: &mut Inner, caller: u64) {
        // A page without a seat has nothing to give up.
        let _ = self.stand(inner, caller);
        inner.members.retain(|member| member.id != caller);
        inner.note_presence(Instant::now());
        self.tell_room(inner);
    }

    pub(super) fn sit(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: &Caller,
        nickname: &str,
    ) -> Result<(), Refusal> {
        inner.check_waiting()?;
        if self.kind == RoomKind::Screen {
            return Err(Refusal::Screen);
        }
        let name = nickname::check(nickname)?;
        if inner.member(caller.id).is_some_and(|member| member.sitter.is_some()) {
            return Err(Refusal::SitsAlready);
        }
        let counted = self.house.seats.admit(caller.from);
        let counted = counted.ok_or(Refusal::Seats)?;
        let token = Token::new().map_err(Refusal::Randomness)?;
        let label = free_label(&inner.sitters, &name);
        let who = Who::Person { token: token.clone(), gone: None, _counted: counted };
        let key = inner.seat(label, who)?;
        let seat = inner.sitters.len() - 1;
        if let Some(member) = inner.member(caller.id) {
            member.sitter = Some(key);
            let seated = ServerMessage::Seated { room: &self.name, seat, token: &token };
            member.say(seated.encode());
        }
        self.tell_room(inner);
        Ok(())
    }

    /// Gives a seat up; in the middle of a match it is lost.
    pub(super) fn stand(self: &Arc<Self>, inner: &mut Inner, caller: u64) -> Result<(), Refusal> {
        let seat = inner.seat_of(caller)?;
        match &mut inner.phase {
            Phase::Starting => return Err(Refusal::Starting),
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

    pub(super) fn add_bot(
        self: &Arc<Self>,
        inner: &mut Inner,
        name: String,
        spec: BotSpec,
    ) -> Result<(), Refusal> {
        inner.check_waiting()?;
        let label = free_label(&inner.sitters, &name);
        inner.seat(label, Who::Bot { name, spec })?;
        self.tell_room(inner);
        Ok(())
    }
}

impl Inner {
    /// Puts a person or a bot into the next seat.
    pub(super) fn seat(&mut self, label: String, who: Who) -> Result<u64, Refusal> {
        let most = *self.offer.game.info().seats.end();
        if self.sitters.len() >= most {
            return Err(Refusal::Full(most));
        }
        self.sitters_so_far += 1;
        let key = self.sitters_so_far;
        self.sitters.push(Sitter { key, label, who });
        Ok(key)
    }

    pub(super) fn unseat(&mut self, seat: usize) {
        self.release(seat);
        self.sitters.remove(seat);
    }

    /// Takes a seat away from the page that has it.
    pub(super) fn release(&mut self, seat: usize) {
        let key = self.sitters[seat].key;
        for member in self.members.iter_mut().filter(|member| member.sitter == Some(key)) {
            member.sitter = None;
        }
        self.sitters[seat].set_gone(Some(Instant::now()));
    }

    /// Notes who is there and who is not.
    pub(super) fn note_presence(&mut self, now: Instant) {
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
}
