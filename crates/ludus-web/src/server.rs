//! Connections: accepting them, dropping slow ones, and ending with what is under way.

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use ludus_core::{GameKit, SpecError};
use ludus_snake::SnakeKit;
use thiserror::Error;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use crate::content::Limits;
use crate::journal::{Journal, Writer};
use crate::options::Options;
use crate::pool::{Limit, Pool, Threads};
use crate::routes::{Shared, router};
use crate::snakes::Snakes;

/// How long to wait when no connection can be accepted, because too many files are open for example.
const BREATH: Duration = Duration::from_millis(50);

/// A server that cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The bot of the root does not exist.
    #[error(transparent)]
    Bot(#[from] SpecError),
    /// The debug log cannot be opened.
    #[error("cannot open the debug log {path}: {error}")]
    Log {
        /// Its file.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The threads that search cannot be started.
    #[error("cannot start threads: {0}")]
    Threads(io::Error),
}

/// A server that is ready to serve.
pub struct Server {
    app: Router,
    options: Options,
    threads: Threads,
    writer: Option<Writer>,
}

impl Server {
    /// Makes a server: starts the threads that search, and opens the debug log.
    ///
    /// # Errors
    /// If one of the options cannot be met.
    pub fn new(options: Options) -> Result<Self, ServeError> {
        let open = |path: &PathBuf| {
            Journal::open(path).map_err(|error| ServeError::Log { path: path.clone(), error })
        };
        let (journal, writer) = options.log.as_ref().map(open).transpose()?.unzip();
        let kit = Arc::new(SnakeKit::new(options.settings.clone()));
        let kept = Limit { count: options.kept_games, age: options.kept_for };
        let (pool, threads) = Pool::start(Arc::clone(&kit), options.threads, options.waiting, kept)
            .map_err(ServeError::Threads)?;
        let snakes = Arc::new(Snakes::new(&options, &kit, pool, journal)?);
        let limits = Limits { time: options.read_timeout, bytes: options.body_limit };
        Ok(Self { app: router(Shared { snakes, limits }), options, threads, writer })
    }

    /// Serves until `shutdown` is ready, then answers what is under way and ends. Nothing that a client
    /// does ends it.
    pub async fn serve(self, listener: TcpListener, shutdown: impl Future<Output = ()>) {
        let Self { app, options, threads, writer } = self;
        let graceful = GracefulShutdown::new();
        tokio::select! {
            never = accept(&listener, &app, &options, &graceful) => match never {},
            () = shutdown => {}
        }
        drop(listener);
        tracing::info!("ending: what is under way is answered");
        if tokio::time::timeout(options.patience, graceful.shutdown()).await.is_err() {
            tracing::warn!("ended with requests under way");
        }
        let closing = tokio::task::spawn_blocking(move || {
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
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(options.read_timeout);
    let places = Arc::new(Semaphore::new(options.connections.max(1)));
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                tracing::warn!(%error, "cannot accept a connection");
                tokio::time::sleep(BREATH).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(app.clone());
        let connection = http.serve_connection(TokioIo::new(without_delay(stream)), service);
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "connection dropped");
            }
            drop(place);
        });
    }
}

/// Answers are small and wanted at once: they are not held back to be sent with others.
fn without_delay(stream: TcpStream) -> TcpStream {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot switch off the delay of small packets");
    }
    stream
}
