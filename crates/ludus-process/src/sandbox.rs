//! Programs in a sandbox, made by bubblewrap (`bwrap`).
//!
//! A program in the sandbox has no network, sees no other process, no environment and no file but the system's programs
//! and its own folder, all of them read-only. It can write to two small folders in memory. Everything that it started
//! is killed with it, also what left its process group. Nothing falls back: where bubblewrap cannot run, the program
//! is not started.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use thiserror::Error;

use crate::error::ProcessError;
use crate::find::{self, SANDBOX_PATH, Search};
use crate::launch::Launch;
use crate::wait::Wait;

/// Bubblewrap's program. It must be version 0.8 or later.
const BUBBLEWRAP: &str = "bwrap";
/// The user and group in the sandbox, which own nothing on common systems. If Ludus runs as root, a program must not be root in the sandbox too.
const UNPRIVILEGED: &str = "65534";
/// What the sandbox isolates. Further namespaces are forbidden: they would give the program new rights within them.
const ISOLATION: &[&str] = &[
    "--unshare-all",
    "--unshare-user",
    "--disable-userns",
    "--die-with-parent",
    "--new-session",
    "--clearenv",
    "--cap-drop",
    "ALL",
    "--uid",
    UNPRIVILEGED,
    "--gid",
    UNPRIVILEGED,
    "--hostname",
    "sandbox",
];
/// Where the system's programs and libraries are. They are links to folders below `/usr` on most systems.
const SYSTEM: &[&str] = &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];
/// The size of each folder in memory, in bytes.
const SCRATCH_BYTES: u64 = 64 << 20;
/// A bot's folder must not contain these: more would be seen than the bot.
const SHARED: &[&str] = &["/etc", "/home", "/root", "/run", "/tmp", "/usr", "/var"];
/// A bot's folder must not be in these: they are no files.
const DEVICES: &[&str] = &["/dev", "/proc", "/sys"];
/// The settings file of Ludus, which may hold secrets.
const SETTINGS: &str = "ludus.toml";
/// What every program finds in its environment.
const ENVIRONMENT: &[(&str, &str)] =
    &[("PATH", SANDBOX_PATH), ("HOME", "/tmp"), ("LANG", "C.UTF-8")];
/// How long the self-test may take.
const CHECK_TIMEOUT: Duration = Duration::from_secs(20);
/// How many links are followed to a program, as the system does.
const MAX_LINKS: usize = 40;

/// Files and folders of Ludus that no sandbox may show.
static HIDDEN: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Refuses sandboxes whose folder contains one of these files and folders from now on: settings, results, keys. The
/// user's home folder is always refused.
pub fn hide(paths: impl IntoIterator<Item = PathBuf>) {
    let paths = paths.into_iter().filter_map(|path| path.canonicalize().ok());
    HIDDEN.lock().unwrap_or_else(PoisonError::into_inner).extend(paths);
}

/// Runs a tiny program in a sandbox, to see whether sandboxes work here.
///
/// # Errors
/// If bubblewrap is missing or cannot make a sandbox, with its own message.
pub fn check() -> Result<(), SandboxError> {
    let sandbox = Sandbox::new(None)?;
    let mut shell = Launch::new(sandbox.visible_program(Path::new("/bin/sh"))?)
        .arguments(["-c", "echo ready"])
        .sandbox(sandbox)
        .start()?;
    shell.line(&mut Wait::new("a first line", CHECK_TIMEOUT))?;
    Ok(())
}

/// The self-test, which is not repeated once it has succeeded.
pub(crate) fn check_once() -> Result<(), SandboxError> {
    static WORKS: AtomicBool = AtomicBool::new(false);
    if !WORKS.load(Ordering::Relaxed) {
        check()?;
        WORKS.store(true, Ordering::Relaxed);
    }
    Ok(())
}

/// A sandbox for one program.
#[derive(Clone, Debug)]
pub(crate) struct Sandbox {
    bubblewrap: PathBuf,
    /// The bot's folder, without links in its path.
    folder: Option<PathBuf>,
}

impl Sandbox {
    /// A sandbox that shows this folder, if any.
    pub(crate) fn new(folder: Option<&Path>) -> Result<Self, SandboxError> {
        let bubblewrap =
            find::program(BUBBLEWRAP, None, Search::Path).map_err(|_| SandboxError::Missing)?;
        let folder = folder.map(|folder| {
            let fail = |error| SandboxError::Folder { folder: folder.to_owned(), error };
            folder.canonicalize().map_err(fail)
        });
        let folder = folder.transpose()?;
        if let Some(folder) = &folder {
            let hidden = HIDDEN.lock().unwrap_or_else(PoisonError::into_inner);
            check_folder(folder, env::home_dir().as_deref(), &hidden)?;
        }
        Ok(Self { bubblewrap, folder })
    }

    /// The path by which a program can be started in the sandbox. A link to it may pass through folders that cannot be
    /// seen there.
    pub(crate) fn visible_program(&self, program: &Path) -> Result<PathBuf, SandboxError> {
        let mut path = program.to_owned();
        let mut is_visible = self.shows(&path);
        for _ in 0..MAX_LINKS {
            let Ok(target) = fs::read_link(&path) else { break };
            path = path.parent().unwrap_or(Path::new("/")).join(target);
            is_visible &= self.shows(&path);
        }
        if is_visible {
            return Ok(program.to_owned());
        }
        let file = program.canonicalize().ok().filter(|file| self.shows(file));
        file.ok_or_else(|| match &self.folder {
            Some(folder) => {
                SandboxError::Outside { program: program.to_owned(), folder: folder.clone() }
            }
            None => SandboxError::NoFolder(program.to_owned()),
        })
    }

