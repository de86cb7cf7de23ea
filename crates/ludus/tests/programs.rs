//! External programs as bots through the whole program: those that die, hang, and start others.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::Ludus;

/// Writes an engine in the shell that does this at `uci` and that at `go`.
fn engine(ludus: &Ludus, name: &str, hello: &str, go: &str) {
    let text = format!(
        "#!/bin/sh\nwhile read word rest; do case \"$word\" in uci) {hello}; echo uciok;; isready) echo readyok;; \
         go) {go};; quit) exit 0;; esac; done\n"
    );
    ludus.write(name, &text);
    let path = ludus.folder().join(name);
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_table_says_how_a_program_died_and_its_last_words() {
    let ludus = Ludus::new();
    engine(&ludus, "dies", "true", "echo 'no network file' >&2; kill -SEGV $$");
    let text = ludus.text("match chess uci:cmd=./dies easy --games 2");
    let reason = "dies was killed by signal 11 (SIGSEGV) while bestmove was expected";
    assert!(text.contains(reason), "{text}");
    assert!(text.contains("no network file"), "{text}");
}

#[test]
fn settings_of_ludus_are_not_passed_on_to_programs() {
    let ludus = Ludus::new();
    engine(&ludus, "curious", "env > seen.txt", "echo bestmove 0000");
    let mut command = ludus.command("match chess uci:cmd=./curious easy --games 1");
    command.env("LUDUS_MATCH_SEED", "7").env("OTHER", "stays").assert().success();
    let seen = fs::read_to_string(ludus.folder().join("seen.txt")).unwrap();
    assert!(seen.contains("OTHER=stays"), "{seen}");
    assert!(!seen.contains("LUDUS_"), "{seen}");
}

/// Waits until a file is there and has a line; answers it.
fn wait_for_line(path: &Path) -> String {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(60) {
        match fs::read_to_string(path) {
            Ok(text) if text.ends_with('\n') => return text.trim().to_owned(),
            _ => thread::sleep(Duration::from_millis(20)),
        }
    }
    panic!("{} is not written", path.display());
}

fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|text| !text.contains(") Z"))
}

#[test]
fn ctrl_c_ends_a_program_that_hangs_with_all_that_it_started() {
    let hang = "sleep 1000 & echo $! > child.txt; wait";
    for (hello, go) in [("true", hang), (hang, "true")] {
        let ludus = Ludus::new();
        engine(&ludus, "hangs", hello, go);
        let child = Command::new(env!("CARGO_BIN_EXE_ludus"))
            .args([
                "match",
                "chess",
                "uci:cmd=./hangs",
                "easy",
                "--games",
                "50",
                "--jobs",
                "1",
                "--json",
            ])
            .current_dir(ludus.folder())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let started = wait_for_line(&ludus.folder().join("child.txt"));
        assert!(runs(&started));
        let asked = Instant::now();
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let output = child.wait_with_output().unwrap();
        // Two seconds on an idle machine; without the mend, the engine's own limit of ten and more.
        assert!(asked.elapsed() < Duration::from_secs(8), "{:?}", asked.elapsed());
        let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(document["interrupted"], true);
        assert!(!runs(&started), "what it started still runs");
    }
}
