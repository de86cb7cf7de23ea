//! The conversation with a program that behaves well, and with programs that do not.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod script;

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_core::{
    Bot, BotErrorKind, Budget, Clock, Context, Insight, MatchInfo, Outcome, PastAction, Seat, Seed,
};
use ludus_snake::Snake;
use script::{Script, ask, begin, first};
use serde_json::json;

const READY: &str = r#"{"type":"ready","protocol":1}"#;

fn act(id: &str, turn: u32, action: &str) -> String {
    format!(r#"{{"type":"act","match":"{id}","turn":{turn},"action":"{action}"}}"#)
}

/// The kind and the reason of the error after a script has been asked once in match `m1`.
fn error(lines: &[&str]) -> (BotErrorKind, String) {
    let game: Snake = first(2);
    let mut bot = Script::new(lines.iter().copied()).bot::<Snake>(&[]);
    let error = begin(&mut bot, &game, Seat::FIRST, "m1")
        .and_then(|()| ask(&mut bot, &game, Seat::FIRST))
        .unwrap_err();
    (error.kind(), error.to_string())
}

#[test]
fn a_match_goes_from_hello_to_quit() {
    let game: Snake = first(2);
    let script = Script::new([
        "starting up",
        READY,
        "a thought",
        r#"{"type":"act","match":"m1","turn":1,"action":"up","insight":{"score":2,"nodes":9}}"#,
    ]);
    let mut bot = script.bot::<Snake>(&[]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    script.heard.lock().unwrap().stderr = vec!["a warning".to_owned()];
    let stop = AtomicBool::new(false);
    let clock = Clock { left: vec![Duration::from_secs(9); 2], ..Clock::default() };
    let last = [PastAction { seat: Seat::SECOND, action: Some("down".to_owned()) }];
    let ctx = Context {
        seed: Seed::new(0x9f3c),
        budget: Budget::of_depth(6),
        clock: Some(&clock),
        last: &last,
        ..Context::new(&stop)
    };
    let decision = bot.decide(&game, Seat::FIRST, &ctx).unwrap();
    let insight = Insight { score: Some(2.0), nodes: 9, ..Insight::default() };
    assert_eq!((decision.action.to_string().as_str(), decision.insight), ("up", insight));
    assert_eq!(bot.take_exchange().unwrap().stderr, ["a thought", "a warning"]);
    assert_eq!(bot.take_exchange(), None);
    bot.end(&game, Seat::FIRST, Some(&Outcome::win(Seat::SECOND, 2, "last one standing")));
    drop(bot);
    let [hello] = script.messages("hello").try_into().unwrap();
    assert_eq!((&hello["protocol"], &hello["game"]), (&json!(1), &json!("snake")));
    let [start] = script.messages("start").try_into().unwrap();
    assert_eq!(
        start,
        json!({ "type": "start", "match": "m1", "seat": 0, "seats": 2, "labels": ["bot 0", "bot 1"],
                "rules": { "limit": 5 }, "params": {} })
    );
    let [mut turn] = script.messages("turn").try_into().unwrap();
    assert_eq!(turn["state"].take()["turn"], 0);
    assert_eq!(
        turn,
        json!({ "type": "turn", "match": "m1", "turn": 1, "seed": "00000000009f3c", "state": null,
                "last": [{ "seat": 1, "action": "down" }], "legal": ["up", "down", "left", "right"],
                "budget": { "depth": 6 }, "left_ms": [9000, 9000] })
    );
    let [end] = script.messages("end").try_into().unwrap();
    assert_eq!(
        end,
        json!({ "type": "end", "match": "m1", "ranks": [2, 1], "reason": "last one standing" })
    );
    assert_eq!(script.heard.lock().unwrap().quits, 1);
}

#[test]
fn an_abandoned_match_ends_without_ranks() {
    let game: Snake = first(2);
    let script = Script::new([READY]);
    let mut bot = script.bot::<Snake>(&[]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    bot.end(&game, Seat::FIRST, None);
    let expected = r#"{"type":"end","match":"m1","ranks":null,"reason":"the match was abandoned"}"#;
    assert_eq!(script.sent().last().unwrap(), expected);
}

#[test]
fn a_clock_is_announced_at_the_start() {
    let game: Snake = first(2);
    let script = Script::new([READY]);
    let mut bot = script.bot::<Snake>(&[]);
    let clock = Clock {
        left: vec![Duration::from_secs(10), Duration::from_secs(5)],
        increment: Duration::from_millis(100),
        moves_to_go: Some(40),
        ..Clock::default()
    };
    let rules = json!({});
    bot.introduce(&MatchInfo { id: "m", labels: &[], rules: &rules, clock: Some(&clock) });
    bot.start(&game, Seat::SECOND).unwrap();
    let expected = json!({ "left_ms": 5000, "increment_ms": 100, "moves_to_go": 40 });
    assert_eq!(script.messages("start")[0]["clock"], expected);
}

#[test]
fn one_program_plays_one_match_after_the_other() {
    let game: Snake = first(2);
    let (one, two) = (act("m1", 1, "up"), act("m2", 1, "left"));
    let script = Script::new([READY, &one, &two]);
    let mut bot = script.bot::<Snake>(&[]);
    for (id, action) in [("m1", "up"), ("m2", "left")] {
        begin(&mut bot, &game, Seat::FIRST, id).unwrap();
        assert_eq!(ask(&mut bot, &game, Seat::FIRST).unwrap(), action);
        bot.end(&game, Seat::FIRST, None);
    }
    assert_eq!(script.heard.lock().unwrap().starts, 1);
}

#[test]
fn an_answer_to_an_earlier_turn_is_dropped() {
    let mut game: Snake = first(2);
    let (late, now) = (act("m1", 1, "up"), act("m1", 2, "left"));
    let script = Script::new([READY, "…", &late, &now]);
    let mut bot = script.bot::<Snake>(&[]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    let error = ask(&mut bot, &game, Seat::FIRST).unwrap_err();
    assert_eq!(error.kind(), BotErrorKind::Time);
    assert_eq!(error.to_string(), "script did not answer act within 0.1 s");
    {
        use ludus_core::{Answer, Game, SeededChance};
        let straight = |seat| (seat, Answer::Play(game.fallback(seat).unwrap()));
        let turn = [straight(Seat::FIRST), straight(Seat::SECOND)];
        game.apply(&turn, &mut SeededChance::new(Seed::new(1)));
    }
    assert_eq!(ask(&mut bot, &game, Seat::FIRST).unwrap(), "left");
}

#[test]
fn a_program_that_owes_an_answer_is_started_again_for_the_next_match() {
    let game: Snake = first(2);
    let now = act("m2", 1, "up");
    let script = Script::new([READY, "…", READY, &now]);
    let mut bot = script.bot::<Snake>(&[]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    assert!(ask(&mut bot, &game, Seat::FIRST).is_err());
    begin(&mut bot, &game, Seat::FIRST, "m2").unwrap();
    assert_eq!(ask(&mut bot, &game, Seat::FIRST).unwrap(), "up");
    assert_eq!(script.heard.lock().unwrap().starts, 2);
}

#[test]
fn what_the_protocol_does_not_allow_is_an_error_with_its_reason() {
    let protocol = |lines: &[&str]| {
        let (kind, reason) = error(lines);
        assert_eq!(kind, BotErrorKind::Protocol, "{reason}");
        reason
    };
    let version = protocol(&[r#"{"type":"ready","protocol":2}"#]);
    assert_eq!(version, "script speaks protocol 2, not 1");
    let other = act("m7", 1, "up");
    assert_eq!(protocol(&[READY, &other]), "script answered for another match");
    let ahead = act("m1", 2, "up");
    assert_eq!(protocol(&[READY, &ahead]), "script answered turn 2, not turn 1");
    assert_eq!(protocol(&[READY, READY]), "script sent ready twice");
    assert_eq!(protocol(&[&ahead]), "script sent act before ready");
    let garbage = protocol(&[READY, r#"{"type":"act","match":"m1""#]);
    assert!(garbage.starts_with("script sent no valid message: EOF"), "{garbage}");
    let typed = protocol(&[READY, r#"{"type":"act","match":"m1","turn":"1","action":"up"}"#]);
    assert!(typed.contains("invalid type: string \"1\", expected u32"), "{typed}");
    let flood = vec!["long 60000"; 20];
    let flood: Vec<&str> = [READY].into_iter().chain(flood).collect();
    assert_eq!(protocol(&flood), "script printed more than 1048576 bytes in a turn");
}

#[test]
fn other_failures_have_kinds_of_their_own() {
    let gives_up = [READY, r#"{"type":"error","reason":"no\u001b book"}"#];
    assert_eq!(error(&gives_up), (BotErrorKind::Error, "no? book".to_owned()));
    let silent = (BotErrorKind::Time, "script did not answer ready within 0.1 s".to_owned());
    assert_eq!(error(&["…"]), silent);
    let illegal = act("m1", 1, "sideways");
    assert_eq!(error(&[READY, &illegal]), (BotErrorKind::Illegal, "sideways".to_owned()));
    let gone = error(&[READY, "gone"]);
    assert_eq!(gone.1, "script cannot be reached through its pipes: it is gone");
}

#[test]
fn after_an_error_the_program_is_gone_until_the_next_match() {
    let game: Snake = first(2);
    let now = act("m2", 1, "up");
    let script = Script::new([READY, "{", READY, &now]);
    let mut bot = script.bot::<Snake>(&[]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    script.heard.lock().unwrap().stderr = vec!["Traceback".to_owned()];
    let first_error = ask(&mut bot, &game, Seat::FIRST).unwrap_err();
    assert_eq!(first_error.stderr(), ["Traceback"]);
    let again = ask(&mut bot, &game, Seat::FIRST).unwrap_err();
    assert_eq!(again.to_string(), first_error.to_string());
    assert!(again.stderr().is_empty(), "its standard error is reported once");
    begin(&mut bot, &game, Seat::FIRST, "m2").unwrap();
    assert_eq!(ask(&mut bot, &game, Seat::FIRST).unwrap(), "up");
    assert_eq!(script.heard.lock().unwrap().starts, 2);
}

#[test]
fn a_program_that_ended_between_two_matches_is_started_again() {
    let game: Snake = first(2);
    let (one, two) = (act("m1", 1, "up"), act("m2", 1, "left"));
    let script = Script::new([READY, &one, "gone", READY, &two]);
    let mut bot = script.bot::<Snake>(&[]);
    for (id, action) in [("m1", "up"), ("m2", "left")] {
        begin(&mut bot, &game, Seat::FIRST, id).unwrap();
        assert_eq!(ask(&mut bot, &game, Seat::FIRST).unwrap(), action);
    }
    assert_eq!(script.heard.lock().unwrap().starts, 2);
}

#[test]
fn parameters_are_set_by_name() {
    let game: Snake = first(2);
    let ready = r#"{"type":"ready","protocol":1,"params":[
        {"name":"food","min":0,"max":9,"value":1},{"name":"space","min":0,"max":1,"value":0.25}]}"#;
    let script = Script::new([ready]);
    let mut bot = script.bot::<Snake>(&[("food", 7.0)]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    assert_eq!(script.messages("start")[0]["params"], json!({ "food": 7, "space": 0.25 }));
    let script = Script::new([ready]);
    let error = script.bot::<Snake>(&[("speed", 7.0)]).check().unwrap_err();
    assert_eq!(error.to_string(), "the program has no parameter \"speed\"; allowed: food, space");
}

#[test]
fn the_first_turn_of_a_match_has_a_second_that_is_not_charged() {
    let game: Snake = first(2);
    let now = act("m1", 1, "up");
    let script = Script::new([READY, &now]);
    let mut bot = script.bot::<Snake>(&[]);
    begin(&mut bot, &game, Seat::FIRST, "m1").unwrap();
    ask(&mut bot, &game, Seat::FIRST).unwrap();
    assert_eq!(bot.take_exchange().unwrap().took, Duration::ZERO);
}