    /// Whether the folder of this path can be seen in the sandbox.
    fn shows(&self, path: &Path) -> bool {
        let Some(Ok(folder)) = path.parent().map(Path::canonicalize) else { return false };
        let system = SYSTEM.iter().map(Path::new);
        let mut shown = system.chain(self.folder.as_deref());
        shown.any(|shown| shown.canonicalize().is_ok_and(|shown| folder.starts_with(shown)))
    }

    /// The words that start a program in the sandbox, from the words that start it outside, with these additional
    /// environment variables.
    pub(crate) fn wrap(
        &self,
        words: Vec<OsString>,
        variables: &[(OsString, OsString)],
    ) -> Vec<OsString> {
        let mut all: Vec<OsString> = vec![self.bubblewrap.clone().into()];
        all.extend(ISOLATION.iter().map(OsString::from));
        for path in SYSTEM {
            match fs::read_link(path) {
                Ok(target) => all.extend(["--symlink".into(), target.into(), path.into()]),
                Err(_) if Path::new(path).is_dir() => {
                    all.extend(["--ro-bind".into(), path.into(), path.into()]);
                }
                Err(_) => {}
            }
        }
        let scratch = SCRATCH_BYTES.to_string();
        // If Ludus runs as root, the system's own settings in /proc/sys could be written.
        let flags = ["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"];
        all.extend(flags.map(OsString::from));
        let flags = ["--size", &scratch, "--tmpfs", "/dev/shm", "--remount-ro", "/dev"];
        all.extend(flags.map(OsString::from));
        all.extend(["--size", &scratch, "--tmpfs", "/tmp"].map(OsString::from));
        if let Some(folder) = &self.folder {
            all.extend(["--ro-bind".into(), folder.into(), folder.into()]);
        }
        all.extend(["--remount-ro", "/"].map(OsString::from));
        let usual = ENVIRONMENT.iter().map(|(name, value)| (name.into(), value.into()));
        for (name, value) in usual.chain(variables.iter().cloned()) {
            all.extend(["--setenv".into(), name, value]);
        }
        let folder = self.folder.as_deref().unwrap_or(Path::new("/tmp"));
        all.extend(["--chdir".into(), folder.into(), "--".into()]);
        all.extend(words);
        all
    }
}

/// Checks that a folder contains nothing but a bot.
fn check_folder(
    folder: &Path,
    home: Option<&Path>,
    hidden: &[PathBuf],
) -> Result<(), SandboxError> {
    let refuse = |what: &Path| {
        Err(SandboxError::Reveals { folder: folder.to_owned(), what: what.to_owned() })
    };
    if let Some(devices) = DEVICES.iter().map(Path::new).find(|path| folder.starts_with(path)) {
        return refuse(devices);
    }
    let settings = folder.join(SETTINGS);
    if settings.exists() {
        return refuse(&settings);
    }
    let home = home.and_then(|home| home.canonicalize().ok());
    let shared = SHARED.iter().map(Path::new).chain(home.as_deref());
    let mut paths = shared.chain(hidden.iter().map(PathBuf::as_path));
    paths.find(|path| path.starts_with(folder)).map_or(Ok(()), refuse)
}

/// A program that cannot be put into a sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// Bubblewrap is not installed.
    #[error("sandbox=true needs bubblewrap, and there is no program {BUBBLEWRAP} on the PATH")]
    Missing,
    /// Bubblewrap does not work.
    #[error("sandbox=true is not possible here: {}", with_last_line(.0))]
    Unusable(#[from] Box<ProcessError>),
    /// The folder cannot be found.
    #[error("sandbox=true cannot show {}: {error}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The folder contains more than a bot.
    #[error(
        "sandbox=true shows the whole folder {} to the bot, and {} is there; put the bot into a folder of its own",
        .folder.display(), .what.display()
    )]
    Reveals {
        /// The folder.
        folder: PathBuf,
        /// What it contains.
        what: PathBuf,
    },
    /// The program is in no folder that can be seen.
    #[error("sandbox=true shows /usr and {} only, and {} is elsewhere", .folder.display(), .program.display())]
    Outside {
        /// The program.
        program: PathBuf,
        /// The bot's folder.
        folder: PathBuf,
    },
    /// The program is in no folder that can be seen, because none is named.
    #[error("sandbox=true shows /usr only, unless dir= names the folder of {}", .0.display())]
    NoFolder(PathBuf),
}

impl From<ProcessError> for SandboxError {
    fn from(error: ProcessError) -> Self {
        Self::Unusable(Box::new(error))
    }
}

/// The error with what bubblewrap said.
fn with_last_line(error: &ProcessError) -> String {
    match error.stderr.last() {
        Some(line) => format!("{error}: {line}"),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_that_contain_more_than_a_bot_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let home = folder.path().canonicalize().unwrap();
        let data = home.join("data");
        for name in ["data/results", "bots/mine", "checkout"] {
            fs::create_dir_all(home.join(name)).unwrap();
        }
        fs::write(home.join("checkout/ludus.toml"), "").unwrap();
        let hidden = [data.join("results")];
        let check = |folder: &Path| check_folder(folder, Some(&home), &hidden);
        assert!(check(&home.join("bots/mine")).is_ok());
        assert!(check(&home.join("bots")).is_ok());
        let own = ["data", "checkout", "data/results", ""].map(|name| home.join(name));
        let system = ["/", "/home", "/tmp", "/usr", "/etc", "/proc/1/root", "/dev/shm"];
        for folder in own.iter().map(PathBuf::as_path).chain(system.map(Path::new)) {
            assert!(check(folder).is_err(), "{}", folder.display());
        }
        let error = check(&home.join("checkout")).unwrap_err().to_string();
        assert!(
            error.contains("ludus.toml is there; put the bot into a folder of its own"),
            "{error}"
        );
    }
}
