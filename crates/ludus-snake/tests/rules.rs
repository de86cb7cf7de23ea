//! The rules, one official fact at a time.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

use ludus_core::{
    Answer, Chance, ChanceKind, Figures, Forfeit, Game, Rank, Seat, SeatSet, Seed, SeededChance,
};
use ludus_snake::Direction::{Down, Left, Right, Up};
use ludus_snake::{Cause, Direction, Placed, Point, Rules, Ruleset, Snake};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn rules(ruleset: Ruleset) -> Rules {
    Rules { ruleset, ..Rules::default() }
}

/// The position after one turn without chance.
fn after_by(rules: &Rules, drawing: &str, moves: &[Direction]) -> Snake {
    let mut game = Snake::from_drawing(rules, drawing).unwrap();
    let moves: Vec<_> = moves.iter().enumerate().map(|(n, d)| (seat(n), *d)).collect();
    game.play(&moves);
    game
}

fn after(drawing: &str, moves: &[Direction]) -> Snake {
    after_by(&Rules::default(), drawing, moves)
}

fn points(list: &[(i32, i32)]) -> Vec<Point> {
    list.iter().map(|(x, y)| Point::new(*x, *y)).collect()
}

fn cause(game: &Snake, n: usize) -> Option<Cause> {
    game.death(seat(n)).map(|death| death.cause)
}

#[test]
fn the_head_moves_on_and_the_last_segment_leaves() {
    let game = after(
        "
        . . . .
        > > A .
        ",
        &[Right],
    );
    assert_eq!(game.body(seat(0)), points(&[(3, 0), (2, 0), (1, 0)]));
    assert_eq!(game.health(seat(0)), 99);
    assert_eq!(game.turn(), 1);
}

#[test]
fn three_stacked_segments_unfold_in_two_turns() {
    let mut game = after(
        "
        . . . .
        A . . .
        A length 3 health 100
        ",
        &[Right],
    );
    assert_eq!(game.body(seat(0)), points(&[(1, 0), (0, 0), (0, 0)]));
    game.play(&[(seat(0), Right)]);
    assert_eq!(game.body(seat(0)), points(&[(2, 0), (1, 0), (0, 0)]));
}

#[test]
fn eating_doubles_the_last_segment_and_restores_health() {
    let mut game = after(
        "
        . . . . .
        > > A * .
        A length 3 health 40
        ",
        &[Right],
    );
    assert_eq!(game.body(seat(0)), points(&[(3, 0), (2, 0), (1, 0), (1, 0)]));
    assert_eq!((game.health(seat(0)), game.food(), game.eaten(seat(0))), (100, vec![], 1));
    game.play(&[(seat(0), Right)]);
    assert_eq!(game.body(seat(0)), points(&[(4, 0), (3, 0), (2, 0), (1, 0)]));
}

#[test]
fn a_tail_that_is_just_vacated_can_be_entered() {
    let game = after(
        "
        > v .
        ^ A .
        . . .
        ",
        &[Left],
    );
    assert!(game.lives(seat(0)));
    let game = after(
        "
        . A . . .
        > > > B .
        . . . . .
        ",
        &[Down, Right],
    );
    assert_eq!(cause(&game, 0), Some(Cause::Body), "the segment before the tail stays");
}

#[test]
fn a_tail_that_just_ate_blocks_its_cell() {
    let game = after(
        "
        > v .
        ^ A .
        . . .
        A length 5 health 100
        ",
        &[Left],
    );
    assert_eq!(cause(&game, 0), Some(Cause::SelfCollision));
}

#[test]
fn an_others_tail_leaves_even_if_that_snake_eats_in_this_turn() {
    let game = after(
        "
        . . . . .
        A > > B *
        ^ . . . .
        ^ . . . .
        ",
        &[Right, Right],
    );
    assert!(game.lives(seat(0)));
    assert_eq!(game.body(seat(1)), points(&[(4, 2), (3, 2), (2, 2), (2, 2)]));
}

#[test]
fn turning_back_is_a_collision_with_oneself() {
    let game = after("> > A .", &[Left]);
    assert_eq!(cause(&game, 0), Some(Cause::SelfCollision));
    assert_eq!(game.death(seat(0)).unwrap().by, Some(seat(0)));
    assert_eq!(game.kills(seat(0)), 0);
}

