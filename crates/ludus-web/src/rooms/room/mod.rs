//! One room: who is there, who sits, who is the host, and what each may do.
//!
//! A room waits, plays, and is over; then it can be opened again. Everything that changes it happens under its
//! lock and takes microseconds; what may take longer is done by the clerk or by the thinkers.
//!
//! | file | what lives there |
//! |---|---|
//! | `people` | who comes, goes, sits down and gets up |
//! | `course` | the course of a match: its rules, its start, what people do in it, its end |
//! | `ending` | the end of a room |
//! | `tell` | what people learn |

mod course;
mod ending;
mod people;
mod tell;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::Utf8Bytes;
use ludus_arena::{AnyRules, InternalError, Offer, contain};
use ludus_core::{BotSpec, Seat};
use parking_lot::Mutex;
use tokio::sync::mpsc::Sender;

use super::House;
use super::playing::{Ended, Pace, Playing};
use super::protocol::{ClientMessage, MatchEnd, RoomPhase};
use super::refusal::Refusal;
use super::seats::{Sitter, Who, free_label};
use super::token::Token;
use crate::addresses::{Addresses, Counted};
use crate::roster::Roster;

/// How long a turn may take where turns come by a clock, in milliseconds.
const TURN_MS: std::ops::RangeInclusive<u64> = 100..=5000;

/// How long people have to put their fingers on the keys, in games by the clock.
const COUNTDOWN: Duration = Duration::from_secs(3);

/// How soon the thread that ticks comes back to a room that was being changed.
const BUSY: Duration = Duration::from_millis(1);

/// How long the last position of a match on the screen of the front page stands.
const INTERVAL: Duration = Duration::from_secs(6);

/// A connection that is in a room.
pub(crate) struct Caller {
    /// The number of the connection.
    pub(crate) id: u64,
    /// Where what is said to it goes.
    pub(crate) out: Sender<Utf8Bytes>,
    /// Where it comes from.
    pub(crate) from: IpAddr,
}

/// Whose room it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoomKind {
    /// People's, who find it in the list.
    Open,
    /// People's, who were given the link.
    Private,
    /// The server's: bots play on the front page as long as there are viewers.
    Screen,
}

/// A room.
pub(crate) struct Room {
    name: String,
    /// The name of its game, as pages have it.
    game: String,
    kind: RoomKind,
    /// Counts among the rooms of the address it was made from; a screen is made by the server.
    _maker: Option<Counted>,
    house: Arc<House>,
    /// How many pages every address has here.
    visitors: Arc<Addresses>,
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
    rules: AnyRules,
    pace: Pace,
    /// Since when it has been empty.
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

/// A page that is connected.
struct Member {
    id: u64,
    out: Sender<Utf8Bytes>,
    /// The key of its sitter.
    sitter: Option<u64>,
    /// The key of its sitter in the match that is shown, also after leaving the seat.
    played: Option<u64>,
    host: bool,
    /// Whether it missed something, because it does not read as fast as it is sent.
    behind: bool,
    /// Counts among the pages of an address in this room.
    _counted: Option<Counted>,
}

impl Member {
    /// Sends a message; a page with too much unread misses it.
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
        kind: RoomKind,
        maker: Option<Counted>,
        offer: &Offer,
        house: &Arc<House>,
    ) -> std::io::Result<(Arc<Self>, Token)> {
        let played = offer.for_people();
        let token = Token::new()?;
        let inner = Inner {
            offer: played.clone(),
            phase: Phase::Waiting,
            sitters: Vec::new(),
            sitters_so_far: 0,
            members: Vec::new(),
            host: Host { token: token.clone(), gone: None },
            rules: match kind {
                RoomKind::Screen => played.rules.clone(),
                _ => played.people_rules.clone(),
            },
            pace: Pace { turn: house.limits.turn, clock: None },
            empty: Some(Instant::now()),
            matches: 0,
            closed: false,
        };
        let (game, house) = (offer.game.name().to_owned(), Arc::clone(house));
        let visitors = Arc::new(Addresses::new(house.limits.spectators_per_address));
        let room =
            Self { name, game, kind, _maker: maker, house, visitors, inner: Mutex::new(inner) };
        Ok((Arc::new(room), token))
    }

    /// Whether it is on the front page's screen.
    pub(super) fn is_screen(&self) -> bool {
        self.kind == RoomKind::Screen
    }

    /// Whether it has ended, and everyone in it knows.
    pub(super) fn is_closed(&self) -> bool {
        self.inner.lock().closed
    }

    /// Its name.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// The name of its game, as pages have it.
    pub(super) fn game(&self) -> &str {
        &self.game
    }

    /// Does something with the room. If the game fails on the way, its match ends, and the room continues.
    fn guarded<T>(
        self: &Arc<Self>,
        code: impl FnOnce(&mut Inner) -> T,
    ) -> Result<T, InternalError> {
        self.contained(&mut self.inner.lock(), code)
    }

    /// The same where the room is locked already.
    fn contained<T>(
        self: &Arc<Self>,
        inner: &mut Inner,
        code: impl FnOnce(&mut Inner) -> T,
    ) -> Result<T, InternalError> {
        let done = contain(&self.game, || code(&mut *inner));
        if let Err(error) = &done {
            self.broke(inner, error);
        }
        done
    }

