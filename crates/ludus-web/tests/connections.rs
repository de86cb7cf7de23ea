//! Clients that keep the server waiting, flood it or do not read: they are dropped, and others do not notice.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::Server;
use common::arena::{Page, offers};
use ludus_web::Options;

/// How long a test waits for something that must come.
const PATIENCE: Duration = Duration::from_secs(20);

fn connect(server: &Server, said: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(said.as_bytes()).unwrap();
    stream
}

/// What comes until the server closes the connection.
fn rest(mut stream: TcpStream) -> String {
    let mut text = Vec::new();
    match stream.read_to_end(&mut text) {
        Ok(_) => {}
        Err(error) => assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}"),
    }
    String::from_utf8_lossy(&text).into_owned()
}

/// What a client has sent that keeps the server waiting.
const UNFINISHED: [&str; 6] = [
    "",
    "P",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n",
    "GET /health HTTP/1.1\r\nhost: localhost\r\nx-slow: ",
    "POST /api/v1/rooms HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{",
    "POST /api/v1/rooms HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{",
];

#[test]
fn a_client_that_keeps_the_server_waiting_is_dropped() {
    let read_timeout = Duration::from_millis(400);
    let server = Server::start(Options { read_timeout, ..Options::default() });
    let since = Instant::now();
    let clients = UNFINISHED.map(|said| connect(&server, said));
    for (client, said) in clients.into_iter().zip(UNFINISHED) {
        let text = rest(client);
        // A head that is none is refused at once, a body that does not come times out.
        let reply = ["", "HTTP/1.1 400", "HTTP/1.1 408"];
        assert!(reply.iter().any(|reply| text.starts_with(reply)), "{said:?}: {text}");
    }
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
}

#[test]
fn an_idle_connection_is_closed_after_its_answer() {
    let read_timeout = Duration::from_millis(400);
    let server = Server::start(Options { read_timeout, ..Options::default() });
    let since = Instant::now();
    let idle = connect(&server, "GET /health HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let text = rest(idle);
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
}

#[test]
fn clients_that_keep_the_server_waiting_give_way_to_others() {
    // Nothing times out here: what is answered has got the place of one that waits.
    let options = Options {
        connections: 24,
        read_timeout: Duration::from_secs(600),
        patience: Duration::from_millis(100),
        ..Options::default()
    };
    let server = Server::start(options);
    let mut slow: Vec<TcpStream> =
        (0..300).map(|number| connect(&server, UNFINISHED[number % UNFINISHED.len()])).collect();
    let since = Instant::now();
    for _ in 0..3 {
        // On a connection of its own: an idle one that was kept would give way, too.
        let ask = "GET /health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let text = rest(connect(&server, ask));
        assert!(text.starts_with("HTTP/1.1 200"), "{text}");
        let more = (0..30).map(|number| connect(&server, UNFINISHED[number % UNFINISHED.len()]));
        slow.extend(more);
    }
    assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    for client in slow.drain(..200) {
        rest(client);
    }
}

#[test]
fn whoever_does_not_read_is_dropped() {
    let write_timeout = Duration::from_millis(300);
    let server = Server::start(Options { write_timeout, ..Options::default() });
    let mut client = connect(&server, "");
    client.set_write_timeout(Some(PATIENCE)).unwrap();
    let many = "GET /app.js HTTP/1.1\r\nhost: localhost\r\n\r\n".repeat(100);
    let since = Instant::now();
    // The answers fill what the system holds for the client, and then the server waits no longer.
    let error = loop {
        if let Err(error) = client.write_all(many.as_bytes()) {
            break error;
        }
        assert!(since.elapsed() < PATIENCE, "it still answers");
    };
    assert!(
        matches!(error.kind(), ErrorKind::ConnectionReset | ErrorKind::BrokenPipe),
        "{error:?}"
    );
    assert_eq!(server.get("/health").0, 200);
}

#[test]
fn a_head_that_is_too_large_is_refused() {
    let server = Server::start(Options::default());
    let mut client = connect(&server, "GET /health HTTP/1.1\r\nhost: localhost\r\n");
    let line = format!("x-large: {}\r\n", "x".repeat(1000));
    // The server may close before the last.
    let _ = (0..200).try_for_each(|_| client.write_all(line.as_bytes()));
    let text = rest(client);
    assert!(text.is_empty() || text.starts_with("HTTP/1.1 431"), "{text}");
    assert_eq!(server.get("/health").0, 200);
}

#[test]
fn a_frame_that_is_too_large_is_refused_by_its_head() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    let handshake = "GET /api/v1/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\n\
                     upgrade: websocket\r\nsec-websocket-version: 13\r\n\
                     sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let mut client = connect(&server, handshake);
    // A text of ten million bytes, masked, of which only the head comes.
    let mut head = vec![0x81, 0xff];
    head.extend(10_000_000_u64.to_be_bytes());
    head.extend([0; 4]);
    client.write_all(&head).unwrap();
    let since = Instant::now();
    let text = rest(client);
    assert!(text.starts_with("HTTP/1.1 101"), "{text}");
    assert!(since.elapsed() < Duration::from_secs(8), "{:?}", since.elapsed());
}

#[test]
fn one_address_cannot_take_all_places_of_pages() {
    let options = Options { offers: offers(), pages_per_address: 2, ..Options::default() };
    let server = Server::start(options);
    let pages = [Page::open(&server), Page::open(&server)];
    assert_eq!(Page::try_open(&server, None).err(), Some(429));
    drop(pages);
    let since = Instant::now();
    while Page::try_open(&server, None).is_err() {
        assert!(since.elapsed() < PATIENCE, "the places are not free again");
    }
}
