//! A settings file that only repeats the defaults changes nothing: the shipped ludus.toml.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/served.rs"]
mod served;

use std::fs;

use common::{Ludus, timeless};
use serde_json::Value;
use served::Served;

/// The shipped file.
fn shipped() -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../ludus.toml");
    fs::read_to_string(path).unwrap()
}

/// The program in two folders: an empty one, and one with the shipped file, as a checkout has it.
fn both() -> [Ludus; 2] {
    let (without, with) = (Ludus::new(), Ludus::new());
    with.write("ludus.toml", &shipped());
    [without, with]
}

/// Runs a command in both; what it prints must be the same, but for times.
fn same(folders: &[Ludus; 2], args: &str) -> Value {
    let [without, with] = folders.each_ref().map(|ludus| {
        let mut command = ludus.command(args);
        let output = command.env("XDG_DATA_HOME", ludus.folder()).assert().success();
        timeless(serde_json::from_slice(&output.get_output().stdout).unwrap())
    });
    assert_eq!(without, with, "{args}");
    without
}

#[test]
fn every_setting_has_the_value_that_it_has_without_the_file() {
    let [without, with] = both().map(|ludus| {
        let document = ludus.json("config --json");
        let value = |(key, entry): (&String, &Value)| (key.clone(), entry["value"].clone());
        document.as_object().unwrap().iter().map(value).collect::<Vec<_>>()
    });
    assert!(without.len() > 100, "{}", without.len());
    assert_eq!(without, with);
}

