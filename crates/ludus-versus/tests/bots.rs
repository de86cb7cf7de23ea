//! The bots: they play legal actions, repeat exactly, and the stronger ones attack more.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::atomic::AtomicBool;

use ludus_core::keys::with_pairs;
use ludus_core::{Answer, Budget, Context, Game, Origin, Seat, Seed, SeededChance};
use ludus_versus::bots::{BOTS, make};
use ludus_versus::{Versus, VersusRules};

/// Plays a match of these bots and returns it with all actions.
fn play(bots: &[&str], rules: &str, budget: Budget) -> (Versus, Vec<String>) {
    let rules = with_pairs(&VersusRules::default(), rules).unwrap();
    let mut chance = SeededChance::new(Seed::new(5));
    let mut game = Versus::new(&rules, bots.len(), &mut chance).unwrap();
    let mut players: Vec<_> = bots.iter().map(|bot| make(&bot.parse().unwrap()).unwrap()).collect();
    let stop = AtomicBool::new(false);
    let mut actions = Vec::new();
    while game.outcome().is_none() {
        let mut turn = Vec::new();
        for seat in game.to_act().iter() {
            let seed = Seed::new(9).derive("turn", game.turn().into());
            let ctx = Context { budget, seed, ..Context::new(&stop) };
            let decision = players[seat.index()].decide(&game, seat, &ctx).unwrap();
            assert!(game.is_legal(seat, decision.action), "{}", decision.action);
            if let Some(nodes) = budget.nodes {
                assert!(decision.insight.nodes <= nodes, "{}", decision.insight.nodes);
            }
            actions.push(decision.action.to_string());
            turn.push((seat, Answer::Play(decision.action)));
        }
        game.apply(&turn, &mut chance);
    }
    (game, actions)
}

#[test]
fn every_bot_plays_legal_actions() {
    for info in BOTS.iter().filter(|info| info.origin == Origin::BuiltIn) {
        for rules in ["max_pieces=30", "max_pieces=30,preset=botris,kicks=srs+,half_turns=true"] {
            let (game, actions) = play(&[info.name, "random"], rules, Budget::of_nodes(2_000));
            assert_eq!(actions.len() as u32, game.turn() * 2);
        }
    }
}

#[test]
fn a_decision_with_a_node_budget_repeats_exactly() {
    let budget = Budget::of_nodes(3_000);
    let (_, first) = play(&["master", "hard"], "max_pieces=25", budget);
    let (_, second) = play(&["master", "hard"], "max_pieces=25", budget);
    assert_eq!(first, second);
}

#[test]
fn a_match_of_two_random_bots_ends() {
    let (game, _) = play(&["random", "random"], "", Budget::NONE);
    assert!(game.outcome().is_some());
}

#[test]
fn the_search_sends_more_the_more_it_sees() {
    let attack = |bot: &str| {
        let (game, _) = play(&[bot], "max_pieces=100", Budget::of_nodes(4_000));
        game.field(Seat::FIRST).tally.attack
    };
    let (random, easy, master) = (attack("random"), attack("easy"), attack("master"));
    assert!(random < easy && easy < master, "{random} {easy} {master}");
    assert!(master >= 50, "half a row for each piece: {master}");
}

#[test]
fn a_bot_that_cannot_be_made_is_named_in_one_line() {
    for (spec, expected) in [
        ("mster", "tetris-versus has no bot \"mster\"; allowed: random, easy,"),
        ("master:depth=3", "bot master has no key \"depth\"; it takes no keys"),
        ("weights", "bot weights needs path=…"),
        ("weights:path=no/such/file", "bot weights: cannot read no/such/file: "),
    ] {
        let error = make(&spec.parse().unwrap()).map(drop).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{error}");
    }
}
