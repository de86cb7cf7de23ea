//! Where live matches are recorded: a row each in the result store, and a replay beside it as long as there is room.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use ludus_arena::store::{LiveEntry, LiveId, Store, StoreError};
use ludus_arena::{LivePlan, LiveResult, files};

use crate::options::LiveFiles;
use crate::retention::{Kept, Shelf, files_of};

/// How the names of replays begin and end; between them is the number of the match.
const PREFIX: &str = "live-";
const SUFFIX: &str = ".jsonl";

/// Where live matches are recorded.
pub(crate) struct Desk {
    store: Store,
    /// The largest size of the store, in bytes: beyond it nothing is added.
    store_bytes: u64,
    /// The folder of the replays.
    folder: PathBuf,
    replays: Shelf,
    /// Held as long as this server plays with the store, so that another one knows.
    _lock: Option<File>,
}

impl Desk {
    /// Opens the store, and clears up what an earlier server left in the middle, unless another one is still
    /// playing.
    pub(crate) fn open(live: &LiveFiles) -> Result<Self, StoreError> {
        let mut store = Store::open(&live.store)?;
        let mut name = live.store.as_os_str().to_owned();
        name.push(".serving");
        let lock = File::create(PathBuf::from(name)).ok().filter(|file| file.try_lock().is_ok());
        if lock.is_some() {
            let lost = store.mark_lost()?;
            if lost > 0 {
                tracing::warn!(matches = lost, "an earlier server ended in the middle of matches");
            }
        }
        let half = files::sweep(&live.replays);
        if half > 0 {
            tracing::info!(files = half, "removed what an earlier server left half written");
        }
        let replays = files_of(&live.replays).filter(|file| is_replay(&file.path));
        let mut desk = Self {
            store,
            store_bytes: live.store_bytes,
            folder: live.replays.clone(),
            replays: Shelf::new(live.keep, replays),
            _lock: lock,
        };
        desk.tidy();
        Ok(desk)
    }

    /// Notes that a match begins; its number, and where its replay goes.
    pub(super) fn begin(
        &mut self,
        game: &str,
        room: &str,
        plan: &LivePlan,
    ) -> Result<(LiveId, PathBuf), StoreError> {
        self.store.check_size(self.store_bytes)?;
        let entry = LiveEntry { game, room, rules: plan.rules.tree(), seats: &plan.seats };
        let id = self.store.begin_live(&entry)?;
        Ok((id, self.folder.join(format!("{}{SUFFIX}", replay_id(id)))))
    }

    /// Notes how a match ended; whether its replay is there.
    pub(super) fn finish(&mut self, id: LiveId, ended: &LiveResult) -> Result<bool, StoreError> {
        let name = ended.replay.as_deref().and_then(Path::file_name).and_then(|name| name.to_str());
        self.store.finish_live(id, &ended.result, name)?;
        self.replays.extend(ended.replay.clone().and_then(Kept::file));
        self.tidy();
        Ok(ended.replay.as_ref().is_some_and(|path| path.exists()))
    }

    /// Notes that a match did not end, and why.
    pub(super) fn abort(&mut self, id: LiveId, reason: &str) -> Result<(), StoreError> {
        self.store.abort_live(id, reason)
    }

    /// Removes the replays that there is no room for any more, the oldest first. What the matches came to stays in
    /// the store.
    pub(super) fn tidy(&mut self) {
        while let Some(old) = self.replays.surplus(SystemTime::now()) {
            if let Err(error) = std::fs::remove_file(&old.path)
                && error.kind() != std::io::ErrorKind::NotFound
            {
                tracing::error!(%error, file = %old.path.display(), "cannot remove an old replay");
                continue;
            }
            let name = old.path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if let Err(error) = self.store.forget_replay(name) {
                tracing::error!(%error, "the store still names a replay that is gone");
            }
        }
    }
}

/// What pages call the replay of a match.
pub(super) fn replay_id(id: LiveId) -> String {
    format!("{PREFIX}{:06}", id.0)
}

/// Whether pages may call a replay of a room so.
pub(crate) fn is_replay_id(id: &str) -> bool {
    let number = id.strip_prefix(PREFIX).unwrap_or_default();
    number.len() >= 6 && number.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a file is the replay of a room: nothing else in the folder is ours.
fn is_replay(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.strip_suffix(SUFFIX).is_some_and(is_replay_id)
}
