//! The server: everything it needs is made first, then it serves until it is asked to end.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::middleware;
use ludus_arena::ArenaError;
use ludus_arena::store::Store;
use ludus_core::{GameKit, SpecError};
use ludus_snake::SnakeKit;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::addresses::Addresses;
use crate::archive::Archive;
use crate::body::Limits;
use crate::connections::Connections;
use crate::gallery::Gallery;
use crate::groups::Groups;
use crate::guard::known_host;
use crate::jobs::Jobs;
use crate::journal::{Journal, Writer};
use crate::memory::Memory;
use crate::options::{DebugLog, Options};
use crate::pool::{Limit, Pool, Threads};
use crate::rooms::{Desk, Rooms};
use crate::roster::Roster;
use crate::routes::{Shared, router};
use crate::runs::Runs;
use crate::snakes::Snakes;
use crate::streams::Streams;
use crate::vitals::Vitals;
use crate::work::Work;

/// How long pages have to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// How many of the largest bodies all requests together may take up; most are far smaller.
const BODIES: usize = 16;

/// A server that cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The bot of the root does not exist.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// A bot that the operator lists for the pages cannot be used.
    #[error(transparent)]
    Listed(SpecError),
    /// The debug log cannot be opened.
    #[error("cannot open the debug log {log}: {error}")]
    Log {
        /// Where it is to go.
        log: DebugLog,
        /// Why.
        error: io::Error,
    },
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
    /// The threads that search cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
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
    threads: Threads,
    rooms: Arc<Rooms>,
    jobs: Arc<Jobs>,
    writer: Option<Writer>,
}

impl Server {
    /// Makes a server: starts the threads that search, and opens the debug log.
    ///
    /// # Errors
    /// If one of the options cannot be met.
    pub fn new(mut options: Options) -> Result<Self, ServeError> {
        let vitals = Vitals::default();
        let open = |log: &DebugLog| {
            Journal::open(log, &vitals).map_err(|error| ServeError::Log { log: log.clone(), error })
        };
        let (journal, writer) = options.log.as_ref().map(open).transpose()?.unzip();
        if let Some(path) = &options.replays {
            let cannot = |error| ServeError::Replays { path: path.clone(), error };
            std::fs::read_dir(path).map_err(cannot)?;
        }
        let kit = Arc::new(SnakeKit::new(options.settings.clone()));
        let kept = Limit { count: options.kept_games, age: options.kept_for };
        let (pool, threads) =
            Pool::start(Arc::clone(&kit), options.threads, options.waiting, kept, &vitals)
                .map_err(ServeError::Threads)?;
        let snakes = Arc::new(Snakes::new(&options, &kit, pool, journal)?);
        let limits = Limits {
            time: options.read_timeout,
            pause: options.read_timeout,
            bytes: options.body_limit,
            memory: Memory::new(BODIES * options.body_limit),
        };
        let roster = Roster::new(&options.offers, &options.bots).map_err(ServeError::Listed)?;
        let roster = Arc::new(roster);
        let jobs = Jobs::start(options.jobs, options.jobs_waiting, options.job_threads, &vitals)
            .map_err(ServeError::Threads)?;
        let jobs = Arc::new(jobs);
        let runs = Runs::new(options.training.runs.clone(), Arc::clone(&roster), Arc::clone(&jobs));
        runs.sweep();
        let desk = open_desk(&mut options);
        let recorded = options.live.as_ref().map(|live| &live.replays);
        let folders = options.replays.iter().chain(recorded).cloned().collect();
        let gallery = Gallery::new(options.games, options.games_age, options.replays.clone());
        let rooms = Rooms::open(options.rooms, &options.offers, desk, &vitals)
            .map_err(ServeError::Threads)?;
        let work = Arc::new(Work::new(options.work, options.work_waiting));
        let shared = Shared {
            snakes,
            rooms: Arc::clone(&rooms),
            gallery: Arc::new(gallery),
            viewers: Arc::new(Semaphore::new(options.connections.max(1))),
            roster,
            archive: Arc::new(Archive::new(folders, options.replay_bytes)),
            replay_bytes: options.replay_bytes,
            groups: Arc::new(Groups::new(options.group_threads, options.groups)?),
            jobs: Arc::clone(&jobs),
            runs: Arc::new(runs),
            training: Arc::new(options.training.clone()),
            store: options.store.clone(),
            store_bytes: options.store_bytes,
            streams: Arc::new(Streams::new(Arc::clone(&work))),
            work,
            sockets: Arc::new(Addresses::new(options.pages_per_address)),
            limits,
            vitals,
        };
        Ok(Self { app: router(shared), options, threads, rooms, jobs, writer })
    }

    /// Serves until `shutdown` is ready, then answers what is under way and ends. Nothing that a client
    /// does ends it.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        let Self { app, options, threads, rooms, jobs, writer } = self;
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
            drop(threads);
            if let Some(writer) = writer {
                writer.close();
            }
        });
        if closing.await.is_err() {
            tracing::error!("a thread that was to end panicked");
        }
    }
}
