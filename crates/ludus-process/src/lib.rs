//! Other programs: started, spoken to line by line within bounds, and ended with all that they started.
//!
//! A bot may be a program of another author. It may hang, flood, die, or start programs of its own, and none
//! of that may cost more than its own match. This crate knows no protocol: a protocol says lines with
//! [`Process::send`] and hears lines with [`Process::line`], each with a [`Wait`] that bounds it.
//!
//! | module | what lives there |
//! |---|---|
//! | `launch` | [`Launch`]: how a program is started |
//! | `process` | [`Process`]: a running program |
//! | `wait` | [`Wait`]: for what and how long |
//! | `lines` | bytes into lines, and the last lines of standard error |
//! | `error` | [`ProcessError`]: what went wrong, with the program's own words |
//! | `groups` | [`end_all`]: the process groups that are alive |
//!
//! What holds:
//! - Every program leads a process group of its own. When its [`Process`] is dropped, the whole group is killed:
//!   what it started goes with it. A Ctrl-C in the terminal reaches Ludus alone, which then ends its programs.
//! - Nothing is read ahead: what a program says waits in its pipe until it is asked for, so that one that floods is
//!   held up and takes no memory. A line has a longest length. Sending never blocks for longer than its wait.
//! - The last lines of standard error are kept, and are part of every error.
//! - Variables that configure Ludus (`LUDUS_…`) are not passed on.
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

mod error;
mod groups;
mod launch;
mod lines;
mod process;
mod wait;

pub use error::{ProcessError, Reason};
pub use groups::end_all;
pub use launch::Launch;
pub use process::Process;
pub use wait::Wait;
