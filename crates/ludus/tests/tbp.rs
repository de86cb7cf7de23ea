//! The Tetris Bot Protocol through the whole program: `ludus tbp` as a bot of others, other programs as `tbp:cmd=…`, and bots
//! that break the protocol.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use common::{Ludus, refused, timeless};
use serde_json::Value;

const LUDUS: &str = env!("CARGO_BIN_EXE_ludus");

/// The command with these arguments, one word each.
fn command(ludus: &Ludus, args: &[&str]) -> assert_cmd::Command {
    let mut command = ludus.command("");
    command.args(args);
    command
}

/// The report of a series of this bot against `easy`.
fn report(ludus: &Ludus, bot: &str, games: &str) -> Value {
    let mut play = command(
        ludus,
        &["match", "versus", bot, "easy", "--games", games, "--nodes", "500", "--json"],
    );
    let output = play.assert().success();
    serde_json::from_slice(&output.get_output().stdout).unwrap()
}

#[test]
fn this_program_as_a_bot_wins_against_easy_and_repeats_itself_with_nodes() {
    let ludus = Ludus::new();
    let bot = format!("mine=tbp:cmd={LUDUS} tbp --nodes 1500,ms=0,late=30000");
    let play = || {
        let mut report = timeless(report(&ludus, &bot, "4"));
        let remark = report["bots"][0].as_object_mut().unwrap().remove("remark").unwrap();
        assert!(
            remark.as_str().unwrap().starts_with("TBP shows it neither its opponent nor garbage")
        );
        report
    };
    let first = play();
    let mine = &first["bots"][0];
    assert!(mine["wins"].as_u64().unwrap() >= 3, "{mine}");
    assert_eq!(mine["failures"], Value::Array(Vec::new()), "{mine}");
    assert_eq!(first, play());
}

#[test]
fn this_program_as_a_bot_passes_all_checks() {
    let bot = format!("tbp:cmd={LUDUS} tbp hard --nodes 2000,late=30000");
    let ludus = Ludus::new();
    let mut check =
        command(&ludus, &["check", "versus", &bot, "--positions", "12", "--time", "20", "--json"]);
    let output = check.assert().success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let named = |name: &str| {
        let checks = report["checks"].as_array().unwrap();
        checks.iter().find(|check| check["name"] == name).unwrap_or_else(|| panic!("{report:#}"))
    };
    for name in [
        "info, then ready after rules",
        "a valid move after start",
        "follows play and new_piece",
        "start again without stop",
        "ignores unknown types and attributes",
        "stop, then start",
        "move_info",
        "quit",
    ] {
        assert_eq!(named(name)["result"], "passed", "{report:#}");
    }
    assert_eq!(named("follows play and new_piece")["note"], "30 turns");
}

#[test]
fn a_bot_that_counts_no_nodes_needs_a_time_of_its_own() {
    let ludus = Ludus::new();
    let bot = format!("tbp:cmd={LUDUS} tbp easy");
    for args in [&["--nodes", "100"][..], &[]] {
        let mut play = command(&ludus, &["match", "versus", &bot, "easy", "--games", "2"]);
        play.args(args);
        assert_eq!(
            refused(play, 2),
            "tbp thinks until it is asked and counts no nodes: give --time MS, or the bot its own time with ms=MS"
        );
    }
    let wrong = format!("{bot},ms=soon");
    let said = refused(command(&ludus, &["match", "versus", &wrong, "easy"]), 2);
    assert!(said.contains("milliseconds, 0 to 3600000"), "{said}");
    let jobs = ["--time", "1", "--games", "2", "--jobs", "200"];
    let mut play = command(&ludus, &["match", "versus", &format!("{bot},late=30000"), "easy"]);
    let output = play.args(jobs).assert().success();
    let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
    assert!(said.contains("warning: --jobs 200"), "{said}");
    assert!(said.contains("two cores a match"), "{said}");
}

/// A bot that is broken in the way that its argument names.
const BROKEN: &str = r#"
import json, os, subprocess, sys, time
mode = sys.argv[1]
def say(**message):
    print(json.dumps(message), flush=True)
def move(**location):
    return {"location": location, "spin": "none"}
