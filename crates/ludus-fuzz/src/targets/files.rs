//! What is read from files and from pages: settings, weights, replays, debug logs, training runs, messages.

use std::env;
use std::fs;
use std::io::BufRead;
use std::process;

use ludus_arena::AnyGame;
use ludus_arena::replay::ReplayReader;
use ludus_chess::ChessKit;
use ludus_core::{BotSpec, GameKit};
use ludus_snake::SnakeKit;
use ludus_snake::log::LogEntry;
use ludus_tetris::TetrisKit;
use ludus_tetris::live::LiveKit;
use ludus_train::{Plan, State};

use super::{Target, owned, read, read_all};

pub(super) fn targets() -> Vec<Target> {
    vec![
        Target {
            name: "settings",
            examples: || Ok(vec![read("ludus.toml")?]),
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
            parse: |text| serde_json::from_str::<State>(text).is_ok(),
        },
        Target { name: "message", examples: messages, parse: ludus_web::understands },
    ]
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
    let kits: [Box<dyn AnyGame>; 3] = [
        Box::new(TetrisKit::new(Default::default())),
        Box::new(ChessKit::new(Default::default())),
        Box::new(SnakeKit::new(Default::default())),
    ];
    let accepted = kits.iter().any(|game| game.check_bot(&spec).is_ok());
    let _ = fs::remove_file(&file);
    accepted
}

/// The recorded matches of the tests, shortened: what matters is in the first turns.
fn replays() -> anyhow::Result<Vec<String>> {
    let files = read_all("crates/ludus/tests/golden")?;
    Ok(files
        .iter()
        .map(|text| text.lines().take(12).map(|line| format!("{line}\n")).collect())
        .collect())
}

/// Reads a replay to its end and plays it again.
fn replay(text: &str) -> bool {
    let mut bytes = text.as_bytes();
    let input: &mut dyn BufRead = &mut bytes;
    let Ok(mut reader) = ReplayReader::new(input) else { return false };
    let game: Box<dyn AnyGame> = match reader.header().game.as_str() {
        "tetris" => Box::new(TetrisKit::new(Default::default())),
        "tetris-live" => Box::new(LiveKit::new(Default::default())),
        "chess" => Box::new(ChessKit::new(Default::default())),
        "snake" => Box::new(SnakeKit::new(Default::default())),
        _ => return false,
    };
    // A replay that ends early is read to where it ends, so the examples count as taken.
    let _ = game.verify(&mut reader);
    true
}

fn log(text: &str) -> bool {
    text.lines().any(|line| LogEntry::parse(line).is_ok_and(|entry| entry.position().is_ok()))
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
