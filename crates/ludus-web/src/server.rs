//! The server: everything it needs is made first, then it serves until it is asked to end.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::middleware;
use axum::routing::MethodRouter;
use ludus_arena::ArenaError;
use ludus_arena::store::Store;
use ludus_core::SpecError;
use thiserror::Error;
use tokio::net::TcpListener;

use crate::addresses::Addresses;
use crate::archive::Archive;
use crate::body::BodyLimits;
use crate::connections::Connections;
use crate::game_pages::GamePages;
use crate::groups::Groups;
use crate::guard::known_host;
use crate::jobs::Jobs;
use crate::memory::MemoryBudget;
use crate::options::Options;
use crate::rooms::{Desk, Rooms};
use crate::roster::Roster;
use crate::routes::{Shared, router};
use crate::runs::Runs;
use crate::service::{Export, Mounted, Service, ServiceHost};
use crate::streams::Streams;
use crate::vitals::Vitals;
use crate::work::WorkQueue;

/// How long pages have to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long the services have to end once no request is under way.
const CLOSING: Duration = Duration::from_secs(2);

/// How many of the largest bodies all requests together may take up; most are far smaller.
const BODIES: usize = 16;

/// A server that cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// A bot that the operator lists for the pages cannot be used.
    #[error(transparent)]
    Listed(SpecError),
    /// The folder of recorded matches cannot be used.
    #[error("cannot read the folder of replays {path}: {error}")]
    Replays {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The threads that play matches for the pages cannot be started.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// Threads cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
    /// A service cannot be started.
    #[error("cannot start the {service}: {error}")]
    Service {
        /// Its name.
        service: &'static str,
        /// Why.
        error: io::Error,
    },
    /// Two services want to answer at the root.
    #[error("the {first} and the {second} would both answer at /")]
    Roots {
        /// One of them.
        first: &'static str,
        /// The other.
        second: &'static str,
    },
}

/// Where live matches are recorded. Where the result store cannot be used, a server without it is better than none:
/// nothing is recorded then, and the pages show no tournaments.
fn open_desk(options: &mut Options) -> Option<Desk> {
    let opened = match (&options.live, &options.store) {
        (Some(live), _) => Desk::open(live).map(Some),
        (None, Some(store)) if store.exists() => Store::open_existing(store).map(|_| None),
        (None, _) => Ok(None),
    };
    opened.unwrap_or_else(|error| {
        tracing::warn!(%error, "nothing is recorded, because the result store cannot be used");
        (options.live, options.store) = (None, None);
        None
    })
}

/// A server that is ready to serve.
pub struct Server {
    app: Router,
    options: Options,
    rooms: Arc<Rooms>,
    jobs: Arc<Jobs>,
    /// What ends the services.
    closers: Vec<Box<dyn FnOnce(Instant) + Send>>,
}

/// All services, started.
#[derive(Default)]
struct Services {
    router: Router,
    root: Option<(&'static str, MethodRouter)>,
    exports: Vec<Export>,
    closers: Vec<Box<dyn FnOnce(Instant) + Send>>,
}

impl Services {
    fn start(services: Vec<Box<dyn Service>>, host: &ServiceHost) -> Result<Self, ServeError> {
        let mut all = Self::default();
        for service in services {
            let name = service.name();
            let Mounted { router, root, exports, close } = service
                .start(host)
                .map_err(|error| ServeError::Service { service: name, error })?;
            if let (Some((first, _)), Some(_)) = (&all.root, &root) {
                return Err(ServeError::Roots { first, second: name });
            }
            all.root = all.root.or_else(|| root.map(|root| (name, root)));
            all.router = all.router.merge(router);
            all.exports.extend(exports);
            all.closers.push(close);
        }
        Ok(all)
    }
}

impl Server {
    /// Makes a server, and starts its threads and its services.
    ///
    /// # Errors
    /// If one of the options cannot be met.
    pub fn new(mut options: Options) -> Result<Self, ServeError> {
        let vitals = Vitals::default();
        if let Some(path) = &options.replays {
            let cannot = |error| ServeError::Replays { path: path.clone(), error };
            std::fs::read_dir(path).map_err(cannot)?;
        }
        let limits = BodyLimits {
            time: options.read_timeout,
            pause: options.read_timeout,
            bytes: options.body_limit,
            memory: MemoryBudget::new(BODIES * options.body_limit),
        };
        let pages = Arc::new(GamePages::new(&options.pages));
        let roster =
            Roster::new(&options.offers, &options.bots, &pages).map_err(ServeError::Listed)?;
        let roster = Arc::new(roster);
        let jobs = Jobs::start(options.jobs, options.jobs_waiting, options.job_threads, &vitals)
            .map_err(ServeError::Threads)?;
        let jobs = Arc::new(jobs);
        let runs = Runs::new(options.training.runs.clone(), Arc::clone(&roster), Arc::clone(&jobs));
        runs.sweep();
        let desk = open_desk(&mut options);
        let recorded = options.live.as_ref().map(|live| &live.replays);
        let folders = options.replays.iter().chain(recorded).cloned().collect();
        let rooms = Rooms::open(options.rooms, &options.offers, &pages, desk, &vitals)
            .map_err(ServeError::Threads)?;
        let host = ServiceHost {
            vitals: vitals.clone(),
            body_limits: limits.clone(),
            work: Arc::new(WorkQueue::new(options.work, options.work_waiting)),
            sockets: Arc::new(Addresses::new(options.pages_per_address)),
        };
        let services = Services::start(std::mem::take(&mut options.services), &host)?;
        let ServiceHost { work, sockets, .. } = host;
        let shared = Shared {
            rooms: Arc::clone(&rooms),
            roster,
            pages,
            archive: Arc::new(Archive::new(folders, options.replay_bytes)),
            replay_bytes: options.replay_bytes,
            exports: services.exports.into(),
            groups: Arc::new(Groups::new(options.group_threads, options.groups)?),
            jobs: Arc::clone(&jobs),
            runs: Arc::new(runs),
            training: Arc::new(options.training.clone()),
            store: options.store.clone(),
            store_bytes: options.store_bytes,
            streams: Arc::new(Streams::new(Arc::clone(&work))),
            work,
            sockets,
            limits,
            vitals,
        };
        let app = router(shared, services.router, services.root.map(|(_, root)| root));
        Ok(Self { app, options, rooms, jobs, closers: services.closers })
    }

    /// Serves until `shutdown` is ready, then answers what is under way and ends. Nothing that a client
    /// does ends it.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        let Self { app, options, rooms, jobs, closers } = self;
        let names = Arc::from(options.hosts.as_slice());
        let app = app.layer(middleware::from_fn_with_state(names, known_host));
        let connections = Connections::new(&options);
        tokio::select! {
            never = connections.accept(&listener, &app) => match never {},
            () = shutdown => {}
        }
        drop(listener);
        tracing::info!("ending: what is under way is answered");
        let stopping = Arc::clone(&rooms);
        if tokio::task::spawn_blocking(move || stopping.stop()).await.is_err() {
            tracing::error!("the rooms could not be closed");
        }
        if !connections.close(options.patience).await {
            tracing::warn!("ended with requests under way");
        }
        rooms.farewell(options.patience.min(FAREWELL)).await;
        let closing = tokio::task::spawn_blocking(move || {
            jobs.close();
            let deadline = Instant::now() + CLOSING;
            closers.into_iter().for_each(|close| close(deadline));
        });
        if closing.await.is_err() {
            tracing::error!("a thread that was to end panicked");
        }
    }
}
