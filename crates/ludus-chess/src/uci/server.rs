//! This program as a UCI engine, over any two streams.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use ludus_core::Seed;

use super::command::{Command, Go};
use super::info;
use super::input::{Input, MAX_LINE, next_line};
use super::time::{Allotment, allot};
use crate::game::Chess;
use crate::notation;
use crate::search::{Clock, Engine, Level, Limits, Question, Timer};

/// The table if nothing is said, in mebibytes.
const DEFAULT_HASH: usize = 16;
/// What passes between an answer and the stop of the clock if nothing is said, in milliseconds.
const DEFAULT_OVERHEAD: u64 = 10;

/// Plays as a UCI engine until `quit` or the end of the input.
///
/// Commands are read on the calling thread and searches run on another one, so that `isready` and
/// `stop` are answered at once. When the input ends without `quit`, a search with a limit is finished
/// first: a script can send its commands and close the pipe.
///
/// ```
/// let input = "uci\nposition startpos\ngo depth 2\n".as_bytes();
/// let mut output = Vec::new();
/// ludus_chess::uci::run(input, &mut output).unwrap();
/// assert!(String::from_utf8(output).unwrap().contains("\nbestmove "));
/// ```
///
/// # Errors
/// If the input cannot be read. An output that nobody reads any more ends the engine without error.
pub fn run<R: BufRead, W: Write + Send>(mut input: R, output: W) -> io::Result<()> {
    let output = Output(Mutex::new(output));
    thread::scope(|scope| {
        let mut server = Server::new(scope, &output);
        loop {
            let command = match next_line(&mut input)? {
                Input::Line(line) => Command::parse(&line),
                Input::TooLong => {
                    output.say(&format!(
                        "info string a line of more than {MAX_LINE} bytes is ignored"
                    ));
                    continue;
                }
                Input::End => {
                    server.finish();
                    return Ok(());
                }
            };
            if !server.handle(command) {
                server.stop();
                return Ok(());
            }
        }
    })
}

/// The output, shared by the two threads line by line.
struct Output<W>(Mutex<W>);

impl<W: Write> Output<W> {
    /// Says a line. A reader that has gone away is not an error: its `quit` or end will follow.
    fn say(&self, line: &str) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
    }
}

/// What the two threads share about a search.
struct Control {
    stop: AtomicBool,
    /// Whether the answer has to wait: for `stop`, or for `ponderhit`.
    hold: AtomicBool,
    timer: Timer,
    allotment: Option<Allotment>,
    endless: bool,
}

struct Running<'scope> {
    control: Arc<Control>,
    thread: ScopedJoinHandle<'scope, Engine>,
}

struct Server<'scope, 'env, W: Write + Send> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    /// The engine, while no search has it.
    engine: Option<Engine>,
    running: Option<Running<'scope>>,
    game: Chess,
    hash: usize,
    threads: usize,
    overhead: Duration,
    level: Level,
}

impl<'scope, 'env, W: Write + Send> Server<'scope, 'env, W> {
    fn new(scope: &'scope Scope<'scope, 'env>, output: &'env Output<W>) -> Self {
        Self {
            scope,
            output,
            engine: None,
            running: None,
            game: start_game(),
            hash: DEFAULT_HASH,
            threads: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            level: Level::MASTER,
        }
    }

