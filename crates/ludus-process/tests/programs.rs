//! Programs that behave well and programs that do not, as small shell scripts.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use common::{LONG, is_gone, next};
use ludus_core::{BotLog, LogKind};
use ludus_process::{Launch, Process, ProcessError, ProgramSpec, Reason, StderrLines, Wait};

fn shell(script: &str) -> Process {
    Launch::new("/bin/sh").arguments(["-c", script]).start().unwrap()
}

/// The error of a script that prints no line.
fn failure(script: &str) -> ProcessError {
    next(&mut shell(script)).unwrap_err()
}

#[test]
fn lines_go_in_and_come_out() {
    let mut process = shell("while read line; do echo \"got $line\"; done");
    for word in ["one", "two", "three"] {
        process.send(word, &mut Wait::new("to read", LONG)).unwrap();
        assert_eq!(next(&mut process).unwrap(), format!("got {word}"));
    }
    process.end("quit", Duration::ZERO);
}

#[test]
fn a_last_line_needs_no_end() {
    let mut process = shell("printf 'one\\ntwo'");
    assert_eq!(next(&mut process).unwrap(), "one");
    assert_eq!(next(&mut process).unwrap(), "two");
    assert!(matches!(next(&mut process).unwrap_err().reason, Reason::Ended { .. }));
}

#[test]
fn a_missing_program_is_an_error() {
    let error = Launch::new("/no/such/program").start().unwrap_err().to_string();
    assert!(error.starts_with("program does not start: "), "{error}");
}

/// The first line of a program with these keys.
fn line_of(keys: &[(&str, &str)]) -> String {
    let launch = ProgramSpec::parse(keys.iter().copied()).unwrap().launch().unwrap();
    next(&mut launch.start().unwrap()).unwrap()
}

#[test]
fn a_program_runs_in_its_folder_and_is_found_there_as_a_shell_finds_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().canonicalize().unwrap();
    fs::create_dir(path.join("bots")).unwrap();
    fs::write(path.join("bots/who am i"), "#!/bin/sh\necho \"$0 in $(pwd): $1\"\n").unwrap();
    let executable = fs::Permissions::from_mode(0o755);
    fs::set_permissions(path.join("bots/who am i"), executable).unwrap();
    let bots = path.join("bots").display().to_string();
    let expected = format!("{bots}/./who am i in {bots}: a  b");
    assert_eq!(line_of(&[("cmd", "'./who am i' 'a  b'"), ("dir", &bots)]), expected);
    assert_eq!(line_of(&[("cmd", "sh -c pwd"), ("dir", &bots)]), bots);
    let missing = |keys: [(&str, &str); 2]| {
        ProgramSpec::parse(keys).unwrap().launch().unwrap_err().to_string()
    };
    fs::write(path.join("bots/notes.txt"), "").unwrap();
    let error = missing([("cmd", "./notes.txt"), ("dir", &bots)]);
    assert_eq!(error, "./notes.txt is not executable");
    let error = missing([("cmd", "bots/x"), ("dir", &bots)]);
    assert_eq!(error, format!("there is no program bots/x in {bots}"));
}

#[test]
fn variables_are_added_to_the_environment() {
    let keys = [("cmd", "sh -c 'echo \"$A-$B-$HOME\"'"), ("env.A", "x, =y"), ("env.HOME", "/x")];
    assert_eq!(line_of(&keys), "x, =y--/x");
}

#[test]
fn standard_error_can_be_taken_turn_by_turn() {
    let mut process = shell(
        "while read n; do i=0; while [ $i -lt $n ]; do echo \"thought $i\" >&2; i=$((i+1)); done; echo done; done",
    );
    let mut turn = |count: &str| {
        process.send(count, &mut Wait::new("to read", LONG)).unwrap();
        assert_eq!(next(&mut process).unwrap(), "done");
        process.take_stderr()
    };
    assert_eq!(turn("2").lines, ["thought 0", "thought 1"]);
    assert_eq!(turn("0"), StderrLines::default());
    let many = turn("5000");
    assert_eq!((many.lines.len(), many.lines[199].as_str()), (200, "thought 199"));
    // "thought 200" has 12 bytes with the end of its line, "thought 1000" has 13.
    assert_eq!(many.dropped, 800 * 12 + 4000 * 13);
    assert_eq!(turn("1"), StderrLines { lines: vec!["thought 0".to_owned()], dropped: 0 });
}

