//! The rules of a game panic on purpose: that match ends with the reason, and everything else continues.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "../../ludus-arena/tests/race/mod.rs"]
mod race;

use std::path::Path;
use std::sync::Arc;

use common::Server;
use common::arena::{Page, host, offers};
use ludus_arena::store::{LiveFilter, Store};
use ludus_arena::{AnyGame, Offer};
use ludus_core::Budget;
use ludus_web::{LiveFiles, Options, TrainingOptions};
use race::{RaceKit, Rules};
use serde_json::{Value, json};

const MINE: &str = "internal error in race: stepped on a mine";

/// A server that offers a race with this mine beside the usual games.
fn server(folder: &Path, mine: u32) -> Server {
    let game: Arc<dyn AnyGame> = Arc::new(RaceKit);
    let rules = race::rules(Rules { mine, ..Rules::default() });
    let race = Offer { budget: Budget::NONE, ..Offer::new(game, rules) };
    let store = folder.join("results.sqlite");
    Server::start(Options {
        offers: offers().into_iter().chain([race]).collect(),
        live: Some(LiveFiles::new(store.clone(), folder.join("live"))),
        store: Some(store),
        training: TrainingOptions { runs: folder.join("runs"), ..TrainingOptions::default() },
        ..Options::default()
    })
}

fn is_well(server: &Server) {
    assert_eq!(server.get("/health"), (200, json!({ "status": "ok" })));
}

fn ok((status, answer): (u16, Value)) -> Value {
    assert_eq!(status, 200, "{answer}");
    answer
}

/// Follows a job until it is over; its last message.
fn follow(server: &Server, job: &Value) -> Value {
    let mut page = Page::open(server);
    page.follow(&format!("job/{}", job.as_str().unwrap()));
    page.until("the end", |m| {
        m["type"] == "job" && !["waiting", "playing"].contains(&m["state"].as_str().unwrap())
    })
}

/// A race of a person against this bot that has just begun.
fn race(server: &Server, bot: &str) -> (Page, String) {
    let (mut page, room) = host(server, "race");
    page.sit(&room, "Ann");
    page.add_bots(&room, &[bot]);
    page.say(&room, "start", json!({}));
    page.hear("state");
    (page, room)
}

#[test]
fn a_room_ends_its_match_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), 0);
    let (mut bystander, chess) = host(&server, "chess");
    bystander.sit(&chess, "Bob");
    bystander.add_bots(&chess, &["easy"]);
    bystander.say(&chess, "start", json!({}));
    bystander.hear("state");

    // In a turn, which the thread that ticks plays.
    let (mut ann, room) = host(&server, "race");
    ann.sit(&room, "Ann");
    ann.add_bots(&room, &["slow"]);
    ann.say(&room, "rules", json!({ "rules": { "mine": 1 } }));
    ann.say(&room, "start", json!({}));
    ann.hear("state");
    ann.say(&room, "act", json!({ "action": "+2" }));
    let over = ann.phase("over");
    let result = &over["result"];
    assert_eq!((&result["ranks"], &result["reason"]), (&Value::Null, &json!(MINE)));
    let labels: Vec<_> = result["seats"].as_array().unwrap().iter().map(|s| &s["label"]).collect();
    assert_eq!(labels, ["Ann", "slow"]);
    // While a person is listened to.
    let (mut ann, unheard) = race(&server, "slow");
    ann.say(&unheard, "act", json!({ "action": "?" }));
    let reason = "internal error in race: no rule says what this means";
    assert_eq!(ann.phase("over")["result"]["reason"], reason);
    // While a bot is asked.
    let (mut ann, baffled) = race(&server, "baffles");
    for n in 0..3 {
        ann.say(&baffled, "act", json!({ "action": "+1", "n": n }));
        if n < 2 {
            ann.until("the turn", |m| m["type"] == "change" && m["turn"] == n + 1);
        }
    }
    let reason = "internal error in race: no rule says whether this is legal";
    assert_eq!(ann.phase("over")["result"]["reason"], reason);
    // The same room plays again.
    ann.say(&baffled, "rematch", json!({}));
    ann.phase("playing");

    bystander.say(&chess, "act", json!({ "action": "e2e4" }));
    bystander.until("the answer", |m| m["type"] == "change" && m["turn"] == 2);
    is_well(&server);
    drop(server);
    let store = Store::open_existing(&folder.path().join("results.sqlite")).unwrap();
    let rows = store.live_matches(&LiveFilter::default(), 10).unwrap();
    let broken = rows.iter().filter(|row| row.room != chess && row.state == "aborted");
    let reasons: Vec<_> = broken.filter_map(|row| row.reason.as_deref()).collect();
    assert_eq!(reasons.iter().filter(|reason| reason.starts_with("internal error")).count(), 3);
}

