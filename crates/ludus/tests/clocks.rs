//! Matches by the clock as users play them: series in every game, tournaments, replays, and what is refused.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::Ludus;
use serde_json::{Value, json};

/// Whether no bot of a report lost on time.
fn in_time(report: &Value) -> bool {
    report["bots"].as_array().unwrap().iter().all(|bot| bot["forfeits"] == json!({}))
}

#[test]
fn our_bots_play_series_by_the_clock_in_every_game_and_the_replays_hold() {
    for (game, bots, rules) in [
        ("chess", "master medium", "max_plies=60"),
        ("snake", "hard medium", "width=7,height=7"),
        ("tetris", "hard easy", "max_pieces=60"),
        ("tetris-versus", "medium easy", "max_pieces=40"),
    ] {
        let ludus = Ludus::new();
        let args = "--games 2 --jobs 1 --clock 4+0.05 --record replays --json";
        let report = ludus.json(&format!("match {game} {bots} {args} --rules {rules}"));
        assert_eq!(report["clock"], "4+0.05");
        assert!(in_time(&report), "{game}: {report:#}");
        let replay = format!("replays/{game}-1-000001.jsonl");
        assert!(ludus.text(&format!("replay {replay} --verify")).contains("verified"), "{game}");
        let shown = ludus.json(&format!("replay {replay} --show 2 --json"));
        let left = shown["actions"][0]["left_ms"].as_f64().unwrap();
        assert!((0.0..4200.0).contains(&left), "{game}: {left}");
    }
}

#[test]
fn a_tournament_is_played_by_the_clock() {
    let ludus = Ludus::new();
    let report = ludus.json(
        "tournament chess random easy medium --games 2 --clock 40/4+0.05 --rules max_plies=60 --store r.sqlite --json",
    );
    assert_eq!(report["clock"], "40/4+0.05");
    let text = report.to_string();
    assert!(!text.contains("\"time\":"), "{report:#}");
    let again = ludus.error("tournament chess random easy --clock soon", 2);
    assert!(again.contains("is no time control"), "{again}");
}

/// Answers each turn with the first legal action, after a third of a second.
const SLOW: &str = r#"
import json, sys, time
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1, "name": "slow", "version": "1"}), flush=True)
    elif message["type"] == "turn":
        time.sleep(0.33)
        print(json.dumps({"type": "act", "match": message["match"], "turn": message["turn"], "action": message["legal"][0]}), flush=True)
    elif message["type"] == "quit":
        break
"#;

#[test]
fn a_bot_that_does_not_heed_its_clock_fails_the_check() {
    let ludus = Ludus::new();
    ludus.write("slow.py", SLOW);
    let mut command = ludus.command("check tetris --positions 12 --time 2000 --json");
    let output = command.arg("proc:cmd=python3 slow.py").assert().code(1);
    let report: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let checks = report["checks"].as_array().unwrap();
    let kept = checks.iter().find(|check| check["name"] == "clock kept (2+0.02)").unwrap();
    assert_eq!(kept["result"], "failed", "{report:#}");
    assert!(kept["received"].as_str().unwrap().contains("its clock ran out"), "{kept}");
    let name = "within 2000 ms and an allowance of 50 ms";
    let late = checks.iter().find(|check| check["name"] == name).unwrap();
    assert_eq!(late["result"], "passed", "each answer alone is fast enough: {report:#}");
}

#[test]
fn what_a_clock_is_not_for_is_refused_with_the_reason() {
    let ludus = Ludus::new();
    let tune = ludus.error("tune chess --bot heuristic --clock 10+0.1", 2);
    assert!(tune.contains("--clock: "), "{tune}");
    let watch = ludus.error("watch snake human easy --clock 10", 2);
    assert!(watch.contains("does not wait for people"), "{watch}");
}