#[test]
fn every_key_of_the_file_has_a_comment_of_its_own() {
    let text = shipped();
    let is_key = |line: &&str| {
        let name = line.trim_start_matches("# ").split(" = ").next().unwrap();
        line.contains(" = ") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let keys: Vec<&str> = text.lines().filter(is_key).collect();
    assert!(keys.len() > 150, "{}", keys.len());
    for line in keys {
        let (_, comment) =
            line[1..].rsplit_once("  # ").unwrap_or_else(|| panic!("no comment: {line}"));
        // A sentence that continues in the next line is none.
        assert!(!comment.ends_with([',', ':']), "half a comment: {line}");
        assert!(!comment.starts_with("and "), "half a comment: {line}");
    }
}

#[test]
fn matches_tournaments_and_lists_are_the_same() {
    let folders = both();
    for args in [
        "match tetris battle easy --games 2 --rules height=8 --json --moves",
        "match chess medium easy --games 2 --rules max_plies=20 --json --moves",
        "match snake hard easy --games 1 --rules turn_cap=10 --json --moves",
        "match snake hard easy --games 1 --nodes 100 --rules turn_cap=10 --json --moves",
        "tournament chess random easy --games 2 --rules max_plies=20 --json",
        "bots --json",
        "demo --json",
    ] {
        same(&folders, args);
    }
}

#[test]
fn a_recorded_budget_beats_every_settings_file() {
    let folders = both();
    // Far fewer positions than the settings allow: the file's number must not take its place.
    let play = "match snake hard hard --games 1 --nodes 60 --rules turn_cap=40 --record r --json";
    same(&folders, play);
    let rerun = "replay r/snake-1-000001.jsonl --json";
    let document = same(&folders, &format!("{rerun} --all"));
    assert_eq!(document["match_percent"], 100.0, "{document}");

    let [without, _] = &folders;
    without.write("other.toml", "[snake.budget]\nnodes = 3000\n");
    let other = without.json(&format!("{rerun} --all --config other.toml"));
    assert_eq!(other["match_percent"], 100.0, "a file changes no re-run");
    let most = |document: &Value, who: &str| {
        let decisions = document["decisions"].as_array().unwrap();
        decisions.iter().map(|decision| decision[who]["nodes"].as_u64().unwrap()).max().unwrap()
    };
    assert!(most(&other, "now") <= 61, "{}", most(&other, "now"));
    // A flag does, and so does a difference that --against asks for.
    let flag = without.json(&format!("{rerun} --nodes 500"));
    assert!((62..=501).contains(&most(&flag, "now")), "{}", most(&flag, "now"));
    let against = without.json(&format!("{rerun} --turns 1 --against other.toml"));
    assert!(most(&against, "now") <= 61 && most(&against, "other") > 61, "{against}");
    without.write("shipped.toml", &shipped());
    let against = without.json(&format!("{rerun} --turns 1 --against shipped.toml"));
    assert!(most(&against, "other") <= 61, "{against}");
}

#[test]
fn logs_are_decided_the_same() {
    let folders = both();
    let fixture =
        format!("{}/../ludus-snake/tests/fixtures/four_snakes.jsonl", env!("CARGO_MANIFEST_DIR"));
    same(&folders, &format!("replay {fixture} --nodes 200 --json"));
    // Without a flag, the time that the server had limits it, not the nodes of the settings.
    let [_, with] = &folders;
    with.write("one.toml", "[snake.budget]\nnodes = 1\n");
    let document = with.json(&format!("replay {fixture} --turns 1 --config one.toml --json"));
    assert!(document["decisions"][0]["now"]["nodes"].as_u64().unwrap() > 1, "{document}");
}

#[test]
fn training_is_the_same() {
    let folders = both();
    let train = "train tetris -p 8 -g 2 -n 1 --max-pieces 20 --match-games 2 --json";
    same(&folders, train);
    for name in ["run.json", "log.csv", "weights.json"] {
        let [without, with] = folders.each_ref().map(|ludus| {
            fs::read_to_string(ludus.folder().join("runs/tetris-solo-1").join(name)).unwrap()
        });
        assert_eq!(without, with, "{name}");
    }
}

#[test]
fn filters_and_engines_answer_the_same() {
    let folders = both();
    let ask = |args: &str, text: &str| {
        let [without, with] = folders.each_ref().map(|ludus| {
            let output = ludus.command(args).write_stdin(text).assert().success();
            let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
            // How fast it was is not part of the answer.
            let timeless = |line: &str| line.split(" time ").next().unwrap().to_owned();
            text.lines()
                .map(|line| timeless(line.split(" nps ").next().unwrap()))
                .collect::<Vec<_>>()
        });
        assert_eq!(without, with, "{args}");
    };
    let board = ["..........", "..........", "####.#####", "####.#####"];
    let request = serde_json::json!({ "board": board, "piece": "I" });
    ask("step tetris", &format!("{request}\n"));
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    ask("step chess", &format!("{{\"fen\":\"{fen}\",\"move\":\"e2e4\"}}\n"));
    ask("uci", "uci\nposition startpos moves e2e4\ngo depth 4\nquit\n");
}

#[test]
fn a_server_answers_the_same() {
    let fixture = format!(
        "{}/../ludus-snake/tests/fixtures/food_near_wall.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let line = fs::read_to_string(fixture).unwrap().lines().next().unwrap().to_owned();
    let logged: Value = serde_json::from_str(&line).unwrap();
    let board = &logged["board"];
    let request = serde_json::json!({
        "game": logged.get("game").cloned().unwrap_or_else(|| serde_json::json!({
            "id": "g", "ruleset": { "name": "standard", "version": "v1", "settings": {} }, "timeout": 500,
        })),
        "turn": logged["turn"],
        "board": board,
        "you": logged.get("you").cloned().unwrap_or_else(|| board["snakes"][0].clone()),
    });
    let answers = both().map(|ludus| {
        let server = Served::start(ludus.folder(), &[], &[]);
        let mut get =
            ureq::get(server.url("/")).header("accept", "application/json").call().unwrap();
        let mut asked = ureq::post(server.url("/snakes/easy/move")).send_json(&request).unwrap();
        let answer =
            (get.body_mut().read_to_string().unwrap(), asked.body_mut().read_to_string().unwrap());
        server.terminate();
        answer
    });
    assert_eq!(answers[0], answers[1]);
}
