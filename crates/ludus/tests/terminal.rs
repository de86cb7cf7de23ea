//! The terminal arena in a real terminal.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod common;
#[path = "common/screen.rs"]
mod screen;

use std::path::PathBuf;
use std::process::Command;

use common::Ludus;
use screen::Terminal;

const LUDUS: &str = env!("CARGO_BIN_EXE_ludus");

/// Runs a command in a shell that says how the terminal was before and after it. The settings of the
/// terminal must be the same, and so must what tmux knows about it.
struct Run {
    terminal: Terminal,
    ludus: Ludus,
}

impl Run {
    fn new(command: &str) -> Self {
        let ludus = Ludus::new();
        let terminal = Terminal::new(ludus.folder(), 100, 32);
        terminal.run("stty -g > before");
        // The shell stays; the command tells its process by a file, for signals.
        terminal.run(&format!(
            "clear; sh -c 'echo $$ > pid; exec {command}'; echo left with $?; stty -g > after"
        ));
        Self { terminal, ludus }
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.ludus.folder().join(name)).unwrap_or_default()
    }

    /// Waits for the end, and looks at what was left behind.
    fn ends(&self, code: &str) -> String {
        let text = self.terminal.shows(&format!("left with {code}"));
        self.terminal.waits("the settings", |_| !self.read("after").is_empty());
        assert_eq!(self.read("before"), self.read("after"), "the settings of the terminal");
        assert!(self.terminal.is_usual(), "the screen, the cursor or the mouse\n{text}");
        text
    }
}

#[test]
fn the_whole_flow_of_every_game() {
    // The place of the game in the menu, its name, its first two seats, and something of its boards.
    let players = ["Player 1", "Player 2"];
    for (down, game, seats, board) in [
        (0, "tetris", players, ">"),
        (1, "chess", ["White", "Black"], "♜"),
        (2, "snake", players, "·"),
    ] {
        let run = Run::new(LUDUS);
        let terminal = &run.terminal;
        terminal.shows("Which game?");
        (0..down).for_each(|_| terminal.press(&["Down"]));
        terminal.press(&["Enter"]);
        for seat in seats {
            terminal.shows(&format!("who is {seat}?"));
            terminal.run("random");
        }
        if game != "chess" {
            terminal.shows("who is Player 3?");
            terminal.press(&["Enter"]);
        }
        terminal.shows("A clock for each seat?");
        terminal.press(&["Enter"]);
        terminal.shows("One game or many?");
        terminal.press(&["Down", "Enter"]);
        terminal.shows("How many games?");
        terminal.run("0");
        terminal.shows("use a number from 1");
        terminal.press(&["BSpace"]);
        terminal.run("40");
        terminal.shows("How many boards");
        terminal.run("99x99");
        terminal.shows("is not a grid");
        terminal.press(&["C-u"]);
        terminal.run("1x2");
        terminal.shows(board);
        terminal.shows("running");
        terminal.press(&["4"]);
        terminal.shows("slow");
        terminal.press(&["Space"]);
        terminal.shows("paused");
        terminal.resize(20, 5);
        terminal.shows("needs");
        terminal.resize(120, 40);
        terminal.shows(&format!("{game} · random - random#2"));
        terminal.press(&["Tab"]);
        terminal.shows("seats");
        terminal.press(&["s"]);
        terminal.shows("statistics so far");
        terminal.press(&["1", "Space"]);
        terminal.shows("games 40 of 40");
        terminal.press(&["Enter"]);
        terminal.shows("Which game?");
        terminal.press(&["q"]);
        run.ends("0");
    }
}

#[test]
fn a_session_is_aborted_after_asking() {
    let run = Run::new(&format!("{LUDUS} watch chess random random --games 50 --grid 1x2"));
    run.terminal.shows("running");
    run.terminal.press(&["Escape"]);
    run.terminal.shows("Abort them?");
    run.terminal.press(&["y"]);
    run.terminal.shows("Which game?");
    run.terminal.press(&["C-c"]);
    run.ends("0");
}

#[test]
fn after_sigterm_the_terminal_is_as_it_was() {
    let run = Run::new(&format!("{LUDUS} watch snake easy random"));
    run.terminal.shows("running");
    let pid = run.read("pid");
    assert!(Command::new("kill").args(["-TERM", pid.trim()]).status().unwrap().success());
    run.ends("0");
}

