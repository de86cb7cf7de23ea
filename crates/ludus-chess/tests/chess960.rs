//! Chess960: first positions by number, castling in rules, notation and perft, and the bots that play it.
//!
//! With `LUDUS_TEST_CHESS960=full` Stockfish counts the first 960 positions to depth 4, too.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use ludus_chess::perft::perft;
use ludus_chess::position::{ChessVariant, parse_fen, to_fen};
use ludus_chess::snapshot::ChessSnapshot;
use ludus_chess::{Chess, ChessRules};
use ludus_core::{Answer, Game, Seed, SeededChance};

/// Positions of the suite of Chess960 perft counts that engines share, as Shredder-FEN, and their counts from depth 1 on. Stockfish
/// 15.1 counts the same.
const TABLE: &[(&str, &[u64])] = &[
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672],
    ),
    ("2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", &[21, 807, 18_002, 667_366]),
    ("b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", &[20, 479, 10_471, 273_318]),
];

/// The first positions with these numbers of Scharnagl, as python-chess 1.11.2 has them.
const STARTS: &[(u32, &str)] = &[
    (0, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1"),
    (1, "bqnbnrkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBNRKR w KQkq - 0 1"),
    (3, "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRKRB w KQkq - 0 1"),
    (518, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (959, "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1"),
];

fn rules(fen: &str) -> ChessRules {
    ChessRules { fen: fen.to_owned(), ..ChessRules::default() }
}

fn new_game(rules: &ChessRules, seed: u64) -> Chess {
    Chess::new(rules, 2, &mut SeededChance::new(Seed::new(seed))).unwrap()
}

#[test]
fn the_counts_of_known_positions_are_exact() {
    for (fen, counts) in TABLE {
        let board = parse_fen(fen).unwrap();
        assert_eq!(ChessVariant::of(&board), ChessVariant::Chess960);
        for (depth, &count) in (1..).zip(*counts) {
            assert_eq!(perft(&board, depth), count, "{fen} depth {depth}");
        }
    }
}

#[test]
fn every_number_is_another_first_position() {
    let all: HashSet<String> =
        (0..960).map(|n| to_fen(&parse_fen(&format!("chess960:{n}")).unwrap())).collect();
    assert_eq!(all.len(), 960);
    for &(number, fen) in STARTS {
        assert_eq!(to_fen(&parse_fen(&format!("chess960:{number}")).unwrap()), fen);
    }
}

#[test]
fn a_random_first_position_is_that_of_the_seed() {
    let random = rules("chess960:random");
    let start = |seed| to_fen(new_game(&random, seed).start());
    assert_eq!(start(1), start(1));
    assert!((0..30).map(start).collect::<HashSet<_>>().len() > 20);
    let game = new_game(&random, 1);
    assert_eq!((game.opening_plies(), game.variant()), (0, ChessVariant::Chess960));
}

#[test]
fn castling_is_written_as_king_takes_rook_and_ends_on_the_usual_squares() {
    let mut game = new_game(&rules("chess960:3"), 1);
    let seat = game.to_act().iter().next().unwrap();
    let castling = game.parse(seat, "O-O").unwrap();
    assert_eq!(game.show(seat, castling), "f1g1");
    assert_eq!(game.parse(seat, "f1g1").unwrap(), castling);
    game.apply(&[(seat, Answer::Play(castling))], &mut SeededChance::new(Seed::new(1)));
    let fen = "bqnnrkrb/pppppppp/8/8/8/8/PPPPPPPP/BQNNRRKB b kq - 1 1";
    assert_eq!(to_fen(game.board()), fen);
    let snapshot: ChessSnapshot = game.snapshot().data().unwrap();
    assert_eq!((snapshot.fen.as_str(), snapshot.last.as_deref()), (fen, Some("f1g1")));
    assert_eq!(snapshot.san, ["O-O"]);
    assert!(snapshot.legal.contains(&"f8g8".to_owned()));
}

#[test]
fn the_usual_position_by_its_number_is_chess960_too() {
    let mut game = new_game(&rules("chess960:518"), 1);
    for text in ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5"] {
        let seat = game.to_act().iter().next().unwrap();
        let mv = game.parse(seat, text).unwrap();
        game.apply(&[(seat, Answer::Play(mv))], &mut SeededChance::new(Seed::new(1)));
    }
    let seat = game.to_act().iter().next().unwrap();
    let castling = game.parse(seat, "e1g1").unwrap();
    assert_eq!(game.show(seat, castling), "e1h1");
    assert_eq!(game.parse(seat, "e1h1").unwrap(), castling);
}

/// What Stockfish counts, for each first position.
#[test]
fn all_first_positions_have_the_counts_of_stockfish() {
    let full = std::env::var("LUDUS_TEST_CHESS960").is_ok_and(|value| value == "full");
    if !full {
        return;
    }
    let here = |path: &&str| Command::new(path).arg("quit").output().is_ok();
    let stockfish = ["stockfish", "/usr/games/stockfish"].into_iter().find(here).unwrap();
    let mut engine =
        Command::new(stockfish).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = engine.stdin.take().unwrap();
    let mut lines = BufReader::new(engine.stdout.take().unwrap()).lines();
    writeln!(input, "setoption name UCI_Chess960 value true").unwrap();
    for number in 0..960 {
        let board = parse_fen(&format!("chess960:{number}")).unwrap();
        writeln!(input, "position fen {}\ngo perft 4", to_fen(&board)).unwrap();
        let theirs = loop {
            let line = lines.next().unwrap().unwrap();
            if let Some(count) = line.strip_prefix("Nodes searched: ") {
                break count.trim().parse::<u64>().unwrap();
            }
        };
        assert_eq!(perft(&board, 4), theirs, "position {number}");
    }
    writeln!(input, "quit").unwrap();
    engine.wait().unwrap();
}
