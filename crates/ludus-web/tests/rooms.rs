//! Rooms over real connections: people and bots play, others look on.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;

use std::io::BufReader;
use std::path::Path;
use std::time::Duration;

use common::Server;
use common::arena::{Page, host, offers, options};
use ludus_arena::replay::ReplayReader;
use ludus_arena::store::{LiveFilter, LiveRow, Store};
use ludus_web::{Options, RoomLimits};
use serde_json::{Value, json};

fn rows(folder: &Path) -> Vec<LiveRow> {
    let store = Store::open_existing(&folder.join("results.sqlite")).unwrap();
    store.live_matches(&LiveFilter::default(), 100).unwrap()
}

/// Verifies the replay that a room names.
fn verify(folder: &Path, game: &str, replay: &Value) {
    let name = format!("{}.jsonl", replay.as_str().unwrap());
    let file = std::fs::File::open(folder.join("live").join(name)).unwrap();
    let mut input = BufReader::new(file);
    let mut reader = ReplayReader::new(&mut input as &mut dyn std::io::BufRead).unwrap();
    let offers = offers();
    let listed = offers.iter().find(|offer| offer.game.name() == game).unwrap();
    listed.for_people().game.verify(&mut reader).unwrap();
}

/// What a page does with a patch.
fn apply(value: &mut Value, patch: &Value) {
    let Some((kind, content)) = patch.as_object().and_then(|patch| patch.iter().next()) else {
        return;
    };
    match kind.as_str() {
        "r" => *value = content.clone(),
        "p" => value.as_array_mut().unwrap().extend(content.as_array().unwrap().clone()),
        _ => {
            for (key, patch) in content.as_object().unwrap() {
                match key.parse::<usize>() {
                    Ok(at) if kind == "a" => apply(&mut value[at], patch),
                    _ => apply(&mut value[key.as_str()], patch),
                }
            }
        }
    }
}

#[test]
fn tetris_is_played_from_the_waiting_room_to_the_replay() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut ann, room) = host(&server, "tetris");
    ann.sit(&room, "Ann");
    ann.add_bots(&room, &["easy", "battle"]);
    let full = ann.until("three seats", |m| m["seats"].as_array().is_some_and(|s| s.len() == 3));
    assert_eq!(full["seats"][0], json!({"label": "Ann", "kind": "person", "connected": true}));
    assert_eq!(full["seats"][2]["bot"], "battle");
    ann.say(&room, "start", json!({}));
    ann.phase("playing");
    let state = ann.hear("state");
    assert!(state["begins_ms"].as_u64().unwrap() > 1000, "there is time to get ready");
    let mut data = state["data"].clone();
    let mut spectator = Page::open(&server);
    let you = json!({"seat": null, "host": false, "played": null});
    assert_eq!(spectator.join(&room, json!({}))["you"], you);
    let mut seen = spectator.hear("state")["data"].clone();
    // Ann drops her pieces where they come until she is out.
    let mut acted = 0;
    let mut acked = 0;
    let mut seq = state["seq"].as_u64().unwrap();
    let over = loop {
        let message = ann.next().unwrap();
        match message["type"].as_str().unwrap() {
            "change" => {
                assert_eq!(message["seq"], seq + 1, "nothing is missing");
                seq += 1;
                apply(&mut data, &message["patch"]);
                acked = message["acks"][0].as_u64().unwrap();
                assert!(acked <= acted);
                if message["begins_ms"].is_null() && data["seats"][0]["alive"] == true {
                    acted += 1;
                    ann.say(&room, "act", json!({"action": "move_left+hard_drop", "n": acted}));
                }
                if data["seats"][0]["alive"] == false && acted < 1000 {
                    acted = 1000;
                    ann.say(&room, "resign", json!({}));
                }
            }
            "room" if message["phase"] == "over" => break message,
            "error" if acted < 1000 => panic!("{message}"),
            _ => {}
        }
        if acted == 1000 && data["seats"][0]["alive"] == false {
            break Value::Null;
        }
    };
    assert!(acked > 5 && over.is_null(), "Ann is out while the bots play on");
    assert_eq!(data["seats"][0]["reason"].as_str().map(str::is_empty), Some(false));
    // A spectator has the same position as the player, at some point.
    while seen["seats"][0]["alive"] == true {
        let change = spectator.hear("change");
        apply(&mut seen, &change["patch"]);
    }
    assert_eq!(seen["seats"][0]["pieces"], data["seats"][0]["pieces"]);
    // The server stops in the middle of what the bots play on.
    drop(server);
    assert_eq!(spectator.hear("closed")["reason"], "the server stops");
    let rows = rows(folder.path());
    assert_eq!((rows.len(), rows[0].state.as_str()), (1, "aborted"));
    assert_eq!(rows[0].reason.as_deref(), Some("the server stops"));
}

