//! What people with bad intentions try: nothing happens but a clear refusal.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use common::Server;
use common::arena::{Page, create, host, offers};
use ludus_web::{Options, RoomLimits};
use serde_json::{Value, json};

fn serve() -> Server {
    Server::start(Options { offers: offers(), ..Options::default() })
}

fn with_limits(rooms: RoomLimits) -> Server {
    Server::start(Options { offers: offers(), rooms, ..Options::default() })
}

#[test]
fn nobody_acts_adds_removes_or_starts_for_another() {
    let server = serve();
    let (mut ann, room) = host(&server, "chess");
    let token = ann.sit(&room, "Ann");
    let mut eve = Page::open(&server);
    eve.join(&room, json!({}));
    eve.sit(&room, "Eve");
    for (kind, content) in [
        ("start", json!({})),
        ("add_bot", json!({"bot": "easy"})),
        ("remove", json!({"seat": 0})),
        ("rules", json!({"rules": {"max_plies": 2}})),
        ("rematch", json!({})),
        ("reopen", json!({})),
    ] {
        eve.say(&room, kind, content);
        assert_eq!(eve.refused(), "only the host may do that", "{kind}");
    }
    ann.say(&room, "start", json!({}));
    ann.hear("state");
    // Eve sits in the second seat: it is not her turn, and there is no way to say that she means the first.
    eve.say(&room, "act", json!({"action": "e2e4"}));
    assert_eq!(eve.refused(), "it is not your turn");
    eve.say(&room, "act", json!({"action": "e2e4", "seat": 0}));
    assert!(eve.refused().contains("seat"));
    // Another's token, tokens that are none, and the right token of another room.
    let (_, other_host) = create(&server, "chess");
    let wrong = [
        json!({"token": token.to_uppercase() + "0"}),
        json!({"token": ""}),
        json!({"token": "0".repeat(32)}),
        json!({"host": other_host}),
        json!({"host": token}),
    ];
    for content in wrong {
        let mut mallory = Page::open(&server);
        let answer = mallory.join(&room, content.clone());
        assert_eq!(answer["type"], "error", "{content}");
        mallory.say(&room, "resign", json!({}));
        assert_eq!(mallory.refused(), "join the room first");
    }
    // A spectator has no seat to act with.
    let mut spectator = Page::open(&server);
    spectator.join(&room, json!({}));
    for (kind, content) in [
        ("act", json!({"action": "e2e4"})),
        ("resign", json!({})),
        ("draw", json!({"offer": true})),
        ("stand", json!({})),
    ] {
        spectator.say(&room, kind, content);
        assert_eq!(spectator.refused(), "you have no seat", "{kind}");
    }
    ann.say(&room, "act", json!({"action": "d2d4"}));
    ann.until("Ann's own move", |m| m["type"] == "change" && m["turn"] == 1);
}

#[test]
fn tokens_are_told_to_nobody_else() {
    let server = serve();
    let (mut ann, room) = host(&server, "snake");
    let token = ann.sit(&room, "Ann");
    let mut eve = Page::open(&server);
    let joined = eve.join(&room, json!({}));
    eve.sit(&room, "Eve");
    let (_, list) = server.get("/api/v1/rooms");
    for reply in [joined.to_string(), list.to_string()] {
        assert!(!reply.contains(&token));
    }
    ann.say(&room, "start", json!({}));
    for _ in 0..5 {
        let heard = eve.next().unwrap().to_string();
        assert!(!heard.contains(&token) && !heard.contains("seed"), "{heard}");
    }
}

#[test]
fn rooms_that_are_guessed_do_not_exist() {
    let server = serve();
    let mut eve = Page::open(&server);
    for room in ["", "a", "../../etc/passwd", "tv-", "tv-poker", "aaaaaaaaaaaa", "%00", "💥"] {
        assert_eq!(eve.join(room, json!({}))["message"], "there is no such room", "{room}");
    }
    for path in [
        "/assets/../Cargo.toml",
        "/assets/..%2f..%2fCargo.toml",
        "/assets/%2e%2e/%2e%2e/etc/passwd",
        "/assets//etc/passwd",
        "/api/v1/rooms/../../../etc/passwd",
    ] {
        let (status, answer) = server.get(path);
        assert!(status == 404 || status == 400, "{path}: {status} {answer}");
    }
}

