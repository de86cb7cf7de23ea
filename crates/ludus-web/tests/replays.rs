//! Recorded matches on the pages: listed, shown, studied, downloaded, dropped.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};

use common::Server;
use common::arena::offers;
use ludus_web::Options;
use serde_json::{Value, json};

fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludus/tests/golden")
}

fn server() -> Server {
    Server::start(Options { offers: offers(), replays: Some(golden()), ..Options::default() })
}

fn ids(answer: &Value) -> Vec<&str> {
    answer["replays"].as_array().unwrap().iter().map(|r| r["id"].as_str().unwrap()).collect()
}

fn golden_text(name: &str) -> String {
    std::fs::read_to_string(golden().join(format!("{name}.jsonl"))).unwrap()
}

#[test]
fn matches_are_listed_with_their_results_and_filtered() {
    let server = server();
    let all = server.get("/api/v1/replays?count=200").1;
    let files = std::fs::read_dir(golden()).unwrap().count();
    assert_eq!(all["all"], files);
    assert_eq!(ids(&all).len(), files);
    let chess = server.get("/api/v1/replays?game=chess").1;
    assert!(
        ids(&chess).contains(&"chess-mate") && ids(&chess).iter().all(|i| i.starts_with("chess"))
    );
    let mate =
        &chess["replays"].as_array().unwrap().iter().find(|r| r["id"] == "chess-mate").unwrap();
    assert_eq!(mate["reason"], "checkmate");
    let ranks: Vec<_> = mate["seats"].as_array().unwrap().iter().map(|s| &s["rank"]).collect();
    assert!(ranks.contains(&&json!(1)) && ranks.contains(&&json!(2)), "{ranks:?}");
    let label = mate["seats"][0]["label"].as_str().unwrap();
    assert!(ids(&server.get(&format!("/api/v1/replays?who={label}")).1).contains(&"chess-mate"));
    assert_eq!(server.get("/api/v1/replays?who=nobody").1["all"], 0);
    assert_eq!(server.get("/api/v1/replays?since=2999-01-01").1["all"], 0);
    let page = server.get("/api/v1/replays?from=2&count=3").1;
    assert_eq!(ids(&page), ids(&all)[2..5]);
    assert_eq!(server.get("/api/v1/replays?gaem=chess").0, 400);
}

#[test]
fn a_match_is_shown_turn_by_turn_with_what_the_bots_thought() {
    let server = server();
    for name in ["tetris-battle-bank", "chess-mate", "snake-standard", "tetris-live-battle"] {
        let (status, film) = server.get(&format!("/api/v1/replays/{name}"));
        assert_eq!(status, 200, "{film}");
        let frames = film["frames"].as_array().unwrap();
        let recorded: Value =
            serde_json::from_str(golden_text(name).lines().last().unwrap()).unwrap();
        let last = frames.last().unwrap();
        assert_eq!((&last["turn"], &last["outcome"]), (&recorded["turns"], &recorded["outcome"]));
        assert_eq!(frames[0]["turn"], 0);
        assert!(frames.iter().any(|f| f["actions"][0]["action"].is_string()), "{name}");
    }
    // Every line of a turn is a frame, with the same board and actions.
    let film = server.get("/api/v1/replays/snake-standard").1;
    for (line, frame) in
        golden_text("snake-standard").lines().zip(film["frames"].as_array().unwrap())
    {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(line["board"], frame["data"]);
        assert!(line["line"] == "header" || line["actions"] == recorded(&frame["actions"]));
    }
}

#[test]
fn another_bot_tells_what_it_would_play() {
    let server = server();
    let film = server.get("/api/v1/replays/chess-mate").1;
    let turns = film["frames"].as_array().unwrap().len() as u64 - 1;
    let seat = (turns + 1) % 2;
    let ask = |turn: u64, seat: u64, bot: &str| {
        let question = json!({ "turn": turn, "seat": seat, "bot": bot });
        server.ask("/api/v1/replays/chess-mate/advice", &question)
    };
    // One move before the end there is a mate in one, which every bot above random takes.
    for bot in ["easy", "medium", "hard"] {
        let (status, reply) = ask(turns - 1, seat, bot);
        assert_eq!(status, 200, "{reply}");
        assert_eq!(
            reply["action"], film["frames"][turns as usize]["actions"][0]["action"],
            "{bot}"
        );
    }
    assert!(ask(turns - 1, seat, "hard").1["insight"]["depth"].as_u64().unwrap() >= 1);
    let refused = |turn, seat, bot: &str, reply: &str| {
        let (status, answer) = ask(turn, seat, bot);
        let reason = answer["error"].as_str().unwrap().to_owned();
        assert!(status == 422 && reason.contains(reply), "{status} {reason}");
    };
    refused(turns - 1, 1 - seat, "hard", "is not to act");
    refused(turns + 5, seat, "hard", "there is no turn");
    refused(1, 0, "uci", "no bot of chess that a page may choose");
    refused(1, 0, "uci:cmd=ls", "no bot of chess that a page may choose");
    refused(1, 0, "weights:path=/etc/passwd", "no bot of chess that a page may choose");
}

