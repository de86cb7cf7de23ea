//! This program as a UCI engine, driven through in-memory pipes as a graphical interface would.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::fs;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write, pipe};
use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use ludus_chess::Chess;
use ludus_chess::notation;
use ludus_chess::uci::UciEngine;

/// A graphical interface: an engine on another thread, and the two pipes to it.
struct Gui {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    engine: Option<JoinHandle<()>>,
}

impl Gui {
    fn new() -> Self {
        Self::playing(UciEngine::default())
    }

    fn playing(engine: UciEngine) -> Self {
        let (reader, input) = pipe().unwrap();
        let (output, writer) = pipe().unwrap();
        let engine = thread::spawn(move || {
            engine.run(BufReader::new(reader), writer).unwrap();
        });
        Self { input: Some(input), output: BufReader::new(output), engine: Some(engine) }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Reads until a line begins with the word. Returns all lines, that one included.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert!(
                self.output.read_line(&mut line).unwrap() > 0,
                "the engine exited before {word}"
            );
            lines.push(line.trim().to_owned());
            if line.starts_with(word) {
                return lines;
            }
        }
    }

    /// Sends `go …`, checks the form of the answer, and returns the best move.
    fn go(&mut self, how: &str) -> String {
        self.say(how);
        self.best_move()
    }

    fn best_move(&mut self) -> String {
        let lines = self.until("bestmove");
        let best = lines.last().unwrap().split_whitespace().nth(1).unwrap().to_owned();
        let info = lines.iter().rev().find(|line| line.contains(" score "));
        let info = info.unwrap_or_else(|| panic!("no score before {lines:?}"));
        if best != "0000" {
            let line = info.split(" pv ").nth(1).unwrap_or_else(|| panic!("no line in {info}"));
            assert_eq!(line.split_whitespace().next(), Some(best.as_str()), "{lines:?}");
        }
        best
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        self.input = None;
        if let Some(engine) = self.engine.take() {
            let ended = engine.join();
            assert!(ended.is_ok() || thread::panicking(), "the engine panicked");
        }
    }
}

#[test]
fn it_introduces_itself() {
    let mut gui = Gui::new();
    gui.say("uci");
    let text = gui.until("uciok").join("\n");
    for part in [
        "id name Ludus",
        "id author",
        "option name Hash type spin",
        "option name Threads",
        "option name Level type combo default master",
        "option name Move Overhead",
    ] {
        assert!(text.contains(part), "{part} is missing in {text}");
    }
    gui.say("isready");
    gui.until("readyok");
}

/// With `LUDUS_TEST_CLOCK=full`, a hundred games with one second and ten milliseconds a move, each with another first
/// move. Otherwise one game with more time, because the machine may be busy.
#[test]
fn it_never_loses_on_time() {
    let full = std::env::var("LUDUS_TEST_CLOCK").is_ok_and(|value| value == "full");
    let (games, clock, increment) = if full { (100, 1000, 10) } else { (1, 3000, 60) };
    let mut gui = Gui::new();
    for number in 0..games {
        play_by_the_clock(&mut gui, number, clock, Duration::from_millis(increment));
    }
}

fn play_by_the_clock(gui: &mut Gui, number: usize, clock: u64, increment: Duration) {
    gui.say("uci\nucinewgame\nisready");
    gui.until("readyok");
    let first = ["e2e4", "d2d4", "c2c4", "g1f3", "b2b3", "f2f4", "g2g3", "b1c3"][number % 8];
    let mv = notation::parse(&Default::default(), first).unwrap();
    let mut game = Chess::from_moves(Default::default(), &[mv], 120).unwrap();
    let mut clocks = [Duration::from_millis(clock); 2];
    let mut text = format!("position startpos moves {first}");
    while game.end().is_none() {
        let side = game.board().side_to_move() as usize;
        gui.say(&text);
        let start = Instant::now();
        let best = gui.go(&format!(
            "go wtime {} btime {} winc {increment} binc {increment}",
            clocks[0].as_millis(),
            clocks[1].as_millis(),
            increment = increment.as_millis(),
        ));
        let left = clocks[side].checked_sub(start.elapsed());
        clocks[side] = left.unwrap_or_else(|| panic!("lost on time: {text}")) + increment;
        let mv = notation::parse(game.board(), &best).unwrap();
        assert!(game.board().is_legal(mv), "{best} in {}", game.board());
        game.play(mv);
        text.push(' ');
        text.push_str(&best);
    }
}

