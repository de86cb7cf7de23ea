//! The examples of the specification, replayed: what the bot says is fed to Ludus, and what Ludus says is compared.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod script;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use ludus_arena::arbiter::ArbiterPlan;
use ludus_arena::{Table, Turns};
use ludus_chess::Chess;
use ludus_core::{Bot, BotError, Budget, Context, Decision, Game, Seat, Seed, keys};
use ludus_snake::Snake;
use ludus_tetris::Tetris;
use script::Script;
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/BOT-PROTOCOL.md");

/// The fenced block after a mark of the document.
fn block(mark: &str) -> Vec<&'static str> {
    let (_, rest) = DOCUMENT.split_once(&format!("<!-- {mark} -->\n")).expect(mark);
    let lines = rest.lines().skip_while(|line| !line.starts_with("```")).skip(1);
    lines.take_while(|line| !line.starts_with("```")).collect()
}

/// The opponent: plays the first legal action.
struct FirstLegal;

impl<G: Game> Bot<G> for FirstLegal {
    fn decide(
        &mut self,
        game: &G,
        seat: Seat,
        _: &Context<'_>,
    ) -> Result<Decision<G::Action>, BotError> {
        let mut legal = Vec::new();
        game.legal(seat, &mut legal);
        Ok(Decision::bare(legal[0]))
    }
}

/// Plays the example of a game by these rules: what Ludus said and what it showed first.
fn replay<G: Game>(rules: &str, budget: Budget) {
    let example = block(&format!("exchange: {}", G::NAME));
    let of = |sign: &str| -> Vec<&str> {
        example.iter().filter_map(|line| line.strip_prefix(sign)).map(str::trim).collect()
    };
    let script = Script::new(of("←"));
    let table = Table {
        id: "m1".to_owned(),
        labels: vec!["mine".to_owned(), "easy".to_owned()],
        rules: keys::with_pairs(&G::Rules::default(), rules).unwrap(),
        seed: Seed::new(1),
        bot_seed: Seed::new(2),
        budget,
        margin: Duration::from_secs(60),
        threads: 1,
        insight: true,
        arbiter: ArbiterPlan::default(),
        stop: Arc::new(AtomicBool::new(false)),
        pulse: Arc::default(),
        logs: Vec::new(),
        clock: None,
    };
    let params: &[(&str, f64)] = if example.iter().any(|line| line.contains("\"holes\"")) {
        &[("holes", -9.0)]
    } else {
        &[]
    };
    let bots: Vec<Box<dyn Bot<G>>> = vec![Box::new(script.bot::<G>(params)), Box::new(FirstLegal)];
    let mut turns = Turns::new(table, bots).unwrap();
    while let Some(played) = turns.play_turn() {
        assert!(played.iter().all(|p| p.failure.is_none()), "{played:?}");
    }
    let (result, bots) = turns.finish();
    assert!(result.unwrap().seats.iter().all(|seat| seat.forfeit.is_none()));
    drop(bots);
    let mut sent = script.sent();
    sent[0] = sent[0].replace(env!("CARGO_PKG_VERSION"), "0.1.0");
    sent.push(r#"{"type":"quit"}"#.to_owned());
    assert_eq!(of("→"), sent, "Ludus says:\n{}", sent.join("\n"));
    let shown: Value =
        serde_json::from_str(&block(&format!("state: {}", G::NAME)).join("\n")).unwrap();
    let state = script.messages("turn")[0]["state"].take();
    assert_eq!(shown, state, "the state is {state:#}");
}

#[test]
fn the_example_of_tetris_is_what_ludus_says() {
    replay::<Tetris>("width=4,height=6,max_pieces=2", Budget::NONE);
}

#[test]
fn the_example_of_chess_is_what_ludus_says() {
    replay::<Chess>(
        "fen=4k3/8/8/8/8/8/8/4K2R w - - 0 1,opening=none,max_plies=3",
        Budget::of_nodes(2000),
    );
}

#[test]
fn the_example_of_snake_is_what_ludus_says() {
    replay::<Snake>("width=7,height=7,turn_cap=2", Budget::of_time(Duration::from_secs(60)));
}
