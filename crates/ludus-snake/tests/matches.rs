//! Matches: how they start, what chance adds after a turn, and how they end.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

use ludus_core::{
    Answer, Chance, ChanceKind, Figures, Forfeit, Game, Rank, Seat, SeatSet, Seed, SeededChance,
};
use ludus_snake::Direction::{Down, Left, Right, Up};
use ludus_snake::{Cause, Direction, Point, Ruleset, Snake, SnakeRules};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn rules(ruleset: Ruleset) -> SnakeRules {
    SnakeRules { ruleset, ..SnakeRules::default() }
}

#[test]
fn constrictor_has_no_food() {
    let constrictor = rules(Ruleset::Constrictor);
    let mut chance = SeededChance::new(Seed::new(1));
    let mut game = Snake::new(&constrictor, 2, &mut chance).unwrap();
    assert_eq!(game.food(), vec![]);
    for _ in 0..3 {
        game.apply(&[], &mut chance);
    }
    assert_eq!(game.food(), vec![]);
}

#[test]
fn royale_shrinks_by_one_drawn_side_every_so_many_turns() {
    let royale = SnakeRules { shrink_every: 3, ..rules(Ruleset::Royale) };
    let mut chance = SeededChance::new(Seed::new(3));
    let mut game = Snake::new(&royale, 2, &mut chance).unwrap();
    let circle = [Up, Right, Down, Left];
    for turn in 0..12 {
        let moves = Seat::first(2).map(|s| (s, Answer::Play(circle[turn % 4])));
        game.apply(&moves.collect::<Vec<_>>(), &mut chance);
        let shrinks = game.turn() / 3;
        let hazards = game.hazards();
        let sides =
            |safe: &dyn Fn(&Point) -> bool| (0..11).filter(|&n| safe(&Point::new(n, n))).count();
        assert_eq!(hazards.is_empty(), shrinks == 0);
        let row: Vec<i32> =
            (0..11).filter(|x| (0..11).any(|y| !hazards.contains(&Point::new(*x, y)))).collect();
        let column: Vec<i32> =
            (0..11).filter(|y| (0..11).any(|x| !hazards.contains(&Point::new(x, *y)))).collect();
        assert_eq!(22 - row.len() - column.len(), shrinks as usize, "one line for each shrink");
        assert!(sides(&|p| hazards.contains(p)) <= shrinks as usize);
    }
}

/// Chance that always draws the greatest outcome.
struct Greatest;

impl Chance for Greatest {
    fn draw(&mut self, _: ChanceKind, _: u64, bound: u32) -> u32 {
        bound - 1
    }
}

/// Chance that always draws zero.
struct Least;

impl Chance for Least {
    fn draw(&mut self, _: ChanceKind, _: u64, _: u32) -> u32 {
        0
    }
}

#[test]
fn food_comes_up_to_the_minimum_and_else_by_chance() {
    let three = SnakeRules { minimum_food: 3, ..SnakeRules::default() };
    let drawing = ". . . . .\n> > A . .\n. . . . .\n. . . . .";
    let mut game = Snake::from_drawing(&three, drawing).unwrap();
    game.apply(&[], &mut Greatest);
    assert_eq!(game.food().len(), 3);
    game.apply(&[], &mut Greatest);
    assert_eq!(game.food().len(), 3, "the chance of 15 in 100 does not hit on 99");
    game.apply(&[], &mut Least);
    assert_eq!(game.food().len(), 4);
}

#[test]
fn food_never_appears_beside_a_living_head_nor_on_food_or_bodies() {
    let drawing = "
        * * * * *
        * * . * *
        > A . . *
        * * . * *
        * * * * *
    ";
    let rules = SnakeRules { food_spawn_chance: 100, minimum_food: 0, ..SnakeRules::default() };
    let mut game = Snake::from_drawing(&rules, drawing).unwrap();
    game.apply(&[(seat(0), Answer::Play(Right))], &mut Least);
    // Free are the old tail (0, 2) and what is beside the head at (2, 2); only the former counts.
    assert_eq!(game.food().len(), 20);
    assert!(game.food().contains(&Point::new(0, 2)));
}

#[test]
fn snakes_start_on_the_official_points_with_the_official_food() {
    for seed in 0..40 {
        for seats in 1..=8 {
            let game =
                Snake::new(&SnakeRules::default(), seats, &mut SeededChance::new(Seed::new(seed)))
                    .unwrap();
            let heads: Vec<Point> = Seat::first(seats).map(|s| game.body(s)[0]).collect();
            let corner = |p: &Point| [1, 9].contains(&p.x) && [1, 9].contains(&p.y);
            let side = |p: &Point| [(1, 5), (5, 1), (5, 9), (9, 5)].contains(&(p.x, p.y));
            let first = &heads[..seats.min(4)];
            assert!(first.iter().all(corner) || first.iter().all(side));
            assert!(heads.iter().all(|p| corner(p) || side(p)));
            assert!(heads.iter().enumerate().all(|(i, p)| !heads[..i].contains(p)));
            assert!(game.food().contains(&Point::new(5, 5)));
            assert_eq!(game.food().len(), seats + 1);
            for head in &heads {
                let near = |f: &&Point| (f.x - head.x).abs() == 1 && (f.y - head.y).abs() == 1;
                assert!(game.food().iter().any(|f| near(&f)), "{}", game.draw());
            }
            assert!(Seat::first(seats).all(|s| game.length(s) == 3 && game.health(s) == 100));
        }
    }
}

