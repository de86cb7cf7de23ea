//! The pictures of README.md, made by `scripts/screenshots`.

use std::path::PathBuf;

use serde_json::json;

use crate::common::Ludus;
use crate::driver::{Browser, named};
use crate::rooms::{add_bot, sit, start};
use crate::server::Server;
use crate::studio::number_after;

/// Writes what the browser shows into the folder of the pictures.
fn keep(page: &Browser, name: &str) {
    let folder =
        PathBuf::from(std::env::var_os("LUDUS_PICTURES").expect("LUDUS_PICTURES names a folder"));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(format!("{name}.png")), page.picture()).unwrap();
}

/// Waits until something in a description has a number as high as this.
fn until(page: &Browser, selector: &str, words: &str, least: u64) {
    page.wait(&format!("{words} {least}"), || {
        let reply = page.attribute(selector, "aria-label")?;
        (number_after(&reply, words)? >= least).then_some(())
    });
}

#[test]
#[ignore = "makes the pictures of README.md: scripts/screenshots"]
fn a_room_in_play() {
    let server = Server::start();
    let page = Browser::open(&server.url("/"));
    page.size(1280, 740);
    page.prefer("light");
    sit(&page, "tetris", "Ann");
    for (i, bot) in ["hard", "battle", "medium"].into_iter().enumerate() {
        add_bot(&page, bot, i + 1);
    }
    start(&page);
    // Pieces side by side, so that there is something to see.
    let left = |steps| vec!["ArrowLeft"; steps];
    let right = |steps| vec!["ArrowRight"; steps];
    let own = named("own-board");
    for (piece, keys) in
        [left(4), right(4), left(1), right(2), left(4), right(4)].iter().enumerate()
    {
        until(&page, &own, "turn ", piece as u64 * 120);
        page.press(keys);
        page.press(&["Space"]);
    }
    until(&page, &own, "turn ", 1200);
    page.press(&["ArrowLeft"]);
    keep(&page, "room");
}

#[test]
#[ignore = "makes the pictures of README.md: scripts/screenshots"]
fn a_replay_with_what_the_bots_thought() {
    let ludus = Ludus::new();
    ludus.write("ludus.toml", "[serve]\nreplays = \"replays\"\n");
    ludus.text("match chess master hard --games 1 --seed 3 --record replays");
    let server = Server::start_in(ludus);
    let page = Browser::open(&server.url("/replays"));
    page.size(1280, 900);
    page.prefer("light");
    page.click(&format!("{} a", named("replays")));
    page.shows(&named("play"), "Play");
    page.press(&["ArrowRight"; 25]);
    page.shows(&named("turn"), "25");
    keep(&page, "replay");
}

#[test]
#[ignore = "makes the pictures of README.md: scripts/screenshots"]
fn the_lab() {
    let server = Server::start();
    let page = Browser::open(&server.url("/lab"));
    page.size(1440, 900);
    page.prefer("dark");
    page.write(&named("label"), "mine");
    page.click(&named("match"));
    page.shows(&named("match-state"), "done");
    page.click(&named("play-now"));
    until(&page, &format!("{} canvas", named("play")), "turn ", 60);
    page.run("scrollTo(0, 0)", json!([]));
    keep(&page, "lab");
}
