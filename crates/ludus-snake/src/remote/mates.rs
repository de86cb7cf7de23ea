//! What the servers of one match are told about each other.
//!
//! Every request shows all snakes with how they look and what they last said. Servers are asked at the same time,
//! so what one says in a turn is told to all others in the next one, never in the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ludus_core::Seat;

use crate::api::Identity;

/// The matches that servers play now, by identity.
#[derive(Debug, Default)]
pub(crate) struct Matches(Mutex<HashMap<String, Weak<Mates>>>);

impl Matches {
    /// The match of this identity, which all its servers share.
    pub(super) fn join(&self, id: &str) -> Arc<Mates> {
        let mut matches = locked(&self.0);
        if let Some(mates) = matches.get(id).and_then(Weak::upgrade) {
            return mates;
        }
        // Those whose servers have gone on to another match are over.
        matches.retain(|_, mates| mates.strong_count() > 0);
        let mates = Arc::new(Mates::default());
        matches.insert(id.to_owned(), Arc::downgrade(&mates));
        mates
    }
}

/// The servers of one match, by seat.
#[derive(Debug, Default)]
pub(super) struct Mates(Mutex<Vec<Mate>>);

/// What is known about a server.
#[derive(Clone, Debug, Default)]
struct Mate {
    looks: Identity,
    /// What it said in the last two turns in which it was asked.
    said: [Option<Said>; 2],
}

/// What a server said in a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Said {
    /// The turn.
    pub(super) turn: u32,
    /// The milliseconds that it took; `0` after a timeout.
    pub(super) latency: u32,
    /// Its shout.
    pub(super) shout: String,
}

impl Mates {
    /// Takes a seat.
    pub(super) fn seat(&self, seat: Seat, looks: Identity) {
        let mut mates = locked(&self.0);
        *place(&mut mates, seat) = Mate { looks, said: [None, None] };
    }

    /// Notes what a server said.
    pub(super) fn said(&self, seat: Seat, said: Said) {
        let mut mates = locked(&self.0);
        let mate = place(&mut mates, seat);
        mate.said = [mate.said[1].take(), Some(said)];
    }

    /// Who the seats are in this turn. Seats without a server have a name alone.
    pub(super) fn identities(&self, names: &[String], seats: usize, turn: u32) -> Vec<Identity> {
        let mates = locked(&self.0);
        let mut identities = Identity::by_seat(seats);
        for (seat, identity) in identities.iter_mut().enumerate() {
            if let Some(name) = names.get(seat) {
                identity.name.clone_from(name);
            }
            let Some(mate) = mates.get(seat) else { continue };
            identity.author.clone_from(&mate.looks.author);
            identity.customizations.clone_from(&mate.looks.customizations);
            let last = mate.said.iter().flatten().rev().find(|said| said.turn < turn);
            if let Some(said) = last {
                identity.latency = said.latency;
                identity.shout.clone_from(&said.shout);
            }
        }
        identities
    }
}

fn place(mates: &mut Vec<Mate>, seat: Seat) -> &mut Mate {
    if mates.len() <= seat.index() {
        mates.resize(seat.index() + 1, Mate::default());
    }
    &mut mates[seat.index()]
}

/// What a panic left behind is still what was said.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shout_is_heard_in_the_next_turn_not_in_the_same() {
        let matches = Matches::default();
        let (one, other) = (matches.join("a"), matches.join("a"));
        let seat = Seat::new(1).unwrap();
        one.seat(seat, Identity::default());
        let heard = |turn| other.identities(&[], 2, turn)[1].shout.clone();
        one.said(seat, Said { turn: 4, latency: 20, shout: "four".to_owned() });
        assert_eq!((heard(4).as_str(), heard(5).as_str()), ("", "four"));
        one.said(seat, Said { turn: 5, latency: 0, shout: "five".to_owned() });
        assert_eq!((heard(5).as_str(), heard(6).as_str()), ("four", "five"));
        assert_eq!(other.identities(&[], 2, 5)[1].latency, 20);
        assert!(matches.join("b").identities(&[], 2, 9)[1].shout.is_empty());
    }
}