#[test]
fn boards_that_are_not_square_start_on_drawn_cells_of_one_colour() {
    let rules = SnakeRules { width: 19, height: 7, ..SnakeRules::default() };
    let game = Snake::new(&rules, 8, &mut SeededChance::new(Seed::new(5))).unwrap();
    let heads: Vec<Point> = Seat::first(8).map(|s| game.body(s)[0]).collect();
    assert!(heads.iter().all(|p| (p.x + p.y) % 2 == 0 && *p != Point::new(9, 3)));
    assert_eq!(game.food().len(), 8);
}

#[test]
fn without_an_answer_a_snake_goes_straight_on_or_up() {
    let game = Snake::from_drawing(&SnakeRules::default(), ". . .\n. A <\n. . .").unwrap();
    assert_eq!(game.fallback(seat(0)), Some(Left));
    let game = Snake::from_drawing(&SnakeRules::default(), ". A .\nA length 3 health 100").unwrap();
    assert_eq!(game.fallback(seat(0)), Some(Up));
}

#[test]
fn all_four_directions_are_always_legal() {
    let game = Snake::from_drawing(&SnakeRules::default(), "> A\n. .\n. B").unwrap();
    let mut legal = Vec::new();
    game.legal(seat(0), &mut legal);
    assert_eq!(legal, Direction::ALL);
    assert!(game.is_legal(seat(0), Left));
}

#[test]
fn ranks_are_by_time_of_death_and_shared_within_a_turn() {
    let mut game = Snake::from_drawing(
        &SnakeRules::default(),
        "
        A . . . C
        ^ . . . ^
        . . . . .
        B . . . D
        ^ . . . ^
        ",
    )
    .unwrap();
    game.play(&[(seat(0), Up), (seat(1), Right), (seat(2), Left), (seat(3), Right)]);
    assert!(game.outcome().is_none());
    game.play(&[(seat(1), Right), (seat(2), Up)]);
    let outcome = game.outcome().unwrap();
    let ranks: Vec<usize> = outcome.ranks().iter().map(|rank| rank.number()).collect();
    assert_eq!(ranks, [3, 1, 2, 3]);
    assert_eq!(outcome.reason(), "seat 2 wall-collision in turn 2");
    assert_eq!(game.to_act(), SeatSet::EMPTY);
}

#[test]
fn a_solo_game_continues_until_no_snake_is_left() {
    let mut game = Snake::from_drawing(&rules(Ruleset::Solo), "> A .\nB < .").unwrap();
    game.play(&[(seat(0), Right), (seat(1), Left)]);
    assert!(game.outcome().is_none());
    game.play(&[(seat(0), Right)]);
    assert_eq!(game.outcome().unwrap().rank(seat(0)), Rank::FIRST);
    let single = Snake::from_drawing(&SnakeRules::default(), "> A .").unwrap();
    assert!(single.outcome().is_none(), "one snake alone plays solo");
}

#[test]
fn a_match_ends_at_the_turn_cap_and_the_living_share_the_first_rank() {
    let capped = SnakeRules { turn_cap: 2, ..SnakeRules::default() };
    let mut game = Snake::from_drawing(&capped, "> A . . .\n. . . . .\n> B . . .").unwrap();
    game.apply(&[], &mut Least);
    assert!(game.outcome().is_none());
    game.apply(&[], &mut Least);
    let outcome = game.outcome().unwrap();
    assert_eq!(outcome.ranks(), [Rank::FIRST, Rank::FIRST]);
    assert_eq!(outcome.reason(), "turn cap of 2");
}

#[test]
fn a_forfeit_eliminates_with_its_reason_and_leaves_the_board() {
    let mut game =
        Snake::from_drawing(&SnakeRules::default(), ". A . .\n. > > B\n. . . .").unwrap();
    let turn = [
        (seat(0), Answer::Play(Down)),
        (seat(1), Answer::Forfeit(Forfeit::Panic("index".to_owned()))),
    ];
    game.apply(&turn, &mut Least);
    let death = game.death(seat(1)).unwrap();
    assert_eq!((death.cause, death.turn), (Cause::Forfeit, 1));
    assert_eq!(death.forfeit, Some(Forfeit::Panic("index".to_owned())));
    assert!(game.lives(seat(0)));
    assert_eq!(game.outcome().unwrap().winner(), Some(seat(0)));
}

#[test]
fn figures_say_how_a_snake_did() {
    let mut game = Snake::from_drawing(&SnakeRules::default(), "> > A * . B <").unwrap();
    game.play(&[(seat(0), Right), (seat(1), Left)]);
    game.play(&[(seat(0), Right), (seat(1), Left)]);
    let mut figures = Figures::default();
    game.figures(seat(0), &mut figures);
    let names: Vec<_> = figures.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["survived", "length", "health", "food", "kills"]);
    assert_eq!(figures.get("length"), Some(4.0));
    assert_eq!(figures.get("food"), Some(1.0));
}

#[test]
fn actions_are_read_as_they_are_shown() {
    let game = Snake::from_drawing(&SnakeRules::default(), "> A .").unwrap();
    for direction in Direction::ALL {
        let text = game.show(seat(0), direction);
        assert_eq!(game.parse(seat(0), &text), Ok(direction));
    }
    let error = game.parse(seat(0), "north").unwrap_err();
    assert_eq!(error.to_string(), "\"north\" is not an action: expected up, down, left or right");
}

#[test]
fn seats_and_sizes_are_checked() {
    let mut chance = SeededChance::new(Seed::new(0));
    assert!(Snake::new(&SnakeRules::default(), 9, &mut chance).is_err());
    assert!(Snake::new(&SnakeRules { width: 5, ..SnakeRules::default() }, 2, &mut chance).is_err());
}
