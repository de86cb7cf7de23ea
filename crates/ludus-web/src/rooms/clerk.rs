//! The thread that sets matches up and writes down how they end: what may wait for a disk or for a program to
//! start, and so must not be done by the thread that ticks.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

use ludus_arena::store::{LiveEntry, LiveId, Store, StoreError};
use ludus_arena::{AnyGame, AnyLive, ArenaError, LivePlan};

use parking_lot::Mutex;

use super::room::Room;

/// What the clerk is asked to do.
pub(super) enum Job {
    /// Set a match up, and hand it to the room.
    Begin {
        /// The room.
        room: Arc<Room>,
        /// The game.
        game: Arc<dyn AnyGame>,
        /// What is played; the clerk says where it is recorded.
        plan: LivePlan,
        /// Whether it is recorded.
        record: bool,
    },
    /// Write down how a match ended, and tell the room where.
    Finish {
        /// The room.
        room: Arc<Room>,
        /// The match.
        live: Box<dyn AnyLive>,
        /// Its number in the store.
        id: Option<LiveId>,
    },
    /// Write down that a match did not end.
    Abort {
        /// The match.
        live: Box<dyn AnyLive>,
        /// Its number in the store.
        id: Option<LiveId>,
        /// Why.
        reason: &'static str,
    },
}

/// Where jobs are handed in.
pub(super) struct Clerk {
    jobs: Mutex<Option<Sender<Job>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Clerk {
    /// Starts the thread, with a desk if matches are to be recorded.
    pub(super) fn start(desk: Option<Desk>) -> io::Result<Self> {
        let (jobs, to_do) = channel();
        let thread = thread::Builder::new()
            .name("ludus-clerk".to_owned())
            .spawn(move || Worker { desk }.run(&to_do))?;
        Ok(Self { jobs: Mutex::new(Some(jobs)), thread: Mutex::new(Some(thread)) })
    }

    /// Ends the thread, once everything is written.
    pub(super) fn stop(&self) {
        drop(self.jobs.lock().take());
        if let Some(thread) = self.thread.lock().take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that records matches panicked");
        }
    }

    /// Hands in a job.
    pub(super) fn ask(&self, job: Job) {
        let sent = self.jobs.lock().as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        if !sent {
            tracing::error!("the thread that records matches has ended");
        }
    }
}

/// Where live matches are recorded.
pub(crate) struct Desk {
    store: Store,
    /// The folder of their replays.
    folder: PathBuf,
    /// Held as long as this server plays with the store, so that another one knows.
    _lock: Option<File>,
}

impl Desk {
    /// Opens the store, and marks what an earlier server left in the middle, unless another one is still
    /// playing.
    pub(crate) fn open(store: &Path, folder: &Path) -> Result<Self, StoreError> {
        let mut opened = Store::open(store)?;
        let mut name = store.as_os_str().to_owned();
        name.push(".serving");
        let lock = File::create(PathBuf::from(name)).ok().filter(|file| file.try_lock().is_ok());
        if lock.is_some() {
            let lost = opened.mark_lost()?;
            if lost > 0 {
                tracing::warn!(matches = lost, "an earlier server ended in the middle of matches");
            }
        }
        Ok(Self { store: opened, folder: folder.to_owned(), _lock: lock })
    }

    /// Notes that a match begins; its number, and where its replay goes.
    fn begin(
        &mut self,
        game: &str,
        room: &str,
        plan: &LivePlan,
    ) -> Result<(LiveId, PathBuf), StoreError> {
        let entry = LiveEntry { game, room, rules: &plan.rules, seats: &plan.seats };
        let id = self.store.begin_live(&entry)?;
        Ok((id, self.folder.join(replay_name(id))))
    }
}

/// The name of a live match's replay.
fn replay_name(id: LiveId) -> String {
    format!("live-{:06}.jsonl", id.0)
}

struct Worker {
    desk: Option<Desk>,
}

impl Worker {
    fn run(mut self, jobs: &Receiver<Job>) {
        for job in jobs {
            match job {
                Job::Begin { room, game, plan, record } => {
                    self.begin(&room, game.as_ref(), plan, record);
                }
                Job::Finish { room, live, id } => self.finish(&room, live, id),
                Job::Abort { live, id, reason } => {
                    drop(live);
                    self.abort(id, reason);
                }
            }
        }
    }

    fn begin(&mut self, room: &Arc<Room>, game: &dyn AnyGame, mut plan: LivePlan, record: bool) {
        let mut id = None;
        if let Some(desk) = self.desk.as_mut().filter(|_| record) {
            match desk.begin(game.name(), room.name(), &plan) {
                Ok((number, path)) => (id, plan.record) = (Some(number), Some(path)),
                // Whoever wants to play does not have to wait for a disk.
                Err(error) => tracing::error!(%error, "a live match is not recorded"),
            }
        }
        if let Some(folder) = plan.record.as_deref().and_then(Path::parent)
            && let Err(error) = std::fs::create_dir_all(folder)
        {
            tracing::error!(%error, folder = %folder.display(), "cannot make the folder of replays");
        }
        match game.open_live(&plan) {
            Ok(live) => {
                if !room.begin(live, id) {
                    self.abort(id, "the room was closed");
                }
            }
            Err(error) => {
                self.abort(id, "it could not begin");
                room.fail(&told(&error));
            }
        }
    }

    fn finish(&mut self, room: &Arc<Room>, live: Box<dyn AnyLive>, id: Option<LiveId>) {
        let ended = match live.finish() {
            Ok(Some(ended)) => ended,
            Ok(None) => return self.abort(id, "it has no outcome"),
            Err(error) => {
                tracing::error!(%error, "a live match is not recorded");
                return self.abort(id, "its replay could not be written");
            }
        };
        let (Some(desk), Some(id)) = (&mut self.desk, id) else { return };
        let name = ended.replay.is_some().then(|| replay_name(id));
        match desk.store.finish_live(id, &ended.result, name.as_deref()) {
            Ok(()) => room.recorded(id, name.is_some()),
            Err(error) => tracing::error!(%error, "the result of a live match is not recorded"),
        }
    }

    fn abort(&mut self, id: Option<LiveId>, reason: &str) {
        let (Some(desk), Some(id)) = (&mut self.desk, id) else { return };
        if let Err(error) = desk.store.abort_live(id, reason) {
            tracing::error!(%error, "the end of a live match is not recorded");
        }
    }
}

/// Why a match cannot begin, for those who wanted to play it.
fn told(error: &ArenaError) -> String {
    match error {
        // Where files are is nobody's business outside.
        ArenaError::File { .. } | ArenaError::Store(_) => "it cannot be recorded".to_owned(),
        error => error.to_string(),
    }
}
