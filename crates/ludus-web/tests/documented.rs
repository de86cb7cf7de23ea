//! `docs/API.md` names every address and every message.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn read(path: &str) -> String {
    std::fs::read_to_string(Path::new(ROOT).join(path)).unwrap()
}

/// What stands between the marks wherever the first one is found.
fn between<'a>(text: &'a str, open: &'a str, close: &'a str) -> impl Iterator<Item = &'a str> {
    text.split(open).skip(1).filter_map(move |rest| rest.split(close).next())
}

#[test]
fn every_address_is_documented() {
    let page = read("../../docs/API.md");
    let mut count = 0;
    for entry in std::fs::read_dir(Path::new(ROOT).join("src/api")).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let under = if stem == "mod" { String::new() } else { format!("/{stem}") };
        let text = std::fs::read_to_string(&path).unwrap();
        for route in between(&text, ".route(\"", "\"") {
            let address = format!("/api/v1{under}{}", route.trim_end_matches('/'));
            assert!(page.contains(&format!(" {address}`")), "{address} is not documented");
            count += 1;
        }
    }
    for route in between(&read("src/rooms/routes.rs"), ".route(\"", "\"") {
        assert!(page.contains(&format!(" /api/v1{route}`")), "/api/v1{route} is not documented");
        count += 1;
    }
    assert!(count > 20, "only {count} addresses were found");
}

#[test]
fn every_message_is_documented() {
    let page = read("../../docs/API.md");
    let client = read("src/rooms/protocol/client.rs");
    let client = between(&client, "pub(crate) enum ClientMessage {", "\n}").next().unwrap();
    let server = read("src/rooms/protocol/server.rs");
    let server = between(&server, "pub(crate) enum ServerMessage<'a> {", "\n}").next().unwrap();
    let variant = |line: &str| {
        let name = line.strip_prefix("    ")?.split([' ', '{', '(']).next()?;
        name.starts_with(char::is_uppercase).then(|| snake_case(name))
    };
    let topic = read("src/topics/message.rs");
    let topic = between(&topic, "pub(crate) enum TopicMessage {", "\n}").next().unwrap();
    let lines = client.lines().chain(server.lines()).chain(topic.lines());
    let kinds: Vec<String> = lines.filter_map(variant).collect();
    assert!(kinds.contains(&"add_bot".to_owned()) && kinds.len() > 10, "{kinds:?}");
    for kind in kinds {
        assert!(page.contains(&format!("| `{kind}` |")), "the message {kind} is not documented");
    }
}

fn snake_case(name: &str) -> String {
    let mut text = String::new();
    for (place, letter) in name.char_indices() {
        if letter.is_uppercase() && place > 0 {
            text.push('_');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
