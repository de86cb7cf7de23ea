//! The sections of the settings that belong to commands, not to games.

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;

use ludus_train::secret::Secret;
use ludus_train::{EvolutionParameters, OpponentParameters, SearchParameters};
use ludus_web::{Retention, STORE_BYTES};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::rooms::RoomSettings;
use ludus_catalog::Catalog;

/// Settings of `ludus match`, section `[match]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchSettings {
    /// How many games a series has.
    pub(crate) games: u64,
    /// Where everything random comes from.
    pub(crate) seed: u64,
    /// How many games are played at a time; 0: as many as there are cores.
    pub(crate) jobs: usize,
    /// How much later than its time an answer may come, in milliseconds.
    pub(crate) margin_ms: u64,
}

impl Default for MatchSettings {
    fn default() -> Self {
        Self { games: 100, seed: 1, jobs: 0, margin_ms: 50 }
    }
}

/// Settings of `ludus tournament`, section `[tournament]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TournamentSettings {
    /// How many games a line-up plays.
    pub(crate) games: NonZeroU64,
}

impl Default for TournamentSettings {
    fn default() -> Self {
        Self { games: NonZeroU64::MIN.saturating_add(19) }
    }
}

/// Settings of the result store, section `[results]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultsSettings {
    /// The file; without one, it is in the user's data folder.
    pub(crate) store: Option<PathBuf>,
}

/// Settings of `ludus train`, section `[train]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TrainSettings {
    /// The folder in which each run has its own folder.
    pub(crate) runs: PathBuf,
    /// The seed of everything random.
    pub(crate) seed: u64,
    /// How many jobs run at a time; 0: one per core.
    pub(crate) jobs: usize,
    /// How long the search is, and which optimiser searches.
    #[serde(flatten)]
    pub(crate) search: SearchParameters,
    /// The parameters of evolution.
    #[serde(flatten)]
    pub(crate) evolution: EvolutionParameters,
    /// When the opponents change.
    #[serde(flatten)]
    pub(crate) opponents: OpponentParameters,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            runs: PathBuf::from("runs"),
            seed: 1,
            jobs: 0,
            search: SearchParameters::default(),
            evolution: EvolutionParameters::default(),
            opponents: OpponentParameters::default(),
        }
    }
}

/// Settings of clusters, section `[cluster]`. A text that is empty is not set.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClusterSettings {
    /// The address of the NATS server; several are separated by commas.
    pub(crate) url: String,
    /// The name of the cluster: the prefix of its streams and subjects on the server.
    pub(crate) name: String,
    /// The user name.
    pub(crate) user: String,
    /// The password of the user.
    pub(crate) password: Secret,
    /// A token, instead of a user name.
    pub(crate) token: Secret,
    /// A file with the seed of an nkey, instead of a user name.
    pub(crate) nkey_file: PathBuf,
    /// A credentials file, instead of a user name.
    pub(crate) creds_file: PathBuf,
    /// Whether the connection must be encrypted.
    pub(crate) tls: bool,
    /// Certificates to trust in addition to those of the system.
    pub(crate) ca_file: PathBuf,
    /// The client certificate.
    pub(crate) cert_file: PathBuf,
    /// The private key of the client certificate.
    pub(crate) key_file: PathBuf,
    /// A job goes to another worker if its worker was silent for this long, in milliseconds.
    pub(crate) ack_wait_ms: NonZeroU64,
    /// A job is given up after this many deliveries without a result.
    pub(crate) max_deliver: NonZeroU32,
    /// A trainer or worker is no longer listed if it was silent for this long, in milliseconds.
    pub(crate) absence_ms: NonZeroU64,
}

impl Default for ClusterSettings {
    fn default() -> Self {
        Self {
            url: String::new(),
            name: "ludus".to_owned(),
            user: String::new(),
            password: Secret(String::new()),
            token: Secret(String::new()),
            nkey_file: PathBuf::new(),
            creds_file: PathBuf::new(),
            tls: false,
            ca_file: PathBuf::new(),
            cert_file: PathBuf::new(),
            key_file: PathBuf::new(),
            ack_wait_ms: NonZeroU64::MIN.saturating_add(29_999),
            max_deliver: NonZeroU32::MIN.saturating_add(4),
            absence_ms: NonZeroU64::MIN.saturating_add(14_999),
        }
    }
}

