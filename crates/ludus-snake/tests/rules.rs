//! The rules, one official fact at a time.

#![allow(clippy::unwrap_used, reason = "a test helper fails its test by panicking")]

use ludus_core::{Game, Seat};
use ludus_snake::Direction::{Down, Left, Right, Up};
use ludus_snake::{Cause, Direction, PlacedSnake, Point, Ruleset, Snake, SnakeRules};

fn seat(n: usize) -> Seat {
    Seat::new(n).unwrap()
}

fn rules(ruleset: Ruleset) -> SnakeRules {
    SnakeRules { ruleset, ..SnakeRules::default() }
}

/// The position after one turn without chance.
fn after_by(rules: &SnakeRules, drawing: &str, moves: &[Direction]) -> Snake {
    let mut game = Snake::from_drawing(rules, drawing).unwrap();
    let moves: Vec<_> = moves.iter().enumerate().map(|(n, d)| (seat(n), *d)).collect();
    game.play(&moves);
    game
}

fn after(drawing: &str, moves: &[Direction]) -> Snake {
    after_by(&SnakeRules::default(), drawing, moves)
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
    let snakes = [PlacedSnake { body: points(&[(1, 1), (0, 1), (0, 0)]), health: 60 }];
    for stacked in 1..4 {
        let hazards = vec![Point::new(2, 1); stacked];
        let mut game =
            Snake::from_position(SnakeRules::default(), 0, &snakes, &[], &hazards).unwrap();
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
    let harmless = SnakeRules { hazard_damage: 0, ..SnakeRules::default() };
    let game = after_by(&harmless, "> > A ~\nA length 3 health 1", &[Right]);
    assert_eq!(cause(&game, 0), Some(Cause::Hazard));
}

#[test]
fn negative_damage_heals_up_to_full_health() {
    let healing = SnakeRules { hazard_damage: -30, ..SnakeRules::default() };
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
