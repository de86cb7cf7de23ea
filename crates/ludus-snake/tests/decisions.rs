//! Decisions with an obvious right answer, and what every bot owes: legal answers that do not depend
//! on the future, on earlier games or on the machine.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use ludus_core::{
    Answer, Bot, Budget, Chance, ChanceKind, Context, Decision, Game, GameKit, Seat, Seed,
    SeededChance,
};
use ludus_snake::Direction::{self, Down, Left, Right, Up};
use ludus_snake::log::MoveLogEntry;
use ludus_snake::{Ruleset, Snake, SnakeKit, SnakeRules, SnakeSettings};

static STOP: AtomicBool = AtomicBool::new(false);

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn bot(spec: &str) -> Box<dyn Bot<Snake>> {
    SnakeKit::new(SnakeSettings::default()).make_bot(&spec.parse().unwrap()).unwrap()
}

fn nodes(limit: u64) -> Context<'static> {
    Context {
        budget: Budget::of_nodes(limit),
        seed: Seed::new(7),
        insight: true,
        ..Context::new(&STOP)
    }
}

fn timed(limit: Duration, threads: usize) -> Context<'static> {
    let deadline = Some(Instant::now() + limit);
    Context { budget: Budget::of_time(limit), deadline, threads, ..nodes(0) }
}

/// The lines of a fixture, each with the moves that are right.
const FIXTURES: [(&str, &[&[Direction]]); 11] = [
    ("survival_basic", &[&[Up, Down], &[Right]]),
    ("survival_tight_space", &[&[Right, Down]]),
    ("food_near_wall", &[&[Right], &[Down]]),
    ("food_vs_survival", &[&[Left]]),
    ("collision_head_to_head", &[&[Up, Down]]),
    ("trap_opponent", &[&[Left]]),
    ("dead_end", &[&[Left]]),
    ("tail_chasing", &[&[Down]]),
    ("lost_head_to_head_next_turn", &[&[Left]]),
    ("food_inside_own_trap", &[&[Right, Down]]),
    ("four_snakes", &[&[Right]]),
];

fn fixture(name: &str) -> Vec<MoveLogEntry> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/fixtures/{name}.jsonl"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| MoveLogEntry::parse(line).unwrap()).collect()
}

#[test]
fn fixtures_are_decided_rightly() {
    for (name, turns) in FIXTURES {
        let entries = fixture(name);
        assert_eq!(entries.len(), turns.len(), "{name}");
        for (entry, right) in entries.iter().zip(turns) {
            let position = entry.position().unwrap();
            for spec in ["medium", "hard", "hard:search=maxn"] {
                let decision =
                    bot(spec).decide(&position.game, position.you, &nodes(20_000)).unwrap();
                let found = decision.action;
                assert!(
                    right.contains(&found),
                    "{name}: {spec} goes {found}\n{}{:?}",
                    position.game.draw(),
                    decision.insight
                );
            }
            assert!(right.contains(&entry.chosen_move), "{name}");
        }
    }
}

