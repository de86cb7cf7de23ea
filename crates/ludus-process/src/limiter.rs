//! ProgramLimits for a program that is about to start.
//!
//! ProgramLimits that are set after the start of a program come too late, and limits between `fork` and `exec` need unsafe code.
//! So Ludus starts itself under a hidden name, sets the limits of that process, and becomes the program with `exec`. Every
//! program starts this way, also without limits: the process asks to be killed when Ludus dies, even by `kill -9`.
//!
//! A program that uses this crate calls [`run_if_asked`] first of all. Without that, programs are started
//! directly, and limits are refused.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::OnceLock;

use rustix::process::{
    Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit,
};
use rustix::thread::{CpuSet, sched_setaffinity};
use thiserror::Error;

use crate::limits::{LimitError, Memory, Reserved};

/// The hidden command, the first argument of this program.
const COMMAND: &str = "__limited";
/// This program, also if its file was replaced since it was started.
const THIS_PROGRAM: &str = "/proc/self/exe";
/// What begins the message of a program that could not be started.
pub(crate) const MESSAGE: &str = "not started: ";

/// The program that sets limits, if there is one.
static LIMITER: OnceLock<PathBuf> = OnceLock::new();

/// Becomes the program that is to be limited, if this process was started for that. Otherwise it returns, and programs
/// that are started later get their limits by this program. Call it before anything else, and before any thread starts.
///
/// # Errors
/// If this process was started for that and cannot become the program. Print the error to standard error and exit with
/// [`NotStarted::STATUS`].
pub fn run_if_asked() -> Result<(), NotStarted> {
    let mut arguments = env::args_os().skip(1);
    if arguments.next().as_deref() == Some(OsStr::new(COMMAND)) {
        return Err(Order::parse(arguments).map_or_else(|error| error, Order::carry_out));
    }
    use_program(Path::new(THIS_PROGRAM));
    Ok(())
}

/// Lets another program set the limits, one that calls [`run_if_asked`]. Tests use it, as they have no `main` of their own.
pub fn use_program(program: &Path) {
    // A second call changes nothing.
    let _ = LIMITER.set(program.to_owned());
}

/// The words that start a program within its limits, from the words that start it without any.
pub(crate) fn limited(
    words: Vec<OsString>,
    limits: &Reserved,
) -> Result<Vec<OsString>, LimitError> {
    let Some(limiter) = LIMITER.get() else {
        return if limits.is_nothing() { Ok(words) } else { Err(LimitError::NoLimiter) };
    };
    let mut all: Vec<OsString> = vec![limiter.into(), COMMAND.into()];
    all.extend(["--parent".into(), process::id().to_string().into()]);
    if let Some(cores) = &limits.cores {
        let numbers: Vec<String> = cores.numbers().iter().map(ToString::to_string).collect();
        all.extend(["--cores".into(), numbers.join(",").into()]);
    }
    match &limits.memory {
        Some(Memory::Group(group)) => all.extend(["--group".into(), group.members().into()]),
        Some(Memory::Data(limit)) => {
            all.extend(["--memory".into(), limit.bytes().to_string().into()]);
        }
        None => {}
    }
    all.push("--".into());
    all.extend(words);
    Ok(all)
}

/// What the hidden command is to do.
#[derive(Debug, Default, PartialEq, Eq)]
struct Order {
    /// The process ID of Ludus.
    parent: Option<i32>,
    /// The cores to run on; all if there is none.
    cores: Vec<usize>,
    /// The limit of the data segment in bytes.
    memory: Option<u64>,
    /// The list of a control group to join.
    group: Option<PathBuf>,
    program: OsString,
    arguments: Vec<OsString>,
}

