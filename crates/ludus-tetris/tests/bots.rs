//! What holds for every bot: it plays legally, it repeats itself, it does not see the future, and
//! battles end.

#![allow(clippy::unwrap_used, reason = "a helper that fails here fails its test")]

use std::sync::atomic::AtomicBool;

use ludus_core::keys::with_pairs;
use ludus_core::{
    Answer, Bot, Chance, ChanceKind, Context, Decision, Game, GameKit, Insight, Seat, Seed,
    SeededChance,
};
use ludus_tetris::turn::HOLES;
use ludus_tetris::{Action, Tetris, TetrisKit, TetrisRules, TetrisSettings};

/// Every bot of the list, those with keys with some.
fn bots() -> Vec<String> {
    let kit = TetrisKit::new(TetrisSettings::default());
    let names = kit.bots().iter().map(|info| match info.name {
        "heuristic" => "heuristic:holes=-7,lines=2,diversity=1,lookahead=3".to_owned(),
        "weights" => format!("weights:path={}", weights_file()),
        name => name.to_owned(),
    });
    names.collect()
}

fn weights_file() -> String {
    format!("{}/../../weights/tetris-battle.json", env!("CARGO_MANIFEST_DIR"))
}

fn make(spec: &str) -> Box<dyn Bot<Tetris>> {
    TetrisKit::new(TetrisSettings::default()).make_bot(&spec.parse().unwrap()).unwrap()
}

fn rules(pairs: &str) -> TetrisRules {
    with_pairs(&TetrisRules::default(), pairs).unwrap()
}

fn decide(bot: &mut dyn Bot<Tetris>, game: &Tetris, seat: Seat) -> Decision<Action> {
    let stop = AtomicBool::new(false);
    let ctx = Context {
        seed: Seed::new(u64::from(game.turn())).derive("bot", seat.index() as u64),
        insight: true,
        ..Context::new(&stop)
    };
    bot.decide(game, seat, &ctx).unwrap()
}

/// Plays a match until it is over or has this many turns; answers the match and all decisions.
fn play(
    specs: &[&str],
    rules: &TetrisRules,
    chance: &mut dyn Chance,
    turns: u32,
) -> (Tetris, Vec<(String, Insight)>) {
    let mut game = Tetris::new(rules, specs.len(), chance).unwrap();
    let mut bots: Vec<_> = specs.iter().map(|spec| make(spec)).collect();
    let mut decisions = Vec::new();
    while !game.is_over() && game.turn() < turns {
        let mut answers = Vec::new();
        for seat in game.to_act().iter() {
            let decision = decide(bots[seat.index()].as_mut(), &game, seat);
            assert!(game.is_legal(seat, decision.action), "{}", specs[seat.index()]);
            decisions.push((game.show(seat, decision.action), decision.insight));
            answers.push((seat, Answer::Play(decision.action)));
        }
        game.apply(&answers, chance);
    }
    (game, decisions)
}

/// Chance that is that of one seed for what was drawn already and that of another from then on.
struct Forked {
    before: SeededChance,
    after: SeededChance,
    /// How many pieces were drawn.
    pieces: u64,
    /// How many rows of garbage each seat received.
    rows: [u64; 2],
}

impl Chance for Forked {
    fn draw(&mut self, kind: ChanceKind, index: u64, bound: u32) -> u32 {
        // Holes are numbered by seat and row.
        let drawn = if kind == HOLES {
            (index & u64::from(u32::MAX)) < self.rows[(index >> 32) as usize]
        } else {
            index < self.pieces
        };
        let source = if drawn { &mut self.before } else { &mut self.after };
        source.draw(kind, index, bound)
    }
}

#[test]
fn no_bot_sees_the_future() {
    const TURNS: u32 = 40;
    let mut received = 0;
    for spec in bots() {
        for pairs in ["height=10", "height=8,spawn=free", "pieces=bag7", "pieces=bank", "width=4"] {
            let line_up = [spec.as_str(), "hard:lookahead=none"];
            // What is visible at the last decision: the rows that rose before it, and piece number
            // TURNS as the next one. Seats share the numbers of the pieces, except that from a bank
            // each draws its own.
            let mut chance = SeededChance::new(Seed::new(1));
            let (game, _) = play(&line_up, &rules(pairs), &mut chance, TURNS - 1);
            let rows = [0, 1].map(|seat| u64::from(game.field(Seat::new(seat).unwrap()).received));
            received += rows[0] + rows[1];
            let draws = if pairs == "pieces=bank" { line_up.len() as u64 } else { 1 };
            let pieces = draws * (u64::from(TURNS) + 1);
            let decisions = |after| {
                let before = SeededChance::new(Seed::new(1));
                let after = SeededChance::new(Seed::new(after));
                let mut chance = Forked { before, after, pieces, rows };
                play(&line_up, &rules(pairs), &mut chance, TURNS).1
            };
            assert_eq!(decisions(1), decisions(2), "{spec} with {pairs}");
        }
    }
    assert!(received > 20, "garbage was part of it: {received} rows");
}