#[test]
fn a_hundred_megabytes_on_standard_error_are_read_and_dropped() {
    let before = peak_memory();
    let mut process = shell("yes 'a line of noise' | head -c 100000000 >&2; echo ready");
    assert_eq!(next(&mut process).unwrap(), "ready");
    assert!(process.take_stderr().dropped > 99_000_000);
    let grown = peak_memory() - before;
    assert!(grown < 32 << 10, "{grown} kB more");
}

/// A log in memory that takes a few entries.
#[derive(Debug, Default)]
struct ShortLog(Mutex<Vec<(LogKind, String)>>);

impl ShortLog {
    const MOST: usize = 7;
}

impl BotLog for ShortLog {
    fn record(&self, kind: LogKind, text: &str) {
        self.0.lock().unwrap().push((kind, text.to_owned()));
    }

    fn is_full(&self) -> bool {
        self.0.lock().unwrap().len() >= Self::MOST
    }
}

#[test]
fn a_log_has_everything_that_was_sent_and_received() {
    let mut process = shell("read a; echo \"note $a\" >&2; echo \"got $a\"; cat");
    let log = Arc::new(ShortLog::default());
    process.log_to(Some(Arc::clone(&log) as Arc<dyn BotLog>));
    let mut exchange = |line: &str| {
        process.send(line, &mut Wait::new("to read", LONG)).unwrap();
        next(&mut process).unwrap();
    };
    exchange("hello");
    exchange("again");
    process.end("quit", Duration::ZERO);
    process.log_to(None);
    process.end("not logged", Duration::ZERO);
    let entries = log.0.lock().unwrap().clone();
    let texts = |wanted: LogKind| -> Vec<String> {
        entries.iter().filter(|(kind, _)| *kind == wanted).map(|(_, text)| text.clone()).collect()
    };
    assert_eq!(texts(LogKind::Sent), ["hello", "again", "quit"]);
    assert_eq!(texts(LogKind::Received), ["got hello", "again"]);
    assert_eq!(texts(LogKind::Stderr), ["note hello"]);
}

#[test]
fn a_full_log_gets_no_more_of_a_flood_on_standard_error() {
    let mut process = shell("seq 100000 >&2; echo ready");
    let log = Arc::new(ShortLog::default());
    process.log_to(Some(Arc::clone(&log) as Arc<dyn BotLog>));
    assert_eq!(next(&mut process).unwrap(), "ready");
    // What was read at once before it was full is still recorded.
    let most = ShortLog::MOST + (16 << 10);
    assert!(log.0.lock().unwrap().len() < most, "{}", log.0.lock().unwrap().len());
}

#[test]
fn limits_need_a_program_that_can_set_them() {
    let spec = ProgramSpec::parse([("cmd", "sh"), ("memory", "64m")]).unwrap();
    let error = spec.launch().unwrap().start().unwrap_err().to_string();
    assert!(error.contains("this program does not call ludus_process::limiter"), "{error}");
}

#[test]
fn an_error_says_how_the_program_ended_and_quotes_its_standard_error() {
    let error = failure("echo 'cannot open book.bin' >&2; exit 3");
    assert_eq!(error.to_string(), "sh exited with status 3 while a line was expected");
    assert_eq!(error.stderr, ["cannot open book.bin"]);
    let error = failure("echo before >&2; kill -SEGV $$");
    let expected = "sh was killed by signal 11 (SIGSEGV) while a line was expected";
    assert_eq!(error.to_string(), expected);
    assert_eq!(error.stderr, ["before"]);
}

#[test]
fn a_program_that_closes_its_output_and_runs_on_is_noticed() {
    let error = failure("exec 1>&-; sleep 1000");
    assert_eq!(error.to_string(), "sh closed its output while a line was expected");
}

