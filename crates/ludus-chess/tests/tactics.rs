//! Positions with one best move: most are from Reinfeld's "Win at Chess", some are older than that.
//!
//! Each was checked with another engine: the move is the best one by far. `master` gets 400,000 nodes, about a quarter
//! of a second on one core; `hard` has its usual depth. By default every fourth position is tested, with
//! `LUDUS_TEST_TACTICS=full` all of them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::sync::atomic::AtomicBool;

use ludus_chess::epd::{self, Epd};
use ludus_chess::notation;
use ludus_chess::{Chess, ChessKit, ChessSettings};
use ludus_core::{Bot, Budget, Context, GameKit, Seat, Seed};

const POSITIONS: &str = include_str!("data/tactics.epd");

fn positions() -> Vec<Epd> {
    let all = epd::read(POSITIONS).unwrap();
    let full = std::env::var("LUDUS_TEST_TACTICS").is_ok_and(|value| value == "full");
    all.into_iter().step_by(if full { 1 } else { 4 }).collect()
}

/// The share of the positions that the bot solves, and the names of the others.
fn solve(spec: &str, budget: Budget) -> (f64, Vec<String>) {
    let kit = ChessKit::new(ChessSettings::default());
    let mut bot = kit.make_bot(&spec.parse().unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let positions = positions();
    let mut missed = Vec::new();
    for position in &positions {
        let game = Chess::from_moves(position.board.clone(), &[], 500).unwrap();
        let seat = Seat::new(position.board.side_to_move() as usize).unwrap();
        let ctx = Context { budget, seed: Seed::new(1), ..Context::new(&stop) };
        bot.start(&game, seat).unwrap();
        let found = notation::san(&position.board, bot.decide(&game, seat, &ctx).unwrap().action);
        if Some(found.as_str()) != position.operation("bm") {
            missed.push(format!("{} ({found})", position.operation("id").unwrap_or("?")));
        }
    }
    (1.0 - missed.len() as f64 / positions.len() as f64, missed)
}

#[test]
fn every_position_is_legal_and_has_one_best_move() {
    let all = epd::read(POSITIONS).unwrap();
    assert!(all.len() >= 60, "{}", all.len());
    for position in &all {
        let best = position.operation("bm").unwrap();
        let mv = notation::parse_san(&position.board, best).unwrap();
        assert_eq!(notation::san(&position.board, mv), best, "{}", position.board);
    }
}

#[test]
fn master_solves_nine_of_ten() {
    let (share, missed) = solve("master", Budget::of_nodes(400_000));
    assert!(share >= 0.9, "{share}: {missed:?}");
}

#[test]
fn hard_solves_six_of_ten() {
    let (share, missed) = solve("hard", Budget::NONE);
    assert!(share >= 0.6, "{share}: {missed:?}");
}