#[test]
fn malformed_messages_are_refused_and_at_last_their_sender_is_sent_away() {
    let server = serve();
    let mut eve = Page::open(&server);
    for text in ["", "null", "{", "[1]", "{\"v\":1}", "{\"v\":1,\"type\":\"root\"}", "\u{0}"] {
        eve.send_text(text);
        assert!(!eve.refused().is_empty(), "{text:?}");
    }
    let large = json!({"v": 1, "type": "ping", "t": 1, "x": "x".repeat(4100)}).to_string();
    eve.send_text(&large);
    assert_eq!(eve.refused(), "a message has at most 4096 bytes");
    let mut sent = 0;
    while eve.try_send("{") && sent < 1000 {
        sent += 1;
    }
    let mut ended = false;
    for _ in 0..200 {
        if eve.next().is_none() {
            ended = true;
            break;
        }
    }
    assert!(ended, "the connection ends");
    // A message that is larger than any is not even read.
    let mut mallory = Page::open(&server);
    mallory.try_send(&"x".repeat(1 << 20));
    assert!(mallory.next().is_none());
    // The others are not disturbed.
    let (mut ann, room) = host(&server, "chess");
    ann.sit(&room, "Ann");
}

#[test]
fn a_flood_is_slowed_down_and_does_not_reach_the_room() {
    let server = serve();
    let (mut ann, room) = host(&server, "chess");
    ann.sit(&room, "Ann");
    let mut eve = Page::open(&server);
    eve.join(&room, json!({}));
    let text = json!({"v": 1, "type": "sync", "room": room}).to_string();
    for _ in 0..100 {
        if !eve.try_send(&text) {
            break;
        }
    }
    let heard = eve.until("that it is too much", |m| m["type"] == "error");
    assert_eq!(heard["message"], "too many messages; slow down");
    ann.add_bots(&room, &["easy"]);
    ann.until("the bot", |m| m["seats"].as_array().is_some_and(|seats| seats.len() == 2));
}

#[test]
fn pages_of_other_sites_may_not_connect_or_make_rooms() {
    let server = serve();
    let own = format!("http://{}", server.address);
    assert!(Page::try_open(&server, Some(&own)).is_ok());
    for origin in ["http://evil.example", "null", "https://127.0.0.1", "file://"] {
        assert_eq!(Page::try_open(&server, Some(origin)).err(), Some(403), "{origin}");
    }
    // A form of another site cannot send JSON.
    assert_eq!(server.upload("/api/v1/rooms", "text/plain", b"{\"game\":\"chess\"}").0, 415);
    for body in [json!({"game": "poker"}), json!({"game": "chess", "rules": {}}), json!([])] {
        let (status, answer) = server.ask("/api/v1/rooms", &body);
        assert!((400..500).contains(&status) && answer["error"].is_string(), "{answer}");
    }
}

#[test]
fn nicknames_are_text_and_nothing_else() {
    let server = serve();
    let (mut ann, room) = host(&server, "snake");
    for name in ["", "  ", "a\u{202e}b", "a\nb", &"x".repeat(25)] {
        ann.say(&room, "sit", json!({"nickname": name}));
        assert!(ann.refused().contains("nickname"), "{name:?}");
    }
    ann.sit(&room, "<img src=x>");
    let mut eve = Page::open(&server);
    // It is sent as it is: pages put it on the screen as text, and may load nothing from anywhere.
    assert_eq!(eve.join(&room, json!({}))["seats"][0]["label"], "<img src=x>");
}

#[test]
fn programs_addresses_and_files_cannot_be_chosen_as_bots() {
    let server = serve();
    for (game, bots) in [
        ("chess", ["uci:cmd=/bin/sh", "uci", "easy:x=1"].as_slice()),
        ("snake", &["http:url=http://127.0.0.1:1", "http", "weights:path=/etc/passwd"]),
        ("tetris", &["weights:path=/etc/passwd", "tbp:cmd=sh", "weights", "human", "../hard", ""]),
    ] {
        let (mut ann, room) = host(&server, game);
        for bot in bots {
            ann.say(&room, "add_bot", json!({"bot": bot}));
            assert!(ann.refused().contains("no bot"), "{bot}");
        }
    }
}

