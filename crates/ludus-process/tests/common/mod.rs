//! What the tests of programs share.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use ludus_process::{Process, ProcessError, Wait};

/// Longer than anything takes that is not a bug, on a busy machine too.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// The next line, with a long wait.
pub(crate) fn next(process: &mut Process) -> Result<String, ProcessError> {
    process.line(&mut Wait::new("a line", LONG))
}

/// Whether the process exits within a few seconds. A zombie counts as exited.
pub(crate) fn is_gone(pid: &str) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(10) {
        let state = fs::read_to_string(Path::new("/proc").join(pid).join("stat"));
        match state {
            Err(_) => return true,
            Ok(text) if text.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")) => {
                return true;
            }
            Ok(_) => thread::sleep(Duration::from_millis(10)),
        }
    }
    false
}
