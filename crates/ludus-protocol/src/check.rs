//! What `ludus check` asks of a program that speaks the protocol.
//!
//! The messages are the same as in matches, with additions that a later version could have.

use std::fs;
use std::time::{Duration, Instant};

use ludus_core::{BotSpec, Budget, Check, CheckFailure, CheckPosition, Game, Seed};
use ludus_process::{Process, ProcessEnd, ProcessError, ProgramSpec, Wait};
use serde::Serialize;
use serde_json::{Value, json};

use crate::VERSION;
use crate::bot::LegalTexts;
use crate::message::{Act, End, FromBot, Hello, QUIT, Ready, Start, StartClock, Turn};

/// How long an answer may take here. Whether it is fast enough for a match is another check.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long a program may take to say that it is ready.
const READY_TIME: Duration = Duration::from_secs(10);
/// How long a program may take to exit after `quit`.
const QUIT_TIME: Duration = Duration::from_secs(1);
/// The time on the clock of the check of clocks.
const CLOCK: Duration = Duration::from_secs(2);
/// For how long the memory of a program is watched.
const MEMORY_TIME: Duration = Duration::from_secs(1);
/// The most turns that it is watched for.
const MEMORY_TURNS: u32 = 3000;
/// What a program's memory may grow by in that time, in KiB: interpreters that collect garbage take some first.
const MEMORY_GROWTH: u64 = 32 << 10;

/// Checks the program that a bot names.
pub fn check<G: Game>(
    spec: &BotSpec,
    positions: &[CheckPosition<G>],
    report: &mut dyn FnMut(Check),
) {
    let Some(position) = positions.first() else { return };
    let started = ProgramSpec::parse(spec.settings()).and_then(|program| program.launch());
    // The bot was made and has started before: what fails here has changed since.
    let started = started.map_err(|error| error.to_string());
    match started.and_then(|launch| launch.start().map_err(|error| error.to_string())) {
        Ok(process) => ProgramCheck { process, sent: String::new(), turn: 0 }.run(position, report),
        Err(error) => {
            report(Check::failed("ready", CheckFailure::new("", error, "start it by hand")));
        }
    }
}

/// A program while it is checked.
struct ProgramCheck {
    process: Process,
    /// The last line that it was sent.
    sent: String,
    /// The number of the last turn.
    turn: u32,
}

/// What came of a step: something to report, or what failed.
type Checked<T = ()> = Result<T, CheckFailure>;

/// A step of the conversation about one position.
type CheckStep<G> = fn(&mut ProgramCheck, &CheckPosition<G>) -> Checked<String>;

impl ProgramCheck {
    fn run<G: Game>(mut self, position: &CheckPosition<G>, report: &mut dyn FnMut(Check)) {
        match self.greet(G::NAME) {
            Ok(ready) => report_ready(&ready, report),
            Err(failure) => return report(Check::failed("says ready", failure)),
        }
        let checks: [(&str, CheckStep<G>); 5] = [
            ("answers a turn", Self::plain_match),
            ("ignores unknown fields", Self::unknown_fields),
            ("ignores unknown messages", Self::unknown_message),
            ("plays with a clock", Self::clock),
            ("memory stays flat", Self::memory),
        ];
        for (name, step) in checks {
            match step(&mut self, position) {
                Ok(note) => report(Check::passed(name, note)),
                // After a failure the program may be at any point of the conversation.
                Err(failure) => return report(Check::failed(name, failure)),
            }
        }
        report(self.quit());
    }

    /// `hello` with a field that no version has.
    fn greet(&mut self, game: &str) -> Checked<Ready> {
        let hello = Hello { protocol: VERSION, game, ludus: env!("CARGO_PKG_VERSION") };
        self.send(with_unknown(&hello))?;
        match self.receive("ready", READY_TIME)? {
            FromBot::Ready(ready) if ready.protocol == VERSION => Ok(ready),
            other => {
                Err(self
                    .unexpected(&other, "answer `hello` with {\"type\":\"ready\",\"protocol\":1}"))
            }
        }
    }

    /// A match of one turn.
    fn plain_match<G: Game>(&mut self, position: &CheckPosition<G>) -> Checked<String> {
        self.one_turn(position, None)
    }

