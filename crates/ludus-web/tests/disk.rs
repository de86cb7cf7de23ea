//! What pages leave on the disk is bounded, and what a killed server left is cleared up.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "../../ludus-arena/tests/race/mod.rs"]
mod race;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use common::Server;
use common::arena::{Page, host};
use ludus_arena::store::{LiveFilter, Store};
use ludus_arena::{AnyGame, Offer};
use ludus_core::Budget;
use ludus_web::{LiveFiles, Options, Retention, TrainingOptions};
use race::RaceKit;
use serde_json::{Value, json};

/// A server that offers a race, and keeps everything in this folder.
fn options(folder: &Path) -> Options {
    let game: Arc<dyn AnyGame> = Arc::new(RaceKit);
    let rules = game.default_rules();
    let store = folder.join("results.sqlite");
    Options {
        offers: vec![Offer { budget: Budget::NONE, ..Offer::new(game, rules) }],
        live: Some(LiveFiles::new(store.clone(), folder.join("live"))),
        store: Some(store),
        training: TrainingOptions { runs: folder.join("runs"), ..TrainingOptions::default() },
        ..Options::default()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Plays a match of one person who gives up at once; the name of its replay, or null.
fn give_up(page: &mut Page, room: &str, again: bool) -> Value {
    page.say(room, if again { "rematch" } else { "start" }, json!({}));
    page.phase("playing");
    page.say(room, "resign", json!({}));
    let over =
        page.until("the record", |m| m["phase"] == "over" && !m["result"]["replay"].is_null());
    over["result"]["replay"].clone()
}

#[test]
fn the_oldest_replays_of_rooms_go_first_and_results_stay() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(folder.path());
    if let Some(live) = &mut options.live {
        live.keep = Retention { count: 2, ..Retention::REPLAYS };
    }
    let live = folder.path().join("live");
    std::fs::create_dir(&live).unwrap();
    for name in ["mine.jsonl", ".ludus-Ab3.tmp", "notes.tmp"] {
        std::fs::write(live.join(name), "").unwrap();
    }
    let server = Server::start(options);
    // The thread that keeps records sweeps when it starts, which is not waited for by the server.
    let swept = || names(&live) == ["mine.jsonl", "notes.tmp"];
    let in_time = (0..200).any(|_| {
        std::thread::sleep(Duration::from_millis(25));
        swept()
    });
    assert!(in_time, "only our own temporary files are swept: {:?}", names(&live));
    let (mut ann, room) = host(&server, "race");
    ann.sit(&room, "Ann");
    let replays: Vec<Value> = (0..3).map(|number| give_up(&mut ann, &room, number > 0)).collect();
    assert_eq!(replays, ["live-000001", "live-000002", "live-000003"]);
    let kept = ["live-000002.jsonl", "live-000003.jsonl", "mine.jsonl", "notes.tmp"];
    assert_eq!(names(&live), kept);
    let (status, answer) = server.get("/api/v1/replays/live-000001");
    let reply = json!("the replay live-000001 is no longer kept");
    assert_eq!((status, &answer["error"]), (404, &reply));
    assert_eq!(server.get("/api/v1/replays/live-000002").0, 200);
    drop(server);
    let store = Store::open_existing(&folder.path().join("results.sqlite")).unwrap();
    let rows = store.live_matches(&LiveFilter::default(), 10).unwrap();
    let replays: Vec<_> = rows.iter().map(|row| row.replay.as_deref()).collect();
    assert_eq!(replays, [Some("live-000003.jsonl"), Some("live-000002.jsonl"), None]);
    assert!(rows.iter().all(|row| row.state == "finished" && row.seats[0].rank == Some(1)));
}

#[test]
fn beyond_its_largest_size_nothing_is_added_to_the_store_and_people_play_all_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(folder.path());
    options.store_bytes = 1000;
    if let Some(live) = &mut options.live {
        live.store_bytes = 1000;
    }
    let server = Server::start(options);
    let (mut ann, room) = host(&server, "race");
    ann.sit(&room, "Ann");
    ann.say(&room, "start", json!({}));
    ann.phase("playing");
    ann.say(&room, "resign", json!({}));
    ann.phase("over");
    let bots = json!(["slow", "steady"]);
    let wanted = json!({ "game": "race", "bots": bots, "format": "round-robin", "games": 2 });
    let (_, started) = server.ask("/api/v1/tournaments", &wanted);
    let over = follow(&server, &started["job"]);
    assert_eq!(over["state"], "failed");
    assert!(over["error"].as_str().unwrap().contains("1000 are allowed"), "{over}");
    let wanted = json!({
        "game": "race", "bots": vec!["slow"; 32], "format": "round-robin", "games": 1000,
    });
    let (status, answer) = server.ask("/api/v1/tournaments", &wanted);
    assert!(status == 422 && answer["error"].as_str().unwrap().contains("50000"), "{answer}");
    drop(server);
    let store = Store::open_existing(&folder.path().join("results.sqlite")).unwrap();
    assert!(store.live_matches(&LiveFilter::default(), 10).unwrap().is_empty());
}

/// Follows a job until it is over; its last message.
fn follow(server: &Server, job: &Value) -> Value {
    let mut page = Page::open(server);
    page.follow(&format!("job/{}", job.as_str().unwrap()));
    page.until("the end", |m| {
        m["type"] == "job" && !["waiting", "playing"].contains(&m["state"].as_str().unwrap())
    })
}

/// A run that takes no time.
fn small_run() -> Value {
    json!({
        "game": "race", "mode": "stride", "optimizer": "evolution", "population": 4,
        "generations": 1, "games": 1,
    })
}

#[test]
fn a_run_that_is_refused_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(Options { jobs_waiting: 0, ..options(folder.path()) });
    let (status, answer) = server.ask("/api/v1/training", &small_run());
    assert_eq!(status, 503, "{answer}");
    assert!(names(&folder.path().join("runs")).is_empty());
}

#[test]
fn of_the_runs_that_pages_begin_the_oldest_go_and_those_of_the_operator_stay() {
    let folder = tempfile::tempdir().unwrap();
    let runs = folder.path().join("runs");
    let mut options = options(folder.path());
    options.training.keep = Retention { count: 2, ..Retention::RUNS };
    let server = Server::start(options);
    let begin = || {
        let (status, started) = server.ask("/api/v1/training", &small_run());
        assert_eq!(status, 200, "{started}");
        let over = follow(&server, &started["job"]);
        assert_eq!(over["state"], "done", "{over}");
        started["run"].as_str().unwrap().to_owned()
    };
    let first = begin();
    // What looks like a run of `ludus train` has no mark.
    let own = runs.join("own");
    std::fs::create_dir(&own).unwrap();
    for name in names(&runs.join(&first)).iter().filter(|name| !name.starts_with('.')) {
        std::fs::copy(runs.join(&first).join(name), own.join(name)).unwrap();
    }
    let others = [begin(), begin()];
    let mut kept: Vec<String> = others.to_vec();
    kept.push("own".to_owned());
    kept.sort();
    assert_eq!(names(&runs), kept);
    assert_eq!(server.get(&format!("/api/v1/training/{first}")).0, 404);
}
