//! A UCI session: this program as an engine, over any two streams.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::Duration;

use ludus_process::{InputLine, MAX_INPUT_LINE, next_line};

use super::command::{GoCommand, UciCommand};
use super::engine::{GoRequest, UciEngine, UciPlayer};
use super::info;
use super::time::allocate_time;
use crate::game::Chess;
use crate::notation;
use crate::search::{Engine, Level, MoveTime, SearchLimits, StopCondition, TimeManager};

/// The default of the option `Hash`, in mebibytes.
const DEFAULT_HASH: usize = 16;
/// The default of the option `Move Overhead`, in milliseconds: the time between an answer and the moment when the
/// clock stops.
const DEFAULT_OVERHEAD: u64 = 10;
/// The largest value of the option `Move Overhead`, in milliseconds.
const MAX_OVERHEAD: u64 = 5_000;
/// How often a search that is done looks for `stop` or `ponderhit`.
const HOLD_POLL: Duration = Duration::from_millis(1);

/// Plays as a UCI engine until `quit` or the end of the input.
pub(super) fn run<R: BufRead, W: Write + Send>(
    engine: UciEngine,
    mut input: R,
    output: W,
) -> io::Result<()> {
    let output = SharedOutput(Mutex::new(output));
    thread::scope(|scope| {
        let mut session = UciSession::new(scope, &output, engine);
        loop {
            let command = match next_line(&mut input)? {
                InputLine::Line(line) => UciCommand::parse(&line),
                InputLine::TooLong => {
                    output.write_line(&format!(
                        "info string a line of more than {MAX_INPUT_LINE} bytes is ignored"
                    ));
                    continue;
                }
                InputLine::End => {
                    session.finish();
                    return Ok(());
                }
            };
            if !session.handle(command) {
                session.stop();
                return Ok(());
            }
        }
    })
}

/// The output, which the session and the search write line by line.
struct SharedOutput<W>(Mutex<W>);

impl<W: Write> SharedOutput<W> {
    /// Writes a line. A reader that has gone away is not an error: the end of the input follows.
    fn write_line(&self, line: &str) {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = writeln!(writer, "{line}").and_then(|()| writer.flush());
    }
}

/// What the session and a running search share.
struct RunningControl {
    stop: AtomicBool,
    /// Whether the answer has to wait for `stop` or `ponderhit`.
    hold: AtomicBool,
    time: TimeManager,
    move_time: Option<MoveTime>,
    /// Whether only `stop` ends the search.
    infinite: bool,
}

struct UciSearch<'scope> {
    control: Arc<RunningControl>,
    thread: ScopedJoinHandle<'scope, UciPlayer>,
}

struct UciSession<'scope, 'env, W: Write + Send> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env SharedOutput<W>,
    /// The bot that plays, while no search uses it.
    player: Option<UciPlayer>,
    running: Option<UciSearch<'scope>>,
    game: Chess,
    hash: usize,
    threads: usize,
    overhead: Duration,
    engine: UciEngine,
    /// How many searches there have been.
    searches: u64,
}

impl<'scope, 'env, W: Write + Send> UciSession<'scope, 'env, W> {
    fn new(
        scope: &'scope Scope<'scope, 'env>,
        output: &'env SharedOutput<W>,
        engine: UciEngine,
    ) -> Self {
        Self {
            scope,
            output,
            player: None,
            running: None,
            game: start_game(),
            hash: engine.hash().unwrap_or(DEFAULT_HASH),
            threads: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            engine,
            searches: 0,
        }
    }