#[test]
fn a_snake_of_two_can_turn_back() {
    let game = after("> A . .", &[Left]);
    assert_eq!(game.body(seat(0)), points(&[(0, 0), (1, 0)]));
}

#[test]
fn leaving_the_board_is_a_wall_collision() {
    for (drawing, direction) in [(". A\n. ^", Up), (". A\n. ^", Right), ("A .\n^ .", Left)] {
        let game = after(drawing, &[direction]);
        assert_eq!(cause(&game, 0), Some(Cause::Wall));
    }
    let game = after("v .\nA .", &[Down]);
    assert_eq!(game.body(seat(0)), points(&[(0, -1), (0, 0)]));
}

#[test]
fn a_snake_starves_when_its_health_is_gone() {
    let game = after("> > A .\nA length 3 health 1", &[Right]);
    assert_eq!(cause(&game, 0), Some(Cause::OutOfHealth));
}

#[test]
fn starving_on_the_turn_of_eating_is_surviving() {
    let game = after("> > A *\nA length 3 health 1", &[Right]);
    assert_eq!((game.lives(seat(0)), game.health(seat(0))), (true, 100));
}

#[test]
fn starving_comes_before_the_wall() {
    let game = after(". > > A\nA length 3 health 1", &[Right]);
    assert_eq!(cause(&game, 0), Some(Cause::OutOfHealth));
}

#[test]
fn the_longer_head_survives_and_gets_the_kill() {
    let game = after(
        "
        . > > > A . B <
        . . . . . . . .
        ",
        &[Right, Left],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (None, Some(Cause::HeadToHead)));
    assert_eq!(game.death(seat(1)).unwrap().by, Some(seat(0)));
    assert_eq!((game.kills(seat(0)), game.kills(seat(1))), (1, 0));
}

#[test]
fn equal_heads_both_die() {
    let game = after("> > A . B < <", &[Right, Left]);
    assert_eq!(
        (cause(&game, 0), cause(&game, 1)),
        (Some(Cause::HeadToHead), Some(Cause::HeadToHead))
    );
    assert_eq!((game.kills(seat(0)), game.kills(seat(1))), (1, 1));
    assert!(game.is_over());
}

#[test]
fn growth_counts_before_heads_meet_and_both_eat() {
    let game = after("> > A * B < < <", &[Right, Left]);
    assert_eq!((cause(&game, 0), cause(&game, 1)), (Some(Cause::HeadToHead), None));
    assert_eq!((game.length(seat(0)), game.length(seat(1))), (4, 5));
    assert_eq!(game.food(), vec![]);
}

#[test]
fn of_three_heads_in_one_cell_only_the_longest_survives() {
    let drawing = "
        . . . v . . .
        . . . C . . .
        > > A . B < .
        . . . . . . .
    ";
    let game = after(drawing, &[Right, Left, Down]);
    assert_eq!(cause(&game, 0), None);
    assert_eq!(
        (cause(&game, 1), cause(&game, 2)),
        (Some(Cause::HeadToHead), Some(Cause::HeadToHead))
    );
    assert_eq!(game.kills(seat(0)), 2, "both are the longest one's");
}

#[test]
fn of_three_heads_with_two_longest_all_die() {
    let game = after(
        "
        . . . v . . .
        . . . C . . .
        > > A . B < <
        . . . . . . .
        ",
        &[Right, Left, Down],
    );
    assert_eq!([0, 1, 2].map(|n| cause(&game, n)), [Some(Cause::HeadToHead); 3]);
}

#[test]
fn a_snake_that_dies_by_collision_still_blocks_in_that_turn() {
    // B turns back into itself, and A runs into B's body all the same.
    let game = after(
        "
        . A . . .
        . > > > B
        . . . . .
        ",
        &[Down, Left],
    );
    assert_eq!(cause(&game, 1), Some(Cause::SelfCollision));
    assert_eq!(cause(&game, 0), None, "the tail at (1, 1) has left");
    let game = after(
        "
        . . A . .
        . > > > B
        . . . . .
        ",
        &[Down, Left],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (Some(Cause::Body), Some(Cause::SelfCollision)));
}

