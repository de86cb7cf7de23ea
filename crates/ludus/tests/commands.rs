//! The smaller commands: demo, bots, config, completions, bench, step, help.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::Ludus;

#[test]
fn the_demo_plays_a_match_of_every_game_and_is_what_no_command_means() {
    let ludus = Ludus::new();
    let text = ludus.text("demo");
    for word in ["tetris", "battle", "rank", "What to try next", "ludus match"] {
        assert!(text.contains(word), "{word} in {text}");
    }
    let start = "   a b c d e f g h\n";
    assert!(text.contains(start), "the chess board is drawn: {text}");
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    assert!(ludus.text("").contains("What to try next"));
    let of_one = ludus.text("demo snake");
    assert!(of_one.contains("snake:") && !of_one.contains("chess:"), "{of_one}");
    assert_eq!(ludus.json("demo snake --json")["matches"].as_array().unwrap().len(), 1);
    let document = ludus.json("demo --json");
    assert_eq!(document["matches"][0]["game"], "tetris");
}

/// What a new user tries first must work, and end.
#[test]
fn what_the_demo_says_to_try_next_works() {
    let ludus = Ludus::new();
    let text = ludus.text("demo");
    let (_, next) = text.split_once("What to try next:\n").unwrap();
    let commands = next.lines().map(|line| line.trim().split_once("  ").unwrap().0);
    let mut tried = 0;
    for command in commands.map(|command| command.strip_prefix("ludus").unwrap().trim()) {
        // These need a terminal, or run until they are stopped.
        if command.is_empty() || command.starts_with("watch") || command == "serve" {
            continue;
        }
        let output = ludus.command(command).timeout(std::time::Duration::from_secs(100)).output();
        assert!(output.unwrap().status.success(), "{command}");
        tried += 1;
    }
    assert!(tried >= 5, "{next}");
}

#[test]
fn all_bots_are_listed() {
    let ludus = Ludus::new();
    let text = ludus.text("bots");
    let document = ludus.json("bots tetris --json");
    let bots = document["games"][0]["bots"].as_array().unwrap().clone();
    let names: Vec<_> = bots.iter().map(|bot| bot["name"].as_str().unwrap()).collect();
    for name in [
        "random",
        "easy",
        "medium",
        "hard",
        "battle",
        "master",
        "greedy",
        "aggressive",
        "defensive",
        "bomber",
        "flat",
        "hunter",
        "heuristic",
        "dellacherie",
        "dt10",
        "dt20",
        "weights",
    ] {
        assert!(names.contains(&name), "{name}");
        assert!(text.contains(name), "{name}");
    }
    // Bots with many keys have them on several lines.
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
    assert!(bots.iter().any(|bot| bot["keys"].as_array().unwrap().len() > 10));
}

#[test]
fn the_settings_are_listed_with_where_they_come_from() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", "\n[match]\ngames = 7\n");
    let output = ludus.command("config --json").env("LUDUS_MATCH_SEED", "8").assert().success();
    let document: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(document["match.games"]["value"], 7);
    assert_eq!(document["match.games"]["source"], "ludus.toml:3");
    assert_eq!(document["match.seed"]["source"], "LUDUS_MATCH_SEED");
    assert_eq!(document["match.jobs"]["source"], "default");
    assert_eq!(document["tetris.rules.height"]["variable"], "LUDUS_TETRIS_RULES_HEIGHT");
    assert!(ludus.text("config").contains("tetris.rules.height"));
}

#[test]
fn the_shipped_settings_file_documents_every_key_with_its_default() {
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ludus.toml");
    let text = std::fs::read_to_string(shipped).unwrap();
    let ludus = Ludus::new();
    let defaults = ludus.json("config --json");
    let with_file = ludus.json(&format!("config --json --config {shipped}"));
    for (key, default) in defaults.as_object().unwrap() {
        assert_eq!(with_file[key]["value"], default["value"], "{key}");
        let name = key.rsplit('.').next().unwrap();
        // A key without a default value stands there as a comment.
        let documented = text.lines().any(|line| {
            line.trim_start_matches("# ")
                .strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(" ="))
        });
        assert!(documented, "{key} is not in the shipped ludus.toml");
        if !default["value"].is_null() {
            assert_ne!(with_file[key]["source"], "default", "{key} is not set in ludus.toml");
        }
    }
}

