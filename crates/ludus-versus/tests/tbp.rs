//! `ludus tbp` without a process: what it answers to good and bad messages.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use ludus_versus::tbp::TbpEngine;
use proptest::prelude::*;
use serde_json::{Value, json};

/// What the bot answers to these lines, after its `info`.
fn answers(bot: &str, nodes: Option<u64>, lines: &[String]) -> Vec<Value> {
    let engine = TbpEngine::new(&bot.parse().unwrap(), nodes).unwrap();
    let mut output = Vec::new();
    engine.run(lines.join("\n").as_bytes(), &mut output).unwrap();
    let text = String::from_utf8(output).unwrap();
    let mut answers = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let info: Value = answers.next().unwrap();
    assert_eq!(info["type"], "info");
    assert_eq!(info["features"], json!(["randomizer", "move_info"]));
    answers.collect()
}

fn start(queue: &[&str]) -> String {
    let board = vec![vec![Value::Null; 10]; 40];
    let bag = json!({"type": "seven_bag", "bag_state": ["S"]});
    json!({"type": "start", "hold": null, "queue": queue, "combo": 0, "back_to_back": false, "board": board, "randomizer": bag})
        .to_string()
}

fn say(message: Value) -> String {
    message.to_string()
}

fn suggest() -> String {
    say(json!({"type": "suggest"}))
}

fn play(piece: &str, x: i64, y: i64) -> String {
    let location = json!({"type": piece, "orientation": "north", "x": x, "y": y});
    say(json!({"type": "play", "move": {"location": location, "spin": "none"}}))
}

fn new_piece(piece: &str) -> String {
    say(json!({"type": "new_piece", "piece": piece}))
}

#[test]
fn exactly_the_given_nodes_are_searched_after_start_and_after_play() {
    let lines = [
        start(&["T", "I", "O", "L"]),
        suggest(),
        play("T", 1, 0),
        new_piece("J"),
        suggest(),
        suggest(),
    ];
    let all = answers("master", Some(3000), &lines);
    assert_eq!(all.len(), 3, "{all:?}");
    for answer in &all {
        assert_eq!(answer["move_info"]["nodes"], 3000, "{answer}");
        assert_eq!(answer["moves"].as_array().unwrap().len(), 1);
    }
    assert_eq!(all[1], all[2], "the same question again");
    let again = answers("master", Some(3000), &lines);
    assert_eq!(all[0]["moves"], again[0]["moves"]);
    assert_eq!(all[1]["moves"], again[1]["moves"]);
}

#[test]
fn without_a_number_of_nodes_it_answers_at_once() {
    let lines = [start(&["T", "I", "O", "L"]), suggest(), say(json!({"type": "quit"}))];
    for bot in ["random", "easy", "medium", "hard", "master"] {
        let all = answers(bot, None, &lines);
        assert_eq!(all[0]["type"], "suggestion", "{bot}: {all:?}");
        assert_eq!(all[0]["moves"].as_array().unwrap().len(), 1, "{bot}: {all:?}");
    }
}

#[test]
fn hold_follows_from_the_piece_and_pieces_run_out() {
    let lines = [
        start(&["T", "I"]),
        play("I", 4, 0),
        suggest(),
        new_piece("S"),
        suggest(),
        play("T", 1, 0),
        new_piece("Z"),
        suggest(),
    ];
    let all = answers("hard", Some(2000), &lines);
    assert_eq!(all[0]["reason"], "suggest without a known piece");
    let piece = |answer: &Value| answer["moves"][0]["location"]["type"].clone();
    assert!(
        ["S", "T"].map(Value::from).contains(&piece(&all[1])),
        "S is current, T is held: {all:?}"
    );
    assert!(
        ["Z", "S"].map(Value::from).contains(&piece(&all[2])),
        "Z is current, S is held: {all:?}"
    );
}

#[test]
fn what_makes_no_sense_is_answered_with_an_error() {
    let cases = [
        ("{".to_owned(), "EOF while parsing"),
        ("null".to_owned(), "invalid type"),
        (suggest(), "suggest before start"),
        (play("T", 1, 0), "play before start"),
        (new_piece("T"), "new_piece before start"),
        (new_piece("X"), "unknown variant `X`"),
        (start(&[]), "the queue of start is empty"),
        (start(&["Q"]), "unknown variant `Q`"),
        (start(&["T"; 101]), "101 pieces in queue"),
        (say(json!({"type": "start", "queue": ["T"]})), "missing field `combo`"),
        ("x".repeat(2 << 20), "a line of more than 1048576 bytes"),
    ];
    for (line, expected) in cases {
        let all = answers("easy", Some(100), std::slice::from_ref(&line));
        let reason = all[0]["reason"].as_str().unwrap();
        assert_eq!(all[0]["type"], "error");
        assert!(reason.contains(expected), "{reason}");
    }
    let wrong_size = start(&["T"]).replacen("null,null", "null", 1);
    let reason = answers("easy", Some(100), &[wrong_size])[0].to_string();
    assert!(reason.contains("error"), "{reason}");
    let far = [start(&["T"]), play("T", 1, 7), play("Z", 1, 0), play("T", i64::MAX, i64::MIN)];
    let all = answers("easy", Some(100), &far);
    assert_eq!(all.len(), 3, "{all:?}");
    assert!(
        all.iter()
            .all(|answer| answer["reason"].as_str().unwrap().contains("cannot be played here"))
    );
}

#[test]
fn stop_ends_the_game_and_unknown_types_are_ignored() {
    let lines = [
        start(&["T"]),
        say(json!({"type": "stop"})),
        suggest(),
        say(json!({"type": "gravity", "g": 20})),
        String::new(),
        say(json!({"type": "rules", "randomizer": "new"})),
        say(json!({"type": "quit"})),
        suggest(),
    ];
    let all = answers("master", None, &lines);
    assert_eq!(
        all,
        [json!({"type": "error", "reason": "suggest before start"}), json!({"type": "ready"})]
    );
}

#[test]
fn a_board_without_room_is_answered_with_an_empty_list() {
    let mut full: Value = serde_json::from_str(&start(&["T", "I"])).unwrap();
    for row in full["board"].as_array_mut().unwrap().iter_mut().take(25) {
        row.as_array_mut().unwrap()[1..].fill(json!("G"));
    }
    let all = answers("master", Some(100), &[full.to_string(), suggest()]);
    assert_eq!(all[0]["moves"], json!([]));
}

#[test]
fn programs_cannot_play_through_it() {
    let error = TbpEngine::new(&"tbp:cmd=cat".parse().unwrap(), None).err().unwrap();
    assert!(error.to_string().contains("not built in"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any order of messages, right and wrong ones, is answered with messages.
    #[test]
    fn any_order_of_messages_is_borne(order in prop::collection::vec((0..9_usize, 0..7_usize, -3..12_i64, -3..24_i64), 0..40)) {
        let letters = ["I", "O", "T", "S", "Z", "J", "L"];
        let lines: Vec<String> = order
            .into_iter()
            .map(|(kind, piece, x, y)| match kind {
                0 => start(&[letters[piece], "T", "I"]),
                1 | 2 => play(letters[piece], x, y.min(1)),
                3 => new_piece(letters[piece]),
                4 | 5 => suggest(),
                6 => say(json!({"type": "stop"})),
                7 => say(json!({"type": "rules"})),
                _ => format!("{{\"type\":\"play\",\"move\":{x}}}"),
            })
            .collect();
        for answer in answers("easy", Some(50), &lines) {
            prop_assert!(["ready", "error", "suggestion"].contains(&answer["type"].as_str().unwrap()));
        }
    }
}
