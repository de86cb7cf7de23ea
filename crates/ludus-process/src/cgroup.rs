//! Control groups (cgroup v2), which limit the memory of all processes of a program together.
//!
//! They can be used where the system has delegated a group to the user, as systemd does for sessions. The group of a
//! program is made beside the group of Ludus, or below it: wherever groups may be made and memory is counted. Elsewhere
//! each process of a program is limited on its own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::limits::MemoryLimit;

/// How often the removal of a group is tried: its processes may need a moment to end.
const REMOVALS: u32 = 50;
/// How long to wait between two trials.
const PAUSE: Duration = Duration::from_millis(2);

/// A control group of a program. Dropping it kills what is left in it, and removes it.
#[derive(Debug)]
pub(crate) struct Cgroup {
    folder: PathBuf,
}

impl Cgroup {
    /// A group with this limit, or `None` if the system lets Ludus make none.
    pub(crate) fn create(limit: MemoryLimit) -> Option<Self> {
        static PARENT: OnceLock<Option<PathBuf>> = OnceLock::new();
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let parent = PARENT.get_or_init(delegated_folder).as_ref()?;
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("ludus-{}-{number}", process::id());
        Self::create_in(parent, &name, limit).ok()
    }

    fn create_in(parent: &Path, name: &str, limit: MemoryLimit) -> io::Result<Self> {
        let folder = parent.join(name);
        fs::create_dir(&folder)?;
        // From here on the group is removed if anything fails.
        let group = Self { folder };
        fs::write(group.folder.join("memory.max"), limit.bytes().to_string())?;
        // Systems without swap do not have this file.
        let _ = fs::write(group.folder.join("memory.swap.max"), "0");
        // One process too many ends the whole program, not an arbitrary part of it.
        fs::write(group.folder.join("memory.oom.group"), "1")?;
        Ok(group)
    }

    /// The file that a process writes 0 to in order to join the group.
    pub(crate) fn members(&self) -> PathBuf {
        self.folder.join("cgroup.procs")
    }
}

impl Drop for Cgroup {
    fn drop(&mut self) {
        // Processes that left the program's process group are still here.
        let _ = fs::write(self.folder.join("cgroup.kill"), "1");
        for _ in 0..REMOVALS {
            match fs::remove_dir(&self.folder) {
                Err(error) if error.kind() == io::ErrorKind::ResourceBusy => thread::sleep(PAUSE),
                _ => return,
            }
        }
    }
}

/// The folder in which groups that limit memory can be made.
fn delegated_folder() -> Option<PathBuf> {
    let own = own_folder(
        &fs::read_to_string("/proc/self/mountinfo").ok()?,
        &fs::read_to_string("/proc/self/cgroup").ok()?,
    )?;
    own.ancestors().take(2).find(|folder| can_limit(folder)).map(Path::to_owned)
}

/// The folder of this process's own group.
fn own_folder(mounts: &str, groups: &str) -> Option<PathBuf> {
    // The fields of a mount: …, its root, where it is mounted, …, " - ", its type, …
    let mount = mounts.lines().find_map(|line| {
        let (place, kind) = line.split_once(" - ")?;
        kind.starts_with("cgroup2 ").then(|| place.split(' ').nth(4)).flatten()
    })?;
    let path = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
    Some(Path::new(mount).join(path))
}

/// Whether the groups below a folder have limits of memory, and can be made. It is tried with an empty one.
fn can_limit(folder: &Path) -> bool {
    let controllers = fs::read_to_string(folder.join("cgroup.subtree_control"));
    if !controllers.is_ok_and(|text| text.split_whitespace().any(|name| name == "memory")) {
        return false;
    }
    let trial = folder.join(format!("ludus-{}-trial", process::id()));
    // Processes are moved by writing to the list of the group above both.
    fs::create_dir(&trial).is_ok()
        && fs::remove_dir(&trial).is_ok()
        && fs::OpenOptions::new().write(true).open(folder.join("cgroup.procs")).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOUNTS: &str = "\
24 1 0:22 / /proc rw,nosuid - proc proc rw
31 24 0:27 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate
";

    #[test]
    fn the_own_group_is_found() {
        let own = own_folder(MOUNTS, "0::/user.slice/app.scope\n");
        assert_eq!(own, Some("/sys/fs/cgroup/user.slice/app.scope".into()));
        assert_eq!(own_folder(MOUNTS, "0::/\n"), Some("/sys/fs/cgroup/".into()));
        assert_eq!(own_folder(MOUNTS, "4:memory:/a\n"), None);
        assert_eq!(own_folder("24 1 0:22 / /proc rw - proc proc rw\n", "0::/\n"), None);
    }

    #[test]
    fn a_group_has_its_limit() {
        let parent = tempfile::tempdir().unwrap();
        let limit = "64m".parse().unwrap();
        let group = Cgroup::create_in(parent.path(), "ludus-1-0", limit).unwrap();
        let read =
            |file: &str| fs::read_to_string(parent.path().join("ludus-1-0").join(file)).unwrap();
        assert_eq!(read("memory.max"), "67108864");
        assert_eq!(read("memory.swap.max"), "0");
        assert_eq!(read("memory.oom.group"), "1");
        assert_eq!(group.members(), parent.path().join("ludus-1-0/cgroup.procs"));
    }

    #[test]
    fn groups_are_made_only_where_memory_is_counted() {
        let parent = tempfile::tempdir().unwrap();
        fs::write(parent.path().join("cgroup.procs"), "").unwrap();
        assert!(!can_limit(parent.path()));
        fs::write(parent.path().join("cgroup.subtree_control"), "cpu pids\n").unwrap();
        assert!(!can_limit(parent.path()));
        fs::write(parent.path().join("cgroup.subtree_control"), "cpu memory pids\n").unwrap();
        assert!(can_limit(parent.path()));
    }
}
