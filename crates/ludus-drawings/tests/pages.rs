//! The page files of the games: complete, the program's own, and of the types that the pages expect.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use ludus_drawings::pages::page;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The games of this project, by the names of their folders.
const GAMES: [&str; 3] = ["chess", "snake", "tetris"];

/// The scripts of all games: game, file name, text.
fn scripts() -> Vec<(String, String, String)> {
    let files = GAMES.into_iter().flat_map(|game| {
        page(game).into_iter().map(move |file| {
            let text = String::from_utf8(file.content.to_vec()).unwrap();
            (game.to_owned(), file.name.to_string(), text)
        })
    });
    files.filter(|(_, name, _)| name.ends_with(".js")).collect()
}

#[test]
fn every_game_has_the_file_that_the_pages_import() {
    for game in GAMES {
        assert!(page(game).iter().any(|file| file.name == "page.js"), "{game}");
    }
    assert!(page("go").is_empty());
}

#[test]
fn every_import_leads_to_a_file() {
    let assets = Path::new(ROOT).join("../ludus-web/assets");
    let all = scripts();
    for (game, name, text) in &all {
        for target in text.split("from \"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let there = match (target.strip_prefix("/assets/"), target.strip_prefix("./")) {
                (Some(shared), _) => assets.join(shared).is_file(),
                (None, Some(own)) => all.iter().any(|(g, n, _)| g == game && n == own),
                (None, None) => false,
            };
            assert!(there, "{game}/{name} imports {target}");
        }
    }
}

#[test]
fn nothing_comes_from_elsewhere() {
    for (game, name, text) in scripts() {
        assert!(!text.contains("http://") && !text.contains("https://"), "{game}/{name}");
        assert!(!text.contains("innerHTML") && !text.contains("eval("), "{game}/{name}");
    }
}