    /// A match of one turn, with this message between `start` and `turn`.
    fn one_turn<G: Game>(
        &mut self,
        position: &CheckPosition<G>,
        between: Option<Value>,
    ) -> Checked<String> {
        let start = self.start(position, None);
        self.send(start)?;
        between.map_or(Ok(()), |message| self.send(message))?;
        let turn = self.turn(position, None);
        self.send(turn)?;
        self.act(position)?;
        let end = self.end();
        self.send(end)?;
        Ok(String::new())
    }

    /// A whole match in which every message has unknown fields.
    fn unknown_fields<G: Game>(&mut self, position: &CheckPosition<G>) -> Checked<String> {
        let (start, end) = (self.start(position, None), self.end());
        self.send(with_unknown(&start))?;
        let turn = self.turn(position, None);
        self.send(with_unknown(&turn))?;
        self.act(position)?;
        self.send(with_unknown(&end))?;
        Ok(String::new())
    }

    /// A message of a later version between two that the program knows.
    fn unknown_message<G: Game>(&mut self, position: &CheckPosition<G>) -> Checked<String> {
        let unknown = json!({ "type": "x-check", "value": [1, { "a": null }] });
        self.one_turn(position, Some(unknown))
    }

    /// A match with a clock and without a budget.
    fn clock<G: Game>(&mut self, position: &CheckPosition<G>) -> Checked<String> {
        let start = self.start(position, Some(CLOCK));
        self.send(start)?;
        let mut left = CLOCK;
        let mut turns = 0;
        for _ in 0..5 {
            let turn = self.turn(position, Some(left));
            self.send(turn)?;
            let began = Instant::now();
            self.act(position)?;
            left = left.saturating_sub(began.elapsed());
            turns += 1;
            if left.is_zero() {
                let received = format!("its {} s were over after {turns} turns", CLOCK.as_secs());
                return Err(CheckFailure::new(
                    &self.sent,
                    received,
                    "read `left_ms`, and use a part of it",
                ));
            }
        }
        let end = self.end();
        self.send(end)?;
        Ok(format!("{turns} turns took {} of {} ms", (CLOCK - left).as_millis(), CLOCK.as_millis()))
    }

    /// One long match: the program's memory after a third of it, and at the end.
    fn memory<G: Game>(&mut self, position: &CheckPosition<G>) -> Checked<String> {
        let start = self.start(position, None);
        self.send(start)?;
        let began = Instant::now();
        let mut early = None;
        let mut turns = 0;
        while turns < MEMORY_TURNS && began.elapsed() < MEMORY_TIME {
            let turn = self.turn(position, None);
            self.send(turn)?;
            self.act(position)?;
            turns += 1;
            if early.is_none() && (began.elapsed() > MEMORY_TIME / 3 || turns > MEMORY_TURNS / 3) {
                early = resident(self.process.id());
            }
        }
        let end = self.end();
        self.send(end)?;
        let (Some(early), Some(late)) = (early, resident(self.process.id())) else {
            return Ok("not measured: the system does not report it".to_owned());
        };
        let mib = |kib: u64| kib as f64 / 1024.0;
        let note = format!("{:.1} MiB, then {:.1} MiB after {turns} turns", mib(early), mib(late));
        match late > early + MEMORY_GROWTH {
            false => Ok(note),
            true => Err(CheckFailure::new(
                format!("{turns} turns"),
                note,
                "free what belongs to earlier turns",
            )),
        }
    }

    /// `quit`: the program exits by itself.
    fn quit(mut self) -> Check {
        let name = "exits at quit";
        match self.process.end(QUIT, QUIT_TIME) {
            Some(ProcessEnd::Status(0)) => Check::passed(name, ""),
            Some(end) => Check::noted(name, format!("it {end}; 0 says that all is well")),
            None => Check::failed(
                name,
                CheckFailure::new(
                    QUIT,
                    "it still runs after 1 s",
                    "exit when `quit` arrives or the input ends",
                ),
            ),
        }
    }

