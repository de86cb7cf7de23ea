//! The messages have the keys that `docs/API.md` lists and that the pages' types expect.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use common::Server;
use common::arena::{Page, host, offers};
use ludus_web::{LiveFiles, Options, TrainingOptions, understands};
use serde_json::{Map, Value, json};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

type Keys = BTreeSet<String>;

/// Rows of a table in the documentation: the type of a message, the keys that it has, and those that it may have.
fn rows(heading: &str) -> Vec<(String, Keys, Keys)> {
    let text = std::fs::read_to_string(Path::new(ROOT).join("../../docs/API.md")).unwrap();
    let part = text.split(heading).nth(1).unwrap().split("\n### ").next().unwrap();
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `")?.split(" | ");
        let kind = cells.next()?.trim_end_matches('`').to_owned();
        let named = |optional: bool| {
            let keys = cells.clone().next().unwrap_or_default().split(", ");
            let keys = keys.filter(|key| key.starts_with('`') && key.ends_with('?') == optional);
            keys.map(|key| key.trim_matches(['`', '?']).to_owned()).collect::<Keys>()
        };
        let (needed, optional) = (named(false), named(true));
        Some((kind, needed, optional))
    };
    part.lines().filter_map(row).collect()
}

fn keys(value: &Value) -> Keys {
    value.as_object().unwrap().keys().cloned().collect()
}

/// The keys that a type of the pages has, of those that the server sends.
fn typedef(file: &str, name: &str) -> Keys {
    let text = std::fs::read_to_string(Path::new(ROOT).join("assets").join(file)).unwrap();
    let block = text.split(&format!("@typedef {{object}} {name}\n")).nth(1).unwrap();
    let properties = block.split("*/").next().unwrap().split("@property {").skip(1);
    let key = |property: &str| {
        let name = property.rsplit_once("} ").unwrap().1.split_whitespace().next().unwrap();
        name.trim_matches(['[', ']']).to_owned()
    };
    properties.map(|property| key(property.split(" * @").next().unwrap())).collect()
}

/// One message of every type that the server sends, apart from `host`, which takes a host who is gone for long.
fn heard(folder: &Path) -> Vec<Value> {
    let options = Options {
        offers: offers(),
        live: Some(LiveFiles::new(folder.join("results.sqlite"), folder.join("live"))),
        training: TrainingOptions { runs: folder.join("runs"), ..TrainingOptions::default() },
        ..Options::default()
    };
    let server = Server::start(options);
    let (mut page, room) = host(&server, "chess");
    let mut all = Vec::new();
    page.say(&room, "sit", json!({ "nickname": "Ann" }));
    all.push(page.hear("seated"));
    page.add_bots(&room, &["easy"]);
    page.say(&room, "rules", json!({ "clock": "60+1" }));
    page.say(&room, "start", json!({}));
    all.push(page.phase("playing"));
    all.push(page.hear("state"));
    all.push(page.hear("legal"));
    page.say(&room, "act", json!({ "action": "e2e4", "n": 1 }));
    all.push(page.hear("change"));
    page.say(&room, "act", json!({ "action": "nonsense" }));
    all.push(page.hear("error"));
    page.send_text(&json!({ "v": 1, "type": "ping", "t": 5 }).to_string());
    all.push(page.hear("pong"));

    let follow = |path: &str, wanted: Value, kind: &str| {
        let (status, made) = server.ask(path, &wanted);
        assert_eq!(status, 200, "{made}");
        let mut page = Page::open(&server);
        page.follow(&format!("{kind}/{}", made[kind].as_str().unwrap()));
        page.hear(kind)
    };
    let bots = json!(["easy", "random"]);
    let group = json!({ "game": "snake", "bots": bots, "games": 1, "boards": 1, "delay_ms": 0 });
    all.push(follow("/api/v1/groups", group, "group"));
    let lab = json!({ "game": "tetris", "bot": "easy", "against": ["easy"], "games": 2 });
    all.push(follow("/api/v1/lab/match", lab, "job"));
    let (_, list) = server.get("/api/v1/training");
    let run = json!({
        "game": list["kinds"][0]["game"], "mode": list["kinds"][0]["mode"],
        "optimizer": "evolution", "population": 4, "generations": 1, "games": 1,
    });
    all.push(follow("/api/v1/training", run, "run"));
    drop(server);
    all.push(page.hear("closed"));
    all
}

