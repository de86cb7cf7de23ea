//! The crate against the slow, obvious implementation: single placements and whole matches.
//!
//! `LUDUS_TEST_CASES` sets how many random boards are tried (without it 100,000 optimised, 5,000 otherwise).

#![allow(clippy::unwrap_used, reason = "a helper that fails here fails its test")]

mod slow;

use ludus_core::keys::with_pairs;
use ludus_core::{Answer, Forfeit, Game, Seat, Seed, SeededChance};
use ludus_tetris::metric::{self, MetricBits};
use ludus_tetris::surface::{Surface, TriedPlacement};
use ludus_tetris::{
    Action, Board, Column, Metric, Metrics, Piece, Placement, Spawn, Tetris, TetrisRules,
};
use proptest::prelude::*;
use slow::Grid;
use slow::game::SlowGame;

fn cases() -> u32 {
    let given = std::env::var("LUDUS_TEST_CASES").ok().and_then(|text| text.parse().ok());
    given.unwrap_or(if cfg!(debug_assertions) { 5_000 } else { 100_000 })
}

/// Boards of all sizes, from empty to the top, from loose to nearly full rows.
fn grids() -> impl Strategy<Value = Grid> {
    (4..=20_usize, 4..=40_usize, 1..=19_u32)
        .prop_flat_map(|(width, height, density)| {
            let cell = proptest::bool::weighted(f64::from(density) / 20.0);
            let row = proptest::collection::vec(cell, width);
            let rows = proptest::collection::vec(row, 0..=height);
            (Just(width), Just(height), rows)
        })
        .prop_map(|(width, height, mut rows)| {
            rows.resize(height, vec![false; width]);
            Grid { rows }
        })
}

fn pieces() -> impl Strategy<Value = Piece> {
    proptest::sample::select(&Piece::ALL[..])
}

fn board(grid: &Grid) -> Board {
    Board::from_rows(&grid.text()).unwrap()
}

fn spawn(free: bool) -> Spawn {
    if free { Spawn::Free } else { Spawn::Top }
}

fn text(board: &Board) -> Vec<String> {
    board.rows().collect()
}

/// All placements by the slow rules, in order.
fn slow_placements(width: usize, piece: Piece) -> Vec<Placement> {
    let mut all = Vec::new();
    for rotation in slow::rotations(piece) {
        for column in 0..width {
            all.push(Placement { rotation, column: Column::new(column).unwrap() });
        }
    }
    all
}

/// What the surface says of all placements.
fn tried<const SET: MetricBits>(
    board: &Board,
    piece: Piece,
    spawn: Spawn,
) -> Vec<(Placement, TriedPlacement)> {
    let mut all = Vec::new();
    Surface::new::<SET>(board).try_all::<SET>(piece, spawn, |p, t| all.push((p, t)));
    all
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), ..ProptestConfig::default() })]

    #[test]
    fn drops_and_metrics_are_those_of_the_slow_rules(
        grid in grids(), piece in pieces(), free: bool,
    ) {
        let (board, spawn) = (board(&grid), spawn(free));
        for placement in slow_placements(grid.width(), piece) {
            let expected = grid.drop(piece, placement, free);
            let landing = board.drop_piece(piece, placement, spawn);
            prop_assert_eq!(landing.is_some(), expected.is_some());
            prop_assert_eq!(board.accepts(piece, placement, spawn), expected.is_some());
            let (Some(landing), Some(expected)) = (landing, expected) else { continue };
            prop_assert_eq!(text(&landing.board), expected.grid.text());
            prop_assert_eq!(
                (landing.lines, landing.row, landing.cells, landing.out),
                (expected.lines, expected.row, expected.cells_cleared, expected.out)
            );
            let numbers = slow::metrics::metrics(&expected, piece, placement.rotation);
            let measured = Metrics::of(&landing, piece.shape(placement.rotation));
            for ((metric, value), number) in measured.iter().zip(numbers) {
                prop_assert_eq!(value, number, "{} at {}", metric, placement);
            }
        }
    }

    #[test]
    fn the_surface_measures_what_the_board_would(grid in grids(), piece in pieces(), free: bool) {
        let (board, spawn) = (board(&grid), spawn(free));
        let mut all = tried::<{ metric::ALL }>(&board, piece, spawn).into_iter();
        let mut parts = [
            (metric::TRAINED, tried::<{ metric::TRAINED }>(&board, piece, spawn).into_iter()),
            (metric::DELLACHERIE, tried::<{ metric::DELLACHERIE }>(&board, piece, spawn).into_iter()),
            (metric::CONTROLLER, tried::<{ metric::CONTROLLER }>(&board, piece, spawn).into_iter()),
        ];
        for placement in Placement::all(piece, board.width()) {
            let Some(landing) = board.drop_piece(piece, placement, spawn) else { continue };
            let measured = Metrics::of(&landing, piece.shape(placement.rotation));
            let expected = if landing.out { TriedPlacement::Out } else { TriedPlacement::Locks(measured) };
            prop_assert_eq!(all.next(), Some((placement, expected)));
            for (set, tried) in &mut parts {
                let in_set = |metric: &&Metric| *set >> **metric as u32 & 1 == 1;
                match tried.next() {
                    Some((_, TriedPlacement::Locks(few))) => prop_assert!(
                        Metric::ALL.iter().filter(in_set).all(|&m| few.get(m) == measured.get(m))
                    ),
                    other => prop_assert_eq!(other, Some((placement, TriedPlacement::Out))),
                }
            }
        }
        prop_assert_eq!(all.next(), None);
        prop_assert!(parts.iter_mut().all(|(_, tried)| tried.next().is_none()));
    }

    #[test]
    fn garbage_rises_as_by_the_slow_rules(
        grid in grids(), holes in proptest::collection::vec(0..20_usize, 1..6),
    ) {
        let (mut grid, mut board) = (grid.clone(), board(&grid));
        for hole in holes {
            let hole = hole % grid.width();
            prop_assert_eq!(board.rise(Column::new(hole).unwrap()), grid.rise(hole));
            prop_assert_eq!(text(&board), grid.text());
        }
    }

    #[test]
    fn spawning_is_that_of_the_slow_rules(grid in grids()) {
        let board = board(&grid);
        for piece in Piece::ALL {
            prop_assert_eq!(board.spawns(piece), grid.spawns(piece));
        }
    }
}