    /// The game has failed: its match ends.
    fn broke(self: &Arc<Self>, inner: &mut Inner, error: &InternalError) {
        tracing::error!(%error, at = error.location, room = self.name, "a live match is given up");
        match inner.phase {
            Phase::Starting => self.cannot_begin(inner, &error.to_string()),
            _ => self.break_off(inner, &error.to_string()),
        }
    }

    /// Does what a page wants that is in the room, or wants to be.
    pub(crate) fn hear(
        self: &Arc<Self>,
        caller: &Caller,
        message: ClientMessage,
        roster: &Roster,
    ) -> Result<(), Refusal> {
        self.guarded(|inner| self.obey(inner, caller, message, roster))
            .unwrap_or_else(|error| Err(error.into()))
    }

    fn obey(
        self: &Arc<Self>,
        inner: &mut Inner,
        caller: &Caller,
        message: ClientMessage,
        roster: &Roster,
    ) -> Result<(), Refusal> {
        if inner.closed {
            return Err(Refusal::Closed);
        }
        if let ClientMessage::Join { token, host } = message {
            return self.join(inner, caller, token.as_deref(), host.as_deref());
        }
        if inner.members.iter().all(|member| member.id != caller.id) {
            return Err(Refusal::NotJoined);
        }
        match message {
            ClientMessage::Leave {} => {
                self.leave(inner, caller.id);
                Ok(())
            }
            ClientMessage::Sit { nickname } => self.sit(inner, caller, &nickname),
            ClientMessage::Stand {} => self.stand(inner, caller.id),
            ClientMessage::Act { action, n } => self.act(inner, caller.id, &action, n),
            ClientMessage::Resign {} => self.resign(inner, caller.id),
            ClientMessage::Draw { offer } => self.draw(inner, caller.id, offer),
            ClientMessage::Sync {} => {
                self.tell_all_to(inner, caller.id);
                Ok(())
            }
            ClientMessage::AddBot { bot } => {
                inner.check_host(caller.id)?;
                let listed = roster.game(&self.game)?;
                let spec = listed.bot(&bot)?;
                self.add_bot(inner, bot, spec)
            }
            host => {
                inner.check_host(caller.id)?;
                self.hear_host(inner, host)
            }
        }
    }

    /// Does what the host says.
    fn hear_host(
        self: &Arc<Self>,
        inner: &mut Inner,
        message: ClientMessage,
    ) -> Result<(), Refusal> {
        match message {
            ClientMessage::Remove { seat } => {
                inner.check_waiting()?;
                if seat >= inner.sitters.len() {
                    return Err(Refusal::EmptySeat(seat));
                }
                inner.unseat(seat);
            }
            ClientMessage::Rules { rules, turn_ms, clock } => {
                inner.set_rules(&rules, turn_ms, clock)?;
            }
            ClientMessage::Start {} => self.start(inner)?,
            ClientMessage::Reopen {} => inner.reopen()?,
            ClientMessage::Rematch {} => {
                inner.reopen()?;
                if inner.sitters.len() == 2 {
                    // The player who had the second move has the first.
                    inner.sitters.rotate_left(1);
                }
                self.tell_room(inner);
                self.start(inner)?;
            }
            other => return Err(Refusal::NotOfHost(format!("{other:?}"))),
        }
        self.tell_room(inner);
        Ok(())
    }
}

impl Member {
    fn is_spectator(&self) -> bool {
        self.sitter.is_none() && !self.host
    }
}

impl Phase {
    const fn name(&self) -> RoomPhase {
        match self {
            Self::Waiting => RoomPhase::Waiting,
            Self::Starting => RoomPhase::Starting,
            Self::Playing(_) => RoomPhase::Playing,
            Self::Over(_) => RoomPhase::Over,
        }
    }

    fn offers(&self) -> Vec<Seat> {
        match self {
            Self::Playing(playing) => playing.offers().iter().collect(),
            _ => Vec::new(),
        }
    }

    fn result(&self) -> Option<MatchEnd> {
        match self {
            Self::Over(ended) => Some(ended.summary()),
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
    fn seat_of(&self, caller: u64) -> Result<Seat, Refusal> {
        self.members
            .iter()
            .find(|member| member.id == caller)
            .and_then(|member| self.place_of(member.sitter?))
            .and_then(Seat::new)
            .ok_or(Refusal::NoSeat)
    }

    fn playing(&mut self) -> Result<&mut Playing, Refusal> {
        match &mut self.phase {
            Phase::Playing(playing) => Ok(playing),
            _ => Err(Refusal::NoMatch),
        }
    }

    fn check_host(&self, caller: u64) -> Result<(), Refusal> {
        match self.members.iter().any(|member| member.id == caller && member.host) {
            true => Ok(()),
            false => Err(Refusal::NotHost),
        }
    }

    fn check_waiting(&self) -> Result<(), Refusal> {
        match self.phase {
            Phase::Waiting => Ok(()),
            Phase::Starting => Err(Refusal::Starting),
            Phase::Playing(_) => Err(Refusal::Playing),
            Phase::Over(_) => Err(Refusal::Over),
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
