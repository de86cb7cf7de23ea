//! The public board viewer: `GET /games/ID` and the WebSocket with the frames, over real connections.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::net::TcpStream;

use common::arena::offers;
use common::{Server, golden, new_game, send, serve, serve_with};
use ludus_arena::replay::{ReplayReader, verify};
use ludus_core::{Answer, Game, Seat};
use ludus_snake::api::{GameRequest, SnakeIdentity};
use ludus_snake::{Direction, Snake};
use ludus_snake_server::SnakeOptions;
use ludus_web::{GamePage, Options, PageFile};
use serde_json::Value;
use tungstenite::{Message, WebSocket};

const SEAT: fn(usize) -> Seat = |n| Seat::new(n).unwrap();

fn connect(server: &Server, path: &str) -> WebSocket<TcpStream> {
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(10))).unwrap();
    let url = format!("ws://{}{path}", server.address);
    tungstenite::client(url, stream).unwrap().0
}

/// The next event; `None` when the server ends the connection.
fn event(socket: &mut WebSocket<TcpStream>) -> Option<Value> {
    match socket.read().unwrap() {
        Message::Text(text) => Some(serde_json::from_str(&text).unwrap()),
        Message::Close(_) => None,
        other => panic!("{other:?}"),
    }
}

/// What an official server sends to this seat.
fn request(game: &Snake, seat: usize) -> GameRequest {
    let mut request =
        GameRequest::of(game, SEAT(seat), "live-1", &SnakeIdentity::by_seat(game.seats()));
    request.game.timeout = 100;
    request
}

/// A server that shows recorded matches.
fn with_replays() -> Server {
    let snakes = SnakeOptions { replays: Some(golden()), ..SnakeOptions::default() };
    serve_with(snakes, Options { replays: Some(golden()), offers: offers(), ..Options::default() })
}

#[test]
fn a_game_is_watched_while_it_is_played() {
    let server = serve();
    let (mut game, mut chance) = new_game(5, 2);
    assert_eq!(server.get("/games/live-1").0, 404);
    assert_eq!(send(&server, "/snakes/easy/start", &request(&game, 0)).0, 200);
    let (status, answer) = server.get("/games/live-1");
    assert_eq!((status, &answer["Game"]["Status"]), (200, &"running".into()));
    assert_eq!((&answer["Game"]["ID"], &answer["Game"]["Width"]), (&"live-1".into(), &11.into()));

    let mut viewer = connect(&server, "/games/live-1/events");
    let first = event(&mut viewer).unwrap();
    assert_eq!((&first["Type"], &first["Data"]["Turn"]), (&"frame".into(), &0.into()));
    let head = game.body(SEAT(0))[0];
    let shown = &first["Data"]["Snakes"][0];
    assert_eq!((&shown["Body"][0]["X"], &shown["Body"][0]["Y"]), (&head.x.into(), &head.y.into()));
    assert_eq!(shown["Health"], 100);
    assert_eq!(first["Data"]["Food"].as_array().unwrap().len(), game.food().len());

    // Two snakes of the server play: every turn is one frame. Frames come while the game is played.
    for turn in 1..=3 {
        let moves = [Direction::Up, Direction::Up].map(Answer::Play);
        let moves: Vec<_> = Seat::first(2).zip(moves).filter(|(s, _)| game.lives(*s)).collect();
        game.apply(&moves, &mut chance);
        for seat in Seat::first(2).filter(|seat| game.lives(*seat)) {
            let path = ["/snakes/easy/move", "/snakes/random/move"][seat.index()];
            assert_eq!(send(&server, path, &request(&game, seat.index())).0, 200);
        }
        if game.outcome().is_some() {
            break;
        }
        assert_eq!(event(&mut viewer).unwrap()["Data"]["Turn"], turn);
    }
    for seat in 0..2 {
        assert_eq!(send(&server, "/snakes/easy/end", &request(&game, seat)).0, 200);
    }
    let mut last = event(&mut viewer).unwrap();
    if last["Type"] == "frame" {
        last = event(&mut viewer).unwrap();
    }
    assert_eq!((&last["Type"], &last["Data"]["Status"]), (&"game_end".into(), &"complete".into()));
    assert!(event(&mut viewer).is_none());

    // A viewer that comes later sees it from the start.
    let mut late = connect(&server, "/games/live-1/events");
    assert_eq!(event(&mut late).unwrap(), first);
    let listed = server.get("/games").1;
    assert_eq!(listed["games"][0]["id"], "live-1");
}

/// The names that the official rules have for the ways to die.
const CAUSES: [&str; 6] = [
    "snake-collision",
    "snake-self-collision",
    "out-of-health",
    "head-collision",
    "wall-collision",
    "hazard",
];