    /// Runs a command. Returns false for `quit`.
    fn handle(&mut self, command: UciCommand) -> bool {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.output.write_line("readyok"),
            UciCommand::NewGame => {
                self.stop();
                self.game = start_game();
                if let Some(player) = &mut self.player {
                    player.new_game();
                }
            }
            UciCommand::Position(Ok(game)) => self.game = *game,
            UciCommand::Position(Err(reason)) => {
                self.output.write_line(&format!("info string {reason}"));
            }
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => self.stop(),
            UciCommand::PonderHit => self.ponder_hit(),
            UciCommand::Set { name, value } => self.set(&name, &value),
            UciCommand::Quit => return false,
            UciCommand::Unknown => {}
        }
        true
    }

    fn introduce(&self) {
        let default = self.engine.name.as_str();
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
                "option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max {MAX_OVERHEAD}"
            ),
            "option name Ponder type check default false".to_owned(),
            format!("option name Level type combo default {default} {}", levels.join(" ")),
            "option name Weights type string default <empty>".to_owned(),
            "option name Clear Hash type button".to_owned(),
            "uciok".to_owned(),
        ];
        self.output.write_line(&lines.join("\n"));
    }

    fn set(&mut self, name: &str, value: &str) {
        self.stop();
        let number = value.parse::<usize>().ok();
        match (name.to_lowercase().as_str(), number) {
            ("hash", Some(size)) => {
                self.hash = size.clamp(1, Engine::MAX_HASH);
                if let Some(player) = &mut self.player {
                    player.set_hash(self.hash);
                }
            }
            ("threads", Some(count)) => self.threads = count.clamp(1, Engine::MAX_THREADS),
            ("move overhead", Some(ms)) => {
                self.overhead = Duration::from_millis((ms as u64).min(MAX_OVERHEAD));
            }
            ("clear hash", _) => self.player = None,
            ("level", _) if value == self.engine.name => {}
            ("level", _) => match Level::by_name(&value.to_lowercase()) {
                Some(level) => self.play_as(UciEngine::at(level)),
                None => self.output.write_line(&format!("info string there is no level {value:?}")),
            },
            ("weights", _) => match format!("weights:path={value}")
                .parse()
                .and_then(|spec| UciEngine::from_spec(&spec))
            {
                Ok(engine) => self.play_as(engine),
                Err(error) => self.output.write_line(&format!("info string {error}")),
            },
            ("ponder", _) => {}
            _ => {
                self.output.write_line(&format!("info string option {name:?} cannot be {value:?}"));
            }
        }
    }

    fn play_as(&mut self, engine: UciEngine) {
        (self.engine, self.player) = (engine, None);
    }

    fn go(&mut self, go: &GoCommand) {
        self.stop();
        let board = self.game.board();
        let parsed = go.search_moves.iter().filter_map(|text| notation::parse(board, text).ok());
        let limits = SearchLimits {
            depth: go.depth.or(self.engine.depth()),
            soft_nodes: None,
            nodes: go.nodes.or(self.engine.nodes()),
            mate: go.mate,
            root_moves: parsed.filter(|&mv| board.is_legal(mv)).collect(),
        };
        let move_time = allocate_time(go, board.side_to_move(), self.overhead);
        let control = Arc::new(RunningControl {
            stop: AtomicBool::new(false),
            hold: AtomicBool::new(go.ponder || go.infinite),
            time: TimeManager::unlimited(),
            move_time,
            infinite: go.is_infinite() || go.ponder,
        });
        if let Some(MoveTime { soft, hard }) = move_time.filter(|_| !go.ponder && !go.infinite) {
            control.time.set(soft, hard);
        }
        let player = self.player.take().unwrap_or_else(|| self.engine.player(self.hash));
        self.searches += 1;
        let (game, threads, number) = (self.game.clone(), self.threads, self.searches);
        let (output, shared) = (self.output, Arc::clone(&control));
        let thread = self.scope.spawn(move || {
            let request = GoRequest { game: &game, limits: &limits, threads, number };
            search(player, &request, &shared, output)
        });
        self.running = Some(UciSearch { control, thread });
    }

    fn ponder_hit(&self) {
        let Some(running) = &self.running else { return };
        if let Some(MoveTime { soft, hard }) = running.control.move_time {
            running.control.time.set(soft, hard);
        }
        running.control.hold.store(false, Ordering::Relaxed);
    }

    /// Stops the search, if there is one, and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            running.control.stop.store(true, Ordering::Relaxed);
            // A search that panicked loses its player; the next search makes another.
            self.player = running.thread.join().ok();
        }
    }

    /// Ends the session after the last line: waits for the search, unless it is infinite.
    fn finish(&mut self) {
        if let Some(running) = &self.running
            && running.control.infinite
        {
            running.control.stop.store(true, Ordering::Relaxed);
        }
        if let Some(running) = self.running.take() {
            self.player = running.thread.join().ok();
        }
    }
}

fn start_game() -> Chess {
    Chess::from_moves(cozy_chess::Board::default(), &[], u32::MAX)
        .unwrap_or_else(|_| unreachable!("a game without moves has no illegal move"))
}

/// Runs on the thread of a search: searches, waits if it has to, answers, and returns the player.
fn search<W: Write>(
    mut player: UciPlayer,
    request: &GoRequest<'_>,
    control: &RunningControl,
    output: &SharedOutput<W>,
) -> UciPlayer {
    let board = request.game.board();
    let stop = StopCondition::new(&control.stop, &control.time);
    let mut on_report = |report: &_| output.write_line(&info::info_line(board, report));
    let result = player.search(request, &stop, &mut on_report);
    while control.hold.load(Ordering::Relaxed) && !control.stop.load(Ordering::Relaxed) {
        thread::sleep(HOLD_POLL);
    }
    match result {
        Some(result) => output.write_line(&info::best_move_line(board, &result.report.pv)),
        None => {
            let is_mated = !board.checkers().is_empty();
            output.write_line(if is_mated {
                "info depth 0 score mate 0"
            } else {
                "info depth 0 score cp 0"
            });
            output.write_line("bestmove 0000");
        }
    }
    player
}
