//! Perfect clears on small boards.

use super::*;
use crate::rules::VersusRules;
use ludus_core::Seed;

/// The plan on this board, the lowest row first.
fn plan(
    rows: &[&str],
    hold: Option<Piece>,
    pieces: &[Piece],
    bag: &[Piece],
) -> Option<PerfectPlan> {
    let rules = VersusRules::default().resolve().unwrap();
    let (rules, attack) = (rules.moves, &rules.attack);
    let state = SeatState::on(BitBoard::from_rows(rows).unwrap(), hold);
    let task = PerfectTask { pieces, bag, rules, attack, nodes: 100_000, expired: &|| false };
    PerfectClears::default().plan(&state, &task, &mut Seed::new(1).rng())
}

#[test]
fn the_known_pieces_empty_two_rows_or_do_not() {
    let rows = ["####......", "####......"];
    let found = plan(&rows, None, &[Piece::O, Piece::O, Piece::O], &[]).unwrap();
    assert_eq!((found.placements, found.chance, found.line.len()), (3, 1.0, 3));
    let found = plan(&rows, Some(Piece::I), &[Piece::T, Piece::I, Piece::O], &[]).unwrap();
    assert!(found.line.iter().all(|action| action.piece != Piece::T), "hold avoids T");
    let found = plan(&rows, None, &[Piece::T, Piece::O, Piece::O], &[]);
    assert!(found.is_none_or(|found| found.placements > 3), "not with T");
}

#[test]
fn a_spin_on_the_way_is_named() {
    let rows = ["##.#######", "#...######", "##........"];
    let found = plan(&rows, None, &[Piece::T, Piece::I, Piece::I], &[]).unwrap();
    assert_eq!(found.line[0].placed.spin, Spin::Full);
    assert_eq!(found.placements, 3);
}

#[test]
fn the_way_with_the_most_attack_is_taken() {
    // A T-spin double sends four rows on the way, and the perfect clear ten.
    let rows = ["##.#######", "#...######", "##........"];
    let found = plan(&rows, Some(Piece::I), &[Piece::I, Piece::T, Piece::O], &[]).unwrap();
    assert_eq!((found.chance, found.attack), (1.0, 14.0));
}

#[test]
fn a_missing_piece_is_drawn_from_the_bag() {
    let rows = ["######....", "######...."];
    let found = plan(&rows, None, &[Piece::O], &[Piece::O]).unwrap();
    assert_eq!((found.placements, found.chance), (2, 1.0));
    // One of the two next pieces has to be an O; the other one can be held.
    let found = plan(&rows, None, &[Piece::O], &[Piece::O, Piece::S, Piece::Z]).unwrap();
    assert!(found.chance > 0.1 && found.chance < 0.9, "{}", found.chance);
}
