//! What pages start: matches that are watched, matches of the lab, tournaments, training.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::path::Path;

use common::Server;
use common::arena::{Page, offers};
use ludus_web::{Options, TrainingOptions};
use serde_json::{Value, json};

fn options(folder: &Path) -> Options {
    Options {
        offers: offers(),
        store: Some(folder.join("results.sqlite")),
        training: TrainingOptions { runs: folder.join("runs"), ..TrainingOptions::default() },
        ..Options::default()
    }
}

/// Follows a job until it is over; its last message.
fn follow(server: &Server, job: &Value) -> Value {
    let mut page = Page::open(server);
    page.follow(&format!("job/{}", job.as_str().unwrap()));
    loop {
        let reply = page.hear("job");
        if !["waiting", "playing"].contains(&reply["state"].as_str().unwrap()) {
            return reply;
        }
    }
}

fn ok((status, answer): (u16, Value)) -> Value {
    assert_eq!(status, 200, "{answer}");
    answer
}

fn refused((status, answer): (u16, Value), expected: u16, reply: &str) {
    let reason = answer["error"].as_str().unwrap_or_default();
    assert!(status == expected && reason.contains(reply), "{status} {answer}");
}

#[test]
fn a_group_of_matches_is_watched_paused_stepped_and_sped_up() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    let wanted = json!({
        "game": "snake", "bots": ["easy", "random"], "games": 6, "boards": 2, "delay_ms": 0, "paused": true,
    });
    let group = ok(server.ask("/api/v1/groups", &wanted))["group"].clone();
    let path = format!("/api/v1/groups/{}", group.as_str().unwrap());
    let mut page = Page::open(&server);
    page.follow(&format!("group/{}", group.as_str().unwrap()));
    let first = page.hear("group");
    assert_eq!((&first["game"], &first["status"]["paused"]), (&json!("snake"), &json!(true)));
    let turns: Vec<&Value> =
        first["boards"].as_array().unwrap().iter().map(|b| &b["turn"]).collect();
    assert_eq!(turns, [0, 0]);
    assert_eq!(first["boards"][0]["data"]["seats"].as_array().unwrap().len(), 2);

    ok(server.ask(&path, &json!({ "do": "step" })));
    let stepped = page.hear("group");
    assert!(
        stepped["boards"].as_array().unwrap().iter().all(|board| board["turn"] == 1),
        "{stepped}"
    );

    ok(server.ask(&path, &json!({ "do": "resume" })));
    let last = loop {
        let reply = page.hear("group");
        if reply["status"]["over"] == true {
            break reply;
        }
    };
    let status = &last["status"];
    assert_eq!(status["finished"], 6);
    let bots = status["bots"].as_array().unwrap();
    let played = |bot: &Value| {
        ["wins", "draws", "losses"].iter().map(|k| bot[k].as_u64().unwrap()).sum::<u64>()
    };
    assert!(bots.iter().all(|bot| played(bot) == 6), "{bots:?}");
}

#[test]
fn what_cannot_be_watched_is_refused() {
    let few = Options { offers: offers(), groups: 1, ..Options::default() };
    let server = Server::start(few);
    let ask = |change: Value| {
        let mut wanted = json!({ "game": "tetris", "bots": ["easy"], "games": 1, "boards": 1, "delay_ms": 10_000 });
        for (key, value) in change.as_object().unwrap() {
            wanted[key] = value.clone();
        }
        server.ask("/api/v1/groups", &wanted)
    };
    refused(ask(json!({ "game": "ludo" })), 404, "there is no game");
    refused(ask(json!({ "bots": [] })), 422, "1 to 8 seats");
    refused(
        ask(json!({ "bots": ["weights:path=/etc/passwd"] })),
        422,
        "no bot of tetris that a page may choose",
    );
    refused(ask(json!({ "bots": ["heuristic:holes=-1"] })), 422, "no bot of tetris");
    refused(ask(json!({ "bots": [7] })), 422, "");
    refused(ask(json!({ "games": 0 })), 422, "allowed: 1 to 10000");
    refused(ask(json!({ "boards": 17 })), 422, "allowed: 1 to 16");
    refused(ask(json!({ "delay_ms": 10_001 })), 422, "delay_ms");
    refused(ask(json!({ "seed": 1 })), 422, "unknown field");
    ok(ask(json!({})));
    refused(ask(json!({})), 503, "no more are allowed");
    refused(server.ask("/api/v1/groups/nothing", &json!({ "do": "pause" })), 404, "expired");
}