#[test]
fn watched_matches_the_lab_and_tournaments_play_what_can_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), 9);
    let bots = json!(["random", "random"]);
    let wanted = json!({ "game": "race", "bots": bots, "games": 30, "boards": 4, "delay_ms": 0 });
    let group = ok(server.ask("/api/v1/groups", &wanted))["group"].clone();
    let mut page = Page::open(&server);
    page.follow(&format!("group/{}", group.as_str().unwrap()));
    let reply = page.until("the end", |m| m["type"] == "group" && m["status"]["over"] == true);
    let status = &reply["status"];
    let (broken, finished) = (status["broken"].as_u64(), status["finished"].as_u64());
    assert!(broken > Some(0) && finished > Some(0), "{status}");
    assert_eq!(broken.unwrap() + finished.unwrap(), 30);
    assert!(status["failure"].as_str().unwrap().contains(MINE));

    let wanted = json!({ "game": "race", "bot": "random", "against": ["random"], "games": 30 });
    let started = ok(server.ask("/api/v1/lab/match", &wanted));
    let over = follow(&server, &started["job"]);
    assert_eq!(over["state"], "failed");
    assert!(over["error"].as_str().unwrap().contains(MINE), "{over}");
    let row = &over["result"]["rows"][0];
    let counted = row["games"].as_u64().unwrap() + row["broken"]["count"].as_u64().unwrap();
    assert!(counted == 30 && row["games"].as_u64() > Some(0), "{row}");

    let three = json!(["random", "random", "random"]);
    let wanted = json!({ "game": "race", "bots": three, "format": "round-robin", "games": 10 });
    let started = ok(server.ask("/api/v1/tournaments", &wanted));
    let over = follow(&server, &started["job"]);
    assert_eq!(over["state"], "failed");
    assert!(over["error"].as_str().unwrap().contains(MINE), "{over}");
    let played = over["result"]["played"].as_u64().unwrap();
    assert!(played > 0 && played < 30, "{over}");
    is_well(&server);
}

#[test]
fn a_run_of_training_ends_with_the_reason_and_the_next_job_is_done() {
    let folder = tempfile::tempdir().unwrap();
    let server = server(folder.path(), 9);
    let wanted = json!({
        "game": "race", "mode": "stride", "optimizer": "evolution", "population": 8,
        "generations": 3, "games": 5,
    });
    let started = ok(server.ask("/api/v1/training", &wanted));
    let over = follow(&server, &started["job"]);
    assert_eq!(over["state"], "failed", "{over}");
    let error = over["error"].as_str().unwrap();
    assert!(error.starts_with("internal error in a match of race with the seed "), "{error}");
    assert!(error.ends_with(": stepped on a mine"), "{error}");
    let wanted = json!({ "game": "snake", "bot": "easy", "against": ["random"], "games": 2 });
    let started = ok(server.ask("/api/v1/lab/match", &wanted));
    assert_eq!(follow(&server, &started["job"])["state"], "done");
    is_well(&server);
}