#[test]
fn the_server_sends_the_keys_that_are_documented_and_that_the_pages_expect() {
    let folder = tempfile::tempdir().unwrap();
    let reply = heard(folder.path());
    let message = |kind: &str| reply.iter().find(|message| message["type"] == kind);
    let rows = rows("### What the server says");
    assert_eq!(rows.len(), 12, "{rows:?}");
    for (kind, needed, optional) in rows.iter().filter(|(kind, ..)| kind != "host") {
        let message = message(kind).unwrap_or_else(|| panic!("{kind} was not heard"));
        let mut sent = keys(message);
        for common in ["v", "type", "room"] {
            sent.remove(common);
        }
        let missing: Vec<_> = needed.difference(&sent).collect();
        assert!(missing.is_empty(), "{kind} has no {missing:?}: {message}");
        let all: Keys = needed.union(optional).cloned().collect();
        let surplus: Vec<_> = sent.difference(&all).collect();
        assert!(surplus.is_empty(), "docs/API.md does not list {surplus:?} of {kind}");
    }

    let room = message("room").unwrap();
    assert!(typedef("lib/room.js", "RoomInfo").is_subset(&keys(room)), "{room}");
    let state = message("state").unwrap();
    // What the page adds itself, and what this game does not have.
    let own = ["at", "begins", "moves"].map(str::to_owned);
    let mut position = typedef("lib/room.js", "Position");
    position.retain(|key| !own.contains(key));
    assert!(position.is_subset(&keys(state)), "{position:?} {state}");
    // Where turns wait for people, pages learn what was played, and have a text to show if their drawing fails.
    let change = message("change").unwrap();
    assert_eq!(change["moves"], json!(["e2e4"]), "{change}");
    assert!(change["text"].as_str().unwrap().contains(" b "), "{change}");
}

#[test]
fn a_score_is_sent_as_people_read_it() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    let bots = json!(["hard", "hard"]);
    let group = json!({ "game": "chess", "bots": bots, "games": 1, "boards": 1, "delay_ms": 0 });
    let (status, made) = server.ask("/api/v1/groups", &group);
    assert_eq!(status, 200, "{made}");
    let mut page = Page::open(&server);
    page.follow(&format!("group/{}", made["group"].as_str().unwrap()));
    let insight = loop {
        let news = page.hear("group");
        let seats = news["boards"][0]["seats"].as_array().cloned().unwrap_or_default();
        if let Some(seat) = seats.iter().find(|seat| seat["insight"]["score"].is_number()) {
            break seat["insight"].clone();
        }
    };
    let score = insight["score"].as_f64().unwrap();
    let text = insight["score_text"].as_str().unwrap();
    let expected = format!("{score:+.2}");
    assert!(text == expected || text.starts_with("mate"), "{insight}");
}

#[test]
fn the_list_of_games_has_the_keys_that_the_pages_expect() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    let (_, list) = server.get("/api/v1/games");
    for game in list["games"].as_array().unwrap() {
        assert_eq!(typedef("lib/types.js", "GameInfo"), keys(game), "{game}");
        assert_eq!(typedef("lib/types.js", "PeopleForm"), keys(&game["people"]), "{game}");
    }
}

/// A value that a key of a page's message can have.
fn example(key: &str) -> Value {
    match key {
        "seat" => json!(0),
        "turn_ms" | "n" | "t" => json!(1),
        "offer" => json!(true),
        "rules" => json!({}),
        "clock" => Value::Null,
        _ => json!("x"),
    }
}

#[test]
fn the_server_understands_the_messages_that_are_documented() {
    let rows = rows("### What a page says");
    assert_eq!(rows.len(), 17, "{rows:?}");
    for (kind, needed, optional) in rows {
        let make = |keys: &Keys| {
            let content = keys.iter().map(|key| (key.clone(), example(key)));
            let mut message: Map<String, Value> = content.collect();
            message.insert("v".into(), 1.into());
            message.insert("type".into(), kind.clone().into());
            Value::Object(message).to_string()
        };
        assert!(understands(&make(&needed)), "{kind}");
        let all: Keys = needed.union(&optional).cloned().collect();
        assert!(understands(&make(&all)), "{kind}");
        for key in &needed {
            let without: Keys = all.iter().filter(|other| *other != key).cloned().collect();
            assert!(!understands(&make(&without)), "{kind} needs no {key}");
        }
    }
}
