//! Facts about the evaluation.

use std::borrow::Cow;

use super::*;
use crate::position::parse_fen;

const POSITIONS: &[&str] = &[
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
    "8/8/8/3k4/8/8/2Q1K3/8 w - -",
    "2r3k1/1b3ppp/8/8/8/5B2/P4PPP/3R2K1 b - -",
];

fn score(weights: &'static EvalWeights, board: &Board) -> i32 {
    HandCraftedEval::new(Cow::Borrowed(weights)).evaluate(board, &PsqtState::of(board, weights))
}

/// The same position with colours swapped and the board flipped.
fn mirrored(board: &Board) -> Board {
    let fen = board.to_string();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let swap = |text: &str| -> String {
        let flip = |c: char| {
            if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() }
        };
        text.chars().map(flip).collect()
    };
    fields[0] = fields[0].split('/').rev().map(swap).collect::<Vec<_>>().join("/");
    fields[1] = if fields[1] == "w" { "b" } else { "w" }.to_owned();
    fields[2] = swap(&fields[2]);
    parse_fen(&fields.join(" ")).unwrap()
}

#[test]
fn the_evaluation_is_the_same_for_both_colours() {
    for weights in [&MEDIUM, &HARD, &MASTER] {
        for fen in POSITIONS {
            let board = parse_fen(fen).unwrap();
            assert_eq!(score(weights, &board), score(weights, &mirrored(&board)), "{fen}");
        }
    }
}

#[test]
fn the_terms_add_up_to_the_score() {
    for weights in [&MEDIUM, &HARD, &MASTER] {
        for fen in POSITIONS {
            let board = parse_fen(fen).unwrap();
            let terms =
                HandCraftedEval::new(Cow::Borrowed(weights)).terms(&board, board.side_to_move());
            let sum: f64 = terms.iter().map(|term| term.value).sum();
            let whole = f64::from(score(weights, &board)) / 100.0;
            assert!((sum - whole).abs() < 0.011, "{fen}: {sum} is not {whole}: {terms:?}");
        }
    }
}

#[test]
fn a_bare_king_is_driven_to_the_corner() {
    let at = |fen| score(&HARD, &parse_fen(fen).unwrap());
    assert!(at("k7/8/1K6/8/8/8/3Q4/8 w - -") > at("8/8/8/4k3/8/8/3Q4/K7 w - -"));
}

#[test]
fn an_endgame_that_cannot_be_won_counts_little() {
    let board = parse_fen("8/8/4k3/8/2N5/3K4/8/7n w - -").unwrap();
    assert!(score(&MASTER, &board).abs() < 30);
}