#[test]
fn battles_end_with_one_ranking() {
    let all = bots();
    for (number, spec) in all.iter().enumerate() {
        for seats in [2, 4] {
            let line_up: Vec<_> =
                (0..seats).map(|i| all[(number + 5 * i) % all.len()].as_str()).collect();
            let mut chance = SeededChance::new(Seed::new(number as u64));
            let (game, _) = play(&line_up, &rules(""), &mut chance, u32::MAX);
            let outcome = game.outcome().unwrap();
            let mut ranks: Vec<_> = outcome.ranks().iter().map(|rank| rank.number()).collect();
            ranks.sort_unstable();
            assert_eq!(ranks[0], 1, "{spec}");
            // Every rank is one more than the number of seats before it.
            assert!(ranks.iter().all(|r| ranks.iter().filter(|o| *o < r).count() + 1 == *r));
            assert!(game.turn() < 2_000, "{line_up:?} took {} turns", game.turn());
        }
    }
}

#[test]
fn the_same_match_is_played_again() {
    let match_of = |spec: &str| {
        let mut chance = SeededChance::new(Seed::new(9));
        play(&[spec, "easy", "medium"], &rules("height=12"), &mut chance, 60).1
    };
    for spec in bots() {
        assert_eq!(match_of(&spec), match_of(&spec), "{spec}");
    }
}

#[test]
fn a_bot_that_joins_in_the_middle_decides_as_one_that_saw_it_all() {
    for spec in bots() {
        let line_up = [spec.as_str(), "hard:lookahead=none", "medium"];
        let mut chance = SeededChance::new(Seed::new(6));
        let (before, _) = play(&line_up, &rules(""), &mut chance, 60);
        let mut chance = SeededChance::new(Seed::new(6));
        let (_, all) = play(&line_up, &rules(""), &mut chance, 61);
        if before.to_act().has(Seat::FIRST) {
            let late = decide(make(&spec).as_mut(), &before, Seat::FIRST);
            let turn = all.len() - before.to_act().len();
            assert_eq!(before.show(Seat::FIRST, late.action), all[turn].0, "{spec}");
        }
    }
}

#[test]
fn a_weights_file_plays_like_the_bot_it_is_the_file_of() {
    let first = |spec: &str| {
        let mut chance = SeededChance::new(Seed::new(4));
        play(&[spec, "easy"], &rules(""), &mut chance, 40).1
    };
    assert_eq!(first(&format!("weights:path={}", weights_file())), first("battle"));
}

#[test]
fn better_bots_clear_more_lines() {
    let lines = |spec: &str| {
        let mut chance = SeededChance::new(Seed::new(2));
        let (game, _) = play(&[spec], &rules(""), &mut chance, 400);
        game.field(Seat::new(0).unwrap()).lines
    };
    let (random, easy, hard, dt20) = (lines("random"), lines("easy"), lines("hard"), lines("dt20"));
    assert!(random < easy && easy < hard, "{random} {easy} {hard}");
    assert!(hard > 150 && dt20 > 150, "nearly all of the 160 possible: {hard} {dt20}");
}

#[test]
fn the_terms_of_every_bot_sum_to_its_score() {
    let careful = ["battle:noise=0.3,caution=30", "hard:caution=7", "dt20:lookahead=full"];
    let specs = bots().into_iter().chain(careful.map(str::to_owned));
    let mut cautious = 0;
    for spec in specs {
        let mut chance = SeededChance::new(Seed::new(3));
        let line_up = [spec.as_str(), "hard:lookahead=none", "hard:lookahead=none"];
        let (_, decisions) = play(&line_up, &rules("height=12"), &mut chance, 80);
        for (action, insight) in decisions {
            let Some(score) = insight.score else { continue };
            let sum: f64 = insight.terms.iter().map(|term| term.value).sum();
            let near = (sum - score).abs() <= 1e-9 * score.abs().max(1.0);
            assert!(near, "{spec} {action}: {sum} is not {score}: {:?}", insight.terms);
            cautious += usize::from(insight.terms.iter().any(|term| term.name == "caution"));
        }
    }
    assert!(cautious > 0, "caution was part of it");
}

#[test]
fn four_battle_bots_play_on() {
    // Three of four that hide from a lead that no one hunts would end in a few dozen turns.
    for seed in 0..3 {
        let mut chance = SeededChance::new(Seed::new(seed));
        let (game, _) = play(&["battle"; 4], &rules(""), &mut chance, u32::MAX);
        assert!(game.turn() > 300, "seed {seed}: {} turns", game.turn());
    }
}

/// How many of these matches the first bot wins alone, from every seat in turn.
fn wins(spec: &str, other: &str, matches: u64) -> u64 {
    let won = |number: &u64| {
        let own = (*number % 4) as usize;
        let mut line_up = [other; 4];
        line_up[own] = spec;
        let mut chance = SeededChance::new(Seed::new(*number));
        let (game, _) = play(&line_up, &rules(""), &mut chance, u32::MAX);
        game.outcome().unwrap().winner() == Seat::new(own)
    };
    (0..matches).filter(won).count() as u64
}

#[test]
fn battle_wins_among_four_whether_or_not_the_others_hunt_the_leader() {
    let (medium, hard) = (wins("battle", "medium", 8), wins("battle", "hard:lookahead=5", 8));
    assert_eq!(medium, 8, "medium aims at anyone");
    assert!(hard >= 5, "hard hunts the leader: {hard} of 8");
}

#[test]
fn who_hunts_the_leader_is_seen_from_targets_alone() {
    let line_up = ["hard:lookahead=none", "medium", "dt20", "battle"];
    let mut chance = SeededChance::new(Seed::new(5));
    let (game, _) = play(&line_up, &rules(""), &mut chance, 120);
    let seen = [0, 1, 2, 3].map(|n| game.field(Seat::new(n).unwrap()).hunt.is_seen());
    assert_eq!(seen, [true, false, false, false]);
}