const RULES: [&str; 6] = [
    "",
    "spawn=free,height=8",
    "pieces=bag7,width=6,height=12",
    "pieces=bank,bank.I=30,bank.O=1,bank.T=0,width=4",
    "width=5,height=10,sudden_death.turn=10,sudden_death.every=3,sudden_death.grow=9",
    "max_pieces=15,width=7,spawn=free",
];

/// Plays one match by both rules with random legal actions and now and then a forfeit; answers how
/// many rows of garbage were sent.
fn play_both(rules: &TetrisRules, seats: usize, seed: Seed) -> usize {
    let mut rng = seed.derive("actions", 0).rng();
    let (mut one, mut two) = (SeededChance::new(seed), SeededChance::new(seed));
    let mut game = Tetris::new(rules, seats, &mut one).unwrap();
    let mut slow = SlowGame::new(rules, seats, &mut two);
    let mut legal = Vec::new();
    loop {
        compare(&game, &slow);
        if slow.is_over() {
            break;
        }
        let mut actions: Vec<(Seat, Option<Action>)> = Vec::new();
        for seat in game.to_act().iter() {
            game.legal(seat, &mut legal);
            let action = if rng.chance(0.002) {
                None
            } else if rng.chance(0.7) {
                // Low placements, so that lines are cleared and matches last.
                let pick = |_| *rng.pick(&legal).unwrap();
                let tries: Vec<_> = (0..8).map(pick).collect();
                tries.into_iter().min_by_key(|action| lands(&game, seat, *action))
            } else {
                rng.pick(&legal).copied()
            };
            actions.push((seat, action));
        }
        let answer = |action: &Option<Action>| match action {
            Some(action) => Answer::Play(*action),
            None => Answer::Forfeit(Forfeit::Late),
        };
        let turn: Vec<_> = actions.iter().map(|(seat, a)| (*seat, answer(a))).collect();
        game.apply(&turn, &mut one);
        slow.play(&actions, &mut two);
    }
    let ranks = game.outcome().unwrap().ranks().iter().map(|r| r.number()).collect::<Vec<_>>();
    assert_eq!(ranks, slow.ranks());
    slow.sides.iter().map(|side| side.sent).sum()
}

/// How badly a placement lands: holes count, then height.
fn lands(game: &Tetris, seat: Seat, action: Action) -> (u64, u64) {
    let field = game.field(seat);
    let piece = field.current;
    let landing = field.board.drop_piece(piece, action.placement, game.rules().spawn).unwrap();
    let metrics = Metrics::of(&landing, piece.shape(action.placement.rotation));
    (metrics.get(Metric::Holes) as u64, metrics.get(Metric::Height) as u64)
}

fn compare(game: &Tetris, slow: &SlowGame) {
    assert_eq!(game.is_over(), slow.is_over());
    assert_eq!(game.turn() as usize, slow.turn);
    for (seat, side) in Seat::first(game.seats()).zip(&slow.sides) {
        let field = game.field(seat);
        assert_eq!(field.is_alive(), side.out.is_none());
        assert_eq!(text(&field.board), side.grid.text());
        assert_eq!((field.score, field.lines as usize), (side.score, side.lines));
        assert_eq!((field.sent as usize, field.received as usize), (side.sent, side.received));
        assert_eq!(field.pieces as usize, side.pieces);
        if side.out.is_none() {
            assert_eq!((field.current, field.next), (side.current, side.next));
            assert_eq!(field.pending as usize, side.pending);
            if game.seats() > 1 {
                assert_eq!(field.target.map(Seat::index), Some(side.target));
            }
        }
    }
}

#[test]
fn whole_matches_go_as_by_the_slow_rules() {
    let rounds = u64::from(cases() / 500).max(4);
    let mut sent = 0;
    for (number, pairs) in RULES.into_iter().enumerate() {
        let rules = with_pairs(&TetrisRules::default(), pairs).unwrap();
        for round in 0..rounds {
            for seats in [1, 2, 3, 4, 8] {
                let seed = Seed::new(number as u64).derive("match", round * 8 + seats as u64);
                sent += play_both(&rules, seats, seed);
            }
        }
    }
    assert!(sent > 100, "only {sent} rows of garbage were sent: the test tests too little");
}
