//! What clients may get wrong: refused with a reason, and no other client notices.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{only_up, serve, serve_with};
use ludus_snake_server::SnakeOptions;
use ludus_web::Options;
use serde_json::{Value, json};

/// Sends a body to `move`, which must be refused with this status; the answer is the reason. The server
/// must go on.
fn reason(body: &str, expected: u16) -> String {
    let server = serve();
    let (status, answer) = server.post("/move", body);
    assert_eq!(status, expected, "{answer}");
    assert_eq!(server.post("/move", &only_up().to_string()).0, 200);
    answer["error"].as_str().unwrap().to_owned()
}

/// The same for a request that is changed in one place.
fn changed(change: impl FnOnce(&mut Value)) -> String {
    let mut request = only_up();
    change(&mut request);
    reason(&request.to_string(), 422)
}

#[test]
fn malformed_json_is_refused() {
    assert!(reason("{\"game\":", 400).starts_with("not JSON: "));
    assert!(reason("", 400).starts_with("not JSON: "));
    assert!(reason("\u{0}\u{1}", 400).starts_with("not JSON: "));
}

#[test]
fn json_that_is_no_request_is_refused() {
    for body in ["null", "7", "[]", "{\"you\":{},\"board\":[]}"] {
        assert!(reason(body, 422).contains("not a request"));
    }
    assert!(reason(&"[".repeat(100_000), 400).contains("recursion limit"));
}

#[test]
fn missing_fields_are_named() {
    assert!(reason("{}", 422).contains("`board`"));
    assert!(changed(|r| drop(r.as_object_mut().unwrap().remove("you"))).contains("`you`"));
    let without_height = |r: &mut Value| drop(r["board"].as_object_mut().unwrap().remove("height"));
    assert!(changed(without_height).contains("`height`"));
    let without_body =
        |r: &mut Value| drop(r["board"]["snakes"][0].as_object_mut().unwrap().remove("body"));
    assert!(changed(without_body).contains("snake \"me\""));
}

#[test]
fn a_board_without_cells_is_refused() {
    let text = changed(|r| r["board"] = json!({"width": 0, "height": 0, "snakes": []}));
    assert!(text.contains("0×0"), "{text}");
}

#[test]
fn a_board_that_is_too_large_is_refused() {
    let text = changed(|r| (r["board"]["width"], r["board"]["height"]) = (200.into(), 200.into()));
    assert!(text.contains("200×200"), "{text}");
}

#[test]
fn a_body_out_of_bounds_is_refused() {
    for (x, y) in [(-1, 0), (0, 7), (i64::from(i32::MAX), 0)] {
        let text = changed(|r| r["board"]["snakes"][0]["body"][4] = json!({"x": x, "y": y}));
        assert!(text.contains("snake \"me\""), "{text}");
    }
}

#[test]
fn a_board_without_snakes_is_refused() {
    assert!(changed(|r| r["board"]["snakes"] = json!([])).contains("no snakes"));
}

#[test]
fn you_must_be_on_the_board() {
    assert!(changed(|r| r["you"]["id"] = "else".into()).contains("\"else\""));
}

#[test]
fn a_body_of_five_megabytes_is_too_large() {
    let server = serve();
    // The server need not read it all: it may answer and close while the client still sends.
    let mut stream = TcpStream::connect(server.address).unwrap();
    let head = "POST /move HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000000\r\n\r\n";
    stream.write_all(head.as_bytes()).unwrap();
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
    assert_eq!(server.post("/move", &only_up().to_string()).0, 200);
}

#[test]
fn an_endless_body_in_chunks_is_too_large() {
    let server = serve();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream
        .write_all(b"POST /move HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        .unwrap();
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x10000));
    // Seventeen times 64 KiB is more than a mebibyte. The server may close before the last.
    let _ = (0..17).try_for_each(|_| stream.write_all(chunk.as_bytes()));
    let mut answer = [0; 12];
    stream.read_exact(&mut answer).unwrap();
    assert_eq!(&answer, b"HTTP/1.1 413");
}

#[test]
fn slow_clients_are_dropped_and_others_do_not_wait_for_them() {
    let read_timeout = Duration::from_millis(400);
    let server =
        serve_with(SnakeOptions::default(), Options { read_timeout, ..Options::default() });
    let halves = [
        "POST /move HTTP/1.1\r\nHost: localhost\r\nContent-Le",
        "POST /move HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n{\"game\":",
    ];
    let since = Instant::now();
    let slow: Vec<TcpStream> = (0..40)
        .map(|number| {
            let mut stream = TcpStream::connect(server.address).unwrap();
            stream.write_all(halves[number % 2].as_bytes()).unwrap();
            stream
        })
        .collect();
    let asked_at = Instant::now();
    assert_eq!(server.post("/move", &only_up().to_string()).0, 200);
    assert!(asked_at.elapsed() < Duration::from_millis(400));
    for mut stream in slow {
        stream.set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).unwrap();
        let text = String::from_utf8(rest).unwrap();
        assert!(text.is_empty() || text.starts_with("HTTP/1.1 408"), "{text}");
    }
    assert!(since.elapsed() < Duration::from_secs(3), "{:?}", since.elapsed());
}

#[test]
fn unknown_addresses_bots_and_methods_are_refused() {
    let server = serve();
    let (status, answer) = server.get("/snakes/hrd/");
    assert_eq!(status, 404);
    assert!(answer["error"].as_str().unwrap().contains("hard"), "{answer}");
    // These need a key, and a key has no place in an address.
    for name in ["weights", "http"] {
        assert_eq!(server.post(&format!("/snakes/{name}/move"), &only_up().to_string()).0, 404);
    }
    assert_eq!(server.get("/nothing").0, 404);
    let (status, answer) = server.get("/move");
    assert_eq!((status, answer["error"].is_string()), (405, true));
}