#[test]
fn a_recorded_match_is_watched_afterwards() {
    let server = with_replays();
    for name in ["snake-standard", "snake-royale", "snake-wrapped"] {
        let text = std::fs::read_to_string(golden().join(format!("{name}.jsonl"))).unwrap();
        let mut reader = ReplayReader::new(text.as_bytes()).unwrap();
        let turns = verify::<Snake, _>(&mut reader).unwrap().turns;

        let (status, answer) = server.get(&format!("/games/{name}"));
        assert_eq!((status, &answer["Game"]["Status"]), (200, &"complete".into()), "{answer}");
        let mut viewer = connect(&server, &format!("/games/{name}/events"));
        let mut frames = Vec::new();
        let end = loop {
            let event = event(&mut viewer).unwrap();
            if event["Type"] != "frame" {
                break event;
            }
            frames.push(event["Data"].clone());
        };
        assert_eq!(end["Type"], "game_end");
        let numbers: Vec<u64> = frames.iter().map(|f| f["Turn"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (0..=u64::from(turns)).collect::<Vec<_>>(), "{name}");
        // Who is dead says since when and why; the frame before it lives.
        let last = frames.last().unwrap()["Snakes"].as_array().unwrap();
        for (seat, snake) in last.iter().enumerate().filter(|(_, s)| !s["Death"].is_null()) {
            let turn = snake["Death"]["Turn"].as_u64().unwrap() as usize;
            assert!(CAUSES.contains(&snake["Death"]["Cause"].as_str().unwrap()), "{snake}");
            assert!(frames[turn - 1]["Snakes"][seat]["Death"].is_null());
            assert!(!frames[turn]["Snakes"][seat]["Death"].is_null());
        }
        assert_eq!(
            last[0]["Name"].as_str(),
            reader.header().seats.first().map(|s| s.label.as_str())
        );
        let colours: Vec<&Value> = last.iter().map(|snake| &snake["Color"]).collect();
        assert!(colours.windows(2).all(|pair| pair[0] != pair[1]), "{colours:?}");
    }
    assert_eq!(server.get("/games/chess-mate").0, 422);
    for missing in ["/games/nothing", "/games/..%2Fgolden", "/games/%2e%2e"] {
        assert_eq!(server.get(missing).0, 404, "{missing}");
    }
}

#[test]
fn pages_of_other_sites_may_ask() {
    let server = with_replays();
    let url = server.url("/games/snake-solo");
    let answer = ureq::get(&url).header("Origin", "https://board.example").call().unwrap();
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
}

#[test]
fn a_viewer_that_leaves_does_not_disturb_others() {
    let server = serve();
    let (game, _) = new_game(6, 2);
    assert_eq!(send(&server, "/start", &request(&game, 0)).0, 200);
    for _ in 0..20 {
        drop(connect(&server, "/games/live-1/events"));
    }
    let mut viewer = connect(&server, "/games/live-1/events");
    assert_eq!(event(&mut viewer).unwrap()["Type"], "frame");
    assert_eq!(send(&server, "/move", &request(&game, 0)).0, 200);
}

#[test]
fn a_recorded_match_can_be_downloaded_as_frames_of_the_board() {
    let server = with_replays();
    let (status, board) = server.get("/api/v1/replays/snake-standard/board");
    assert_eq!((status, &board["Frames"][0]["Turn"]), (200, &0.into()));
    let labels = |id: &str| {
        let film = server.get(&format!("/api/v1/replays/{id}")).1;
        let downloads = film["downloads"].as_array().unwrap().clone();
        for download in &downloads {
            assert_eq!(server.text(download["address"].as_str().unwrap()).0, 200, "{download}");
        }
        downloads.iter().map(|d| d["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels("snake-standard"), ["Replay (JSONL)", "Board frames"]);
    assert_eq!(labels("chess-mate"), ["Replay (JSONL)", "PGN"], "not a match of snakes");
    assert_eq!(server.get("/api/v1/replays/chess-mate/board").0, 422);
}

#[test]
fn the_page_files_of_games_and_the_viewer_share_their_addresses() {
    let file = PageFile { name: "page.js".into(), content: b"export const page = 1;".into() };
    let pages = vec![GamePage { game: "snake".into(), files: vec![file] }];
    let server = serve_with(SnakeOptions::default(), Options { pages, ..Options::default() });
    assert_eq!(server.text("/games/snake/page.js").1, "export const page = 1;");
    // A match may have the name of a game.
    let (game, _) = new_game(6, 2);
    let mut request = request(&game, 0);
    request.game.id = "snake".to_owned();
    assert_eq!(send(&server, "/start", &request).0, 200);
    assert_eq!(server.get("/games/snake").1["Game"]["ID"], "snake");
    assert_eq!(event(&mut connect(&server, "/games/snake/events")).unwrap()["Type"], "frame");
    assert_eq!(server.text("/games/snake/page.js").0, 200);
}