#[test]
fn the_lab_lists_weights_and_presets_and_plays_what_was_made() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let shops = ok(server.get("/api/v1/lab"));
    let tetris = &shops["games"][0];
    assert_eq!(
        (&tetris["game"], &tetris["workshop"]["bot"]),
        (&json!("tetris"), &json!("heuristic"))
    );
    assert_eq!(tetris["workshop"]["knobs"].as_array().unwrap().len(), 40);
    let presets = tetris["workshop"]["presets"].as_array().unwrap();
    let names: Vec<&str> = presets.iter().map(|p| p["name"].as_str().unwrap()).collect();
    for name in ["greedy", "aggressive", "defensive", "bomber", "flat", "hunter", "hard", "battle"]
    {
        assert!(names.contains(&name), "{name}");
    }
    // The weights of greedy (height, holes, bumpiness, lines) as its authors gave them.
    assert_eq!(
        presets[0]["weights"].as_array().unwrap()[..4],
        [-4.0, -7.0, -3.0, 2.0].map(Value::from)
    );

    let bot = json!({ "label": "mine", "weights": { "holes": -7, "height": -4, "bumpiness": -3, "lines": 2 }, "choices": { "lookahead": "none" } });
    let wanted = json!({ "game": "tetris", "bot": bot, "against": ["random", "easy"], "games": 4 });
    let started = ok(server.ask("/api/v1/lab/match", &wanted));
    let over = follow(&server, &started["job"]);
    assert_eq!(over["state"], "done", "{over}");
    let rows = over["result"]["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 2);
    for (row, other) in rows.iter().zip(["random", "easy"]) {
        assert_eq!((&row["games"], &row["bots"][0]["label"]), (&json!(4), &json!("mine")));
        assert_eq!(row["bots"][1]["label"], other);
    }
    // Hardly anybody loses to random placements.
    assert!(rows[0]["bots"][0]["wins"].as_u64().unwrap() >= 3, "{over}");
    let made = |bot: Value| {
        let wanted = json!({ "game": "tetris", "bot": bot, "against": [], "games": 2 });
        server.ask("/api/v1/lab/match", &wanted)
    };
    refused(made(json!({ "label": "a=b:c", "weights": { "holes": 1 } })), 422, "label");
    refused(made(json!({ "label": "a", "weights": { "path": 1 } })), 422, "no weight");
    refused(made(json!({ "label": "a", "weights": { "holes": "x" } })), 422, "");
    refused(made(json!({ "label": "a", "weights": {} })), 422, "at least one metric");
    refused(
        made(
            json!({ "label": "a", "weights": { "holes": 1 }, "choices": { "lookahead": "full,path=x" } }),
        ),
        422,
        "cannot be",
    );
}

#[test]
fn only_who_started_a_job_stops_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let wanted = json!({ "game": "snake", "bot": "hard", "against": ["hard"], "games": 2000 });
    let started = ok(server.ask("/api/v1/lab/match", &wanted));
    let path = format!("/api/v1/jobs/{}/stop", started["job"].as_str().unwrap());
    refused(server.ask(&path, &json!({ "key": "guessed" })), 403, "only the page that started it");
    refused(server.ask("/api/v1/jobs/x/stop", &json!({ "key": "" })), 404, "no such job");
    ok(server.ask(&path, &json!({ "key": started["key"] })));
    assert_eq!(follow(&server, &started["job"])["state"], "stopped");
}

