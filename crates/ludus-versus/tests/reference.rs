//! The bitboard movegen against a slow, obvious one: a search over single states, cell by cell.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use ludus_tetris::{Piece, Rotation};
use ludus_versus::board::BitBoard;
use ludus_versus::kicks::{FIFTH_KICK, KickTable, TurnRules, turns};
use ludus_versus::movegen::{Move, MoveRules, Spin, count_places, moves, spawn};
use ludus_versus::shape::{Place, turned};
use proptest::prelude::*;

/// A place and the spin that the last action made.
type SeatState = (Place, Spin);

/// All moves by a search over single states.
fn slow_moves(board: &BitBoard, piece: Piece, rules: MoveRules) -> BTreeSet<Move> {
    let Some(start) = spawn(board, piece) else { return BTreeSet::new() };
    let mut seen: BTreeSet<SeatState> = BTreeSet::from([(start.place(), Spin::None)]);
    let mut open: Vec<SeatState> = seen.iter().copied().collect();
    while let Some((place, _)) = open.pop() {
        for next in neighbours(board, piece, place, rules) {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    let rests = |place: Place| !board.fits(piece, Place { y: place.y - 1, ..place });
    let landed = seen.into_iter().filter(|(place, _)| rests(*place));
    landed.map(|(place, spin)| Move { place: place.canonical(piece), spin }).collect()
}

fn neighbours(board: &BitBoard, piece: Piece, place: Place, rules: MoveRules) -> Vec<SeatState> {
    let steps = [(-1, 0), (1, 0), (0, -1)];
    let moved = steps.map(|(dx, dy)| Place { x: place.x + dx, y: place.y + dy, ..place });
    let mut next: Vec<SeatState> = moved
        .into_iter()
        .filter(|place| board.fits(piece, *place))
        .map(|place| (place, Spin::None))
        .collect();
    for turn in turns(piece, place.rotation, rules.turns) {
        let tried =
            turn.tests().iter().map(|(dx, dy)| Place::new(turn.to, place.x + dx, place.y + dy));
        let fit = tried.enumerate().find(|(_, place)| board.fits(piece, *place));
        if let Some((test, place)) = fit {
            next.push((place, spin(board, piece, place, test, rules.all_spin)));
        }
    }
    next
}

/// The spin of a turn that ended here with this test.
fn spin(board: &BitBoard, piece: Piece, place: Place, test: usize, all_spin: bool) -> Spin {
    let stuck = [(-1, 0), (1, 0), (0, 1), (0, -1)]
        .into_iter()
        .all(|(dx, dy)| !board.fits(piece, Place { x: place.x + dx, y: place.y + dy, ..place }));
    if all_spin && piece != Piece::O && stuck {
        return Spin::Full;
    }
    if piece != Piece::T {
        return Spin::None;
    }
    let filled = |corner| {
        let (dx, dy) = turned(corner, place.rotation);
        u8::from(board.is_filled(place.x + dx, place.y + dy))
    };
    let front = filled((-1, 1)) + filled((1, 1));
    let back = filled((-1, -1)) + filled((1, -1));
    match (front + back >= 3, front == 2 || test == FIFTH_KICK) {
        (false, _) => Spin::None,
        (true, true) => Spin::Full,
        (true, false) => Spin::Mini,
    }
}

/// Boards of a few rows with many holes and overhangs.
fn boards() -> impl Strategy<Value = BitBoard> {
    let row = (0_u32..1024, 0_u32..1024, any::<bool>()).prop_map(|(a, b, dense)| {
        let bits = if dense { a | b } else { a };
        (0..10).map(|x| if bits >> x & 1 == 1 { '#' } else { '.' }).collect::<String>()
    });
    prop_oneof![
        4 => prop::collection::vec(row.clone(), 0..12),
        1 => prop::collection::vec(row, 12..26),
    ]
    .prop_map(|rows| BitBoard::from_rows(&rows).unwrap())
}

fn rules() -> impl Strategy<Value = MoveRules> {
    (any::<bool>(), any::<bool>(), any::<bool>()).prop_map(|(plus, half_turns, all_spin)| {
        let kicks = if plus { KickTable::SrsPlus } else { KickTable::Srs };
        MoveRules { turns: TurnRules { kicks, half_turns }, all_spin }
    })
}

fn cases() -> u32 {
    std::env::var("LUDUS_TEST_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(3_000)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn the_moves_are_those_of_a_search_over_states(
        board in boards(),
        piece in prop::sample::select(Piece::ALL.to_vec()),
        rules in rules(),
    ) {
        let slow = slow_moves(&board, piece, rules);
        let fast = spawn(&board, piece)
            .map(|start| moves(&board, piece, start, rules))
            .unwrap_or_default();
        let set: BTreeSet<Move> = fast.iter().copied().collect();
        prop_assert_eq!(set.len(), fast.len(), "a move is listed once");
        prop_assert_eq!(&set, &slow);
        if let Some(start) = spawn(&board, piece) {
            let places: BTreeSet<Place> = slow.iter().map(|mv| mv.place).collect();
            prop_assert_eq!(count_places(&board, piece, start, rules.turns), places.len() as u64);
        }
    }
}

#[test]
fn every_landing_place_has_a_spin_that_the_rules_know() {
    let board = BitBoard::from_rows(&["##.#######", "#...######", "##........"]).unwrap();
    let slow = slow_moves(&board, Piece::T, MoveRules::default());
    let slot = Move { place: Place::new(Rotation::R2, 2, 1), spin: Spin::Full };
    assert!(slow.contains(&slot), "the slow search knows a T-spin double");
}
