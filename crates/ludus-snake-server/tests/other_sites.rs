//! Who may ask: game engines may, pages of other sites may not.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::Duration;

use common::{Server, only_up, serve, serve_with};
use ludus_snake_server::SnakeOptions;
use ludus_web::Options;

/// Sends a request; what comes until the server closes the connection.
fn exchange(server: &Server, said: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(said.as_bytes()).unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn pages_of_other_sites_may_not_ask_for_moves() {
    let server = serve();
    let ask = |path: &str, kind: &str, more: &str| {
        let body = only_up().to_string();
        let kind =
            if kind.is_empty() { String::new() } else { format!("content-type: {kind}\r\n") };
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{kind}{more}content-length: {}\r\n\r\n",
            body.len()
        );
        let text = exchange(&server, &(head + &body));
        text.split(' ').nth(1).unwrap_or_default().to_owned()
    };
    for path in ["/move", "/start", "/end", "/snakes/easy/move"] {
        // What forms and scripts can send to other sites without asking first.
        for kind in [
            "text/plain",
            "text/plain;charset=UTF-8",
            "multipart/form-data",
            "application/x-www-form-urlencoded",
        ] {
            assert_eq!(ask(path, kind, ""), "415", "{path} {kind}");
        }
        for origin in ["https://evil.example", "null", "http://localhost:8001"] {
            let origin = format!("origin: {origin}\r\n");
            for kind in ["", "application/json", "text/plain"] {
                assert_eq!(ask(path, kind, &origin), "403", "{path} {kind} {origin}");
            }
        }
        // What engines and other programs send.
        for kind in ["application/json", "Application/JSON; charset=utf-8", ""] {
            assert_eq!(ask(path, kind, ""), "200", "{path} {kind}");
        }
    }
}

#[test]
fn an_identity_that_is_too_long_to_be_kept_is_refused() {
    let server = serve();
    let mut request = only_up();
    request["game"]["id"] = "x".repeat(300).into();
    let (status, answer) = server.post("/move", &request.to_string());
    assert_eq!(status, 422);
    assert_eq!(answer["error"], "an identity is longer than 256 bytes");
}

#[test]
fn a_name_that_others_gave_to_this_machine_does_not_reach_the_snakes() {
    let options = Options { hosts: vec!["arena.example".to_owned()], ..Options::default() };
    let server = serve_with(SnakeOptions::default(), options);
    let ask = |path: &str, host: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        exchange(&server, &head)
    };
    for path in ["/", "/snakes/hard/", "/games"] {
        assert!(ask(path, "rebound.example").contains("403 Forbidden"), "{path}");
        assert!(ask(path, "arena.example").contains("200 OK"), "{path}");
    }
}

#[test]
fn the_root_is_a_page_for_browsers_and_the_snake_for_others() {
    let server = serve();
    let ask = |accept: &str| {
        let head = "GET / HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\naccept: ";
        exchange(&server, &format!("{head}{accept}\r\n\r\n"))
    };
    let shown = ask("text/html,application/xhtml+xml");
    assert!(shown.contains("text/html; charset=utf-8") && shown.contains("<main"), "{shown}");
    for accept in ["*/*", "application/json"] {
        let info = ask(accept);
        assert!(info.contains("\"apiversion\":\"1\""), "{info}");
    }
}
