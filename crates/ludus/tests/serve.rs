//! `ludus serve`, and matches against a server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/served.rs"]
mod served;

use std::net::TcpListener;

use common::Ludus;
use serde_json::json;
use served::Served;

#[test]
#[cfg(unix)]
fn a_match_against_our_own_server_has_no_failures_and_its_log_can_be_read() {
    let ludus = Ludus::new();
    let server = Served::start(ludus.folder(), &["--log", "moves.jsonl"], &[]);
    let bot = format!("http:url={}", server.url("/snakes/easy"));
    let rules = "turn_cap=40,width=7,height=7";
    let command = format!("match snake medium {bot} {bot} --games 3 --rules {rules} --json");
    let document = ludus.json(&command);
    for bot in document["bots"].as_array().unwrap() {
        assert_eq!(bot["games"], 3, "{bot}");
        assert_eq!((&bot["forfeits"], &bot["errors"]), (&json!({}), &json!({})), "{bot}");
    }
    server.terminate();
    let text = std::fs::read_to_string(ludus.folder().join("moves.jsonl")).unwrap();
    assert!(text.lines().count() > 6);
    for line in text.lines() {
        ludus_snake::log::LogEntry::parse(line).unwrap().position().unwrap();
    }
    // easy decides without searching: it does the same again.
    let again = ludus.json("replay moves.jsonl --bot easy --json");
    assert_eq!(again["match_percent"], 100.0, "{again}");
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let id = first["game"]["id"].as_str().unwrap();
    ludus.text(&format!("replay moves.jsonl --game {id} --frames frames.json"));
    let frames = std::fs::read_to_string(ludus.folder().join("frames.json")).unwrap();
    let frames: serde_json::Value = serde_json::from_str(&frames).unwrap();
    assert_eq!((&frames["Game"]["ID"], &frames["Frames"][0]["Turn"]), (&json!(id), &json!(0)));
    assert_eq!(frames["Frames"][0]["Snakes"].as_array().unwrap().len(), 3);
}

#[test]
fn hard_plays_hard_over_http() {
    let ludus = Ludus::new();
    let server = Served::start(ludus.folder(), &[], &[]);
    let bot = format!("theirs=http:url={}", server.url(""));
    let document = ludus.json(&format!(
        "match snake hard {bot} --games 2 --jobs 1 --rules turn_cap=8,timeout=200 --json"
    ));
    assert_eq!(document["bots"][1]["label"], "theirs");
    assert_eq!(document["bots"][1]["errors"], json!({}), "{document}");
}

#[test]
fn what_cannot_be_served_is_told_in_one_line() {
    let ludus = Ludus::new();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap();
    assert!(ludus.error(&format!("serve --listen {address}"), 1).contains("cannot listen at"));
    assert!(ludus.error("serve --listen nowhere", 2).contains("--listen"));
    ludus.write("ludus.toml", "[serve]\nsnek = \"easy\"\n");
    assert!(ludus.error("serve", 2).contains("serve.snake"));
    ludus.write("ludus.toml", "[serve]\nsnake = \"esay\"\n");
    assert!(ludus.error("serve", 2).contains("did you mean easy?"));
    ludus.write("ludus.toml", "[serve]\nlisten = \"here\"\n");
    assert!(ludus.error("serve", 2).contains("line 2"));
    let bots = "match snake easy http:url=nowhere --games 1";
    ludus.write("ludus.toml", "");
    assert!(ludus.error("serve --log no/such/folder", 1).contains("cannot open the debug log"));
    assert!(ludus.error(bots, 2).contains("http://127.0.0.1:8000"));
    assert!(
        ludus.error("serve --replays nowhere", 1).contains("cannot read the folder of replays")
    );
}
