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
        ludus_snake::log::MoveLogEntry::parse(line).unwrap().position().unwrap();
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
#[cfg(unix)]
fn trained_weights_answer_under_their_label_and_at_the_root() {
    let ludus = Ludus::new();
    let weights = concat!(env!("CARGO_MANIFEST_DIR"), "/../../weights/snake-hard.json");
    std::fs::copy(weights, ludus.folder().join("mine.json")).unwrap();
    ludus.write(
        "ludus.toml",
        "[serve]\nsnake = \"weights:path=mine.json,depth=3\"\n\
         [serve.bots]\nsnake = [\"mine=weights:path=mine.json\"]\n",
    );
    let server = Served::start(ludus.folder(), &["--log", "moves.jsonl"], &[]);
    let version = |path: &str| {
        let text = ureq::get(server.url(path)).call().unwrap().body_mut().read_to_string().unwrap();
        let info: serde_json::Value = serde_json::from_str(&text).unwrap();
        assert_eq!(info["apiversion"], "1", "{info}");
        info["version"].as_str().unwrap().to_owned()
    };
    assert!(version("/snakes/mine/").starts_with("mine-"));
    assert!(version("/").starts_with("weights-"), "it does not say where the file is");
    let (root, mine) = (server.url(""), server.url("/snakes/mine"));
    let command = format!(
        "match snake http:url={root} http:url={mine} --games 1 --rules turn_cap=4,timeout=200 --json"
    );
    let document = ludus.json(&command);
    for bot in document["bots"].as_array().unwrap() {
        assert_eq!((&bot["forfeits"], &bot["errors"]), (&json!({}), &json!({})), "{bot}");
    }
    server.terminate();
    let text = std::fs::read_to_string(ludus.folder().join("moves.jsonl")).unwrap();
    for bot in ["weights:path=mine.json,depth=3", "mine=weights:path=mine.json"] {
        assert!(text.contains(&format!("\"bot\":\"{bot}\"")), "{bot}: {text}");
    }
    ludus.write("ludus.toml", "[serve]\nsnake = \"weights:path=theirs.json\"\n");
    let error = ludus.error("serve --listen 127.0.0.1:0", 2);
    assert!(error.starts_with("serve.snake: bot weights: cannot read theirs.json"), "{error}");
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
    assert!(ludus.error("serve --log no/such/folder", 2).contains("--log: the folder of"));
    assert!(ludus.error(bots, 2).contains("http://127.0.0.1:8000"));
    assert!(
        ludus.error("serve --replays nowhere", 1).contains("cannot read the folder of replays")
    );
}

#[test]
#[cfg(unix)]
fn a_terminal_that_is_closed_ends_the_server_cleanly() {
    let ludus = Ludus::new();
    for signal in ["-HUP", "-TERM", "-INT"] {
        Served::start(ludus.folder(), &[], &[]).end_by(signal);
    }
}

#[test]
#[cfg(unix)]
fn without_a_data_folder_everything_works_and_nothing_is_recorded() {
    let ludus = Ludus::new();
    // Below a file there is no folder, not even for the superuser.
    let nowhere = [("XDG_DATA_HOME", "/dev/null/x"), ("LUDUS_TRAIN_RUNS", "/dev/null/runs")];
    let server = Served::start(ludus.folder(), &[], &nowhere);
    for path in [
        "/",
        "/snakes/hard/",
        "/games",
        "/api/v1/games",
        "/api/v1/rooms",
        "/api/v1/live",
        "/api/v1/replays",
    ] {
        assert_eq!(ureq::get(server.url(path)).call().unwrap().status(), 200, "{path}");
    }
    for path in ["/api/v1/tournaments", "/api/v1/training"] {
        assert_eq!(ureq::get(server.url(path)).call().unwrap().status(), 200, "{path}");
    }
    let room = ureq::post(server.url("/api/v1/rooms")).send_json(json!({ "game": "snake" }));
    assert_eq!(room.unwrap().status(), 200);
    let said = server.said();
    let notes: Vec<_> = said.iter().filter(|line| line.contains("nothing is recorded")).collect();
    assert_eq!(notes.len(), 1, "{said:?}");
    assert!(notes[0].contains("/dev/null/x"), "{notes:?}");
    server.terminate();
}
