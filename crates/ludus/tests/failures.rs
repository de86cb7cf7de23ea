//! Bots that fail: why is said below the table and in the document, and bots that are silent are waited for visibly.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use common::Ludus;
use serde_json::{Value, json};

/// Writes an engine as a shell script: what it does at its start, and when it has to move for the `n`th time. It
/// knows one legal move for each side.
fn engine(ludus: &Ludus, name: &str, at_start: &str, go: &str) -> String {
    let text = format!(
        "#!/bin/sh\nn=0\nwhile read -r word rest; do case \"$word\" in\n\
         uci) {at_start}; echo uciok;;\nisready) echo readyok;;\nucinewgame) n=0;;\n\
         position) case \"$rest\" in *moves*) move=a7a6;; *) move=a2a3;; esac;;\n\
         go) n=$((n+1)); {go};;\nquit) exit 0;;\nesac; done\n"
    );
    ludus.write(name, &text);
    let path = ludus.folder().join(name);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// What a match of this engine against `random` says on standard output and on standard error.
fn play(ludus: &Ludus, bot: &str, more: &str) -> (String, String) {
    let output = ludus
        .command("match chess")
        .args([bot, "random", "--rules", "opening=none"])
        .args(more.split_whitespace())
        .assert()
        .success();
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    (text(&output.get_output().stdout), text(&output.get_output().stderr))
}

#[test]
fn a_program_that_dies_is_reported_with_match_turn_and_reason() {
    let ludus = Ludus::new();
    let dies = "if [ $n -ge 2 ]; then echo 'ZeroDivisionError: division by zero' >&2; exit 3; fi; \
                echo \"bestmove $move\"";
    let path = engine(&ludus, "dies.sh", ":", dies);
    let bot = format!("mine=uci:cmd={path}");
    let (text, _) = play(&ludus, &bot, "--games 4 --jobs 1");
    assert!(text.contains("mine forfeited 4 games: crash"), "{text}");
    let (_, why) = text.split_once("Why it failed\n").unwrap();
    // Its second move is the third of the game for White.
    assert!(why.starts_with("  mine, match 1, turn 3: "), "{why}");
    assert!(why.contains("and 3 more like this"), "{why}");
    let (document, _) = play(&ludus, &bot, "--games 4 --jobs 2 --json");
    let document: Value = serde_json::from_str(&document).unwrap();
    let mine = &document["bots"][0];
    assert_eq!(mine["forfeits"], json!({"crash": 4}));
    let failure = &mine["failures"][0];
    assert_eq!(
        (&failure["match"], &failure["turn"], &failure["kind"], &failure["more"]),
        (&json!(1), &json!(3), &json!("crash"), &json!(3))
    );
    assert_eq!(document["bots"][1]["failures"], json!([]));
}

#[test]
fn a_program_that_plays_illegal_moves_is_reported_in_a_tournament_too() {
    let ludus = Ludus::new();
    let path = engine(&ludus, "cheats.sh", ":", "echo 'bestmove e2e5'");
    let output = ludus
        .command("tournament chess random --games 2 --store r.sqlite")
        .arg(format!("mine=uci:cmd={path}"))
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
    assert!(text.contains("mine forfeited 2 games"), "{text}");
    let (_, why) = text.split_once("Why it failed\n").unwrap();
    assert!(why.starts_with("  mine, fixture 1, match 1, turn "), "{why}");
    assert!(why.contains("e2e5"), "{why}");
    // The same command again only shows the result: the store has the reason, not the turn.
    let output = ludus
        .command("tournament chess random --games 2 --store r.sqlite --json")
        .arg(format!("mine=uci:cmd={path}"))
        .assert()
        .success();
    let document: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let standings = document["standings"].as_array().unwrap();
    let mine = standings.iter().find(|bot| bot["label"] == "mine").unwrap();
    assert_eq!(
        (&mine["failures"][0]["turn"], &mine["failures"][0]["fixture"]),
        (&Value::Null, &json!(1))
    );
}

#[test]
fn a_program_that_is_silent_is_waited_for_visibly() {
    let ludus = Ludus::new();
    let path = engine(&ludus, "slow.sh", "sleep 3", "echo bestmove $move; exit 0");
    let (_, said) = play(&ludus, &format!("mine=uci:cmd={path}"), "--games 1");
    assert!(said.contains("waiting for mine to start: 2 s so far"), "{said}");
}

#[test]
fn more_games_than_cores_are_played_at_a_time_where_bots_wait() {
    let ludus = Ludus::new();
    let cores = std::thread::available_parallelism().unwrap().get();
    let many = cores + 2;
    // Each engine waits at its start until all of them are running.
    let meet = format!(
        "touch \"$0.$$\"; t=0; while [ $(ls \"$0\".* | wc -l) -lt {many} ] && [ $t -lt 80 ]; do \
         sleep 0.1; t=$((t+1)); done; [ $t -lt 80 ] || exit 1"
    );
    let path = engine(&ludus, "meets.sh", &meet, "echo bestmove 0000");
    let bot = format!("mine=uci:cmd={path}");
    let (text, said) = play(&ludus, &bot, &format!("--games {many} --jobs {many} --json"));
    let document: Value = serde_json::from_str(&text).unwrap();
    let failures = document["bots"][0]["failures"].as_array().unwrap();
    assert!(failures.iter().all(|failure| failure["turn"] != 0), "not all started: {document:#}");
    assert!(!said.contains("one per core"), "{said}");
    // Bots that compute, and bots whose time is measured, have a core each.
    for line_up in ["random random", "random random --time 50"] {
        let command = format!("match chess {line_up} --games 2 --jobs {many}");
        let output = ludus.command(&command).assert().success();
        let said = String::from_utf8(output.get_output().stderr.clone()).unwrap();
        assert!(said.contains(&format!("playing {cores} games at a time, one per core")), "{said}");
    }
    let (_, said) = play(&ludus, &format!("{bot},time=5"), &format!("--games 1 --jobs {many}"));
    assert!(said.contains("one per core"), "{said}");
}