#[test]
fn a_solo_match_ends_with_ranks_figures_and_a_replay_that_holds() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut ann, room) = host(&server, "tetris");
    ann.sit(&room, "Ann");
    ann.say(&room, "rules", json!({"rules": {"height": 6}}));
    ann.say(&room, "start", json!({}));
    let over = loop {
        let message = ann.next().unwrap();
        match message["type"].as_str().unwrap() {
            "change" => ann.say(&room, "act", json!({"action": "hard_drop", "n": 1})),
            "room" if message["phase"] == "over" && message["result"]["replay"].is_string() => {
                break message;
            }
            _ => {}
        }
    };
    assert_eq!(over["result"]["ranks"], json!([1]));
    assert!(over["result"]["figures"][0]["pieces"].as_f64().unwrap() >= 3.0, "{over}");
    verify(folder.path(), "tetris", &over["result"]["replay"]);
    let rows = rows(folder.path());
    assert_eq!((rows[0].state.as_str(), rows[0].game.as_str()), ("finished", "tetris-live"));
    assert_eq!((rows[0].seats[0].label.as_str(), rows[0].seats[0].person), ("Ann", true));
    // And once more.
    ann.say(&room, "rematch", json!({}));
    ann.phase("playing");
    ann.say(&room, "resign", json!({}));
    ann.phase("over");
}

/// Two people at a chess board without an opening: pages and the room.
fn chess(server: &Server) -> (Page, Page, String) {
    let (mut white, room) = host(server, "chess");
    white.sit(&room, "White");
    let mut black = Page::open(server);
    black.join(&room, json!({}));
    black.sit(&room, "Black");
    white.say(&room, "start", json!({}));
    white.hear("state");
    black.hear("state");
    (white, black, room)
}

#[test]
fn a_mate_in_two_moves_then_a_rematch_with_the_colours_changed() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut white, mut black, room) = chess(&server);
    black.say(&room, "act", json!({"action": "e7e5"}));
    assert_eq!(black.refused(), "it is not your turn");
    white.say(&room, "act", json!({"action": "e2e5"}));
    assert!(white.refused().contains("e2e5"));
    for (n, action) in ["f2f3", "e7e5", "g2g4", "d8h4"].iter().enumerate() {
        let mover = if n % 2 == 0 { &mut white } else { &mut black };
        mover.say(&room, "act", json!({"action": action, "n": n}));
        for page in [&mut white, &mut black] {
            page.until("the move", |m| m["type"] == "change" && m["turn"] == n + 1);
        }
    }
    let over =
        black.until("the result", |m| m["phase"] == "over" && m["result"]["replay"].is_string());
    assert_eq!(
        (&over["result"]["ranks"], &over["result"]["reason"]),
        (&json!([2, 1]), &json!("checkmate"))
    );
    verify(folder.path(), "chess", &over["result"]["replay"]);
    white.say(&room, "rematch", json!({}));
    let again = black.phase("playing");
    assert_eq!((&again["seats"][0]["label"], &again["you"]["seat"]), (&json!("Black"), &json!(0)));
}