impl Order {
    fn parse(mut words: impl Iterator<Item = OsString>) -> Result<Self, NotStarted> {
        let mut order = Self::default();
        let wrong = |what: &OsStr| NotStarted::Arguments(what.to_string_lossy().into_owned());
        loop {
            let key = words.next().ok_or_else(|| wrong(OsStr::new("--")))?;
            if key == "--" {
                break;
            }
            let value = words.next().ok_or_else(|| wrong(&key))?;
            let text = value.to_str().ok_or_else(|| wrong(&key))?;
            match key.to_str() {
                Some("--parent") => order.parent = Some(text.parse().map_err(|_| wrong(&key))?),
                Some("--memory") => order.memory = Some(text.parse().map_err(|_| wrong(&key))?),
                Some("--group") => order.group = Some(PathBuf::from(value)),
                Some("--cores") => {
                    let numbers = text.split(',').map(|number| {
                        let core = number.parse().ok().filter(|core| *core < CpuSet::MAX_CPU);
                        core.ok_or_else(|| wrong(&key))
                    });
                    order.cores = numbers.collect::<Result<_, _>>()?;
                }
                _ => return Err(wrong(&key)),
            }
        }
        order.program = words.next().ok_or_else(|| wrong(OsStr::new("PROGRAM")))?;
        order.arguments = words.collect();
        Ok(order)
    }

    /// Sets the limits of this process, and becomes the program. Returns only if that fails.
    fn carry_out(self) -> NotStarted {
        if let Err(error) = self.set_limits() {
            return error;
        }
        NotStarted::Program(Command::new(&self.program).args(&self.arguments).exec())
    }

    fn set_limits(&self) -> Result<(), NotStarted> {
        let limit = |what| move |error| NotStarted::Limit { what, error };
        if let Some(parent) = self.parent {
            set_parent_process_death_signal(Some(Signal::KILL))
                .map_err(|error| limit("the death signal")(error.into()))?;
            // If Ludus died before, there is no signal.
            if getppid().is_none_or(|pid| pid.as_raw_nonzero().get() != parent) {
                return Err(NotStarted::Orphan);
            }
        }
        if !self.cores.is_empty() {
            let mut set = CpuSet::new();
            self.cores.iter().for_each(|&core| set.set(core));
            sched_setaffinity(None, &set).map_err(|error| limit("the cores")(error.into()))?;
        }
        if let Some(members) = &self.group {
            fs::write(members, "0").map_err(limit("the control group"))?;
        }
        if let Some(bytes) = self.memory {
            let most = Rlimit { current: Some(bytes), maximum: Some(bytes) };
            setrlimit(Resource::Data, most).map_err(|error| limit("the memory")(error.into()))?;
        }
        Ok(())
    }
}

/// The hidden command could not become the program.
#[derive(Debug, Error)]
pub enum NotStarted {
    /// The arguments are not those of the hidden command.
    #[error("{MESSAGE}{COMMAND} is for internal use; wrong argument: {0}")]
    Arguments(String),
    /// Ludus has exited meanwhile.
    #[error("{MESSAGE}Ludus has exited")]
    Orphan,
    /// A limit cannot be set.
    #[error("{MESSAGE}cannot set {what}: {error}")]
    Limit {
        /// Which one.
        what: &'static str,
        /// Why.
        error: io::Error,
    },
    /// The program does not start.
    #[error("{MESSAGE}{0}")]
    Program(io::Error),
}

impl NotStarted {
    /// The exit status of a process that could not become the program, as of `env` and `timeout`.
    pub const STATUS: u8 = 125;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Order, String> {
        let words = text.split_whitespace().map(OsString::from);
        Order::parse(words).map_err(|error| error.to_string())
    }

    #[test]
    fn orders_are_read_whole_or_refused() {
        let order =
            parse("--parent 7 --cores 0,3 --memory 67108864 -- prog --memory 1 --").unwrap();
        assert_eq!(
            order,
            Order {
                parent: Some(7),
                cores: vec![0, 3],
                memory: Some(67_108_864),
                group: None,
                program: "prog".into(),
                arguments: vec!["--memory".into(), "1".into(), "--".into()],
            }
        );
        for text in [
            "",
            "--",
            "--cores 0",
            "--cores 0, -- x",
            "--cores 99999 -- x",
            "--memory 1m -- x",
            "--nice 1 -- x",
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with("not started: __limited is for internal use"), "{error}");
        }
    }
}
