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

/// Whether a process ends soon: one that was killed needs a moment on a busy machine.
fn ends(pid: &str) -> bool {
    let begin = Instant::now();
    while runs(pid) && begin.elapsed() < Duration::from_secs(10) {
        thread::sleep(Duration::from_millis(10));
    }
    !runs(pid)
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
        assert!(ends(&started), "what it started still runs");
    }
}

/// Writes an engine in Python that does this at `go` and plays the first move otherwise.
fn python_engine(ludus: &Ludus, folder: &str, go: &str) {
    fs::create_dir_all(ludus.folder().join(folder)).unwrap();
    let text = format!(
        "import os, sys, threading\nx = []\nfor line in sys.stdin:\n    word = line.split()[0]\n    \
         if word == 'uci': print('uciok', flush=True)\n    \
         if word == 'isready': print('readyok', flush=True)\n    \
         if word == 'quit': break\n    \
         if word == 'go':\n        {go}\n        print('bestmove 0000', flush=True)\n"
    );
    ludus.write(&format!("{folder}/engine.py"), &text);
}

#[test]
fn a_program_that_allocates_without_end_dies_at_its_limit_and_the_series_continues() {
    let ludus = Ludus::new();
    python_engine(&ludus, "greedy", "while True: x.append(bytearray(1 << 20))");
    let bot = "greedy=uci:cmd=python3 engine.py,dir=greedy,memory=64m";
    let output = ludus.command("match chess").args([bot, "easy", "--games", "2"]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("while bestmove was expected (its memory is limited to 64m)"), "{text}");
    assert!(text.contains("MemoryError") || text.contains("SIGKILL"), "{text}");
}

#[test]
fn what_is_not_possible_is_said_before_the_first_match() {
    let ludus = Ludus::new();
    python_engine(&ludus, "bot", "pass");
    ludus.write("ludus.toml", "");
    for (keys, code, reason) in [
        (",dir=no/such", 1, "bot uci: there is no folder no/such"),
        (",dir=bot,cmd=no-such-program", 2, "key cmd is given twice"),
        (" 'x", 2, "bot uci has cmd=python3 engine.py 'x; allowed: quotes that close"),
        (",memory=lots", 2, "bot uci has memory=lots; allowed: 1m and more, such as 512m or 2g"),
        (",cores=0", 2, "bot uci has cores=0; allowed: 1 and more"),
        (",cores=5000", 1, "bot uci: cores=5000 is not possible: Ludus itself may use"),
        (",sandbox=yes", 2, "bot uci has sandbox=yes; allowed: true or false"),
        (",dir=.,sandbox=true", 1, "ludus.toml is there; put the bot into a folder of its own"),
        (",core=1", 2, "did you mean cores?"),
    ] {
        let bot = format!("uci:cmd=python3 engine.py{keys}");
        let mut command = ludus.command("match chess");
        command.args([&bot, "easy", "--games", "2"]);
        let error = common::refused(command, code);
        assert!(error.contains(reason), "{keys}: {error}");
    }
    let error = ludus.error("match chess uci:cmd=no-such-program easy", 1);
    assert!(error.contains("there is no program no-such-program on the PATH"), "{error}");
}

/// The process ID of a program and of its child in the same group, written by the program.
const FAMILY: &str = "sleep 1000 & echo $! > child.txt; echo $$ > own.txt; wait";

#[test]
fn a_program_does_not_survive_when_ludus_is_killed() {
    let ludus = Ludus::new();
    engine(&ludus, "hangs", "true", FAMILY);
    let mut child = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(["match", "chess", "uci:cmd=./hangs", "easy", "--games", "2", "--jobs", "1"])
        .current_dir(ludus.folder())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let own = wait_for_line(&ludus.folder().join("own.txt"));
    let started = wait_for_line(&ludus.folder().join("child.txt"));
    assert!(runs(&own));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(ends(&own), "{own} still runs");
    // What it started has survived, as the guide says. It must not outlive the test.
    Command::new("kill").arg(&started).status().unwrap();
}

#[test]
fn an_engine_plays_in_the_sandbox_and_nothing_of_it_remains() {
    let plain = ["--unshare-all", "--ro-bind", "/", "/", "true"];
    if !Command::new("bwrap").args(plain).output().unwrap().status.success() {
        eprintln!("SKIPPED: bwrap cannot make a namespace on this machine");
        return;
    }
    let ludus = Ludus::new();
    // It says what it can see, and leaves a child in a session of its own.
    let mark = format!("998.{}", std::process::id());
    let go = format!(
        "import subprocess; subprocess.Popen(['sleep', '{mark}'], start_new_session=True); \
         print(sorted(os.listdir('..')), os.getuid(), [n for n in os.environ if 'LUDUS' in n], file=sys.stderr); \
         os.abort()"
    );
    python_engine(&ludus, "bots/mine", &go);
    let bot = "mine=uci:cmd=python3 engine.py,dir=bots/mine,sandbox=true,cores=1,memory=512m";
    let mut command = ludus.command("match chess");
    command.args([bot, "easy", "--games", "2"]).env("LUDUS_MATCH_SEED", "7");
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    let reason = "python3 was killed by signal 6 (SIGABRT) while bestmove was expected";
    assert!(text.contains(reason), "{text}");
    assert!(text.contains("['mine'] 65534 []"), "{text}");
    let sleeps = Command::new("pgrep").args(["-f", &format!("sleep {mark}")]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&sleeps.stdout), "");
}