#[test]
fn resigning_out_of_turn_and_draws_by_agreement_are_recorded_and_hold() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut white, mut black, room) = chess(&server);
    // It is white's move.
    black.say(&room, "resign", json!({}));
    let ended = |m: &Value| m["phase"] == "over" && m["result"]["replay"].is_string();
    let over = white.until("the result", ended);
    assert_eq!(
        (&over["result"]["ranks"], &over["result"]["reason"]),
        (&json!([1, 2]), &json!("resigned"))
    );
    verify(folder.path(), "chess", &over["result"]["replay"]);

    white.say(&room, "rematch", json!({}));
    white.hear("state");
    black.say(&room, "draw", json!({"offer": true}));
    white.until("the offer", |m| m["offers"] == json!([0]));
    black.until("its own offer", |m| m["offers"] == json!([0]));
    white.say(&room, "draw", json!({"offer": false}));
    black.until("no offer", |m| m["phase"] == "playing" && m["offers"] == json!([]));
    black.say(&room, "draw", json!({"offer": true}));
    white.say(&room, "draw", json!({"offer": true}));
    let over = white.until("the result", ended);
    assert_eq!(over["result"]["reason"], "draw agreed");
    assert_eq!(over["result"]["ranks"], json!([1, 1]));
    verify(folder.path(), "chess", &over["result"]["replay"]);
}

#[test]
fn a_result_belongs_to_the_seats_as_they_were() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut white, mut black, room) = chess(&server);
    white.say(&room, "resign", json!({}));
    black.phase("over");
    white.phase("over");
    // Who gets up still sees how the match ended for the seat that it had.
    white.say(&room, "stand", json!({}));
    let one_left = |m: &Value| m["seats"].as_array().is_some_and(|seats| seats.len() == 1);
    let seen = white.until("one seat", one_left);
    assert_eq!(seen["you"], json!({"seat": null, "host": true, "played": 0}));
    white.say(&room, "leave", json!({}));
    let seen = black.until("one seat", one_left);
    assert_eq!(seen["you"], json!({"seat": 0, "host": false, "played": 1}));
    let mut later = Page::open(&server);
    for seen in [seen, later.join(&room, json!({}))] {
        let result = &seen["result"];
        assert_eq!((&result["ranks"], &result["reason"]), (&json!([2, 1]), &json!("resigned")));
        let seats =
            json!([{"label": "White", "kind": "person"}, {"label": "Black", "kind": "person"}]);
        assert_eq!(result["seats"], seats);
        assert_eq!(seen["seats"][0]["label"], "Black", "the room itself has one seat");
    }
}

#[test]
fn a_bot_answers_a_move_and_clocks_run() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut ann, room) = host(&server, "chess");
    ann.sit(&room, "Ann");
    ann.add_bots(&room, &["easy"]);
    ann.say(&room, "rules", json!({"clock": "60+2"}));
    ann.say(&room, "start", json!({}));
    let state = ann.hear("state");
    assert_eq!(state["clocks"]["running"], json!([0]));
    ann.say(&room, "act", json!({"action": "e2e4"}));
    let answered = ann.until("the answer", |m| m["type"] == "change" && m["turn"] == 2);
    assert_eq!(answered["clocks"]["running"], json!([0]));
    assert!(answered["clocks"]["left_ms"][0].as_u64().unwrap() > 60_000, "{answered}");
    ann.say(&room, "draw", json!({"offer": true}));
    assert_eq!(ann.refused(), "bots do not agree on draws");
}