#[test]
fn a_program_that_closes_its_input_and_runs_on_is_noticed() {
    // It closes its input before it receives anything, ...
    let mut process = shell("exec 0<&-; echo closed; exec sleep 1000");
    assert_eq!(next(&mut process).unwrap(), "closed");
    let error = process.send("hello", &mut Wait::new("hello to be read", LONG)).unwrap_err();
    assert_eq!(error.to_string(), "sh closed its input while hello to be read was expected");
    // ... or when it should answer.
    let mut process = shell("read line; exec 0<&-; exec sleep 1000");
    process.send("hello", &mut Wait::new("to read", LONG)).unwrap();
    let error = process.line(&mut Wait::new("an answer", Duration::from_millis(300))).unwrap_err();
    assert_eq!(error.to_string(), "sh closed its input while an answer was expected");
}

#[test]
fn a_program_that_talks_too_much_on_standard_error_keeps_its_last_lines_only() {
    let error =
        failure("i=0; while [ $i -lt 20000 ]; do echo \"line $i\" >&2; i=$((i+1)); done; exit 1");
    assert_eq!(error.stderr.len(), 20);
    assert_eq!(error.stderr[19], "line 19999");
}

#[test]
fn a_line_without_an_end_is_refused() {
    let error = failure("yes | tr -d '\\n'");
    assert_eq!(error.to_string(), "sh printed a line of more than 65536 bytes");
}

/// The most memory that this process has ever used, in kilobytes.
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

#[test]
fn endless_output_stays_in_the_pipe_and_takes_no_memory() {
    let mut process = shell("yes 'info string flood' & yes 'noise on the other pipe' >&2 & wait");
    next(&mut process).unwrap();
    let before = peak_memory();
    // First nothing is read for a while, then many lines are read, then a write fails.
    thread::sleep(Duration::from_millis(300));
    for _ in 0..200_000 {
        assert_eq!(next(&mut process).unwrap(), "info string flood");
    }
    let mut wait = Wait::new("to read", Duration::from_millis(300));
    let error = process.send(&"x".repeat(1 << 20), &mut wait).unwrap_err();
    assert!(matches!(error.reason, Reason::Deaf(_)), "{error}");
    let grown = peak_memory() - before;
    assert!(grown < 32 << 10, "{grown} kB more");
}

#[test]
fn a_program_that_never_reads_does_not_block_the_sender() {
    let mut process = shell("exec sleep 1000");
    let mut wait = Wait::new("to read", Duration::from_millis(200));
    let error = process.send(&"x".repeat(1 << 20), &mut wait).unwrap_err();
    assert_eq!(error.to_string(), "sh did not read its input within 0.2 s");
}

#[test]
fn a_program_that_hangs_ends_with_its_time_or_when_it_is_stopped() {
    let mut process = shell("exec sleep 1000");
    let error = process.line(&mut Wait::new("an answer", Duration::from_millis(50))).unwrap_err();
    assert_eq!(error.to_string(), "sh did not answer an answer within 0.05 s");
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        let error = process.line(&mut Wait::new("an answer", LONG).or_stop(&stop)).unwrap_err();
        assert_eq!(error.to_string(), "sh was stopped while an answer was expected");
    });
}

#[test]
fn what_a_program_started_ends_with_it() {
    for dropped in [true, false] {
        let mut process = shell("sleep 1000 & echo $!; sh -c 'sleep 1000 & echo $!; wait' & wait");
        let pids = [next(&mut process).unwrap(), next(&mut process).unwrap()];
        match dropped {
            true => drop(process),
            false => drop(process.end("quit", Duration::from_millis(10))),
        }
        for pid in pids {
            assert!(is_gone(&pid), "{pid} still runs");
        }
    }
}

#[test]
fn a_child_that_keeps_the_output_open_does_not_hide_the_end() {
    let mut process = shell("sleep 1000 & echo $!; exit 5");
    let child = next(&mut process).unwrap();
    let error = next(&mut process).unwrap_err();
    assert_eq!(error.to_string(), "sh exited with status 5 while a line was expected");
    drop(process);
    assert!(is_gone(&child), "{child} still runs");
}
