//! The client of a cluster: the server, and what this program can do there.

use std::sync::Arc;
use std::time::Duration;

use ludus_arena::{AnyTrainable, ArenaError};
use tokio::runtime::Runtime;

use super::{Build, ClusterError, Endpoint};

/// Everything that a trainer, a worker or a status request needs to use a cluster.
#[derive(Clone)]
pub struct ClusterClient {
    /// The server and the credentials.
    pub endpoint: Endpoint,
    /// The name of the cluster: all its streams and subjects on the server begin with it.
    pub name: String,
    /// Timeouts and attempts.
    pub timing: Timing,
    /// What this program can train. A job contains everything its result depends on, so these must not depend on the
    /// settings of this machine.
    pub trainables: Vec<Arc<dyn AnyTrainable>>,
    /// The build of this program.
    pub build: Build,
}

impl ClusterClient {
    /// A client for a program of this version.
    ///
    /// # Errors
    /// If the matches that identify the build cannot be played.
    pub fn new(
        endpoint: Endpoint,
        name: String,
        timing: Timing,
        version: &str,
        trainables: Vec<Arc<dyn AnyTrainable>>,
    ) -> Result<Self, ArenaError> {
        let build = Build::of(version, &trainables)?;
        Ok(Self { endpoint, name, timing, trainables, build })
    }
}

/// Timeouts and attempts. They should be the same for all programs of a cluster: the first one to connect sets those of
/// the queue.
#[derive(Clone, Debug)]
pub struct Timing {
    /// A job goes to another worker if its worker was silent for this long.
    pub ack_wait: Duration,
    /// A job is given up after this many deliveries without a result.
    pub max_deliver: u32,
    /// A trainer or worker is no longer listed if it was silent for this long.
    pub absence: Duration,
}

impl Timing {
    /// The shortest time that the server accepts.
    const SHORTEST: Duration = Duration::from_millis(100);

    /// Checks that the server accepts these times.
    pub(super) fn check(&self) -> Result<(), ClusterError> {
        for (key, time) in [("ack_wait_ms", self.ack_wait), ("absence_ms", self.absence)] {
            if time < Self::SHORTEST {
                let least = Self::SHORTEST.as_millis();
                let reason = format!("it is {}; allowed: {least} and more", time.as_millis());
                return Err(ClusterError::Setting { key, reason });
            }
        }
        Ok(())
    }

    /// How often trainers and workers report: two reports can be lost before a program is no longer listed.
    pub(super) fn report_interval(&self) -> Duration {
        self.absence / 3
    }
}

/// The async threads of a connection. One is enough: they only wait for the network and never play matches.
pub(super) fn runtime() -> Result<Runtime, ClusterError> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(1)
        .thread_name("ludus-cluster")
        .enable_all()
        .build()
        .map_err(ClusterError::Threads)
}
