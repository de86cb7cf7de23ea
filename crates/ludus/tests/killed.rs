//! Rooms of `ludus serve`: what is left when the server is killed in the middle of matches.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

mod common;

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::Ludus;
use ludus_arena::store::{LiveFilter, LiveRow, Store};
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket};

/// The server, in a folder of its own.
struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_ludus"))
            .current_dir(folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .env_remove("RUST_LOG")
            .env("XDG_DATA_HOME", folder)
            .env("LUDUS_SERVE_ROOMS_PER_ADDRESS", "64")
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
            let url = line.split_whitespace().find(|word| word.starts_with("http://"))?.to_owned();
            Some(url.trim_start_matches("http://").trim_end_matches('/').to_owned())
        });
        std::thread::spawn(move || lines.for_each(drop));
        Self { child, address: address.unwrap() }
    }

    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Makes a room with these bots in it, and lets them play.
    fn play(&self, game: &str, bots: &[&str], rules: Value) -> WebSocket<TcpStream> {
        let made = ureq::post(format!("http://{}/api/v1/rooms", self.address))
            .header("content-type", "application/json")
            .send(json!({ "game": game }).to_string());
        let text = made.unwrap().body_mut().read_to_string().unwrap();
        let made: Value = serde_json::from_str(&text).unwrap();
        let stream = TcpStream::connect(&self.address).unwrap();
        let url = format!("ws://{}/api/v1/socket", self.address);
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
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn rows(store: &Path) -> Vec<LiveRow> {
    Store::open_existing(store).unwrap().live_matches(&LiveFilter::default(), 100).unwrap()
}

fn count(rows: &[LiveRow], state: &str) -> usize {
    rows.iter().filter(|row| row.state == state).count()
}

/// Waits until the store has so many matches in this state.
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
    let server = Server::start(ludus.folder());
    let short = server.play("chess", &["easy", "easy"], json!({ "max_plies": 2 }));
    let finished = wait(&store, "finished", 1);
    let replay = finished.iter().find_map(|row| row.replay.clone()).unwrap();
    drop(short);
    let long: Vec<_> = (0..20)
        .map(|_| server.play("tetris", &["easy", "medium"], json!({ "height": 20 })))
        .collect();
    wait(&store, "playing", 20);
    server.kill();
    drop(long);
    assert_eq!(count(&rows(&store), "playing"), 20);

    let server = Server::start(ludus.folder());
    let after = rows(&store);
    let counts = ["finished", "lost", "playing", "aborted"].map(|state| count(&after, state));
    assert_eq!(counts, [1, 20, 0, 0]);
    let lost = after.iter().find(|row| row.state == "lost").unwrap();
    assert!(lost.replay.is_none() && lost.ended.is_some());
    let held = ludus.text(&format!("replay ludus/live/{replay} --verify"));
    assert!(held.contains("holds"), "{held}");
    // A second server beside this one does not take its matches for lost.
    let going = server.play("tetris", &["easy", "medium"], json!({ "height": 20 }));
    wait(&store, "playing", 1);
    let second = Server::start(ludus.folder());
    assert_eq!(count(&rows(&store), "playing"), 1);
    second.kill();
    // Asked to end, it writes down that the match did not.
    let id = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    let aborted = wait(&store, "aborted", 1);
    assert_eq!(count(&aborted, "playing"), 0);
    drop(going);
}
