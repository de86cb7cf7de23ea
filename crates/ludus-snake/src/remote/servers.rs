//! What the servers of one match learn about each other.
//!
//! Every request contains the looks and the last shout of all snakes. All servers are asked at the same time, so a
//! shout reaches the others in the next turn, never in the same.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use ludus_core::Seat;

use crate::api::SnakeIdentity;

/// All current matches with servers, by id.
#[derive(Debug, Default)]
pub(crate) struct RemoteMatches(Mutex<HashMap<String, Weak<MatchServers>>>);

impl RemoteMatches {
    /// The match with this id. All its servers share it.
    pub(super) fn join(&self, id: &str) -> Arc<MatchServers> {
        let mut matches = locked(&self.0);
        if let Some(servers) = matches.get(id).and_then(Weak::upgrade) {
            return servers;
        }
        // Matches without servers are over.
        matches.retain(|_, servers| servers.strong_count() > 0);
        let servers = Arc::new(MatchServers::default());
        matches.insert(id.to_owned(), Arc::downgrade(&servers));
        servers
    }
}

/// The servers of one match, by seat.
#[derive(Debug, Default)]
pub(super) struct MatchServers(Mutex<Vec<ServerState>>);

/// What is known about a server.
#[derive(Clone, Debug, Default)]
struct ServerState {
    looks: SnakeIdentity,
    /// Its replies in the last two turns in which it was asked.
    said: [Option<MoveReply>; 2],
}

/// A server's reply in one turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct MoveReply {
    /// The turn.
    pub(super) turn: u32,
    /// How long it took, in milliseconds; `0` after a timeout.
    pub(super) latency: u32,
    /// Its shout.
    pub(super) shout: String,
}

impl MatchServers {
    /// Adds the server of a seat.
    pub(super) fn seat(&self, seat: Seat, looks: SnakeIdentity) {
        let mut servers = locked(&self.0);
        *place(&mut servers, seat) = ServerState { looks, said: [None, None] };
    }

    /// Records a server's reply.
    pub(super) fn said(&self, seat: Seat, said: MoveReply) {
        let mut servers = locked(&self.0);
        let server = place(&mut servers, seat);
        server.said = [server.said[1].take(), Some(said)];
    }

    /// The identities of all seats in this turn. Seats without a server have only a name.
    pub(super) fn identities(
        &self,
        names: &[String],
        seats: usize,
        turn: u32,
    ) -> Vec<SnakeIdentity> {
        let servers = locked(&self.0);
        let mut identities = SnakeIdentity::by_seat(seats);
        for (seat, identity) in identities.iter_mut().enumerate() {
            if let Some(name) = names.get(seat) {
                identity.name.clone_from(name);
            }
            let Some(server) = servers.get(seat) else { continue };
            identity.author.clone_from(&server.looks.author);
            identity.customizations.clone_from(&server.looks.customizations);
            let last = server.said.iter().flatten().rev().find(|said| said.turn < turn);
            if let Some(said) = last {
                identity.latency = said.latency;
                identity.shout.clone_from(&said.shout);
            }
        }
        identities
    }
}

fn place(servers: &mut Vec<ServerState>, seat: Seat) -> &mut ServerState {
    if servers.len() <= seat.index() {
        servers.resize(seat.index() + 1, ServerState::default());
    }
    &mut servers[seat.index()]
}

/// After a panic the replies are still valid.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shout_is_heard_in_the_next_turn_not_in_the_same() {
        let matches = RemoteMatches::default();
        let (one, other) = (matches.join("a"), matches.join("a"));
        let seat = Seat::new(1).unwrap();
        one.seat(seat, SnakeIdentity::default());
        let heard = |turn| other.identities(&[], 2, turn)[1].shout.clone();
        one.said(seat, MoveReply { turn: 4, latency: 20, shout: "four".to_owned() });
        assert_eq!((heard(4).as_str(), heard(5).as_str()), ("", "four"));
        one.said(seat, MoveReply { turn: 5, latency: 0, shout: "five".to_owned() });
        assert_eq!((heard(5).as_str(), heard(6).as_str()), ("four", "five"));
        assert_eq!(other.identities(&[], 2, 5)[1].latency, 20);
        assert!(matches.join("b").identities(&[], 2, 9)[1].shout.is_empty());
    }
}