#[test]
fn a_person_whose_clock_runs_out_loses_on_time_and_the_replay_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut ann, room) = host(&server, "chess");
    ann.sit(&room, "Ann");
    ann.add_bots(&room, &["easy"]);
    ann.say(&room, "rules", json!({"clock": "1"}));
    ann.say(&room, "start", json!({}));
    assert_eq!(ann.hear("state")["clocks"]["left_ms"][1], 1000);
    let over = ann.phase("over");
    assert_eq!(over["result"]["ranks"], json!([2, 1]));
    let reason = over["result"]["reason"].as_str().unwrap();
    assert!(reason.starts_with("time: its clock ran out"), "{reason}");
    let over = ann.until("the replay", |m| m["result"]["replay"].is_string());
    verify(folder.path(), "chess", &over["result"]["replay"]);
    let name = format!("live/{}.jsonl", over["result"]["replay"].as_str().unwrap());
    let replay = std::fs::read_to_string(folder.path().join(name)).unwrap();
    assert!(replay.lines().next().unwrap().contains(r#""clock":"1""#), "{replay}");

    let (mut bob, room) = host(&server, "snake");
    bob.say(&room, "rules", json!({"clock": "60"}));
    assert_eq!(bob.refused(), "this game does not wait for its players, so it has no clocks");
}

#[test]
fn bots_that_are_watched_play_by_the_clock() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    // Slow enough that the match still runs when the page follows it: a match that is over has no board.
    let group = |clock: &str| json!({ "game": "chess", "bots": ["easy", "random"], "games": 1, "boards": 1, "delay_ms": 30, "clock": clock });
    let (status, answer) = server.ask("/api/v1/groups", &group("61"));
    assert_eq!(
        (status, answer["error"].as_str()),
        (422, Some("a clock has 1 to 60 seconds")),
        "{answer}"
    );
    let (status, made) = server.ask("/api/v1/groups", &group("60+1"));
    assert_eq!(status, 200, "{made}");
    let mut page = Page::open(&server);
    page.follow(&format!("group/{}", made["group"].as_str().unwrap()));
    let news = page.until("the end", |m| m["boards"][0]["outcome"].is_object());
    assert_eq!(news["boards"][0]["clocks"]["running"], json!([]));
    let left = news["boards"][0]["clocks"]["left_ms"][0].as_u64().unwrap();
    assert!(left > 60_000, "bots that do not think gain time: {left}");
}

#[test]
fn snakes_go_on_by_the_clock_and_turn_where_their_people_say() {
    const SIDE: i64 = 25;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut ann, room) = host(&server, "snake");
    ann.sit(&room, "Ann");
    let mut bob = Page::open(&server);
    bob.join(&room, json!({}));
    bob.sit(&room, "Bob");
    // Without walls no snake dies on the way, however slow this is.
    let rules = json!({"ruleset": "wrapped", "width": SIDE, "height": SIDE});
    ann.say(&room, "rules", json!({"turn_ms": 1500, "rules": rules}));
    ann.say(&room, "start", json!({}));
    let mut data = ann.hear("state")["data"].clone();
    // In the first turn both go on as the rules say, which is up.
    apply(&mut data, &ann.hear("change")["patch"]);
    let heads = |data: &Value| [0, 1].map(|seat: usize| data["seats"][seat]["body"][0].clone());
    let before = heads(&data);
    ann.say(&room, "act", json!({"action": "left", "n": 1}));
    let change = ann.hear("change");
    apply(&mut data, &change["patch"]);
    assert_eq!(change["acks"], json!([1, 0]));
    let [x, y] = ["x", "y"].map(|axis| move |point: &Value| point[axis].as_i64().unwrap());
    let after = heads(&data);
    let left = (x(&before[0]) + SIDE - 1) % SIDE;
    let up = (y(&before[1]) + 1) % SIDE;
    assert_eq!((x(&after[0]), y(&after[0])), (left, y(&before[0])), "Ann went left");
    assert_eq!((x(&after[1]), y(&after[1])), (x(&before[1]), up), "Bob went on");
    ann.say(&room, "resign", json!({}));
    let over =
        bob.until("the result", |m| m["phase"] == "over" && m["result"]["replay"].is_string());
    assert_eq!(over["result"]["ranks"], json!([2, 1]));
    verify(folder.path(), "snake", &over["result"]["replay"]);
}

