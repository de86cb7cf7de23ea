//! What a graphical interface or a match runner sends to an engine.

use std::time::Duration;

use cozy_chess::{Board, Move};
use ludus_core::ParseError;
use thiserror::Error;

use crate::game::{Chess, IllegalMove};
use crate::notation;
use crate::position::{FenError, STARTPOS, parse_fen};

/// A line from the graphical interface.
#[derive(Debug)]
pub(super) enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    /// The position to search, or why it is refused.
    Position(Result<Box<Chess>, PositionCommandError>),
    Go(Box<GoCommand>),
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

/// Why a `position` command is refused.
#[derive(Debug, Error)]
pub(super) enum PositionCommandError {
    #[error("position is followed by startpos or fen")]
    NoPosition,
    #[error(transparent)]
    Fen(#[from] FenError),
    #[error(transparent)]
    Notation(#[from] ParseError),
    #[error("move {text} is not legal in {board}")]
    Illegal { text: String, board: Box<Board> },
    #[error("{0}")]
    Game(#[from] IllegalMove),
}

/// The limits of a search, as `go` gives them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct GoCommand {
    /// The remaining time of White and Black.
    pub(super) time: [Option<Duration>; 2],
    /// What they gain with each move.
    pub(super) increment: [Duration; 2],
    pub(super) moves_to_go: Option<u32>,
    pub(super) move_time: Option<Duration>,
    pub(super) depth: Option<u32>,
    pub(super) nodes: Option<u64>,
    pub(super) mate: Option<u32>,
    pub(super) infinite: bool,
    pub(super) ponder: bool,
    /// Counts the leaves of the tree of moves to this depth, and searches nothing.
    pub(super) perft: Option<u32>,
    /// The root moves to search, as text; empty: all.
    pub(super) search_moves: Vec<String>,
}

impl UciCommand {
    /// Parses a line. Words before the first known command are skipped, as the protocol says.
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
            "go" => Self::Go(Box::new(GoCommand::parse(rest))),
            "stop" => Self::Stop,
            "ponderhit" => Self::PonderHit,
            "setoption" => parse_option(rest),
            "quit" => Self::Quit,
            _ => Self::Unknown,
        }
    }
}

fn parse_position(words: &[&str]) -> Result<Chess, PositionCommandError> {
    let split = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let (head, tail) = words.split_at(split);
    let board = match head {
        ["startpos", ..] => parse_fen(STARTPOS)?,
        ["fen", fields @ ..] => parse_fen(&fields.join(" "))?,
        _ => return Err(PositionCommandError::NoPosition),
    };
    let moves = parse_moves(&board, tail.get(1..).unwrap_or_default())?;
    Ok(Chess::from_moves(board, &moves, u32::MAX)?)
}

fn parse_moves(start: &Board, words: &[&str]) -> Result<Vec<Move>, PositionCommandError> {
    let mut board = start.clone();
    let mut moves = Vec::with_capacity(words.len());
    for word in words {
        let mv = notation::parse(&board, word)?;
        if board.try_play(mv).is_err() {
            let (text, board) = ((*word).to_owned(), Box::new(board));
            return Err(PositionCommandError::Illegal { text, board });
        }
        moves.push(mv);
    }
    Ok(moves)
}

fn parse_option(words: &[&str]) -> UciCommand {
    let ["name", words @ ..] = words else { return UciCommand::Unknown };
    let split = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let (name, value) = words.split_at(split);
    UciCommand::Set { name: name.join(" "), value: value.get(1..).unwrap_or_default().join(" ") }
}

impl GoCommand {
    fn parse(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut words = words.iter().peekable();
        while let Some(&word) = words.next() {
            match word {
                "infinite" => go.infinite = true,
                "ponder" => go.ponder = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !is_keyword(word)) {
                        go.search_moves.push((*mv).to_owned());
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
            "perft" => self.perft = Some(small.max(1)),
            _ => {}
        }
    }

    /// Whether only `stop` ends the search.
    pub(super) fn is_infinite(&self) -> bool {
        let limited = self.time.iter().any(Option::is_some)
            || self.move_time.is_some()
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.perft.is_some()
            || self.mate.is_some();
        self.infinite || !limited
    }
}

fn is_keyword(word: &str) -> bool {
    const KEYWORDS: [&str; 13] = [
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "mate",
        "perft",
        "infinite",
        "ponder",
        "searchmoves",
    ];
    KEYWORDS.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn go(line: &str) -> GoCommand {
        match UciCommand::parse(line) {
            UciCommand::Go(go) => *go,
            other => panic!("{line} is read as {other:?}"),
        }
    }

    #[test]
    fn every_way_to_go_is_read() {
        let clock = go("go wtime 1000 btime -5 winc 10 binc 20 movestogo 7");
        assert_eq!(clock.time, [Some(Duration::from_secs(1)), Some(Duration::ZERO)]);
        assert_eq!(clock.increment, [Duration::from_millis(10), Duration::from_millis(20)]);
        assert_eq!(clock.moves_to_go, Some(7));
        assert!(go("go infinite").is_infinite() && go("go").is_infinite());
        assert!(go("go ponder wtime 5 btime 5").ponder);
        let limited = go("go searchmoves e2e4 d2d4 depth 3 nodes 100 mate 2 movetime 9");
        assert_eq!(limited.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((limited.depth, limited.nodes, limited.mate), (Some(3), Some(100), Some(2)));
        assert_eq!(go("go depth").depth, None);
        assert_eq!(go("go perft 3").perft, Some(3));
        assert!(!go("go perft 3").is_infinite());
    }

    #[test]
    fn names_and_values_of_options_may_have_blanks() {
        let UciCommand::Set { name, value } =
            UciCommand::parse("setoption name Move Overhead value 30")
        else {
            panic!("no option")
        };
        assert_eq!((name.as_str(), value.as_str()), ("Move Overhead", "30"));
    }

    #[test]
    fn unknown_words_before_a_command_are_skipped() {
        assert!(matches!(UciCommand::parse("joho isready"), UciCommand::IsReady));
        assert!(matches!(UciCommand::parse("hello world"), UciCommand::Unknown));
        assert!(matches!(UciCommand::parse(""), UciCommand::Unknown));
    }

    #[test]
    fn a_bad_position_says_what_is_wrong() {
        for line in
            ["position", "position fen", "position fen 8/8 w", "position startpos moves e2e5"]
        {
            assert!(matches!(UciCommand::parse(line), UciCommand::Position(Err(_))), "{line}");
        }
    }
}
