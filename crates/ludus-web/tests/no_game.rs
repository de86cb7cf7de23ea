//! The web server and its pages know no game by name: what belongs to one game is a service, its page, or comes from
//! its kit.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

const GAMES: [&str; 3] = ["snake", "chess", "tetris"];

/// The lines of all sources below a folder that name a game.
fn naming(folder: &Path, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            naming(&path, found);
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        for (number, line) in text.lines().enumerate() {
            // How serde calls names_like_this.
            let words = line.to_lowercase().replace("snake_case", "");
            if GAMES.iter().any(|game| words.contains(game)) {
                found.push(format!("{}:{}: {line}", path.display(), number + 1));
            }
        }
    }
}

#[test]
fn no_source_of_the_web_server_and_the_pages_names_a_game() {
    let mut found = Vec::new();
    for folder in ["src", "assets"] {
        naming(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut found);
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn the_web_server_depends_on_no_game() {
    let manifest = include_str!("../Cargo.toml");
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap();
    let dependencies = dependencies.split("[dev-dependencies]").next().unwrap();
    for game in GAMES {
        assert!(!dependencies.contains(game), "{game}");
    }
}