#[test]
fn heads_meet_although_one_of_them_is_eliminated_otherwise_in_that_turn() {
    // C hits A's body in the cell next to where A's head goes: A and B meet regardless of C.
    let game = after(
        "
        . . . v . . .
        . . . B . . .
        > > A . . . .
        . C . . . . .
        . ^ . . . . .
        ",
        &[Right, Down, Up],
    );
    assert_eq!(cause(&game, 2), Some(Cause::Body));
    assert_eq!(cause(&game, 1), Some(Cause::HeadToHead));
    assert_eq!(cause(&game, 0), None);
}

#[test]
fn a_snake_out_of_health_or_bounds_no_longer_blocks() {
    let game = after(
        "
        . . A . .
        . > > > B
        . . . . .
        ",
        &[Down, Right],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (None, Some(Cause::Wall)));
    let game = after(
        "
        . . A . . .
        . > > > B .
        . . . . . .
        B length 4 health 1
        ",
        &[Down, Right],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (None, Some(Cause::OutOfHealth)));
}

#[test]
fn running_into_a_body_comes_before_meeting_a_head() {
    // A's new head is in C's body, and B's head is there too.
    let game = after(
        "
        > A . B < <
        . > > > > C
        . . ^ . . .
        ",
        &[Right, Left, Right],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (Some(Cause::HeadToHead), None));
    let game = after(
        "
        . > A . . .
        > > > > > C
        . . B . . .
        ",
        &[Down, Up, Up],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (Some(Cause::Body), Some(Cause::Body)));
    assert_eq!(game.death(seat(0)).unwrap().by, Some(seat(2)));
}

#[test]
fn a_hazard_damages_the_head_once_for_each_that_is_stacked() {
    let snakes = [Placed { body: points(&[(1, 1), (0, 1), (0, 0)]), health: 60 }];
    for stacked in 1..4 {
        let hazards = vec![Point::new(2, 1); stacked];
        let mut game = Snake::from_position(Rules::default(), 0, &snakes, &[], &hazards).unwrap();
        game.play(&[(seat(0), Right)]);
        assert_eq!(game.health(seat(0)), 59 - 14 * stacked as i32);
        assert_eq!(game.hazards().len(), stacked);
    }
}

#[test]
fn hazards_do_no_damage_where_there_is_food() {
    let game = after("> > A %\nA length 3 health 5", &[Right]);
    assert_eq!(game.health(seat(0)), 100);
}

#[test]
fn dying_on_a_hazard_has_that_cause_and_comes_before_feeding() {
    let game = after("> > A ~\nA length 3 health 15", &[Right]);
    assert_eq!(cause(&game, 0), Some(Cause::Hazard));
    let game = after("> > A ~\nA length 3 health 16", &[Right]);
    assert_eq!((game.lives(seat(0)), game.health(seat(0))), (true, 1));
}

#[test]
fn a_hazard_without_damage_still_is_the_cause_of_starving_on_it() {
    let harmless = Rules { hazard_damage: 0, ..Rules::default() };
    let game = after_by(&harmless, "> > A ~\nA length 3 health 1", &[Right]);
    assert_eq!(cause(&game, 0), Some(Cause::Hazard));
}

#[test]
fn negative_damage_heals_up_to_full_health() {
    let healing = Rules { hazard_damage: -30, ..Rules::default() };
    let game = after_by(&healing, "> > A ~\nA length 3 health 1", &[Right]);
    assert_eq!((game.lives(seat(0)), game.health(seat(0))), (true, 30));
    let game = after_by(&healing, "> > A ~\nA length 3 health 90", &[Right]);
    assert_eq!(game.health(seat(0)), 100);
}

#[test]
fn a_snake_that_dies_of_a_hazard_does_not_block() {
    let game = after(
        "
        . . A . . .
        . > > > B ~
        . . . . . .
        B length 4 health 10
        ",
        &[Down, Right],
    );
    assert_eq!((cause(&game, 0), cause(&game, 1)), (None, Some(Cause::Hazard)));
}

#[test]
fn wrapped_edges_connect() {
    let wrapped = rules(Ruleset::Wrapped);
    let drawing = "
        . . . .
        . . > A
        . . . .
    ";
    let game = after_by(&wrapped, drawing, &[Right]);
    assert_eq!(game.body(seat(0)), points(&[(0, 1), (3, 1)]));
    let mut game = after_by(&wrapped, "A .\n^ .\n. .", &[Up]);
    assert_eq!(game.body(seat(0)), points(&[(0, 0), (0, 2)]));
    assert_eq!(game.fallback(seat(0)), Some(Up), "straight on over the edge");
    game.play(&[(seat(0), Left)]);
    assert_eq!(game.body(seat(0)), points(&[(1, 0), (0, 0)]));
}