#[test]
fn the_front_page_has_a_match_of_every_game_as_soon_as_somebody_looks() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    let (_, list) = server.get("/api/v1/rooms");
    let screens: Vec<(String, String)> = list["screens"]
        .as_array()
        .unwrap()
        .iter()
        .map(|screen| {
            (screen["game"].as_str().unwrap().into(), screen["room"].as_str().unwrap().into())
        })
        .collect();
    assert_eq!(
        screens.iter().map(|(game, _)| game.as_str()).collect::<Vec<_>>(),
        ["tetris", "chess", "snake"]
    );
    let mut page = Page::open(&server);
    for (_, room) in &screens {
        page.join(room, json!({}));
    }
    for (game, room) in &screens {
        page.until(game, |m| m["type"] == "change" && m["room"] == room.as_str());
        page.say(room, "sit", json!({"nickname": "Ann"}));
    }
    assert!(!page.refused().is_empty());
}

#[test]
fn an_open_room_is_listed_and_the_match_of_people_goes_on_the_screen() {
    let server = Server::start(Options { offers: offers(), ..Options::default() });
    let (mut ann, room) = host(&server, "chess");
    ann.sit(&room, "Ann");
    let (_, list) = server.get("/api/v1/rooms");
    assert_eq!(
        (&list["rooms"][0]["room"], &list["rooms"][0]["phase"]),
        (&json!(room), &json!("waiting"))
    );
    assert_eq!(list["rooms"][0]["seats"][0]["label"], "Ann");
    ann.add_bots(&room, &["easy"]);
    ann.say(&room, "start", json!({}));
    ann.phase("playing");
    let (_, list) = server.get("/api/v1/rooms");
    assert_eq!(list["screens"][1], json!({"game": "chess", "room": room}));
    let (status, made) = server.ask("/api/v1/rooms", &json!({"game": "snake", "open": false}));
    assert_eq!(status, 200);
    let (_, list) = server.get("/api/v1/rooms");
    assert!(
        !list.to_string().contains(made["room"].as_str().unwrap()),
        "private rooms are not listed"
    );
}

/// Short times, so that tests need not wait for long.
fn impatient(folder: &Path) -> Options {
    let rooms = RoomLimits {
        reconnect: Duration::from_millis(1500),
        alone: Duration::from_millis(2500),
        ..RoomLimits::default()
    };
    Options { rooms, ..options(folder) }
}

#[test]
fn whoever_comes_back_in_time_has_the_seat_and_whoever_does_not_has_lost_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(impatient(folder.path()));
    let (mut white, room) = host(&server, "chess");
    let token = white.sit(&room, "White");
    let mut black = Page::open(&server);
    black.join(&room, json!({}));
    black.sit(&room, "Black");
    white.say(&room, "start", json!({}));
    black.hear("state");
    drop(white);
    black.until("that White is gone", |m| m["seats"][0]["connected"] == false);
    let mut white = Page::open(&server);
    let back = white.join(&room, json!({"token": token}));
    assert_eq!(back["you"]["seat"], 0);
    white.hear("state");
    black.until("that White is back", |m| m["seats"][0]["connected"] == true);
    drop(black);
    let over = white.until("the end", |m| m["phase"] == "over");
    assert_eq!(
        (&over["result"]["ranks"], &over["result"]["reason"]),
        (&json!([1, 2]), &json!("left"))
    );
    // The host has not come back: White is the host now.
    let heard = white.until("the host", |m| m["type"] == "host" || m["you"]["host"] == true);
    assert!(heard["token"].is_string() || heard["you"]["host"] == true);
    drop(white);
    for _ in 0..100 {
        std::thread::sleep(Duration::from_millis(100));
        if server.get("/api/v1/live").1["rooms"] == 0 {
            return;
        }
    }
    panic!("a room without people ends");
}

#[test]
fn a_seat_that_is_given_up_in_the_middle_is_lost_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(options(folder.path()));
    let (mut ann, room) = host(&server, "tetris");
    ann.sit(&room, "Ann");
    ann.add_bots(&room, &["easy", "easy"]);
    ann.say(&room, "start", json!({}));
    let mut data = ann.hear("state")["data"].clone();
    ann.say(&room, "stand", json!({}));
    while data["seats"][0]["alive"] == true {
        apply(&mut data, &ann.hear("change")["patch"]);
    }
    assert_eq!(data["seats"][0]["reason"], "left");
    assert_eq!(data["seats"][1]["alive"], true);
}
