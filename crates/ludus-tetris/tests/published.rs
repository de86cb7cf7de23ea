//! Published results that the rules and the metrics must repeat. They take minutes:
//! `cargo test --release -p ludus-tetris --test published -- --ignored --nocapture`.

#![allow(clippy::unwrap_used, reason = "a helper that fails here fails its test")]

use std::sync::atomic::AtomicBool;

use ludus_core::keys::with_pairs;
use ludus_core::{Answer, Budget, Context, Game, GameKit, Seat, Seed, SeededChance};
use ludus_tetris::{Rules, Settings, Tetris, TetrisKit};

/// The mean lines of a bot over this many games, and the standard error of the mean.
fn mean_lines(spec: &str, pairs: &str, games: u64) -> (f64, f64) {
    let rules = with_pairs(&Rules::default(), pairs).unwrap();
    let lines: Vec<f64> = (0..games).map(|game| lines(spec, &rules, Seed::new(game))).collect();
    let mean = lines.iter().sum::<f64>() / games as f64;
    let variance = lines.iter().map(|l| (l - mean) * (l - mean)).sum::<f64>() / games as f64;
    (mean, (variance / games as f64).sqrt())
}

fn lines(spec: &str, rules: &Rules, seed: Seed) -> f64 {
    let seat = Seat::new(0).unwrap();
    let mut chance = SeededChance::new(seed);
    let mut game = Tetris::new(rules, 1, &mut chance).unwrap();
    let mut bot = TetrisKit::new(Settings::default()).make_bot(&spec.parse().unwrap()).unwrap();
    let stop = AtomicBool::new(false);
    let ctx = Context {
        budget: Budget::NONE,
        deadline: None,
        stop: &stop,
        seed: Seed::new(0),
        threads: 1,
        insight: false,
    };
    while !game.is_over() {
        let decision = bot.decide(&game, seat, &ctx).unwrap();
        game.apply(&[(seat, Answer::Play(decision.action))], &mut chance);
    }
    f64::from(game.field(seat).lines)
}

/// The weights that `hard` started from, without look-ahead: about 120 lines a game.
#[test]
#[ignore = "takes seconds in an optimised build"]
fn one_step_with_the_first_solo_weights_clears_about_120_lines() {
    let (mean, error) = mean_lines(
        "heuristic:holes=-0.3546,bumpiness=-0.0849,lines=0.3763,wells=-0.1841,row_transitions=-0.0001",
        "",
        2_000,
    );
    println!("one step: {mean:.1} ± {error:.1} lines");
    assert!((100.0..140.0).contains(&mean), "{mean}");
}

/// Scherrer et al. 2015: 10 × 10 board, one step, uniform pieces.
#[test]
#[ignore = "takes minutes"]
fn controllers_clear_the_published_lines_on_ten_rows() {
    for (spec, published) in [("dt10", 5_000.0), ("dt20", 4_300.0)] {
        let (mean, error) = mean_lines(spec, "height=10,spawn=free", 3_000);
        println!("{spec}: {mean:.0} ± {error:.0} lines, published {published}");
        assert!((mean - published).abs() < 4.0 * error + 0.03 * published, "{spec}: {mean}");
    }
}