#[test]
fn a_log_line_names_its_bot_and_older_ones_load_without() {
    let mut entry = fixture("survival_basic").remove(0);
    assert_eq!(entry.bot, None);
    entry.bot = Some("mine=weights:path=w.json".to_owned());
    let line = serde_json::to_string(&entry).unwrap();
    assert!(line.contains(r#""bot":"mine=weights:path=w.json""#), "{line}");
    assert_eq!(MoveLogEntry::parse(&line).unwrap(), entry);
}

#[test]
fn a_log_line_that_is_broken_says_so() {
    assert!(MoveLogEntry::parse("{").is_err());
    assert!(MoveLogEntry::parse(r#"{"turn":1,"chosen_move":"sideways"}"#).is_err());
    let mut entry = fixture("survival_basic").remove(0);
    entry.board.width = 0;
    assert!(entry.position().is_err());
}

/// Chance that agrees with another one until a turn.
struct Diverging {
    before: SeededChance,
    after: SeededChance,
    now: u32,
    until: u32,
}

impl Chance for Diverging {
    fn draw(&mut self, kind: ChanceKind, index: u64, bound: u32) -> u32 {
        let chance = if self.now < self.until { &mut self.before } else { &mut self.after };
        chance.draw(kind, index, bound)
    }
}

/// All decisions of a match in which chance changes after some turns.
fn decisions(spec: &str, rules: &SnakeRules, future: u64, until: u32) -> Vec<Decision<Direction>> {
    let chance = |n| SeededChance::new(Seed::new(n));
    let mut chance = Diverging { before: chance(1), after: chance(future), now: 0, until };
    let mut game = Snake::new(rules, 3, &mut chance).unwrap();
    let mut bots: Vec<_> = (0..3).map(|_| bot(spec)).collect();
    let mut all = Vec::new();
    while game.turn() <= until && game.outcome().is_none() {
        let mut turn = Vec::new();
        for seat in game.to_act().iter() {
            let decision = bots[seat.index()].decide(&game, seat, &nodes(300)).unwrap();
            turn.push((seat, Answer::Play(decision.action)));
            all.push(decision);
        }
        chance.now = game.turn();
        game.apply(&turn, &mut chance);
    }
    all
}

#[test]
fn no_bot_sees_the_future() {
    let rules = SnakeRules { ruleset: Ruleset::Royale, shrink_every: 4, ..SnakeRules::default() };
    for spec in ["random", "easy", "medium", "hard", "hard:search=maxn"] {
        let one = decisions(spec, &rules, 2, 20);
        assert_eq!(one, decisions(spec, &rules, 3, 20), "{spec}");
        assert_eq!(one, decisions(spec, &rules, 2, 20), "{spec} repeats itself");
    }
}

#[test]
fn a_decision_does_not_depend_on_what_was_decided_before() {
    let game = |text| Snake::from_drawing(&SnakeRules::default(), text).unwrap();
    let one = game(". . . . .\n> > A . *\n. . . . .\n. . . B <\n. * . . .");
    let other = game(". . . . . . .\n. v . . . . .\n. A . . . B .\n. . . * . ^ .\n. . . . . . .");
    let mut used = bot("hard");
    for _ in 0..3 {
        used.decide(&other, seat(0), &nodes(5_000)).unwrap();
    }
    let again = used.decide(&one, seat(0), &nodes(5_000)).unwrap();
    assert_eq!(again, bot("hard").decide(&one, seat(0), &nodes(5_000)).unwrap());
    assert!(again.insight.nodes <= 5_001);
}

#[test]
fn what_was_found_out_in_a_turn_helps_in_the_next_when_time_is_the_limit() {
    // No food comes, so that the next turn is one that was looked at.
    let rules = SnakeRules { food_spawn_chance: 0, minimum_food: 0, ..SnakeRules::default() };
    let mut chance = SeededChance::new(Seed::new(3));
    let mut game = Snake::new(&rules, 2, &mut chance).unwrap();
    let within = |depth| {
        let ctx = timed(Duration::from_secs(3600), 1);
        Context { budget: Budget { depth: Some(depth), ..ctx.budget }, ..ctx }
    };
    let mut kept = bot("hard");
    for _ in 0..4 {
        kept.decide(&game, seat(0), &within(7)).unwrap();
        let moves = [0, 1].map(|n| bot("hard").decide(&game, seat(n), &within(3)).unwrap().action);
        let turn = [0, 1].map(|n| (seat(n), Answer::Play(moves[n])));
        game.apply(&turn, &mut chance);
    }
    let again = kept.decide(&game, seat(0), &within(6)).unwrap().insight;
    let fresh = bot("hard").decide(&game, seat(0), &within(6)).unwrap().insight;
    assert_eq!((again.depth, again.score), (fresh.depth, fresh.score));
    assert!(again.nodes < fresh.nodes, "{} of {} nodes", again.nodes, fresh.nodes);
    kept.start(&game, seat(0)).unwrap();
    let forgotten = kept.decide(&game, seat(0), &within(6)).unwrap().insight;
    assert_eq!(forgotten.nodes, fresh.nodes, "another match");
}

#[test]
fn all_of_the_budget_is_used_while_nothing_is_decided() {
    let game = Snake::from_drawing(
        &SnakeRules::default(),
        "
        . . . . . . . . . . .
        . > > A . . . . . . .
        . ^ . . . . . . . . .
        . . . . * . . . . . .
        . . . . . . . . . . .
        . . . . . * . . . . .
        . . . . . . . . * . .
        . . . . . . . . . . .
        . . . . . . . B . . .
        . . . . . > > ^ . . .
        . . . . . . . . . . .
        ",
    )
    .unwrap();
    for limit in [500, 3_000, 9_000] {
        let insight = bot("hard").decide(&game, seat(0), &nodes(limit)).unwrap().insight;
        assert!(insight.nodes >= limit, "{insight:?}");
        // An iteration that is cut off is not one that is finished.
        assert!(insight.depth >= 2);
    }
}

#[test]
fn a_search_explains_itself() {
    let position = fixture("four_snakes")[0].position().unwrap();
    let insight = bot("hard").decide(&position.game, seat(0), &nodes(20_000)).unwrap().insight;
    let names: Vec<_> = insight.terms.iter().map(|term| term.name.as_str()).collect();
    let own = [
        "space", "shortage", "health", "control", "attack", "length", "hunger", "threat", "tail",
        "food", "edge",
    ];
    assert_eq!(names[..11], own);
    assert_eq!(names[11..], ["opponents", "beyond the line"]);
    assert!(insight.depth >= 2 && insight.nodes > 0 && insight.score.is_some());
    assert_eq!(insight.line[0], "right");
    assert!(insight.line.len() > 1, "{:?}", insight.line);
}

#[test]
fn the_terms_of_every_bot_sum_to_its_score() {
    let mut compared = 0;
    for (name, _) in FIXTURES {
        for entry in fixture(name) {
            let position = entry.position().unwrap();
            for spec in ["easy", "medium", "hard", "hard:search=maxn", "heuristic:space=3,kill=9"] {
                let decision = bot(spec).decide(&position.game, position.you, &nodes(2_000));
                let insight = decision.unwrap().insight;
                let Some(score) = insight.score else { continue };
                let sum: f64 = insight.terms.iter().map(|term| term.value).sum();
                assert!((sum - score).abs() < 0.01, "{spec} in {name}: {sum} is not {score}");
                compared += 1;
            }
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn depth_limits_the_search_exactly() {
    let position = fixture("collision_head_to_head")[0].position().unwrap();
    for depth in 1..5 {
        let ctx = Context { budget: Budget::of_depth(depth), ..nodes(0) };
        let insight = bot("hard").decide(&position.game, seat(0), &ctx).unwrap().insight;
        assert_eq!(insight.depth, depth);
        let spec = format!("hard:depth={depth}");
        let insight =
            bot(&spec).decide(&position.game, seat(0), &nodes(1_000_000)).unwrap().insight;
        assert_eq!(insight.depth, depth);
    }
}

#[test]
fn with_no_time_at_all_the_answer_is_still_safe() {
    for (name, _) in FIXTURES {
        for entry in fixture(name) {
            let position = entry.position().unwrap();
            for ctx in [nodes(0), timed(Duration::ZERO, 1), timed(Duration::ZERO, 2)] {
                let action = bot("hard").decide(&position.game, position.you, &ctx).unwrap().action;
                let mut next = position.game.clone();
                next.play(&[(position.you, action)]);
                assert!(next.lives(position.you), "{name}\n{}", position.game.draw());
            }
        }
    }
}

#[test]
fn time_is_kept_with_one_thread_and_with_two() {
    let mut chance = SeededChance::new(Seed::new(1));
    for (ruleset, size) in [(Ruleset::Standard, 11), (Ruleset::Royale, 19), (Ruleset::Wrapped, 25)]
    {
        let rules = SnakeRules { ruleset, width: size, height: size, ..SnakeRules::default() };
        let game = Snake::new(&rules, 4, &mut chance).unwrap();
        for threads in [1, 2] {
            let ctx = timed(Duration::from_millis(60), threads);
            let started = Instant::now();
            let insight = bot("hard").decide(&game, seat(0), &ctx).unwrap().insight;
            // Generous, for machines that are busy with other tests.
            assert!(started.elapsed() < Duration::from_millis(400), "{:?}", started.elapsed());
            assert!(insight.depth >= 1, "{insight:?}");
        }
    }
}

#[test]
fn every_bot_plays_every_rule_set_to_its_end() {
    for ruleset in Ruleset::ALL {
        for (seats, size) in [(1, 7), (2, 11), (8, 13)] {
            let rules = SnakeRules {
                ruleset,
                width: size,
                height: size,
                turn_cap: 60,
                ..SnakeRules::default()
            };
            let mut chance = SeededChance::new(Seed::new(9));
            let mut game = Snake::new(&rules, seats, &mut chance).unwrap();
            let specs = ["hard", "easy", "random", "medium", "hard:search=maxn"];
            let mut bots: Vec<_> = (0..seats).map(|n| bot(specs[n % specs.len()])).collect();
            while game.outcome().is_none() {
                let decide = |s: Seat| bots[s.index()].decide(&game, s, &nodes(50)).unwrap().action;
                let turn: Vec<_> =
                    game.to_act().iter().zip(game.to_act().iter().map(decide)).collect();
                let turn: Vec<_> = turn.into_iter().map(|(s, a)| (s, Answer::Play(a))).collect();
                game.apply(&turn, &mut chance);
            }
        }
    }
}

#[test]
fn a_bot_that_cannot_be_made_says_why() {
    let kit = SnakeKit::new(SnakeSettings::default());
    let error = |spec: &str| kit.make_bot(&spec.parse().unwrap()).err().unwrap().to_string();
    assert_eq!(
        error("hrad"),
        "snake has no bot \"hrad\"; allowed: random, easy, medium, hard, heuristic, weights, http; did you mean hard?"
    );
    assert_eq!(error("hard:search=best"), "bot hard has search=best; allowed: paranoid, maxn");
    assert_eq!(error("hard:depth=0"), "bot hard has depth=0; allowed: a number from 1 on");
    assert_eq!(error("hard:replies=99"), "bot hard has replies=99; allowed: 1 to 32");
    assert_eq!(error("weights"), "bot weights needs path=…");
    assert!(error("weights:path=/no/such/file").contains("cannot read /no/such/file"));
}

#[test]
fn weights_come_from_a_file_and_a_bad_file_is_explained() {
    let file = |name: &str, text: &str| {
        let path = std::env::temp_dir().join(format!("ludus-snake-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        path
    };
    let make = |path: &Path| {
        let spec = format!("weights:path={}", path.display());
        let made = SnakeKit::new(SnakeSettings::default()).make_bot(&spec.parse().unwrap());
        let _ = std::fs::remove_file(path);
        made.map(|_| ()).map_err(|error| error.to_string())
    };
    let weights = serde_json::to_value(SnakeSettings::default().plain).unwrap();
    let good = serde_json::json!({"weights": weights, "fitness": 1.5}).to_string();
    assert_eq!(make(&file("good", &good)), Ok(()));
    assert!(make(&file("text", "hello")).unwrap_err().contains("not a weights file"));
    assert!(
        make(&file("empty", "{\"weights\":{}}")).unwrap_err().contains("weight space is missing")
    );
    let wrong = good.replace("\"space\":10.0", "\"space\":\"much\"");
    assert!(make(&file("wrong", &wrong)).unwrap_err().contains("weight space is \"much\""));
    let huge = good.replace("\"space\":10.0", "\"space\":1e30");
    assert!(make(&file("huge", &huge)).unwrap_err().contains("weight space is 1e30"));
}