    fn start<G: Game>(&self, position: &CheckPosition<G>, clock: Option<Duration>) -> Value {
        let seats = position.game.seats();
        let labels: Vec<String> = (0..seats).map(|seat| format!("seat {seat}")).collect();
        to_value(&Start {
            id: ID,
            seat: position.seat,
            seats,
            labels: &labels,
            rules: &Value::Null,
            clock: clock.map(|left| StartClock {
                left_ms: left.as_millis() as u64,
                increment_ms: 0,
                moves_to_go: None,
            }),
            params: &[],
        })
    }

    fn turn<G: Game>(&mut self, position: &CheckPosition<G>, left: Option<Duration>) -> Value {
        self.turn += 1;
        let CheckPosition { game, seat } = position;
        let mut legal = Vec::new();
        game.legal(*seat, &mut legal);
        let left = left.map(|left| vec![left; game.seats()]);
        let budget = match left {
            None => Budget::of_time(Duration::from_millis(200)),
            Some(_) => Budget::NONE,
        };
        to_value(&Turn {
            id: ID,
            turn: self.turn,
            seed: Seed::new(u64::from(self.turn)),
            state: game.view(*seat),
            last: &[],
            legal: LegalTexts { game, seat: *seat, actions: &legal },
            budget,
            left_ms: left.as_deref(),
        })
    }

    fn end(&self) -> Value {
        to_value(&End { id: ID, ranks: None, reason: "the check is over" })
    }

    /// The answer to the last turn: for that turn, and legal.
    fn act<G: Game>(&mut self, position: &CheckPosition<G>) -> Checked {
        let received = self.receive("act", PATIENCE)?;
        let CheckPosition { game, seat } = position;
        match &received {
            FromBot::Act(Act { id, turn, action, .. }) if id == ID && *turn == self.turn => {
                match game.parse(*seat, action).is_ok_and(|action| game.is_legal(*seat, action)) {
                    true => Ok(()),
                    false => Err(CheckFailure::new(
                        &self.sent,
                        format!("the action {action:?}, which is not legal"),
                        "answer with one of the actions in `legal`",
                    )),
                }
            }
            other => {
                Err(self.unexpected(other, "answer with the `match` and `turn` of the question"))
            }
        }
    }

    fn send(&mut self, message: Value) -> Checked {
        self.sent = message.to_string();
        let mut wait = Wait::new("its input to be read", PATIENCE);
        self.process.send(&self.sent, &mut wait).map_err(|error| self.failed(&error))
    }

    /// The next message; other lines are debug output.
    fn receive(&mut self, what: &str, patience: Duration) -> Checked<FromBot> {
        let mut wait = Wait::new(what, patience);
        loop {
            let line = self.process.line(&mut wait).map_err(|error| self.failed(&error))?;
            if line.starts_with('{') {
                return serde_json::from_str(&line).map_err(|error| {
                    let received = format!("{line}\n{error}");
                    let advice = "docs/BOT-PROTOCOL.md has every message with an example";
                    CheckFailure::new(&self.sent, received, advice)
                });
            }
        }
    }

    fn failed(&self, error: &ProcessError) -> CheckFailure {
        let stderr: String = error.stderr.iter().map(|line| format!("\n{line}")).collect();
        let advice = match error.is_timeout() {
            true => "flush the output after every line",
            false => "the last lines of its standard error say where it failed",
        };
        CheckFailure::new(&self.sent, format!("{error}{stderr}"), advice)
    }

    fn unexpected(&self, received: &FromBot, advice: &str) -> CheckFailure {
        CheckFailure::new(&self.sent, format!("{received:?}"), advice)
    }
}

/// The identity of the match in which programs are checked.
const ID: &str = "check";

fn report_ready(ready: &Ready, report: &mut dyn FnMut(Check)) {
    let Ready { name, version, .. } = ready;
    report(Check::passed("says ready", format!("{name} {version}").trim()));
    if name.is_empty() || version.is_empty() {
        let note = "missing; reports and logs show which version of which bot played";
        report(Check::noted("name and version", note));
    }
}

fn to_value(message: &impl Serialize) -> Value {
    serde_json::to_value(message).unwrap_or_default()
}

/// The message with a field that no version has.
fn with_unknown(message: &impl Serialize) -> Value {
    let mut value = to_value(message);
    value["x-check"] = json!({ "a": [1, 2.5e3, null, true, "é\"\\"], "b": {} });
    value
}

/// The resident memory of a process in KiB, where the system reports it.
fn resident(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
