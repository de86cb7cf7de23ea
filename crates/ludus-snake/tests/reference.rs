//! The fast rules against the slow ones, over whole games of every rule set.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

mod slow;

use ludus_core::{Answer, Game, Seat, Seed, SeededChance};
use ludus_snake::{Direction, Ruleset, Snake, SnakeRules};
use proptest::prelude::*;
use proptest::test_runner::Config;
use slow::{SlowGame, SlowSnake};

fn cases() -> u32 {
    std::env::var("LUDUS_TEST_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(2_000)
}

fn config() -> Config {
    Config { cases: cases(), max_shrink_iters: 200, failure_persistence: None, ..Config::default() }
}

fn any_rules() -> impl Strategy<Value = SnakeRules> {
    let sizes = prop_oneof![Just((11, 11)), Just((7, 7)), (7..=25_u8, 7..=25_u8)];
    (0..Ruleset::ALL.len(), sizes, -20..40, 1..8_u32, 0..=100_u8, 0..5_u8).prop_map(
        |(ruleset, (width, height), hazard_damage, shrink_every, chance, minimum_food)| {
            SnakeRules {
                ruleset: Ruleset::ALL[ruleset],
                width,
                height,
                hazard_damage,
                shrink_every,
                food_spawn_chance: chance,
                minimum_food,
                ..SnakeRules::default()
            }
        },
    )
}

fn slow_of(game: &Snake) -> SlowGame {
    let snakes = Seat::first(game.seats()).map(|seat| SlowSnake {
        body: game.body(seat),
        health: game.health(seat),
        death: game.death(seat).map(|death| (death.cause, death.by.map(Seat::index))),
    });
    SlowGame {
        ruleset: game.rules().ruleset,
        width: game.rules().width.into(),
        height: game.rules().height.into(),
        damage: game.rules().hazard_damage,
        snakes: snakes.collect(),
        food: game.food(),
        hazards: game.hazards(),
    }
}

/// What must agree after a turn, food apart that chance has added.
fn compare(game: &Snake, slow: &SlowGame) -> Result<(), TestCaseError> {
    for (seat, snake) in Seat::first(game.seats()).zip(&slow.snakes) {
        let death = game.death(seat).map(|death| (death.cause, death.by.map(Seat::index)));
        prop_assert_eq!(death, snake.death, "seat {}\n{}", seat, game.draw());
        if snake.death.is_none() {
            prop_assert_eq!(game.body(seat), snake.body.clone(), "seat {}", seat);
            prop_assert_eq!(game.health(seat), snake.health);
        } else {
            prop_assert_eq!(game.length(seat), snake.body.len());
            prop_assert_eq!(game.body(seat)[0], snake.body[0]);
        }
    }
    prop_assert!(slow.food.iter().all(|food| game.food().contains(food)));
    Ok(())
}

/// A direction that is seldom suicidal, so that games last.
fn sensible(game: &Snake, seat: Seat, draw: usize) -> Direction {
    let body = game.body(seat);
    let (width, height) = (i32::from(game.rules().width), i32::from(game.rules().height));
    let taken = |p| Seat::first(game.seats()).any(|s| game.lives(s) && game.body(s).contains(&p));
    let free = Direction::ALL.into_iter().filter(|direction| {
        let next = body[0].step(*direction);
        let inside = (0..width).contains(&next.x) && (0..height).contains(&next.y);
        (inside || game.rules().ruleset.wraps()) && !taken(next)
    });
    let free: Vec<_> = free.collect();
    match free.len() {
        0 => Direction::ALL[draw % 4],
        // One draw in eight goes anywhere: into walls, bodies and heads.
        _ if draw % 8 == 7 => Direction::ALL[draw / 8 % 4],
        n => free[draw / 8 % n],
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn the_fast_rules_play_as_the_slow_ones(
        rules in any_rules(),
        seats in 1..=8_usize,
        seed in any::<u32>(),
        draws in prop::collection::vec(any::<u16>(), 8..400),
    ) {
        let mut chance = SeededChance::new(Seed::new(seed.into()));
        let mut game = Snake::new(&rules, seats, &mut chance).unwrap();
        for turn in draws.chunks_exact(8) {
            if game.outcome().is_some() {
                break;
            }
            let mut slow = slow_of(&game);
            let moves: Vec<_> =
                Seat::first(seats).map(|s| sensible_or_up(&game, s, turn[s.index()])).collect();
            slow.play(&moves);
            let answers: Vec<_> =
                game.to_act().iter().map(|s| (s, Answer::Play(moves[s.index()]))).collect();
            let hazards = game.hazards();
            game.apply(&answers, &mut chance);
            compare(&game, &slow)?;
            prop_assert!(game.rules().ruleset == Ruleset::Royale || game.hazards() == hazards);
            prop_assert!(game.hazards().len() >= hazards.len());
            check_food(&game, &rules)?;
        }
    }

    #[test]
    fn a_position_that_is_drawn_and_read_plays_on_in_the_same_way(
        rules in any_rules(),
        seed in any::<u32>(),
        draws in prop::collection::vec(any::<u16>(), 8..200),
    ) {
        let mut chance = SeededChance::new(Seed::new(seed.into()));
        // A drawing does not show the hazards under a snake.
        let rules = match rules.ruleset {
            Ruleset::Royale => SnakeRules { ruleset: Ruleset::Standard, ..rules },
            _ => rules,
        };
        let mut game = Snake::new(&rules, 4, &mut chance).unwrap();
        for turn in draws.chunks_exact(4) {
            if Seat::first(4).any(|s| !game.lives(s)) {
                break;
            }
            let moves: Vec<_> =
                Seat::first(4).map(|s| (s, sensible(&game, s, turn[s.index()].into()))).collect();
            let mut copy = Snake::from_drawing(&rules, &game.draw()).unwrap();
            copy.play(&moves);
            let answers: Vec<_> = moves.iter().map(|(s, m)| (*s, Answer::Play(*m))).collect();
            let mut twin = game.clone();
            twin.play(&moves);
            game.apply(&answers, &mut chance);
            prop_assert_eq!(copy.draw(), twin.draw());
        }
    }
}

fn sensible_or_up(game: &Snake, seat: Seat, draw: u16) -> Direction {
    if game.lives(seat) { sensible(game, seat, draw.into()) } else { Direction::Up }
}

/// Food lies on free cells, and there is as much as the rules want if there is room.
fn check_food(game: &Snake, rules: &SnakeRules) -> Result<(), TestCaseError> {
    if rules.ruleset.grows() {
        prop_assert!(game.food().is_empty());
        return Ok(());
    }
    for food in game.food() {
        let covered =
            Seat::first(game.seats()).any(|s| game.lives(s) && game.body(s).contains(&food));
        prop_assert!(!covered, "food at {} is covered\n{}", food, game.draw());
    }
    let crowded = u32::from(rules.width) * u32::from(rules.height) < 100;
    prop_assert!(crowded || game.food().len() >= usize::from(rules.minimum_food));
    Ok(())
}
