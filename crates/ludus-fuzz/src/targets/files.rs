//! What is read from files and from pages: settings, weights, replays, debug logs, training runs, messages.

use std::env;
use std::fs;
use std::io::BufRead;
use std::process;

use ludus_arena::replay::ReplayReader;
use ludus_core::BotSpec;
use ludus_snake::log::MoveLogEntry;
use ludus_train::{Plan, RunState};

use super::{Target, game, games, owned, read, read_all};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "settings",
            examples: sections,
            parse: |text| ludus::check_settings(text).is_ok(),
        },
        Target {
            name: "weights",
            examples: || {
                [
                    "weights/tetris-hard.json",
                    "weights/tetris-battle.json",
                    "weights/tetris-master.json",
                    "weights/snake-hard.json",
                    "weights/versus-master.json",
                ]
                .into_iter()
                .map(read)
                .collect()
            },
            parse: weights,
        },
        Target { name: "replay", examples: replays, parse: replay },
        Target {
            name: "log",
            examples: || read_all("crates/ludus-snake/tests/fixtures"),
            parse: log,
        },
        Target {
            name: "run",
            examples: || {
                Ok(vec![
                    read("weights/tetris-battle/run.json")?,
                    read("weights/snake-hard/run.json")?,
                ])
            },
            parse: |text| serde_json::from_str::<Plan>(text).is_ok(),
        },
        Target {
            name: "checkpoint",
            examples: || Ok(vec![read("crates/ludus-fuzz/examples/checkpoint.json")?]),
            parse: |text| serde_json::from_str::<RunState>(text).is_ok(),
        },
        Target { name: "message", examples: messages, parse: ludus_web::understands },
    ]
}

/// The sections of the shipped settings, each an example of its own. Comments are left out: the parser skips them.
fn sections() -> anyhow::Result<Vec<String>> {
    let file = read("ludus.toml")?;
    let mut sections = vec!["# a comment\n".to_owned()];
    let lines = file.lines().map(|line| line.split("  #").next().unwrap_or(line));
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match sections.last_mut() {
            Some(section) if !line.starts_with('[') => {
                section.push_str(line);
                section.push('\n');
            }
            _ => sections.push(format!("{line}\n")),
        }
    }
    Ok(sections)
}

/// Reads a weights file as every game's bot does.
fn weights(text: &str) -> bool {
    let file = env::temp_dir().join(format!("ludus-fuzz-{}.json", process::id()));
    if fs::write(&file, text).is_err() {
        return false;
    }
    let Ok(spec) = format!("weights:path={}", file.display()).parse::<BotSpec>() else {
        return false;
    };
    let accepted = games().any(|game| game.check_bot(&spec).is_ok());
    let _ = fs::remove_file(&file);
    accepted
}

/// The recorded matches of the tests, shortened: what matters is in the first turns.
fn replays() -> anyhow::Result<Vec<String>> {
    let files = read_all("crates/ludus/tests/golden")?;
    Ok(files
        .iter()
        .map(|text| text.lines().take(4).map(|line| format!("{line}\n")).collect())
        .collect())
}

/// Reads a replay to its end and plays it again.
fn replay(text: &str) -> bool {
    let mut bytes = text.as_bytes();
    let input: &mut dyn BufRead = &mut bytes;
    let Ok(mut reader) = ReplayReader::new(input) else { return false };
    let Some(game) = game(&reader.header().game) else { return false };
    // A replay that ends early is read to where it ends, so the examples count as taken.
    let _ = game.verify(&mut reader);
    true
}

fn log(text: &str) -> bool {
    text.lines().any(|line| MoveLogEntry::parse(line).is_ok_and(|entry| entry.position().is_ok()))
}

/// One message of each kind, as docs/API.md lists them.
fn messages() -> anyhow::Result<Vec<String>> {
    owned(&[
        r#"{"v":1,"type":"join","room":"k3v9","host":"5b1e"}"#,
        r#"{"v":1,"type":"sit","room":"k3v9","nickname":"Ann"}"#,
        r#"{"v":1,"type":"add_bot","room":"k3v9","bot":"battle"}"#,
        r#"{"v":1,"type":"start","room":"k3v9"}"#,
        r#"{"v":1,"type":"act","room":"k3v9","action":"hard_drop","n":1}"#,
        r#"{"v":1,"type":"follow","topic":"group/a"}"#,
        r#"{"v":1,"type":"ping","t":12.5}"#,
    ])
}
