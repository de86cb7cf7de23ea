//! `ludus tournament` and `ludus results`, as a user runs them.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::process::{Command, Stdio};
use std::time::Duration;

use common::Ludus;
use serde_json::Value;

/// What of a document does not depend on how it came about.
fn standings(document: &Value) -> Value {
    serde_json::json!([document["standings"], document["cross"], document["games"]])
}

const PLAN: &str =
    "tournament tetris random easy medium flat --games 4 --rules height=10,max_pieces=60 --json";

#[test]
fn a_tournament_killed_ten_times_has_each_game_once_and_the_same_standings() {
    let ludus = Ludus::new();
    let whole = ludus.json(&format!("{PLAN} --store whole.sqlite"));
    assert_eq!((&whole["games"], &whole["interrupted"]), (&24.into(), &false.into()));
    for kill in 0..10u64 {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
        command.current_dir(ludus.folder()).stdout(Stdio::null()).stderr(Stdio::null());
        command.args(PLAN.split_whitespace()).args(["--store", "killed.sqlite", "--jobs", "1"]);
        let mut child = command.spawn().unwrap();
        std::thread::sleep(Duration::from_millis(15 * (kill + 1)));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let rest = ludus.json(&format!("{PLAN} --store killed.sqlite"));
    assert_eq!(standings(&rest), standings(&whole));
    let matches = ludus.json("results --matches --json --store killed.sqlite");
    let mut keys: Vec<String> = matches["matches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|game| format!("{} {} {}", game["tournament"], game["fixture"], game["number"]))
        .collect();
    assert_eq!(keys.len(), 24);
    keys.sort();
    keys.dedup();
    assert_eq!(keys.len(), 24, "each game once");
}

#[test]
fn the_same_tournament_is_played_by_one_program_at_a_time() {
    let ludus = Ludus::new();
    let plan = "tournament tetris easy easy --games 100000 --store r.sqlite --json";
    let spawn = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludus"));
        command.current_dir(ludus.folder()).args(plan.split(' '));
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    let first = spawn();
    let played = || {
        let store = rusqlite::Connection::open(ludus.folder().join("r.sqlite")).ok()?;
        store.query_row("SELECT count(*) FROM matches", [], |row| row.get::<_, i64>(0)).ok()
    };
    while played().is_none_or(|games| games == 0) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let error = ludus.error(plan, 1);
    let expected = format!("tournament 1 is being played by process {}", first.id());
    assert!(error.starts_with(&expected), "{error}");
    // A program that dies loses the right to play, and leaves whole games.
    let mut first = first;
    first.kill().unwrap();
    first.wait().unwrap();
    let second = spawn();
    let before = played().unwrap();
    while played().is_none_or(|games| games <= before) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = second.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let output = second.wait_with_output().unwrap();
    assert!(output.status.success());
    let document: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(document["continued"].as_i64().unwrap() > 0, "{document}");
    assert!(!ludus.folder().join("r.sqlite-1.lock").exists());
}

#[test]
fn the_same_command_again_shows_the_result_and_new_plays_again() {
    let ludus = Ludus::new();
    let plan = "tournament chess random random easy --games 2 --store r.sqlite";
    let first = ludus.json(&format!("{plan} --json"));
    let again = ludus.json(&format!("{plan} --json --jobs 1"));
    assert_eq!(standings(&first), standings(&again));
    assert_eq!((&again["continued"], &again["tournament"]), (&6.into(), &1.into()));
    let new = ludus.json(&format!("{plan} --json --new"));
    assert_eq!((&new["continued"], &new["tournament"]), (&0.into(), &2.into()));
    let text = ludus.text(plan);
    assert!(text.contains("random#2") && text.contains("cross table, %"), "{text}");
}

#[test]
fn results_are_listed_filtered_and_exported() {
    let ludus = Ludus::new();
    ludus.json("tournament chess random easy --games 2 --store r.sqlite --json");
    ludus.json(
        "tournament snake random easy easy --seats 3 --games 3 --store r.sqlite --json --nodes 50",
    );
    let list = ludus.json("results --json --store r.sqlite");
    assert_eq!(list["tournaments"].as_array().unwrap().len(), 2);
    let snake = ludus.json("results --json --game snake --store r.sqlite");
    assert_eq!(snake["tournaments"][0]["id"], 2);
    assert!(ludus.text("results --store r.sqlite").contains("round-robin"));
    let csv = ludus.text("results --matches --csv --bot easy#2 --store r.sqlite");
    assert_eq!(csv.lines().count(), 1 + 3);
    assert!(csv.starts_with("tournament,game,fixture,number,played"));
    let ratings = ludus.json("results --ratings --game chess --json --store r.sqlite");
    assert_eq!(ratings["ratings"].as_array().unwrap().len(), 2);
    assert!(ludus.text("results --ratings --store r.sqlite").contains("over all"));
}

#[test]
fn the_tables_of_a_tournament() {
    let ludus = Ludus::new();
    let plan = "--games 8 --rules height=8,max_pieces=40 --store r.sqlite";
    insta::assert_snapshot!(ludus.text(&format!("tournament tetris random easy medium {plan}")));
}

#[test]
fn a_store_that_is_locked_or_newer_is_told() {
    let ludus = Ludus::new();
    let plan = "tournament chess random random --games 2 --store r.sqlite";
    ludus.text(plan);
    let store = rusqlite::Connection::open(ludus.folder().join("r.sqlite")).unwrap();
    store.execute_batch("BEGIN EXCLUSIVE").unwrap();
    let error = ludus.error(&format!("{plan} --new"), 1);
    assert!(error.contains("r.sqlite is locked by another program"), "{error}");
    store.execute_batch("ROLLBACK; PRAGMA user_version = 99").unwrap();
    let error = ludus.error("results --store r.sqlite", 1);
    assert!(error.contains("was made by a newer ludus"), "{error}");
}

#[test]
fn bad_input_is_told_in_one_line() {
    let ludus = Ludus::new();
    for (args, code, text) in [
        ("tournament chess easy", 2, "1 bots are too few"),
        ("tournament chess easy random --games 3", 2, "give a multiple of 2"),
        ("tournament chess easy random --games 0", 2, "give a multiple of 2"),
        ("tournament chess easy random --seats 3", 2, "needs 3"),
        ("tournament chess easy random easy --seats 3 --games 3", 2, "seats, not 3"),
        ("tournament chess easy random --rounds 2", 2, "--rounds is for --format swiss"),
        ("tournament chess easy random --format swiss --rounds 5", 2, "allowed: 1 to 1"),
        ("tournament chess easy nobody", 2, "nobody"),
        ("results --since yesterday --store none.sqlite", 2, "is no day"),
        ("results --store none.sqlite", 1, "there is no result store none.sqlite"),
    ] {
        let error = ludus.error(args, code);
        assert!(error.contains(text), "{args}: {error}");
    }
    ludus.write("garbage.sqlite", &"this is no database, whatever its name says ".repeat(100));
    let error = ludus.error("results --store garbage.sqlite", 1);
    assert!(error.contains("garbage.sqlite is damaged or no result store"), "{error}");
    assert!(!ludus.folder().join("none.sqlite").exists());
}
