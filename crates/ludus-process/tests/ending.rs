//! When Ludus exits, every program is killed and no more are started. This is a test file of its own, because it
//! affects the whole process.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::thread;
use std::time::Duration;

use ludus_process::{Launch, Reason, Wait, end_all};

#[test]
fn everything_ends_at_once() {
    let sleeper = || Launch::new("/bin/sh").arguments(["-c", "sleep 1000"]);
    let mut process = sleeper().start().unwrap();
    let waiting = thread::spawn(move || {
        process.line(&mut Wait::new("a line", Duration::from_secs(60))).unwrap_err()
    });
    thread::sleep(Duration::from_millis(100));
    end_all();
    let error = waiting.join().unwrap().to_string();
    assert_eq!(error, "sh was killed by signal 9 (SIGKILL) while a line was expected");
    let error = sleeper().start().unwrap_err();
    assert!(matches!(error.reason, Reason::Ending), "{error}");
}
