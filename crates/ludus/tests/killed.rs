//! Rooms of `ludus serve`: what is left when the server is killed in the middle of matches.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;
#[path = "common/served.rs"]
mod served;

use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use common::Ludus;
use ludus_arena::store::{LiveFilter, LiveRow, Store};
use serde_json::{Value, json};
use served::Served;
use tungstenite::{Message, WebSocket};

/// The server, which takes many rooms from one address.
fn start(ludus: &Ludus) -> Served {
    Served::start(ludus.folder(), &[], &[("LUDUS_SERVE_ROOMS_PER_ADDRESS", "64")])
}

/// Makes a room with these bots in it, and lets them play.
fn play(server: &Served, game: &str, bots: &[&str], rules: Value) -> WebSocket<TcpStream> {
    let made = ureq::post(server.url("/api/v1/rooms"))
        .header("content-type", "application/json")
        .send(json!({ "game": game }).to_string());
    let text = made.unwrap().body_mut().read_to_string().unwrap();
    let made: Value = serde_json::from_str(&text).unwrap();
    let stream = TcpStream::connect(server.address()).unwrap();
    let url = format!("ws://{}/api/v1/socket", server.address());
    let (mut socket, _) = tungstenite::client(url, stream).unwrap();
    let mut say = |kind: &str, mut content: Value| {
        content["v"] = json!(1);
        content["type"] = json!(kind);
        content["room"] = made["room"].clone();
        socket.send(Message::text(content.to_string())).unwrap();
    };
    say("join", json!({ "host": made["host"] }));
    for bot in bots {
        say("add_bot", json!({ "bot": bot }));
    }
    say("rules", json!({ "rules": rules }));
    say("start", json!({}));
    socket
}

fn rows(store: &Path) -> Vec<LiveRow> {
    Store::open_existing(store).unwrap().live_matches(&LiveFilter::default(), 100).unwrap()
}

fn count(rows: &[LiveRow], state: &str) -> usize {
    rows.iter().filter(|row| row.state == state).count()
}

/// Waits until the store has this many matches in this state.
fn wait(store: &Path, state: &str, wanted: usize) -> Vec<LiveRow> {
    let start = Instant::now();
    loop {
        let rows = rows(store);
        if count(&rows, state) >= wanted {
            return rows;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{state}: {}", count(&rows, state));
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_server_that_is_killed_in_the_middle_of_twenty_matches_loses_only_these() {
    let ludus = Ludus::new();
    let store: PathBuf = ludus.folder().join("ludus/results.sqlite");
    let server = start(&ludus);
    let short = play(&server, "chess", &["easy", "easy"], json!({ "max_plies": 2 }));
    let finished = wait(&store, "finished", 1);
    let replay = finished.iter().find_map(|row| row.replay.clone()).unwrap();
    drop(short);
    let long: Vec<_> = (0..20)
        .map(|_| play(&server, "tetris", &["easy", "medium"], json!({ "height": 20 })))
        .collect();
    wait(&store, "playing", 20);
    drop(server);
    drop(long);
    assert_eq!(count(&rows(&store), "playing"), 20);

    let server = start(&ludus);
    let after = rows(&store);
    let counts = ["finished", "lost", "playing", "aborted"].map(|state| count(&after, state));
    assert_eq!(counts, [1, 20, 0, 0]);
    let lost = after.iter().find(|row| row.state == "lost").unwrap();
    assert!(lost.replay.is_none() && lost.ended.is_some());
    let held = ludus.text(&format!("replay ludus/live/{replay} --verify"));
    assert!(held.contains("verified"), "{held}");
    // A second server beside this one does not take its matches for lost.
    let going = play(&server, "tetris", &["easy", "medium"], json!({ "height": 20 }));
    wait(&store, "playing", 1);
    let second = start(&ludus);
    assert_eq!(count(&rows(&store), "playing"), 1);
    drop(second);
    // Asked to end, it writes down that the match did not.
    server.terminate();
    let aborted = wait(&store, "aborted", 1);
    assert_eq!(count(&aborted, "playing"), 0);
    drop(going);
}
