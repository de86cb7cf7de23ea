//! A UCI session: this program as an engine, over any two streams.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Scope};
use std::time::Duration;

use ludus_process::{InputLine, MAX_INPUT_LINE, next_line};

use super::command::{GoCommand, UciCommand};
use super::engine::{GoRequest, UciEngine, UciPlayer};
use super::info::OutputStyle;
use super::running::{RunningControl, SharedOutput, UciSearch, search};
use super::time::allocate_time;
use crate::game::Chess;
use crate::notation;
use crate::perft::divide_until;
use crate::position::ChessVariant;
use crate::search::{Engine, Handicap, Level, MoveTime, SearchLimits};

/// The default of the option `Hash`, in mebibytes.
const DEFAULT_HASH: usize = 16;
/// The default of the option `Move Overhead`, in milliseconds: the time between an answer and the moment when the
/// clock stops.
const DEFAULT_OVERHEAD: u64 = 10;
/// The largest value of the option `Move Overhead`, in milliseconds.
const MAX_OVERHEAD: u64 = 5_000;
/// Plays as a UCI engine until `quit` or the end of the input.
pub(super) fn run<R: BufRead, W: Write + Send>(
    engine: UciEngine,
    mut input: R,
    output: W,
) -> io::Result<()> {
    let output = SharedOutput::new(output);
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

struct UciSession<'scope, 'env, W: Write + Send> {
    scope: &'scope Scope<'scope, 'env>,
    output: &'env SharedOutput<W>,
    /// The bot that plays, while no search uses it.
    player: Option<UciPlayer>,
    running: Option<UciSearch<'scope>>,
    game: Chess,
    /// Whether castling is always written as king takes rook, in positions of standard chess, too.
    chess960: bool,
    shows_chances: bool,
    limits_strength: bool,
    /// The Elo at which it plays if its strength is limited.
    elo: u32,
    /// Why the last position was refused, if it was: then there is nothing to search.
    refusal: Option<String>,
    hash: usize,
    threads: usize,
    /// How many lines a search reports.
    lines: usize,
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
            chess960: false,
            shows_chances: false,
            limits_strength: false,
            elo: *Handicap::ELO.end(),
            refusal: None,
            hash: engine.hash().unwrap_or(DEFAULT_HASH),
            threads: 1,
            lines: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD),
            engine,
            searches: 0,
        }
    }

    /// Runs a command. Returns false for `quit`.
    fn handle(&mut self, command: UciCommand) -> bool {
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => {
                self.get_ready();
                self.output.write_line("readyok");
            }
            UciCommand::NewGame => {
                self.stop();
                self.game = start_game();
                self.refusal = None;
                if let Some(player) = &mut self.player {
                    player.new_game();
                }
            }
            UciCommand::Position(Ok(game)) => (self.game, self.refusal) = (*game, None),
            UciCommand::Position(Err(reason)) => {
                self.output.write_line(&format!("info string {reason}"));
                self.refusal = Some(reason.to_string());
            }
            UciCommand::Go(go) => self.go(&go),
            UciCommand::Stop => {
                if let Some(running) = &self.running {
                    running.control.stop.store(true, Ordering::Relaxed);
                }
                self.stop();
            }
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
            format!("option name MultiPV type spin default 1 min 1 max {}", Engine::MAX_LINES),
            format!(
                "option name Move Overhead type spin default {DEFAULT_OVERHEAD} min 0 max {MAX_OVERHEAD}"
            ),
            "option name Ponder type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name UCI_ShowWDL type check default false".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!(
                "option name UCI_Elo type spin default {most} min {} max {most}",
                Handicap::ELO.start(),
                most = Handicap::ELO.end(),
            ),
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
        let is_on = value.to_lowercase().parse::<bool>().ok();
        match (name.to_lowercase().as_str(), number) {
            ("hash", Some(size)) => {
                self.hash = size.clamp(1, Engine::MAX_HASH);
                if let Some(player) = &mut self.player {
                    player.set_hash(self.hash);
                }
                self.get_ready();
            }
            ("threads", Some(count)) => self.threads = count.clamp(1, Engine::MAX_THREADS),
            ("multipv", Some(count)) => self.lines = count.clamp(1, Engine::MAX_LINES),
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
            ("uci_chess960", _) if is_on.is_some() => self.chess960 = is_on == Some(true),
            ("uci_showwdl", _) if is_on.is_some() => self.shows_chances = is_on == Some(true),
            ("uci_limitstrength", _) if is_on.is_some() => {
                self.limits_strength = is_on == Some(true);
            }
            ("uci_elo", Some(elo)) => {
                let elo = u32::try_from(elo).unwrap_or(u32::MAX);
                self.elo = elo.clamp(*Handicap::ELO.start(), *Handicap::ELO.end());
            }
            _ => {
                self.output.write_line(&format!("info string option {name:?} cannot be {value:?}"));
            }
        }
    }

    /// Makes the bot that plays, unless it plays already: its table and network must not cost the first move's time.
    fn get_ready(&mut self) {
        if self.running.is_some() {
            return;
        }
        let player = self.player.get_or_insert_with(|| self.engine.player(self.hash));
        if let Some(size) = player.hash().filter(|&size| size < self.hash) {
            self.output.write_line(&format!(
                "info string there is no memory for a table of {} MiB; it has {size}",
                self.hash
            ));
            self.hash = size.max(1);
        }
    }

    fn play_as(&mut self, engine: UciEngine) {
        (self.engine, self.player) = (engine, None);
    }

    fn go(&mut self, go: &GoCommand) {
        self.stop();
        // A move in any other position would be illegal in the one that was meant.
        if let Some(reason) = &self.refusal {
            self.output
                .write_line(&format!("info string no move, the position was refused: {reason}"));
            self.output.write_line("bestmove 0000");
            return;
        }
        if let Some(depth) = go.perft {
            return self.count_leaves(depth);
        }
        let board = self.game.board();
        let parsed = go.search_moves.iter().filter_map(|text| notation::parse(board, text).ok());
        let limits = SearchLimits {
            depth: go.depth.or(self.engine.depth()),
            soft_nodes: None,
            nodes: go.nodes.or(self.engine.nodes()),
            mate: go.mate,
            root_moves: parsed.filter(|&mv| board.is_legal(mv)).collect(),
            more_lines: self.lines - 1,
        };
        let move_time = allocate_time(go, board.side_to_move(), self.overhead);
        let control = Arc::new(RunningControl {
            hold: AtomicBool::new(go.ponder || go.infinite),
            move_time,
            infinite: go.is_infinite() || go.ponder,
            ..RunningControl::unlimited()
        });
        if let Some(MoveTime { soft, hard }) = move_time.filter(|_| !go.ponder && !go.infinite) {
            control.time.set(soft, hard);
        }
        let player = self.player.take().unwrap_or_else(|| self.engine.player(self.hash));
        let handicap = self.limits_strength.then(|| Handicap::of_elo(self.elo));
        self.searches += 1;
        let (game, threads, number) = (self.game.clone(), self.threads, self.searches);
        let (output, shared, style) = (self.output, Arc::clone(&control), self.style());
        let thread = self.scope.spawn(move || {
            let request =
                GoRequest { game: &game, limits: &limits, threads, handicap, number, style };
            Some(search(player, &request, &shared, output))
        });
        self.running = Some(UciSearch { control, thread });
    }

    /// How the engine writes what it finds in the current game.
    fn style(&self) -> OutputStyle {
        let variant = if self.chess960 { ChessVariant::Chess960 } else { self.game.variant() };
        OutputStyle { variant, shows_chances: self.shows_chances }
    }

    /// Counts the leaves of the tree of moves on a thread of its own, as a search that only `stop` ends early.
    fn count_leaves(&mut self, depth: u32) {
        let control = Arc::new(RunningControl { is_perft: true, ..RunningControl::unlimited() });
        let (board, output, shared) =
            (self.game.board().clone(), self.output, Arc::clone(&control));
        let (player, style) = (self.player.take(), self.style());
        let thread = self.scope.spawn(move || {
            let mut on_move = |mv, nodes| {
                output.write_line(&format!(
                    "{}: {nodes}",
                    notation::uci_in(style.variant, &board, mv)
                ));
            };
            output.write_line(&match divide_until(&board, depth, &shared.stop, &mut on_move) {
                Some(nodes) => format!("\nNodes searched: {nodes}\n"),
                None => "info string perft was stopped".to_owned(),
            });
            player
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

    /// Stops the search, if there is one, and waits for its answer. A count of leaves is waited for.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            if !running.control.is_perft {
                running.control.stop.store(true, Ordering::Relaxed);
            }
            // A search that panicked loses its player; the next search makes another.
            self.player = running.thread.join().ok().flatten();
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
            self.player = running.thread.join().ok().flatten();
        }
    }
}

fn start_game() -> Chess {
    Chess::from_moves(cozy_chess::Board::default(), &[], u32::MAX)
        .unwrap_or_else(|_| unreachable!("a game without moves has no illegal move"))
}