#[test]
fn a_tournament_is_played_stored_shown_and_its_matches_are_seen_again() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    assert_eq!(ok(server.get("/api/v1/tournaments"))["tournaments"], json!([]));
    let wanted = json!({ "game": "snake", "bots": ["easy", "random", "medium"], "format": "round-robin", "games": 2 });
    let started = ok(server.ask("/api/v1/tournaments", &wanted));
    let over = follow(&server, &started["job"]);
    assert_eq!((&over["state"], &over["result"]["played"]), (&json!("done"), &json!(6)), "{over}");
    let listed = ok(server.get("/api/v1/tournaments"));
    assert_eq!((&listed["tournaments"][0]["played"], &listed["jobs"]), (&json!(6), &json!([])));
    let shown = ok(server.get("/api/v1/tournaments/1"));
    assert_eq!(shown["table"], over["result"]["table"]);
    assert_eq!(shown["table"]["standings"].as_array().unwrap().len(), 3);
    let matches = ok(server.get("/api/v1/tournaments/1/matches"));
    assert_eq!(matches["all"], 6);
    for game in matches["matches"].as_array().unwrap() {
        let which = json!({ "fixture": game["fixture"], "number": game["number"] });
        let kept = ok(server.ask("/api/v1/tournaments/1/replay", &which));
        let film = ok(server.get(&format!("/api/v1/replays/{}", kept["id"].as_str().unwrap())));
        let last = film["frames"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["turn"], &last["outcome"]["reason"]), (&game["turns"], &game["reason"]));
        let labels = |seats: &Value| {
            seats.as_array().unwrap().iter().map(|s| s["label"].clone()).collect::<Vec<_>>()
        };
        assert_eq!(labels(&film["seats"]), labels(&game["seats"]));
        let ranks: Vec<_> =
            game["seats"].as_array().unwrap().iter().map(|s| s["rank"].clone()).collect();
        assert_eq!(last["outcome"]["ranks"], json!(ranks));
    }
    let bad = json!({ "fixture": 9, "number": 1 });
    refused(server.ask("/api/v1/tournaments/1/replay", &bad), 404, "no such match");
    refused(server.get("/api/v1/tournaments/7"), 404, "no tournament 7");
    let odd =
        json!({ "game": "snake", "bots": ["easy", "random"], "format": "round-robin", "games": 3 });
    refused(server.ask("/api/v1/tournaments", &odd), 422, "multiple of 2");
}

#[test]
fn training_is_started_followed_stopped_and_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let kinds = ok(server.get("/api/v1/training"));
    assert!(
        kinds["kinds"]
            .as_array()
            .unwrap()
            .iter()
            .any(|k| k["game"] == "tetris" && k["mode"] == "solo")
    );
    let wanted = json!({ "game": "tetris", "mode": "solo", "optimizer": "evolution", "population": 8, "generations": 2000, "games": 1 });
    let started = ok(server.ask("/api/v1/training", &wanted));
    let name = started["run"].as_str().unwrap();
    let mut page = Page::open(&server);
    page.follow(&format!("run/{name}"));
    let reply = loop {
        let reply = page.hear("run");
        if reply["rows"].as_array().is_some_and(|rows| rows.len() > 1) {
            break reply;
        }
    };
    let row = &reply["rows"][0];
    assert!(
        row["best"].as_f64() >= row["mean"].as_f64()
            && row["mean"].as_f64() >= row["worst"].as_f64()
    );
    assert_eq!(reply["weights"].as_object().unwrap().len(), 8);
    let stop = format!("/api/v1/jobs/{}/stop", started["job"].as_str().unwrap());
    ok(server.ask(&stop, &json!({ "key": started["key"] })));
    assert_eq!(follow(&server, &started["job"])["state"], "stopped");
    let done = ok(server.get(&format!("/api/v1/training/{name}")))["done"].as_u64().unwrap();
    assert!(done >= 2);
    let resumed = ok(server.ask(&format!("/api/v1/training/{name}/resume"), &json!({})));
    let again = loop {
        let reply = page.hear("run");
        if reply["done"].as_u64().unwrap() > done {
            break reply;
        }
    };
    assert_eq!(again["rows"][0], reply["rows"][0]);
    let stop = format!("/api/v1/jobs/{}/stop", resumed["job"].as_str().unwrap());
    ok(server.ask(&stop, &json!({ "key": resumed["key"] })));
    let bad = json!({ "game": "tetris", "mode": "chess", "optimizer": "evolution", "population": 8, "generations": 1, "games": 1 });
    refused(server.ask("/api/v1/training", &bad), 422, "to be trained");
    for name in ["..", "%2e%2e%2fsecret", "nothing"] {
        assert_eq!(server.get(&format!("/api/v1/training/{name}")).0, 404, "{name}");
    }
}