/// The actions of a frame as they were recorded: a page gets the text of each score, too.
fn recorded(actions: &Value) -> Value {
    let mut actions = actions.clone();
    for action in actions.as_array_mut().into_iter().flatten() {
        if let Some(insight) = action["insight"].as_object_mut() {
            insight.remove("score_text");
        }
    }
    actions
}

#[test]
fn the_turning_points_of_a_lost_match_are_found() {
    let server = server();
    let (status, report) = server.ask("/api/v1/replays/chess-mate/why", &json!({}));
    assert_eq!(status, 200, "{report}");
    assert_eq!((&report["v"], &report["judge"]), (&1.into(), &"master".into()));
    let points = report["seats"][0]["points"].as_array().unwrap();
    assert!(points.iter().any(|point| point["turn"] == 2), "{points:?}");
    assert_eq!(server.ask("/api/v1/replays/chess-long/why", &json!({})).1["seats"], json!([]));
    // A live match has no turns that a judge could look at one by one.
    let (status, refused) = server.ask("/api/v1/replays/tetris-live-battle/why", &json!({}));
    assert!(status == 404 && refused["error"].is_string(), "{status} {refused}");
}

#[test]
fn a_match_can_be_had_as_files() {
    let server = server();
    let (status, file) = server.text("/api/v1/replays/chess-mate/file");
    assert_eq!((status, file), (200, golden_text("chess-mate")));
    let (status, pgn) = server.text("/api/v1/replays/chess-mate/notation");
    assert!(status == 200 && pgn.contains("[Result ") && pgn.contains("# "), "{pgn}");
    assert_eq!(server.get("/api/v1/replays/snake-solo/notation").0, 422);
    let downloads = server.get("/api/v1/replays/chess-mate").1["downloads"].clone();
    let expected = json!([
        { "label": "Replay (JSONL)", "address": "/api/v1/replays/chess-mate/file" },
        { "label": "PGN", "address": "/api/v1/replays/chess-mate/notation" },
    ]);
    assert_eq!(downloads, expected);
    assert_eq!(server.get("/api/v1/replays/chess-mate/nothing").0, 404);
}

#[test]
fn a_dropped_file_is_shown_if_it_holds() {
    let server = server();
    let text = golden_text("tetris-live-battle");
    let (status, kept) = server.upload("/api/v1/replays", "application/jsonl", text.as_bytes());
    assert_eq!(status, 200, "{kept}");
    let id = kept["id"].as_str().unwrap();
    assert!(id.len() > 30);
    assert_eq!(server.get(&format!("/api/v1/replays/{id}")).1["game"], "tetris-live");
    assert_eq!(server.text(&format!("/api/v1/replays/{id}/file")).1, text);
    // Others may not see it.
    assert!(!ids(&server.get("/api/v1/replays?count=200").1).contains(&id));
    let changed = text.replacen("\"score\":0", "\"score\":7", 1);
    for bad in ["", "{}", "no replay", &changed, &text[..text.len() / 2]] {
        let (status, reply) = server.upload("/api/v1/replays", "application/jsonl", bad.as_bytes());
        assert_eq!(status, 422, "{reply}");
    }
    // What a page of another site can send without asking is refused.
    assert_eq!(server.upload("/api/v1/replays", "text/plain", text.as_bytes()).0, 415);
    let small =
        Server::start(Options { offers: offers(), replay_bytes: 1000, ..Options::default() });
    assert_eq!(small.upload("/api/v1/replays", "application/jsonl", text.as_bytes()).0, 413);
}

#[test]
fn no_name_of_a_match_is_a_path() {
    let server = server();
    for bad in ["..%2f..%2fCargo", "%2e%2e", "nothing", ".hidden", "a%00b", "~0123"] {
        assert_eq!(server.get(&format!("/api/v1/replays/{bad}")).0, 404, "{bad}");
        assert_eq!(server.get(&format!("/api/v1/replays/{bad}/file")).0, 404, "{bad}");
    }
}
