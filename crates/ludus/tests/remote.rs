//! `http:url=…`: what external snakes hear, and what becomes of their failures.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::Ludus;
use serde_json::{Value, json};

/// What a tiny server was asked: the path and the body.
type Asked = Arc<Mutex<Vec<(String, Value)>>>;

/// A server that answers every request with what the function says; `None`: never.
fn server(answer: fn(&str, &Value) -> Option<String>) -> (SocketAddr, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let asked = Asked::default();
    let noted = Arc::clone(&asked);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let noted = Arc::clone(&noted);
            std::thread::spawn(move || drop(serve(stream.unwrap(), answer, &noted)));
        }
    });
    (address, asked)
}

fn serve(
    stream: TcpStream,
    answer: fn(&str, &Value) -> Option<String>,
    noted: &Asked,
) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?);
    let mut out = stream;
    loop {
        let mut head = String::new();
        lines.read_line(&mut head)?;
        let Some(path) = head.split(' ').nth(1).map(str::to_owned) else { return Ok(()) };
        let mut length = 0;
        loop {
            let mut line = String::new();
            lines.read_line(&mut line)?;
            let line = line.trim_end().to_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        lines.read_exact(&mut body)?;
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        noted.lock().unwrap().push((path.clone(), body.clone()));
        let Some(text) = answer(&path, &body) else {
            std::thread::sleep(Duration::from_secs(5));
            return Ok(());
        };
        write!(out, "HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len())?;
    }
}

const INFO: &str =
    r##"{"apiversion":"1","author":"somebody","color":"#00ff00","head":"evil","tail":"curled"}"##;

/// Goes up and says which turn it is.
fn chatty(path: &str, body: &Value) -> Option<String> {
    Some(match path {
        "/" => INFO.to_owned(),
        "/move" => json!({"move": "up", "shout": format!("turn {}", body["turn"])}).to_string(),
        _ => "ok".to_owned(),
    })
}

#[test]
fn external_snakes_are_told_who_plays_and_what_was_said() {
    let ludus = Ludus::new();
    let (one, asked) = server(chatty);
    let (other, heard) = server(chatty);
    let command = format!(
        "match snake left=http:url=http://{one} right=http:url=http://{other} easy \
         --games 1 --seed 918273645 --rules turn_cap=4,timeout=2000 --json --logs logs --force"
    );
    let document = ludus.json(&command);
    assert_eq!(document["bots"][0]["errors"], json!({}), "{document}");
    let log = ludus.folder().join("logs/snake-918273645-000001-seat0.log");
    let log = std::fs::read_to_string(log).unwrap();
    for said in
        [" → GET /\n", " → POST /move {\"game\":", " ← {\"move\":\"up\",\"shout\":\"turn 0\"}\n"]
    {
        assert!(log.contains(said), "{said:?} in {log}");
    }
    let (asked, heard) = (asked.lock().unwrap().clone(), heard.lock().unwrap().clone());
    assert_eq!(asked[0].0, "/", "the official GET comes first");
    let posts = |all: &[(String, Value)]| -> Vec<(String, Value)> {
        all.iter().filter(|(path, _)| path != "/").cloned().collect()
    };
    let (asked, heard) = (posts(&asked), posts(&heard));
    assert_eq!((asked[0].0.as_str(), asked.last().unwrap().0.as_str()), ("/start", "/end"));
    let id = &asked[0].1["game"]["id"];
    assert!(id.as_str().unwrap().len() > 10, "{id}");
    for (path, body) in asked.iter().chain(&heard) {
        assert_eq!(&body["game"]["id"], id, "one game, one identity: {path}");
        let text = body.to_string();
        let seeds = ["918273645".to_owned(), document["longest"]["seed"].to_string()];
        assert!(seeds.iter().all(|seed| !text.contains(seed)), "no seed goes out: {text}");
        for snake in body["board"]["snakes"].as_array().unwrap() {
            let name = snake["name"].as_str().unwrap();
            assert!(["left", "right", "easy"].contains(&name), "{name}");
            let turn = body["turn"].as_u64().unwrap();
            let said = if name == "easy" || turn == 0 {
                String::new()
            } else {
                format!("turn {}", turn - 1)
            };
            // At the end no snake speaks any more; a dead one keeps silent.
            assert_eq!(snake["shout"].as_str(), Some(said.as_str()), "{path} {body}");
            if name != "easy" && path == "/move" {
                assert_eq!(snake["customizations"]["color"], "#00ff00");
            }
            assert!(snake["latency"].as_str().unwrap().parse::<u32>().is_ok());
        }
        assert_eq!(body["game"]["timeout"], 2000);
    }
    let you = |all: &[(String, Value)]| all[0].1["you"]["name"].as_str().unwrap().to_owned();
    assert_eq!((you(&asked), you(&heard)), ("left".to_owned(), "right".to_owned()));
    let again = ludus.json(&command);
    assert_eq!(again["bots"][0]["errors"], json!({}));
}

#[test]
fn timeouts_and_errors_are_counted_apart() {
    let ludus = Ludus::new();
    let (silent, _) = server(|path, _| (path != "/move").then(|| INFO.to_owned()));
    let (wrong, _) = server(|path, _| {
        Some(if path == "/move" { r#"{"move":"sideways"}"#.to_owned() } else { INFO.to_owned() })
    });
    let document = ludus.json(&format!(
        "match snake silent=http:url=http://{silent} wrong=http:url=http://{wrong} easy \
         --games 1 --rules timeout=60,turn_cap=4 --json"
    ));
    for (bot, kind) in [(0, "time"), (1, "error")] {
        let bot = &document["bots"][bot];
        let errors = bot["errors"].as_object().unwrap();
        assert_eq!(errors.len(), 1, "{bot}");
        assert_eq!(errors[kind].as_f64(), bot["means"]["survived"].as_f64(), "{bot}");
        // The snake goes straight on, and the first failure is listed with its reason.
        let failure = &bot["failures"][0];
        assert_eq!((&failure["turn"], &failure["kind"]), (&json!(1), &json!(kind)), "{bot}");
        assert_eq!(failure["more"].as_u64(), errors[kind].as_u64().map(|n| n - 1), "{bot}");
        let reason = failure["reason"].as_str().unwrap();
        let expected = if kind == "error" { "no move \"sideways\"" } else { "within 60 ms" };
        assert!(reason.contains(expected), "{reason}");
    }
}

#[test]
fn a_server_that_is_no_battlesnake_is_refused_in_one_line() {
    let ludus = Ludus::new();
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let error = ludus.error(&format!("match snake easy mine=http:url=http://{gone} --games 1"), 1);
    assert!(error.starts_with(&format!("bot mine: http://{gone}/: ")), "{error}");
    let (page, _) = server(|_, _| Some("<html></html>".to_owned()));
    let error = ludus.error(&format!("match snake easy http:url=http://{page} --games 1"), 1);
    assert!(error.contains("does not answer as a Battlesnake"), "{error}");
    let (old, _) = server(|_, _| Some(r#"{"apiversion":"0"}"#.to_owned()));
    let error = ludus.error(&format!("match snake easy http:url=http://{old} --games 1"), 1);
    assert!(error.contains("speaks version \"0\" of the API, not \"1\""), "{error}");
}