#[test]
fn step_plays_one_action() {
    let request = serde_json::json!({
        "board": ["....", "....", "....", "....", "##.#"], "piece": "I", "action": "r1x2"
    });
    let output =
        Ludus::new().command("step tetris").write_stdin(format!("{request}\n")).assert().success();
    let answer: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(answer["lines"], 1);
    assert_eq!(answer["out"], false);
    assert_eq!(answer["board"], serde_json::json!(["....", "....", "..#.", "..#.", "..#."]));
    assert_eq!(answer["metrics"]["max_height"], 3);
}

#[test]
fn help_has_examples_on_every_command_that_takes_arguments() {
    let ludus = Ludus::new();
    for command in [
        "",
        "demo",
        "perft",
        "match",
        "train",
        "replay",
        "serve",
        "step",
        "bots",
        "bench",
        "config",
        "completions",
    ] {
        let text = ludus.text(&format!("{command} --help"));
        assert!(text.contains("Example"), "{command}: {text}");
    }
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let ludus = Ludus::new();
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_ludus"))
        .args(["match", "tetris", "random", "--games", "3000", "--json"])
        .current_dir(ludus.folder())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // More than a pipe holds: the program must find out that no one reads.
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

#[test]
fn the_guide_names_every_command() {
    let guide = include_str!("../../../docs/GUIDE.md");
    let help = Ludus::new().text("--help");
    let commands = help.split("Options:").next().unwrap();
    let names: Vec<_> =
        commands.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next()).collect();
    for name in names.iter().filter(|name| !name.is_empty()) {
        assert!(guide.contains(&format!("`ludus {name}")), "docs/GUIDE.md does not name {name}");
    }
    assert!(names.len() > 15, "{names:?}");
}

/// Counts that other programs agree on.
#[test]
fn perft_counts_the_placements_of_a_queue() {
    let ludus = Ludus::new();
    assert_eq!(ludus.json("perft versus IOLJSZT 4 --json")["nodes"], 188_374);
    assert_eq!(ludus.json("perft tetris-versus TIOLJSZ 2 --json")["nodes"], 600);
    let divided = ludus.text("perft versus TIOLJSZ 1 --divide");
    assert!(divided.contains("T.south.x4.y1: 1\n"), "{divided}");
    assert_eq!(ludus.json("perft versus I 0 --json")["nodes"], 1);
    for (args, reason) in [
        ("perft versus IX 1", "'X' is not a piece"),
        ("perft versus IO 3", "the depth is \"3\"; allowed: 0 to 2"),
        ("perft snake IO 1", "perft counts chess and tetris-versus, not snake"),
        ("perft go IO 1", "there is no game \"go\""),
    ] {
        let refused = common::refused(ludus.command(args), 2);
        assert!(refused.contains(reason), "{refused}");
    }
}

#[test]
fn the_step_filter_of_versus_lists_placements_with_their_spins() {
    let board = ["##.#######", "#...######", "##........"];
    let request = serde_json::json!({ "board": board, "piece": "T" });
    let ludus = Ludus::new();
    let mut command = ludus.command("step versus");
    let output = command.write_stdin(format!("{request}\n")).assert().success();
    let reply: serde_json::Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let slot = serde_json::json!({
        "cells": [[2, 0], [1, 1], [2, 1], [3, 1]],
        "spin": "full",
        "location": {"type": "T", "orientation": "south", "x": 2, "y": 1},
    });
    assert!(reply["placements"].as_array().unwrap().contains(&slot), "{reply}");
}

#[test]
fn a_series_of_versus_repeats_exactly_and_has_its_figures() {
    let ludus = Ludus::new();
    let args = "match versus hard medium --games 2 --nodes 2000 --max-pieces 40 --json";
    let document = ludus.json(args);
    assert_eq!(document["game"], "tetris-versus");
    assert!(document["bots"][0]["means"]["app"].is_number(), "{document}");
    assert_eq!(common::timeless(ludus.json(args)), common::timeless(document));
}
