//! A claimed win is a proof: it holds against every reply.
//!
//! Duels against a mixed pool, in which every bot that searches says when it has won. The number of duels for each pair is
//! `LUDUS_TEST_DUELS`.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

use std::sync::atomic::AtomicBool;

use ludus_core::{Answer, Bot, Budget, Context, Game, GameKit, Rank, Seat, Seed, SeededChance};
use ludus_snake::{Snake, SnakeKit, SnakeRules, SnakeSettings};

/// From this score on a bot says that it wins: three fifths of what a dead snake counts.
const CLAIM: f64 = 60_000_000.0;

/// The opponents, and the positions that each decision may look at.
const POOL: [(&str, u64); 6] = [
    ("hard", 200),
    ("hard", 1_000),
    ("medium", 200),
    ("easy", 200),
    ("hard:search=maxn", 400),
    ("random", 200),
];

static STOP: AtomicBool = AtomicBool::new(false);

fn duels() -> u64 {
    std::env::var("LUDUS_TEST_DUELS").ok().and_then(|n| n.parse().ok()).unwrap_or(5)
}

/// Plays a duel. Returns for each seat the turn of its first claim and whether it won.
fn duel(specs: [&str; 2], nodes: u64, seed: u64) -> [(Option<u32>, bool); 2] {
    let kit = SnakeKit::new(SnakeSettings::default());
    let mut chance = SeededChance::new(Seed::new(seed));
    let rules = SnakeRules { turn_cap: 600, ..SnakeRules::default() };
    let mut game = Snake::new(&rules, 2, &mut chance).unwrap();
    let mut bots: [Box<dyn Bot<Snake>>; 2] =
        specs.map(|spec| kit.make_bot(&spec.parse().unwrap()).unwrap());
    let mut claimed = [None; 2];
    while game.outcome().is_none() {
        let mut turn = Vec::new();
        for seat in game.to_act().iter() {
            let n = u64::from(game.turn()) * 2 + seat.index() as u64;
            let seed = Seed::new(seed.wrapping_mul(1_000_003) + n);
            let ctx = Context { budget: Budget::of_nodes(nodes), seed, ..Context::new(&STOP) };
            let decision = bots[seat.index()].decide(&game, seat, &ctx).unwrap();
            if decision.insight.score.is_some_and(|score| score >= CLAIM) {
                claimed[seat.index()].get_or_insert(game.turn());
            }
            turn.push((seat, Answer::Play(decision.action)));
        }
        game.apply(&turn, &mut chance);
    }
    let outcome = game.outcome().unwrap();
    let won = |n: usize| {
        let seat = Seat::new(n).unwrap();
        outcome.rank(seat) == Rank::FIRST
            && !game.lives(Seat::new(1 - n).unwrap())
            && game.lives(seat)
    };
    [(claimed[0], won(0)), (claimed[1], won(1))]
}

#[test]
fn a_claimed_win_in_a_duel_is_won() {
    let (mut claims, mut played) = (0, 0);
    for (n, (opponent, nodes)) in POOL.iter().enumerate() {
        for round in 0..duels() {
            let seed = 100 * n as u64 + round;
            let specs = if round % 2 == 0 { ["hard", *opponent] } else { [*opponent, "hard"] };
            played += 1;
            for (seat, (claim, won)) in duel(specs, *nodes, seed).into_iter().enumerate() {
                if let Some(turn) = claim {
                    claims += 1;
                    assert!(
                        won,
                        "{} of {specs:?}, seed {seed}: claimed in turn {turn}",
                        specs[seat]
                    );
                }
            }
        }
    }
    println!("{claims} claimed wins in {played} duels, none lost");
    assert!(claims * 2 > played, "{claims} claims in {played} duels");
}
