//! Which positions are accepted, everywhere that a position is read.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use cozy_chess::{Board, Color, Piece};
use ludus_chess::position::{parse_fen, to_fen};
use ludus_chess::uci::UciEngine;
use ludus_chess::{Chess, ChessKit, ChessRules, ChessSettings, epd, notation, perft, pgn};
use ludus_core::{Game, GameKit, Seed, SeededChance};
use proptest::prelude::*;
use serde_json::json;

const POSSIBLE: &str = include_str!("data/possible.fen");
const IMPOSSIBLE: &str = include_str!("data/impossible.fen");

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn possible() -> impl Iterator<Item = &'static str> {
    lines(POSSIBLE)
}

/// The reason and the FEN of each impossible position.
fn impossible() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(IMPOSSIBLE).map(|line| line.split_once(" | ").unwrap())
}

/// Where a position is read: returns nothing if it is accepted, else why it is refused.
type Place = fn(&str) -> Result<(), String>;

fn by_fen(fen: &str) -> Result<(), String> {
    parse_fen(fen).map(drop).map_err(|error| error.to_string())
}

fn by_rules(fen: &str) -> Result<(), String> {
    let chance = &mut SeededChance::new(Seed::new(1));
    Chess::new(&ChessRules::from_fen(fen), 2, chance).map(drop).map_err(|error| error.to_string())
}

fn by_epd(fen: &str) -> Result<(), String> {
    epd::read(fen).map(drop).map_err(|error| error.to_string())
}

fn by_pgn(fen: &str) -> Result<(), String> {
    let text = format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n*\n");
    pgn::read(&text).map(drop).map_err(|error| error.to_string())
}

fn by_openings(fen: &str) -> Result<(), String> {
    let kit = ChessKit::new(ChessSettings::default());
    let openings = kit.openings(&ChessRules::default(), fen);
    openings.map(drop).map_err(|error| error.to_string())
}

fn by_step(fen: &str) -> Result<(), String> {
    let kit = ChessKit::new(ChessSettings::default());
    kit.step(&json!({ "fen": fen })).map(drop).map_err(|error| error.to_string())
}

fn by_uci(fen: &str) -> Result<(), String> {
    let mut said = Vec::new();
    let talk = format!("position fen {fen}\nisready\nquit\n");
    UciEngine::default().run(talk.as_bytes(), &mut said).unwrap();
    match String::from_utf8(said).unwrap().trim() {
        "readyok" => Ok(()),
        said => Err(said.to_owned()),
    }
}

const PLACES: [(&str, Place); 7] = [
    ("FEN", by_fen),
    ("rules", by_rules),
    ("EPD", by_epd),
    ("PGN", by_pgn),
    ("openings", by_openings),
    ("step", by_step),
    ("UCI", by_uci),
];

#[test]
fn possible_positions_are_accepted_everywhere() {
    for fen in possible() {
        for (place, accepts) in PLACES {
            assert_eq!(accepts(fen), Ok(()), "{place}: {fen}");
        }
    }
}

#[test]
fn impossible_positions_are_refused_everywhere_with_the_reason() {
    for (reason, fen) in impossible() {
        let said = by_fen(fen).unwrap_err();
        assert!(said.contains(reason), "{fen}: {said}, not {reason}");
        // Text after the fields has another meaning in EPD (operations) and UCI (moves).
        let follows = reason.starts_with("text after");
        for (place, accepts) in PLACES.iter().filter(|_| !follows) {
            let said = accepts(fen).expect_err(place);
            assert!(said.contains(reason), "{place}: {fen}: {said}");
        }
    }
}

/// Plays every move of an accepted position and every reply to it. Nothing may panic, and no king may be captured.
fn assert_playable(board: &Board) {
    assert_eq!(parse_fen(&to_fen(board)).as_ref(), Ok(board), "{board}");
    board.generate_moves(|moves| {
        for mv in moves {
            let san = notation::san(board, mv);
            assert_eq!(notation::parse_san(board, &san), Ok(mv), "{board} {san}");
            let mut next = board.clone();
            next.play_unchecked(mv);
            for color in Color::ALL {
                let kings = next.colored_pieces(color, Piece::King).len();
                assert_eq!(kings, 1, "{board} {san}");
            }
            let _ = perft::perft(&next, 1);
        }
        false
    });
}

#[test]
fn possible_positions_can_be_played() {
    for fen in possible() {
        assert_playable(&parse_fen(fen).unwrap());
    }
}

/// Boards of a few random pieces: most are impossible, some are not.
fn random_fen() -> impl Strategy<Value = String> {
    let piece = prop::sample::select("KkQqRrBbNnPp".chars().collect::<Vec<_>>());
    let pieces = prop::collection::vec((piece, 0..64usize), 0..20);
    let side = prop::sample::select(vec!["w", "b"]);
    let castling = prop::sample::select(vec!["-", "KQkq", "K", "q", "Qk"]);
    let target = prop::sample::select(vec!["-", "a3", "d6", "e3", "h6", "e4"]);
    (pieces, 0..64usize, 0..64usize, side, castling, target).prop_map(
        |(pieces, white, black, side, castling, target)| {
            let mut squares = ['1'; 64];
            for (piece, at) in pieces {
                squares[at] = piece;
            }
            (squares[white], squares[black]) = ('K', 'k');
            let ranks: Vec<String> = squares.chunks(8).map(|rank| rank.iter().collect()).collect();
            format!("{} {side} {castling} {target} 0 1", ranks.join("/"))
        },
    )
}

/// Real positions with a few characters changed.
fn damaged_fen() -> impl Strategy<Value = String> {
    let fens: Vec<&str> = possible().chain(impossible().map(|(_, fen)| fen)).collect();
    let letters =
        prop::sample::select("KkQqRrBbNnPp0123456789/ wb-abcdefgh♞".chars().collect::<Vec<_>>());
    let damage = prop::collection::vec((any::<prop::sample::Index>(), letters), 1..4);
    (prop::sample::select(fens), damage).prop_map(|(fen, damage)| {
        let mut text: Vec<char> = fen.chars().collect();
        for (at, letter) in damage {
            let at = at.index(text.len());
            text[at] = letter;
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_random_position_is_refused_or_can_be_played(fen in random_fen()) {
        if let Ok(board) = parse_fen(&fen) {
            assert_playable(&board);
        }
    }

    #[test]
    fn a_damaged_position_is_refused_or_can_be_played(fen in damaged_fen()) {
        if let Ok(board) = parse_fen(&fen) {
            assert_playable(&board);
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in ".{0,200}") {
        for (_, accepts) in PLACES {
            let _ = accepts(&text.replace('\n', " "));
        }
    }
}
