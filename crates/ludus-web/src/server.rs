//! Connections: accepting them, dropping slow ones, and ending with what is under way.

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::Request;
use axum::middleware;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use ludus_arena::ArenaError;
use ludus_arena::store::StoreError;
use ludus_core::{GameKit, SpecError};
use ludus_snake::SnakeKit;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tower::ServiceExt as _;

use crate::archive::Archive;
use crate::content::Limits;
use crate::gallery::Gallery;
use crate::groups::Groups;
use crate::guard::known_host;
use crate::jobs::Jobs;
use crate::journal::{Journal, Writer};
use crate::options::{DebugLog, Options};
use crate::pool::{Limit, Pool, Threads};
use crate::rooms::{Desk, Rooms};
use crate::roster::Roster;
use crate::routes::{Shared, router};
use crate::runs::Runs;
use crate::snakes::Snakes;
use crate::work::Work;

/// How many connections are told at the same time that they are too many, and how long each may take.
const REFUSALS: usize = 64;
const REFUSAL: Duration = Duration::from_millis(500);

/// How long pages have to hear that the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// How long to wait when no connection can be accepted, because too many files are open for example.
const BREATH: Duration = Duration::from_millis(50);

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
    /// Live matches cannot be recorded.
    #[error("live matches cannot be recorded: {0}")]
    Live(#[from] StoreError),
    /// The threads that play matches for the pages cannot be started.
    #[error(transparent)]
    Arena(#[from] ArenaError),
    /// The threads that search cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
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
    pub fn new(options: Options) -> Result<Self, ServeError> {
        let open = |log: &DebugLog| {
            Journal::open(log).map_err(|error| ServeError::Log { log: log.clone(), error })
        };
        let (journal, writer) = options.log.as_ref().map(open).transpose()?.unzip();
        if let Some(path) = &options.replays {
            let cannot = |error| ServeError::Replays { path: path.clone(), error };
            std::fs::read_dir(path).map_err(cannot)?;
        }
        let kit = Arc::new(SnakeKit::new(options.settings.clone()));
        let kept = Limit { count: options.kept_games, age: options.kept_for };
        let (pool, threads) = Pool::start(Arc::clone(&kit), options.threads, options.waiting, kept)
            .map_err(ServeError::Threads)?;
        let snakes = Arc::new(Snakes::new(&options, &kit, pool, journal)?);
        let limits = Limits { time: options.read_timeout, bytes: options.body_limit };
        let roster = Roster::new(&options.offers, &options.bots).map_err(ServeError::Listed)?;
        let roster = Arc::new(roster);
        let jobs = Jobs::start(options.jobs, options.jobs_waiting, options.job_threads)
            .map_err(ServeError::Threads)?;
        let jobs = Arc::new(jobs);
        let runs = Runs::new(options.training.runs.clone(), Arc::clone(&roster), Arc::clone(&jobs));
        let recorded = options.live.as_ref().map(|live| &live.replays);
        let folders = options.replays.iter().chain(recorded).cloned().collect();
        let gallery = Gallery::new(options.games, options.games_age, options.replays.clone());
        let desk = options.live.as_ref().map(|live| Desk::open(&live.store, &live.replays));
        let rooms = Rooms::open(options.rooms, &options.offers, desk.transpose()?)
            .map_err(ServeError::Threads)?;
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
            work: Arc::new(Work::new(options.work, options.work_waiting)),
            limits,
        };
        Ok(Self { app: router(shared, &options), options, threads, rooms, jobs, writer })
    }

    /// Serves until `shutdown` is ready, then answers what is under way and ends. Nothing that a client
    /// does ends it.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        let Self { app, options, threads, rooms, jobs, writer } = self;
        let graceful = GracefulShutdown::new();
        let app = match listener.local_addr() {
            Ok(address) if address.ip().is_loopback() => {
                let names = Arc::from(options.hosts.as_slice());
                app.layer(middleware::from_fn_with_state(names, known_host))
            }
            _ => app,
        };
        tokio::select! {
            never = accept(&listener, &app, &options, &graceful) => match never {},
            () = shutdown => {}
        }
        drop(listener);
        tracing::info!("ending: what is under way is answered");
        let stopping = Arc::clone(&rooms);
        if tokio::task::spawn_blocking(move || stopping.stop()).await.is_err() {
            tracing::error!("the rooms could not be closed");
        }
        if tokio::time::timeout(options.patience, graceful.shutdown()).await.is_err() {
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

async fn accept(
    listener: &TcpListener,
    app: &Router,
    options: &Options,
    graceful: &GracefulShutdown,
) -> Infallible {
    let mut http = auto::Builder::new(TokioExecutor::new()).http1_only();
    http.http1().timer(TokioTimer::new()).header_read_timeout(options.read_timeout);
    let places = Arc::new(Semaphore::new(options.connections.max(1)));
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    // Ends when no more connections are accepted: those that have said nothing yet end with it.
    let (open, _) = tokio::sync::watch::channel(());
    loop {
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else {
            // Of those who are too many, whoever comes in crowds is not even told.
            if let Ok(refusal) = Arc::clone(&refusals).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(REFUSAL, refuse(&stream)).await;
                    drop(refusal);
                });
            }
            continue;
        };
        let (http, app, watcher) = (http.clone(), app.clone(), graceful.watcher());
        let (mut open, patience) = (open.subscribe(), options.read_timeout);
        tokio::spawn(async move {
            let stream = without_delay(stream);
            // A connection that says nothing at all is not waited for either.
            let mut first = [0];
            let spoke = tokio::select! {
                heard = tokio::time::timeout(patience, stream.peek(&mut first)) => {
                    matches!(heard, Ok(Ok(1)))
                }
                _ = open.changed() => false,
            };
            if spoke {
                let service =
                    TowerToHyperService::new(app.map_request(move |mut request: Request<_>| {
                        request.extensions_mut().insert(ConnectInfo(peer));
                        request
                    }));
                let connection = http.serve_connection_with_upgrades(TokioIo::new(stream), service);
                if let Err(error) = watcher.watch(connection.into_owned()).await {
                    tracing::debug!(%error, "connection dropped");
                }
            }
            drop(place);
        });
    }
}

/// Says that there are too many connections, and waits until that was heard.
async fn refuse(stream: &TcpStream) -> io::Result<()> {
    const REASON: &str = "{\"error\":\"there are too many connections; try again later\"}";
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\nretry-after: 5\r\n\
         content-length: {}\r\nconnection: close\r\n\r\n{REASON}",
        REASON.len()
    );
    stream.writable().await?;
    // It is shorter than any buffer: one write takes all of it.
    stream.try_write(answer.as_bytes())?;
    // What was sent must be read, or the answer is lost with the connection.
    let mut heard = [0; 1024];
    loop {
        stream.readable().await?;
        match stream.try_read(&mut heard) {
            Ok(0) => return Ok(()),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(error),
        }
    }
}

/// Answers are small and wanted at once: they are not held back to be sent with others.
fn without_delay(stream: TcpStream) -> TcpStream {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot switch off the delay of small packets");
    }
    stream
}
