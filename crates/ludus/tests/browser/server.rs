//! The server whose pages are looked at.

use crate::common::Ludus;
use crate::served::Served;

/// `ludus serve` in a folder of its own.
pub(crate) struct Server {
    served: Served,
    ludus: Ludus,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::start_in(Ludus::new())
    }

    /// In a folder that was prepared.
    pub(crate) fn start_in(ludus: Ludus) -> Self {
        Self { served: Served::start(ludus.folder(), &[], &[]), ludus }
    }

    /// The address of a page.
    pub(crate) fn url(&self, path: &str) -> String {
        self.served.url(path)
    }

    /// The program, in the server's folder.
    pub(crate) fn ludus(&self) -> &Ludus {
        &self.ludus
    }
}