if mode == "exits":
    sys.exit("no weights")
child = subprocess.Popen(["sleep", "1000"])
with open("pids.txt", "a") as pids:
    pids.write(f"{os.getpid()}\n{child.pid}\n")
say(type="info", name="broken", version="1", author="me", features=[])
for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "rules":
        say(type="error", reason="unsupported_rules") if mode == "refuses" else say(type="ready")
    elif kind == "start" and mode == "eager":
        say(type="suggestion", moves=[])
    elif kind == "suggest":
        if mode == "silent":
            continue
        if mode == "late":
            time.sleep(2)
        if mode == "garbage":
            print("I play T at 4", flush=True)
        if mode == "dies":
            sys.exit(3)
        while mode == "floods":
            say(type="thought", text="x" * 100)
        moves = [move(type="Z", orientation="up", x=4, y=0), move(type="T", orientation="north", x=40, y=10 ** 30)]
        say(type="suggestion", moves=[] if mode == "empty" else moves)
"#;

fn runs(pid: &str) -> bool {
    fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|text| !text.contains(") Z"))
}

/// The broken bot loses with this reason, and nothing that it started is left.
#[track_caller]
fn loses(mode: &str, late: &str, reason: &str) {
    let ludus = Ludus::new();
    ludus.write("bot.py", BROKEN);
    // A bot that speaks too early is heard while it should think: the match ends then, however long the time is.
    let ms = if mode == "eager" { 60_000 } else { 0 };
    let bot = format!("bad=tbp:cmd=python3 bot.py {mode},ms={ms},late={late}");
    let report = report(&ludus, &bot, "1");
    let bad = &report["bots"][0];
    assert_eq!(bad["losses"], 1, "{bad:#}");
    let said = bad["failures"].to_string();
    assert!(said.contains(reason), "{mode}: {said}");
    let pids = fs::read_to_string(ludus.folder().join("pids.txt")).unwrap_or_default();
    // The system takes a moment to end what was killed.
    let since = Instant::now();
    while pids.lines().any(runs) {
        assert!(since.elapsed() < Duration::from_secs(30), "{mode}: {pids}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn bots_that_break_the_protocol_lose_with_the_reason() {
    loses("garbage", "30000", "sent no message: expected value at line 1 column 1 in");
    loses("eager", "30000", "sent a suggestion that was not asked for");
    loses("floods", "30000", "printed 10000 lines without suggest");
}

#[test]
fn bots_without_a_valid_move_lose_with_what_they_suggested() {
    loses("invalid", "30000", "nor any other of the 2 moves that it suggested, is not legal");
    loses("empty", "30000", "a suggestion without any move is not legal");
}

#[test]
fn bots_that_do_not_answer_in_time_lose_on_time() {
    loses("late", "50", "did not answer suggest within 0.05 s");
    loses("silent", "300", "did not answer suggest within 0.3 s");
}

#[test]
fn bots_that_die_lose_with_their_last_words() {
    loses("dies", "30000", "exited with status 3 while suggest was expected");
}

#[test]
fn bots_that_cannot_play_are_refused_before_the_match() {
    let ludus = Ludus::new();
    ludus.write("bot.py", BROKEN);
    for (mode, reason) in [
        ("exits", "exited with status 1 while info was expected: no weights"),
        ("refuses", "reported an error: unsupported_rules"),
    ] {
        let bot = format!("tbp:cmd=python3 bot.py {mode},ms=0");
        let said = refused(command(&ludus, &["match", "versus", &bot, "easy", "--games", "1"]), 1);
        assert!(said.contains(reason), "{said}");
    }
}

#[test]
fn a_broken_bot_is_told_what_to_do_by_its_check() {
    let ludus = Ludus::new();
    ludus.write("bot.py", BROKEN);
    let bot = "tbp:cmd=python3 bot.py invalid,ms=0,late=30000";
    let mut check = command(&ludus, &["check", "versus", bot, "--positions", "6", "--time", "10"]);
    let output = check.assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("✗ a valid move after start"), "{text}");
    assert!(text.contains("list a move that can be reached with its spin"), "{text}");
    assert!(text.contains("✗ quit") || text.contains("✓ quit"), "{text}");
}