    /// Does what a command says. Answers false for `quit`.
    fn handle(&mut self, command: Command) -> bool {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.say("readyok"),
            Command::NewGame => {
                self.stop();
                self.game = start_game();
                if let Some(engine) = &mut self.engine {
                    engine.forget();
                }
            }
            Command::Position(Ok(game)) => self.game = *game,
            Command::Position(Err(reason)) => self.output.say(&format!("info string {reason}")),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Set { name, value } => self.set(&name, &value),
            Command::Quit => return false,
            Command::Unknown => {}
        }
        true
    }

    fn introduce(&self) {
        let levels: Vec<String> =
            Level::ALL.iter().map(|level| format!("var {}", level.name)).collect();
        let lines = [
            format!("id name Ludus {}", env!("CARGO_PKG_VERSION")),
            "id author the Ludus project".to_owned(),
            format!(
                "option name Hash type spin default {DEFAULT_HASH} min 1 max {}",
                Engine::MAX_HASH
            ),
            format!("option name Threads type spin default 1 min 1 max {}", Engine::MAX_THREADS),
            format!(
                "option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max 5000"
            ),
            "option name Ponder type check default false".to_owned(),
            format!(
                "option name Level type combo default {} {}",
                Level::MASTER.name,
                levels.join(" ")
            ),
            "option name Clear Hash type button".to_owned(),
            "uciok".to_owned(),
        ];
        self.output.say(&lines.join("\n"));
    }

    fn set(&mut self, name: &str, value: &str) {
        self.stop();
        let number = value.parse::<usize>().ok();
        match (name.to_lowercase().as_str(), number) {
            ("hash", Some(size)) => {
                self.hash = size.clamp(1, Engine::MAX_HASH);
                if let Some(engine) = &mut self.engine {
                    engine.set_hash(self.hash);
                }
            }
            ("threads", Some(count)) => self.threads = count.clamp(1, Engine::MAX_THREADS),
            ("move overhead", Some(ms)) => {
                self.overhead = Duration::from_millis(ms.min(5000) as u64);
            }
            ("clear hash", _) => self.engine = None,
            ("level", _) => match Level::by_name(&value.to_lowercase()) {
                Some(level) => (self.level, self.engine) = (level, None),
                None => self.output.say(&format!("info string there is no level {value:?}")),
            },
            ("ponder", _) => {}
            _ => self.output.say(&format!("info string option {name:?} cannot be {value:?}")),
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        let board = self.game.board();
        let parsed = go.only.iter().filter_map(|text| notation::parse(board, text).ok());
        let limits = Limits {
            depth: go.depth.or(self.level.depth),
            nodes: go.nodes,
            mate: go.mate,
            only: parsed.filter(|&mv| board.is_legal(mv)).collect(),
        };
        let allotment = allot(go, board.side_to_move(), self.overhead);
        let control = Arc::new(Control {
            stop: AtomicBool::new(false),
            hold: AtomicBool::new(go.ponder || go.infinite),
            timer: Timer::endless(),
            allotment,
            endless: go.is_endless() || go.ponder,
        });
        if let Some(Allotment { soft, hard }) = allotment.filter(|_| !go.ponder && !go.infinite) {
            control.timer.set(soft, hard);
        }
        let engine =
            self.engine.take().unwrap_or_else(|| Engine::new(self.level.clone(), self.hash));
        let (game, threads, output, shared) =
            (self.game.clone(), self.threads, self.output, Arc::clone(&control));
        let thread =
            self.scope.spawn(move || think(engine, &game, threads, &limits, &shared, output));
        self.running = Some(Running { control, thread });
    }

    fn ponder_hit(&self) {
        let Some(running) = &self.running else { return };
        if let Some(Allotment { soft, hard }) = running.control.allotment {
            running.control.timer.set(soft, hard);
        }
        running.control.hold.store(false, Ordering::Relaxed);
    }

    /// Stops the search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop.store(true, Ordering::Relaxed);
            // A search that panicked takes its engine with it; the next one makes another.
            self.engine = running.thread.join().ok();
        }
    }

    /// The input has ended: waits for the search, unless it would never end.
    fn finish(&mut self) {
        if let Some(running) = &self.running
            && running.control.endless
        {
            running.control.stop.store(true, Ordering::Relaxed);
        }
        if let Some(running) = self.running.take() {
            self.engine = running.thread.join().ok();
        }
    }
}

fn start_game() -> Chess {
    Chess::from_moves(cozy_chess::Board::default(), &[], u32::MAX)
        .unwrap_or_else(|_| unreachable!("no moves cannot be illegal"))
}

/// The search thread: thinks, waits if it has to, answers, and gives the engine back.
fn think<W: Write>(
    mut engine: Engine,
    game: &Chess,
    threads: usize,
    limits: &Limits,
    control: &Control,
    output: &Output<W>,
) -> Engine {
    let board = game.board();
    let clock = Clock::new(&control.stop, &control.timer);
    let question = Question { board, past: game.past(), seed: Seed::new(0), threads };
    let mut report = |report: &_| output.say(&info::line(board, report));
    let found = engine.search(question, limits, &clock, &mut report);
    while control.hold.load(Ordering::Relaxed) && !control.stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(1));
    }
    match found {
        Some(found) => output.say(&info::best_move(board, &found.report.line)),
        None => {
            let lost = !board.checkers().is_empty();
            output.say(if lost { "info depth 0 score mate 0" } else { "info depth 0 score cp 0" });
            output.say("bestmove 0000");
        }
    }
    engine
}
