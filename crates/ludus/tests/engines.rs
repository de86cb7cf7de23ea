//! Chess against a real engine: Stockfish counts the same moves, and plays whole games as a bot.
//!
//! `scripts/test` installs it from Debian's packages.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod common;

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use common::Ludus;
use serde_json::{Value, json};

/// The program, wherever Debian put it.
fn stockfish() -> &'static str {
    let here = |path: &&str| Command::new(path).arg("quit").output().is_ok();
    ["stockfish", "/usr/games/stockfish"]
        .into_iter()
        .find(here)
        .expect("Stockfish is not installed: scripts/test installs it")
}

/// How many games of two plies each move of a position begins, as Stockfish counts them.
fn counted_by_stockfish(fens: &[String], depth: u32) -> Vec<BTreeMap<String, u64>> {
    let mut child =
        Command::new(stockfish()).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    for fen in fens {
        writeln!(input, "position fen {fen}\ngo perft {depth}").unwrap();
    }
    drop(input);
    let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
    let mut counts = vec![BTreeMap::new()];
    for line in text.lines() {
        if line.starts_with("Nodes searched") {
            counts.push(BTreeMap::new());
        } else if let Some((mv, count)) = line.split_once(": ")
            && let Ok(count) = count.parse()
        {
            counts.last_mut().unwrap().insert(mv.to_owned(), count);
        }
    }
    counts.truncate(fens.len());
    counts
}

/// The last positions of random games.
fn random_positions(ludus: &Ludus) -> Vec<String> {
    let mut fens = Vec::new();
    for (seed, plies) in [(1, 12), (2, 30), (3, 61), (4, 90)] {
        let output = ludus
            .command("match chess random random --games 10 --json")
            .args(["--seed", &seed.to_string(), "--rules", &format!("max_plies={plies}")])
            .assert()
            .success();
        let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        for result in report["results"].as_array().unwrap() {
            fens.push(result["position"].as_str().unwrap().to_owned());
        }
    }
    fens
}

#[test]
fn every_move_of_forty_random_positions_begins_as_many_games_as_stockfish_counts() {
    let ludus = Ludus::new();
    let fens = random_positions(&ludus);
    assert_eq!(fens.len(), 40);
    for (fen, expected) in fens.iter().zip(counted_by_stockfish(&fens, 3)) {
        let output =
            ludus.command("perft").args([fen, "3", "--divide", "--json"]).assert().success();
        let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
        let counted: BTreeMap<String, u64> =
            serde_json::from_value(report["moves"].clone()).unwrap();
        assert_eq!(counted, expected, "{fen}");
    }
}

#[test]
fn stockfish_plays_whole_games_as_a_bot() {
    let ludus = Ludus::new();
    let output = ludus
        .command("match chess")
        .arg(format!("fish=uci:cmd={},elo=1400,nodes=300,option.Hash=1", stockfish()))
        .args(["master:nodes=3000", "--games", "4", "--moves", "--json"])
        .assert()
        .success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    for bot in report["bots"].as_array().unwrap() {
        assert_eq!(bot["forfeits"], json!({}), "{report:#}");
        assert!(bot["means"]["depth"].as_f64().unwrap() > 0.0, "{report:#}");
    }
    assert!(report["bots"][1]["wins"].as_u64().unwrap() >= 3, "{report:#}");
}

/// By the clock, in both colours. With `LUDUS_TEST_CLOCK=full` a hundred games instead of twenty.
#[test]
fn none_of_our_games_by_the_clock_against_stockfish_is_lost_on_time() {
    let full = std::env::var("LUDUS_TEST_CLOCK").is_ok_and(|value| value == "full");
    let games = if full { "100" } else { "20" };
    let ludus = Ludus::new();
    let bot = format!("theirs=uci:cmd={}", stockfish());
    let output = ludus
        .command("match chess master --clock 1+0.01 --rules max_plies=200 --pgn games.pgn --json")
        .args([&bot, "--games", games])
        .assert()
        .success();
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    assert_eq!(
        (&report["clock"], &report["games"].to_string()),
        (&json!("1+0.01"), &games.to_owned())
    );
    for bot in report["bots"].as_array().unwrap() {
        assert_eq!(bot["forfeits"], json!({}), "{bot:#}");
    }
    let pgn = std::fs::read_to_string(ludus.folder().join("games.pgn")).unwrap();
    assert!(pgn.contains("[TimeControl \"1+0.01\"]\n"), "{pgn}");
    assert!(pgn.contains("[%clk 0:00:00."), "{pgn}");
}
