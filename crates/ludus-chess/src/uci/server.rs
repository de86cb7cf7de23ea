//! This program as a UCI engine, over any two streams.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use super::command::{Command, Go};
use super::info;
use super::input::{Input, MAX_LINE, next_line};
use super::player::{Asked, Mind, Player};
use super::time::{Allotment, allot};
use crate::game::Chess;
use crate::notation;
use crate::search::{Clock, Engine, Level, Limits, Timer};

/// The table if nothing is said, in mebibytes.
const DEFAULT_HASH: usize = 16;
/// What passes between an answer and the stop of the clock if nothing is said, in milliseconds.
const DEFAULT_OVERHEAD: u64 = 10;

/// Plays as a UCI engine until `quit` or the end of the input.
pub(super) fn run<R: BufRead, W: Write + Send>(
    player: Player,
    mut input: R,
    output: W,
) -> io::Result<()> {
    let output = Output(Mutex::new(output));
    thread::scope(|scope| {
        let mut server = Server::new(scope, &output, player);
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
    thread: ScopedJoinHandle<'scope, Mind>,
}

struct Server<'scope, 'env, W: Write + Send> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env Output<W>,
    /// What thinks, while no search has it.
    mind: Option<Mind>,
    running: Option<Running<'scope>>,
    game: Chess,
    hash: usize,
    threads: usize,
    overhead: Duration,
    player: Player,
    /// How many searches there were.
    searches: u64,
}

impl<'scope, 'env, W: Write + Send> Server<'scope, 'env, W> {
    fn new(scope: &'scope Scope<'scope, 'env>, output: &'env Output<W>, player: Player) -> Self {
        Self {
            scope,
            output,
            mind: None,
            running: None,
            game: start_game(),
            hash: player.hash().unwrap_or(DEFAULT_HASH),
            threads: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            player,
            searches: 0,
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
                if let Some(mind) = &mut self.mind {
                    mind.forget();
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
        let default = self.player.name.as_str();
        let mut levels: Vec<&str> = Level::ALL.iter().map(|level| level.name).collect();
        if !levels.contains(&default) {
            levels.push(default);
        }
        let levels: Vec<String> = levels.iter().map(|name| format!("var {name}")).collect();
        let lines = [
            format!("id name Ludus {}", env!("CARGO_PKG_VERSION")),
            "id author the Ludus project".to_owned(),
            format!(
                "option name Hash type spin default {} min 1 max {}",
                self.hash,
                Engine::MAX_HASH
            ),
            format!("option name Threads type spin default 1 min 1 max {}", Engine::MAX_THREADS),
            format!(
                "option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max 5000"
            ),
            "option name Ponder type check default false".to_owned(),
            format!("option name Level type combo default {default} {}", levels.join(" ")),
            "option name Weights type string default <empty>".to_owned(),
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
                if let Some(mind) = &mut self.mind {
                    mind.set_hash(self.hash);
                }
            }
            ("threads", Some(count)) => self.threads = count.clamp(1, Engine::MAX_THREADS),
            ("move overhead", Some(ms)) => {
                self.overhead = Duration::from_millis(ms.min(5000) as u64);
            }
            ("clear hash", _) => self.mind = None,
            ("level", _) if value == self.player.name => {}
            ("level", _) => match Level::by_name(&value.to_lowercase()) {
                Some(level) => self.play_as(Player::at(level)),
                None => self.output.say(&format!("info string there is no level {value:?}")),
            },
            ("weights", _) => match format!("weights:path={value}")
                .parse()
                .and_then(|spec| Player::from_spec(&spec))
            {
                Ok(player) => self.play_as(player),
                Err(error) => self.output.say(&format!("info string {error}")),
            },
            ("ponder", _) => {}
            _ => self.output.say(&format!("info string option {name:?} cannot be {value:?}")),
        }
    }

    fn play_as(&mut self, player: Player) {
        (self.player, self.mind) = (player, None);
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        let board = self.game.board();
        let parsed = go.only.iter().filter_map(|text| notation::parse(board, text).ok());
        let limits = Limits {
            depth: go.depth.or(self.player.depth()),
            nodes: go.nodes.or(self.player.nodes()),
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
        let mind = self.mind.take().unwrap_or_else(|| self.player.mind(self.hash));
        self.searches += 1;
        let (game, threads, number) = (self.game.clone(), self.threads, self.searches);
        let (output, shared) = (self.output, Arc::clone(&control));
        let thread = self.scope.spawn(move || {
            let asked = Asked { game: &game, limits: &limits, threads, number };
            think(mind, &asked, &shared, output)
        });
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
            // A search that panicked takes its mind with it; the next one makes another.
            self.mind = running.thread.join().ok();
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
            self.mind = running.thread.join().ok();
        }
    }
}

fn start_game() -> Chess {
    Chess::from_moves(cozy_chess::Board::default(), &[], u32::MAX)
        .unwrap_or_else(|_| unreachable!("no moves cannot be illegal"))
}

/// The search thread: thinks, waits if it has to, answers, and gives back what thinks.
fn think<W: Write>(
    mut mind: Mind,
    asked: &Asked<'_>,
    control: &Control,
    output: &Output<W>,
) -> Mind {
    let board = asked.game.board();
    let clock = Clock::new(&control.stop, &control.timer);
    let mut report = |report: &_| output.say(&info::line(board, report));
    let found = mind.think(asked, &clock, &mut report);
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
    mind
}
