//! A bot that says what a script says, and writes down what it hears.

#![allow(dead_code, reason = "each test file uses the part it needs")]
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::collections::VecDeque;
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ludus_core::{Bot, BotError, Context, Game, MatchInfo, Seat, Seed, SeededChance};
use ludus_process::{ProcessError, Reason, Wait};
use ludus_protocol::{ProtocolBot, Transport};
use serde_json::Value;

/// What a script does next when it is read.
#[derive(Clone, Debug)]
pub(crate) enum Say {
    /// A line.
    Line(String),
    /// Nothing, until the time is over.
    Nothing,
    /// It has ended.
    Gone,
    /// A line of this many bytes.
    Long(usize),
}

/// What all conversations of a script share.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    /// What Ludus sent, line by line.
    pub(crate) sent: Vec<String>,
    /// How often the program was started.
    pub(crate) starts: usize,
    /// How often it was ended with a last line.
    pub(crate) quits: usize,
    /// What it writes to standard error.
    pub(crate) stderr: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Script {
    says: Arc<Mutex<VecDeque<Say>>>,
    pub(crate) heard: Arc<Mutex<Heard>>,
}

impl Script {
    /// A script of these lines. `…`, `gone` and `long N` stand for silence, the end of the program and a long line.
    pub(crate) fn new<'a>(lines: impl IntoIterator<Item = &'a str>) -> Self {
        let say = |line: &str| match line {
            "…" => Say::Nothing,
            "gone" => Say::Gone,
            _ => match line.strip_prefix("long ") {
                Some(bytes) => Say::Long(bytes.parse().unwrap()),
                None => Say::Line(line.to_owned()),
            },
        };
        let says = lines.into_iter().map(say).collect();
        Self { says: Arc::new(Mutex::new(says)), heard: Arc::default() }
    }

    /// A bot that speaks with this script.
    pub(crate) fn bot<G: Game>(&self, params: &[(&str, f64)]) -> ProtocolBot<G, Self> {
        let script = self.clone();
        let open = move || {
            script.heard.lock().unwrap().starts += 1;
            Ok(script.clone())
        };
        let params = params.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
        ProtocolBot::new(Box::new(open), params)
    }

    pub(crate) fn sent(&self) -> Vec<String> {
        self.heard.lock().unwrap().sent.clone()
    }

    /// The messages of this type that were sent.
    pub(crate) fn messages(&self, kind: &str) -> Vec<Value> {
        let all = self.sent().into_iter().map(|line| serde_json::from_str::<Value>(&line).unwrap());
        all.filter(|message| message["type"] == kind).collect()
    }
}

impl Transport for Script {
    fn send(&mut self, line: &str, _: &mut Wait<'_>) -> Result<(), ProcessError> {
        self.heard.lock().unwrap().sent.push(line.to_owned());
        Ok(())
    }

    fn line(&mut self, wait: &mut Wait<'_>) -> Result<String, ProcessError> {
        let what = wait.what().to_owned();
        let mut says = self.says.lock().unwrap();
        // Between two matches it only answers what it was asked before.
        if what == "nothing" && !matches!(says.front(), Some(Say::Gone)) {
            drop(says);
            return Err(self.fail(Reason::Silent { what, patience: Duration::ZERO }));
        }
        let next = says.pop_front();
        drop(says);
        match next {
            Some(Say::Line(line)) => Ok(line),
            Some(Say::Long(bytes)) => Ok("x".repeat(bytes)),
            Some(Say::Nothing) | None => {
                Err(self.fail(Reason::Silent { what, patience: Duration::from_millis(100) }))
            }
            Some(Say::Gone) => Err(self.fail(Reason::Pipe(io::Error::other("it is gone")))),
        }
    }

    fn take_stderr(&mut self) -> Vec<String> {
        std::mem::take(&mut self.heard.lock().unwrap().stderr)
    }

    fn fail(&mut self, reason: Reason) -> ProcessError {
        let stderr = self.heard.lock().unwrap().stderr.clone();
        ProcessError { program: "script".to_owned(), reason, stderr }
    }

    fn end(&mut self, goodbye: &str, _: Duration) {
        assert_eq!(goodbye, r#"{"type":"quit"}"#);
        self.heard.lock().unwrap().quits += 1;
    }
}

/// Tells the bot that match `id` begins.
pub(crate) fn begin<G: Game>(
    bot: &mut dyn Bot<G>,
    game: &G,
    seat: Seat,
    id: &str,
) -> Result<(), BotError> {
    let labels: Vec<String> = (0..game.seats()).map(|n| format!("bot {n}")).collect();
    let rules = serde_json::json!({ "limit": 5 });
    bot.introduce(&MatchInfo { id, labels: &labels, rules: &rules, clock: None });
    bot.start(game, seat)
}

/// Asks the bot; its action as text.
pub(crate) fn ask<G: Game>(bot: &mut dyn Bot<G>, game: &G, seat: Seat) -> Result<String, BotError> {
    let stop = AtomicBool::new(false);
    let ctx = Context { seed: Seed::new(0x9f3c), ..Context::new(&stop) };
    bot.decide(game, seat, &ctx).map(|decision| game.show(seat, decision.action))
}

/// The first position of a game.
pub(crate) fn first<G: Game>(seats: usize) -> G {
    G::new(&G::Rules::default(), seats, &mut SeededChance::new(Seed::new(1))).unwrap()
}
