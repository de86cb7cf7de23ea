//! The thread that sets matches up and writes down how they end: what may wait for a disk or for a program to
//! start, and so must not be done by the thread that ticks.

use std::borrow::Cow;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ludus_arena::replay::Unwritten;
use ludus_arena::store::LiveId;
use ludus_arena::{AnyGame, AnyLive, ArenaError, InternalError, LivePlan, contain};

use parking_lot::Mutex;

use super::desk::Desk;
use super::room::Room;
use crate::vitals::{Heart, Vitals};

/// The name of the thread.
const NAME: &str = "ludus-clerk";

/// How often old replays are looked for when nothing else is to be done.
const TIDY: Duration = Duration::from_secs(3600);

/// How long the start of a program or the disk may take before the thread counts as stuck.
const PATIENCE: Duration = Duration::from_secs(120);

/// What the clerk is asked to do.
pub(super) enum ClerkTask {
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
    /// Write lines of a replay.
    Write(Unwritten),
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
        reason: Cow<'static, str>,
    },
}

/// Where jobs are handed in.
pub(super) struct Clerk {
    jobs: Mutex<Option<Sender<ClerkTask>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

impl Clerk {
    /// Starts the thread, with a desk if matches are to be recorded.
    pub(super) fn start(desk: Option<Desk>, vitals: &Vitals) -> io::Result<Self> {
        let (jobs, to_do) = channel();
        let heart = vitals.thread(NAME, Some(PATIENCE));
        let thread = thread::Builder::new()
            .name(NAME.to_owned())
            .spawn(move || Worker { desk }.run(&to_do, &heart))?;
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
    pub(super) fn ask(&self, job: ClerkTask) {
        let sent = self.jobs.lock().as_ref().is_some_and(|jobs| jobs.send(job).is_ok());
        if !sent {
            tracing::error!("the thread that records matches has ended");
        }
    }
}

struct Worker {
    desk: Option<Desk>,
}

impl Worker {
    fn run(mut self, jobs: &Receiver<ClerkTask>, heart: &Heart) {
        loop {
            let done = match jobs.recv_timeout(TIDY) {
                // What fails in a match is contained below: this is for what is done beside.
                Ok(job) => heart.beat(|| contain("the record of a match", || self.perform(job))),
                Err(RecvTimeoutError::Timeout) => heart
                    .beat(|| contain("the replays", || self.desk.iter_mut().for_each(Desk::tidy))),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if let Err(error) = done {
                tracing::error!(%error, at = error.location, "a match is not recorded");
            }
        }
    }

    fn perform(&mut self, job: ClerkTask) {
        match job {
            ClerkTask::Begin { room, game, plan, record } => {
                self.begin(&room, &game, plan, record);
            }
            ClerkTask::Write(lines) => lines.write(),
            ClerkTask::Finish { room, live, id } => self.finish(&room, live, id),
            ClerkTask::Abort { live, id, reason } => {
                if let Err(error) = contain("the end of a match", || drop(live)) {
                    note(&error);
                }
                self.abort(id, &reason);
            }
        }
    }

    fn begin(
        &mut self,
        room: &Arc<Room>,
        game: &Arc<dyn AnyGame>,
        mut plan: LivePlan,
        record: bool,
    ) {
        let mut id = None;
        if let Some(desk) = self.desk.as_mut().filter(|_| record) {
            match desk.begin(game.name(), room.name(), &plan) {
                Ok((number, path)) => (id, plan.record) = (Some(number), Some(path)),
                // People can play although the disk is full.
                Err(error) => tracing::error!(%error, "a live match is not recorded"),
            }
        }
        if let Some(folder) = plan.record.as_deref().and_then(Path::parent)
            && let Err(error) = std::fs::create_dir_all(folder)
        {
            tracing::error!(%error, folder = %folder.display(), "cannot make the folder of replays");
        }
        match contain(game.name(), || Arc::clone(game).open_live(&plan))
            .unwrap_or_else(|e| Err(e.into()))
        {
            Ok(live) => {
                if let Err(reason) = room.begin(live, id) {
                    self.abort(id, &reason.to_string());
                }
            }
            Err(error) => {
                if let ArenaError::Internal(error) = &error {
                    note(error);
                }
                let reason = reason_text(&error);
                self.abort(id, &format!("it could not begin: {reason}"));
                room.fail(&reason);
            }
        }
    }

    fn finish(&mut self, room: &Arc<Room>, live: Box<dyn AnyLive>, id: Option<LiveId>) {
        let finished = contain(room.game(), || live.finish()).unwrap_or_else(|e| Err(e.into()));
        let ended = match finished {
            Ok(Some(ended)) => ended,
            Ok(None) => return self.abort(id, "it has no outcome"),
            Err(ArenaError::Internal(error)) => {
                note(&error);
                return self.abort(id, &error.to_string());
            }
            Err(error) => {
                tracing::error!(%error, "a live match is not recorded");
                return self.abort(id, "its replay could not be written");
            }
        };
        let (Some(desk), Some(id)) = (&mut self.desk, id) else { return };
        match desk.finish(id, &ended) {
            Ok(replay) => room.recorded(id, replay),
            Err(error) => tracing::error!(%error, "the result of a live match is not recorded"),
        }
    }

    fn abort(&mut self, id: Option<LiveId>, reason: &str) {
        let (Some(desk), Some(id)) = (&mut self.desk, id) else { return };
        if let Err(error) = desk.abort(id, reason) {
            tracing::error!(%error, "the end of a live match is not recorded");
        }
    }
}

/// Notes in the log where a match failed.
fn note(error: &InternalError) {
    tracing::error!(%error, at = error.location, "a live match is given up");
}

/// Why a match cannot begin, for those who wanted to play it.
fn reason_text(error: &ArenaError) -> String {
    match error {
        // Pages do not learn where files are.
        ArenaError::File { .. } | ArenaError::Store(_) => "it cannot be recorded".to_owned(),
        error => error.to_string(),
    }
}
