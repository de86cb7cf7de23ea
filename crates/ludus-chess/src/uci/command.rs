//! What a GUI or a match runner says to an engine.

use std::time::Duration;

use cozy_chess::{Board, Move};

use crate::game::Chess;
use crate::notation;
use crate::position::{self, STARTPOS};

/// A line from the GUI.
#[derive(Debug)]
pub(super) enum Command {
    Uci,
    IsReady,
    NewGame,
    /// The position to search, or why there is none.
    Position(Result<Box<Chess>, String>),
    Go(Box<Go>),
    Stop,
    PonderHit,
    Set {
        name: String,
        value: String,
    },
    Quit,
    /// Anything else, which the protocol says to ignore.
    Unknown,
}

/// How to search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// White's and black's time, and what they gain with each move.
    pub(super) time: [Option<Duration>; 2],
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) move_time: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// The moves to look at, as text.
    pub(super) only: Vec<String>,
}

impl Command {
    /// Reads a line. Words before the first known command are skipped, as the protocol says.
    pub(super) fn parse(line: &str) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        (0..words.len())
            .map(|at| Self::parse_words(words[at], &words[at + 1..]))
            .find(|command| !matches!(command, Self::Unknown))
            .unwrap_or(Self::Unknown)
    }

    fn parse_words(word: &str, rest: &[&str]) -> Self {
        match word {
            "uci" => Self::Uci,
            "isready" => Self::IsReady,
            "ucinewgame" => Self::NewGame,
            "position" => Self::Position(parse_position(rest).map(Box::new)),
            "go" => Self::Go(Box::new(Go::parse(rest))),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "setoption" => parse_option(rest),
            "quit" => Self::Quit,
            _ => Self::Unknown,
        }
    }
}

fn parse_position(words: &[&str]) -> Result<Chess, String> {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (head, tail) = words.split_at(split);
    let board = match head {
        ["startpos", ..] => position::parse_fen(STARTPOS),
        ["fen", fields @ ..] => position::parse_fen(&fields.join(" ")),
        _ => return Err("position is followed by startpos or fen".to_owned()),
    }
    .map_err(|error| error.to_string())?;
    let moves = parse_moves(&board, tail.get(1..).unwrap_or_default())?;
    Chess::from_moves(board, &moves, u32::MAX).map_err(|(_, mv)| format!("{mv} is not legal"))
}

fn parse_moves(start: &Board, words: &[&str]) -> Result<Vec<Move>, String> {
    let mut board = start.clone();
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let mv = notation::parse(&board, word).map_err(|error| error.to_string())?;
        if board.try_play(mv).is_err() {
            return Err(format!("move {word} is not legal in {board}"));
        }
        moves.push(mv);
    }
    Ok(moves)
}

fn parse_option(words: &[&str]) -> Command {
    let ["name", words @ ..] = words else { return Command::Unknown };
    let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value) = words.split_at(split);
    Command::Set { name: name.join(" "), value: value.get(1..).unwrap_or_default().join(" ") }
}

impl Go {
    fn parse(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_keyword(word)) {
                        go.only.push((*mv).to_owned());
                    }
                }
                _ if is_keyword(word) => {
                    if let Some(number) = words.next_if(|word| word.parse::<i64>().is_ok()) {
                        go.set(word, number.parse().unwrap_or(0));
                    }
                }
                _ => {}
            }
        }
        go
    }

    fn set(&mut self, key: &str, number: i64) {
        // Some match runners send negative times when a clock has run out.
        let count = number.max(0) as u64;
        let time = Duration::from_millis(count);
        let small = u32::try_from(count).unwrap_or(u32::MAX);
        match key {
            "wtime" => self.time[0] = Some(time),
            "btime" => self.time[1] = Some(time),
            "winc" => self.increment[0] = time,
            "binc" => self.increment[1] = time,
            "movestogo" => self.moves_to_go = Some(small).filter(|&moves| moves > 0),
            "movetime" => self.move_time = Some(time),
            "depth" => self.depth = Some(small.max(1)),
            "nodes" => self.nodes = Some(count.max(1)),
            "mate" => self.mate = Some(small),
            _ => {}
        }
    }

    /// Whether nothing but `stop` ends the search.
    pub(super) fn is_endless(&self) -> bool {
        let limited = self.time.iter().any(Option::is_some)
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.mate.is_some();
        self.infinite || !limited
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 12] = [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "mate",
        "infinite",
        "ponder",
        "searchmoves",
    ];
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> Go {
        match Command::parse(line) {
            Command::Go(go) => *go,
            other => panic!("{line} is read as {other:?}"),
        }
    }

    #[test]
    fn every_way_to_go_is_read() {
        let clock = go("go wtime 1000 btime -5 winc 10 binc 20 movestogo 7");
        assert_eq!(clock.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(clock.increment, [Duration::from_millis(10), Duration::from_millis(20)]);
        assert_eq!(clock.moves_to_go, Some(7));
        assert!(go("go infinite").is_endless() && go("go").is_endless());
        assert!(go("go ponder wtime 5 btime 5").ponder);
        let limited = go("go searchmoves e2e4 d2d4 depth 3 nodes 100 mate 2 movetime 9");
        assert_eq!(limited.only, ["e2e4", "d2d4"]);
        assert_eq!((limited.depth, limited.nodes, limited.mate), (Some(3), Some(100), Some(2)));
        assert_eq!(go("go depth").depth, None);
    }

    #[test]
    fn options_have_names_and_values_with_blanks() {
        let Command::Set { name, value } = Command::parse("setoption name Move Overhead value 30")
        else {
            panic!("no option")
        };
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "30"));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(Command::parse("joho isready"), Command::IsReady));
        assert!(matches!(Command::parse("hello world"), Command::Unknown));
        assert!(matches!(Command::parse(""), Command::Unknown));
    }

    #[test]
    fn a_bad_position_says_what_is_wrong() {
        for line in
            ["position", "position fen", "position fen 8/8 w", "position startpos moves e2e5"]
        {
            assert!(matches!(Command::parse(line), Command::Position(Err(_))), "{line}");
        }
    }
}
