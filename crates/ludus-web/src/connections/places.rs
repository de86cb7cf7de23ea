//! The places for connections: a fixed number, and a client that keeps the server waiting gives its place to a new one.
//!
//! A client costs a place as long as it is connected, whatever it does. So when all places are taken, the connection
//! on which nothing has moved for longest goes, if the server waits for its client: for the head of a request, or
//! for the rest of its body. A request that is being answered is never cut.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use parking_lot::Mutex;
use tokio::sync::Notify;

/// The places for connections.
pub(crate) struct Places {
    most: usize,
    since: Instant,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    next: u64,
    visitors: HashMap<u64, Arc<Visitor>>,
}

/// The client of a connection.
#[derive(Debug, Default)]
pub(crate) struct Visitor {
    /// Whether the server works for it now, and does not wait for it.
    served: AtomicBool,
    /// When something was last read or written, in milliseconds.
    moved: AtomicU64,
    gives_way: Notify,
}

impl Visitor {
    /// The server works for it now.
    pub(crate) fn is_served(&self) {
        self.served.store(true, Ordering::Relaxed);
    }

    /// The server waits for it.
    pub(crate) fn is_awaited(&self) {
        self.served.store(false, Ordering::Relaxed);
    }

    /// Ready when its place is needed for another.
    pub(super) async fn gives_way(&self) {
        self.gives_way.notified().await;
    }
}

/// A place that is taken until this is dropped.
pub(super) struct ConnectionPlace {
    places: Arc<Places>,
    id: u64,
    visitor: Arc<Visitor>,
}

impl Places {
    /// This number of places.
    pub(super) fn new(most: usize) -> Self {
        Self { most: most.max(1), since: Instant::now(), open: Mutex::default() }
    }

    /// A place for a new connection; `None` if every other one is being answered.
    pub(super) fn take(self: &Arc<Self>) -> Option<ConnectionPlace> {
        let mut open = self.open.lock();
        if open.visitors.len() >= self.most && !open.make_room() {
            return None;
        }
        let id = open.next;
        open.next += 1;
        let visitor = Arc::new(Visitor { moved: self.now().into(), ..Visitor::default() });
        open.visitors.insert(id, Arc::clone(&visitor));
        Some(ConnectionPlace { places: Arc::clone(self), id, visitor })
    }

    /// Lets the slowest client give way, if there is one.
    pub(super) fn make_room(&self) {
        self.open.lock().make_room();
    }

    fn now(&self) -> u64 {
        self.since.elapsed().as_millis().try_into().unwrap_or(u64::MAX)
    }
}

impl Open {
    /// Lets the client give way on whose connection nothing has moved for longest, if the server waits for one.
    fn make_room(&mut self) -> bool {
        let awaited = self.visitors.iter().filter(|(_, who)| !who.served.load(Ordering::Relaxed));
        let slowest = awaited.min_by_key(|(id, who)| (who.moved.load(Ordering::Relaxed), **id));
        let slowest = slowest.map(|(id, _)| *id);
        let visitor = slowest.and_then(|id| self.visitors.remove(&id));
        visitor.map(|visitor| visitor.gives_way.notify_one()).is_some()
    }
}

impl ConnectionPlace {
    /// Who has it.
    pub(super) fn visitor(&self) -> &Arc<Visitor> {
        &self.visitor
    }

    /// Something was read or written.
    pub(super) fn note_move(&self) {
        self.visitor.moved.store(self.places.now(), Ordering::Relaxed);
    }
}

impl Drop for ConnectionPlace {
    fn drop(&mut self) {
        self.places.open.lock().visitors.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_one_that_keeps_waiting_longest_gives_way() {
        let places = Arc::new(Places::new(3));
        let [a, b, c] = [(); 3].map(|()| places.take().unwrap());
        for (place, moved) in [(&a, 10), (&b, 5), (&c, 1)] {
            place.visitor.moved.store(moved, Ordering::Relaxed);
        }
        c.visitor.is_served();
        let d = places.take().unwrap();
        b.visitor.gives_way().await;
        d.visitor.is_served();
        a.visitor.is_served();
        assert!(places.take().is_none(), "all of them are being answered");
        drop(b);
        assert!(places.take().is_none(), "its place went to another");
        drop(a);
        assert!(places.take().is_some());
    }
}