/// The steps of `fastchess --compliance`.
#[test]
fn it_answers_as_a_strict_match_runner_expects() {
    let mut gui = Gui::new();
    gui.say("uci");
    let text = gui.until("uciok").join("\n");
    assert!(text.contains("id name ") && text.contains("id author "), "{text}");
    gui.say("ucinewgame\nposition startpos\nisready");
    gui.until("readyok");
    gui.say("position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27");
    gui.say("isready");
    gui.until("readyok");
    // White is to move. If only Black's clock is given, the search must still end.
    for how in [
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go btime 100 binc 100 wtime 100 winc 100",
    ] {
        assert_ne!(gui.go(how), "0000", "{how}");
    }
    gui.say("ucinewgame\nposition startpos");
    assert_ne!(gui.go("go wtime 100 btime 100"), "0000");
    gui.say("position startpos moves e2e4 e7e5");
    assert_ne!(gui.go("go wtime 100 btime 100"), "0000");
}

#[test]
fn stop_ends_an_infinite_search_at_once() {
    let mut gui = Gui::new();
    gui.say("position startpos\ngo infinite");
    gui.until("info depth 3");
    gui.say("isready");
    gui.until("readyok");
    let start = Instant::now();
    gui.say("stop");
    gui.until("bestmove");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn an_infinite_search_does_not_answer_before_stop() {
    let mut gui = Gui::new();
    // A mate in one: the search itself is done soon.
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1\ngo infinite");
    thread::sleep(Duration::from_millis(200));
    gui.say("isready");
    let lines = gui.until("readyok");
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    gui.say("stop");
    assert!(gui.until("bestmove").last().unwrap().starts_with("bestmove e1e8"));
}

#[test]
fn pondering_waits_for_the_move_and_then_keeps_the_clock() {
    let mut gui = Gui::new();
    gui.say("position startpos moves e2e4 e7e5\ngo ponder wtime 300 btime 300");
    gui.until("info depth 4");
    let start = Instant::now();
    gui.say("ponderhit");
    gui.until("bestmove");
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_bad_position_is_reported_and_nothing_is_played_in_it() {
    let mut gui = Gui::new();
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    gui.say("position fen 8/8/8/8/8/8/8/8 w - - 0 1\nisready");
    let text = gui.until("readyok").join("\n");
    assert!(text.contains("info string") && text.contains("white has no king"), "{text}");
    for how in ["go depth 3", "go infinite", "go perft 2", "go wtime 100 btime 100"] {
        gui.say(how);
        let lines = gui.until("bestmove");
        assert!(lines[0].starts_with("info string no move"), "{lines:?}");
        assert_eq!(lines[1], "bestmove 0000");
    }
    gui.say("position startpos moves e2e4 e2e4\nrubbish \u{1F40D} go\nsetoption name Hash value x\nisready");
    let text = gui.until("readyok").join("\n");
    assert!(text.contains("e2e4 is not legal") && text.contains("bestmove 0000"), "{text}");
    gui.say("stop\nposition fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(gui.go("go depth 3"), "e1e8");
    gui.say("position startpos moves e2e5\nucinewgame");
    assert_ne!(gui.go("go depth 3"), "0000");
}

#[test]
fn perft_divides_as_stockfish_does_and_can_be_stopped() {
    let mut gui = Gui::new();
    gui.say("position startpos moves e2e4\ngo perft 3\nisready");
    let lines = gui.until("Nodes searched");
    let moves = lines.iter().filter(|line| line.contains(": ") && !line.starts_with('N'));
    assert_eq!(moves.count(), 20);
    assert!(lines.contains(&"e7e5: 835".to_owned()), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 13160");
    // What scripts pipe in is counted, one after the other.
    gui.say("position startpos\ngo perft 3\nposition startpos moves e2e4\ngo perft 2\nucinewgame");
    gui.until("Nodes searched: 8902");
    gui.until("Nodes searched: 600");
    gui.say("position startpos\ngo perft 20\nstop");
    gui.until("info string perft was stopped");
    assert_ne!(gui.go("go depth 1"), "0000");
}

/// The memory of a table is taken when it is asked for, page by page, and not when the clock runs.
#[test]
fn a_large_table_costs_no_time_of_the_first_move() {
    let mut gui = Gui::new();
    gui.say("setoption name Hash value 4096\nisready");
    gui.until("readyok");
    gui.say("position startpos\ngo nodes 1");
    let lines = gui.until("bestmove");
    let time = lines.iter().rev().find_map(|line| line.split(" time ").nth(1)?.split(' ').next());
    assert!(time.unwrap().parse::<u64>().unwrap() < 1000, "{lines:?}");
}

#[test]
fn every_limit_is_kept() {
    let mut gui = Gui::new();
    gui.say("position startpos");
    assert_eq!(gui.go("go depth 3 searchmoves a2a3"), "a2a3");
    for how in [
        "go nodes 1",
        "go nodes 500",
        "go depth 1",
        "go movetime 1",
        "go wtime 1 btime 1",
        "go wtime 0 btime 0",
        "go mate 1 depth 2",
    ] {
        gui.go(how);
    }
    gui.say("go nodes 5000");
    let nodes = gui
        .until("bestmove")
        .iter()
        .rev()
        .find_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse::<u64>().ok());
    assert!(nodes.unwrap() <= 5000);
}

/// The lines of the last whole iteration: place, score in centipawns, first move.
fn lines_of(said: &[String]) -> Vec<(usize, i32, String)> {
    let word = |line: &str, key: &str| {
        line.split(&format!(" {key} "))
            .nth(1)
            .and_then(|rest| rest.split(' ').next())
            .map(str::to_owned)
    };
    let mut out = Vec::new();
    for line in said.iter().filter(|line| line.contains(" pv ")) {
        let place: usize = word(line, "multipv").unwrap().parse().unwrap();
        if place == 1 {
            out.clear();
        }
        out.push((place, word(line, "cp").unwrap().parse().unwrap(), word(line, "pv").unwrap()));
    }
    out
}

#[test]
fn several_lines_are_reported_from_the_best_on() {
    let mut gui = Gui::new();
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for (count, how) in [(3, "go depth 7"), (5, "go nodes 20000"), (2, "go movetime 100")] {
        gui.say(&format!("setoption name MultiPV value {count}\nposition fen {fen}\n{how}"));
        let said = gui.until("bestmove");
        let lines = lines_of(&said);
        assert!(lines.len() <= count);
        assert!(lines.is_sorted_by_key(|&(place, ..)| place), "{lines:?}");
        assert!(lines.is_sorted_by(|a, b| a.1 >= b.1), "{lines:?}");
        let moves: std::collections::HashSet<&String> = lines.iter().map(|(.., mv)| mv).collect();
        assert_eq!(moves.len(), lines.len(), "each line begins with another move: {lines:?}");
        assert_eq!(said.last().unwrap().split(' ').nth(1), Some(lines[0].2.as_str()));
        if how.contains("depth") {
            assert_eq!(lines.len(), count);
        }
    }
    // There are no more lines than moves.
    gui.say(
        "setoption name MultiPV value 256\nposition fen 7k/8/8/8/8/8/5r2/K7 w - - 0 1\ngo depth 4",
    );
    assert_eq!(lines_of(&gui.until("bestmove")).len(), 1);
    gui.say("position startpos\ngo depth 2");
    assert_eq!(lines_of(&gui.until("bestmove")).len(), 20);
    gui.say("go depth 2 searchmoves a2a3 b2b3");
    assert_eq!(lines_of(&gui.until("bestmove")).len(), 2);
}

#[test]
fn scores_come_with_the_chances_if_they_are_asked_for() {
    let mut gui = Gui::new();
    let chances = |gui: &mut Gui, fen: &str| -> Vec<u32> {
        gui.say(&format!("position fen {fen}\ngo depth 6"));
        let said = gui.until("bestmove");
        let line = said.iter().rev().find(|line| line.contains(" score ")).unwrap();
        let Some((_, rest)) = line.split_once(" wdl ") else { return Vec::new() };
        rest.split(' ').take(3).map(|word| word.parse().unwrap()).collect()
    };
    let queen_up = "3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1";
    assert!(chances(&mut gui, queen_up).is_empty());
    gui.say("setoption name UCI_ShowWDL value true");
    let won = chances(&mut gui, queen_up);
    assert!(won[0] > 950 && won.iter().sum::<u32>() == 1000, "{won:?}");
    let even = chances(&mut gui, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(even[0].abs_diff(even[2]) < 200 && even[1] > 50, "{even:?}");
    assert_eq!(chances(&mut gui, "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1"), [1000, 0, 0]);
}

#[test]
fn limited_strength_searches_little_and_chooses_by_the_session() {
    let mut gui = Gui::new();
    gui.say("uci");
    assert!(gui.until("uciok").join("\n").contains("option name UCI_Elo type spin"));
    gui.say("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800");
    gui.say("position startpos");
    let games: std::collections::HashSet<String> =
        (0..20).map(|_| gui.go("go movetime 5000")).collect();
    assert!(games.len() > 3, "{games:?}");
    gui.say("setoption name UCI_LimitStrength value false");
    let best = gui.go("go depth 8");
    assert_eq!(gui.go("go depth 8"), best);
}

#[test]
fn without_a_legal_move_there_is_none() {
    let mut gui = Gui::new();
    gui.say("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1");
    assert_eq!(gui.go("go depth 3"), "0000");
    gui.say("position fen 7k/5K2/6Q1/8/8/8/8/8 b - - 0 1");
    assert_eq!(gui.go("go movetime 10"), "0000");
}

#[test]
fn a_thousand_new_games_and_moves_of_a_millisecond() {
    let mut gui = Gui::new();
    for number in 0..1000 {
        gui.say("ucinewgame");
        if number % 50 == 0 {
            gui.say("position startpos");
            let start = Instant::now();
            gui.go("go movetime 1");
            assert!(start.elapsed() < Duration::from_secs(1));
        }
    }
    gui.say("isready");
    gui.until("readyok");
}

#[test]
fn threads_hash_and_levels_can_be_set() {
    let mut gui = Gui::new();
    gui.say("setoption name Threads value 3\nsetoption name Hash value 2\nposition startpos");
    gui.go("go movetime 50");
    gui.say("setoption name Level value medium");
    gui.say("go movetime 5000");
    let lines = gui.until("bestmove").join("\n");
    assert!(lines.contains("info depth 4 ") && !lines.contains("info depth 5 "), "{lines}");
    gui.say("setoption name Level value nobody\nisready");
    assert!(gui.until("readyok").join("\n").contains("there is no level \"nobody\""));
}

fn engine(spec: &str) -> UciEngine {
    UciEngine::from_spec(&spec.parse().unwrap()).unwrap()
}

#[test]
fn any_built_in_bot_plays_as_an_engine() {
    let mut gui = Gui::playing(engine("easy"));
    gui.say("uci");
    let text = gui.until("uciok").join("\n");
    assert!(text.contains("option name Level type combo default easy "), "{text}");
    gui.say("position fen 6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    assert_eq!(gui.go("go movetime 10"), "e1e8", "easy takes a mate");
    let mut gui = Gui::playing(engine("random"));
    gui.say("position startpos");
    assert_eq!(gui.go("go depth 1 searchmoves h2h4"), "h2h4");
    let games: Vec<String> = (0..20).map(|_| gui.go("go depth 1")).collect();
    assert!(games.iter().any(|best| *best != games[0]), "{games:?}");
    let mut gui = Gui::playing(engine("master:depth=2,hash=3"));
    gui.say("uci");
    assert!(gui.until("uciok").join("\n").contains("option name Hash type spin default 3 "));
    gui.say("position startpos\ngo movetime 5000");
    let lines = gui.until("bestmove").join("\n");
    assert!(lines.contains("info depth 2 ") && !lines.contains("info depth 3 "), "{lines}");
}

/// A weights file with the evaluation of `hard`, except for the value of the queen.
fn weights(name: &str, queen: u32) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ludus-{}-{name}.json", std::process::id()));
    let weights = serde_json::json!({
        "knight": 300, "bishop": 325, "rook": 500, "queen": queen, "mobility": 10, "passed": 1, "danger": 1,
        "shelter": 1, "storm": 1, "king_half_open": -12, "king_open": -25, "bishop_pair": 0, "isolated": 0,
        "doubled": 0, "backward": 0, "rook_open": 0, "rook_half_open": 0, "tempo": 0,
    });
    fs::write(&path, serde_json::json!({ "weights": weights }).to_string()).unwrap();
    path
}

/// The score of a position with a queen more, in centipawns.
fn score_of_a_queen(gui: &mut Gui) -> i32 {
    gui.say("position fen 3qk3/pppppppp/8/8/8/8/PPPPPPPP/4K3 b - - 0 1\ngo depth 1");
    let lines = gui.until("bestmove");
    let score = lines.iter().find_map(|line| line.split(" score cp ").nth(1));
    score.unwrap().split(' ').next().unwrap().parse().unwrap()
}

#[test]
fn trained_weights_play_as_an_engine() {
    let (cheap, dear) = (weights("cheap", 700), weights("dear", 1300));
    let spec = |path: &Path| format!("weights:path={}", path.display());
    let mut gui = Gui::playing(engine(&spec(&cheap)));
    gui.say("uci");
    assert!(gui.until("uciok").join("\n").contains("combo default weights var "));
    let low = score_of_a_queen(&mut gui);
    gui.say(&format!("setoption name Weights value {}", dear.display()));
    let high = score_of_a_queen(&mut gui);
    assert!(high - low > 400, "{low} and {high}");
    gui.say("setoption name Weights value /no/such.json\nisready");
    let said = gui.until("readyok").join("\n");
    assert!(said.contains("info string bot weights: cannot read /no/such.json"), "{said}");
    assert_eq!(score_of_a_queen(&mut gui), high, "the last weights stay");
    for path in [cheap, dear] {
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn other_programs_and_wrong_settings_are_refused() {
    let error = |spec: &str| UciEngine::from_spec(&spec.parse().unwrap()).unwrap_err().to_string();
    assert!(error("uci:cmd=stockfish").contains("not built in"));
    assert!(error("nobody").contains("nobody"));
    assert!(error("hard:depth=0").contains("1 to 127"));
    assert!(error("weights:path=/no/such.json").contains("cannot read /no/such.json"));
}

#[test]
fn quit_and_the_end_of_the_input_end_it() {
    let mut gui = Gui::new();
    gui.say("go infinite\nquit");
    gui.engine.take().unwrap().join().unwrap();
    drop(Gui::new());
}

#[test]
fn chess960_castles_by_taking_the_rook() {
    let mut gui = Gui::new();
    gui.say("uci");
    assert!(gui.until("uciok").join("\n").contains("option name UCI_Chess960 type check"));
    // A position of its own is played in the way of Chess960 even without the option.
    let fen = "fen bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w GEge - 0 1";
    gui.say(&format!("position {fen} moves f1g1 f8g8"));
    assert_ne!(gui.go("go depth 3"), "0000");
    // In a standard position the option decides how castling is written; both ways are understood.
    let castles = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
    for (value, written) in [("true", "e1h1"), ("false", "e1g1")] {
        gui.say(&format!("setoption name UCI_Chess960 value {value}\n{castles}"));
        assert_eq!(gui.go("go depth 1 searchmoves e1g1"), written);
        assert_eq!(gui.go("go depth 1 searchmoves e1h1"), written);
        gui.say("go perft 1");
        let counted = gui.until("Nodes searched");
        assert!(counted.contains(&format!("{written}: 1")), "{counted:?}");
        gui.say(&format!("{castles} {written}"));
        assert_ne!(gui.go("go depth 1"), "0000");
    }
}