/// Settings of `ludus serve`, section `[serve]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ServeSettings {
    /// The address to listen at.
    pub(crate) listen: SocketAddr,
    /// The bot that answers at the root.
    pub(crate) snake: String,
    /// How many searches run at the same time; 0: as many as there are cores.
    pub(crate) threads: usize,
    /// How many moves may wait for a search; one more is answered at once, without.
    pub(crate) waiting: usize,
    /// For how many snakes what their bots know is kept from one turn to the next.
    pub(crate) kept_games: usize,
    /// For how long after a move it is kept.
    pub(crate) kept_ms: u64,
    /// The names under which this server is reached, beside localhost and its addresses.
    pub(crate) hosts: Vec<String>,
    /// How many connections may be open.
    pub(crate) connections: NonZeroUsize,
    /// How many pages and viewers may be connected from one address.
    pub(crate) pages_per_address: NonZeroUsize,
    /// The size of the largest body of a request, in bytes.
    pub(crate) body_bytes: NonZeroUsize,
    /// How long a client may take to send the head of a request, and how long for its body.
    pub(crate) read_timeout_ms: NonZeroU64,
    /// How long a client may read nothing of an answer, in milliseconds.
    pub(crate) write_timeout_ms: NonZeroU64,
    /// How long requests under way may take when the server ends.
    pub(crate) patience_ms: u64,
    /// How many games that are played can be watched.
    pub(crate) games: usize,
    /// How long a game can be watched after it was last heard of, in seconds.
    pub(crate) games_age_s: u64,
    /// The folder of recorded matches that can be watched.
    pub(crate) replays: Option<PathBuf>,
    /// How large a recorded match may be that a page shows, in bytes.
    pub(crate) replay_bytes: NonZeroUsize,
    /// How much of what pages ask for and takes a while is done at a time.
    pub(crate) work: NonZeroUsize,
    /// How much of it may wait.
    pub(crate) work_waiting: usize,
    /// How many groups of matches may be watched on the pages.
    pub(crate) groups: usize,
    /// How many threads play them; 0: half of the cores.
    pub(crate) group_threads: usize,
    /// How many jobs that pages start go on at a time.
    pub(crate) jobs: NonZeroUsize,
    /// How many of them may wait.
    pub(crate) jobs_waiting: usize,
    /// How many threads one of them has; 0: half of the cores.
    pub(crate) job_threads: usize,
    /// How many training runs that pages began are kept.
    pub(crate) runs: usize,
    /// How many bytes these may have in all.
    pub(crate) run_bytes: u64,
    /// The largest size of the result store, in bytes: beyond it the server adds nothing.
    pub(crate) store_bytes: u64,
    /// What rooms may take up.
    pub(crate) rooms: RoomSettings,
    /// Bots that read files, start programs or call addresses and may be chosen on the pages all the
    /// same, by game, each with the label it has there.
    pub(crate) bots: BTreeMap<String, Vec<String>>,
}

impl Default for ServeSettings {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 8000)),
            snake: "hard".to_owned(),
            threads: 0,
            waiting: 256,
            kept_games: 32,
            kept_ms: 60_000,
            hosts: Vec::new(),
            connections: NonZeroUsize::MIN.saturating_add(1023),
            pages_per_address: NonZeroUsize::MIN.saturating_add(199),
            body_bytes: NonZeroUsize::MIN.saturating_add((1 << 20) - 1),
            read_timeout_ms: NonZeroU64::MIN.saturating_add(4999),
            write_timeout_ms: NonZeroU64::MIN.saturating_add(9999),
            patience_ms: 5000,
            games: 64,
            games_age_s: 3600,
            replays: None,
            replay_bytes: NonZeroUsize::MIN.saturating_add((32 << 20) - 1),
            work: NonZeroUsize::MIN.saturating_add(1),
            work_waiting: 32,
            groups: 8,
            group_threads: 0,
            jobs: NonZeroUsize::MIN.saturating_add(1),
            jobs_waiting: 8,
            job_threads: 0,
            runs: Retention::RUNS.count,
            run_bytes: Retention::RUNS.bytes,
            store_bytes: STORE_BYTES,
            rooms: RoomSettings::default(),
            bots: BTreeMap::new(),
        }
    }
}

/// Settings of the debug log, section `[debug]`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DebugSettings {
    /// Whether `ludus serve` notes every move.
    pub(crate) enabled: bool,
    /// The file it notes them in.
    pub(crate) log_file_path: PathBuf,
}

impl Default for DebugSettings {
    fn default() -> Self {
        Self { enabled: false, log_file_path: PathBuf::from("battlesnake_debug.jsonl") }
    }
}

/// All sections with their defaults.
pub(super) fn defaults(catalog: &Catalog) -> Value {
    let bots = catalog.games().map(|entry| (entry.name.to_owned(), Vec::new())).collect();
    json!({
        "match": MatchSettings::default(),
        "tournament": TournamentSettings::default(),
        "results": ResultsSettings::default(),
        "train": TrainSettings::default(),
        "cluster": ClusterSettings::default(),
        "serve": ServeSettings { bots, ..ServeSettings::default() },
        "debug": DebugSettings::default(),
    })
}

/// Whether a section can be used; an error says what does not fit. One that is unknown has nothing to check.
pub(super) fn check(name: &str, section: &Value) -> Result<(), serde_json::Error> {
    match name {
        "tournament" => TournamentSettings::deserialize(section).map(drop),
        "results" => ResultsSettings::deserialize(section).map(drop),
        "train" => TrainSettings::deserialize(section).map(drop),
        "cluster" => ClusterSettings::deserialize(section).map(drop),
        "serve" => ServeSettings::deserialize(section).map(drop),
        "debug" => DebugSettings::deserialize(section).map(drop),
        "match" => MatchSettings::deserialize(section).map(drop),
        _ => Ok(()),
    }
}
