//! Services: what is answered beside the pages, with the bounds and the care of the rest of the server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

use axum::Router;
use axum::routing::{get, post};
use common::Server;
use common::arena::offers;
use ludus_web::{BoxedParts, Export, Heart, Mounted, Options, Parts, Service, ServiceHost};
use serde_json::json;

/// A service that says hello, at its own address and at the root.
struct Hello {
    /// Where it reports how long it has to end.
    closing: Sender<Duration>,
}

impl Service for Hello {
    fn name(&self) -> &'static str {
        "hello service"
    }

    fn start(self: Box<Self>, host: &ServiceHost) -> io::Result<Mounted> {
        // Dropped by the first request to /hello/break, as by a thread that ends.
        let heart: Arc<std::sync::Mutex<Option<Heart>>> =
            Arc::new(Some(host.vitals().thread("hello", None)).into());
        let break_down = move || async move { drop(heart.lock().unwrap().take()) };
        Ok(Mounted {
            router: Router::new()
                .route("/hello", get(|| async { "\"hello\"" }))
                .route("/hello/break", post(break_down)),
            root: Some(get(|| async { "\"hello from the root\"" })),
            exports: vec![Export {
                game: "chess",
                name: "length",
                label: "Length",
                suffix: "-length.txt",
                content_type: "text/plain",
                make: |mut record, id| {
                    let mut text = String::new();
                    record.read_to_string(&mut text).unwrap();
                    let line = format!("{id}: {} lines", text.lines().count());
                    Ok(Box::new(Once(Some(line.into_bytes()))) as BoxedParts)
                },
            }],
            close: Box::new(move |deadline| {
                self.closing.send(deadline.saturating_duration_since(Instant::now())).unwrap();
            }),
        })
    }
}

struct Once(Option<Vec<u8>>);

impl Parts for Once {
    fn next_part(&mut self) -> io::Result<Option<Vec<u8>>> {
        Ok(self.0.take())
    }
}

fn hello() -> Box<dyn Service> {
    Box::new(Hello { closing: mpsc::channel().0 })
}

fn serve(service: Box<dyn Service>) -> Server {
    let replays = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ludus/tests/golden");
    Server::start(Options {
        services: vec![service],
        offers: offers(),
        replays: Some(replays),
        ..Options::default()
    })
}

#[test]
fn a_service_answers_beside_the_pages_and_ends_with_the_server() {
    let (closing, closed) = mpsc::channel();
    let mut server = serve(Box::new(Hello { closing }));
    assert_eq!(server.get("/hello"), (200, json!("hello")));
    assert_eq!(server.get("/"), (200, json!("hello from the root")));
    let page = ureq::get(server.url("/")).header("accept", "text/html").call().unwrap();
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let own = ureq::get(server.url("/hello")).call().unwrap();
    assert!(own.headers().contains_key("content-security-policy"));
    let (status, answer) = server.post("/hello", "");
    assert_eq!((status, &answer["error"]), (405, &json!("/hello does not answer POST requests")));
    server.ask_to_end();
    server.wait();
    assert!(closed.recv().unwrap() > Duration::ZERO, "it has time to end");
}

#[test]
fn a_thread_of_a_service_that_ended_is_reported() {
    let server = serve(hello());
    assert_eq!(server.get("/health").0, 200);
    assert_eq!(server.post("/hello/break", "").0, 200);
    let problems = json!({ "status": "failing", "problems": ["the thread hello has ended"] });
    assert_eq!(server.get("/health"), (503, problems));
}

#[test]
fn recorded_matches_can_be_downloaded_in_the_formats_of_a_service() {
    let server = serve(hello());
    let downloads = |id: &str| server.get(&format!("/api/v1/replays/{id}")).1["downloads"].clone();
    let length = json!({ "label": "Length", "address": "/api/v1/replays/chess-mate/length" });
    assert!(downloads("chess-mate").as_array().unwrap().contains(&length));
    assert!(!downloads("snake-solo").to_string().contains("Length"), "another game");
    let mut answer = ureq::get(server.url("/api/v1/replays/chess-mate/length")).call().unwrap();
    let name = "attachment; filename=\"chess-mate-length.txt\"";
    assert_eq!(answer.headers()["content-disposition"], name);
    assert!(answer.body_mut().read_to_string().unwrap().starts_with("chess-mate: "));
    assert_eq!(server.get("/api/v1/replays/snake-solo/length").0, 422);
}

#[test]
fn two_services_cannot_both_answer_at_the_root() {
    let options = Options { services: vec![hello(), hello()], ..Options::default() };
    let error = ludus_web::Server::new(options).err().unwrap().to_string();
    assert_eq!(error, "the hello service and the hello service would both answer at /");
}
