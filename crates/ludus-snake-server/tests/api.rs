//! The Battlesnake API over real HTTP.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::time::{Duration, Instant};

use common::{new_game, only_up, request, send, serve, serve_with};
use ludus_snake::Direction;
use ludus_snake::log::MoveLogEntry;
use ludus_snake_server::{DebugLog, SnakeOptions};
use ludus_web::Options;

const BOTS: [&str; 4] = ["random", "easy", "medium", "hard"];

#[test]
fn every_bot_says_who_it_is() {
    let server = serve();
    for path in BOTS.map(|name| format!("/snakes/{name}/")) {
        let (status, info) = server.get(&path);
        assert_eq!((status, &info["apiversion"]), (200, &"1".into()));
        for key in ["author", "color", "head", "tail", "version"] {
            assert!(!info[key].as_str().unwrap().is_empty(), "{path} {key}");
        }
        assert_eq!(server.get(path.trim_end_matches('/')), (200, info));
    }
    assert_eq!(server.get("/"), server.get("/snakes/hard/"));
    assert_eq!(server.get("/health").0, 200);
}

#[test]
fn every_bot_plays_a_game_from_start_to_end() {
    let server = serve();
    let (game, _) = new_game(1, 2);
    let mut request = request(&game, "a-game");
    request.game.timeout = 150;
    for path in BOTS.map(|name| format!("/snakes/{name}")).iter().map(String::as_str).chain([""]) {
        assert_eq!(send(&server, &format!("{path}/start"), &request).0, 200);
        let (status, answer) = send(&server, &format!("{path}/move"), &request);
        assert_eq!(status, 200, "{answer}");
        answer["move"].as_str().unwrap().parse::<Direction>().unwrap();
        assert_eq!(send(&server, &format!("{path}/end"), &request).0, 200);
    }
}

#[test]
fn a_move_of_an_unknown_game_without_settings_or_start_is_answered_safely() {
    let server = serve();
    for path in BOTS.map(|name| format!("/snakes/{name}/move")) {
        let (status, answer) = server.post(&path, &only_up().to_string());
        assert_eq!((status, &answer["move"]), (200, &"up".into()), "{path}: {answer}");
    }
}

#[test]
fn a_move_with_no_time_left_is_still_safe() {
    let server = serve();
    let mut request = only_up();
    request["game"]["timeout"] = 0.into();
    let (status, answer) = server.post("/move", &request.to_string());
    assert_eq!((status, &answer["move"]), (200, &"up".into()));
}

#[test]
fn a_pool_that_takes_nothing_more_does_not_keep_moves_from_being_safe() {
    let server =
        serve_with(SnakeOptions { waiting: 0, ..SnakeOptions::default() }, Options::default());
    let (status, answer) = server.post("/move", &only_up().to_string());
    assert_eq!((status, &answer["move"]), (200, &"up".into()));
}

#[test]
fn the_end_of_a_game_needs_no_snake_on_the_board() {
    let server = serve();
    let mut request = only_up();
    request["board"]["snakes"] = serde_json::json!([]);
    assert_eq!(server.post("/end", &request.to_string()).0, 200);
}

#[test]
fn the_end_of_the_server_answers_what_is_under_way() {
    let mut server = serve();
    let (game, _) = new_game(3, 4);
    let body = serde_json::to_string(&request(&game, "last")).unwrap();
    let url = server.url("/move");
    let asked = std::thread::spawn(move || {
        let post = ureq::post(&url).header("content-type", "application/json");
        let mut answer = post.send(&body).unwrap();
        answer.body_mut().read_to_string().unwrap()
    });
    std::thread::sleep(Duration::from_millis(100));
    server.ask_to_end();
    assert!(asked.join().unwrap().contains("\"move\""));
    let since = Instant::now();
    server.wait();
    assert!(since.elapsed() < Duration::from_secs(2), "{:?}", since.elapsed());
    assert!(std::net::TcpStream::connect(server.address).is_err());
}

#[test]
fn every_move_is_a_line_of_the_log() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moves.jsonl");
    let log = Some(DebugLog::File(path.clone()));
    let mut server =
        serve_with(SnakeOptions { log, ..SnakeOptions::default() }, Options::default());
    for path in ["/move", "/snakes/easy/move"] {
        assert_eq!(server.post(path, &only_up().to_string()).0, 200);
    }
    server.ask_to_end();
    server.wait();
    let text = std::fs::read_to_string(path).unwrap();
    let entries: Vec<MoveLogEntry> =
        text.lines().map(|line| MoveLogEntry::parse(line).unwrap()).collect();
    assert_eq!(entries.len(), 2);
    let bots: Vec<_> = entries.iter().map(|entry| entry.bot.as_deref().unwrap()).collect();
    assert_eq!(bots, ["hard", "easy"]);
    for entry in entries {
        assert_eq!((entry.turn, entry.chosen_move), (14, Direction::Up));
        assert_eq!(entry.game.as_ref().unwrap().id, "unknown");
        assert!(entry.insight.as_ref().unwrap().depth > 0);
        let second = entry.timestamp.parse::<jiff::Timestamp>().unwrap().as_second();
        assert!((jiff::Timestamp::now().as_second() - second).abs() < 60);
        entry.position().unwrap();
    }
}
