//! The seam between the terminal arena and the games: it knows none of them by name.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::{Path, PathBuf};

use common::{app, keys, picture, playback, start, underlined, watch};
use ludus_core::{Controls, Seat};
use ludus_tui::bindings::key_code;
use ludus_tui::{Screen, SessionConfig, Speed, Widgets};

/// All source files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let below = |path: PathBuf| if path.is_dir() { sources(&path) } else { vec![path] };
    entries.flat_map(below).collect()
}

#[test]
fn no_game_is_known_by_name() {
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(files.len() > 20, "{files:?}");
    let games: Vec<&str> = app().lobby.offers.iter().map(|offer| offer.game.name()).collect();
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        for (n, line) in code.lines().enumerate() {
            let is_doc = line.trim_start().starts_with("//");
            let named = games.iter().find(|game| line.to_lowercase().contains(**game));
            assert!(is_doc || named.is_none(), "{}:{}: {line}", file.display(), n + 1);
        }
    }
}

#[test]
fn every_key_that_a_game_names_is_on_the_keyboard() {
    let mut keyed = 0;
    for game in ["tetris", "chess", "snake"] {
        let app = watch(game, &["human", "random"], 1, (1, 1), 0);
        let Screen::Session(session) = &app.screen else { panic!("no session") };
        let Controls::Keys { keys } = session.controls else { continue };
        keyed += 1;
        for key in keys {
            for name in key.keys.iter().chain(&key.shared) {
                assert!(key_code(name).is_some(), "{}: {name}", key.action);
            }
        }
    }
    assert_eq!(keyed, 1);
}

/// A game that has no widget can be watched and played all the same.
#[test]
fn a_game_without_a_widget_is_shown_as_its_text() {
    let mut app = app();
    app.lobby.widgets = Widgets::default();
    let bots = vec!["human".parse().unwrap(), "random".parse().unwrap()];
    let speed = Some(Speed::Normal);
    let config = SessionConfig { bots, games: 1, grid: (1, 1), speed, paused: true, clock: None };
    start(&mut app, "snake", config);
    let Screen::Session(session) = &app.screen else { panic!("no session") };
    let text = session.session().unwrap().view().snapshot().text.clone();
    let first = Seat::new(0).unwrap();
    assert_eq!(session.game.seat_name(first), "Player 1");
    let shown = picture(&mut app, 100, 40);
    assert!(text.lines().all(|line| shown.contains(line.trim_end())), "{text}\n{shown}");
}

/// The squares of a move are three characters wide on a terminal of the usual size.
#[test]
fn the_last_action_is_marked_on_the_board() {
    let mut played = watch("chess", &["random", "random"], 1, (1, 1), 0);
    assert_eq!(underlined(&mut played), 0);
    let mut played = watch("chess", &["random", "random"], 1, (1, 1), 1);
    assert_eq!(underlined(&mut played), 6);
    let mut recorded = playback("chess-mate");
    assert_eq!(underlined(&mut recorded), 0);
    keys(&mut recorded, "right");
    assert_eq!(underlined(&mut recorded), 6);
}
