//! The six standard positions, counted exactly.
//!
//! By default the counts go to a few million nodes; with `LUDUS_TEST_PERFT=full`, in an optimised build, to more than
//! 1.2 billion.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use ludus_chess::notation::uci;
use ludus_chess::perft::{divide, perft};
use ludus_chess::position::parse_fen;

/// A position, and its counts from depth 1 on.
const TABLE: &[(&str, &[u64])] = &[
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2_812, 43_238, 674_624, 11_030_083, 178_633_661],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9_467, 422_333, 15_833_292, 706_045_033],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    ),
];

#[test]
fn the_standard_positions_have_their_known_counts() {
    let full = std::env::var("LUDUS_TEST_PERFT").is_ok_and(|value| value == "full");
    let most = if full { u64::MAX } else { 700_000 };
    for &(fen, counts) in TABLE {
        let board = parse_fen(fen).unwrap();
        for (depth, &count) in (1..).zip(counts).filter(|(_, count)| **count <= most) {
            assert_eq!(perft(&board, depth), count, "{fen} at depth {depth}");
        }
    }
}

#[test]
fn divide_splits_the_count_by_first_move() {
    let board = parse_fen("startpos").unwrap();
    let parts = divide(&board, 3);
    assert_eq!(parts.len(), 20);
    assert_eq!(parts.iter().map(|(_, nodes)| nodes).sum::<u64>(), 8_902);
    let e4 = parts.iter().find(|(mv, _)| uci(&board, *mv) == "e2e4").unwrap();
    assert_eq!(e4.1, 600);
    assert!(divide(&board, 0).is_empty());
}
