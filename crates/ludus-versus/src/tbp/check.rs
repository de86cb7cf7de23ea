//! What `ludus check` asks of another bot: what the specification says, and what a match needs of it.

use std::thread;
use std::time::{Duration, Instant};

use ludus_core::{
    Answer, BotSpec, Check, CheckFailure, CheckPosition, Game, Seat, Seed, SeededChance,
};
use ludus_process::{Launch, ProcessEnd, ProcessError, Wait};
use serde_json::value::RawValue;

use super::bot::choose;
use super::client::TbpClient;
use super::message::{TbpFromBot, TbpSuggestion, TbpToBot};
use super::position::{self, PlayedMove};
use crate::action::VersusAction;
use crate::game::Versus;
use crate::rules::VersusRules;

/// How long the bot may take to start, and to answer a question.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long it may take to exit.
const QUIT_TIME: Duration = Duration::from_secs(1);
/// How long it thinks about a position.
const THINKING: Duration = Duration::from_millis(20);
/// How many positions from all phases it is asked about.
const POSITIONS: usize = 12;
/// How many turns in a row it follows.
const TURNS: u32 = 30;

/// Messages of later versions, which a bot must bear.
const UNKNOWN: [&str; 2] =
    [r#"{"type":"x-check","moves":[]}"#, r#"{"type":"suggest","x-check":{"a":[1]}}"#];

/// Checks the bot that a spec names.
pub(crate) fn check(
    spec: &BotSpec,
    positions: &[CheckPosition<Versus>],
    report: &mut dyn FnMut(Check),
) {
    let name = "info, then ready after rules";
    // The bot was made and has started before: what fails here has changed since.
    let started = Launch::of_bot(spec).map_err(|error| error.to_string()).and_then(|launch| {
        TbpClient::start(&launch, None, PATIENCE).map_err(|error| error.to_string())
    });
    match started {
        Ok(client) => {
            report(Check::passed(name, introduction(&client)));
            TbpCheck {
                client,
                sent: Vec::new(),
                slowest: Duration::ZERO,
                informs: false,
                failed: false,
            }
            .run(positions, report);
        }
        Err(error) => report(Check::failed(
            name,
            CheckFailure::new("", error, "send info at the start, and ready after rules"),
        )),
    }
}

/// Who the bot says it is.
fn introduction(client: &TbpClient) -> String {
    let info = client.info();
    let features = match info.features.is_empty() {
        true => "no features".to_owned(),
        false => info.features.join(", "),
    };
    format!("{} {} by {}: {features}", info.name, info.version, info.author)
}

/// A bot while it is checked.
struct TbpCheck {
    client: TbpClient,
    /// The lines of the last question.
    sent: Vec<String>,
    /// The longest time between `suggest` and the answer.
    slowest: Duration,
    /// Whether a suggestion had `move_info` with a figure.
    informs: bool,
    /// Whether the bot has exited or broken the protocol.
    failed: bool,
}

impl TbpCheck {
    fn run(mut self, positions: &[CheckPosition<Versus>], report: &mut dyn FnMut(Check)) {
        let step = positions.len().div_ceil(POSITIONS).max(1);
        let some: Vec<_> = positions.iter().step_by(step).collect();
        type TbpCase = fn(&mut TbpCheck, &[&CheckPosition<Versus>]) -> Result<String, CheckFailure>;
        let named: [(&str, TbpCase); 5] = [
            ("a valid move after start", Self::starts),
            ("follows play and new_piece", |check, _| check.follows()),
            ("start again without stop", Self::starts_again),
            ("ignores unknown types and attributes", |check, _| check.bears_unknown()),
            ("stop, then start", |check, _| check.stops()),
        ];
        for (name, ask) in named {
            report(match ask(&mut self, &some) {
                Ok(note) => Check::passed(name, note),
                Err(failure) => Check::failed(name, failure),
            });
            // What follows could not be asked.
            if self.failed {
                return;
            }
        }
        report(self.answers_at_once());
        report(match self.informs {
            true => Check::passed("move_info", ""),
            false => Check::noted("move_info", "none: nodes and depth are not known"),
        });
        report(match self.client.quit(QUIT_TIME) {
            Some(ProcessEnd::Status(_)) => Check::passed("quit", ""),
            _ => Check::failed(
                "quit",
                CheckFailure::new(
                    TbpToBot::Quit.line(),
                    "it did not exit within 1 s",
                    "exit when `quit` arrives",
                ),
            ),
        });
    }

    /// Positions from all phases, each with `stop` before the next.
    fn starts(&mut self, positions: &[&CheckPosition<Versus>]) -> Result<String, CheckFailure> {
        for CheckPosition { game, seat } in positions {
            self.valid_move(game, *seat, &[position::start(game.field(*seat))])?;
            self.send(&TbpToBot::Stop)?;
        }
        Ok(format!("{} positions", positions.len()))
    }

    /// A game of one seat, in which the bot hears of its own moves.
    fn follows(&mut self) -> Result<String, CheckFailure> {
        let (mut game, mut chance) = solo()?;
        let mut messages = vec![position::start(game.field(Seat::FIRST))];
        let mut turns = 0;
        while turns < TURNS && !game.is_over() {
            let (action, words) = self.valid_move(&game, Seat::FIRST, &messages)?;
            let before = game.field(Seat::FIRST).clone();
            let played = PlayedMove { turn: game.turn, before, action, words };
            game.apply(&[(Seat::FIRST, Answer::Play(action))], &mut chance);
            let next = played.leads_to(&game, game.field(Seat::FIRST));
            messages = next.unwrap_or_else(|| vec![position::start(game.field(Seat::FIRST))]);
            turns += 1;
        }
        self.send(&TbpToBot::Stop)?;
        Ok(format!("{turns} turns"))
    }

    /// A new position while the bot thinks, as after garbage has risen.
    fn starts_again(
        &mut self,
        positions: &[&CheckPosition<Versus>],
    ) -> Result<String, CheckFailure> {
        for CheckPosition { game, seat } in positions.iter().rev() {
            self.valid_move(game, *seat, &[position::start(game.field(*seat))])?;
        }
        self.send(&TbpToBot::Stop)?;
        Ok(String::new())
    }

    fn bears_unknown(&mut self) -> Result<String, CheckFailure> {
        let (game, _) = solo()?;
        self.sent.clear();
        self.send(&position::start(game.field(Seat::FIRST)))?;
        for line in UNKNOWN {
            self.send_line(line)?;
        }
        let suggestion = self.answer()?;
        self.chosen(&game, Seat::FIRST, suggestion)?;
        self.send(&TbpToBot::Stop)?;
        Ok(String::new())
    }

    fn stops(&mut self) -> Result<String, CheckFailure> {
        let (game, _) = solo()?;
        let start = position::start(game.field(Seat::FIRST));
        self.valid_move(&game, Seat::FIRST, &[start.clone(), TbpToBot::Stop, start])?;
        Ok(String::new())
    }

    fn answers_at_once(&self) -> Check {
        let name = "answers suggest at once";
        let slowest = self.slowest.as_secs_f64() * 1000.0;
        let note = format!("slowest {slowest:.1} ms");
        // The usual match.margin_ms.
        match self.slowest <= Duration::from_millis(50) {
            true => Check::passed(name, note),
            false => Check::noted(
                name,
                format!("{note}: a match ends after 50 ms unless late= gives more"),
            ),
        }
    }

    /// Sends messages, lets the bot think and asks it. Returns what it would play.
    fn valid_move(
        &mut self,
        game: &Versus,
        seat: Seat,
        messages: &[TbpToBot],
    ) -> Result<(VersusAction, Box<RawValue>), CheckFailure> {
        self.sent.clear();
        for message in messages {
            self.send(message)?;
        }
        thread::sleep(THINKING);
        self.send(&TbpToBot::Suggest)?;
        let suggestion = self.answer()?;
        self.chosen(game, seat, suggestion)
    }

    fn chosen(
        &mut self,
        game: &Versus,
        seat: Seat,
        suggestion: TbpSuggestion,
    ) -> Result<(VersusAction, Box<RawValue>), CheckFailure> {
        let info = suggestion.move_info.as_ref();
        self.informs |= info.is_some_and(|info| info.nodes.is_some() || info.depth.is_some());
        let answer = TbpFromBot::Suggestion(suggestion.clone()).line();
        choose(game, seat, suggestion.moves).map_err(|error| {
            let advice = format!(
                "{error} cannot be played: list a move that can be reached with its spin in\n{}",
                Versus::drawing(&game.snapshot())
            );
            CheckFailure::new(self.sent.join("\n"), answer, advice)
        })
    }

    fn send(&mut self, message: &TbpToBot) -> Result<(), CheckFailure> {
        self.send_line(&message.line())
    }

    fn send_line(&mut self, line: &str) -> Result<(), CheckFailure> {
        self.sent.push(line.to_owned());
        self.client.send_line("a message", line).map_err(|error| self.failure(error))
    }

    /// The answer to `suggest`.
    fn answer(&mut self) -> Result<TbpSuggestion, CheckFailure> {
        let asked = Instant::now();
        let answer = self.client.receive(&mut Wait::new("suggest", PATIENCE));
        self.slowest = self.slowest.max(asked.elapsed());
        match answer {
            Ok(TbpFromBot::Suggestion(suggestion)) => Ok(suggestion),
            Ok(other) => {
                let error = self.client.unexpected(&other, "a suggestion");
                Err(self.failure(error))
            }
            Err(error) => Err(self.failure(error)),
        }
    }

    fn failure(&mut self, error: ProcessError) -> CheckFailure {
        self.failed = true;
        let stderr: String = error.stderr.iter().map(|line| format!("\n{line}")).collect();
        let advice = "docs/VERSUS.md has every message with an example";
        CheckFailure::new(self.sent.join("\n"), format!("{error}{stderr}"), advice)
    }
}

/// A game of one seat and its chance.
fn solo() -> Result<(Versus, SeededChance), CheckFailure> {
    let mut chance = SeededChance::new(Seed::new(1));
    let game = Versus::new(&VersusRules::default(), 1, &mut chance)
        .map_err(|error| CheckFailure::new("", error.to_string(), ""))?;
    Ok((game, chance))
}
