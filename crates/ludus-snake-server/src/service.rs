//! The Battlesnake server: what can go wrong is found when it is opened, its threads begin with the web server.

use std::io;
use std::sync::Arc;

use axum::routing::get;
use ludus_core::{Game, GameKit, SpecError};
use ludus_snake::{Snake, SnakeKit};
use ludus_web::{Export, Mounted, Service, ServiceHost};
use thiserror::Error;
use tokio::sync::Semaphore;

use crate::move_log::{MoveLog, MoveLogFile};
use crate::options::{DebugLog, SnakeOptions};
use crate::pool::{KeepLimit, SearchPool};
use crate::routes::{self, RouteState};
use crate::snakes::{ServedSnakes, Snakes};
use crate::viewer::{self, LiveGames};

/// A server that cannot be opened.
#[derive(Debug, Error)]
pub enum OpenError {
    /// The bot of the root cannot be used.
    #[error(transparent)]
    Root(SpecError),
    /// A bot that the operator lists cannot be used.
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
}

/// The Battlesnake API and the public board viewer, ready to be mounted.
pub struct BattlesnakeServer {
    options: SnakeOptions,
    kit: Arc<SnakeKit>,
    list: ServedSnakes,
    log: Option<MoveLogFile>,
}

impl BattlesnakeServer {
    /// Makes sure that every bot can be made, and opens the debug log.
    ///
    /// # Errors
    /// If one of the options cannot be met.
    pub fn open(options: SnakeOptions) -> Result<Self, OpenError> {
        let kit = Arc::new(SnakeKit::new(options.settings.clone()));
        let list = ServedSnakes::new(&options, &kit)?;
        let open = |log: &DebugLog| {
            MoveLogFile::open(log).map_err(|error| OpenError::Log { log: log.clone(), error })
        };
        let log = options.log.as_ref().map(open).transpose()?;
        Ok(Self { options, kit, list, log })
    }
}

impl Service for BattlesnakeServer {
    fn name(&self) -> &'static str {
        "Battlesnake server"
    }

    fn start(self: Box<Self>, host: &ServiceHost) -> io::Result<Mounted> {
        let Self { options, kit, list, log } = *self;
        let start = |log| MoveLog::start(log, host.vitals());
        let (move_log, writer) = log.map(start).transpose()?.unzip();
        let kept = KeepLimit { count: options.kept_games, age: options.kept_for };
        let (pool, threads) =
            SearchPool::start(kit, options.threads, options.waiting, kept, host.vitals())?;
        let state = RouteState {
            snakes: Arc::new(Snakes::new(list, options.settings, pool, move_log)),
            games: Arc::new(LiveGames::new(options.games, options.games_age, options.replays)),
            viewers: Arc::new(Semaphore::new(options.viewers.max(1))),
            host: host.clone(),
        };
        Ok(Mounted {
            router: routes::router().merge(viewer::router()).with_state(state.clone()),
            root: Some(get(routes::root).with_state(state)),
            exports: vec![BOARD_FRAMES],
            close: Box::new(move |deadline| {
                drop(threads);
                if let Some(writer) = writer {
                    writer.close(deadline);
                }
            }),
        })
    }
}

/// Recorded matches as frames of the public board.
const BOARD_FRAMES: Export = Export {
    game: Snake::NAME,
    name: "board",
    label: "Board frames",
    suffix: "-frames.json",
    content_type: "application/json",
    make: viewer::board_frames,
};