#[test]
fn rules_that_cannot_be_played_are_refused() {
    let server = serve();
    let (mut ann, room) = host(&server, "tetris");
    for content in [
        json!({"rules": {"height": 999}}),
        json!({"rules": {"height": "tall"}}),
        json!({"rules": {"no_such": 1}}),
        json!({"rules": {"bank": {}}}),
        json!({"turn_ms": 1}),
        json!({"turn_ms": -1}),
        json!({"clock": "0"}),
        json!({"clock": "1e300"}),
        json!({"clock": {"base_s": 60}}),
        json!({"clock": "10800.1"}),
    ] {
        ann.say(&room, "rules", content.clone());
        assert!(!ann.refused().is_empty(), "{content}");
    }
    ann.say(&room, "start", json!({}));
    assert_eq!(ann.refused(), "tetris needs 1 to 8 seats, not 0");
}

#[test]
fn there_are_no_more_rooms_seats_spectators_and_pages_than_allowed() {
    let limits = RoomLimits { rooms: 2, spectators: 2, sockets: 6, ..RoomLimits::default() };
    let server = with_limits(limits);
    let (mut ann, room) = host(&server, "chess");
    create(&server, "snake");
    let (status, answer) = server.ask("/api/v1/rooms", &json!({"game": "snake"}));
    assert_eq!(status, 503);
    assert!(answer["error"].as_str().unwrap().contains("2 rooms"), "{answer}");
    ann.add_bots(&room, &["easy", "easy", "easy"]);
    assert_eq!(ann.refused(), "all 2 seats are taken");
    let mut pages: Vec<Page> = (0..3).map(|_| Page::open(&server)).collect();
    let answers: Vec<Value> = pages.iter_mut().map(|page| page.join(&room, json!({}))).collect();
    assert_eq!(answers[2]["message"], "the room has as many spectators as it may");
    let more: Vec<_> = (0..3).map(|_| Page::try_open(&server, None)).collect();
    assert_eq!(more[2].as_ref().err(), Some(&503));
}

#[test]
fn one_address_cannot_take_all_rooms() {
    let limits = RoomLimits { rooms: 5, per_address: 3, ..RoomLimits::default() };
    let server = with_limits(limits);
    for _ in 0..3 {
        create(&server, "chess");
    }
    let (status, answer) = server.ask("/api/v1/rooms", &json!({"game": "snake"}));
    assert_eq!(status, 503);
    assert_eq!(answer["error"], "there are 3 rooms made from your address already");
}

#[test]
fn one_address_cannot_take_all_seats_and_places() {
    let limits =
        RoomLimits { seats_per_address: 2, spectators_per_address: 3, ..RoomLimits::default() };
    let server = with_limits(limits);
    let mut page = Page::open(&server);
    let rooms: Vec<String> = (0..3).map(|_| create(&server, "chess").0).collect();
    for room in &rooms {
        page.join(room, json!({}));
    }
    page.sit(&rooms[0], "Ann");
    page.sit(&rooms[1], "Ann");
    page.say(&rooms[2], "sit", json!({ "nickname": "Ann" }));
    assert_eq!(page.refused(), "your address has as many seats as it may");
    page.say(&rooms[0], "stand", json!({}));
    page.sit(&rooms[2], "Ann");
    let mut pages: Vec<Page> = (0..3).map(|_| Page::open(&server)).collect();
    let answers: Vec<Value> =
        pages.iter_mut().map(|page| page.join(&rooms[1], json!({}))).collect();
    let reply = "your address has as many pages in this room as it may";
    assert_eq!(answers[2]["message"], reply);
    assert_eq!(answers[1]["type"], "room");
}

#[test]
fn a_name_that_others_gave_to_this_machine_does_not_reach_it() {
    let hosts = vec!["arena.example".to_owned()];
    let server = Server::start(Options { offers: offers(), hosts, ..Options::default() });
    let ask = |path: &str, host: &str| {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(head.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    };
    for host in ["localhost:8000", "127.0.0.1", "arena.example"] {
        assert!(ask("/api/v1/rooms", host).contains("200 OK"), "{host}");
    }
    let refusal = ask("/api/v1/rooms", "rebound.example:8000");
    assert!(refusal.contains("403 Forbidden") && refusal.contains("serve.hosts"), "{refusal}");
    for path in ["/", "/api/v1/games", "/health", "/assets/app.js"] {
        assert!(ask(path, "rebound.example").contains("403 Forbidden"), "{path}");
        assert!(ask(path, "arena.example").contains("200 OK"), "{path}");
    }
}