#[test]
fn constrictor_snakes_grow_every_turn_and_never_tire() {
    let constrictor = rules(Ruleset::Constrictor);
    let mut game = after_by(&constrictor, "A . . . . .\nA length 3 health 100", &[Right]);
    assert_eq!(game.length(seat(0)), 3, "the last two segments are the same");
    game.play(&[(seat(0), Right)]);
    assert_eq!(game.length(seat(0)), 4);
    game.play(&[(seat(0), Right)]);
    assert_eq!((game.length(seat(0)), game.health(seat(0))), (5, 100));
    assert_eq!(game.body(seat(0))[4], Point::new(0, 0), "the tail never leaves");
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
    let royale = Rules { shrink_every: 3, ..rules(Ruleset::Royale) };
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
    let three = Rules { minimum_food: 3, ..Rules::default() };
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
    let rules = Rules { food_spawn_chance: 100, minimum_food: 0, ..Rules::default() };
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
                Snake::new(&Rules::default(), seats, &mut SeededChance::new(Seed::new(seed)))
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
    let rules = Rules { width: 19, height: 7, ..Rules::default() };
    let game = Snake::new(&rules, 8, &mut SeededChance::new(Seed::new(5))).unwrap();
    let heads: Vec<Point> = Seat::first(8).map(|s| game.body(s)[0]).collect();
    assert!(heads.iter().all(|p| (p.x + p.y) % 2 == 0 && *p != Point::new(9, 3)));
    assert_eq!(game.food().len(), 8);
}

#[test]
fn without_an_answer_a_snake_goes_straight_on_or_up() {
    let game = Snake::from_drawing(&Rules::default(), ". . .\n. A <\n. . .").unwrap();
    assert_eq!(game.fallback(seat(0)), Some(Left));
    let game = Snake::from_drawing(&Rules::default(), ". A .\nA length 3 health 100").unwrap();
    assert_eq!(game.fallback(seat(0)), Some(Up));
}

#[test]
fn all_four_directions_are_always_legal() {
    let game = Snake::from_drawing(&Rules::default(), "> A\n. .\n. B").unwrap();
    let mut legal = Vec::new();
    game.legal(seat(0), &mut legal);
    assert_eq!(legal, Direction::ALL);
    assert!(game.is_legal(seat(0), Left));
}

#[test]
fn ranks_are_by_time_of_death_and_shared_within_a_turn() {
    let mut game = Snake::from_drawing(
        &Rules::default(),
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
fn a_solo_game_goes_on_until_nobody_is_left() {
    let mut game = Snake::from_drawing(&rules(Ruleset::Solo), "> A .\nB < .").unwrap();
    game.play(&[(seat(0), Right), (seat(1), Left)]);
    assert!(game.outcome().is_none());
    game.play(&[(seat(0), Right)]);
    assert_eq!(game.outcome().unwrap().rank(seat(0)), Rank::FIRST);
    let single = Snake::from_drawing(&Rules::default(), "> A .").unwrap();
    assert!(single.outcome().is_none(), "one snake alone plays solo");
}

#[test]
fn a_match_ends_at_the_turn_cap_and_the_living_share_the_first_rank() {
    let capped = Rules { turn_cap: 2, ..Rules::default() };
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
    let mut game = Snake::from_drawing(&Rules::default(), ". A . .\n. > > B\n. . . .").unwrap();
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
    let mut game = Snake::from_drawing(&Rules::default(), "> > A * . B <").unwrap();
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
    let game = Snake::from_drawing(&Rules::default(), "> A .").unwrap();
    for direction in Direction::ALL {
        let text = game.show(seat(0), direction);
        assert_eq!(game.parse(seat(0), &text), Ok(direction));
    }
    let error = game.parse(seat(0), "north").unwrap_err();
    assert_eq!(error.to_string(), "\"north\" is no action: expected up, down, left or right");
}

#[test]
fn seats_and_sizes_are_checked() {
    let mut chance = SeededChance::new(Seed::new(0));
    assert!(Snake::new(&Rules::default(), 9, &mut chance).is_err());
    assert!(Snake::new(&Rules { width: 5, ..Rules::default() }, 2, &mut chance).is_err());
}
