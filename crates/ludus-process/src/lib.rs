//! Other programs: starts them, exchanges lines with them within limits, and kills them with all processes that they
//! started.
//!
//! A bot may be a program by another author. It may hang, write without end, crash, or start other programs. None of
//! that may affect more than its own match. This crate knows no protocol: a protocol sends lines with
//! [`Process::send`] and receives lines with [`Process::line`], each limited by a [`Wait`].
//!
//! | module | what lives there |
//! |---|---|
//! | `program` | [`ProgramSpec`]: a program as the keys of a bot describe it |
//! | `find` | finds programs as a shell does |
//! | `launch` | [`Launch`]: how a program is started |
//! | `spawner` | the thread that starts all programs |
//! | `limits` | [`ProgramLimits`]: how much of the machine a program may use |
//! | [`limiter`] | sets the limits of a program that is about to start |
//! | `cores` | which cores the running programs use |
//! | `cgroup` | control groups, which limit the memory of a program |
//! | [`sandbox`] | programs without network and files, by bubblewrap |
//! | `process` | [`Process`]: a running program |
//! | `wait` | [`Wait`]: what to wait for, and how long |
//! | `lines` | splits bytes into lines |
//! | `input` | [`next_line`]: lines of bounded length, for this program as a bot of others |
//! | `stderr` | [`StderrLines`]: what a program wrote to standard error |
//! | `error` | [`ProcessError`]: what went wrong, with the last lines of standard error |
//! | `groups` | [`end_all`]: the process groups that are running |
//!
//! Guarantees:
//! - Every program leads its own process group. When its [`Process`] is dropped, the whole group is killed, so that
//!   everything it started is killed too. A Ctrl-C in the terminal reaches only Ludus, which then kills its programs.
//! - Nothing is read ahead: output stays in the pipe until it is needed. So a program that writes without end is
//!   blocked by the system and takes no memory. Lines have a maximum length. Sending never blocks longer than its wait.
//! - Standard error is read while Ludus waits for the program. Its last lines are part of every error, and the lines since
//!   the last look can be taken. Both are bounded; what is more is dropped and counted.
//! - Everything that is sent and received can be copied to a [`BotLog`](ludus_core::BotLog), see [`Process::log_to`].
//! - Environment variables that configure Ludus (`LUDUS_…`) are not passed on.
//!
//! ```
//! use std::time::Duration;
//! use ludus_process::{Launch, Wait};
//!
//! let mut cat = Launch::new("cat").start()?;
//! let mut wait = Wait::new("an echo", Duration::from_secs(10));
//! cat.send("hello", &mut wait)?;
//! assert_eq!(cat.line(&mut wait)?, "hello");
//! # Ok::<(), ludus_process::ProcessError>(())
//! ```

mod cgroup;
mod cores;
mod error;
mod find;
mod groups;
mod input;
mod launch;
pub mod limiter;
mod limits;
mod lines;
mod process;
mod program;
pub mod sandbox;
mod spawner;
mod stderr;
mod wait;

pub use error::{ProcessEnd, ProcessError, Reason};
pub use find::ProgramNotFound;
pub use groups::end_all;
pub use input::{InputLine, MAX_INPUT_LINE, next_line};
pub use launch::Launch;
pub use limits::{LimitError, MemoryLimit, NotMemory, ProgramLimits};
pub use process::Process;
pub use program::{KEYS, ProgramError, ProgramSpec};
pub use sandbox::SandboxError;
pub use stderr::StderrLines;
pub use wait::Wait;