/// A program whose terminal is gone has nothing left to do; it used to try to read from it for ever.
#[test]
fn when_the_terminal_is_closed_the_program_ends() {
    for command in ["", " watch tetris human easy", " watch chess random random --paused"] {
        let run = Run::new(&format!("{LUDUS}{command}"));
        run.terminal.shows("Ludus");
        let pid = run.read("pid");
        drop(run.terminal);
        let alive =
            || Command::new("kill").args(["-0", pid.trim()]).output().unwrap().status.success();
        let since = std::time::Instant::now();
        while alive() {
            assert!(since.elapsed().as_secs() < 30, "{command:?} continues without a terminal");
            std::thread::sleep(std::time::Duration::from_millis(50));
        }
    }
}

#[test]
fn after_a_panic_the_terminal_is_as_it_was() {
    let tests = std::env::current_exe().unwrap();
    let panic: PathBuf = tests.parent().unwrap().parent().unwrap().join("examples/panic");
    let run = Run::new(&panic.display().to_string());
    run.terminal.shows("Which game?");
    run.terminal.press(&["Enter"]);
    let text = run.ends("101");
    assert!(text.contains("panicked"), "the panic shows on the usual screen\n{text}");
}

#[test]
fn a_recorded_match_is_played_back() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/chess-mate.jsonl");
    let run = Run::new(&format!("{LUDUS} replay {golden} --watch"));
    run.terminal.shows("turn 0 of");
    run.terminal.press(&["Right", "Right"]);
    run.terminal.shows("turn 2 of");
    run.terminal.press(&["End"]);
    run.terminal.shows("checkmate");
    run.terminal.press(&["q"]);
    run.ends("0");
}

/// The position is sent to the terminal's clipboard, which tmux keeps, and shown.
#[test]
fn the_position_goes_to_the_clipboard_of_the_terminal_and_is_shown() {
    let run = Run::new(&format!("{LUDUS} watch chess random random --paused --rules opening=none"));
    let terminal = &run.terminal;
    terminal.tmux(&["set-option", "-s", "set-clipboard", "on"]);
    terminal.shows("paused");
    assert!(!terminal.is_usual(), "the arena has the mouse");
    terminal.press(&["f"]);
    let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let text = terminal.shows("OSC 52");
    assert!(text.lines().any(|line| line.trim_end() == fen), "{text}");
    terminal.waits("the clipboard", |_| terminal.tmux(&["show-buffer"]) == fen);
    terminal.press(&["Escape"]);
    terminal.shows("paused");
    terminal.press(&["q"]);
    run.ends("0");
}

/// Two people at one keyboard, in a terminal of the usual size.
#[test]
fn two_people_play_snake_at_one_keyboard() {
    let run = Run::new(&format!("{LUDUS} watch snake human human --speed slow"));
    let terminal = &run.terminal;
    terminal.resize(80, 24);
    let text = terminal.shows("press a key to begin");
    assert!(text.contains("keys arrows") && text.contains("keys w a s d"), "{text}");
    terminal.press(&["Left", "d"]);
    terminal.shows("1 left right");
    terminal.press(&["C-c"]);
    run.ends("0");
}

#[test]
fn people_play_chess_from_its_first_move_unless_they_ask_for_an_opening() {
    let first = "│1 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜";
    for (rules, from_the_first) in [("", true), ("--rules opening=book", false)] {
        let run = Run::new(&format!("{LUDUS} watch chess human easy --seed 4 {rules}"));
        let text = run.terminal.shows("your turn");
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(words.join(" ").contains(first), from_the_first, "{text}");
        run.terminal.press(&["C-c"]);
        run.ends("0");
    }
}

#[test]
fn without_a_terminal_it_says_so() {
    let error = Ludus::new().error("watch chess random random", 2);
    assert!(error.contains("needs a terminal"), "{error}");
}

#[test]
fn what_cannot_be_watched_is_told_in_one_line() {
    let ludus = Ludus::new();
    for (args, expected) in [
        ("watch chess random random --games 0", "--games: \"0\" is not a number of games"),
        ("watch chess random random --games -1", "--games: \"-1\" is not a number of games"),
        ("watch chess random random --games abc", "--games: \"abc\" is not a number of games"),
        ("match chess random random --games -1", "invalid value '-1' for '--games"),
        ("tournament chess random random --games -1", "invalid value '-1' for '--games"),
        ("watch chess random random --games 1000000000", "from 1 to 1000000"),
        ("watch chess random random --grid 0x3", "--grid: \"0x3\" is not a grid"),
        ("watch chess random random --grid 99x99", "1x1 to 10x10"),
        ("watch chess random random --speed warp", "allowed: instant, fast, normal, slow"),
        ("watch snake human human human", "at most two people can play at one keyboard"),
        ("watch chess random", "chess is played with 2 seats, not 1"),
        ("watch chess random hrad", "chess has no bot \"hrad\""),
        ("watch go random random", "there is no game \"go\""),
    ] {
        let error = ludus.error(args, 2);
        assert!(error.contains(expected), "{args}: {error}");
    }
}
