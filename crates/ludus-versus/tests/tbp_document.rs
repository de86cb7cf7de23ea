//! The example of docs/VERSUS.md, replayed from both sides: what its bot says is fed to Ludus, and what its frontend says to
//! `ludus tbp`.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(unix)]

use std::fs;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludus_core::{Answer, Bot, BotLog, Budget, Context, Game, LogKind, Seat, Seed, SeededChance};
use ludus_versus::tbp::{TbpBot, TbpEngine};
use ludus_versus::{Versus, VersusRules};
use serde_json::Value;

const DOCUMENT: &str = include_str!("../../../docs/VERSUS.md");

/// The lines of the example, each with its sign.
fn example() -> Vec<&'static str> {
    let (_, rest) = DOCUMENT.split_once("<!-- exchange: tbp -->\n").unwrap();
    let lines = rest.lines().skip_while(|line| !line.starts_with("```")).skip(1);
    lines.take_while(|line| !line.starts_with("```")).collect()
}

/// The lines with this sign, without it.
fn said(sign: char) -> Vec<&'static str> {
    example().iter().filter_map(|line| line.strip_prefix(sign)).map(str::trim).collect()
}

/// The document leaves out the rows of boards.
const LEFT_OUT: &str = "\"board\":[…]";

/// Collects what is said, as the document writes it.
#[derive(Debug, Default)]
struct Collected(Mutex<Vec<String>>);

impl BotLog for Collected {
    fn record(&self, kind: LogKind, text: &str) {
        let (begin, end) = (text.find("\"board\":["), text.find("]],"));
        let text = match (begin, end) {
            (Some(begin), Some(end)) => format!("{}{LEFT_OUT}{}", &text[..begin], &text[end + 2..]),
            _ => text.to_owned(),
        };
        self.0.lock().unwrap().push(format!("{} {text}", kind.sign()));
    }
}

/// A program that says what the bot of the example says.
const PROGRAM: &str = r#"
sed -n 1p answers.txt
n=2
while read -r line; do
    case "$line" in
        *'"type":"rules"'* | *'"type":"suggest"'*) sed -n "${n}p" answers.txt; n=$((n + 1));;
        *'"type":"quit"'*) exit 0;;
    esac
done
"#;

#[test]
fn ludus_says_what_the_example_says() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bot.sh"), PROGRAM).unwrap();
    fs::write(folder.path().join("answers.txt"), said('←').join("\n") + "\n").unwrap();
    let spec = format!("tbp:cmd=sh bot.sh,dir={},late=60000", folder.path().display());
    let mut bot = TbpBot::from_spec(&spec.parse().unwrap()).unwrap();
    let log = Arc::new(Collected::default());
    bot.log_to(Some(log.clone()));
    let mut chance = SeededChance::new(Seed::new(1));
    let mut game = Versus::new(&VersusRules::default(), 1, &mut chance).unwrap();
    bot.start(&game, Seat::FIRST).unwrap();
    let turns = said('←').iter().filter(|line| line.contains("suggestion")).count();
    let stop = AtomicBool::new(false);
    for _ in 0..turns {
        let budget = Budget::of_time(Duration::from_millis(1));
        let ctx = Context { budget, ..Context::new(&stop) };
        let action = bot.decide(&game, Seat::FIRST, &ctx).unwrap().action;
        game.apply(&[(Seat::FIRST, Answer::Play(action))], &mut chance);
    }
    bot.end(&game, Seat::FIRST, None);
    drop(bot);
    assert_eq!(*log.0.lock().unwrap(), example());
}

#[test]
fn ludus_as_a_bot_answers_the_example() {
    let empty = format!("[{}]", ["null"; 10].join(","));
    let board = format!("\"board\":[{}]", vec![empty; 40].join(","));
    let input: Vec<String> = said('→').iter().map(|line| line.replace(LEFT_OUT, &board)).collect();
    let engine = TbpEngine::new(&"easy".parse().unwrap(), Some(100)).unwrap();
    let mut output = Vec::new();
    engine.run(input.join("\n").as_bytes(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let kind = |line: &str| serde_json::from_str::<Value>(line).unwrap()["type"].clone();
    let kinds: Vec<Value> = output.lines().map(kind).collect();
    let expected: Vec<Value> = said('←').into_iter().map(kind).collect();
    assert_eq!(kinds, expected, "{output}");
}
