//! `ludus match --sprt`: what it decides, and the exit codes that scripts go by.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::Ludus;
use serde_json::Value;

/// What a test prints with this exit code.
fn ended(args: &str, code: i32) -> String {
    let output = Ludus::new().command(args).assert().code(code);
    String::from_utf8(output.get_output().stdout.clone()).unwrap()
}

const SHORT: &str = "--games 2000 --rules height=8,max_pieces=40 --sprt elo0=0,elo1=200";

#[test]
fn the_exit_code_says_which_hypothesis_was_accepted() {
    let text = ended(&format!("match tetris medium random {SHORT}"), 0);
    assert!(text.contains("elo1 accepted"), "{text}");
    let text = ended(&format!("match tetris random medium {SHORT}"), 4);
    assert!(text.contains("elo0 accepted"), "{text}");
}

#[test]
fn too_few_games_leave_the_test_undecided() {
    // Two pairs that all went the same way decide nothing, however far apart the hypotheses are.
    let args = "match tetris random medium --games 4 --rules height=8,max_pieces=40 \
                --sprt elo0=0,elo1=800 --json";
    let document: Value = serde_json::from_str(&ended(args, 3)).unwrap();
    assert_eq!(document["sprt"]["verdict"], "open");
    assert_eq!(document["bots"][0]["units"], 2);
}

#[test]
fn an_interrupted_test_is_undecided() {
    let ludus = Ludus::new();
    let child = Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args("match tetris easy easy --games 100000000 --sprt elo0=0,elo1=0.001".split(' '))
        .current_dir(ludus.folder())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stdout).contains("ended early"));
}

#[test]
fn failure_and_wrong_usage_keep_their_codes() {
    let ludus = Ludus::new();
    ludus.write("file", "");
    let error = ludus.error("match tetris random easy --sprt --record file/replays", 1);
    assert!(error.contains("file/replays"), "{error}");
    ludus.error("match tetris random easy medium --sprt", 2);
}

#[test]
fn a_test_that_counts_forfeits_warns() {
    let text = Ludus::new()
        .command("match chess uci:cmd=/bin/false random --games 40 --sprt elo0=0,elo1=100")
        .assert()
        .code(4);
    let text = String::from_utf8(text.get_output().stdout.clone()).unwrap();
    let warning = "warning: the test counts forfeits as losses: uci:cmd=/bin/false forfeited ";
    assert!(text.contains(warning), "{text}");
}
