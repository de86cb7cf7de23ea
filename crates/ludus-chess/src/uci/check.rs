//! What `ludus check` asks of another engine: what a match runner needs of UCI.
//!
//! The list is that of fastchess's compliance run, with the `go` variants of this program, `stop`, and `isready` during a
//! search.

use std::time::Duration;

use cozy_chess::Board;
use ludus_core::{BotSpec, Check, CheckFailure};
use ludus_process::{Process, ProcessEnd, ProcessError, ProgramSpec, Wait};

use crate::notation;

/// How long the engine may take for a command whose answer is not limited otherwise.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long it may take to exit.
const QUIT_TIME: Duration = Duration::from_secs(1);
/// The most lines that are read for one command.
const MAX_LINES: usize = 100_000;

/// Positions with the commands that ask about them. Each side is to move in some.
const SEARCHES: [(&str, &str); 7] = [
    ("startpos", "go depth 1"),
    ("startpos moves e2e4 e7e5", "go nodes 100"),
    ("startpos moves e2e4", "go movetime 50"),
    ("fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "go wtime 100"),
    ("fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "go btime 100"),
    (
        "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "go wtime 100 winc 100 btime 100 binc 100",
    ),
    ("fen 8/P7/8/8/8/4k3/8/4K3 w - - 0 1", "go btime 100 binc 100 wtime 100 winc 100 movestogo 5"),
];

/// Checks the engine that a bot names.
pub(crate) fn check(spec: &BotSpec, report: &mut dyn FnMut(Check)) {
    let started = ProgramSpec::parse(spec.settings()).and_then(|program| program.launch());
    // The bot was made and has started before: what fails here has changed since.
    let started = started.map_err(|error| error.to_string());
    match started.and_then(|launch| launch.start().map_err(|error| error.to_string())) {
        Ok(process) => UciCheck { process, sent: String::new(), heard: Vec::new() }.run(report),
        Err(error) => {
            report(Check::failed("uci", CheckFailure::new("", error, "start it by hand")));
        }
    }
}

/// An engine while it is checked.
struct UciCheck {
    process: Process,
    /// The last commands.
    sent: String,
    /// What the engine said since.
    heard: Vec<String>,
}

/// What the searches were like.
#[derive(Default)]
struct SearchFindings {
    without_info: Option<CheckFailure>,
    without_score: Option<CheckFailure>,
    other_move: Option<CheckFailure>,
}

impl UciCheck {
    fn run(mut self, report: &mut dyn FnMut(Check)) {
        if self.greet(report).is_none() {
            return;
        }
        report(self.new_game());
        report(self.unknown_command());
        if self.search_all(report).is_none() {
            return;
        }
        report(self.stops());
        let end = self.process.end("quit", QUIT_TIME);
        report(match end {
            Some(ProcessEnd::Status(_)) => Check::passed("quit", ""),
            _ => Check::failed(
                "quit",
                CheckFailure::new("quit", "it did not exit within 1 s", "exit when `quit` arrives"),
            ),
        });
    }

    /// `uci`: name, author, options, `uciok`.
    fn greet(&mut self, report: &mut dyn FnMut(Check)) -> Option<()> {
        if let Err(failure) = self.ask(&["uci"], "uciok") {
            report(Check::failed("uci", failure));
            return None;
        }
        report(Check::passed("uci", ""));
        let id = |what: &str| {
            let prefix = format!("id {what} ");
            self.heard.iter().find_map(|line| line.strip_prefix(&prefix)).map(str::to_owned)
        };
        report(match (id("name"), id("author")) {
            (Some(name), Some(author)) => {
                Check::passed("id name, id author", format!("{name}, {author}"))
            }
            _ => Check::failed("id name, id author", self.failure("send both before uciok")),
        });
        let options = self.heard.iter().filter(|line| line.starts_with("option ")).count();
        let wrong = self.heard.iter().find(|line| line.starts_with("option ") && !is_option(line));
        report(match wrong {
            None => Check::passed("options", format!("{options}")),
            Some(line) => Check::failed(
                "options",
                CheckFailure::new(
                    "uci",
                    line,
                    "write: option name N type spin default D min A max B",
                ),
            ),
        });
        Some(())
    }

    /// `ucinewgame` and `position`, each followed by `isready`.
    fn new_game(&mut self) -> Check {
        let name = "isready after ucinewgame and position";
        let lines = [
            &["ucinewgame", "isready"][..],
            &["position startpos", "isready"],
            &["position fen 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1 moves e3d4", "isready"],
        ];
        for lines in lines {
            if let Err(failure) = self.ask(lines, "readyok") {
                return Check::failed(name, failure);
            }
        }
        Check::passed(name, "")
    }

    fn unknown_command(&mut self) -> Check {
        let name = "ignores unknown commands";
        match self.ask(&["joho debug on", "isready"], "readyok") {
            Ok(()) => Check::passed(name, ""),
            Err(failure) => Check::failed(name, failure),
        }
    }

    /// All variants of `go`.
    fn search_all(&mut self, report: &mut dyn FnMut(Check)) -> Option<()> {
        let mut found = SearchFindings::default();
        for (position, go) in SEARCHES {
            if let Err(failure) = self.search(position, go, &mut found) {
                report(Check::failed("go: a legal bestmove", failure));
                return None;
            }
        }
        report(Check::passed(
            "go: a legal bestmove",
            format!("{} kinds of limits", SEARCHES.len()),
        ));
        let mut add = |name: &str, failure: Option<CheckFailure>| {
            report(failure.map_or_else(|| Check::passed(name, ""), |f| Check::failed(name, f)));
        };
        add("info before bestmove", found.without_info);
        add("info has a whole score", found.without_score);
        add("bestmove is the first move of the pv", found.other_move);
        Some(())
    }

    fn search(
        &mut self,
        position: &str,
        go: &str,
        found: &mut SearchFindings,
    ) -> Result<(), CheckFailure> {
        self.ask(&[&format!("position {position}"), go], "bestmove")?;
        let last = self.heard.last().cloned().unwrap_or_default();
        let best = last.split_whitespace().nth(1).unwrap_or_default().to_owned();
        let legal = board(position)
            .is_some_and(|board| notation::parse(&board, &best).is_ok_and(|mv| board.is_legal(mv)));
        if !legal {
            return Err(self.failure("send a legal move as in `bestmove e2e4`"));
        }
        let infos: Vec<&String> = self
            .heard
            .iter()
            .filter(|line| line.starts_with("info ") && line.contains(" score "))
            .collect();
        let pv = infos.iter().rev().find_map(|line| line.split(" pv ").nth(1));
        let first = pv.and_then(|pv| pv.split_whitespace().next());
        if !self.heard.iter().any(|line| line.starts_with("info ")) {
            found.without_info.get_or_insert(self.failure("send an info line for each depth"));
        } else if !infos.iter().any(|line| has_whole_score(line)) {
            found.without_score.get_or_insert(self.failure("send `score cp 13` or `score mate 2`"));
        }
        if first.is_some_and(|first| first != best) {
            found
                .other_move
                .get_or_insert(self.failure("send the pv that belongs to the bestmove"));
        }
        Ok(())
    }

    /// A search without end: it answers `isready`, and ends at `stop`.
    fn stops(&mut self) -> Check {
        let name = "isready during a search, then stop";
        let asked = self
            .ask(&["position startpos", "go infinite", "isready"], "readyok")
            .and_then(|()| self.ask(&["stop"], "bestmove"));
        match asked {
            Ok(()) => Check::passed(name, ""),
            Err(failure) => Check::failed(name, failure),
        }
    }

    /// Sends these lines and reads until a line that begins with this word.
    fn ask(&mut self, lines: &[&str], word: &str) -> Result<(), CheckFailure> {
        self.sent = lines.join("\n");
        self.heard.clear();
        let read = self.exchange(lines, word);
        read.map_err(|error| {
            let stderr: String = error.stderr.iter().map(|line| format!("\n{line}")).collect();
            let received = format!("{error}{stderr}");
            CheckFailure { received, ..self.failure(&format!("answer with a line `{word}`")) }
        })
    }

    fn exchange(&mut self, lines: &[&str], word: &str) -> Result<(), ProcessError> {
        let mut wait = Wait::new(word, PATIENCE);
        for line in lines {
            self.process.send(line, &mut wait)?;
        }
        for _ in 0..MAX_LINES {
            let line = self.process.line(&mut wait)?;
            let is_last = line.split_whitespace().next() == Some(word);
            self.heard.push(line);
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// What was sent and what came back.
    fn failure(&self, advice: &str) -> CheckFailure {
        let last = &self.heard[self.heard.len().saturating_sub(3)..];
        CheckFailure::new(&self.sent, last.join("\n"), advice)
    }
}

/// The position that a `position` command describes.
fn board(position: &str) -> Option<Board> {
    let (start, moves) = position.split_once(" moves ").unwrap_or((position, ""));
    let mut board = match start.strip_prefix("fen ") {
        Some(fen) => Board::from_fen(fen, false).ok()?,
        None => Board::default(),
    };
    for text in moves.split_whitespace() {
        board.play(notation::parse(&board, text).ok()?);
    }
    Some(board)
}

/// Whether the score and the other figures of an info line are whole numbers.
fn has_whole_score(line: &str) -> bool {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |at: usize| words.get(at).is_some_and(|word| word.parse::<i64>().is_ok());
    let after = |word: &str| words.iter().position(|found| *found == word).map(|at| at + 1);
    let whole = |word: &str| after(word).is_none_or(number);
    after("score").is_some_and(|at| number(at + 1)) && whole("time") && whole("nps")
}

/// Whether a line describes an option as the protocol says.
fn is_option(line: &str) -> bool {
    let Some((name, rest)) = line.strip_prefix("option name ").and_then(|l| l.split_once(" type "))
    else {
        return false;
    };
    let kind = rest.split_whitespace().next().unwrap_or_default();
    let has = |word: &str| rest.split_whitespace().any(|found| found == word);
    !name.is_empty()
        && match kind {
            "spin" => has("min") && has("max") && has("default"),
            "check" | "combo" | "string" => has("default"),
            "button" => true,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_of_the_searches_can_be_played() {
        for (position, _) in SEARCHES {
            assert!(board(position).is_some(), "{position}");
        }
    }

    #[test]
    fn scores_and_options_are_as_the_protocol_says() {
        assert!(has_whole_score("info depth 3 score cp -12 time 5 nps 1000 pv e2e4"));
        assert!(has_whole_score("info score mate 2"));
        assert!(!has_whole_score("info depth 3 score cp 0.31"));
        assert!(!has_whole_score("info score cp 1 time 0.5"));
        assert!(is_option("option name Hash type spin default 16 min 1 max 1024"));
        assert!(is_option("option name Clear Hash type button"));
        assert!(!is_option("option name Hash type spin default 16"));
        assert!(!is_option("option Hash type spin default 16 min 1 max 2"));
    }
}
