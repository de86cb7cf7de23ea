//! What the server answers beside its own pages and API: the protocol of one game, for example.
//!
//! A [`Service`] brings its addresses and its threads. The server mounts the addresses, watches the threads for
//! `/health`, and ends the service when it ends itself. So this crate needs to know no protocol by name.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;

use axum::Router;
use axum::routing::MethodRouter;

use crate::addresses::{Addresses, Counted};
use crate::archive::Record;
use crate::body::BodyLimits;
use crate::content::Problem;
use crate::streams::BoxedParts;
use crate::vitals::Vitals;
use crate::work::WorkQueue;

/// Something that the server answers beside its own pages and API.
pub trait Service: Send {
    /// Its name, for logs and errors.
    fn name(&self) -> &'static str;

    /// Starts its threads, within the bounds that it shares with the rest of the server.
    ///
    /// # Errors
    /// If a thread cannot be started.
    fn start(self: Box<Self>, host: &ServiceHost) -> io::Result<Mounted>;
}

/// A service that has started.
pub struct Mounted {
    /// Its addresses, without a fallback. None of them may be an address of the pages, of the API or of another
    /// service.
    pub router: Router,
    /// What answers `GET /` to clients that do not want a page. At most one service has this.
    pub root: Option<MethodRouter>,
    /// Further formats in which people can download recorded matches.
    pub exports: Vec<Export>,
    /// Ends its threads. No request is under way then, or only some that took too long. It returns at the given
    /// moment at the latest, whatever has to be left undone.
    pub close: Box<dyn FnOnce(Instant) + Send>,
}

/// A further format in which people can download the recorded matches of a game.
#[derive(Clone, Copy)]
pub struct Export {
    /// The game whose matches can be had in this format.
    pub game: &'static str,
    /// The last part of its address, `/api/v1/replays/ID/NAME`.
    pub name: &'static str,
    /// What the link to it says.
    pub label: &'static str,
    /// What follows the match's name in the name of the file.
    pub suffix: &'static str,
    /// Its content type.
    pub content_type: &'static str,
    /// Makes the file of a record that was verified, part by part; the text is the match's name.
    pub make: fn(Record, &str) -> Result<BoxedParts, Problem>,
}

/// What a service shares with the rest of the server.
#[derive(Clone)]
pub struct ServiceHost {
    pub(crate) vitals: Vitals,
    pub(crate) body_limits: BodyLimits,
    pub(crate) work: Arc<WorkQueue>,
    pub(crate) sockets: Arc<Addresses>,
}

impl ServiceHost {
    /// Where a service registers its threads, so that `/health` reports one that ended or is stuck.
    #[must_use]
    pub fn vitals(&self) -> &Vitals {
        &self.vitals
    }

    /// How large and how slow the body of a request may be, and the memory that all bodies share.
    #[must_use]
    pub fn body_limits(&self) -> &BodyLimits {
        &self.body_limits
    }

    /// Runs what takes longer than an async thread may wait.
    #[must_use]
    pub fn work(&self) -> &WorkQueue {
        &self.work
    }

    /// Counts one more WebSocket of this client, until the result is dropped.
    ///
    /// # Errors
    /// If there are as many from its address as there may be.
    pub fn admit_socket(&self, client: SocketAddr) -> Result<Counted, Problem> {
        self.sockets.admit_socket(client)
    }
}
