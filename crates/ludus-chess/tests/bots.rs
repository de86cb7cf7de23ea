//! The built-in bots: their moves, that they repeat, and the kit.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_chess::{Chess, ChessKit, ChessRules, ChessSettings};
use ludus_core::{Answer, Bot, Budget, Context, Decision, Game, GameKit, Seat, Seed, SeededChance};
use serde_json::json;

fn kit() -> ChessKit {
    ChessKit::new(ChessSettings::default())
}

fn bot(spec: &str) -> Box<dyn Bot<Chess>> {
    kit().make_bot(&spec.parse().unwrap()).unwrap()
}

fn from(fen: &str) -> Chess {
    Chess::new(&ChessRules::from_fen(fen), 2, &mut SeededChance::new(Seed::new(1))).unwrap()
}

fn decide(
    bot: &mut dyn Bot<Chess>,
    game: &Chess,
    budget: Budget,
    seed: u64,
) -> Decision<<Chess as Game>::Action> {
    let stop = AtomicBool::new(false);
    let ctx = Context {
        budget,
        deadline: budget.time.map(|time| Instant::now() + time),
        seed: Seed::new(seed),
        insight: true,
        ..Context::new(&stop)
    };
    bot.decide(game, game.to_act().iter().next().unwrap(), &ctx).unwrap()
}

fn play(specs: [&str; 2], budget: Budget, seed: u64, plies: u32) -> Vec<String> {
    let mut chance = SeededChance::new(Seed::new(seed));
    let rules = ChessRules { max_plies: plies, ..ChessRules::default() };
    let mut game = Chess::new(&rules, 2, &mut chance).unwrap();
    let mut bots = specs.map(bot);
    for (index, bot) in bots.iter_mut().enumerate() {
        bot.start(&game, Seat::new(index).unwrap()).unwrap();
    }
    while let Some(seat) = game.to_act().iter().next() {
        let turn = u64::from(game.turn());
        let decision = decide(&mut *bots[seat.index()], &game, budget, seed * 1000 + turn);
        game.apply(&[(seat, Answer::Play(decision.action))], &mut chance);
    }
    game.san_moves()
}

#[test]
fn the_same_seed_gives_the_same_game_and_another_one_another() {
    for specs in [["random", "easy"], ["medium:depth=2", "hard:depth=3"], ["master", "master"]] {
        let budget = Budget::of_nodes(2000);
        let game = play(specs, budget, 1, 40);
        assert_eq!(game, play(specs, budget, 1, 40), "{specs:?}");
        assert_ne!(game, play(specs, budget, 2, 40), "{specs:?}");
    }
}

#[test]
fn a_bot_plays_the_same_after_other_matches() {
    let game = from("startpos");
    let mut used = bot("master");
    for fen in ["r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "startpos"]
    {
        decide(&mut *used, &from(fen), Budget::of_nodes(3000), 1);
    }
    used.start(&game, Seat::new(0).unwrap()).unwrap();
    let again = decide(&mut *used, &game, Budget::of_nodes(3000), 1);
    let fresh = decide(&mut *bot("master"), &game, Budget::of_nodes(3000), 1);
    assert_eq!(again, fresh);
}

#[test]
fn every_bot_that_searches_finds_a_mate_in_one() {
    let game = from("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1");
    for spec in ["easy", "medium", "hard", "master", "master:nodes=500"] {
        let decision = decide(&mut *bot(spec), &game, Budget::NONE, 1);
        assert_eq!(game.show(Seat::new(0).unwrap(), decision.action), "e1e8", "{spec}");
    }
}

#[test]
fn ties_are_broken_at_random() {
    // Either rook mates on the eighth rank. Chance decides between the two, and no other move is played.
    let game = from("k7/7R/8/8/8/8/8/K4RR1 w - - 0 1");
    for spec in ["medium", "hard"] {
        let moves: std::collections::BTreeSet<String> = (0..40)
            .map(|seed| decide(&mut *bot(spec), &game, Budget::NONE, seed).action.to_string())
            .collect();
        assert_eq!(moves, ["f1f8", "g1g8"].map(str::to_owned).into(), "{spec}");
    }
}

#[test]
fn the_insight_explains_the_score() {
    let game = from("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
    for spec in ["medium", "hard", "master"] {
        let insight = decide(&mut *bot(spec), &game, Budget::NONE, 1).insight;
        let sum: f64 = insight.terms.iter().map(|term| term.value).sum();
        assert!((sum - insight.score.unwrap()).abs() < 1e-9, "{spec}");
        assert!(insight.depth >= 4 && insight.nodes > 100 && insight.line.len() >= 2, "{spec}");
    }
}

#[test]
fn a_mate_score_reads_as_mate_in_moves() {
    for (fen, words) in [
        ("k7/7R/8/8/8/8/8/K4RR1 w - - 0 1", "mate in 1"),
        ("k7/8/1K6/8/8/8/8/6R1 b - - 0 1", "mated in 1"),
    ] {
        let insight = decide(&mut *bot("hard"), &from(fen), Budget::NONE, 1).insight;
        assert_eq!(kit().score_text(insight.score.unwrap()), words);
        assert_eq!(insight.terms, [], "a mate is not made of terms");
    }
    assert_eq!(kit().score_text(-0.314), "-0.31");
}

#[test]
fn budgets_are_kept() {
    let game = from("startpos");
    let nodes = decide(&mut *bot("master"), &game, Budget::of_nodes(1234), 1).insight.nodes;
    assert_eq!(nodes, 1234);
    assert_eq!(decide(&mut *bot("hard"), &game, Budget::of_depth(2), 1).insight.depth, 2);
    assert_eq!(decide(&mut *bot("medium"), &game, Budget::NONE, 1).insight.depth, 4);
    let start = Instant::now();
    decide(&mut *bot("master"), &game, Budget::of_time(Duration::from_millis(50)), 1);
    assert!(start.elapsed() < Duration::from_millis(1000));
}

#[test]
fn wrong_settings_are_an_error_of_one_line() {
    let error = |text: &str| match kit().make_bot(&text.parse().unwrap()) {
        Ok(_) => panic!("{text} was made"),
        Err(error) => error.to_string(),
    };
    assert!(error("mastr").ends_with("did you mean master?"));
    assert_eq!(error("medium:depth=0"), "bot medium has depth=0; allowed: 1 to 127");
    assert_eq!(error("master:elo=100"), "bot master has elo=100; allowed: 800 to 2850");
    assert!(error("master:hash=0").contains("mebibytes from 1 to 16384"));
    assert!(error("master:without=luck").contains("null-move"));
    assert_eq!(error("random:depth=1"), "bot random has no key \"depth\"; it takes no keys");
}

#[test]
fn step_returns_moves_and_positions() {
    let answer = |request: serde_json::Value| kit().step(&request);
    let moves = answer(json!({"fen": "startpos"})).unwrap();
    assert_eq!(moves["moves"].as_array().unwrap().len(), 20);
    let next =
        answer(json!({"fen": "6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "move": "e1e8"})).unwrap();
    assert_eq!(next["outcome"], json!({"winner": "white", "reason": "checkmate"}));
    let next = answer(json!({"fen": "startpos", "move": "e2e4"})).unwrap();
    assert_eq!(
        next,
        json!({"fen": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "outcome": null})
    );
    for bad in [
        json!({}),
        json!({"fen": "x"}),
        json!({"fen": "startpos", "move": "e2e5"}),
        json!({"fen": "startpos", "mov": "e2e4"}),
        json!(5),
    ] {
        assert!(answer(bad.clone()).is_err(), "{bad}");
    }
}
