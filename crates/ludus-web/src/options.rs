//! What can be set about the server.

use std::path::PathBuf;
use std::time::Duration;

use ludus_arena::Offer;
use ludus_core::BotSpec;
use ludus_train::{EvolutionParameters, OpponentParameters};

use crate::game_pages::GamePage;
use crate::retention::Retention;
use crate::rooms::Limits as RoomLimits;
use crate::service::Service;

/// Where live matches are recorded.
#[derive(Clone, Debug)]
pub struct LiveFiles {
    /// The result store.
    pub store: PathBuf,
    /// The folder of their replays.
    pub replays: PathBuf,
    /// How many of these are kept, and for how long.
    pub keep: Retention,
    /// The largest size of the store, in bytes: beyond it no match is recorded.
    pub store_bytes: u64,
}

impl LiveFiles {
    /// In this store and this folder, with the usual bounds.
    #[must_use]
    pub fn new(store: PathBuf, replays: PathBuf) -> Self {
        Self { store, replays, keep: Retention::REPLAYS, store_bytes: STORE_BYTES }
    }
}

/// The usual largest size of the result store: four gibibytes.
pub const STORE_BYTES: u64 = 4 << 30;

/// How training is begun, and where.
#[derive(Clone, Debug)]
pub struct TrainingOptions {
    /// The folder where every run has a folder of its own.
    pub runs: PathBuf,
    /// The parameters of evolution. A page sets only the population.
    pub evolution: EvolutionParameters,
    /// When the opponents change.
    pub opponents: OpponentParameters,
    /// How many of the runs that pages begin are kept.
    pub keep: Retention,
}

impl Default for TrainingOptions {
    fn default() -> Self {
        Self {
            runs: PathBuf::from("runs"),
            evolution: EvolutionParameters::default(),
            opponents: OpponentParameters::default(),
            keep: Retention::RUNS,
        }
    }
}

/// Half of the cores: live games and the pages themselves have the other half.
#[must_use]
pub fn half_of_the_cores() -> usize {
    std::thread::available_parallelism().map_or(1, |cores| (cores.get() / 2).max(1))
}

/// What can be set about the server.
pub struct Options {
    /// What it answers beside its own pages and API.
    pub services: Vec<Box<dyn Service>>,
    /// The names of this server, beside localhost and its addresses: those under which it is reached, directly
    /// or through another server that passes requests on to it.
    pub hosts: Vec<String>,
    /// How many connections may be open; further ones are refused.
    pub connections: usize,
    /// How many pages and viewers may be connected from one address.
    pub pages_per_address: usize,
    /// The size of the largest body of a request, in bytes.
    pub body_limit: usize,
    /// How long a client may take to send the head of a request, and how long to send its body.
    pub read_timeout: Duration,
    /// How long a client may read nothing of an answer.
    pub write_timeout: Duration,
    /// How long requests under way may take when the server ends.
    pub patience: Duration,
    /// The folder of recorded matches that can be watched.
    pub replays: Option<PathBuf>,
    /// How large a recorded match may be that a page shows, in bytes.
    pub replay_bytes: usize,
    /// How much of what pages ask for and takes a while is done at a time.
    pub work: usize,
    /// How much of it may wait.
    pub work_waiting: usize,
    /// Where live matches are recorded; nowhere without.
    pub live: Option<LiveFiles>,
    /// What rooms may take up.
    pub rooms: RoomLimits,
    /// How many groups of matches may be watched.
    pub groups: usize,
    /// How many threads play matches that are watched.
    pub group_threads: usize,
    /// How many of the jobs that pages start go on at a time: matches of the lab, tournaments, training.
    pub jobs: usize,
    /// How many of them may wait.
    pub jobs_waiting: usize,
    /// How many threads one of them has.
    pub job_threads: usize,
    /// The result store.
    pub store: Option<PathBuf>,
    /// The largest size of the store, in bytes: beyond it no tournament is begun.
    pub store_bytes: u64,
    /// How training is begun, and where.
    pub training: TrainingOptions,
    /// The games that the pages offer.
    pub offers: Vec<Offer>,
    /// How games are drawn in the browser; a game without files is shown as text.
    pub pages: Vec<GamePage>,
    /// Bots that pages may choose although they read files, start programs or call addresses, with the
    /// names of their games.
    pub bots: Vec<(String, BotSpec)>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            services: Vec::new(),
            hosts: Vec::new(),
            connections: 1024,
            pages_per_address: 200,
            body_limit: 1 << 20,
            read_timeout: Duration::from_secs(5),
            write_timeout: Duration::from_secs(10),
            patience: Duration::from_secs(5),
            replays: None,
            replay_bytes: 32 << 20,
            work: 2,
            work_waiting: 32,
            live: None,
            rooms: RoomLimits::default(),
            groups: 8,
            group_threads: half_of_the_cores(),
            jobs: 2,
            jobs_waiting: 8,
            job_threads: half_of_the_cores(),
            store: None,
            store_bytes: STORE_BYTES,
            training: TrainingOptions::default(),
            offers: Vec::new(),
            pages: Vec::new(),
            bots: Vec::new(),
        }
    }
}
