//! The real server under attack: it stays small, and others are answered meanwhile.

#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/served.rs"]
mod served;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use common::Ludus;
use rustix::process::{Resource, getrlimit, setrlimit};
use serde_json::Value;
use served::Served;

/// The most memory that the server may ever have.
const MOST_MEMORY: u64 = 256 << 20;

/// The size of the largest file that may be dropped.
const LARGEST: usize = 32 << 20;

fn connect(server: &Served, said: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(said.as_bytes()).unwrap();
    stream
}

/// The status of `/health`, and how long it took.
fn health(server: &Served) -> Duration {
    let since = Instant::now();
    assert_eq!(ureq::get(server.url("/health")).call().unwrap().status(), 200);
    since.elapsed()
}

/// Sends the largest file that may be dropped; the status of the answer, if one is heard.
fn drop_large_file(server: &Served) -> Option<u16> {
    let mut stream = connect(
        server,
        &format!(
            "POST /api/v1/replays HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/jsonl\r\ncontent-length: {LARGEST}\r\n\r\n"
        ),
    );
    let part = vec![b'\n'; 1 << 20];
    // A server that has heard enough closes the connection.
    let _ = (0..LARGEST >> 20).try_for_each(|_| stream.write_all(&part));
    let mut text = Vec::new();
    let _ = stream.read_to_end(&mut text);
    String::from_utf8_lossy(&text).split(' ').nth(1)?.parse().ok()
}

/// The name of a recorded match that is large, in this folder.
fn record_large_match(ludus: &Ludus) -> String {
    ludus.text("match tetris dellacherie --games 1 --max-pieces 8000 --record replays");
    let file = std::fs::read_dir(ludus.folder().join("replays")).unwrap().next().unwrap().unwrap();
    file.path().file_stem().unwrap().to_str().unwrap().to_owned()
}

#[test]
fn many_large_files_at_once_do_not_fill_the_memory() {
    let ludus = Ludus::new();
    let server = Served::start(ludus.folder(), &[], &[]);
    let before = server.most_memory();
    let statuses: Vec<Option<u16>> = thread::scope(|scope| {
        let senders: Vec<_> = (0..60).map(|_| scope.spawn(|| drop_large_file(&server))).collect();
        assert!(health(&server) < Duration::from_secs(5));
        senders.into_iter().map(|sender| sender.join().unwrap()).collect()
    });
    // Those that were read as a whole are no records, the others were too many at once.
    let count = |status: u16| statuses.iter().filter(|heard| **heard == Some(status)).count();
    assert!(count(422) >= 1 && count(503) >= 1, "{statuses:?}");
    assert!(statuses.iter().flatten().all(|status| [422, 503].contains(status)), "{statuses:?}");
    let most = server.most_memory();
    assert!(most < MOST_MEMORY, "{} MiB, {} MiB before", most >> 20, before >> 20);
    server.terminate();
}

#[test]
fn a_large_match_is_shown_to_many_without_being_in_memory() {
    let ludus = Ludus::new();
    let id = record_large_match(&ludus);
    let server = Served::start(ludus.folder(), &["--replays", "replays"], &[]);
    let address = format!("/api/v1/replays/{id}");
    let ask = format!("GET {address} HTTP/1.1\r\nhost: localhost\r\n\r\n");
    // Some do not read what they asked for, and some do.
    let unread: Vec<TcpStream> = (0..8).map(|_| connect(&server, &ask)).collect();
    for _ in 0..2 {
        let mut answer = ureq::get(server.url(&address)).call().unwrap();
        let film: Value =
            serde_json::from_reader(answer.body_mut().with_config().limit(1 << 30).reader())
                .unwrap();
        let frames = film["frames"].as_array().unwrap();
        assert_eq!(frames.len(), 8001, "the start and every piece");
        assert!(frames.last().unwrap()["outcome"].is_object());
    }
    assert!(health(&server) < Duration::from_secs(5));
    let most = server.most_memory();
    assert!(most < MOST_MEMORY, "{} MiB", most >> 20);
    drop(unread);
    server.terminate();
}

#[test]
fn a_thousand_connections_with_one_byte_each_keep_nobody_from_an_answer() {
    let mut limit = getrlimit(Resource::Nofile);
    limit.current = limit.maximum;
    setrlimit(Resource::Nofile, limit).unwrap();
    let ludus = Ludus::new();
    let server = Served::start(ludus.folder(), &[], &[]);
    let open = |_| connect(&server, "P");
    // Half of them are there already when the other half comes.
    let mut waiting: Vec<TcpStream> = (0..550).map(open).collect();
    assert!(health(&server) < Duration::from_secs(3));
    waiting.extend((0..550).map(open));
    for _ in 0..5 {
        assert!(health(&server) < Duration::from_secs(3));
    }
    // After the time for a head, all of them are gone.
    let since = Instant::now();
    for mut stream in waiting {
        let mut text = Vec::new();
        let _ = stream.read_to_end(&mut text);
    }
    assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
    server.terminate();
}
