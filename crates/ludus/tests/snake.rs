//! Battlesnake through the whole program.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use common::{Ludus, timeless};
use serde_json::{Value, json};

#[test]
fn the_same_seed_gives_the_same_games_with_one_job_or_many() {
    let ludus = Ludus::new();
    let command = "match snake hard medium easy random --games 4 --nodes 300 --json --moves";
    let first = timeless(ludus.json(&format!("{command} --jobs 1")));
    assert_eq!(timeless(ludus.json(&format!("{command} --jobs 2"))), first);
    assert!(first["results"][0]["actions"][0].as_str().unwrap().split(' ').count() == 4);
}

#[test]
fn every_rule_set_is_played_and_recorded() {
    let ludus = Ludus::new();
    for ruleset in ["standard", "royale", "constrictor", "wrapped"] {
        let command = format!(
            "match snake easy random --games 2 --rules ruleset={ruleset},turn_cap=60 --record {ruleset}"
        );
        ludus.text(&command);
        for number in 1..=2 {
            let file = format!("{ruleset}/snake-1-00000{number}.jsonl");
            assert!(ludus.text(&format!("replay {file} --verify")).contains(": verified, "));
        }
    }
    let solo = ludus.json("match snake easy --games 2 --rules ruleset=solo,turn_cap=40 --json");
    assert_eq!(solo["games"], 2);
}

#[test]
fn two_bots_are_compared_with_half_of_the_seats_each() {
    let ludus = Ludus::new();
    let command = "match snake easy random easy random --games 200 --sprt elo0=0,elo1=50 --json";
    let report = ludus.json(command);
    assert_eq!(report["sprt"]["verdict"], "elo1");
    // It ended early, after whole rotations of the four seats.
    let games = report["games"].as_u64().unwrap();
    assert!(games < 200 && games.is_multiple_of(4), "{games}");
    let units = report["sprt"]["pairs"].as_array().unwrap();
    assert_eq!(units.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), games / 4);
    let uneven = ludus.error("match snake easy random random random --sprt", 2);
    let said = "--sprt compares two bots; give exactly two, or each of them for half of the seats";
    assert_eq!(uneven, said);
}

#[test]
fn step_plays_a_turn_by_the_official_rules() {
    let snake = |id: &str, body: Value| json!({"id": id, "health": 90, "body": body});
    let request = json!({
        "ruleset": "standard",
        "settings": {"foodSpawnChance": 0, "minimumFood": 0},
        "prev": {
            "height": 11, "width": 11, "food": [{"x": 5, "y": 6}], "hazards": [],
            "snakes": [
                snake("a", json!([{"x": 5, "y": 5}, {"x": 5, "y": 4}, {"x": 5, "y": 3}])),
                snake("b", json!([{"x": 0, "y": 0}, {"x": 0, "y": 1}, {"x": 0, "y": 2}])),
            ],
        },
        "moves": [{"id": "a", "move": "up"}, {"id": "b", "move": "left"}],
    });
    let output =
        Ludus::new().command("step snake").write_stdin(format!("{request}\n")).assert().success();
    let answer: Value = serde_json::from_slice(&output.get_output().stdout).unwrap();
    let snakes = answer["next"]["snakes"].as_array().unwrap();
    assert_eq!(snakes.len(), 1, "{answer:#}");
    // Eating restores health and doubles the tail; the other one left the board.
    assert_eq!(snakes[0]["health"], 100);
    assert_eq!(
        snakes[0]["body"],
        json!([{"x": 5, "y": 6}, {"x": 5, "y": 5}, {"x": 5, "y": 4}, {"x": 5, "y": 4}])
    );
    assert_eq!(answer["next"]["food"], json!([]));
}

#[test]
fn bad_input_is_one_clear_line() {
    let ludus = Ludus::new();
    let ruleset = ludus.error("match snake easy hard --rules ruleset=roayle", 2);
    assert!(ruleset.starts_with("--rules: key ruleset cannot be \"roayle\": "), "{ruleset}");
    let size = ludus.error("match snake easy hard --rules width=200", 2);
    assert!(size.starts_with("rule width is 200; allowed: "), "{size}");
    let weights = ludus.error("match snake weights:path=nowhere.json hard", 1);
    assert!(weights.contains("nowhere.json"), "{weights}");
    let search = ludus.error("match snake hard:search=best easy", 2);
    assert!(search.starts_with("bot hard has search=best; allowed: "), "{search}");
}
